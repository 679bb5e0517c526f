"""The traces of folders that were removed, in every file that the program keeps.

The catalog notes first what is to be forgotten and crosses it out last, so that what was
interrupted, or hindered by a reader, is finished by the next process that writes. What a file
system keeps of deleted files, and backups that somebody else makes of our folders, are out of
reach.
"""

import json
import logging
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.engine.caches.answer_cache import AnswerCache
from visret_desktop.engine.saved_searches import SavedSearches, SearchesDamaged, SearchesTooNew
from visret_desktop.errors import NotOurs
from visret_desktop.interchange.sidecars.sidecar_files import SidecarBackups
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.repair.backups import Backups
from visret_desktop.library.repair.catalog_check import damaged_folder
from visret_desktop.paths import Paths
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.retrieval import index_files
from visret_desktop.sentences import visible

_log = logging.getLogger(__name__)


def remove_traces(
    catalog: Catalog, paths: Paths, thumbnails: ThumbnailStore, drop_index: Callable[[], None]
) -> None:
    """Remove what is left of folders that are being forgotten; nothing to do without any.

    What cannot be removed now is logged, and the catalog goes on saying that there are traces.
    """
    if not catalog.is_forgetting():
        return
    folders = catalog.being_forgotten()
    wipes: tuple[Callable[[], object], ...] = (
        lambda: thumbnails.prune(catalog.content_hashes()),
        drop_index,
        lambda: AnswerCache(paths.answers).keep_only(catalog.content_hashes()),
        lambda: _of_saved(paths, lambda saved: saved.keep_only(catalog.content_hashes())),
        *file_wipes(paths, folders),
    )
    hindered = [wipe for wipe in wipes if not _is_done(wipe)]
    if not hindered and catalog.roots.cross_out_forgotten():
        _log.info("%d folders were forgotten", len(folders))


def _is_done(wipe: Callable[[], object]) -> bool:
    try:
        wipe()
    except (OSError, NotOurs) as error:
        _log.warning("a trace of a folder that was removed is left: %s", error)
        return False
    return True


def file_wipes(paths: Paths, folders: list[Path]) -> Iterator[Callable[[], None]]:
    """Yield what deletes or cleans the files that may know of folders.

    Queries, and what was written and drawn for them, are a person's own words and stay; those that
    name a path in a folder go.
    """
    yield Backups(paths.catalog).forget_all
    yield partial(file_changes.remove_tree, damaged_folder(paths.catalog))
    yield partial(file_changes.remove_tree, paths.cache / "pasted")
    yield partial(file_changes.remove, paths.last_tags)
    yield partial(file_changes.remove, paths.last_joined_notes)
    yield partial(file_changes.remove, paths.last_deployments)
    for work in (paths.cache / "bench").glob("*/"):
        if any(_leads_into(path, folders) for path in work.rglob("*")):
            yield partial(file_changes.remove_tree, work)
    names = [os.fsencode(name) for folder in folders for name in _spellings(folder)]
    for log in paths.logs.glob("*.log*"):
        yield partial(_drop_lines, log, names)
    queries = RecentQueries(paths.recent_queries)
    yield partial(queries.drop, lambda query: _names_one_of(folders, query))
    yield partial(SidecarBackups(paths.sidecar_backups).forget, folders)
    yield partial(_drop_judgments, paths.judgments, folders)
    yield partial(_of_saved, paths, lambda one: one.drop(lambda text: _names_one_of(folders, text)))


def _of_saved(paths: Paths, change: Callable[[SavedSearches], None]) -> None:
    """Change the saved searches; what is kept aside of a damaged file of them is deleted.

    Raises:
        OSError, NotOurs: they stay as they are.
    """
    saved = SavedSearches(paths.saved_searches)
    try:
        if paths.saved_searches.exists():
            change(saved)
    except SearchesDamaged:
        change(saved)  # what could be read
    except SearchesTooNew as error:
        raise OSError(str(error)) from error
    file_changes.remove(saved.aside)


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
    """Take lines that name a folder out of a log, to which another process may be appending.

    It stays the same file, as that process would go on writing to one that was replaced; its next
    line comes behind ours.
    """
    try:
        lines = file.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:  # rotated away
        return
    kept = [line for line in lines if not any(name in line for name in names)]
    if len(kept) < len(lines):
        with file_changes.appending(file) as opened:
            opened.truncate(0)
            opened.write(b"".join(kept))


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


def sweep(paths: Paths) -> None:
    """Remove what killed processes left of files that they were writing."""
    folders = (paths.data, paths.cache, paths.config, paths.packs)
    sketches = (paths.sketches, paths.sketches / "previews")
    of_packs = (*paths.packs.glob("*/"), *paths.beginnings.glob("*/"))
    file_changes.sweep((*folders, *sketches, *of_packs))
    for directory in paths.index_dir.glob("*/"):
        index_files.tidy(directory)
