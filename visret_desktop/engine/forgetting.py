"""Forget a folder: its rows, and every trace of it in the files that the program keeps.

The catalog notes first what is to be forgotten and crosses it out last, so that what was
interrupted is finished by the next process that writes. What a file system keeps of deleted files,
and backups that somebody else makes of our folders, are out of reach.
"""

import json
import logging
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visret_desktop import file_changes
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.library.backups import Backups
from visret_desktop.library.catalog import Catalog
from visret_desktop.library.restoring import damaged_folder
from visret_desktop.paths import Paths
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.visible_text import visible

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_log = logging.getLogger(__name__)


def forget_folder(library: "Library", folder_id: int, job: int = 0) -> Iterator[Message]:
    """Forget a folder and its photos; the files themselves are never touched.

    Yields `LibraryChanged` as soon as the photos are out of the library, `Finished` when no trace
    is left.

    Raises:
        LibraryBusy: another process is writing.
        DiskFull: there is no room to write the catalog anew; the rest is done, and the next run
            tries again.
    """
    with library.writing() as catalog:
        catalog.remove_folder(folder_id)
        yield LibraryChanged(job)
        finish(library, catalog)
    yield LibraryChanged(job)
    yield Finished(job)


def finish(library: "Library", catalog: Catalog) -> None:
    """Remove what is left of folders that are being forgotten; nothing to do without any."""
    folders = catalog.being_forgotten()
    if not folders:
        return
    library.thumbnails.prune({row.content_hash for row in catalog.photo_rows()})
    clean_files(library.paths, folders)
    library.drop_index()
    library.level_index()
    catalog.cross_out_forgotten()
    _log.info("%d folders were forgotten", len(folders))


def clean_files(paths: Paths, folders: list[Path]) -> None:
    """Delete or clean what beside catalog, index and thumbnails may know of folders.

    Queries, and what was written and drawn for them, are a person's own words and stay; those that
    name a path in a folder go.
    """
    Backups(paths.catalog).forget_all()
    shutil.rmtree(damaged_folder(paths.catalog), ignore_errors=True)
    shutil.rmtree(paths.cache / "pasted", ignore_errors=True)
    for work in (paths.cache / "bench").glob("*/"):
        if any(_leads_into(path, folders) for path in work.rglob("*")):
            shutil.rmtree(work, ignore_errors=True)
    names = [os.fsencode(name) for folder in folders for name in _spellings(folder)]
    for log in paths.logs.glob("*.log*"):
        _drop_lines(log, names)
    RecentQueries(paths.recent_queries).drop(lambda query: _names_one_of(folders, query))
    _drop_judgments(paths.judgments, folders)


def _spellings(folder: Path) -> set[str]:
    """Return how a folder may be written in a log, an ini file or JSON."""
    path = str(folder)
    return {path, visible(path), json.dumps(path)[1:-1], path.replace("\\", "\\\\")}


def _names_one_of(folders: list[Path], text: str) -> bool:
    spellings = "|".join(re.escape(str(folder)) for folder in folders)
    return re.search(rf"({spellings})(?![^\s/\\\"'])", text) is not None


def _leads_into(path: Path, folders: list[Path]) -> bool:
    if not path.is_symlink():
        return False
    target = path.parent / path.readlink()
    return any(folder == target or folder in target.parents for folder in folders)


def _drop_lines(file: Path, names: list[bytes]) -> None:
    """Take lines that name a folder out of a file, which another process may be appending to."""
    try:
        with file.open("r+b") as opened:
            lines = opened.readlines()
            kept = [line for line in lines if not any(name in line for name in names)]
            if len(kept) < len(lines):
                opened.seek(0)
                opened.writelines(kept)
                opened.truncate()
    except FileNotFoundError:
        return
    except OSError as error:
        _log.warning("%s cannot be cleaned: %s", file.name, error)


def _drop_judgments(file: Path, folders: list[Path]) -> None:
    """Take photos of folders out of the judgments that the program keeps."""
    try:
        lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    except (OSError, ValueError):
        return
    kept = [line for old in lines if (line := _judgment(old, folders))]
    if kept != lines:
        file_changes.write(file, "".join(f"{line}\n" for line in kept).encode())


def _judgment(line: str, folders: list[Path]) -> str:
    """Return a line without photos of folders; "" where no photo is left."""
    try:
        judged: dict[str, Any] = json.loads(line)
        photos = dict(judged["photos"])
    except (ValueError, LookupError, TypeError):
        return "" if any(name in line for f in folders for name in _spellings(f)) else line
    left = {path: mark for path, mark in photos.items() if not _is_below(path, folders)}
    clean = {**judged, "photos": left}
    if isinstance(hashes := judged.get("hashes"), dict):
        clean["hashes"] = {path: of for path, of in hashes.items() if path in left}
    if isinstance(pictures := judged.get("pictures"), list):
        clean["pictures"] = [path for path in pictures if not _is_below(str(path), folders)]
    if clean == judged:
        return line
    return json.dumps(clean) if left else ""


def _is_below(path: str, folders: list[Path]) -> bool:
    return any(folder == Path(path) or folder in Path(path).parents for folder in folders)
