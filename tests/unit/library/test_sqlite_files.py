"""Many first connections to one brand-new file."""

import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event, Thread

import psutil
import pytest

from visret_desktop.library.sqlite_files import (
    DataVersion,
    FileConnections,
    connect,
    connect_to_read,
)


@pytest.mark.parametrize("attempt", range(5))
def test_first_connections_at_once_all_succeed(tmp_path: Path, attempt: int) -> None:
    together = Barrier(8)

    def open_and_write(number: int) -> str:
        together.wait()
        connection = connect(tmp_path / "new" / "file.db")
        connection.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER)")
        connection.execute("INSERT INTO t VALUES (?)", (number,))
        mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
        connection.close()
        return str(mode)

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(open_and_write, range(8))) == {"wal"}
    connection = connect(tmp_path / "new" / "file.db")
    assert connection.execute("SELECT count(*) FROM t").fetchone()[0] == 8
    connection.close()


def test_what_is_no_database_is_an_error_at_once(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_text("This is no database. " * 100)
    with pytest.raises(sqlite3.DatabaseError):
        connect(path)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_connections_go_with_their_threads(tmp_path: Path, is_replaced: bool) -> None:
    path = tmp_path / "file.db"
    connect(path).close()
    connections = FileConnections(path, connect)
    connections.get().execute("CREATE TABLE t (n INTEGER)")
    held = []
    for number in range(12):
        if is_replaced:
            shutil.copyfile(path, tmp_path / "other.db")
            (tmp_path / "other.db").replace(path)
        thread = Thread(target=lambda n=number: connections.get().execute(f"SELECT {n}"))
        thread.start()
        thread.join()
        connections.get().execute("SELECT 1")
        held.append(psutil.Process().num_fds())
    connections.close()
    assert held[-1] <= held[2]


def test_a_thread_that_is_inside_sqlite_goes_on_when_another_closes(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    connect(path).close()
    connections, began, counts = FileConnections(path, connect), Event(), list[tuple[int]]()
    question = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"

    def count() -> None:
        connections.get()
        began.set()
        counts.extend(connections.get().execute(f"{question} SELECT count(*) FROM n"))

    thread = Thread(target=count)
    thread.start()
    began.wait()
    first = connections.get()
    connections.close()
    assert connections.get() is not first
    thread.join()
    connections.close()
    assert counts == [(300_000,)]


def test_a_disk_that_another_may_write_is_read_as_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file.db"
    writer = connect(path)
    writer.execute("CREATE TABLE t (n INTEGER)")
    is_read_only = type("Status", (), {"f_flag": os.ST_RDONLY})
    monkeypatch.setattr(os, "statvfs", lambda _path: is_read_only)  # as of a second mount
    reader = connect_to_read(path)
    writer.execute("INSERT INTO t VALUES (7)")
    assert reader.execute("SELECT n FROM t").fetchall() == [(7,)]
    reader.close()
    writer.close()


def test_a_file_that_is_just_written_is_not_taken_for_one_that_nobody_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be read while it changes."""
    monkeypatch.setattr("visret_desktop.library.sqlite_files.BUSY_SECONDS", 0)
    path = tmp_path / "file.db"
    with closing(sqlite3.connect(path)) as writer:
        writer.execute("CREATE TABLE t (n INTEGER)")
        writer.execute("BEGIN EXCLUSIVE")
        with closing(connect_to_read(path)) as reader:
            assert not reader.is_sealed
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                reader.execute("SELECT n FROM t").fetchall()


def test_a_file_with_a_wal_is_not_taken_for_whole_on_a_disk_that_is_only_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in the WAL would be missing from it."""
    is_read_only = type("Status", (), {"f_flag": os.ST_RDONLY})
    monkeypatch.setattr(os, "statvfs", lambda _path: is_read_only)
    monkeypatch.setattr("visret_desktop.library.sqlite_files.BUSY_SECONDS", 0)
    path = tmp_path / "file.db"
    with closing(sqlite3.connect(path)) as writer:
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL"):
            writer.execute(f"PRAGMA {pragma}")
        writer.execute("CREATE TABLE t (n INTEGER)")
        with closing(connect_to_read(path)) as reader:
            assert not reader.is_sealed


def test_a_loop_goes_on_over_a_file_that_was_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    connections = FileConnections(path, connect)
    connections.get().execute("CREATE TABLE t (n INTEGER)")
    connections.get().executemany("INSERT INTO t VALUES (?)", [(number,) for number in range(3)])
    rows = iter(connections.get().execute("SELECT n FROM t"))
    assert next(rows) == (0,)
    connect(tmp_path / "other.db").close()
    (tmp_path / "other.db").replace(path)
    connections.get().execute("SELECT 1")
    assert list(rows) == [(1,), (2,)]
    connections.close()


def test_what_others_write_is_noticed_once(tmp_path: Path) -> None:
    path = tmp_path / "catalog.db"
    with closing(connect(path)) as writer:
        writer.execute("CREATE TABLE one (number)")
        version = DataVersion(path)
        assert not version.has_changed(), "it was not asked before"
        writer.execute("INSERT INTO one VALUES (1)")
        assert version.has_changed()
        assert not version.has_changed()
        writer.execute("SELECT * FROM one").fetchall()
        assert not version.has_changed()
    version.close()


def test_a_file_that_was_replaced_has_changed(tmp_path: Path) -> None:
    path, other = tmp_path / "catalog.db", tmp_path / "other.db"
    for file in (path, other):
        with closing(connect(file)) as writer:
            writer.execute("CREATE TABLE one (number)")
    version = DataVersion(path)
    version.has_changed()
    other.replace(path)
    assert version.has_changed()
    assert not version.has_changed()
    version.close()
