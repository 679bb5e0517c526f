"""`visret doctor --repair` and `--restore`: put right what is damaged, each thing its own way."""

import sqlite3
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop import file_changes, settings
from visret_desktop.cli.output import Output, size_of
from visret_desktop.errors import LibraryBusy, UsageError
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.photos.thumbnails import ThumbnailStore
    from visret_desktop.library.repair.orphans import Leftovers
    from visret_desktop.packs.manifest import Pack

_NAMED = 20  # records that were set aside


def repair(paths: Paths, chosen: Settings, out: Output) -> list[str]:
    """Repair all that is damaged; return, and show, a sentence for each repair."""
    ways: tuple[Callable[[Paths], Iterator[str]], ...] = (
        _catalog,
        set_records_aside,
        _index,
        _thumbnails,
        _settings,
        _compiled,
        partial(_leftovers, chosen),
    )
    done = [sentence for way in ways for sentence in way(paths)]
    for sentence in done:
        out.notice(sentence)
    return done


def _catalog(paths: Paths) -> Iterator[str]:
    from visret_desktop.engine.repair.catalog_recovery import mend

    restored = mend(paths, is_thorough=True, is_beginning_anew=True)
    if restored is not None:
        yield restored.sentence


def set_records_aside(paths: Paths) -> Iterator[str]:
    """Set aside what cannot be read, record by record."""
    from visret_desktop.engine.repair.stored_records import set_aside, unreadable_records
    from visret_desktop.library.catalog.catalog import Catalog
    from visret_desktop.library.writer_lock import WriterLock

    if not paths.catalog.exists():
        return
    Catalog.open_readonly(paths.catalog).close()  # brings it up to date
    if not unreadable_records(paths.catalog):
        return
    with WriterLock(paths.writer_lock):
        records, file = set_aside(paths.catalog)
    for one in records[:_NAMED]:
        yield f"Not to be read, and set aside: {one.what}."
    yield (
        f"{len(records)} stored records could not be read. What can be read of them stays; they are"
        f" kept as they were in {file}."
    )


def _index(paths: Paths) -> Iterator[str]:
    for directory, damage in damaged_indexes(paths):
        file_changes.remove_tree(directory)
        yield f"The vector index was damaged ({damage}); it is made anew at the next search."


def _thumbnails(paths: Paths) -> Iterator[str]:
    from visret_desktop.library.photos.thumbnails import ThumbnailStore
    from visret_desktop.library.writer_lock import WriterLock

    store = ThumbnailStore(paths.thumbnails)
    damage = next(store.damaged(), "")
    if damage:
        with WriterLock(paths.writer_lock):
            kept = store.mend()
        store.close()
        yield (
            f"The thumbnails were damaged ({damage}); {kept} of them were kept, the others are"
            " made anew by `visret index`."
        )


def _settings(paths: Paths) -> Iterator[str]:
    damage = settings.damage_of(paths.settings)
    if damage:
        settings.save(paths.settings, settings.load(paths.settings))
        yield f"The settings were damaged ({damage}); those of before were put in their place."


def _compiled(paths: Paths) -> Iterator[str]:
    for directory, damage in damaged_encoders(paths):
        file_changes.remove_tree(directory)
        yield (
            f"The model {directory.name} as made ready for this computer was damaged ({damage});"
            " it is made anew when it is next used."
        )


def _leftovers(chosen: Settings, paths: Paths) -> Iterator[str]:
    """Do what every indexing run does at its end; where one is running, it will."""
    from visret_desktop.engine.runtime import Library
    from visret_desktop.library.repair.orphans import KEPT_DAYS

    with Library.open(paths, chosen, is_finishing=False) as library:
        was_forgetting, before = library.reader.is_forgetting(), _left(library)
        try:
            with library.writing():
                pass  # it removes what is left over, before and after what others write
        except LibraryBusy:
            return
        after = _left(library)
        if was_forgetting and not library.reader.is_forgetting():
            yield "Traces of a folder that was removed were still on the disk; they are wiped."
    vectors, thumbnails = before.vectors - after.vectors, before.thumbnails - after.thumbnails
    if vectors or thumbnails:
        yield (
            f"{vectors} vectors and {thumbnails} thumbnails of photos that have been gone for"
            f" {KEPT_DAYS} days, or were too many, were deleted."
        )


def _left(library: "Library") -> "Leftovers":
    from visret_desktop.library.repair.orphans import leftovers

    return leftovers(library.reader, library.thumbnails)


