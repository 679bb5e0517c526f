"""`visret duplicates`: which files have the same bytes. It tells, and leaves all files alone."""

from argparse import Namespace
from collections.abc import Iterator, Sequence

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Json, Output, size_of
from visret_desktop.cli.repair import reading
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS


def duplicates(options: Namespace, out: Output) -> int:
    """`visret duplicates`."""
    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        only = engine_jobs.below(options.folders) if options.folders else ALL_PHOTOS
        groups = reader.groups.duplicates(only)
        rows = reader.rows_of_ids([number for group in groups for number in group.photo_ids])
    body: list[Json] = [
        {
            "bytes": group.size,
            "files": [
                {"path": rows[number].path, "online": rows[number].online}
                for number in group.photo_ids
                if number in rows
            ],
        }
        for group in groups
    ]
    spare = sum(group.spare for group in groups)
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
