"""From a question to its answer from the catalog, in milliseconds: no model is loaded for it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import (
    Answered,
    AnswerRow,
    AskCatalog,
    Evidence,
    Finished,
    Message,
    Scoped,
)
from visret_desktop.errors import Cancelled
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.operators import condition_text
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import PhotoRow
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.questions.catalog_figures import (
    CatalogFigures,
    Looks,
    figures_of,
    things_to_look_for,
)
from visret_desktop.questions.catalog_question import CatalogQuestion, QuestionBefore
from visret_desktop.questions.catalog_sentences import sentence_of
from visret_desktop.questions.question_reader import CatalogReading, read_question
from visret_desktop.questions.question_scope import ScopedQuestion, scoped

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_SHOWN = 5  # photos beside the sentence


def ask_catalog(
    library: "Library", request: AskCatalog, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Yield `Scoped` or `Answered`, if it is a question that the catalog knows, and `Finished`.

    Raises:
        Cancelled: `control` was, before the question was read or counted: each takes a second at
            most, of a million photos.
    """
    reader = library.reader
    if request.looks is None and (
        scope := scope_of(reader, request.question, request.filter, request.before)
    ):
        yield Scoped(request.job, scope.question, Filter(scope.conditions), scope.note)
        yield Finished(request.job)
        return
    _check_cancelled(control)
    question = read_for_catalog(reader, request.question, _facts(reader, request)).question
    if question is not None:
        _check_cancelled(control)
        looks = None if request.looks is None else Looks(request.looks, request.unsure)
        answer = answer_from_catalog(reader, request.question, question, looks)
        yield replace(answer, job=request.job)
    yield Finished(request.job)


def _check_cancelled(control: Control) -> None:
    if control.is_cancelled():
        raise Cancelled


def _facts(reader: CatalogReader, request: AskCatalog) -> list[Fact]:
    """Return the conditions beside a question, with the words in which its answer names them."""
    names, only = Gazetteer.open(), request.filter.conditions
    words = dict(zip(only, request.words, strict=False))
    folders = {one.id: one.path.name for one in reader.folders()}  # only the library has names
    for one in only:
        if one.field == "folder":
            words[one] = ", ".join(folders[number] for number in one.values if number in folders)
    return [Fact(condition_text(one, names), one, words.get(one, "")) for one in only]


def scope_of(
    reader: CatalogReader, typed: str, only: Filter, before: QuestionBefore | None = None
) -> ScopedQuestion | None:
    """Return what a typed question asks of which photos of `only`, if its words leave that open."""
    return scoped(typed, reader, Gazetteer.open(), date.today(), only, before)


def read_for_catalog(
    reader: CatalogReader, typed: str, facts: Sequence[Fact] = ()
) -> CatalogReading:
    """Return what of a typed question the catalog knows, of photos that have `facts`, too."""
    return read_question(typed, reader.facts, Gazetteer.open(), date.today(), facts)


def answer_from_catalog(
    reader: CatalogReader, typed: str, question: CatalogQuestion, looks: Looks | None = None
) -> Answered:
    """Return the answer, by what things look like that no name says.

    Without `looks`, `unknown` has the things that have to be looked for, and there is no answer.
    """
    unknown = () if looks is not None else tuple(things_to_look_for(question))
    if unknown:
        return Answered(question=typed, unknown=unknown)
    figures = figures_of(reader, Gazetteer.open(), question, looks or Looks())
    answer, is_counted = sentence_of(question, figures), figures.is_counted(question.kind)
    return Answered(
        question=typed,
        answer=str(answer) if is_counted else "",
        verdict="answer" if is_counted else "unknown",
        source="catalog",
        sentence=answer,
        evidence=_evidence(reader, figures),
        rows=tuple(
            AnswerRow(row.value, row.photos, row.ids, row.query)
            for row in figures.rows
            if row.photos
        ),
        photos=figures.behind,
        counted_by=figures.basis,
        is_settled=True,
    )


def _evidence(reader: CatalogReader, figures: CatalogFigures) -> tuple[Evidence, ...]:
    """Return the newest photos of the rows with most, copies once, each with the day it is of."""
    most = max((row.photos for row in figures.rows), default=0)
    ids = [one for row in figures.rows if row.photos == most for one in row.ids[:_SHOWN]][:_SHOWN]
    rows = reader.rows_of_ids(ids)
    photos: dict[str, PhotoRow] = {}
    for row in (rows[one] for one in ids if one in rows):
        photos.setdefault(row.content_hash, row)
    return tuple(
        Evidence(
            n=number,
            photo_id=row.photo_id,
            path=row.path,
            name=row.name,
            content_hash=row.content_hash,
            state="shows",
            said=(row.taken_at or "")[:10],
        )
        for number, row in enumerate(photos.values(), start=1)
    )
