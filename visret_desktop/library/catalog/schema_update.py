"""Bring an older catalog up to date: the steps that are missing, after a backup."""

import sqlite3
from contextlib import suppress
from pathlib import Path

from visret_desktop.errors import CatalogTooNew
from visret_desktop.library.catalog import migrations
from visret_desktop.library.repair.backups import Backups, steps_of
from visret_desktop.library.sqlite_files import BUSY_SECONDS, transaction

_MOST_SECONDS_TO_CONVERT = 3600  # a large catalog, while other processes wait


def bring_up_to_date(path: Path, connection: sqlite3.Connection) -> None:
    """Apply the steps that are missing, all or none; one process does it, others wait for it."""
    if not _missing_steps(path, connection):
        return
    connection.execute(f"PRAGMA busy_timeout = {_MOST_SECONDS_TO_CONVERT * 1000}")
    with transaction(connection):
        missing = _missing_steps(path, connection)  # unless another process was faster
        is_older = bool(missing and migrations.applied(connection))
        if is_older:
            Backups(path).make_before(missing[0])
        migrations.apply(connection)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    if is_older:  # a table that was made anew leaves as much room again
        with suppress(sqlite3.OperationalError):  # the disk is full, or somebody reads
            connection.execute("VACUUM")


def _missing_steps(path: Path, connection: sqlite3.Connection) -> list[str]:
    names, applied = migrations.names(), migrations.applied(connection)
    if not applied <= set(names):
        raise CatalogTooNew(path=path)
    return [name for name in names if name not in applied]


def is_up_to_date(path: Path) -> bool:
    """Return True if the catalog at `path` has every step; False if there is none."""
    try:
        return set(steps_of(path)) == set(migrations.names())
    except sqlite3.OperationalError:  # no file, or nothing in it yet
        return False
