"""Correct the times of photos whose camera's clock was wrong: in the catalog, not in files."""

from collections.abc import Iterator, Mapping

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import ClockSaid, CorrectClock, DropCorrection
from visret_desktop.engine.indexing.grouping import group_photos
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.interchange.tracks.clock_change import ClockChange, preview
from visret_desktop.library.catalog.catalog_clocks import ClockShift

_MOST_LISTED = 500  # photos


def correct_clock(
    library: Library, request: CorrectClock, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Say what times become and, unless it is a dry run, keep that.

    Yields `ClockSaid`, `LibraryChanged` if something was kept, and `Finished`.

    Raises:
        UsageError: there is no such zone or time, or the calendar ends before the new times.
        LibraryBusy: another process is writing.
    """
    placing = library.reader.placing
    photos = placing.photos_of_ids(request.photos) if request.photos else placing.photos()
    becoming = preview(photos, ClockChange(request.seconds, zone=request.zone))
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
    drop_correction(library, request.number)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def keep_correction(library: Library, label: str, shifts: Mapping[str, ClockShift]) -> int:
    """Keep a correction of contents, by hash, in words; return its number.

    Bursts and events, which go by times, are found anew.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        number = catalog.annotations.put_correction(label, shifts)
        group_photos(library, catalog, lambda: False)
    return number


def drop_correction(library: Library, number: int) -> None:
    """Take a correction back, by its number. Does and raises as `keep_correction`."""
    with library.adding() as catalog:
        catalog.annotations.drop_correction(number)
        group_photos(library, catalog, lambda: False)
