"""Keywords that are paths: as programs write them, as people type them, as a tree."""

import random
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from visret_desktop.library.catalog.fact_columns import keyword_tree
from visret_desktop.library.keyword_paths import (
    around_and,
    completions,
    last_part,
    paths_written,
    told_once,
    typed_path,
)
from visret_desktop.library.photos.xmp import read_xmp

PARTS = some.sampled_from(("a", "b", "ab", "é", "b/w", "taxonomy:order=a"))
KEYWORDS = some.lists(some.lists(PARTS, min_size=1, max_size=4).map("|".join), max_size=5)


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("Animals/Birds/Grey heron", "Animals|Birds|Grey heron"),
        (" Animals | Birds |", "Animals|Birds"),
        ("a|b/c", "a|b/c"),
        ("b/w", "b/w"),
        ("///", ""),
        ("pond", "pond"),
    ],
)
def test_a_typed_path_is_a_keyword(typed: str, path: str) -> None:
    assert typed_path(typed, {"b/w"}) == path


def test_what_programs_write_is_one_path() -> None:
    birds = "Animals|Birds|Grey heron"
    assert paths_written(["Animals", "Animals|Birds", birds, "alone"], [], []) == [birds]
    assert paths_written([], ["Animals/Birds/Grey heron", "alone"], []) == [birds]
    assert paths_written([birds], [birds.replace("|", "/")], ["Grey heron"]) == [birds]
    taxonomy = ["taxonomy:genus=Ardea", "taxonomy:class=Aves", "taxonomy:species=Ardea cinerea"]
    assert paths_written([], [], [*taxonomy, "taxonomy:shoe=x"]) == ["Aves|Ardea|Ardea cinerea"]


def test_a_photo_says_a_keyword_once() -> None:
    said = ["A|B|C", "C", "B", "pond", "taxonomy:order=C", "taxonomy:order=D"]
    assert told_once(said) == ["A|B|C", "pond", "taxonomy:order=D"]


def test_sidecars_of_naturtag_have_their_tree(material: Path) -> None:
    folder = material / "naturtag/assets/demo_images"
    packet = read_xmp((folder / "example_45524803.xmp").read_bytes())
    paths = [one for one in packet.keywords if "|" in one]
    assert any(one.startswith("Animalia|Mollusca|Gastropoda|") for one in paths), paths
    assert any(one.endswith("|Dirona picta") for one in paths), paths
    assert not [a for a in paths for b in paths if b.startswith(f"{a}|")]


@given(some.lists(KEYWORDS, min_size=1, max_size=6))
def test_a_parent_counts_the_photos_below_it(photos: list[list[str]]) -> None:
    found: dict[str, list[np.ndarray]] = {}
    for row, keywords in enumerate(photos):
        for keyword in set(keywords):
            for node in around_and(keyword):
                found.setdefault(node, []).append(np.array([row], np.int32))
    nodes = keyword_tree(found)
    for node, rows in nodes.items():
        below = [
            row
            for row, keywords in enumerate(photos)
            if any(one == node or one.startswith(f"{node}|") for one in keywords)
        ]
        assert rows.tolist() == below
    for left_out in found.keys() - nodes.keys():
        assert "|" not in left_out
        name = left_out.removeprefix("taxonomy:order=")
        said = [one for one in found if "|" in one and last_part(one) == name]
        assert said


def test_the_tree_of_a_large_library_is_quick() -> None:
    chance = random.Random(4)
    paths = [f"{a}|{a}{b}|{a}{b}{c}" for a in "abcdefgh" for b in "klmnopqr" for c in "stuvwxyz"]
    rows = np.arange(200_000, dtype=np.int32)
    found: dict[str, list[np.ndarray]] = {}
    for path in paths:
        some_rows = np.sort(np.array(chance.sample(range(len(rows)), 1200), np.int32))
        for node in (*around_and(path), last_part(path)):
            found.setdefault(node, []).append(some_rows)
    started = time.process_time()
    nodes = keyword_tree(found)
    assert time.process_time() - started < 2
    assert len(nodes) == 8 + 64 + 512


def test_completion_finds_the_last_part_first() -> None:
    known = {"Animals|Birds|Grey heron": 3, "Grey heron": 9, "heron pond": 1, "Places|Heron bay": 2}
    known |= {"Animals|Birds": 0, "Heronry|Nest": 7}
    assert list(completions("heron", known, 10)) == [
        "Places|Heron bay", "heron pond", "Heronry|Nest", "Animals|Birds|Grey heron",
    ]  # fmt: skip
    assert list(completions("animals/b", known, 10)) == [
        "Animals|Birds|Grey heron",
        "Animals|Birds",
    ]
    assert not list(completions("  ", known, 10))
    assert not list(completions("/", {"pond": 1}, 10))
