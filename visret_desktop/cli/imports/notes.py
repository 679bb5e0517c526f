"""`visret import-notes`: what another person noted of the same photos, joined with what is here."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.last_notes import photos_in_words, remember, take_back
from visret_desktop.cli.output import Json, Output
from visret_desktop.errors import UsageError
from visret_desktop.interchange.note_files import (
    TO_DECIDE,
    NotedContent,
    NoteHeader,
    joined_notes,
    read_notes,
)
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.records import MOST_KEYWORDS, Notes
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_LISTED = 20  # --json has more


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "path", metavar="FILE", type=absolute, nargs="?", help="what `visret export notes` wrote"
    )
    add_import_modes(parser, "noted", "--undo", "take back the last `visret import-notes`")


def import_notes(options: Namespace, out: Output) -> int:
    """`visret import-notes FILE`."""
    with engine_jobs.open_library(out) as library:
        if options.undo:
            return take_back(library.paths.last_joined_notes, "visret import-notes", library, out)
        if options.path is None:
            raise UsageError(reason="Name the file that `visret export notes` wrote elsewhere.")
        return _import(library, options, out)


def _import(library: "Library", options: Namespace, out: Output) -> int:
    from visret_desktop.engine.place_lookup import look_up_places
    from visret_desktop.library.catalog.catalog import Catalog

    entries = read_notes(options.path)
    header = next(entries)
    who = (header.observer if isinstance(header, NoteHeader) else "") or options.path.stem
    theirs: dict[str, Notes] = {}
    files: dict[str, str] = {}
    contents = 0
    for chunk in batched((one for one in entries if isinstance(one, NotedContent)), CHUNK):
        here = library.reader.rows_by_hash([one.hash for one in chunk])
        contents += len(chunk)
        theirs |= {one.hash: one.notes for one in chunk if one.hash in here}
        files |= {name: rows[0].path for name, rows in here.items()}
    # Joined while nobody else notes: what a window noted while the file was read is among ours.
    with nullcontext(library.reader) if options.dry_run else library.adding() as catalog:
        ours = dict.fromkeys(theirs, Notes()) | catalog.notes.of(theirs)
        joined = {name: joined_notes(ours[name], one, who) for name, one in theirs.items()}
        changed = {name: both.notes for name, both in joined.items() if both.notes != ours[name]}
        if isinstance(catalog, Catalog):
            # First what it was: a run that is ended can be taken back, too.
            before = {name: ours[name] for name in changed}
            remember(library.paths.last_joined_notes, before, changed)
            catalog.annotations.put_notes(changed)
            look_up_places(catalog)
    differing = {files[name]: both.differences for name, both in joined.items() if both.differences}
    body: Json = {
        "contents": contents,
        "in_library": len(theirs),
        "by": who,
        "changed": len(changed),
        "left_out": sum(both.left_out for both in joined.values()),
        "different": [{"path": path, "says": list(words)} for path, words in differing.items()],
        "kept": not options.dry_run,
    }
    out.result(body, _lines(body, options))
    return 0 if theirs else 1


def _lines(body: Json, options: Namespace) -> Iterator[str]:
    verb = "would change" if options.dry_run else "changed"
    yield (
        f"Of the {photos_in_words(body['contents'])} that {body['by']} noted something of,"
        f" {body['in_library']:,} are in the library; the notes of {body['changed']:,} {verb}."
    )
    if body["left_out"]:
        room = f"A photo can hold no more than {MOST_KEYWORDS} tags and as many names"
        yield f"{room}: {body['left_out']:,} are left out, those to decide first."
    different = body["different"]
    if different:
        count = photos_in_words(len(different))
        yield f"Of {count} {body['by']} says something else than is noted here:"
        for one in different[:_LISTED]:
            yield f"      {one['path']}: {'; '.join(one['says'])}"
        if len(different) > _LISTED:
            yield f"      and {len(different) - _LISTED:,} more (`--json` lists them)"
        yield f"What is noted here stays; the rest is a tag: 'keyword:\"{TO_DECIDE}\"' finds them."
    if body["changed"] and not options.dry_run:
        yield "`visret import-notes --undo` takes it back."
