"""What people noted of photos: kept by content, copied to photos, undone, forgotten."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.engine.field_messages import (
    ChangeNotes,
    DropPlaces,
    KeepPlaces,
    NotesChanged,
    PutNotes,
)
from visret_desktop.engine.fieldwork.annotations_job import changed, drop_places, keep_places
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import Message
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog import migrations
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_annotations import (
    NoteCounts,
    faults_of_row,
    notes_of_row,
)
from visret_desktop.library.catalog.filter_values import Rating
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import AcceptedName, Metadata, Notes, OwnPlace
from visret_desktop.paths import Paths, claim
from visret_desktop.settings import Settings

HERON = AcceptedName("Ardea cinerea", "grey heron", count=2, by="me", at="2026-05-01T10:00:00Z")
NOTES = Notes(("Birds|Heron",), 4, (HERON,), OwnPlace(45.5, -3.25, 12.0, "walk.gpx"))
FIRST, SECOND = "1" * 32, "2" * 32


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path)
    yield opened
    opened.close()


def found(catalog: Catalog, **wanted: list[object]) -> list[int]:
    return sorted(catalog.photo_ids("date", Filter.of(**wanted)).tolist())


def test_copies_share_notes_and_a_photo_that_moves_keeps_them(catalog: Catalog) -> None:
    one, other = put(catalog, 1, "a.jpg", FIRST), put(catalog, 1, "b.jpg", FIRST)
    catalog.annotations.put_notes({FIRST: NOTES})
    assert [photo.notes for photo in catalog.photos([one, other])] == [NOTES, NOTES]
    with catalog.batch():
        catalog.delete_photos([one, other])
    moved = put(catalog, 1, "elsewhere/a.jpg", FIRST)
    photo = catalog.photo(moved)
    assert photo is not None
    assert (photo.notes, photo.rating, photo.placed_by) == (NOTES, 4, "walk.gpx")
    assert (photo.metadata.latitude, photo.metadata.longitude) == (45.5, -3.25)


def test_notes_are_found_by_filters_and_words(catalog: Catalog) -> None:
    own = Metadata(keywords=("pond",), rating=2)
    one, other = put(catalog, 1, "a.jpg", FIRST, own), put(catalog, 1, "b.jpg", SECOND, own)
    catalog.annotations.put_notes({FIRST: NOTES})
    assert found(catalog, keyword=["Birds|Heron"]) == [one]
    assert found(catalog, keyword=["pond"]) == [one, other]
    assert found(catalog, species=["Ardea cinerea"]) == [one]
    assert found(catalog, rating=[Rating(4, 5)]) == [one]
    assert found(catalog, rating=[Rating(2, 2)]) == [other]
    assert found(catalog, has=["place"]) == [one]
    assert catalog.words.photos([["heron"]]) == {FIRST: one}
    assert found(catalog, keyword=["Birds"]) == [one]
    assert found(catalog, keyword=["Heron"]) == [one]
    assert catalog.notes.tags() == {"Birds|Heron": 1, "Heron": 1, "pond": 2}
    assert catalog.notes.names() == {"Ardea cinerea": 1}


def test_what_a_photo_says_of_its_place_stays(catalog: Catalog) -> None:
    number = put(catalog, 1, "a.jpg", FIRST, Metadata(latitude=1.0, longitude=2.0))
    catalog.annotations.put_notes({FIRST: NOTES})
    photo = catalog.photo(number)
    assert photo is not None
    assert (photo.metadata.latitude, photo.metadata.longitude, photo.placed_by) == (1.0, 2.0, "")
    assert photo.notes.place == NOTES.place


def test_a_place_that_does_not_say_where_it_is_from_is_one() -> None:
    """A catalog may have NULL there."""
    row = ("[]", None, "[]", 48.1, 11.5, None, None)
    assert notes_of_row(row).place == OwnPlace(48.1, 11.5)
    assert faults_of_row(row) == []


def test_undoing_brings_back_what_was_there(catalog: Catalog) -> None:
    number = put(catalog, 1, "a.jpg", FIRST, Metadata(rating=1, keywords=("own",)))
    before = catalog.annotations.put_notes({FIRST: NOTES})
    assert before == {FIRST: Notes()}
    assert catalog.annotations.put_notes(before) == {FIRST: NOTES}
    photo = catalog.photo(number)
    assert photo is not None
    assert (photo.notes, photo.rating, photo.metadata.latitude) == (Notes(), 1, None)
    assert photo.placed_by == ""
    assert found(catalog, keyword=["own"]) == [number]
    assert catalog.notes.noted() == []


def test_places_of_a_track_are_kept_once_and_dropped_by_their_source(tmp_path: Path) -> None:
    paths = Paths(*(tmp_path / name for name in ("data", "cache", "config")))
    claim(paths)
    with closing(Catalog.open(paths.catalog)) as made:
        made.roots.add(tmp_path)
        put(made, 1, "a.jpg", FIRST)
        put(made, 1, "b.jpg", SECOND, Metadata(latitude=1.0, longitude=2.0))
    place = OwnPlace(45.5, -3.25, 12.0, "walk.gpx")
    keep = KeepPlaces(places={FIRST: place, SECOND: place})

    def before(messages: Iterator[Message]) -> dict[str, Notes]:
        (changed_notes,) = (one for one in messages if isinstance(one, NotesChanged))
        return changed_notes.before

    with closing(Library(paths, Settings())) as library:
        assert before(keep_places(library, keep)) == {FIRST: Notes()}
        assert library.reader.notes.of([FIRST, SECOND]) == {FIRST: Notes(place=place)}
        assert before(keep_places(library, keep)) == {}, "nothing is different"
        assert before(drop_places(library, DropPlaces(source="other.gpx"))) == {}
        dropped = before(drop_places(library, DropPlaces(source="walk.gpx")))
        assert dropped == {FIRST: Notes(place=place)}
        assert library.reader.notes.of([FIRST]) == {}


def test_reading_a_photo_again_keeps_its_notes(catalog: Catalog) -> None:
    number = put(catalog, 1, "a.jpg", FIRST)
    catalog.annotations.put_notes({FIRST: NOTES})
    assert put(catalog, 1, "a.jpg", FIRST, Metadata(keywords=("new",))) == number
    assert found(catalog, keyword=["Birds|Heron"]) == [number]
    assert found(catalog, rating=[Rating(4, 4)]) == [number]
    assert found(catalog, has=["place"]) == [number]


def test_other_bytes_have_no_notes(catalog: Catalog) -> None:
    number = put(catalog, 1, "a.jpg", FIRST)
    catalog.annotations.put_notes({FIRST: NOTES})
    put(catalog, 1, "a.jpg", SECOND)
    photo = catalog.photo(number)
    assert photo is not None
    assert (photo.notes, photo.rating, photo.metadata.latitude) == (Notes(), None, None)
    assert found(catalog, keyword=["Birds|Heron"]) == []


def test_forgetting_a_folder_takes_its_notes_and_no_others(
    catalog: Catalog, tmp_path: Path
) -> None:
    other = tmp_path.parent / f"{tmp_path.name}-other"
    other.mkdir()
    second = catalog.roots.add(other).id
    put(catalog, 1, "a.jpg", FIRST)
    away = put(catalog, second, "b.jpg", SECOND)
    catalog.annotations.put_notes({FIRST: NOTES, SECOND: NOTES})
    with catalog.batch():
        catalog.delete_photos([away])  # out of its folder for a while
    catalog.roots.remove(1)
    assert catalog.notes.noted() == [SECOND]
    assert catalog.notes.names() == {"Ardea cinerea": 1}


def test_notes_that_are_kept_are_there_when_their_photos_come_back(
    catalog: Catalog, tmp_path: Path
) -> None:
    put(catalog, 1, "a.jpg", FIRST)
    put(catalog, 1, "b.jpg", SECOND)
    catalog.annotations.put_notes({FIRST: NOTES, SECOND: Notes(rating=2)})
    assert catalog.notes.only_in(1) == NoteCounts(tags=1, ratings=2, names=1, places=1)
    catalog.roots.remove(1, keeps_notes=True)
    assert catalog.notes.names() == {"Ardea cinerea": 1}
    again = catalog.roots.add(tmp_path).id
    number = put(catalog, again, "elsewhere.jpg", FIRST)
    photo = catalog.photo(number)
    assert photo is not None
    assert (photo.notes, photo.rating) == (NOTES, NOTES.rating)
    assert found(catalog, keyword=["Birds|Heron"]) == [number]
    catalog.roots.remove(again)
    assert catalog.notes.noted() == [SECOND], "the other photo has not come back"


def test_notes_of_copies_elsewhere_do_not_go_with_a_folder(
    catalog: Catalog, tmp_path: Path
) -> None:
    other = tmp_path.parent / f"{tmp_path.name}-other"
    other.mkdir()
    put(catalog, 1, "a.jpg", FIRST)
    put(catalog, catalog.roots.add(other).id, "copy.jpg", FIRST)
    catalog.annotations.put_notes({FIRST: NOTES})
    assert catalog.notes.only_in(1) == NoteCounts()


def test_a_change_says_only_what_changes() -> None:
    notes = Notes(("a", "b"), 3, (HERON,))
    tagged = changed(notes, ChangeNotes(add_tags=("c", "a"), drop_tags=("b",)))
    assert tagged == Notes(("a", "c"), 3, (HERON,))
    assert changed(notes, ChangeNotes(rating=0)).rating == 0
    assert changed(notes, ChangeNotes(drop_rating=True)).rating is None
    renamed = replace(HERON, by="you")
    assert changed(notes, ChangeNotes(add_names=(renamed,))).names == (renamed,)
    assert changed(notes, ChangeNotes(drop_names=("Ardea cinerea",))).names == ()
    placed = changed(notes, ChangeNotes(place=NOTES.place))
    assert placed.place == NOTES.place
    assert changed(placed, ChangeNotes(drop_place=True)) == notes


def test_notes_cross_the_border_to_the_engine() -> None:
    for message in (
        ChangeNotes(7, (FIRST,), ("tag",), (), 5, False, (HERON,), (), NOTES.place),
        PutNotes(8, {FIRST: NOTES}),
        NotesChanged(9, {FIRST: NOTES}),
    ):
        assert parse_line(message.to_line()) == message


def test_groups_of_one_species_stand_beside_each_other() -> None:
    """A sow with piglets: each group replaces itself, and the bare name that it says more of."""
    bare = AcceptedName("Sus scrofa", by="me")
    sows = replace(bare, count=2, sex="female", life_stage="adult")
    young = replace(bare, count=5, life_stage="juvenile")

    def after(names: tuple[AcceptedName, ...], *added: AcceptedName) -> tuple[AcceptedName, ...]:
        return changed(Notes(names=names), ChangeNotes(add_names=added)).names

    assert after((bare, HERON), sows, young) == (sows, HERON, young)
    more = replace(young, count=6, life_stage="Juvenile")
    assert after((sows, HERON, young), more) == (sows, HERON, more)
    assert after((sows, young), bare) == (sows, young), "their groups say it already"
    assert after((bare,), replace(bare, by="you")) == (replace(bare, by="you"),)
    of_event = replace(sows, event="2026-05-01T10:00:00Z/2026-05-01T10:01:00Z")
    assert after((of_event,), sows) == (of_event, sows), "what was said of the event stays"
    of_one = tuple(replace(sows, more=(("individualID", mark),)) for mark in "AB")
    assert after((), *of_one) == of_one
    notes = Notes(names=(sows, HERON, young))
    assert changed(notes, ChangeNotes(drop_groups=(young,))).names == (sows, HERON)
    assert changed(notes, ChangeNotes(drop_names=("Sus scrofa",))).names == (HERON,)
    instead = ChangeNotes(add_names=(bare,), drop_names=("Sus scrofa",))
    assert changed(notes, instead).names == (HERON, bare)


def test_common_names_of_an_older_catalog_are_known(tmp_path: Path) -> None:
    """Since they stand in a column of their own, which an older one fills from its notes."""
    path = tmp_path / "catalog.db"
    plain, odd = AcceptedName("Lutra lutra"), AcceptedName("Strix aluco", "Waldkauz")
    with closing(Catalog.open(path)) as catalog:
        catalog.roots.add(tmp_path)
        for content, names in {FIRST: (HERON, plain), SECOND: (plain, odd)}.items():
            put(catalog, 1, f"{content}.jpg", content)
            catalog.annotations.put_notes({content: Notes(names=names)})
        assert catalog.facts.common_names() == {"grey heron": HERON.name, "Waldkauz": odd.name}
        catalog._db.execute("DROP INDEX noted_name_common")
        catalog._db.execute("ALTER TABLE noted_name DROP COLUMN common")
        catalog._db.execute("DROP INDEX photo_inside")
        catalog._db.execute("ALTER TABLE photo DROP COLUMN inside")
        step = (migrations.names()[-1],)
        catalog._db.execute("DELETE FROM _sqlite_migrations WHERE name = ?", step)
    with closing(Catalog.open(path)) as catalog:
        assert catalog.facts.common_names() == {"grey heron": HERON.name, "Waldkauz": odd.name}
        catalog.annotations.put_notes({SECOND: Notes()})
        assert catalog.facts.common_names() == {"grey heron": HERON.name}
