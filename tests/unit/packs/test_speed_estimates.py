"""What is told about a pack's speed: an estimate, or what was measured when it was used."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from visret_desktop.cli.packs.listing import list_lines, pack_bodies
from visret_desktop.packs.offers import find_offer, offers
from visret_desktop.packs.pack_list import PackEntry, choices
from visret_desktop.packs.speed_estimates import Machine, Speed, memory_of, read_machine, speed_of
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

CPU = Machine(dict.fromkeys(ROLES, "cpu"), {"cpu": (300e9, 40e9)}, {"cpu": 16 * 10**9})
GPU = Machine(dict.fromkeys(ROLES, "cuda"), {"cuda": (100e12, 800e9)}, {"cuda": 24 * 10**9})


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path, tmp_path / "config")


def choice(paths: Paths, name: str) -> PackEntry:
    return next(each for each in choices(paths) if each.name == name)


@pytest.mark.parametrize("offer", [pytest.param(each, id=each.name) for each in offers()])
def test_every_offer_has_an_estimate_on_processors_and_none_on_graphics(
    offer: object, paths: Paths
) -> None:
    """Estimates for a card were 7 to 43 times too fast, so it gets none."""
    each = choice(paths, getattr(offer, "name", ""))
    speed = speed_of(each, CPU, paths)
    assert speed is not None
    assert not speed.is_measured
    assert speed_of(each, GPU, paths) is None
    assert memory_of(each, CPU) >= each.size_bytes / 2
    assert memory_of(each, GPU) > 0


def test_estimates_are_near_what_was_measured_at_real_size(paths: Paths) -> None:
    """Four cores that multiply 330e9 times a second: the table of the readme, within a factor."""
    machine = replace(CPU, rates={"cpu": (330e9, 46e9)})
    measured = {"clip-vit-l-14-336": 4.2 / 4, "sd-turbo": 10.0, "sdxl-turbo": 18.0}
    for name, seconds in measured.items():
        speed = speed_of(choice(paths, name), machine, paths)
        assert speed is not None
        assert seconds / 2 < speed.seconds < seconds * 2, name


def test_the_speed_of_a_reader_is_that_of_a_photo(paths: Paths) -> None:
    """Looking and reading take operations, writing takes the bytes of each token."""
    each = choice(paths, "qwen3-vl-2b")
    offer = each.offer
    assert offer is not None
    speed = speed_of(each, CPU, paths)
    assert speed is not None
    looking = offer.flops / (300e9 * Role.READER.share_of_cores)
    writing = 1.3 * Role.READER.words_a_unit * offer.size_bytes / (40e9 * 0.4)
    assert speed.seconds == pytest.approx(looking + writing)
    assert str(speed).endswith(" s a photo")


def test_a_reader_that_is_not_on_offer_is_told_by_its_size_and_that_of_its_pictures(
    paths: Paths,
) -> None:
    each = choice(paths, "starter-reader")
    assert each.pack is not None
    speed = speed_of(each, CPU, paths)
    larger = {**each.pack.settings, "side": 768}
    slower = speed_of(replace(each, pack=replace(each.pack, settings=larger)), CPU, paths)
    assert speed is not None
    assert slower is not None
    assert 0.001 < speed.seconds < slower.seconds < 10
    paths.reading_times.write_text(json.dumps({f"starter-reader-{each.pack.digest}": 0.02}))
    assert speed_of(each, CPU, paths) == Speed(Role.READER, 0.02, is_measured=True)


def test_an_unknown_machine_tells_nothing(paths: Paths) -> None:
    each = choice(paths, "sd-turbo")
    assert speed_of(each, None, paths) is None
    assert speed_of(each, replace(CPU, rates={}), paths) is None
    assert memory_of(each, replace(CPU, devices={})) == 0


@pytest.mark.parametrize(
    ("machine", "is_unknown", "has_estimates"),
    [(None, True, False), (CPU, False, True), (GPU, False, False)],
)
def test_the_list_says_which_speeds_it_has(
    machine: Machine | None, is_unknown: bool, has_estimates: bool, paths: Paths
) -> None:
    lines = "\n".join(list_lines(pack_bodies(paths, machine), Settings()))
    assert ("measures this computer" in lines) == is_unknown
    assert ("Speeds are estimates" in lines) == has_estimates


def test_what_was_measured_in_use_counts_for_more(paths: Paths) -> None:
    each = choice(paths, "starter-visualizer")
    assert each.pack is not None
    assert speed_of(each, CPU, paths) is None, "no figure stands in an offer of it"
    name, steps = f"{each.pack.name}-{each.pack.digest}", each.pack.settings["steps"]
    paths.drawing_times.write_text(json.dumps({name: 0.5}))
    assert speed_of(each, CPU, paths) == Speed(Role.VISUALIZER, 0.5 * steps, is_measured=True)
    assert speed_of(each, GPU, paths) is None, "it was the processor that took so long"
    paths.drawing_times.write_text(json.dumps({name: 0.5, f"{name} on cuda": 0.1}))
    assert speed_of(each, GPU, paths) == Speed(Role.VISUALIZER, 0.1 * steps, is_measured=True)
    paths.drawing_times.write_text("[")
    assert speed_of(each, CPU, paths) is None


@pytest.mark.parametrize(
    ("role", "seconds", "words"),
    [
        (Role.ENCODER, 1 / 12.4, "about 12 photos a second"),
        (Role.ENCODER, 1 / 1.53, "about 1.5 photos a second"),
        (Role.ENCODER, 3.96, "about 4 s a photo"),
        (Role.VISUALIZER, 9.1, "about 9.1 s a sketch"),
        (Role.VISUALIZER, 0.0203, "about 0.02 s a sketch"),
        (Role.VISUALIZER, 329.0, "about 5.5 min a sketch"),
        (Role.READER, 45.2, "about 45 s a photo"),
        (Role.READER, 0.05, "about 20 photos a second"),
        (Role.REWRITER, 1 / 41.0, "about 0.49 s a query"),
        (Role.REWRITER, 1 / 4873.0, "about 0.1 s a query"),
    ],
)
def test_speeds_in_words(role: Role, seconds: float, words: str) -> None:
    assert str(Speed(role, seconds, is_measured=False)) == words


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"rates": {"cpu": [0, 1]}}', '{"rates": 3}'])
def test_a_damaged_note_of_the_machine_is_none(paths: Paths, content: str) -> None:
    paths.machine.write_text(content)
    assert read_machine(paths) is None


def test_rewriters_are_told_by_their_size() -> None:
    assert all(offer.flops > 0 for offer in offers() if offer.role is not Role.REWRITER)
    assert find_offer("qwen3-4b-instruct").flops == 0  # type: ignore[union-attr]
