"""Which photos a question is about, where its words name a visit or mean the answer before.

    what color were the flowers on our last trip to the marsh?   the photos of the last day there
    where was that?   and its feet?                              the photos of the answer before
    and in 2022?   and foxes?   and on our last trip there?      the question before, changed

What comes of it is a question that says everything, with conditions beside it: both are shown
before anything is answered.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import PurePath

import numpy as np

from visret_desktop.facts.fact import Fact, PlaceNames, folded
from visret_desktop.facts.folder_words import folders_with, words_of
from visret_desktop.facts.line import read_line
from visret_desktop.facts.operators import condition_text
from visret_desktop.library.catalog.catalog_connection import batched
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, FIELDS, Condition, Filter
from visret_desktop.questions.catalog_question import QuestionBefore
from visret_desktop.questions.named_things import thing_named
from visret_desktop.questions.question_reader import may_be_asked, read_question
from visret_desktop.questions.question_wording import QuestionWording, wordings
from visret_desktop.sentences import NOTHING, Sentence, sentence

_WHEN = ("taken", "month", "hour", "weekday")
_WHERE = ("country", "region", "town", "near", "inside", "area")
# Of the question before: "the tarn heron's beak", or else "the beak of the tarn heron".
_PARTS = (
    re.compile(r"(?<=['’]s )[\w -]+(?=[?.!]*$)"),
    re.compile(r"(?<=\bthe )[\w-]+(?= of (?:the|an?|my) )"),
)
_PLURAL = re.compile(r"(?:[^siu]s|\b(?:feet|teeth|children|people|men|women|geese|mice))$")
_ENDS = " ,;:?!.¿¡"


@dataclass(frozen=True)
class ScopedQuestion:
    """What is asked in full, and the conditions that come to those beside it.

    `note` says why a visit that is named could not be looked up; then nothing is changed.
    """

    question: str
    conditions: tuple[Condition, ...] = ()
    note: Sentence = NOTHING


def may_be_put(text: str) -> bool:
    """Return whether a text may ask the catalog, name a visit, or follow: in less than 1 ms."""
    return names_visit(text) or may_follow(text) or may_be_asked(text)


def names_visit(text: str) -> bool:
    """Return whether a text names a visit, such as "our last trip to the marsh"."""
    plain = folded(text)
    return any(one.visit.search(plain) for one in wordings())


def may_follow(text: str) -> bool:
    """Return whether a text begins as a question does that follows another one."""
    return any(one.leading.match(folded(text)) for one in wordings())


def scoped(
    text: str,
    reader: CatalogReader,
    names: PlaceNames,
    today: date,
    only: Filter = ALL_PHOTOS,
    before: QuestionBefore | None = None,
) -> ScopedQuestion | None:
    """Return what a text asks of which photos of `only`; None: it says neither more nor less."""
    for wording in wordings():
        if match := wording.visit.search(folded(text)):
            visited = _visited(text, match, wording, reader, names, today, only)
            if visited is None or visited.note or before is None or not before.question:
                return visited
            return _following_on(visited, wording, reader, names, today, only, before)
    if before is None or not before.question:
        return None
    return _following(text, reader, names, today, _facts(only, names), before)


# ---- a visit --------------------------------------------------------------------------------


def _visited(
    text: str,
    match: re.Match[str],
    wording: QuestionWording,
    reader: CatalogReader,
    names: PlaceNames,
    today: date,
    only: Filter,
) -> ScopedQuestion | None:
    """Return the question without the visit, of the photos of its days."""
    after = text[match.end() :].lstrip(" ,")
    space = " " if after[:1].isalnum() else ""
    rest = f"{text[: match.start()].rstrip(' ,')}{space}{after}".strip()
    if not rest.strip(_ENDS):
        return None
    typed = text[match.start("place") : match.end("place")].strip(_ENDS) if match["place"] else ""
    where = _places(typed, wording, reader, names, today) if typed else [()]
    if not where:
        note = sentence(
            "No folder, place or keyword is called “{place}”, so all photos are searched.",
            place=typed,
        )
        return ScopedQuestion(text, note=note)
    edges = []  # the day of a photo, the photo, and the conditions by which it is found
    for conditions in where:
        ids, days = reader.photo_days(Filter((*only.conditions, *conditions)))
        if len(dated := np.flatnonzero(days)):
            edge = int(dated[-1] if match["first"] else dated[0])
            edges.append((int(days[edge]), int(ids[edge]), conditions))
    if not edges:
        note = sentence(
            "No photo of “{place}” says when it was taken, so all photos are searched.",
            place=typed or text,
        )
        return ScopedQuestion(text, note=note)
    best = min if match["first"] else max
    day, photo, here = best(edges, key=lambda one: one[0])
    (row,) = reader.rows_of_ids([photo]).values()
    if len(where) > 1:  # too many folders to be named: the one of that day
        around = {str(one) for one in PurePath(row.path).parents}
        here = tuple(Condition(c.field, tuple(around.intersection(c.values))) for c in here)
    outing = Filter((*only.conditions, *here, Condition("event", (row.path,))))
    _, together = reader.photo_days(outing)
    on = [each for each in (*together.tolist(), day) if each]
    first, last = (date(day // 10_000, day // 100 % 100, day % 100) for day in (min(on), max(on)))
    span = Span(first.isoformat(), (last + timedelta(days=1)).isoformat())
    return ScopedQuestion(rest, (*here, Condition("taken", (span,))))


def _places(
    typed: str, wording: QuestionWording, reader: CatalogReader, names: PlaceNames, today: date
) -> list[tuple[Condition, ...]]:
    """Return the conditions of being at a place: a folder, a named place, a keyword; none: no such.

    More folders of that name than a condition takes are in several ones.
    """
    values = reader.facts
    if folders := folders_with(words_of(typed), values.folders()):
        return [(Condition("below", some),) for some in batched(folders, FIELDS["below"].most)]
    line = read_line(f"in {typed}", values, names, today)
    facts = [*line.facts, *(one.fact for one in line.suggestions)]
    if placed := [one.condition for one in facts if one.condition.field in _WHERE]:
        return [(placed[0],)]
    thing = thing_named(typed, values, wording)
    return [thing.narrowed(ALL_PHOTOS).conditions] if thing.conditions else []


# ---- the answer before ----------------------------------------------------------------------


def _following(
    text: str,
    reader: CatalogReader,
    names: PlaceNames,
    today: date,
    beside: Sequence[Fact],
    before: QuestionBefore,
) -> ScopedQuestion | None:
    for wording in wordings():
        lead = wording.leading.match(folded(text))
        line = read_line(text[lead.end() :] if lead else text, reader.facts, names, today)
        rest, facts = line.rest.strip(_ENDS), list(line.facts)
        offers = [one for one in line.suggestions if one.words == rest]
        if lead and len(offers) == 1:  # 'and 2022?', 'what about Norway?'
            rest, facts = "", [*facts, offers[0].fact]
        conditions, own = _of(facts), [one for one in wording.pieces(folded(rest)) if one.role]
        fresh = (*_of(beside), *conditions)
        kept = _without(before.facts.conditions, fresh)
        if lead and fresh and not wording.pieces(folded(rest)):
            words = offers[0].words if not rest and len(offers) == 1 else ""
            question, is_in_words = _restated(before.question, fresh, words, reader, names, today)
            return ScopedQuestion(question, (*kept, *(() if is_in_words else conditions)))
        if any(one.role == "that" for one in own) and before.photos:
            around = (*beside, *facts, *_facts(before.photos, names))
            if read_question(rest, reader.facts, names, today, around).question is not None:
                return ScopedQuestion(f"{rest}?", (*conditions, *before.photos.conditions))
        if lead and wording.owned.search(folded(rest)) and before.photos:
            part = wording.owned.sub("", folded(rest), count=1).strip()
            versions = (one.sub(part, before.question, count=1) for one in _PARTS)
            full = next((one for one in versions if one != before.question), f"{rest}?")
            full = _agreeing(full, part) if wording.language.code == "en" else full
            return ScopedQuestion(full, (*conditions, *before.photos.conditions))
        if lead and rest and not own and (other := _swapped(rest, reader, names, today, before)):
            return ScopedQuestion(other, (*kept, *conditions))
    return None


def _following_on(
    visited: ScopedQuestion,
    wording: QuestionWording,
    reader: CatalogReader,
    names: PlaceNames,
    today: date,
    only: Filter,
    before: QuestionBefore,
) -> ScopedQuestion:
    """Return what follows of a visit's photos: "and on our last trip to the marsh?".

    What does not follow stays the question that it is.
    """
    lead = wording.leading.match(folded(visited.question))
    if lead is None:
        return visited
    fresh = (*only.conditions, *visited.conditions)
    if visited.question[lead.end() :].strip(_ENDS):
        beside = _facts(only, names)
        other = _following(visited.question, reader, names, today, beside, before)
        if other is None:
            return visited
    else:
        question, _ = _restated(before.question, fresh, "", reader, names, today)
        other = ScopedQuestion(question, before.facts.conditions)
    elsewhere = [one for one in other.conditions if one.field not in ("photo", "below")]
    return ScopedQuestion(other.question, (*_without(elsewhere, fresh), *visited.conditions))


def _restated(
    question: str,
    fresh: Sequence[Condition],
    words: str,
    reader: CatalogReader,
    names: PlaceNames,
    today: date,
) -> tuple[str, bool]:
    """Return a question without those of its own words that newer conditions take the place of.

    Where `words` for these mean the same they stand there instead; the second value says so.
    """
    earlier = read_question(question, reader.facts, names, today).question
    facts = earlier.facts if earlier is not None else ()
    kinds = {_kind(one) for one in fresh}
    for source in [one.source for one in facts if one.source and _kind(one.condition) in kinds]:
        other = _replaced(question, source, words) if words else question
        again = read_question(other, reader.facts, names, today).question
        if other != question and again is not None and {*fresh} <= {*_of(again.facts)}:
            return other, True
        question = re.sub(rf"\s*(?<!\w){re.escape(source)}(?!\w)", "", question, count=1)
    return question, False


def _replaced(question: str, words: str, replacement: str) -> str:
    """Return a question with a replacement for whole words: "hen" is not replaced in "when"."""
    return re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", lambda _: replacement, question, count=1)


def _agreeing(question: str, part: str) -> str:
    """Return an English question whose verb goes with its new part: "are the feet"."""
    verbs = {"is": "are", "was": "were"} if _PLURAL.search(part) else {"are": "is", "were": "was"}
    # Right before the part and whose it is: "what is the color of the heron's feet" stays.
    be = rf"\b(?:is|are|was|were)(?= (?:(?!of\b)[\w-]+ )*(?:[\w-]+['’]s )?{re.escape(part)}\b)"
    return re.sub(be, lambda verb: verbs.get(verb[0], verb[0]), question, count=1)


def _swapped(
    thing: str, reader: CatalogReader, names: PlaceNames, today: date, before: QuestionBefore
) -> str:
    """Return the question before, of another thing; "": it was not about one."""
    facts = _facts(before.facts, names)
    earlier = read_question(before.question, reader.facts, names, today, facts).question
    if earlier is None or len(earlier.things) != 1:
        return ""
    question = _replaced(before.question, earlier.things[0].text, thing)
    other = read_question(question, reader.facts, names, today, facts).question
    is_same = other is not None and other.kind == earlier.kind and len(other.things) == 1
    return question if is_same else ""


def _without(conditions: Iterable[Condition], fresh: Sequence[Condition]) -> list[Condition]:
    """Return the conditions that newer ones leave: another year takes the place of a year."""
    taken = {_kind(one) for one in fresh}
    return [one for one in conditions if _kind(one) not in taken]


def _kind(condition: Condition) -> str:
    field = condition.field
    return "when" if field in _WHEN else "where" if field in _WHERE else field


def _of(facts: Iterable[Fact]) -> tuple[Condition, ...]:
    return tuple(one.condition for one in facts)


def _facts(only: Filter, names: PlaceNames) -> list[Fact]:
    return [Fact(condition_text(one, names), one) for one in only.conditions]
