"""Put a sound catalog in the place of a damaged one; the damaged file is kept beside it.

First the damaged catalog itself is tried, as far as it can be read: damage in vectors or indexes
costs nothing then. Else the best sound backup takes its place, and as the last resort an empty
catalog with the same folders. Whatever is missing is made again by the next indexing run. Where not
even the folders can be told, nothing is done unless a person asked to begin anew.

Only for the process that holds the writer lock. Others may go on reading: their connections notice.
"""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes
from visret_desktop.errors import CatalogLost
from visret_desktop.library.catalog import migrations
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import batched, from_sql, marks
from visret_desktop.library.catalog.catalog_text import put_words
from visret_desktop.library.repair.backups import (
    LATER,
    Backups,
    is_unused,
    notes_since,
    steps_of,
    write_backup,
)
from visret_desktop.library.repair.catalog_check import damaged_folder, find_damage
from visret_desktop.library.sqlite_files import SUFFIXES, Connection, connect, connect_to_read
from visret_desktop.sentences import Sentence, sentence

_AT_ONCE = 1000
_log = logging.getLogger(__name__)

Labels = npt.NDArray[np.int64]
Vectors = npt.NDArray[np.float32]
# (space, the catalog's own name) to labels (n,) and vectors (n, d) that were kept elsewhere.
SavedVectors = Callable[[str, str], tuple[Labels, Vectors] | None]


@dataclass(frozen=True)
class Restored:
    """What took the place of a catalog. `backup_of` is None unless it was a backup."""

    damage: str
    backup_of: datetime | None
    folders: int
    photos: int
    kept_in: Path | None  # where the file from before lies
    noted_since: int | None = None  # photos, after the backup; None: nobody knows

    @property
    def sentence(self) -> Sentence:
        """Say to a person what happened."""
        if self.backup_of is not None:
            source = sentence(
                "its backup of {time} was put in its place", time=f"{self.backup_of:%Y-%m-%d %H:%M}"
            )
        elif self.photos:
            source = sentence("all photos in it could be saved")
        elif self.folders:
            source = sentence(
                "there was no backup, so the library begins anew with the same folders"
            )
        else:
            source = sentence(
                "there was no backup, so the library begins anew. Add your folders again"
            )
        again = sentence("What is missing is indexed again.")
        if self.backup_of is not None and self.noted_since is None:
            again = sentence(
                "What is missing is indexed again, but for what you noted since: "
                "tags, ratings, names, places and deployments."
            )
        elif self.backup_of is not None and self.noted_since:
            again = sentence(
                "What is missing is indexed again, but for what you noted since of "
                "{noted_since:,} photos.",
                noted_since=self.noted_since,
            )
        if not self.kept_in:
            return sentence(
                "The library's catalog was lost; {source}. {again}", source=source, again=again
            )
        return sentence(
            "The library's catalog was damaged; {source}. {again} The damaged file is kept in"
            " {place}.",
            source=source,
            again=again,
            place=self.kept_in,
        )


def restore(
    catalog: Path, damage: str, saved_vectors: SavedVectors, *, is_beginning_anew: bool = False
) -> Restored:
    """Replace a damaged or lost catalog by the best that there is.

    Raises:
        CatalogLost: that would be a catalog without folders, and not `is_beginning_anew`.
        OSError, sqlite3.Error: no room, no permission; the damaged one is still in its place.
    """
    fresh = catalog.with_name(f"{catalog.name}.new")
    for source, taken_at in _sources(catalog, fresh):
        if _is_usable(source, fresh, saved_vectors):
            return _restored(damage, source, taken_at, catalog, fresh)
    if not _begin_anew(catalog, fresh) and not is_beginning_anew:
        _drop(fresh)
        raise CatalogLost(path=catalog, reason=damage)
    return _restored(damage, None, None, catalog, fresh)


