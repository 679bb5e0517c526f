"""What goes into a library on a server, what comes out, and what stands in the way."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import psutil
import psycopg
import pytest

from tests.institution.conftest import SPACE, Server
from tests.institution.photos import content, file, hash_of, unit_vectors
from visret_desktop.cli.main import main
from visret_desktop.institution import private_server
from visret_desktop.institution.forgetting import forget_gone
from visret_desktop.institution.index_run import IndexRequest, _Run
from visret_desktop.institution.photo_sources import open_source
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace, StoredFile, StoredProblem
from visret_desktop.institution.store_errors import (
    ContentMissing,
    DatabaseMissing,
    LibraryMissing,
    LibraryOfOtherEncoder,
    LibraryOfOtherVersion,
    ServerAddressWrong,
    ServerDiskFull,
    ServerLoginRefused,
    ServerReadOnly,
    ServerUnreachable,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.folders.scan import UNREADABLE_FOLDER, ScanProblem
from visret_desktop.library.records import LONGEST_TEXT, Failure, Fingerprint, Metadata
from visret_desktop.sentences import sentence
from visret_desktop.settings import Settings

VECTORS = unit_vectors(5)
NOT_UNICODE = os.fsdecode(b"/mnt/a/caf\xe9.jpg")


def fill(store: PostgresStore) -> None:
    contents = [content(number, vector) for number, vector in enumerate(VECTORS)]
    store.upsert(contents, [file(f"/mnt/a/{number}.jpg", number) for number in range(5)])


def test_what_is_written_twice_is_there_once(store: PostgresStore) -> None:
    fill(store)
    fill(store)
    counts = store.counts()
    assert (counts.contents, counts.files, counts.is_indexed) == (5, 5, False)
    hits = store.search(VECTORS[3], 2)
    assert hits[0].content_hash == hash_of(3)
    assert hits[0].path == "/mnt/a/3.jpg"
    assert hits[0].similarity == pytest.approx(1.0, abs=2e-3)
    assert hits[1].similarity < hits[0].similarity
    lengths = [np.linalg.norm(one.vector) for one, _ in store.contents()]
    assert lengths == pytest.approx([1.0] * 5, abs=1e-6)


def test_a_library_is_there_for_the_next_who_opens_it(store: PostgresStore, address: str) -> None:
    fill(store)
    with PostgresStore(address) as other:
        assert other.space == SPACE
        assert other.lacking([hash_of(4), hash_of(5)]) == {hash_of(5)}
        assert list(other.files_below("/mnt/a"))[1] == file("/mnt/a/1.jpg", 1)


def test_a_source_has_its_own_files_only_whatever_their_names(store: PostgresStore) -> None:
    fill(store)
    places = [NOT_UNICODE, "/mnt/ab/x.jpg", "s3://bucket/a/x.jpg"]
    store.upsert([], [StoredFile(one, Fingerprint(1, 2), hash_of(0)) for one in places])
    assert NOT_UNICODE in {one.path for one in store.files_below("/mnt/a/")}
    assert len(list(store.files_below("/mnt/a"))) == 6
    assert [one.path for one in store.files_below("s3://bucket")] == ["s3://bucket/a/x.jpg"]


def test_contents_go_with_their_last_file(store: PostgresStore) -> None:
    fill(store)
    store.upsert([], [file("/mnt/b/copy.jpg", 1)])
    assert store.delete(["/mnt/a/1.jpg", "/mnt/a/2.jpg", "/mnt/never.jpg"]) == 2
    assert store.lacking([hash_of(number) for number in range(5)]) == {hash_of(2)}
    store.upsert([content(9, VECTORS[0])], [file("/mnt/b/copy.jpg", 9)])  # other bytes now
    assert store.lacking([hash_of(1), hash_of(9)]) == {hash_of(1)}


def test_a_batch_is_written_as_a_whole_or_not_at_all(store: PostgresStore) -> None:
    with pytest.raises(ContentMissing):
        store.upsert([content(0, VECTORS[0])], [file("/mnt/a/0.jpg", 0), file("/mnt/a/1.jpg", 1)])
    assert store.counts().contents == 0
    fill(store)
    assert store.counts().contents == 5


def test_a_photo_whose_new_bytes_cannot_be_read_is_not_found_by_its_old_ones(
    store: PostgresStore,
) -> None:
    fill(store)
    places = ["/mnt/a/1.jpg", "/mnt/a/2.jpg"]
    failure, reason = Failure("corrupt"), sentence("The file is damaged.")
    broken, partial = (
        StoredProblem(place, Fingerprint(7, 7), failure, reason, is_indexed)
        for place, is_indexed in zip(places, (False, True), strict=True)
    )
    store.upsert([], [file(places[1], 2)], [broken, partial])
    assert [one.path for one in store.problems_below("/mnt/a")] == places
    assert store.lacking([hash_of(1), hash_of(2)]) == {hash_of(1)}
    assert places[0] not in {one.path for one in store.files_below("/mnt/a")}


def test_a_folder_that_cannot_be_read_is_a_problem_until_it_can(
    store: PostgresStore, address: str, tmp_path: Path
) -> None:
    source = open_source(str(tmp_path), Settings())
    path = str(tmp_path / "deep/closed")
    store.upsert([content(0, VECTORS[0])], [file(f"{path}/0.jpg", 0), file(f"{path}.jpg", 0)])
    run = _Run(IndexRequest(address, (str(tmp_path),)), store, Settings())
    closed = ScanProblem("deep/closed", UNREADABLE_FOLDER, sentence("This folder is closed."))
    strange = ScanProblem("deep/closed.jpg", "unreadable", sentence("This file is strange."))
    for problems, paths in (([closed, strange], [path]), ([closed], [path]), ([], [])):
        run._note_places(source, problems)
        assert [one.path for one in store.problems_below(str(tmp_path))] == paths
        assert store.counts().files == 2


class BusyStore(PostgresStore):
    """A library into which somebody else writes a new photo just before its files are listed."""

    def files_below(self, source: str) -> Iterator[StoredFile]:
        """As `Store` says."""
        new = Path(source) / "new.jpg"
        new.write_bytes(b"new")
        self.upsert([], [file(str(new), 0)])
        return super().files_below(source)


def test_what_comes_while_one_looks_what_is_gone_is_not_forgotten(
    store: PostgresStore, address: str, tmp_path: Path
) -> None:
    fill(store)
    (tmp_path / "there.jpg").write_bytes(b"there")
    store.upsert([], [file(str(tmp_path / name), 0) for name in ("gone.jpg", "there.jpg")])
    with BusyStore(address) as busy:
        assert forget_gone(busy, str(tmp_path), Settings(excluded=("there.*",))) == 1
    left = [Path(one.path).name for one in store.files_below(str(tmp_path))]
    assert left == ["new.jpg", "there.jpg"]


def test_what_is_in_a_batch_twice_is_there_once(store: PostgresStore) -> None:
    twice = [
        content(7, vector, Metadata(camera=name))
        for vector, name in zip(VECTORS, "ab", strict=False)
    ]
    store.upsert(twice, [file("/mnt/a/7.jpg", 7), file("/mnt/a/7.jpg", 7)])
    assert store.counts().files == store.count(Filter.of(camera=["b"])) == store.count() == 1


def test_texts_that_are_too_long_for_an_index_are_found_all_the_same(store: PostgresStore) -> None:
    drawn = np.random.default_rng(5).integers(0x4E00, 0x9FFF, LONGEST_TEXT)
    text = "".join(map(chr, drawn.tolist()))  # 6,000 bytes, and nothing to compress
    about = Metadata(camera=text, lens=text, color_label=text, keywords=(text, f"a|{text}"))
    store.upsert([content(1, VECTORS[0], about)], [file("/mnt/a/1.jpg", 1)])
    for only in (Filter.of(camera=[text]), Filter.of(keyword=[text]), Filter.of(keyword=["a"])):
        assert store.count(only) == 1
    (camera,) = store.values().of_cameras
    assert text.startswith(camera)


def test_what_waits_does_not_wait_for_a_wrong_password_to_become_right(server: Server) -> None:
    address = server.address.replace("postgres@", "nobody_here@")
    with pytest.raises(ServerLoginRefused, match="nobody_here"):
        PostgresStore(address, patience=240)
    with pytest.raises(DatabaseMissing):
        PostgresStore(server.address.replace("@/postgres?", "@/not_here?"), patience=240)


def test_a_connection_that_was_cut_is_made_anew(store: PostgresStore, server: Server) -> None:
    fill(store)
    server.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        " AND application_name = 'visret'"
    )
    assert store.count() == 5


# ---- what stands in the way -----------------------------------------------------------------


def test_a_library_of_another_encoder_or_version_stays_as_it_is(
    store: PostgresStore, address: str
) -> None:
    fill(store)
    with pytest.raises(LibraryOfOtherEncoder, match="things-0123, and other-9 is used here"):
        PostgresStore(address, EmbeddingSpace("other-9", 8))
    with psycopg.connect(address) as db:
        db.execute("UPDATE library SET value = '99' WHERE key = 'form'")
    with pytest.raises(LibraryOfOtherVersion, match="has form 99"):
        PostgresStore(address)


def test_an_address_that_leads_nowhere_is_said(server: Server, address: str) -> None:
    with pytest.raises(LibraryMissing, match="no library"):
        PostgresStore(address)
    with pytest.raises(DatabaseMissing, match="nothing_here"):
        PostgresStore(server.address.replace("@/postgres?", "@/nothing_here?"))
    with pytest.raises(ServerUnreachable, match="does not answer"):
        PostgresStore("postgresql://me:secret@127.0.0.1:1/library")
    with pytest.raises(ServerAddressWrong, match="is no address") as caught:
        PostgresStore("postgresql://me:secret@[host/library")
    assert "secret" not in str(caught.value)


def test_a_wrong_password_is_said_and_not_repeated(
    server: Server,
    store: PostgresStore,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = server.folder / "pg_hba.conf"
    before = rules.read_text()
    server.run("CREATE ROLE reader LOGIN PASSWORD 'right'")
    rules.write_text(f"local all reader scram-sha-256\n{before}")
    server.run("SELECT pg_reload_conf()")
    fill(store)
    name = store.server.rpartition("/")[2]
    wanted = server.address.replace("postgres@/postgres?", f"reader:{{}}@/{name}?")
    with pytest.raises(ServerLoginRefused, match="does not let you in") as caught:
        PostgresStore(wanted.format("wrong"))
    assert "wrong" not in str(caught.value)
    with psycopg.connect(server.address.replace("@/postgres?", f"@/{name}?")) as db:
        db.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    with PostgresStore(wanted.format("right")) as reading:
        assert len(reading.search(VECTORS[0], 9)) == 5
        with pytest.raises(ServerReadOnly, match="you may not do that"):
            fill(reading)
        with pytest.raises(ServerReadOnly):
            reading.delete(["/mnt/a/1.jpg"])
        assert reading.counts().files == 5

    monkeypatch.setenv("PGPASSWORD", "")  # as it is again at the end
    monkeypatch.delenv("PGPASSWORD")
    of_reader = wanted.replace(":{}@", "@")
    passwords, services = tmp_path / "passwords", tmp_path / "services"
    passwords.write_text("*:*:*:reader:right\n")
    passwords.chmod(0o600)
    services.write_text(f"[photos]\nhost={server.folder}\nport=5432\ndbname={name}\nuser=reader\n")
    monkeypatch.setenv("PGSERVICEFILE", str(services))
    status = ["institution", "status", "--library"]
    assert main([*status, of_reader]) == 3
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    for place in (of_reader, "postgresql:///?service=photos"):
        assert main([*status, place]) == 0
    monkeypatch.delenv("PGPASSFILE")
    capsys.readouterr()
    assert main([*status, wanted.format("right")]) == 0
    assert "Put it in ~/.pgpass" in capsys.readouterr().err
    rules.write_text(before)
    server.run("SELECT pg_reload_conf()")


def test_a_full_disk_costs_what_was_being_written(store: PostgresStore, address: str) -> None:
    fill(store)
    with psycopg.connect(address) as db:  # as the server says it, without filling a disk
        db.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE"
            " EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';"
            " END $$"
        )
        db.execute("CREATE TRIGGER t BEFORE INSERT ON file EXECUTE FUNCTION full_disk()")
    with pytest.raises(ServerDiskFull, match="no room left"):
        store.upsert([content(7, VECTORS[0])], [file("/mnt/a/7.jpg", 7)])
    with psycopg.connect(address) as db:
        db.execute("DROP TRIGGER t ON file")
    assert store.lacking([hash_of(7)]) == {hash_of(7)}
    store.upsert([content(7, VECTORS[0])], [file("/mnt/a/7.jpg", 7)])
    assert store.counts().contents == 6


def test_after_a_crash_of_the_server_all_is_there_and_who_waits_goes_on() -> None:
    folder = Path(tempfile.mkdtemp(prefix="visret-server-"))
    private_server.start(folder)
    try:
        with private_server.running(folder) as address, PostgresStore(address, SPACE) as store:
            fill(store)
            with PostgresStore(address, patience=240) as waiting, ThreadPoolExecutor() as pool:
                assert waiting.count() == 5
                kill(folder)
                with pytest.raises(ServerUnreachable, match="does not answer"):
                    store.search(VECTORS[0], 3)
                writing = pool.submit(waiting.upsert, [content(7, VECTORS[0])], [])
                private_server.start(folder)
                writing.result()
            assert store.count() == 6
    finally:
        private_server.stop(folder)
        shutil.rmtree(folder)


@pytest.mark.slow("a server is made, and started twice")
def test_a_server_that_somebody_else_starts_at_this_moment_is_used() -> None:
    folder = Path(tempfile.mkdtemp(prefix="visret-server-"))
    with private_server.running(folder):
        pass
    try:
        with ThreadPoolExecutor() as pool:
            pool.submit(private_server.start, folder)
            with private_server.running(folder) as address, psycopg.connect(address) as db:
                assert db.execute("SELECT 1").fetchone() == (1,)
    finally:
        private_server.stop(folder)
        shutil.rmtree(folder)


def kill(folder: Path) -> None:
    killed = psutil.Process(int((folder / "postmaster.pid").read_text().split()[0]))
    for process in (killed, *killed.children(recursive=True)):
        process.send_signal(signal.SIGKILL)
    psutil.wait_procs([killed])
