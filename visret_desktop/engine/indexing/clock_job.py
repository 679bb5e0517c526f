"""Correct the times of photos whose camera's clock was wrong: in the catalog, not in files."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import ClockSaid, CorrectClock, DropCorrection
from visret_desktop.engine.indexing.grouping import group_photos
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.interchange.tracks.clock_change import ClockChange, preview
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_clocks import ClockShift
from visret_desktop.sentences import sentence

_MOST_LISTED = 500  # photos
_log = logging.getLogger(__name__)


def correct_clock(
    library: Library, request: CorrectClock, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Say what times become and, unless it is a dry run, keep that.

    Yields `ClockSaid`, `LibraryChanged` if something was kept, and `Finished`.

    Raises:
        UsageError: there is no such zone, time or correction, or the calendar ends before that.
        LibraryBusy: another process is writing.
    """
    placing = library.reader.placing
    photos = placing.photos_of_ids(request.photos) if request.photos else placing.photos()
    change = ClockChange(request.seconds, request.drift, request.since, request.zone)
    becoming = preview(photos, change)
    rows = zip(becoming.photos[:_MOST_LISTED], becoming.after, strict=False)
    yield ClockSaid(
        request.job,
        tuple((str(photo.path), photo.taken_at or "", after) for photo, after in rows),
        len(becoming.photos),
        len(becoming.undated),
        len(becoming.twice),
        len(becoming.never),
    )
    if becoming.shifts and not request.is_dry_run:
        keep_correction(library, request.label, becoming.shifts)
        yield LibraryChanged(request.job)
    yield Finished(request.job)


def undo_correction(
    library: Library, request: DropCorrection, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Take a correction back; yields `LibraryChanged` and `Finished`, raises as `correct_clock`."""
    if not drop_correction(library, request.number):
        raise UsageError(reason=sentence("This correction was taken back already."))
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def keep_correction(library: Library, label: str, shifts: Mapping[str, ClockShift]) -> int:
    """Keep a correction of contents, by hash; return its number. Raises `LibraryBusy`."""
    return _change(library, lambda catalog: catalog.annotations.put_correction(label, shifts))


def drop_correction(library: Library, number: int) -> int:
    """Take a correction back; return of how many contents. Raises as `keep_correction`."""
    return _change(library, lambda catalog: catalog.annotations.drop_correction(number))


def _change(library: Library, change: Callable[[Catalog], int]) -> int:
    """Change times, find light, bursts and events anew; if that fails, the next run does."""
    with library.adding() as catalog:
        number = change(catalog)
        try:
            look_up_places(catalog)
            group_photos(library, catalog, lambda: False)
        except (VisretError, OSError, sqlite3.Error) as error:
            _log.warning("light, bursts and events wait for the next indexing run: %s", error)
    return number
