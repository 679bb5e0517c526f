"""What a card is asked, asked of a processor."""

from pathlib import Path

import pytest

from bench.speed import card
from visret_desktop.paths import bundled


@pytest.mark.benchmark
def test_a_seed_says_what_is_drawn_and_drawing_stops(tmp_path: Path) -> None:
    cost = card.draw(str(bundled("starter", "visualizer")), str(tmp_path), "cpu")
    assert 0 < cost["cancelled"] < cost["sketch"], "it stops before the picture is done"
    assert cost["needed"] > 0


@pytest.mark.benchmark
def test_vectors_are_compared_with_the_processors(tmp_path: Path) -> None:
    pack = card.write_random_gemma(tmp_path / "tiny", is_tiny=True)
    cost = card.embed(str(pack.directory), "cpu")
    assert 0.9999 < cost["cosine"] < 1.0001
    assert min(cost["photo"], cost["query"], cost["needed"]) > 0
