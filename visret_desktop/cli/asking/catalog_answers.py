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
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.questions.catalog_figures import Looks
    from visret_desktop.questions.catalog_question import CatalogQuestion

_NOTHING = "not noted"


def is_wanted(options: Namespace) -> bool:
    """Return whether the catalog may answer: nobody said that photos or a model have to."""
    of_photos = options.look or options.photos or options.sheet or options.reader
    return not of_photos and options.knowledge == "photos" and options.images is None


def looked_up(typed: str, options: Namespace, out: Output) -> tuple[str, Filter]:
    """Return the question without the visit that it names, and the conditions that this is."""
    from visret_desktop.engine.answers.catalog_answer import scope_of

    if options.photos or options.knowledge != "photos":
        return typed, ALL_PHOTOS
    paths, _ = engine_jobs.profile()
    with reading(paths, out) as reader:
        around = Filter(tuple(fact.condition for fact in _scope(reader, options)))
        scope = scope_of(reader, typed, around)
        if scope is None or scope.note:
            if scope is not None:
                out.notice(scope.note)
            return typed, ALL_PHOTOS
        query = " ".join(texts(Filter(scope.conditions)))
        out.notice(f"“{scope.question}” is asked of the photos that are found by: {query}")
    return scope.question, Filter(scope.conditions)


def texts(only: Filter) -> list[str]:
    """Return conditions as they may be typed."""
    from visret_desktop.facts.operators import condition_text
    from visret_desktop.places.gazetteer import Gazetteer

    names = Gazetteer.open()
    return [condition_text(one, names) for one in only.conditions]


def answered_by_catalog(
    typed: str, visit: Filter, options: Namespace, out: Output
) -> Answered | None:
    """Return the answer, of the photos of a visit; None: somebody has to look at photos.

    Raises:
        UsageError: a condition in the question is not understood, or contradicts another.
        FolderUnknown, FolderMissing: as a search.
    """
    from visret_desktop.engine.answers.catalog_answer import answer_from_catalog, read_for_catalog

    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        visited = (Fact(*pair) for pair in zip(texts(visit), visit.conditions, strict=True))
        facts = (*_scope(reader, options), *visited)
        question_reading = read_for_catalog(reader, typed, facts)
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


def _looks(things: tuple[str, ...], question: "CatalogQuestion", out: Output) -> "Looks":
    """Return by thing the contents of the photos that surely look like it, else that may."""
    from visret_desktop.engine.search.count_job import count_found
    from visret_desktop.questions.catalog_figures import Looks

    only = Filter(tuple(fact.condition for fact in question.facts))
    looks, unsure = dict[str, list[str]](), list[str]()
    with engine_jobs.open_library(out) as library:
        for thing in things:
            counting = CountFound(search=Search(terms=(QueryTerm(thing),), filter=only))
            (ending,) = (one for one in count_found(library, counting) if isinstance(one, Finished))
            looks[thing] = ending.summary["confident"] or ending.summary["contents"]
            unsure += () if ending.summary["confident"] else (thing,)
    return Looks(looks, unsure)


def print_answer(answer: Answered, visit: Filter, out: Output) -> int:
    """Print an answer from the catalog, and return the exit code."""
    body = evidence.body(answer) | {"visit": texts(visit), "search": None, "timings": {}}
    out.result(body, _lines(answer))
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
