"""`visret export`: what is known of the photos, as a file."""

import time
from argparse import Namespace
from collections.abc import Iterable, Iterator

from visret_desktop.cli import facts, jobs, places
from visret_desktop.cli.output import Output, ProgressDisplay, progress_display
from visret_desktop.cli.repair import reading
from visret_desktop.exporters.exporter import exporter_of
from visret_desktop.exporters.row import Row
from visret_desktop.library.catalog.photo_filter import Filter

_SHOWN_EVERY = 1000  # photos


def export(options: Namespace, out: Output) -> int:
    """`visret export FILE`."""
    from visret_desktop.exporters.photos import rows
    from visret_desktop.library.photo_places import photo_places

    exporter = exporter_of(options.file, options.format)
    paths, chosen = jobs.profile()
    with reading(paths, out) as reader:
        jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        photos = photo_places(reader, chosen.folder_seconds)
        places.check_file(options.file, photos, options)
        scope = jobs.below(options.folders) if options.folders else Filter()
        only = facts.narrowed(scope, facts.of_where(reader, options))
        total, _ = reader.counts(only)
        with places.new_file(options.file, photos, options) as file, progress_display() as display:
            count = _Count(total, display)
            exporter.write(count.passed(rows(reader, only)), file)
    body = {"exported": str(options.file), "format": exporter.name, "photos": count.done}
    out.result(body, [f"{options.file} has {count.done} photos."])
    return 0


class _Count:
    """Counts rows on their way, and shows how many there were."""

    def __init__(self, total: int, display: ProgressDisplay) -> None:
        self.done = 0
        self._total = total
        self._display = display

    def passed(self, photos: Iterable[Row]) -> Iterator[Row]:
        began = time.monotonic()
        for row in photos:
            yield row
            self.done += 1
            if self.done % _SHOWN_EVERY == 0:
                rate = self.done / (time.monotonic() - began)
                left = (self._total - self.done) / rate
                self._display.show("export", self.done, self._total, rate, left)
