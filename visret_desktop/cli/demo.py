"""`visret demo`: draw a library, index it, search it, and show it in the window."""

import json
import subprocess
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING

from visret_desktop import demonstration, file_changes
from visret_desktop.cli import engine_jobs
from visret_desktop.cli.commands import forget_folder
from visret_desktop.cli.native_libraries import has_display, window_fault
from visret_desktop.cli.output import Json, Output, progress_display
from visret_desktop.cli.search_results import hit_lines
from visret_desktop.cli.window import open_window
from visret_desktop.engine.messages import Search
from visret_desktop.engine.timing import Rate
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_HITS = 20
_SHEET = "demonstration.png"
_SAYS_WHAT_IT_IS = (
    "The models that looked at these pictures know only what was drawn here. In your own photos a"
    " built-in encoder finds things: visret index DIR"
)


class DrawingFailed(VisretError):
    """The process that draws the pictures died."""

    code = "demo-drawing"
    sentence = (
        "The pictures could not be drawn: {reason}. If a system library is missing, "
        "`visret doctor` names it."
    )
    exit_code = 3


def demo(options: Namespace, out: Output) -> int:
    """`visret demo`."""
    with engine_jobs.opened(*engine_jobs.profile(), out) as library:
        if options.remove:
            return _remove(library, out)
        wants_window = not (options.headless or options.prepare_only)
        obstacle = _obstacle() if wants_window else ""
        if obstacle:
            _tell(obstacle, out)
            out.notice("The pictures are drawn and searched all the same.")
        book = _prepare(library.paths, options.photos, out)
        engine_jobs.tell_of_preparing(library.paths, out)
        summary = engine_jobs.index(library, (library.paths.demo,), out)
        opens_window = wants_window and not obstacle
        if options.prepare_only or (opens_window and not out.as_json):
            body = _body(library.paths, summary, book)
            lines = [f"{summary['photos']} drawn pictures in {library.paths.demo} are ready."]
        else:
            body = _search(library, summary, book, out)
            lines = _lines(body)
    out.result(body, lines)
    if opens_window:
        out.notice("The window opens; close it to come back here.")
        return open_window(out)
    if obstacle:
        _tell(obstacle, out)
        out.notice(f"What the search found is in {body['sheet']}")
    return 0


def _tell(obstacle: str, out: Output) -> None:
    """Say it with the command that cures it, if there is one, on a line of its own."""
    for line in obstacle.split("  "):
        out.notice(line)


def _obstacle() -> str:
    """Return why no window can open here, in a sentence; "" if one can."""
    if not has_display():
        return "There is no display here, so no window opens."
    fault = window_fault()
    return f"No window can open here: {fault}" if fault else ""


# ---- pictures -------------------------------------------------------------------------------


def _prepare(paths: Paths, photos: int | None, out: Output) -> Json:
    """Draw what is missing and return the library's description, `fieldbook.json`."""
    book = _read_book(paths)
    if book is None or (photos is not None and photos != book["photos"]):
        _draw(paths, photos or demonstration.PHOTOS, out)
        book = _read_book(paths)
        if book is None:
            raise DrawingFailed(reason=f"the drawing process left no {demonstration.BOOK}")
    return book


def _read_book(paths: Paths) -> Json | None:
    """Return the description of a finished demonstration library; it is written last."""
    try:
        book: Json = json.loads((paths.demo / demonstration.BOOK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return book


def _draw(paths: Paths, photos: int, out: Output) -> None:
    """Run the drawing process, which needs Qt and so cannot be this one."""
    command = demonstration.clear_for_drawing(paths.demo, photos)
    out.notice(
        f"Drawing {photos} pictures of invented animals and plants, to try the program with, into"
        f" {paths.demo}."
    )
    paths.logs.mkdir(parents=True, exist_ok=True)
    log = paths.logs / "drawing.log"
    file_changes.remove(log)
    with file_changes.appending(log) as errors:
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            creationflags=own_python.NO_CONSOLE,
        ) as process:
            try:
                _show_drawing(process, photos)
            except BaseException:
                process.terminate()
                raise
        if process.returncode:
            lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
            raise DrawingFailed(reason=[f"exit code {process.returncode}", *lines][-1])


def _show_drawing(process: "subprocess.Popen[str]", photos: int) -> None:
    assert process.stdout is not None
    with progress_display() as display:
        display.show("draw", 0, photos, 0.0, -1.0)
        rate = Rate(photos)
        for line in process.stdout:
            figures = json.loads(line)
            if "done" in figures:
                rate.done, rate.total = figures["done"], figures["total"]
                display.show("draw", rate.done, rate.total, 0.0, rate.seconds_left())


def _remove(library: "Library", out: Output) -> int:
    paths = library.paths
    photos = forget_folder(library, paths.demo) or 0
    file_changes.remove_tree(paths.demo)
    file_changes.remove(paths.cache / _SHEET)
    library.caches.sketches.forget(Settings.visualizer)
    if library.thumbnails.size_bytes():
        library.thumbnails.prune({row.content_hash for row in library.reader.photo_rows()})
    body = {"removed": str(paths.demo), "photos": photos}
    out.result(body, [f"The demonstration and its {photos} pictures are gone."])
    return 0


# ---- search ---------------------------------------------------------------------------------


def _search(library: "Library", summary: Json, book: Json, out: Output) -> Json:
    from visret_desktop.cli.contact_sheet import sheet_file

    query, chosen = _example(book)["query"], library.settings
    request = Search(
        terms=engine_jobs.terms_of(query),
        top_k=_HITS,
        strategy=chosen.strategy,
        m=chosen.m,
        draw_all=chosen.draw_all,
    )
    result = engine_jobs.search(library, request, (library.paths.demo,), out)
    sheet = library.paths.cache / _SHEET
    shown = (query, result.hits, library.thumbnails.get, result.sketches)
    file_changes.write(sheet, sheet_file(sheet.suffix, *shown))
    out.notice(_SAYS_WHAT_IT_IS)
    body = result.body(query)
    return {**_body(library.paths, summary, book), **body, "sheet": str(sheet)}


def _example(book: Mapping[str, object]) -> Json:
    queries = book["queries"]
    if not isinstance(queries, list) or not queries:
        raise UsageError(reason="So few pictures answer no query. Draw at least 20.")
    example: Json = queries[0]
    return example


def _body(paths: Paths, summary: Json, book: Json) -> Json:
    example = _example(book)
    return {
        "library": str(paths.demo),
        "photos": summary["photos"],
        "example_entity": example["entity"],
        "example_query": example["query"],
        "relevant": [str(paths.demo / relative) for relative in example["relevant"]],
        "hits": [],
    }


def _lines(body: Json) -> list[str]:
    return [
        f"{body['photos']} drawn pictures in {body['library']}",
        f"Searching for: {body['example_query']}",
        *hit_lines(body),
        f"Contact sheet: {body['sheet']}",
        f"Try your own: visret search {json.dumps(body['example_entity'])}",
    ]
