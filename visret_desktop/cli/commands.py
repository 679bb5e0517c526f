"""The commands that look after the library and search it: a few lines each, then the core."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from visret_desktop.cli import engine_jobs, facts, search_results
from visret_desktop.cli.output import Json, Output, size_of, table
from visret_desktop.cli.output_paths import check_file, is_file_there, photo_places, write_file
from visret_desktop.cli.photo_selection import BANDS, below_folders, request_of, searched_library
from visret_desktop.cli.repair import reading
from visret_desktop.cli.search_results import hit_lines, index_lines, plan_lines
from visret_desktop.engine.messages import Hit, QueryTerm, Ranked, RemoveFolder, Search
from visret_desktop.errors import TracesLeft, UsageError, VisretError
from visret_desktop.facts.fact import ParsedLine
from visret_desktop.file_changes import Identity
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library


_TRACES = "Traces of a folder that was removed are still on the disk; see `visret doctor`."
_SHEET_SUFFIXES = (".png", ".jpg", ".jpeg")


class PhotoMissing(VisretError):
    """The example is neither on disk nor in the library."""

    code = "photo-missing"
    sentence = "There is no photo {path}, neither on disk nor in the library."
    exit_code = 3


def index(options: Namespace, out: Output) -> int:
    """`visret index DIR…`."""
    with engine_jobs.open_library(out) as library:
        if not options.folders and not library.reader.folders():
            raise UsageError(reason="The library has no folder yet. Name one: `visret index DIR`.")
        summary = engine_jobs.index(library, options.folders, out)
        if options.words:
            summary |= engine_jobs.read_words(library, out)
    out.result(summary, index_lines(summary))
    return 0


def search(options: Namespace, out: Output) -> int:
    """`visret search QUERY`."""
    with searched_library(options, out) as library:
        query, request, line = request_of(library, options, out)
        return found(library, query, request, line, options, out)


def found(
    library: "Library",
    query: str,
    request: Search,
    line: ParsedLine,
    options: Namespace,
    out: Output,
) -> int:
    """Search as the options of `visret search` say, and hand over what was found."""
    if not request.terms:
        return _listed(library, query, line, request.filter, options, out)
    if options.plan:
        result = engine_jobs.search(library, request, (), out)
        body = result.plan_body(query, line)
        out.result(body, plan_lines(body))
        return 0
    return _answer(library, query, request, line, options, out)


def similar(options: Namespace, out: Output) -> int:
    """`visret similar PHOTO`."""
    path = options.photo
    request = Search(terms=(QueryTerm(image=str(path)),))
    with searched_library(options, out) as library:
        known = library.reader.content_of_path(path)
        if known is None and not is_file_there(path, library.settings.folder_seconds):
            raise PhotoMissing(path=path)
        line = ParsedLine("", facts.of_where(library.reader, options))
        request = replace(request, filter=facts.narrowed(Filter(), line.facts))
        return _answer(library, str(path), request, line, options, out)


def _answer(
    library: "Library",
    query: str,
    request: Search,
    line: ParsedLine,
    options: Namespace,
    out: Output,
) -> int:
    photos = check_outputs(library, options)
    if not library.reader.folders():
        out.notice("The library is empty. Add photos with `visret index DIR`.")
    if options.bursts == "one":
        request = replace(request, one_per="burst")
    if options.by == "event":
        request = replace(request, one_per="event")
    request = replace(request, top_k=options.top)
    result = engine_jobs.search(library, request, options.folders, out)
    result.keep(BANDS[: BANDS.index(options.min_band) + 1])
    return _hand_over(library, query, result, line, photos, options, out)


def _listed(
    library: "Library", query: str, line: ParsedLine, only: Filter, options: Namespace, out: Output
) -> int:
    """Answer a query that has facts alone: the photos that have them, the latest first."""
    photos = check_outputs(library, options)
    shown, count = library.latest(below_folders(library, only, options), options.top)
    hits = tuple(Hit(*structs.astuple(row), rank=rank) for rank, row in enumerate(shown, 1))
    result = search_results.SearchResult(Ranked(hits=hits, answered=bool(hits), found=count))
    result.summary = {"strategy": "", "stages": {}}
    return _hand_over(library, query, result, line, photos, options, out)


def _hand_over(
    library: "Library",
    query: str,
    result: search_results.SearchResult,
    line: ParsedLine,
    photos: frozenset[Identity],
    options: Namespace,
    out: Output,
) -> int:
    """Write the files that were asked for, and say what was found."""
    if options.save_sketches:
        result.sketches = search_results.save_sketches(
            result.sketches, library.paths.sketches, photos, options
        )
    if options.sheet:
        from visret_desktop.cli.contact_sheet import sheet_file

        shown = (query, result.hits, library.thumbnails.get, result.sketches)
        write_file(options.sheet, sheet_file(options.sheet.suffix, *shown), photos, options)
        out.notice(f"The contact sheet is {options.sheet}.")
    if options.export:
        _export(library, result.hits, photos, options)
        out.notice(f"The hits are in {options.export}.")
    body = result.body(query, line)
    out.result(body, hit_lines(body))
    return 0


def _export(
    library: "Library", hits: Sequence[Hit], photos: frozenset[Identity], options: Namespace
) -> None:
    """Write the photos of a result, the best first."""
    from visret_desktop.cli.export import exported
    from visret_desktop.engine.field_messages import ExportPhotos
    from visret_desktop.exporters.exporter import format_of

    request = ExportPhotos(
        format=format_of(options.export).name,
        path=str(options.export),
        photos=tuple(hit.photo_id for hit in hits),
        is_replacing=options.overwrite,
        is_dry_run=False,
    )
    exported(library, request, photos)


def check_outputs(library: "Library", options: Namespace) -> frozenset[Identity]:
    """Return where photos lie; refuse, before anything is searched, what could not be written.

    Raises:
        UsageError: a wrong ending, or no such directory.
        AlreadyThere, AmongPhotos, VisretError: as `write_file`.
    """
    if not (options.sheet or options.save_sketches or options.export):
        return frozenset()
    if options.sheet and options.sheet.suffix.lower() not in _SHEET_SUFFIXES:
        raise UsageError(reason=f"A contact sheet is a .png or .jpg file, not {options.sheet}.")
    if options.export:
        from visret_desktop.exporters.exporter import format_of

        format_of(options.export)
    photos = photo_places(library)
    for file in (options.sheet, options.export):
        if file:
            check_file(file, photos, options)
    if options.save_sketches:
        search_results.check_folder_for_sketches(options.save_sketches, photos)
    return photos


def list_folders(_options: Namespace, out: Output) -> int:
    """`visret folders list`."""
    paths, _ = engine_jobs.profile()
    with reading(paths, out) as reader:
        folders = reader.folders()
        if reader.is_forgetting():
            out.notice(_TRACES)
    body = [
        {
            "path": str(folder.path),
            "state": folder.state.value,
            "reason": folder.reason,
            "photos": folder.photo_count,
        }
        for folder in folders
    ]
    rows = [(str(f.path), f.state.value, str(f.photo_count)) for f in folders]
    out.result({"folders": body}, table(("folder", "state", "photos"), rows))
    return 0


def remove_folder(options: Namespace, out: Output) -> int:
    """`visret folders remove DIR`."""
    path = options.folder
    with engine_jobs.open_library(out) as library:
        forgotten = forget_folder(library, path, keeps_notes=options.keep_notes)
        if forgotten is not None and library.reader.is_forgetting():
            raise TracesLeft(path=path)
    if forgotten is None:
        raise engine_jobs.FolderUnknown(path=path)
    body = {"removed": str(path), "photos": forgotten}
    out.result(body, [f"{path} and its {forgotten} photos are forgotten; the files are untouched."])
    return 0


def forget_folder(library: "Library", path: Path, *, keeps_notes: bool = False) -> int | None:
    """Take a folder out of the library; return how many photos it had, None if unknown."""
    folder = next((known for known in library.reader.folders() if known.path == path), None)
    if folder is None:
        return None
    from visret_desktop.engine.upkeep import removal_jobs

    request = RemoveFolder(folder_id=folder.id, keeps_notes=keeps_notes)
    list(removal_jobs.forget_folder(library, request))
    return folder.photo_count


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
    out.result({"duplicates": body, "spare_bytes": spare}, _duplicate_lines(body, spare))
    return 0


def _duplicate_lines(groups: Sequence[Json], spare: int) -> Iterator[str]:
    if not groups:
        yield "No two files have the same bytes."
        return
    for group in groups:
        yield f"── {len(group['files'])} files of {size_of(group['bytes'])} ──"
        for file in group["files"]:
            yield f"      {file['path']}{'' if file['online'] else '  (offline)'}"
    photos = "1 photo is" if len(groups) == 1 else f"{len(groups):,} photos are"
    yield f"{photos} there more than once; the further files take {size_of(spare)}."
