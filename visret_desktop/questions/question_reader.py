"""From a typed question to what the catalog is asked; None: somebody has to look at photos.

    words that are conditions are taken out                    `facts.line`
    → what is left has roles: how many, where, per year …      `question_wording`
    → the words without a role are a thing with a name         `named_things`
    → the first row of `_FORMS` whose roles are all there

A wrong figure is worse than none: a question is the catalog's only if every word of it is
understood.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise

from visret_desktop.facts.fact import Fact, Known, Note, ParsedLine, PlaceNames, folded
from visret_desktop.facts.languages import small_words
from visret_desktop.facts.line import read_line
from visret_desktop.facts.operators import fact_of
from visret_desktop.questions.catalog_question import AskedThing, By, CatalogQuestion, Kind
from visret_desktop.questions.named_things import thing_named
from visret_desktop.questions.question_wording import Piece, QuestionWording, wordings

_LONGEST = 400  # characters; a longer one tells a story
_LONGEST_THING = 100  # as much as a name may have
_FACT = "\0"
_OFFERED = ("taken", "camera", "lens")  # fields of suggestions that a question means
_YEAR = re.compile(r"(?<!\S)(?:19|20)\d\d(?![\w-])")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class _Roles:
    """The roles that the words of a question have, and the texts without one."""

    pieces: tuple[Piece, ...]
    texts: tuple[str, ...]
    has_facts: bool
    text: str

    def has(self, *roles: str) -> bool:
        there = {piece.role for piece in self.pieces}
        return all(role in there for role in roles)

    @property
    def by(self) -> By:
        values = {piece.by for piece in self.pieces if piece.by}
        return values.pop() if len(values) == 1 else ""  # type: ignore[return-value]

    def is_of_photos(self) -> bool:
        """Return whether it is plain that photos are asked about, and nothing in them."""
        return self.has("photos") or self.has("acts")

    def is_of_some(self) -> bool:
        """Return whether photos are asked about, or such as have something."""
        return self.is_of_photos() or self.is_narrowed()

    def is_of_own(self) -> bool:
        """Return whether photos are asked about, or what one has of something."""
        return self.is_of_photos() or self.has_facts or self.has("any")

    def is_narrowed(self) -> bool:
        """Return whether not all photos are meant."""
        return self.has_facts or bool(self.texts)

    def is_beside(self) -> bool:
        """Return whether 'that' can be the photos of conditions beside the question."""
        return self.has_facts

    def is_per_value(self) -> bool:
        """Return whether 'per' stands right before 'year': 'photos by a track' is no table."""
        pairs = pairwise(self.pieces)
        return any((one.role, other.role) == ("per", "by") for one, other in pairs)

    def is_counted(self) -> bool:
        """Return whether photos are to be counted, whatever else is not understood."""
        return self.is_of_photos() and (self.has("count") or self.has("often"))


@dataclass(frozen=True)
class _Form:
    """A form of questions: the roles that it has, all that it may have, and what it asks.

    `things`: how many of them it takes. `by`: what its table has a row for, where no word says it,
    as 'camera' and 'year' do. `needs` says what else must be so.
    """

    kind: Kind
    roles: tuple[str, ...]
    may: tuple[str, ...] = ()
    things: tuple[int, int] = (0, 1)
    by: By = ""
    needs: Callable[[_Roles], bool] = lambda roles: True


_AROUND = ("photos", "acts", "makes", "any", "there")
_WHICH = (*_AROUND, "which")
_FORMS: tuple[_Form, ...] = (
    _Form("table", ("who", "naming"), ("photos", "any"), (1, 1), "person"),
    _Form("most", ("who", "most", "naming"), ("photos", "any"), (1, 1), "person"),
    _Form("pause", ("pause",), _WHICH, needs=_Roles.is_of_some),
    _Form("often", ("often",), _AROUND, needs=_Roles.is_of_photos),
    _Form("compare", ("more", "or"), (*_WHICH, "most"), (2, 2), needs=_Roles.is_of_photos),
    _Form("compare", ("most", "or"), _WHICH, (2, 2), needs=_Roles.is_of_photos),
    _Form("most", ("most", "by"), (*_WHICH, "where", "more")),
    _Form("most", ("more", "by"), _WHICH, needs=_Roles.is_of_photos),
    _Form("most", ("where", "most"), _AROUND, by="place", needs=_Roles.is_of_photos),
    _Form("table", ("per", "by"), (*_AROUND, "count"), needs=_Roles.is_per_value),
    _Form("table", ("which", "by", "acts"), _AROUND),
    _Form("table", ("which", "by", "makes"), _AROUND),
    _Form("last", ("where", "last"), _AROUND, needs=_Roles.is_of_photos),
    _Form("first", ("where", "first"), _AROUND, needs=_Roles.is_of_photos),
    _Form("table", ("where", "acts"), _AROUND, by="place", needs=_Roles.is_narrowed),
    _Form("table", ("where", "makes"), _AROUND, by="place", needs=_Roles.is_narrowed),
    _Form("table", ("where", "that"), ("photos",), (0, 0), "place", _Roles.is_beside),
    _Form("dates", ("when", "that"), ("photos",), (0, 0), needs=_Roles.is_beside),
    _Form("table", ("which", "by", "that"), ("photos", "makes"), (0, 0), needs=_Roles.is_beside),
    _Form("last", ("when", "last"), _AROUND, needs=_Roles.is_of_some),
    _Form("first", ("when", "first"), _AROUND, needs=_Roles.is_of_some),
    _Form("dates", ("when",), _AROUND, needs=_Roles.is_of_photos),
    _Form("count", ("count",), _AROUND, needs=_Roles.is_of_own),
    _Form("count", ("count",), things=(1, 1)),  # 'how many herons?', where a name says it
    _Form("count", ("any", "acts"), ("photos",), (1, 1)),
    _Form("count", ("any", "photos"), ("makes",), (1, 1)),
    _Form("count", ("there", "photos"), ("makes",), (1, 1)),
)


@dataclass(frozen=True)
class CatalogReading:
    """What a text asks of the catalog, if anything; `notes` say what in it is not understood."""

    question: CatalogQuestion | None = None
    notes: tuple[Note, ...] = ()


def read_question(
    text: str, library: Known, names: PlaceNames, today: date, facts: Sequence[Fact] = ()
) -> CatalogReading:
    """Return what the catalog is asked, of photos that have `facts`, too."""
    text = _SPACES.sub(" ", unicodedata.normalize("NFC", text)).strip()
    if not text or len(text) > _LONGEST or not may_be_asked(text):
        return CatalogReading()
    line = read_line(text, library, names, today)
    for taken in _ways(text, line, library, names):
        for wording in _likely(text):
            question = _read(text, line, taken, library, wording, facts)
            if question is not None:
                return CatalogReading(None if line.notes else question, line.notes)
    is_counted = any(_roles(text, line.facts, one).is_counted() for one in _likely(text)[:1])
    return CatalogReading(notes=line.notes if is_counted else ())


def may_be_asked(text: str) -> bool:
    """Return whether a text has all words of a form by which the catalog is asked: in 1 ms."""
    plain = folded(text)
    roles = [{piece.role for piece in wording.pieces(plain)} for wording in wordings()]
    return any(there.issuperset(form.roles) for there in roles for form in _FORMS)


def _ways(text: str, line: ParsedLine, library: Known, names: PlaceNames) -> list[tuple[Fact, ...]]:
    """Return the conditions that a text may have: those that it surely has, then more of them.

    'On Monday' may be each or the last one, so it is none of them.
    """
    counts = Counter(one.words for one in line.suggestions)
    offered = {
        one.words: replace(one.fact, source=one.words)
        for one in line.suggestions
        if one.fact.condition.field in _OFFERED and counts[one.words] == 1
    }
    for year in _YEAR.findall(text):
        if not any(year in one.source for one in (*line.facts, *offered.values())):
            offered[year] = fact_of(f"taken:{year}", library, names, year)
    return [line.facts, (*line.facts, *offered.values())] if offered else [line.facts]


def _likely(text: str) -> list[QuestionWording]:
    """Return the languages, the likeliest first."""
    words = re.findall(r"[\w']+", folded(text))
    return sorted(wordings(), key=lambda one: -sum(map(one.language.has, words)))


def _roles(
    text: str, taken: Sequence[Fact], wording: QuestionWording, has_facts: bool = False
) -> _Roles:
    """Return the roles of what is left of a text without conditions."""
    plain = text
    for fact in taken:
        plain = plain.replace(fact.source, _FACT * len(fact.source), 1) if fact.source else plain
    pieces = wording.pieces(folded(plain))
    texts = tuple(plain[one.start : one.end] for one in pieces if not one.role)
    return _Roles(tuple(pieces), texts, bool(taken) or has_facts, plain)


def _read(
    text: str,
    line: ParsedLine,
    taken: Sequence[Fact],
    library: Known,
    wording: QuestionWording,
    facts: Sequence[Fact],
) -> CatalogQuestion | None:
    roles = _roles(text, taken, wording, bool(facts))
    for form in _FORMS:
        if not _fits(form, roles):
            continue
        things = tuple(thing_named(one, library, wording) for one in roles.texts)
        if not form.things[0] <= len(things) <= form.things[1]:
            continue
        by = form.by or roles.by
        if all(_is_clear(one, by, roles, line, library, wording) for one in things):
            return CatalogQuestion(form.kind, things, (*taken, *facts), by)
        return None
    return None


def _fits(form: _Form, roles: _Roles) -> bool:
    there = {piece.role for piece in roles.pieces if piece.role}
    if not (roles.has(*form.roles) and there <= {*form.roles, *form.may}):
        return False
    return form.needs(roles) and (bool(roles.by) or "by" not in form.roles)


def _is_clear(
    thing: AskedThing,
    by: By,
    roles: _Roles,
    line: ParsedLine,
    library: Known,
    wording: QuestionWording,
) -> bool:
    """Return whether it is plain what a thing is: a name says it, or it can be looked for.

    What may be a condition, or has words around a name as 'otters did Anna' has, is looked for by
    nobody.
    """
    if thing.conditions or by == "person":
        return bool(thing.conditions)
    words = folded(thing.text).split(" ")
    offers = (one for one in line.suggestions if one.fact.condition.field != "below")
    maybe = {word for one in offers for word in folded(one.words).split()}
    is_plain = all(
        word.isalpha() and word not in small_words() and word not in maybe and wording.pieces(word)
        for word in words
    )
    has_name = len(words) > 1 and any(
        thing_named(word, library, wording).conditions for word in words
    )
    is_short = len(thing.text) <= _LONGEST_THING
    before, _, _ = roles.text.partition(thing.text)
    is_person = wording.someone.search(folded(before)) is not None
    return is_plain and not has_name and not is_person and roles.is_of_photos() and is_short
