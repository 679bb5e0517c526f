"""Sketches on disk: whole or not at all, known by all that determines them, bounded, marked."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from visret_desktop.engine.caches.search_caches import LearnedTimes, RewriteCache, rewrite_key
from visret_desktop.engine.caches.sketch_cache import SketchCache, marked, sketch_key, sketch_png
from visret_desktop.engine.search.planning import sketch_name
from visret_desktop.models.interfaces import Encoder, Family
from visret_desktop.packs.manifest import Pack, PackFile
from visret_desktop.roles import Role

PICTURE = Image.new("RGB", (64, 64), (90, 120, 200))
KEYS = [f"{number:032x}" for number in range(4)]
TEXT = "the belly of a <clay> toad & 🐸"


class _Encoder:
    name = "encoder-12345678"
    dimension = 4


ENCODER: Encoder = _Encoder()  # type: ignore[assignment]
VECTOR = np.array([0.1, -0.7, 0.7, 0.1], np.float32)


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    files = (PackFile("model.safetensors", 3, "0" * 64),)
    role = Role.VISUALIZER
    return Pack("drawer", "Drawer", role, "MIT", "", tmp_path, files, {"steps": 12})


@pytest.fixture
def cache(tmp_path: Path) -> SketchCache:
    return SketchCache(tmp_path / "sketches", 1)


def keep(
    cache: SketchCache, key: str, picture: Image.Image = PICTURE, model: str = "drawer-1"
) -> Path:
    unit = VECTOR / np.linalg.norm(VECTOR)
    path = cache.keep(key, picture, unit, ENCODER, instruction=TEXT, seed=3, model=model)
    assert path is not None
    return path


def test_the_key_changes_with_all_that_determines_the_picture(pack: Pack) -> None:
    other_file = (PackFile("model.safetensors", 3, "1" * 64),)
    keys = {
        sketch_key(pack, TEXT, 3),
        sketch_key(pack, TEXT, 4),
        sketch_key(pack, "an owl", 3),
        sketch_key(replace(pack, files=other_file), TEXT, 3),
        sketch_key(replace(pack, settings={"steps": 13}), TEXT, 3),
    }
    assert len(keys) == 5
    assert sketch_key(pack, TEXT, 3) in keys


def test_what_is_kept_comes_back_exactly(cache: SketchCache) -> None:
    assert cache.vector("key", ENCODER) is None
    keep(cache, "key")
    vector = cache.vector("key", ENCODER)
    assert vector is not None
    assert vector.dtype == np.float32
    assert (vector == VECTOR / np.linalg.norm(VECTOR)).all()
    assert "not photographs" in (cache.path("key").parent / "README.txt").read_text()


def test_a_sketch_is_kept_for_one_encoder(cache: SketchCache) -> None:
    class Other(_Encoder):
        name = "other-87654321"

    keep(cache, "key")
    other: Encoder = Other()  # type: ignore[assignment]
    assert cache.vector("key", other) is None


def test_half_a_sketch_is_none(cache: SketchCache) -> None:
    keep(cache, "key").unlink()
    assert cache.vector("key", ENCODER) is None
    assert not cache.path("key").exists()


@pytest.mark.parametrize("damage", ["", "[1, 2]", "null", "[NaN, 0, 0, 0]", "[0, 0, 0, 0]", "{}"])
def test_damaged_vectors_are_drawn_again(cache: SketchCache, damage: str) -> None:
    path = keep(cache, "key")
    path.with_suffix(f".{ENCODER.name}.json").write_text(damage)
    assert cache.vector("key", ENCODER) is None


def test_what_was_not_used_for_longest_goes_first(cache: SketchCache) -> None:
    noise = Image.fromarray(np.random.default_rng(1).integers(0, 256, (400, 400, 3), np.uint8))
    for number in range(4):  # of half a megabyte each
        for path in (keep(cache, KEYS[number], noise), *cache.path("x").parent.glob("*.json")):
            if path.name.startswith(KEYS[number]):
                os.utime(path, (1000 + number, 1000 + number))
    (cache.path("x").parent / "holiday.png").write_bytes(b"somebody's")
    os.utime(cache.path("holiday"), (1, 1))
    assert cache.vector(KEYS[0], ENCODER) is not None, "used now, so not the oldest any more"
    assert cache.prune() == 2
    left = {path.name.split(".")[0] for path in cache.path("x").parent.glob("*.*")}
    assert left == {KEYS[0], KEYS[3], "README", "holiday"}, "what is no sketch stays"
    assert (cache.path("x").parent / "README.txt").exists()


def test_a_folder_that_cannot_be_written_costs_only_the_memory(tmp_path: Path) -> None:
    (tmp_path / "sketches").write_text("a file is in the way")
    cache = SketchCache(tmp_path / "sketches", 1)
    unit = VECTOR / np.linalg.norm(VECTOR)
    kept = cache.keep("key", PICTURE, unit, ENCODER, instruction=TEXT, seed=1, model="m")
    assert kept is None
    assert cache.write_preview("key", 1, np.zeros((4, 4, 3), np.uint8)) == ""


# ---- files --------------------------------------------------------------------------------------


def test_the_file_says_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "sketch.png").write_bytes(sketch_png(PICTURE, TEXT + "\x00\udcff", 3, "drawer-1"))
    with Image.open(tmp_path / "sketch.png") as image:
        text = image.text  # type: ignore[attr-defined]
        assert "generated" in text["Synthetic"]
        assert text["Software"].startswith("visret ")
        assert (text["Seed"], text["Model"]) == ("3", "drawer-1")
        assert text["Instruction"].startswith(TEXT)
        source = image.getxmp()["xmpmeta"]["RDF"]["Description"]["DigitalSourceType"]
        assert source.endswith("/trainedAlgorithmicMedia")


@pytest.mark.parametrize("side", [8, 64, 512, 1024])
def test_the_mark_is_in_the_corner_and_small(side: int) -> None:
    picture = Image.new("RGB", (side, side), (90, 120, 200))
    changed = np.any(np.asarray(marked(picture)) != np.asarray(picture), axis=2)
    assert changed[-1, -1]
    assert not changed[0, 0]
    if side >= 64:
        assert 0.003 < changed.mean() < 0.03
        rows, columns = np.nonzero(changed)
        assert rows.min() > 0.85 * side
        assert columns.min() > 0.85 * side


# ---- what else is kept --------------------------------------------------------------------------


def test_rewrites_outlive_the_process_and_the_last_ones_stay(
    tmp_path: Path, pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visret_desktop.engine.caches.search_caches._MOST", 2)
    cache = RewriteCache(tmp_path / "rewrites.json")
    for name in ("a", "b", "c"):
        cache.put(name, (name, "é"), "Its own words." if name == "c" else "")
    again = RewriteCache(tmp_path / "rewrites.json")
    assert (again.get("a"), again.get("b")) == (None, (("b", "é"), ""))
    assert again.get("c") == (("c", "é"), "Its own words.")
    keys = {
        rewrite_key(pack, "do this", Family.QUESTION, "what?"),
        rewrite_key(pack, "do that", Family.QUESTION, "what?"),
        rewrite_key(pack, "do this", Family.DESCRIPTION, "what?"),
        rewrite_key(pack, "do this", Family.QUESTION, "who?"),
    }
    assert len(keys) == 4


@pytest.mark.parametrize("damage", ["", "[]", '{"a": 3, "key": []}', '{"key": {}}', "{"])
def test_damaged_files_are_begun_anew(tmp_path: Path, damage: str) -> None:
    (tmp_path / "kept.json").write_text(damage)
    assert RewriteCache(tmp_path / "kept.json").get("key") is None
    assert LearnedTimes(tmp_path / "kept.json", lambda: "cpu").seconds_each("a") in (None, 3)


def test_times_follow_the_computer(tmp_path: Path) -> None:
    def times_on(device: str) -> LearnedTimes:
        return LearnedTimes(tmp_path / "times.json", lambda: device)

    times = times_on("cpu")
    times.learn("a", 1.0)
    times.learn("a", 3.0)
    times.learn("b", 9.0)
    assert times_on("cpu").seconds_each("a") == 2.0
    assert times_on("cpu").seconds_each("c") is None
    moved = times_on("cuda")
    assert moved.seconds_each("a") is None, "a card has not been tried"
    moved.learn("a", 0.1)
    assert (moved.seconds_each("a"), times_on("cpu").seconds_each("a")) == (0.1, 2.0)
    assert set(json.loads((tmp_path / "times.json").read_text())) == {"a", "b", "a on cuda"}


def test_sketches_are_named_as_columns_of_a_spreadsheet() -> None:
    assert [sketch_name(n) for n in (0, 25, 26, 27, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA")
    ]


def test_no_file_is_left_half_written(cache: SketchCache, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **_more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    unit = VECTOR / np.linalg.norm(VECTOR)
    keys: Callable[[], list[str]] = lambda: [p.name for p in cache.path("x").parent.iterdir()]  # noqa: E731
    assert cache.keep("key", PICTURE, unit, ENCODER, instruction=TEXT, seed=1, model="m") is None
    assert keys() == []


def test_the_sketches_of_one_visualizer_can_be_forgotten(
    cache: SketchCache, tmp_path: Path
) -> None:
    assert SketchCache(tmp_path / "nowhere", 10).forget("mine") == 0
    for key, model in zip(KEYS, ("mine-1", "mine-2", "minerva-1"), strict=False):
        keep(cache, key, model=model)
    assert cache.forget("mine") == 2
    assert not cache.path(KEYS[0]).exists()
    assert cache.vector(KEYS[0], ENCODER) is None
    assert cache.vector(KEYS[2], ENCODER) is not None
