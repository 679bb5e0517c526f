"""Questions of `visret ask` that the catalog answers: in milliseconds, and without a reader."""

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.asking import evidence
from visret_desktop.cli.output import Output, table
from visret_desktop.cli.repair import reading
from visret_desktop.engine.messages import Answered, CountFound, Finished, QueryTerm, Search
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import Fact
from visret_desktop.library.catalog.photo_filter import Filter

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.questions.catalog_question import CatalogQuestion

_NOTHING = "not noted"


def is_wanted(options: Namespace) -> bool:
    """Return whether the catalog may answer: nobody said that photos or a model have to."""
    of_photos = options.look or options.photos or options.sheet or options.reader
    return not of_photos and options.knowledge == "photos" and options.images is None


def answered_by_catalog(typed: str, options: Namespace, out: Output) -> Answered | None:
    """Return the answer; None: somebody has to look at photos.

    Raises:
        UsageError: a condition in the question is not understood, or contradicts another.
        FolderUnknown, FolderMissing: as a search.
    """
    from visret_desktop.engine.answers.catalog_answer import answer_from_catalog, read_for_catalog

    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        question_reading = read_for_catalog(reader, typed, _scope(reader, options))
        if question_reading.notes:
            raise UsageError(reason=" ".join(note.sentence for note in question_reading.notes))
        question = question_reading.question
        if question is None:
            return None
        answer = answer_from_catalog(reader, typed, question)
        if not answer.unknown:
            return answer
        looks = _looks(answer.unknown, question, out)
        return answer_from_catalog(reader, typed, question, looks)


def _scope(reader: "CatalogReader", options: Namespace) -> tuple[Fact, ...]:
    folders = engine_jobs.below(options.folders).conditions if options.folders else ()
    words = ", ".join(map(str, options.folders))
    return (*facts.of_where(reader, options), *(Fact(words, one, words) for one in folders))


def _looks(
    things: tuple[str, ...], question: "CatalogQuestion", out: Output
) -> dict[str, list[str]]:
    """Return by thing the contents of the photos that surely look like it."""
    from visret_desktop.engine.search.count_job import count_found

    only = Filter(tuple(fact.condition for fact in question.facts))
    looks: dict[str, list[str]] = {}
    with engine_jobs.open_library(out) as library:
        for thing in things:
            counting = CountFound(search=Search(terms=(QueryTerm(thing),), filter=only))
            (ending,) = (one for one in count_found(library, counting) if isinstance(one, Finished))
            looks[thing] = ending.summary["confident"]
    return looks


def print_answer(answer: Answered, out: Output) -> int:
    """Print an answer from the catalog, and return the exit code."""
    out.result(evidence.body(answer) | {"search": None, "timings": {}}, _lines(answer))
    return 0


def _lines(answer: Answered) -> Iterator[str]:
    yield f"{answer.sentence} (From the catalog.)"
    rows = [(row.name or _NOTHING, f"{row.photos:,}", row.query) for row in answer.rows]
    if len(rows) > 1:
        yield from table(("", "photos", "query that finds them"), rows)
    elif rows and rows[0][2]:
        yield f"They are found by: {rows[0][2]}"
    for one in answer.evidence:
        yield f"{one.n:>4}  {one.path}" + (f"  {one.said}" if one.said else "")
