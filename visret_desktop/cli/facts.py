"""Facts at the command line: in a query, and in `--where`."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Protocol

from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import Fact, Known, ParsedLine
from visret_desktop.library.catalog.photo_filter import Filter

if TYPE_CHECKING:
    from visret_desktop.facts.query import ParsedQuery


class HasFacts(Protocol):
    """A library whose photos say something: a catalog's reader, or a library on a server."""

    @property
    def facts(self) -> Known:
        """What they say."""


def add_where(parser: ArgumentParser) -> None:
    """Add the option that narrows what a command works on."""
    parser.add_argument(
        "--where",
        metavar="FACTS",
        default="",
        help="only photos with these facts, such as 'before:2023-05 near:\"Lyon\" 20km -type:raw'",
    )


def read(reader: HasFacts, text: str) -> "ParsedQuery":
    """Read a query by what the library has.

    Raises:
        UsageError: a field or a value in it is not known; the sentence names those that are.
    """
    from visret_desktop.facts.query import read_query
    from visret_desktop.places.gazetteer import Gazetteer

    query = read_query(text, reader.facts, Gazetteer.open(), date.today())
    if query.line.notes:
        raise UsageError(reason=" ".join(note.sentence for note in query.line.notes))
    return query


def of_query(reader: HasFacts, text: str, options: Namespace, out: Output) -> "ParsedQuery":
    """Take the facts out of a query, add those of `--where`, and say what was understood.

    Raises:
        UsageError: as `read`.
    """
    from visret_desktop.facts.query import ParsedQuery  # NumPy: only for commands that search

    query = ParsedQuery(ParsedLine(text)) if options.as_typed else read(reader, text)
    line = query.line
    facts = (*line.facts, *of_where(reader, options))
    if facts:
        out.notice(f"Only photos with {' · '.join(fact.text for fact in facts)}")
    for suggestion in line.suggestions:
        photos = f" ({suggestion.photos:,} photos)" if suggestion.photos > 1 else ""
        out.notice(f"If you mean it by “{suggestion.words}”, add {suggestion.fact.text}{photos}")
    return replace(query, line=ParsedLine(line.rest, facts, line.suggestions))


def of_where(reader: HasFacts, options: Namespace) -> tuple[Fact, ...]:
    """Return the facts of `--where`.

    Raises:
        UsageError: as `read`, or it has words that are no facts.
    """
    if not options.where:
        return ()
    line = read(reader, options.where).line
    if line.rest:
        reason = f"--where takes facts, and {line.rest!r} is none. Words go into the query."
        raise UsageError(reason=reason)
    return line.facts


def narrowed(only: Filter, facts: tuple[Fact, ...]) -> Filter:
    """Return the filter of the photos that have all facts, too."""
    return Filter((*only.conditions, *(fact.condition for fact in facts)))
