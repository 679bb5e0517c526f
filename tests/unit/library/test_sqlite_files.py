"""Many first connections to one brand-new file."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from visret_desktop.library.sqlite_files import connect


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
