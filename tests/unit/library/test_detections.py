"""What detectors found is kept by file: put, put again, read, dropped, and forgotten."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.catalog.filter_values import Detected
from visret_desktop.library.catalog.photo_filter import Condition, Filter

ANIMAL, FOX = Label("animal"), Label("Vulpes vulpes", "red fox", "species", True)
FIRST, SECOND, THIRD = "1" * 32, "2" * 32, "3" * 32
BOX = [1000, 2000, 3000, 4000]
FOUND = [
    PhotoFindings(FIRST, [[0, 9000, *BOX], [0, 3000, *BOX], [1, -1, -1, -1, -1, -1]]),
    PhotoFindings(SECOND, []),
    PhotoFindings(THIRD, [], "damaged"),
]


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.open(tmp_path / "catalog.db")
    for number, name in enumerate(("north", "south"), 1):
        (tmp_path / name).mkdir()
        made.roots.add(tmp_path / name)
        for content in (FIRST, SECOND, THIRD)[: 3 if number == 1 else 1]:
            put(made, number, f"{content[0]}.jpg", content)
    yield made
    made.close()


def file_in(folder: Path, name: str = "north/fox.json") -> DetectionFile:
    return DetectionFile(folder / name, "MegaDetector", "md_v5a", 0.2)


def shown(catalog: Catalog, *conditions: Condition) -> list[int]:
    return sorted(catalog.photo_ids("name", Filter(conditions)).tolist())


def rows(catalog: Catalog) -> dict[str, int]:
    tables = ("detection_file", "detection_label", "detection", "detected")
    return {
        table: catalog._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for table in tables
    }


def test_what_a_file_says_is_read_again(catalog: Catalog, tmp_path: Path) -> None:
    kept = catalog.annotations.put_detections(
        file_in(tmp_path), [ANIMAL, FOX, Label("person")], FOUND
    )
    assert (kept.photos, kept.blank) == (3, 1)
    (file,) = catalog.detections.files()
    assert (file.path, file.photos, file.blank, file.least) == (kept.path, 3, 1, 0.2)
    assert file.source == "md_v5a, fox.json"
    (look,) = catalog.detections.of(FIRST)
    box = (0.1, 0.2, 0.3, 0.4)
    assert look.found == (
        Detection(ANIMAL, 0.9, box),
        Detection(ANIMAL, 0.3, box),
        Detection(FOX, None, None),
    )
    assert catalog.detections.of(SECOND)[0].found == ()
    assert catalog.detections.of(THIRD)[0].failure == "damaged"
    assert catalog.detections.of("4" * 32) == []
    assert catalog.detections.counts() == [(FOX, 1), (ANIMAL, 1)]
    assert catalog.facts.detections() == [("Vulpes vulpes", "red fox"), ("animal", "")]
    animal = Condition("detected", (Detected("animal", 0.9),))
    fox = Condition("detected", (Detected("Vulpes vulpes", 1.0),))
    assert shown(catalog, animal) == shown(catalog, fox) == [1, 4], "copies share it"
    assert shown(catalog, Condition("detected", (Detected("animal", 0.91),))) == []
    blank = Condition("blank", ("blank",))
    assert shown(catalog, blank) == [2], "that nobody could look at a photo does not make it blank"
    assert shown(catalog, Condition("blank", ("blank",), True)) == [1, 3, 4]


def test_a_file_that_comes_again_replaces_itself(catalog: Catalog, tmp_path: Path) -> None:
    file = file_in(tmp_path)
    catalog.annotations.put_detections(file, [ANIMAL, FOX], FOUND)
    before = rows(catalog)
    catalog.annotations.put_detections(file, [ANIMAL, FOX], FOUND)
    assert rows(catalog) == before
    other = file_in(tmp_path, "other.json")
    catalog.annotations.put_detections(other, [ANIMAL], [PhotoFindings(SECOND, [[0, 5000, *BOX]])])
    assert shown(catalog, Condition("blank", ("blank",))) == [], "another one found something"
    assert catalog.detections.counts() == [(ANIMAL, 2), (FOX, 1)]
    assert catalog.annotations.drop_detections(other.path) == 1
    assert rows(catalog) == before
    assert catalog.annotations.drop_detections(other.path) == 0
    assert catalog.annotations.drop_detections(file.path) == 3
    assert set(rows(catalog).values()) == {0}
    assert not catalog.detections.are_there()


def test_a_failure_on_the_way_keeps_what_was_there(catalog: Catalog, tmp_path: Path) -> None:
    file = file_in(tmp_path)
    catalog.annotations.put_detections(file, [ANIMAL, FOX], FOUND)
    before = catalog.detections.of(FIRST)

    def stopping() -> Iterator[PhotoFindings]:
        yield FOUND[1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        catalog.annotations.put_detections(file, [ANIMAL, FOX], stopping())
    assert catalog.detections.of(FIRST) == before


def test_a_folder_is_forgotten_with_its_detections(catalog: Catalog, tmp_path: Path) -> None:
    catalog.annotations.put_detections(file_in(tmp_path), [ANIMAL, FOX], FOUND)
    owl = Label("Strix aluco", "", "species", True)
    only_north = [PhotoFindings(SECOND, [[0, 5000, *BOX]])]
    catalog.annotations.put_detections(file_in(tmp_path, "owls.json"), [owl], only_north)
    catalog.roots.remove(1)
    assert [look.found != () for look in catalog.detections.of(FIRST)] == [True]
    assert catalog.detections.of(SECOND) == []
    assert catalog.facts.detections() == [("Vulpes vulpes", "red fox"), ("animal", "")]
    (file,) = catalog.detections.files()
    assert "north" not in str(file.path), "where it lay in the folder is forgotten, too"
    assert file.path.name.endswith("fox.json")
    catalog.roots.cross_out_forgotten()
    content = (tmp_path / "catalog.db").read_bytes()
    assert b"Strix aluco" not in content
    assert b"owls.json" not in content
    catalog.roots.remove(2)
    assert set(rows(catalog).values()) == {0}
