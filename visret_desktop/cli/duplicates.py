"""`visret duplicates`: which files have the same bytes. It tells, and leaves all files alone."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from visret_desktop.cli import jobs
from visret_desktop.cli.output import Json, Output, size_of
from visret_desktop.cli.repair import reading
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS


def duplicates(options: Namespace, out: Output) -> int:
    """`visret duplicates`."""
    paths, chosen = jobs.profile()
    with reading(paths, out) as reader:
        jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        only = jobs.below(options.folders) if options.folders else ALL_PHOTOS
        groups = [reader.photos(numbers) for numbers in reader.groups.duplicates(only)]
    body: list[Json] = [
        {
            "bytes": group[0].fingerprint.size,
            "files": [{"path": str(photo.path), "online": photo.online} for photo in group],
        }
        for group in groups
    ]
    spare = sum((len(group) - 1) * group[0].fingerprint.size for group in groups)
    out.result({"duplicates": body, "spare_bytes": spare}, _lines(body, spare))
    return 0


def _lines(groups: Sequence[Json], spare: int) -> Iterator[str]:
    if not groups:
        yield "No two files have the same bytes."
        return
    for group in groups:
        yield f"── {len(group['files'])} files of {size_of(group['bytes'])} ──"
        for file in group["files"]:
            yield f"      {file['path']}{'' if file['online'] else '  (offline)'}"
    photos = "1 photo is" if len(groups) == 1 else f"{len(groups):,} photos are"
    yield f"{photos} there more than once; the further files take {size_of(spare)}."
