"""A library on a server, searched as one on this computer is."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests import indexed
from tests.institution.conftest import Server, grant
from tests.institution.photos import content, file, unit_vectors
from visret_desktop.engine.field_messages import ChangeNotes, NotesChanged, PutNotes
from visret_desktop.engine.fieldwork.annotations_job import change_notes, put_notes
from visret_desktop.engine.messages import (
    AddFolders,
    AskCatalog,
    Browse,
    Failed,
    Finished,
    Hit,
    LibraryChanged,
    QueryTerm,
    Ranked,
    Search,
)
from visret_desktop.engine.models.encoder_choice import EncoderForm
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.browse_job import browse
from visret_desktop.engine.search.search_job import search
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.institution.adopting import adopt, space_of_library
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.searching.server_library import NotOnServer, ServerLibrary, opened
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import FilterNotOnServer, ServerReadOnly
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.catalog.catalog_opening import open_reader
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Condition, Filter
from visret_desktop.library.records import Notes, PhotoRow
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, ServerPaths
from visret_desktop.processes import own_python
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("searching")


@pytest.fixture(scope="module")
def desktop(folder_of_run: Path, compiled: Path, folder: Path) -> Iterator[Library]:
    paths = indexed.copy(indexed.drawn(folder_of_run, compiled), folder / "profile")
    with Library.open(paths, Settings()) as library:
        yield library


@pytest.fixture(scope="module")
def adopted(desktop: Library, server: Server, folder: Path) -> str:
    """The address of a server that has the same photos."""
    address = server.database()
    with PostgresStore(address, space_of_library(desktop)) as store:
        list(adopt(desktop, store, ThumbnailFolder(str(folder / "thumbnails")), None))
    return address


@pytest.fixture(scope="module")
def library(desktop: Library, adopted: str, folder: Path) -> Iterator[ServerLibrary]:
    with opened(desktop.paths, Settings(), adopted, str(folder / "thumbnails")) as library:
        yield library


def answer(library: Library, words: str, **how: Any) -> Ranked:
    request = Search(terms=(QueryTerm(words),), by_names=False, **how)
    return [one for one in search(library, library.adapted(request)) if isinstance(one, Ranked)][-1]


def shown(hits: tuple[Hit, ...]) -> list[tuple[str, str | None, str]]:
    return [(hit.path, hit.taken_at, hit.band) for hit in hits]


def _contents(rows: Sequence[PhotoRow]) -> int:
    return len({row.content_hash for row in rows})


@pytest.mark.slow("a sketch is drawn")
def test_a_server_finds_what_a_desktop_finds(desktop: Library, library: ServerLibrary) -> None:
    """Ranks and verdicts, by words and by a sketch, of all photos and of some."""
    rows = desktop.reader.photo_rows()
    some = Filter.of(photo=[row.path for row in rows[::2]])
    count = {ALL_PHOTOS: _contents(rows), some: _contents(rows[::2])}
    for strategy in ("original", "visret", "hybrid"):
        for only in (ALL_PHOTOS, some):
            how = {"strategy": strategy, "m": 1, "filter": only}
            here, there = (answer(one, "a heron", **how) for one in (desktop, library))
            assert shown(here.hits) == shown(there.hits)
            scores = [hit.score for hit in here.hits]  # in half precision there
            assert [hit.score for hit in there.hits] == pytest.approx(scores, abs=0.02)
            assert len(there.hits) == count[only]
            assert (here.found, here.lists) == (there.found, there.lists)
    assert here.found > 0
    assert answer(desktop, "an owl at night").nothing_matches
    assert answer(library, "an owl at night").nothing_matches


def test_only_vectors_filters_and_hashes_of_the_servers_own_photos_leave(
    library: ServerLibrary, folder: Path
) -> None:
    """All that libpq sends, as it writes it down itself."""
    wire = folder / "wire"
    with wire.open("wb") as file:
        library._shared.ask(lambda store: store._db.pgconn.trace(file.fileno()))  # type: ignore[attr-defined]
        for only in (ALL_PHOTOS, Filter.of(camera=["R5"])):  # the sketch is at hand
            answer(library, "a heron", strategy="visret", m=1, filter=only)
        library._shared.ask(lambda store: store._db.pgconn.untrace())  # type: ignore[attr-defined]
    sent = [line for line in wire.read_text(errors="replace").splitlines() if "\tF\t" in line]
    assert any("<#>" in line for line in sent)
    assert any("R5" in line for line in sent)
    assert not [line for line in sent if "heron" in line]
    statements = [line for line in sent if "\tParse\t" in line]
    assert all('"SELECT ' in one or '"WITH ' in one or "BEGIN" in one for one in statements)


def test_photos_come_in_by_pages_with_their_thumbnails(library: ServerLibrary) -> None:
    changed, ended = browse(library, library.adapted(Browse(most=3)))
    assert isinstance(changed, LibraryChanged)
    assert isinstance(ended, Finished)
    assert ended.summary["photos"] >= indexed.DRAWN
    first, *_ = library.latest(ALL_PHOTOS, 1)[0]
    assert library.thumbnails.get(first.content_hash)
    assert library.thumbnails.get("0" * 32) is None


def test_each_person_notes_in_their_own_window(desktop: Library, adopted: str) -> None:
    for name, role in (("ann", "annotator"), ("ben", "annotator"), ("ron", "reader")):
        grant(adopted, name, role)

    def note(library: ServerLibrary, request: ChangeNotes | PutNotes) -> dict[str, Notes]:
        done = change_notes if isinstance(request, ChangeNotes) else put_notes
        changed, *_ = done(library, library.adapted(request))  # type: ignore[arg-type]
        assert isinstance(changed, NotesChanged)
        return changed.before

    def opened_as(name: str) -> AbstractContextManager[ServerLibrary]:
        return opened(desktop.paths, Settings(), adopted.replace("postgres@", f"{name}@"))

    with opened_as("ann") as ann, opened_as("ben") as ben, opened_as("ron") as ron:
        photo = ann.latest(ALL_PHOTOS, 1)[0][0].content_hash
        rated = ChangeNotes(hashes=(photo,), add_tags=("pond",), rating=4)
        before = note(ann, rated)
        assert before == {photo: Notes()}
        note(ben, ChangeNotes(hashes=(photo,), rating=1))
        assert ann.reader.notes.of([photo]) == {photo: Notes(("pond",), 4)}
        assert ben.reader.notes.of([photo]) == {photo: Notes(rating=1)}
        with opened_as("ann") as elsewhere:  # her other computer
            assert elsewhere.latest(ALL_PHOTOS, 1)
            assert elsewhere.reader.notes.of([photo]) == {photo: Notes(("pond",), 4)}
            note(elsewhere, ChangeNotes(hashes=(photo,), add_tags=("reeds",)))
        note(ann, ChangeNotes(hashes=(photo,), drop_rating=True))
        assert ann.reader.notes.of([photo]) == {photo: Notes(("pond", "reeds"))}
        note(ann, PutNotes(notes=before))
        assert ann._shared.ask(lambda store: store.notes.of([photo])) == {
            photo: {"ben": Notes(rating=1)}
        }
        with pytest.raises(ServerReadOnly):
            note(ron, rated)
        assert ron.reader.notes.of([photo]) == {}


def test_what_came_in_goes_at_the_end(desktop: Library, adopted: str) -> None:
    with opened(desktop.paths, Settings(), adopted) as other:
        other.latest(ALL_PHOTOS, 3)
        assert other.reader.photo_ids().size == 3
        catalog = other.paths.catalog
    assert not catalog.parent.exists()


def test_a_copy_that_others_add_meanwhile_ends_no_browsing(
    server: Server, paths_of_run: Paths, starter_pack: Callable[[Role], Pack]
) -> None:
    space = EmbeddingSpace(EncoderForm(starter_pack(Role.ENCODER), "fp32").name, 8)
    address, photo = server.database(), content(1, unit_vectors(1)[0])
    with PostgresStore(address, space) as store:
        store.upsert([photo], [file("/mnt/old/1.jpg", 1)])
        with opened(paths_of_run, Settings(), address) as library:
            assert [row.path for row in library.latest(ALL_PHOTOS, 5)[0]] == ["/mnt/old/1.jpg"]
            store.upsert([photo], [file("/mnt/new/1.jpg", 1)])
            assert library.latest(Filter.of(below=["/mnt/old"]), 5)[0]
            assert not library.latest(Filter.of(below=["/mnt/new"]), 5)[0]


def test_what_needs_the_catalog_of_all_photos_is_refused(library: ServerLibrary) -> None:
    with pytest.raises(NotOnServer, match="cannot be done with a library on a server"):
        library.adapted(AddFolders())
    with pytest.raises(NotOnServer):
        library.adapted(Search(formula="owl AND snow"))
    with pytest.raises(FilterNotOnServer):
        answer(library, "an owl", filter=Filter((Condition("folder", (1,), negated=True),)))


@pytest.mark.slow("the engine starts in a process of its own")
def test_the_engine_of_a_window_opens_it_and_says_what_it_cannot_do(
    desktop: Library, adopted: str, folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(getattr(desktop.paths, name)))
    paths = ServerPaths.below(folder / "session", desktop.paths, adopted)
    client = EngineClient(
        command=own_python.program("engine", adopted, "", str(folder / "session"))
    )
    session = Session(client, is_of_server=True)
    session.index()  # of which nothing comes
    client.start()
    question = session.ask_beside(AskCatalog(question="How many photos are there?"))
    page = session.ask_beside(Browse(most=5))
    query = session.search(Search(terms=(QueryTerm("a heron"),), top_k=3))
    jobs = (question, page, query)
    qtbot.waitUntil(lambda: not any(job.is_open for job in jobs), timeout=120_000)
    client.shutdown()
    assert isinstance(question.ending, Failed)
    assert question.ending.code == "not-on-server"
    assert isinstance(page.ending, Finished)
    assert isinstance(query.ending, Finished)
    with closing(open_reader(paths)) as reader:
        assert 5 <= len(reader.photo_ids()) <= page.ending.summary["photos"] + 1


@pytest.mark.slow("the engine starts in a process of its own")
def test_the_engine_of_a_window_says_why_there_is_no_library_and_goes_on(
    profile: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    del profile
    place = (str(tmp_path / "none"), "", str(tmp_path / "session"))
    client = EngineClient(command=own_python.program("engine", *place))
    session = Session(client, is_of_server=True)
    client.start()
    for _ in range(2):
        job = session.ask_beside(Browse())
        qtbot.waitUntil(lambda job=job: not job.is_open, timeout=120_000)  # type: ignore[misc]
        assert isinstance(job.ending, Failed)
        assert job.ending.code == "server-library-missing"
    client.shutdown()