def restore_backup(catalog: Path, backup: Path, saved_vectors: SavedVectors) -> Restored | None:
    """Replace the catalog by this backup; None if the backup is damaged or too new."""
    fresh = catalog.with_name(f"{catalog.name}.new")
    taken_at = datetime.fromtimestamp(backup.stat().st_mtime)
    if not _is_usable(backup, fresh, saved_vectors):
        _drop(fresh)
        return None
    return _restored("", backup, taken_at, catalog, fresh)


def _restored(
    damage: str, backup: Path | None, taken_at: datetime | None, catalog: Path, fresh: Path
) -> Restored:
    folders, photos = _counts(fresh)
    since = notes_since(catalog, backup) if backup and taken_at else None
    return Restored(damage, taken_at, folders, photos, _replace(catalog, fresh), since)


def _sources(catalog: Path, fresh: Path) -> Iterator[tuple[Path, datetime | None]]:
    """Yield backups, the best first; before them one made now, if it can be."""
    last = fresh.with_name(f"{catalog.name}.last")
    try:
        file_changes.remove(last)
        if catalog.exists() and not is_unused(catalog):
            write_backup(catalog, last)
            yield last, None
    except (sqlite3.DatabaseError, ValueError) as error:
        _log.info("the damaged catalog cannot be read as a whole: %s", error)
    finally:
        file_changes.remove(last)
    for path in Backups(catalog).best_first():
        yield path, datetime.fromtimestamp(path.stat().st_mtime)


def _is_usable(backup: Path, fresh: Path, saved_vectors: SavedVectors) -> bool:
    """Make `fresh` of a backup and tell whether it came out sound."""
    _drop(fresh)
    try:
        if not set(steps_of(backup)) <= set(migrations.names()):
            return False  # made by a newer program
        rebuild(backup, fresh, saved_vectors)
        Catalog.open(fresh).close()  # brings it up to date
        finding = find_damage(fresh, is_thorough=True)
    except (sqlite3.DatabaseError, ValueError, TypeError, LookupError) as error:
        finding = str(error)
    if finding:
        _log.warning("the backup %s is of no use: %s", backup.name, finding)
    return not finding


def rebuild(backup: Path, target: Path, saved_vectors: SavedVectors) -> None:
    """Make a whole catalog of a backup: its indexes, its words, and the vectors that are known."""
    file_changes.copy(backup, target)
    with closing(_open(target)) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("BEGIN")
        _fill_vectors(db, saved_vectors)
        _make_later(db, "table")
        _fill_words(db)
        for kind in ("index", "view", "trigger"):
            _make_later(db, kind)
        _fill_inscriptions(db)
        db.execute(f"DROP TABLE {LATER}")
        # Indexes that were saved for the old catalog do not fit this one.
        db.execute("UPDATE meta SET value = hex(randomblob(8)) WHERE key = 'catalog'")
        db.execute("COMMIT")
    file_changes.sync(target)


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None, factory=Connection)


def _make_later(db: sqlite3.Connection, kind: str) -> None:
    for (statement,) in db.execute(f"SELECT sql FROM {LATER} WHERE type = ?", (kind,)).fetchall():
        db.execute(statement)


def _fill_vectors(db: sqlite3.Connection, saved_vectors: SavedVectors) -> None:
    """Give embeddings their vectors back; those that nobody has are computed again."""
    (name,) = db.execute("SELECT value FROM meta WHERE key = 'catalog'").fetchone()
    # Label, content, space, perhaps region, and last the vector: also in older backups.
    known = db.execute("SELECT * FROM embedding").fetchall()
    db.execute("DELETE FROM embedding")
    for space in sorted({row[2] for row in known}):
        saved = saved_vectors(space, name)
        if saved is not None:
            ours = [row for row in known if row[2] == space]
            values = marks(known[0])
            db.executemany(f"INSERT INTO embedding VALUES ({values})", _with_vectors(ours, *saved))


