"""Profiles that are indexed once a run: all workers share them, and tests get copies."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from filelock import FileLock

from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.disk import DirectDisk
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PHOTOS = "photos"  # the folder beside the profile's own that is indexed
_DIRECTORIES = ("data", "cache", "config")
DRAWN = 40  # pictures of the demonstration


def directories(home: Path) -> Paths:
    """Return the directories of the profile in `home`."""
    return Paths(*(home / name for name in _DIRECTORIES))


def once_a_run(home: Path, make: Callable[[Path], None]) -> Path:
    """Have `make` fill `home` unless a worker of this run has done so; return it."""
    with FileLock(home.with_name(f"{home.name}.lock")):
        is_made = home.with_name(f"{home.name}.made")
        if not is_made.exists():
            make(home)
            is_made.touch()
    return home


def index(home: Path, compiled: Path) -> None:
    """Index `home/photos` into a new profile in `home` that uses what all tests share."""
    paths = directories(home)
    for directory in (paths.data, paths.cache, paths.config):
        directory.mkdir()
    paths.compiled.symlink_to(compiled)
    with closing(Library(paths, Settings())) as library:
        for _ in index_folders(library, IndexFolders(1, (str(home / PHOTOS),)), Control(4)):
            pass


def drawn(folder_of_run: Path, compiled: Path) -> Path:
    """Return a profile with the demonstration, indexed: made once a run."""

    def make(home: Path) -> None:
        (home / "data").mkdir(parents=True)
        (home / "data" / "compiled").symlink_to(compiled)
        places = {f"VISRET_{name.upper()}_DIR": str(home / name) for name in _DIRECTORIES}
        command = ["-m", "visret_desktop", "demo", "--prepare-only", "--photos", str(DRAWN)]
        environment = os.environ | places
        subprocess.run([sys.executable, *command], check=True, capture_output=True, env=environment)

    return once_a_run(folder_of_run / "drawn", make)


def copy(home: Path, to: Path) -> Paths:
    """Copy a profile with its photos to `to`, where it is indexed as before.

    What lies at the target already stays: photos, say, or other models made ready.
    """

    def already_there(folder: str, names: list[str]) -> set[str]:
        source, target = Path(folder), to / Path(folder).relative_to(home)
        folders = {name for name in names if (source / name).is_dir()}
        links = {name for name in names if (source / name).is_symlink()}
        return {name for name in names if (target / name).exists()} - (folders - links)

    shutil.copytree(home, to, symlinks=True, ignore=already_there, dirs_exist_ok=True)
    paths = directories(to)
    _move_folders(paths.catalog, home, to)
    return paths


def _move_folders(file: Path, home: Path, to: Path) -> None:
    """Let a catalog know its folders below `to`, and their files as those that it knows."""
    with closing(Catalog.open(file)) as catalog:
        folders = {one.id: to / one.path.relative_to(home) for one in catalog.folders()}
        for number, path in folders.items():
            catalog.roots.move(number, path, DirectDisk().place(path))
    with closing(sqlite3.connect(file)) as db, db:
        for table in ("photo", "problem"):
            rows = db.execute(f"SELECT rowid, folder_id, relative FROM {table}").fetchall()
            now = [((folders[f] / name).stat().st_ctime_ns, row) for row, f, name in rows]
            db.executemany(f"UPDATE {table} SET changed_ns = ? WHERE rowid = ?", now)