def leftovers_told(reader: "CatalogReader", store: "ThumbnailStore") -> str:
    """Say what is kept of photos that are gone."""
    from visret_desktop.library.repair.orphans import KEPT_DAYS, leftovers

    left = leftovers(reader, store)
    if not (left.vectors or left.thumbnails):
        return "nothing is kept of photos that are gone"
    return (
        f"{left.vectors} vectors and {left.thumbnails} thumbnails of photos that are gone,"
        f" {size_of(left.size_bytes)}, in case they come back; they go after {KEPT_DAYS} days"
    )


def damaged_encoders(paths: Paths, pack: "Pack | None" = None) -> Iterator[tuple[Path, str]]:
    """Read compiled encoders, or one pack's, whole; yield the damaged ones and how."""
    from visret_desktop.models.runtimes.compiled_files import find_damage

    for directory in sorted(path for path in paths.compiled.glob("*") if path.is_dir()):
        own_name = directory.name.removesuffix("-drawing")
        is_asked_for = pack is None or own_name == f"{pack.name}-{pack.digest}"
        if is_asked_for and ".new-" not in directory.name and (damage := find_damage(directory)):
            yield directory, damage


def damaged_indexes(paths: Paths) -> Iterator[tuple[Path, str]]:
    """Read every byte of the saved vector indexes; yield those that are damaged, and how."""
    from visret_desktop.retrieval import index_files

    for description in sorted(paths.index_dir.glob(f"*/{index_files.DESCRIPTION}")):
        directory = description.parent
        try:
            index_files.checked_files(directory, index_files.read_description(directory))
        except index_files.DamagedFiles as error:
            yield directory, str(error)


def restore(options: Namespace, paths: Paths, out: Output) -> int:
    """`visret doctor --restore [BACKUP]`: put a backup in the catalog's place."""
    from visret_desktop.engine.repair.catalog_recovery import go_back_to
    from visret_desktop.library.repair.backups import Backups

    backups = Backups(paths.catalog).newest_first()
    wanted = [path for path in backups if options.restore in ("", path.stem, path.name)]
    for backup in wanted:
        restored = go_back_to(paths, backup)
        if restored is not None:
            body = {"restored": backup.stem, "photos": restored.photos}
            kept = f"; the one from before is kept in {restored.kept_in}"
            photos = f"The backup {backup.stem}, with {restored.photos} photos, is the catalog now"
            lines = [photos + (kept if restored.kept_in else "") + "."]
            if restored.noted_since is None:
                lines.append("What was noted since is not in it.")
            elif restored.noted_since:
                lines.append(
                    f"What was noted of {restored.noted_since:,} photos since is not in it."
                )
            out.result(body, lines)
            return 0
        out.notice(f"The backup {backup.stem} is damaged or made by a newer version.")
    named = ", ".join(path.stem for path in backups) or "none"
    raise UsageError(reason=f"There is no such backup that can be used. There are: {named}.")


def backups_told(paths: Paths) -> str:
    """Say which backups of the catalog there are."""
    from visret_desktop.library.repair.backups import Backups, notes_since

    lines = [
        f"{path.stem} ({datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M},"
        f" {size_of(path.stat().st_size)})"
        for path in Backups(paths.catalog).newest_first()
    ]
    newest = next(iter(Backups(paths.catalog).newest_first()), None)
    if newest and (count := notes_since(paths.catalog, newest)):
        lines.append(f"{count:,} photos were noted since the last one")
    better = Backups(paths.catalog).better_than_catalog()[:1]
    lines += [
        f"{path.stem} holds folders or photos that the catalog lost:"
        f" `visret doctor --restore {path.stem}` takes them back"
        for path in better
    ]
    return ", ".join(lines) or "none yet; one is made when folders have been indexed"


@contextmanager
def reading(paths: Paths, out: Output) -> Iterator["CatalogReader"]:
    """Open the catalog to read; if it is damaged or lost it is restored first.

    Raises:
        CatalogDamaged, CatalogLost: it could not be restored.
    """
    from visret_desktop.engine.repair.catalog_recovery import mend
    from visret_desktop.library.catalog.catalog_opening import open_reader

    restored = mend(paths)
    if restored is not None:
        out.notice(restored.sentence)
    with closing(open_reader(paths)) as reader:
        yield reader


def mended_after(error: Exception, out: Output) -> bool:
    """Restore the catalog if `error` came of damage in it, and say so."""
    from visret_desktop.engine.repair.catalog_recovery import mend_after
    from visret_desktop.paths import default_paths

    try:
        restored = mend_after(error, default_paths())
    except (OSError, sqlite3.Error):  # no room to restore it: the first error says enough
        return False
    if restored is not None:
        out.notice(restored.sentence)
    return restored is not None