def _with_vectors(
    known: list[tuple[Any, ...]], labels: Labels, vectors: Vectors
) -> Iterator[tuple[Any, ...]]:
    row_of = {label: row for row, label in enumerate(labels.tolist())}
    for label, *rest, _ in known:
        if label in row_of:
            vector = np.ascontiguousarray(vectors[row_of[label]], "<f4")
            yield label, *rest, vector.tobytes()


def _fill_words(db: sqlite3.Connection) -> None:
    rows = db.execute("SELECT id, relative, title, description, keywords FROM photo").fetchall()
    for some in batched(rows, _AT_ONCE):
        for number, relative, title, description, keywords in some:
            names = _keywords(keywords)
            put_words(db, number, from_sql(relative), title, description, names)


def _fill_inscriptions(db: sqlite3.Connection) -> None:
    """Index the words that were read in pictures, which older backups do not have."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'inscription_text'").fetchone():
        db.execute("INSERT INTO inscription_text (inscription_text) VALUES ('rebuild')")


def _keywords(stored: str | None) -> list[str]:
    return [str(word) for word in json.loads(stored or "[]")]


def _begin_anew(catalog: Path, fresh: Path) -> int:
    """Make an empty catalog with those folders of the damaged one that can be read; say how many.

    It counts as used, so that it is not taken for one that was made because none was found.
    """
    _drop(fresh)
    folders: list[Any] = []
    with suppress(sqlite3.Error, ValueError), closing(connect_to_read(catalog)) as db:
        for row in db.execute("SELECT path FROM folder ORDER BY id"):
            folders.append(row[0])
    with closing(Catalog.open(fresh)) as empty:
        for stored in folders:
            with suppress(Exception):  # what a damaged row says may be anything
                path = Path(from_sql(stored))
                if path.is_absolute():
                    empty.roots.add(path)
        empty.note_use()
        return len(empty.folders())


def _counts(catalog: Path) -> tuple[int, int]:
    """Return how many folders and photos a catalog has."""
    with closing(connect_to_read(catalog)) as db:
        (folders,) = db.execute("SELECT count(*) FROM folder").fetchone()
        (photos,) = db.execute("SELECT count(*) FROM photo").fetchone()
    return int(folders), int(photos)


# ---- files ----------------------------------------------------------------------------------


def _replace(catalog: Path, fresh: Path) -> Path | None:
    """Keep what is there beside it and put `fresh` in its place; return where the old one is."""
    kept = _keep(catalog)
    # The WAL of the old file must be gone before: SQLite would play it into the new one.
    for suffix in SUFFIXES[:-1]:
        file_changes.remove(Path(f"{catalog}{suffix}"))
    with closing(connect(fresh)):  # the last one to close writes its WAL into the file
        pass
    file_changes.move(fresh, catalog, is_replacing=True)
    for suffix in SUFFIXES[:-1]:
        file_changes.remove(Path(f"{fresh}{suffix}"))
    file_changes.sync(catalog.parent)
    _log.warning("the catalog was replaced; the one from before is in %s", kept)
    return kept


def _keep(catalog: Path) -> Path | None:
    """Keep the files of a damaged catalog; an empty one holds nothing to keep."""
    there = [path for suffix in ("", "-wal") if (path := Path(f"{catalog}{suffix}")).exists()]
    if not any(path.stat().st_size for path in there):
        return None
    folder = damaged_folder(catalog) / f"{datetime.now():%Y-%m-%d %H-%M-%S.%f}"
    folder.mkdir(parents=True)
    for path in there:
        _link(path, folder / path.name)
    return folder


def _link(path: Path, target: Path) -> None:
    try:
        file_changes.link(path, target, is_symbolic=False)
    except OSError:  # a file system without links
        file_changes.copy(path, target)


def _drop(path: Path) -> None:
    for suffix in SUFFIXES:
        file_changes.remove(Path(f"{path}{suffix}"))
