"""What must hold of a profile at any time, whatever was done to the program."""

import re
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np

from tests.end_to_end.conftest import Profile
from visret_desktop import settings
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.packs.registry import installed, is_built_in
from visret_desktop.paths import Paths
from visret_desktop.retrieval.index_files import DESCRIPTION, read_description

_OF_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_COUNT_REPETITIONS = """
CREATE TABLE IF NOT EXISTS embedded_again (content_hash TEXT, space TEXT);
CREATE TRIGGER IF NOT EXISTS count_embedded_again AFTER UPDATE ON embedding BEGIN
    INSERT INTO embedded_again VALUES (new.content_hash, new.space);
END;
"""
# Files of SQLite's own, locks, logs and finished backups; what a person installed or measured.
_OF_NO_INTEREST = re.compile(
    r"-(wal|shm)$|\.lock$|/logs/|/backups/[^/]*\.db$|^/data/packs/\w+/"
    r"|_times\.json$|machine\.json$|\.bak$"
)
_CHOSEN = re.compile(r"[0-9a-f]{12}(?=\.(labels|vectors)\.npy$)|(?<=/index/)[^/]+")


def paths_of(profile: Profile) -> Paths:
    """Return the directories that the command uses with this profile."""
    return Paths(profile.home / "data", profile.home / "cache", profile.home / "config")


def count_repetitions(catalog: Path) -> None:
    """Let the catalog itself note from now on when bytes get an embedding that had one."""
    with closing(sqlite3.connect(catalog, timeout=30)) as connection:
        connection.executescript(_COUNT_REPETITIONS)


def embedded_again(catalog: Path) -> int:
    """Return how many embeddings were made for nothing since `count_repetitions`."""
    with closing(sqlite3.connect(catalog, timeout=30)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM embedded_again").fetchone()
        return int(count)


def assert_sound(profile: Profile) -> None:
    """Check that the files are whole, agree with each other, and answer."""
    paths = paths_of(profile)
    for file in (paths.catalog, paths.thumbnails):
        if file.exists():
            assert list(_sqlite_faults(file)) == []
    _assert_packs_are_whole(paths)
    if paths.catalog.exists():
        _assert_photos_are_complete(paths)
        _assert_index_agrees(paths)


def _sqlite_faults(path: Path) -> Iterator[str]:
    with closing(sqlite3.connect(path, timeout=30)) as connection:
        for (finding,) in connection.execute("PRAGMA integrity_check"):
            if finding != "ok":
                yield f"{path.name}: {finding}"
        for row in connection.execute("PRAGMA foreign_key_check"):
            yield f"{path.name}: {row}"


def _assert_packs_are_whole(paths: Paths) -> None:
    for pack in installed(paths):
        assert isinstance(pack, Pack), pack
        assert is_built_in(pack) or verify(pack) == [], pack.name


def _assert_photos_are_complete(paths: Paths) -> None:
    """Every photo has a thumbnail, and a vector by some encoder."""
    with Library.open(paths, settings.load(paths.settings)) as library:
        reader = library.reader.embeddings
        hashes = {row.content_hash for row in library.reader.photo_rows()}
        assert library.thumbnails.missing(hashes) == set()
        lacking = [reader.lacking(name) for name in reader.spaces()]
        assert not hashes or any(not hashes & lacks for lacks in lacking)


def _assert_index_agrees(paths: Paths) -> None:
    """The index holds what the catalog holds, vector by vector, and answers."""
    with Library.open(paths, settings.load(paths.settings)) as library:
        if not library.reader.counts()[0]:
            return
        index, reader = library.indexes.vectors(), library.reader.embeddings
        labels = reader.labels(ALL_PHOTOS, library.encoder.name)
        assert sorted(index.labels()) == sorted(labels)
        for some, _, vectors in reader.live(library.encoder.name):
            for label, vector in list(zip(some, vectors, strict=True))[:: len(some) // 50 + 1]:
                found, similarities = index.query(vector, 1, np.array([label]))
                assert found.tolist() == [label]
                assert np.isclose(similarities[0], 1.0, atol=1e-3)
            assert np.isclose(index.query(vectors[0], 1)[1][0], 1.0, atol=1e-3)
        index.close()


def not_private(home: Path) -> list[str]:
    """Return what others than its owner may read, write or enter, with its mode."""
    return [
        f"{stat.filemode(path.stat().st_mode)} {path.relative_to(home)}"
        for path in [home, *home.rglob("*")]
        if not path.is_symlink() and path.stat().st_mode & _OF_OTHERS
    ]


def kinds_of_files(profile: Profile) -> set[str]:
    """Return the names of all files, with what is drawn by chance or chosen taken out."""
    files = (path for path in profile.home.rglob("*") if not path.is_dir())
    names = (f"/{path.relative_to(profile.home).as_posix()}" for path in files)
    return {_CHOSEN.sub("*", name) for name in names if not _OF_NO_INTEREST.search(name)}


def assert_nothing_stays_behind(profile: Profile, ordinary: set[str]) -> None:
    """Check that there are only files of the kinds that an undisturbed run leaves."""
    left = kinds_of_files(profile) - ordinary
    assert not left, left
    for folder in paths_of(profile).index_dir.iterdir():
        described = read_description(folder)["files"].values()
        expected = {DESCRIPTION, *(file["name"] for file in described)}
        assert {path.name for path in folder.iterdir()} == expected
