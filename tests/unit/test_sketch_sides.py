"""Sides of sketches: chosen by pack, kept in the settings, told with what they cost."""

from dataclasses import replace

import pytest

from visret_desktop.engine.caches.sketch_cache import sketch_key
from visret_desktop.engine.models.loaded_models import LoadedModels
from visret_desktop.packs.sketch_size import cost_of_side, made_for
from visret_desktop.paths import default_paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

STARTER = Settings().visualizer


def test_a_side_is_of_one_pack_and_can_be_taken_back() -> None:
    sized = Settings().with_pixels("a", 256).with_pixels("b=c", 512).with_pixels("a", 384)
    assert [sized.pixels_of(name) for name in ("a", "b=c", "d")] == [384, 512, None]
    assert sized.with_pixels("a", None).pixels_of("a") is None


@pytest.mark.parametrize("entry", ["a=", "a=0", "a=250", "a=8192", "a=-8", "a", "=256", "a=٣٢"])
def test_what_is_no_side_does_not_count(entry: str) -> None:
    assert replace(Settings(), sketch_pixels=(entry,)).pixels_of("a") is None


def test_all_that_depends_on_the_side_follows_it() -> None:
    usual = LoadedModels(default_paths(), Settings()).pack(Role.VISUALIZER)
    small = LoadedModels(default_paths(), Settings().with_pixels(STARTER, 48)).pack(Role.VISUALIZER)
    assert (usual.settings["pixels"], small.settings["pixels"]) == (64, 48)
    assert small == replace(usual, settings={**usual.settings, "pixels": 48})
    assert sketch_key(usual, "an owl", 0) != sketch_key(small, "an owl", 0)


def test_the_cost_is_told() -> None:
    pack = LoadedModels(default_paths(), Settings()).pack(Role.VISUALIZER)
    assert made_for(pack) == (64,)
    assert "64 × 64 pixels." in cost_of_side(pack, None)
    assert "about 0.56 times the work of 64 × 64" in cost_of_side(pack, 48)
    assert "may draw worse" in cost_of_side(pack, 48)
    several = replace(pack, settings={**pack.settings, "sizes": [48, 64]})
    assert "made for that, too" in cost_of_side(several, 48)
