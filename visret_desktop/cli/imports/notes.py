"""`visret import-notes`: what another person noted of the same photos, joined with what is here."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.imports.camtrap import LISTED, and_more
from visret_desktop.cli.last_notes import photos_in_words, take_back
from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError
from visret_desktop.interchange.note_files import TO_DECIDE
from visret_desktop.library.records import MOST_KEYWORDS
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import JoinSaid


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "path", metavar="FILE", type=absolute, nargs="?", help="what `visret export notes` wrote"
    )
    add_import_modes(parser, "noted", "--undo", "take back the last `visret import-notes`")


def import_notes(options: Namespace, out: Output) -> int:
    """`visret import-notes FILE`."""
    from visret_desktop.engine.field_messages import JoinNotes, JoinSaid
    from visret_desktop.engine.fieldwork.annotations_job import join_notes

    with engine_jobs.open_library(out) as library:
        if options.undo:
            return take_back(library.paths.last_joined_notes, "visret import-notes", library, out)
        if options.path is None:
            raise UsageError(reason="Name the file that `visret export notes` wrote elsewhere.")
        request = JoinNotes(path=str(options.path), is_dry_run=options.dry_run)
        (result,) = (one for one in join_notes(library, request) if isinstance(one, JoinSaid))
    body = {
        "contents": result.contents,
        "in_library": result.in_library,
        "by": result.who,
        "changed": result.changed,
        "left_out": result.left_out,
        "different": [{"path": path, "says": list(words)} for path, words in result.different],
        "kept": not options.dry_run,
    }
    out.result(body, _lines(result, options))
    return 0 if result.in_library else 1


def _lines(result: "JoinSaid", options: Namespace) -> Iterator[str]:
    verb = "would change" if options.dry_run else "changed"
    yield (
        f"Of the {photos_in_words(result.contents)} that {result.who} noted something of,"
        f" {result.in_library:,} are in the library; the notes of {result.changed:,} {verb}."
    )
    if result.left_out:
        room = f"A photo can hold no more than {MOST_KEYWORDS} tags and as many names"
        yield f"{room}: {result.left_out:,} are left out, those to decide first."
    if result.differing:
        count = photos_in_words(result.differing)
        yield f"Of {count} {result.who} says something else than is noted here:"
        for path, words in result.different[:LISTED]:
            yield f"      {path}: {'; '.join(words)}"
        yield from and_more(result.differing)
        yield f"What is noted here stays; the rest is a tag: 'keyword:\"{TO_DECIDE}\"' finds them."
    if result.changed and not options.dry_run:
        yield "`visret import-notes --undo` takes it back."
