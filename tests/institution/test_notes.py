"""What people note on a server: each their own, nothing lost, disagreements shown."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.institution.conftest import answer, grant
from tests.institution.photos import content, file, hash_of, unit_vectors
from visret_desktop.cli.main import main
from visret_desktop.engine.field_messages import ChangeNotes
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import NameInUse, SearchUnknown
from visret_desktop.institution import postgres_notes
from visret_desktop.institution.adopting import _adopt_judgments, _adopt_notes
from visret_desktop.institution.postgres_filter import compiled
from visret_desktop.institution.postgres_notes import PostgresNotes
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store_errors import ServerReadOnly
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    FileDetections,
    Label,
)
from visret_desktop.library.catalog.filter_values import Rating
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import AcceptedName, Metadata, Notes

HERON, OWL = AcceptedName("Ardea cinerea", "Graureiher"), AcceptedName("Bubo bubo", "Uhu")
As = Callable[[str], PostgresStore]


@pytest.fixture
def opened_as(store: PostgresStore, address: str) -> As:
    """Open a library with three photos as somebody else, with rights as the document gives them."""
    contents = [content(n, vector, Metadata(rating=3)) for n, vector in enumerate(unit_vectors(3))]
    store.upsert(contents, [file(f"/mnt/{n}.jpg", n) for n in range(3)])
    for name, role in (("ann", "annotator"), ("ben", "annotator"), ("ron", "reader")):
        grant(address, name, role)
    return lambda name: PostgresStore(address.replace("postgres@", f"{name}@"))


def test_what_is_noted_while_one_searches_comes_into_no_part_of_it(opened_as: As) -> None:
    only = Filter.of(rating=[Rating(5, 5)])
    with opened_as("ann") as ann, opened_as("ben") as ben:

        def look(db: "psycopg.Connection[Any]") -> tuple[int, ...] | None:
            compiled(db, only)
            ben.notes.put({hash_of(0): Notes(rating=5)})
            return db.execute("SELECT count(*) FROM note").fetchone()

        assert ann._done(look) == (0,)
        assert ann.count(only) == 1


@pytest.mark.parametrize("longest_list", [50_000, 0])
def test_each_person_notes_beside_the_others(
    opened_as: As, longest_list: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_notes, "_LONGEST_LIST", longest_list)
    with opened_as("ann") as ann, opened_as("ben") as ben:
        change = ChangeNotes(hashes=(hash_of(0),), add_tags=("Tiere|Reiher",), rating=5)
        assert ann.notes.change(change) == {hash_of(0): Notes()}
        ben.notes.put({hash_of(0): Notes(("pond",), 1, (OWL,)), hash_of(1): Notes(rating=1)})
        ann.notes.change(ChangeNotes(hashes=(hash_of(0),), add_names=(HERON,)))
        noted = ben.notes.of([hash_of(n) for n in range(3)])
        assert noted == {
            hash_of(0): {
                "ann": Notes(("Tiere|Reiher",), 5, (HERON,)),
                "ben": Notes(("pond",), 1, (OWL,)),
            },
            hash_of(1): {"ben": Notes(rating=1)},
        }
        # A tag is whoever's, a rating one's own, else another's, else the file's.
        for only, passing in (
            (Filter.of(keyword=["Tiere"]), {hash_of(0)}),
            (Filter.of(words=["pond uhu"]), {hash_of(0)}),
            (Filter.of(species=["Ardea cinerea"]), {hash_of(0)}),
            (Filter.of(rating=[Rating(5, 5)]), {hash_of(0)}),
            (Filter.of(rating=[Rating(1, 1)]), {hash_of(1)}),
            (Filter.of(rating=[Rating(3, 3)]), {hash_of(2)}),
        ):
            assert {hit.content_hash for hit in ann.latest(9, only)} == passing, only
        known = ann.values()
        assert {"pond", "Reiher", "Tiere|Reiher"} <= set(known.keywords())
        assert known.common_names() == {"Graureiher": "Ardea cinerea", "Uhu": "Bubo bubo"}


def test_files_of_two_people_at_one_path_do_not_replace_each_other(
    opened_as: As, store: PostgresStore, address: str
) -> None:
    with psycopg.connect(address) as db:
        db.execute("GRANT ALL ON detection_file, detected, detection, vocabulary TO ann")
        db.execute("GRANT USAGE ON SEQUENCE detection_file_id_seq TO ann")

    def finds(model: str, name: str) -> dict[str, list[FileDetections]]:
        file = DetectionFile(Path("/home/finds.json"), "json", model)
        things = (Detection(Label(name), 0.9, None),)
        return {hash_of(0): [FileDetections(file, things)]}

    with opened_as("ann") as ann:
        for model, name in (("old", "animal"), ("new", "heron")):
            ann.detections.put(finds(model, name))
        store.detections.put(finds("other", "boat"))
        own, other = ann.detections.of_contents([hash_of(0)])[hash_of(0)]
    shown = [
        (str(one.file.path), one.file.model, [thing.label.name for thing in one.found])
        for one in (own, other)
    ]
    assert shown == [
        ("/home/finds.json", "new", ["heron"]),
        ("postgres:/home/finds.json", "other", ["boat"]),
    ]


def test_where_people_disagree_is_listed(opened_as: As) -> None:
    with opened_as("ann") as ann, opened_as("ben") as ben:
        ann.notes.put({hash_of(0): Notes(names=(HERON,)), hash_of(1): Notes(rating=4)})
        ben.notes.put({hash_of(0): Notes(names=(OWL,)), hash_of(1): Notes(rating=4)})
        ann.notes.judge("a heron", [hash_of(0), hash_of(2)], True)
        ben.notes.judge("a heron", [hash_of(0), hash_of(2)], False)
        ben.notes.judge("a heron", [hash_of(2)], True)
        ben.notes.judge("a heron", [hash_of(1)], False)
        ben.notes.judge("a heron", [hash_of(1)], None)
        assert ann.notes.judgments("a heron") == {
            hash_of(0): {"ann": True, "ben": False},
            hash_of(2): {"ann": True, "ben": True},
        }
        listed = [(one.kind, one.query, one.path, one.opinions) for one in ann.notes.conflicts(9)]
        assert listed == [
            ("judgment", "a heron", "/mnt/0.jpg", {"ann": True, "ben": False}),
            ("name", "", "/mnt/0.jpg", {"ann": ["Ardea cinerea"], "ben": ["Bubo bubo"]}),
        ]
        assert {hit.content_hash for hit in ben.latest(9, Filter.of(mark=["right"]))} == {
            hash_of(2)
        }


def test_nobody_writes_for_somebody_else(opened_as: As, address: str) -> None:
    with opened_as("ann") as ann:
        ann.notes.put({hash_of(0): Notes(("mine",))})
        ann.notes.judge("a heron", [hash_of(0)], True)
        ann.notes.save_search(SavedSearch("herons", "a heron"))
        with psycopg.connect(address.replace("postgres@", "ben@"), autocommit=True) as ben:
            for table in ("note", "judgment", "saved_search"):
                assert ben.execute(f"DELETE FROM {table}").rowcount == 0
            assert ben.execute("SELECT count(*) FROM saved_search").fetchone() == (0,)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                ben.execute("DELETE FROM photo")
        assert ann.notes.of([hash_of(0)]) == {hash_of(0): {"ann": Notes(("mine",))}}
        with opened_as("ron") as reader:
            assert reader.notes.of([hash_of(0)])
            for write in (
                lambda: reader.notes.put({hash_of(0): Notes(("no",))}),
                lambda: reader.notes.judge("a heron", [hash_of(0)], False),
                lambda: reader.notes.save_search(SavedSearch("mine", "a heron")),
            ):
                with pytest.raises(ServerReadOnly, match="you may not do that"):
                    write()


def add_tags(store: PostgresStore, which: str) -> None:
    for number in range(10):
        store.notes.change(ChangeNotes(hashes=(hash_of(0),), add_tags=(f"{which} {number}",)))


def test_two_computers_of_one_person_lose_nothing(opened_as: As) -> None:
    with opened_as("ann") as one, opened_as("ann") as other, ThreadPoolExecutor() as threads:
        changes = [
            threads.submit(add_tags, store, which)
            for which, store in (("one", one), ("other", other))
        ]
        for change in changes:
            change.result()
        before = one.notes.of([hash_of(0)])[hash_of(0)]["ann"]
        assert len(before.tags) == 20
        # What was taken back here was changed there meanwhile: it stays.
        other.notes.change(ChangeNotes(hashes=(hash_of(0),), rating=2))
        undone = {hash_of(0): Notes(), hash_of(1): Notes(rating=1)}
        assert one.notes.put(undone, {hash_of(0): before}) == {hash_of(0)}
        after = one.notes.of([hash_of(0), hash_of(1)])
        assert after[hash_of(0)]["ann"].rating == 2
        assert after[hash_of(1)]["ann"].rating == 1


class BusyNotes(PostgresNotes):
    """Notes that another computer of the same person changes right after they were read."""

    is_changed = False

    def of(self, hashes: Iterable[str]) -> dict[str, dict[str, Notes]]:
        """As `StoreNotes` says."""
        noted = super().of(hashes)
        if not self.is_changed:
            self.is_changed = True
            self.change(ChangeNotes(hashes=tuple(hashes), rating=2))
        return noted


def test_what_is_noted_while_a_library_is_taken_over_is_kept_and_added_to(
    store: PostgresStore,
) -> None:
    store.notes = BusyNotes(store._done)
    counts = _adopt_notes(store, {hash_of(0): Notes(("here",), 4)})
    assert counts == {"noted": 1, "ratings_kept": 1}
    assert store.notes.of([hash_of(0)]) == {hash_of(0): {"postgres": Notes(("here",), 2)}}


def test_judgments_that_name_no_photo_are_left_out(store: PostgresStore, tmp_path: Path) -> None:
    hashes = {"/0.jpg": hash_of(0), "/1.jpg": "none", "/2.jpg": 7}
    entry = {"query": "a heron", "photos": {"/0.jpg": 1, "/1.jpg": 1, "/2.jpg": 0, "/3.jpg": 1}}
    entries = [{**entry, "hashes": hashes}, {**entry, "query": "\0", "hashes": hashes}]
    judgments = Judgments(tmp_path / "judgments.jsonl", entries)
    assert [_adopt_judgments(store, judgments) for _ in range(2)] == [1, 0]
    assert store.notes.judgments("a heron") == {hash_of(0): {"postgres": True}}


def test_notes_outlive_that_a_photo_is_forgotten(store: PostgresStore) -> None:
    photo = [content(0, unit_vectors(1)[0])]
    store.upsert(photo, [file("/mnt/0.jpg", 0)])
    store.notes.put({hash_of(0): Notes(("kept",))})
    store.delete(["/mnt/0.jpg"])
    store.upsert(photo, [file("/elsewhere/0.jpg", 0)])
    assert store.count(Filter.of(keyword=["kept"])) == 1


def test_a_search_is_saved_once_under_a_name(opened_as: As) -> None:
    with opened_as("ann") as ann, opened_as("ben") as ben:
        ann.notes.save_search(SavedSearch("Herons", "a heron", facts=("after:2020",)))
        with pytest.raises(NameInUse):
            ann.notes.save_search(SavedSearch("herons", "a grey heron"))
        ann.notes.save_search(SavedSearch("herons", "a grey heron"), is_replacing=True)
        ben.notes.save_search(SavedSearch("Herons", "another"))
        assert [one.words for one in ann.notes.searches()] == ["a grey heron"]
        with pytest.raises(SearchUnknown, match="There are: herons"):
            ann.notes.remove_search("owls")
        assert ann.notes.remove_search("HERONS").words == "a grey heron"
        assert [one.words for one in ben.notes.searches()] == ["another"]


def test_commands_note_for_whoever_the_address_names(
    opened_as: As, address: str, capsys: pytest.CaptureFixture[str], profile: Path
) -> None:
    del profile
    with opened_as("ann"):
        ann, ben = (address.replace("postgres@", f"{name}@") for name in ("ann", "ben"))
    of_ann, of_ben = ("--library", ann), ("--library", ben)
    answer(capsys, "tag", "photo:0.jpg", *of_ann, "--add", "A/b", "--rate", "5")
    body = answer(capsys, "tag", "keyword:A", *of_ben, "--rate", "1", "--name", "Bubo bubo")
    (noted,) = body["notes"]
    assert noted["path"] == "/mnt/0.jpg"
    assert noted["of"]["ann"]["tags"] == ["A|b"]
    assert [one["name"] for one in noted["of"]["ben"]["names"]] == ["Bubo bubo"]
    answer(capsys, "judge", "an owl", "species:Bubo", *of_ann, "--as", "wrong")
    body = answer(capsys, "judge", "an owl", "photo:0.jpg", *of_ben, "--as", "right")
    assert body["judgments"][0]["of"] == {"ann": False, "ben": True}
    assert main(["institution", "conflicts", *of_ben]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "/mnt/0.jpg: judgment for “an owl”: ann wrong, ben right",
        "/mnt/0.jpg: rating: ann 5, ben 1",
    ]
    answer(capsys, "save", "Owls", "an owl", "keyword:A", *of_ann)
    assert answer(capsys, "saved", *of_ann)["searches"] == [
        {"name": "Owls", "text": 'an owl keyword:"A"'}
    ]
    assert answer(capsys, "saved", *of_ben)["searches"] == []
    assert answer(capsys, "unsave", "owls", *of_ann) == {"removed": "Owls"}
    for line, sentence in (
        (["tag", "an owl", "--rate", "1"], "Say by facts which photos"),
        (["tag", "--rate", "1"], "Say by facts which photos"),
        (["unsave", "owls"], "No saved search is called “owls”"),
        (["save", "Here", "an owl", "--folder", "/mnt"], "unrecognized arguments: --folder"),
    ):
        assert main(["institution", *line, *of_ann]) in (2, 3)
        assert sentence in capsys.readouterr().err
    assert main(["institution", "tag", "photo:9.jpg", "--rate", "1", *of_ann]) == 1
    assert capsys.readouterr().out == "No photo was chosen.\n"
    reader = address.replace("postgres@", "ron@")
    assert main(["institution", "tag", "photo:0.jpg", "--rate", "1", "--library", reader]) == 3
    assert "you may not do that" in capsys.readouterr().err
