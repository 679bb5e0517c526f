"""Saved searches: kept as they were left, checked as a stranger's, passed on without paths."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace as changed

from visret_desktop.engine.messages import QueryTerm, Search, Sketch
from visret_desktop.engine.repair.folder_traces import file_wipes
from visret_desktop.engine.saved_search import MOST_SEEN, SavedSearch, SavedTerm, titled
from visret_desktop.engine.saved_searches import (
    MOST,
    NameInUse,
    NoSearches,
    SavedSearches,
    SearchesDamaged,
    SearchesTooNew,
    SearchUnknown,
    TooManySearches,
    for_others,
    read_file,
    written,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import Paths

HASH, OTHER = "0123456789abcdef" * 2, "fedcba9876543210" * 2
FOLDER = '/photos/Trip "2" \udcff'
EVERYTHING = SavedSearch(
    "Größe / owls",
    "owl at dusk",
    chips=(
        SavedTerm(QueryTerm(image=f"hash:{HASH}", weight=-2.0), "a.jpg"),
        SavedTerm(QueryTerm(image=f"{FOLDER}/b.jpg"), "b.jpg"),
    ),
    facts=("taken:2023-03..2023-06", f'folder:"{FOLDER}"'),
    strategy="visret",
    family="description",
    instructions=("an owl in the evening",),
    sketches=(
        Sketch("A", "an owl in the evening", 7, if_needed=True),
        Sketch("B", "an owl in the evening", 8),
        Sketch("C", image=f"{FOLDER}/c.jpg"),
    ),
    locked=("A",),
    stopped=("B",),
    right=(HASH,),
    wrong=(OTHER,),
)


@pytest.fixture
def store(profile: Paths) -> SavedSearches:
    return SavedSearches(profile.saved_searches)


@pytest.fixture
def profile(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


def named(*names: str) -> list[SavedSearch]:
    return [SavedSearch(name, "an owl") for name in names]


def names_of(store: SavedSearches) -> list[str]:
    return [search.name for search in store.all()]


# ---- the list ----------------------------------------------------------------------------------


def test_a_search_comes_back_as_it_was_left(store: SavedSearches, profile: Paths) -> None:
    assert store.all() == ()
    store.add(EVERYTHING)
    assert SavedSearches(profile.saved_searches).all() == (EVERYTHING,)
    assert store.get(" größe /  OWLS") == EVERYTHING


def test_the_list_is_changed(store: SavedSearches) -> None:
    for search in named("owls", "frogs", "toads"):
        store.add(search)
    store.move("toads", -1)
    assert names_of(store) == ["owls", "toads", "frogs"]
    store.move("owls", -1)
    store.move("frogs", 5)
    assert names_of(store) == ["owls", "toads", "frogs"]
    removed, place = store.remove("Toads")
    assert names_of(store) == ["owls", "frogs"]
    store.put_back(removed, place)
    store.rename("owls", "Owls")
    assert names_of(store) == ["Owls", "toads", "frogs"]
    store.add(SavedSearch("frogs", "a green frog"), is_replacing=True)
    assert [one.words for one in store.all()] == ["an owl", "an owl", "a green frog"]


def test_what_cannot_be_done_is_said(store: SavedSearches) -> None:
    with pytest.raises(SearchUnknown, match="None is saved yet"):
        store.get("owls")
    for search in named("owls", "frogs"):
        store.add(search)
    with pytest.raises(SearchUnknown, match="There are: owls, frogs"):
        store.remove("toads")
    with pytest.raises(NameInUse):
        store.add(SavedSearch("OWLS", "an owl"))
    with pytest.raises(NameInUse):
        store.rename("frogs", "owls")
    with pytest.raises(NameInUse):
        store.put_back(store.get("owls"), 0)
    assert names_of(store) == ["owls", "frogs"]


def test_there_is_an_end_to_saving(store: SavedSearches, profile: Paths) -> None:
    store.take_in([SavedSearch(f"{number}", f"owl {number}") for number in range(MOST)])
    with pytest.raises(TooManySearches):
        store.add(SavedSearch("one more", "an owl"))
    with pytest.raises(TooManySearches):
        store.take_in([SavedSearch("another", "a frog")])
    assert len(store.all()) == MOST


# ---- what is new -------------------------------------------------------------------------------


def test_what_was_not_seen_is_new(store: SavedSearches) -> None:
    store.add(SavedSearch("owls", "an owl"))
    assert store.get("owls").new_among([HASH]) == frozenset()  # it was never looked at
    store.note_seen("owls", [])
    assert store.get("owls").new_among([HASH]) == {HASH}
    store.note_seen("owls", [HASH])
    assert store.get("owls").new_among([HASH, OTHER]) == {OTHER}
    store.note_seen("toads", [HASH])  # it is gone


def test_of_very_many_photos_none_is_called_new(store: SavedSearches) -> None:
    many = [f"{number:032x}"[::-1] for number in range(MOST_SEEN + 1)]
    search = SavedSearch("all", facts=("rating:>=1",))
    assert search.having_seen(many[:-1]).new_among(many) == {many[-1]}
    assert search.having_seen(many).new_among([OTHER]) == frozenset()


# ---- what the engine is asked ------------------------------------------------------------------


def test_the_engine_is_asked_what_was_saved() -> None:
    only = Filter.of(below=["/photos"])
    asked = EVERYTHING.request(only)
    assert asked == Search(
        terms=(QueryTerm("owl at dusk"), *(chip.term for chip in EVERYTHING.chips)),
        filter=only,
        strategy="visret",
        family="description",
        exclude_hashes=(HASH,),
        instructions=EVERYTHING.instructions,
        sketches=(EVERYTHING.sketches[0], EVERYTHING.sketches[2]),
        right_hashes=(HASH,),
        wrong_hashes=(OTHER,),
    )
    counting = EVERYTHING.counting(only)
    plain = {"strategy": "original", "family": "", "instructions": (), "sketches": ()}
    assert counting == replace(asked, **plain)


def test_a_formula_is_asked_as_one() -> None:
    asked = SavedSearch("f", "owl AND NOT snow", is_formula=True).request(Filter())
    assert (asked.formula, asked.terms) == ("owl AND NOT snow", (QueryTerm("owl AND NOT snow"),))


# ---- damage and strangers ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"version": "1"}',
        b'{"version": 1, "searches": {}}',
        b"[" * 100_000,
        b'{"version": 1, "searches": [' + b"{" * 10,
    ],
)
def test_a_damaged_file_is_kept_aside_and_told_once(
    store: SavedSearches, profile: Paths, content: bytes
) -> None:
    profile.data.mkdir(parents=True)
    profile.saved_searches.write_bytes(content)
    with pytest.raises(SearchesDamaged, match="kept as"):
        store.all()
    assert store.aside.read_bytes() == content
    assert store.all() == ()
    store.add(EVERYTHING)
    assert store.all() == (EVERYTHING,)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"name": "x"},
        {"name": "", "words": "owl"},
        {"name": "two\nlines", "words": "owl"},
        {"name": "x", "words": "o" * 5000},
        {"name": "x", "words": "owl", "strategy": "magic"},
        {"name": "x", "words": "owl", "seen": "AAAA"},
        {"name": "x", "words": "owl", "seen": "not base64!"},
        {"name": "x", "words": "owl", "sketches": [{"seed": 2**70}]},
        {"name": "x", "chips": [{"term": {"text": "owl", "weight": 1e9}}]},
        {"name": "x", "words": "owl", "right": ["no hash"]},
        {"name": "x", "words": 7},
        7,
    ],
)
def test_what_is_wrong_costs_no_more_than_itself(
    store: SavedSearches, profile: Paths, wrong: Any
) -> None:
    profile.data.mkdir(parents=True)
    body = {"version": 1, "searches": [wrong, {"name": "owls", "words": "an owl"}]}
    profile.saved_searches.write_text(json.dumps(body))
    with pytest.raises(SearchesDamaged):
        store.all()
    assert store.all() == (SavedSearch("owls", "an owl"),)
    assert json.loads(store.aside.read_text()) == body


def test_what_a_newer_version_wrote_stays_as_it_is(store: SavedSearches, profile: Paths) -> None:
    profile.data.mkdir(parents=True)
    profile.saved_searches.write_text('{"version": 2, "searches": "otherwise"}')
    for work in (store.all, lambda: store.add(EVERYTHING), lambda: store.remove("owls")):
        with pytest.raises(SearchesTooNew):
            work()
    assert profile.saved_searches.read_text() == '{"version": 2, "searches": "otherwise"}'


@pytest.mark.parametrize(("text", "name"), [("  an \n owl\t", "an owl"), ("a\x07b\u202ec", "abc")])
def test_names_are_one_line(text: str, name: str) -> None:
    assert titled(text) == name
    assert SavedSearch(titled("x" * 500), "owl").name == "x" * 200


# ---- forgetting --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "search",
    [
        SavedSearch("x", "an owl + /photos/trip/a.jpg"),
        SavedSearch("/photos/trip", "an owl"),
        SavedSearch("x", facts=('folder:"/photos/trip"',)),
        SavedSearch("x", facts=('-folder:"/photos/trip/2019"',)),
        SavedSearch("x", chips=(SavedTerm(QueryTerm(image="/photos/trip/a.jpg"), "a.jpg"),)),
        SavedSearch("x", "owl", sketches=(Sketch("A", image="/photos/trip/a.jpg"),)),
        SavedSearch("x", 'owl AND folder:"/photos/trip"', is_formula=True),
    ],
)
def test_what_names_a_forgotten_folder_goes(profile: Paths, search: SavedSearch) -> None:
    store = SavedSearches(profile.saved_searches)
    store.add(search)
    store.add(SavedSearch("stays", facts=('folder:"/photos/tripod"',)))
    store.aside.write_text("/photos/trip")
    for wipe in file_wipes(profile, [Path("/photos/trip")]):
        wipe()
    assert names_of(store) == ["stays"]
    assert not store.aside.exists()


def test_photos_that_are_gone_leave_nothing(store: SavedSearches) -> None:
    store.add(changed(EVERYTHING.having_seen([HASH, OTHER]), chips=()))
    by_photo = SavedTerm(QueryTerm(image=f"hash:{HASH}"), "a.jpg")
    store.add(SavedSearch("by a photo", chips=(by_photo,)))
    store.keep_only({OTHER})
    (left,) = store.all()
    assert (left.right, left.wrong) == ((), (OTHER,))
    assert left.new_among([HASH, OTHER]) == {HASH}
    assert left.seen == SavedSearch("x", "y").having_seen([OTHER]).seen


# ---- export and import -------------------------------------------------------------------------


def test_others_get_no_paths(store: SavedSearches, tmp_path: Path) -> None:
    searches = [
        EVERYTHING,
        SavedSearch("folder", facts=('-path:"/photos"',)),
        SavedSearch("formula", 'owl AND folder:"/photos"', is_formula=True),
        SavedSearch("picture", "owl AND /photos/a.jpg", is_formula=True),
        SavedSearch("plain", "owl"),
    ]
    passed, lacking = for_others(searches, with_paths=False)
    assert b"/photos" not in written(passed)
    assert HASH.encode() not in written(passed)
    assert [one.name for one in passed] == [EVERYTHING.name, "plain"]
    assert lacking == [one.name for one in searches[:-1]]
    assert passed[0].facts == ("taken:2023-03..2023-06",)
    assert [sketch.seed for sketch in passed[0].sketches] == [7, 8]
    whole, lacking = for_others(searches, with_paths=True)
    assert (len(whole), lacking) == (5, [])
    assert whole[0].chips == EVERYTHING.chips


def test_what_was_exported_is_imported_once(store: SavedSearches, tmp_path: Path) -> None:
    file = tmp_path / "mine.visret-searches"
    file.write_bytes(written([EVERYTHING, SavedSearch("frogs", "a frog")]))
    store.add(SavedSearch("Frogs", "a toad"))
    assert store.take_in(read_file(file)) == [EVERYTHING.name, "frogs 2"]
    assert store.take_in(read_file(file)) == []
    assert names_of(store) == ["Frogs", EVERYTHING.name, "frogs 2"]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b'{"version": 1, "searches": []}', b'{"version": 1, "searches": [1]}']
)
def test_what_is_no_file_of_searches_is_not_imported(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.visret-searches"
    file.write_bytes(content)
    with pytest.raises(NoSearches):
        read_file(file)
    with pytest.raises(NoSearches):
        read_file(tmp_path / "missing")


def test_a_pipe_is_no_file_of_searches(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NoSearches, match=r"is no plain file[^.]*\.$"):
        read_file(tmp_path / "pipe")


def test_a_search_of_a_later_version_is_refused_in_words(tmp_path: Path) -> None:
    file = tmp_path / "x.visret-searches"
    search = {"name": "owls", "words": "an owl", "mood": "calm", "strategy": "magic"}
    file.write_text(json.dumps({"version": 1, "searches": [search]}))
    with pytest.raises(NoSearches, match="“owls” has something that this version does not know"):
        read_file(file)
