"""Write photos to files for others, or tell what would be written."""

import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from PIL import Image

from visret_desktop.decoding.decoders import FOR_PEOPLE
from visret_desktop.decoding.messages import Order, ReadFile, Rendition
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.fieldwork.online_check import OnlineCheck
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, PhotoUnreadable, UsageError
from visret_desktop.exporters.exporter import FORMATS, Export, Report
from visret_desktop.exporters.exporting import plan_export, write_export
from visret_desktop.file_changes import Identity
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.protected_folders import photo_places
from visret_desktop.library.records import Photo
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.sentences import sentence

_SECONDS_BETWEEN = 0.25  # of what is said of the progress
_CHANGED = sentence("It was changed since it was indexed.")


def export_photos(
    library: Library,
    request: ExportPhotos,
    control: Control = NO_CONTROL,
    photos: Collection[Identity] | None = None,
) -> Iterator[Message]:
    """Export photos; yield `Progress` and `Finished`. `photos` is where they lie, if it is known.

    Raises:
        UsageError: there is no such format, or the path is none.
        NotComplete: something is to be filled in first; nothing was written.
        AlreadyThere, AmongPhotos, VisretError: it cannot be written there; nothing was.
        Cancelled: nothing was written.
    """
    chosen, path = FORMATS.get(request.format), Path(request.path)
    if chosen is None:
        raise UsageError(reason=sentence("{format} is no format.", format=request.format))
    if not (request.is_dry_run or path.is_absolute()):
        raise UsageError(reason=sentence("{path} is no whole path.", path=request.path))
    wanted = request.photos
    ids = library.reader.photo_ids("date").tolist() if wanted is None else list(wanted)
    report = Report()
    with FolderProbe(library.settings.folder_seconds) as probe:
        reach = OnlineCheck(library, probe)
        export = Export(
            library.reader,
            ids,
            request.choices,
            library.thumbnails.get,
            lambda photo: reach.folder_of(photo) is not None,
            lambda photo: _decoded(library, photo),
            library.settings.observer,
        )
        if request.is_dry_run:
            steps = plan_export(chosen, export, report)
        else:
            if photos is None:
                seconds = library.settings.folder_seconds
                photos = photo_places(library.reader, seconds, control.is_cancelled)
            where = (path, photos)
            replacing = request.is_replacing
            steps = write_export(chosen, export, *where, report, is_replacing=replacing)
        with closing(steps):
            yield from _followed(steps, len(ids), request.job, control.is_cancelled)
    yield Finished(request.job, summary(report, request))


def _followed(
    steps: Iterator[int], total: int, job: int, cancelled: IsStopped
) -> Iterator[Progress]:
    began = reported = time.monotonic()
    for done in steps:
        if cancelled():
            raise Cancelled
        now = time.monotonic()
        if now - reported >= _SECONDS_BETWEEN:
            reported = now
            rate = done / (now - began)
            yield Progress(job, "export", done, total, rate, (total - done) / rate)


def summary(report: Report, request: ExportPhotos) -> dict[str, Any]:
    """Return what came of an export, in plain values."""
    return {
        "path": request.path,
        "format": request.format,
        "dry_run": request.is_dry_run,
        "counts": report.counts,
        "remarks": [
            {
                "code": remark.lack.code,
                "count": remark.count,
                "sentence": remark.sentence,
                "needed": remark.lack.is_needed,
                "names": remark.names,
            }
            for remark in report.remarks.values()
        ],
    }


def _decoded(library: Library, photo: Photo) -> Image.Image:
    """Return all pixels of a photo, upright.

    Raises:
        PhotoUnreadable: it cannot be read, or was changed.
    """
    settings = library.settings
    order = Order(
        str(photo.path),
        max_megapixels=settings.max_megapixels,
        views=(Rendition(),),
        seconds=settings.decode_seconds,
    )

    def unless_changed(read: ReadFile) -> Sequence[int] | None:
        return (0,) if read.content_hash == photo.content_hash else None

    decoded = FOR_PEOPLE.decode(order, unless_changed)
    if not decoded.pictures:
        raise PhotoUnreadable("vanished", _CHANGED)
    (picture,) = decoded.pictures
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
