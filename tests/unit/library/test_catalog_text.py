"""The words in pictures, as the catalog keeps, finds and forgets them."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from visret_desktop.engine.upkeep.clock_check import clock_differences
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.ocr_lines import InscribedLine

BOX = (0.1, 0.1, 0.5, 0.1, 0.5, 0.2, 0.1, 0.2)


def lines(*texts: str) -> list[InscribedLine]:
    return [InscribedLine(text, BOX) for text in texts]


def content(number: int) -> str:
    return f"{number:032x}"


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    """Six photos in two folders; the last is a copy of the first."""
    opened = Catalog.open(tmp_path / "catalog.db")
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        opened.roots.add(tmp_path / name)
    one, two = (folder.id for folder in opened.folders())
    with opened.batch():
        for number in range(6):
            taken = Metadata(taken_at=f"2024-05-0{number + 1}T10:00:00", camera="Trap 1")
            folder = one if number < 3 else two
            opened.put_photo(
                folder, f"{number}.jpg", Fingerprint(1, 1), content(number % 5), "", taken
            )
    yield opened
    opened.close()


def put(catalog: Catalog, number: int, *texts: str, version: str = "1") -> None:
    with catalog.batch():
        catalog.put_inscription(version, content(number), lines(*texts))


def with_text(catalog: Catalog, text: str, **wanted: Sequence[int]) -> set[str]:
    return set(catalog.contents(Filter.of(text=[text], **wanted)))


def test_photos_are_found_by_all_words_that_stand_in_them(catalog: Catalog) -> None:
    put(catalog, 0, "ENTRANCE to", "the Küste")
    put(catalog, 1, "exit only")
    assert with_text(catalog, "kuste entr") == {content(0)}
    assert with_text(catalog, "exit") == {content(1)}
    assert with_text(catalog, "entrance exit") == set()
    second = catalog.folders()[1].id
    assert with_text(catalog, "entrance", folder=[second]) == {content(0)}
    assert with_text(catalog, "exit", folder=[second]) == set()


def test_those_with_more_of_the_words_come_first(catalog: Catalog) -> None:
    put(catalog, 0, "pale ale and much else that stands on a board of beers")
    put(catalog, 1, "pale ale")
    put(catalog, 2, "ale", "stout")
    put(catalog, 3, "lager")
    words = [["pale"], ["ale", "ales"]]
    ranked = catalog.inscriptions.ranked(words)
    assert ranked == [(content(1), 2), (content(0), 2), (content(2), 1)]
    assert catalog.inscriptions.ranked(words, most=1) == ranked[:1]
    first = Filter.of(folder=[catalog.folders()[0].id])
    assert catalog.inscriptions.ranked([["lager"]], first) == []
    assert catalog.inscriptions.ranked([["pale"], ["x"], ["y"]]) == [], "less than half of them"
    assert catalog.inscriptions.ranked([]) == []
    assert catalog.inscriptions.ranked([['"'], ["NEAR(a b)"]]) == []


def test_what_is_read_anew_replaces_what_was_read(catalog: Catalog) -> None:
    put(catalog, 0, "wrong")
    put(catalog, 0, "right", version="2")
    assert catalog.inscriptions.lines(content(0)) == lines("right")
    assert with_text(catalog, "wrong") == set()
    put(catalog, 0, version="3")
    assert catalog.inscriptions.lines(content(0)) == []
    assert catalog.inscriptions.count() == 0
    assert content(0) not in catalog.passes.lacking("inscription", "3")


def test_photos_that_lack_it_come_newest_first_if_they_are_online(catalog: Catalog) -> None:
    put(catalog, 0, "x")
    lacking = catalog.passes.photos_lacking("inscription", "1")
    names = {row.photo_id: row.name for row in catalog.photo_rows()}
    assert [names[number] for number in lacking] == ["4.jpg", "3.jpg", "2.jpg", "1.jpg"]
    with catalog.batch():
        catalog.set_offline([int(lacking[0])])
    assert len(catalog.passes.photos_lacking("inscription", "1")) == 3


def test_words_go_with_the_last_photo_that_has_them(catalog: Catalog) -> None:
    put(catalog, 0, "hushed entrance")
    put(catalog, 1, "hushed exit")
    first, second = catalog.folders()
    catalog.roots.remove(first.id)
    assert with_text(catalog, "hushed") == {content(0)}, "a copy is left"
    assert catalog.inscriptions.lines(content(1)) == []
    catalog.roots.remove(second.id)
    catalog.roots.cross_out_forgotten()
    catalog.close()
    assert b"hushed" not in b"".join(
        each.read_bytes() for each in catalog.path.parent.glob("*.db*")
    )


def test_what_was_forgotten_meanwhile_is_not_kept(catalog: Catalog) -> None:
    put(catalog, 9, "secret")
    assert catalog.inscriptions.count() == 0
    assert catalog.passes.value("inscription", content(9)) is None
    assert not catalog.passes.is_done("inscription", "1", content(9))


def test_a_clock_that_differs_is_told_once_enough_photos_agree(catalog: Catalog) -> None:
    assert clock_differences(catalog) == []
    put(catalog, 0, "2024-05-01 11:00:05")
    put(catalog, 1, "05/02/2024 11:00:00 AM")
    assert clock_differences(catalog) == []
    put(catalog, 2, "2024-05-03 11:01")
    (found,) = clock_differences(catalog)
    assert (found.camera, found.folder.name, found.ahead) == ("Trap 1", "a", timedelta(hours=1))
    assert (len(found.photos), found.checked) == (3, 3)
    put(catalog, 2, "2024-05-03 10:00:59")
    assert clock_differences(catalog) == []
