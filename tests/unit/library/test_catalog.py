"""The catalog keeps what it was told, whatever happens to the process."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.errors import CatalogTooNew, LibraryBusy, UsageError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, FolderState, Metadata
from visret_desktop.library.repair.catalog_check import SCHEMA, new_schema, schema_digest
from visret_desktop.library.writer_lock import WriterLock

VECTOR = np.asarray([1, 0, 0], np.float32)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    yield opened
    opened.close()


def put(
    catalog: Catalog, folder: int, relative: str, content: str, metadata: Metadata | None = None
) -> int:
    with catalog.batch():
        number = catalog.put_photo(
            folder, relative, Fingerprint(10, 10**18), content, "uid", metadata or Metadata()
        )
        catalog.put_embedding(content, "encoder", VECTOR)
    return number


def _below(path: Path) -> Filter:
    return Filter.of(below=[str(path)])


def test_photo_comes_back_whole(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    told = Metadata(40, 30, "JPEG", "2025-04-12T06:30:15+02:00", 1.5, -2.5, keywords=("a", "b"))
    number = put(catalog, folder.id, "sub/a.jpg", "hash", told)
    photo = catalog.photo(number)
    assert photo is not None
    assert photo.metadata == told
    assert photo.path == tmp_path / "sub" / "a.jpg"
    assert catalog.photo(number + 1) is None


def test_undecodable_names(catalog: Catalog, tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jpg")
    folder = catalog.roots.add(tmp_path)
    put(catalog, folder.id, name, "hash")
    assert name in catalog.known_files(folder.id)
    assert catalog.photo_rows()[0].name == name


def test_what_lies_below_a_folder(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    odd = os.fsdecode(b"d\xe9r/a.jpg")
    names = ("sub/a.jpg", "sub/deep/b.jpg", "sub.jpg", "sub0/c.jpg", odd, "sub/" + odd)
    for name in names:
        put(catalog, folder.id, name, f"hash of {name!r}")
    labels = catalog.embeddings.labels_of_hashes((f"hash of {name!r}" for name in names), "encoder")
    found = {
        path: {
            name
            for name in names
            if labels[f"hash of {name!r}"]
            in catalog.embeddings.labels(_below(tmp_path / path), "encoder")
        }
        for path in ("", "sub", "sub/deep", os.fsdecode(b"d\xe9r"), "su")
    }
    assert found[""] == set(names)
    assert found["sub"] == {"sub/a.jpg", "sub/deep/b.jpg", "sub/" + odd}
    assert found["sub/deep"] == {"sub/deep/b.jpg"}
    assert found[os.fsdecode(b"d\xe9r")] == {odd}
    assert found["su"] == set()


def test_a_photo_is_found_by_its_path_without_reading_the_whole_table(
    catalog: Catalog, tmp_path: Path
) -> None:
    folder = catalog.roots.add(tmp_path)
    odd = os.fsdecode(b"caf\xe9.jpg")
    put(catalog, folder.id, odd, "hash")
    asked: list[str] = []
    catalog._db.set_trace_callback(asked.append)
    assert catalog.content_of_path(tmp_path / odd) == "hash"
    catalog._db.set_trace_callback(None)
    (query,) = (text for text in asked if "FROM photo" in text)
    plan = catalog._db.execute(f"EXPLAIN QUERY PLAN {query}").fetchone()[3]
    assert "photo_place" in plan


def test_rows_by_date_newest_first_and_by_name(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    put(catalog, folder.id, "a.jpg", "1", Metadata(taken_at="2020-01-01T00:00:00"))
    put(catalog, folder.id, "b.jpg", "2", Metadata(taken_at="2024-01-01T00:00:00"))
    assert [row.name for row in catalog.photo_rows("date")] == ["b.jpg", "a.jpg"]
    assert [row.name for row in catalog.photo_rows("name")] == ["a.jpg", "b.jpg"]


def test_generation_changes_with_live_embeddings_only(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    number = put(catalog, folder.id, "a.jpg", "hash")
    before = catalog.embeddings.generation("encoder")
    with catalog.batch():
        catalog.set_offline([number])
    assert catalog.embeddings.generation("encoder") == before
    with catalog.batch():
        catalog.delete_photos([number])
    assert catalog.embeddings.generation("encoder") != before


def test_only_live_embeddings_are_read_but_orphans_stay(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    kept, gone = (put(catalog, folder.id, f"{c}.jpg", c) for c in "ab")
    with catalog.batch():
        catalog.delete_photos([gone])
    live = [h for _, hashes, _ in catalog.embeddings.live("encoder") for h in hashes]
    assert live == ["a"]
    assert catalog.embeddings.has("b", "encoder")
    assert kept


@pytest.mark.parametrize("words", ['"', "NOT", "a OR", "🦉", "naïve*", "(", "x" * 10_000, "مرحبا"])
def test_any_words_may_be_looked_for(catalog: Catalog, words: str) -> None:
    assert catalog.counts(Filter.of(words=[words[:4000]])) == (0, 0)


def test_words_are_found_without_accents(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    put(catalog, folder.id, "Øland/tern.jpg", "hash", Metadata(keywords=("Küste",)))
    assert catalog.counts(Filter.of(words=["kuste"])) == (1, 0)
    assert catalog.counts(Filter.of(words=["tern"])) == (1, 0)


def test_folders_inside_and_around(catalog: Catalog, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    inner = catalog.roots.add(tmp_path / "in")
    put(catalog, inner.id, "a.jpg", "hash")
    outer = catalog.roots.add(tmp_path)
    assert [folder.path for folder in catalog.folders()] == [tmp_path]
    assert list(catalog.known_files(outer.id)) == ["in/a.jpg"]
    with pytest.raises(UsageError, match="already"):
        catalog.roots.add(tmp_path / "in")


def test_a_folder_around_another_can_be_noted_first_and_take_it_in_later(
    catalog: Catalog, tmp_path: Path
) -> None:
    (tmp_path / "in").mkdir()
    inner = catalog.roots.add(tmp_path / "in")
    put(catalog, inner.id, "a.jpg", "hash")
    with catalog.batch():
        nothing, code = Fingerprint(0, 0), "unreadable-folder"
        catalog.put_problem(inner.id, "", nothing, code, "No permission.", indexed=False)
    outer = catalog.roots.note(tmp_path)
    assert [folder.path for folder in catalog.folders()] == [tmp_path / "in", tmp_path]
    assert catalog.folder_around(tmp_path / "in") == outer
    catalog.roots.absorb_inner()
    assert [folder.path for folder in catalog.folders()] == [tmp_path]
    assert sorted(catalog.known_files(outer.id)) == ["in", "in/a.jpg"]


def test_removing_a_folder_forgets_its_photos(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    put(catalog, folder.id, "a.jpg", "hash")
    catalog.roots.set_state(folder.id, FolderState.OFFLINE)
    catalog.roots.remove(folder.id)
    assert catalog.folders() == []
    assert catalog.counts() == (0, 0)
    assert catalog.counts(Filter.of(words=["a"])) == (0, 0)


def test_failed_batch_leaves_nothing(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    with pytest.raises(RuntimeError), catalog.batch():  # noqa: PT012
        catalog.put_photo(folder.id, "a.jpg", Fingerprint(1, 1), "hash", "uid", Metadata())
        raise RuntimeError
    assert catalog.counts() == (0, 0)


def test_readers_read_while_a_batch_is_open(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path)
    reader = Catalog.open_readonly(tmp_path / "catalog.db")
    seen: list[tuple[int, int]] = []
    with catalog.batch():
        catalog.put_photo(folder.id, "a.jpg", Fingerprint(1, 1), "hash", "uid", Metadata())
        thread = threading.Thread(target=lambda: seen.append(reader.counts()))
        thread.start()
        thread.join()
    assert seen == [(0, 0)]
    assert reader.counts() == (1, 0)
    reader.close()


def test_newer_catalog_is_refused(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    catalog._db.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('catalog', 'from_the_future', '2099')"
    )
    catalog.close()
    with pytest.raises(CatalogTooNew):
        Catalog.open(tmp_path / "catalog.db")


KILLED = """
import sys
from pathlib import Path
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Fingerprint, Metadata
catalog = Catalog.open(Path(sys.argv[1]))
folder = catalog.roots.add(Path(sys.argv[2]))
for number in range(100000):
    with catalog.batch():
        for part in range(20):
            name = f"{number}-{part}.jpg"
            catalog.put_photo(folder.id, name, Fingerprint(1, 1), name, "uid", Metadata())
    print(number, flush=True)
"""


def test_kill_leaves_whole_batches(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path / "catalog.db"), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.strip() == "25":
                process.send_signal(signal.SIGKILL)
                break
        process.stdout.read()
    catalog = Catalog.open(tmp_path / "catalog.db")
    photos, _ = catalog.counts()
    assert catalog._db.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    assert photos >= 26 * 20
    assert photos % 20 == 0
    catalog.close()


def test_writer_lock_is_for_one(tmp_path: Path) -> None:
    hold = (
        "import sys, pathlib; from visret_desktop.library.writer_lock import WriterLock;"
        "WriterLock(pathlib.Path(sys.argv[1])).acquire(); print('held', flush=True);"
        "sys.stdin.read()"
    )
    lock = tmp_path / "writer.lock"
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(LibraryBusy, match=str(process.pid)):
            WriterLock(lock).acquire()
        process.kill()
        process.wait()
    with WriterLock(lock), pytest.raises(LibraryBusy):
        WriterLock(lock).acquire()


def test_what_a_new_catalog_is_made_of_is_noted() -> None:
    """After another step, note what `schema_digest` returns now as `SCHEMA`."""
    assert schema_digest(new_schema()) == SCHEMA
