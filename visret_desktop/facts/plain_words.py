"""Conditions in plain words, as readers for six languages find them.

A condition that is not meant hides photos. So words become a condition only if hardly anything else
can be meant: after a preposition, with a year, or between commas. Other words become suggestions.
Filler around conditions, such as 'but only those' or 'that I took', is removed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from visret_desktop.facts.alternatives import (
    exclude_each_other,
    goes_on,
    is_or_before,
    is_or_behind,
    joined,
    joint_of,
    list_goes_on,
)
from visret_desktop.facts.amount_words import AmountReader
from visret_desktop.facts.date_words import DateReader
from visret_desktop.facts.dates import Calendar
from visret_desktop.facts.fact import Known, PlaceNames, TextSpan, folded
from visret_desktop.facts.languages import languages, small_words
from visret_desktop.facts.photo_words import PhotoReader
from visret_desktop.facts.place_words import PlaceReader
from visret_desktop.facts.values import MONTHS
from visret_desktop.paths import bundled

FACT = "\0"  # stands for a fact in a text
_WORD = re.compile(r"[\w']+")
_PARTS = re.compile(r"[,;.!?](?=[\s\0]|\Z)|(?<!\S)[+-](?!\S)")
_OTHER = re.compile(r"[^\w\s'\0]")  # quotes, the colon of a weight


def without_filler(text: str, codes: Sequence[str]) -> str:
    """Return a text, in which each fact is a FACT, without the words that belong to facts.

    `codes` are the languages in which it may be written.
    """
    likely = [one for one in languages() if one.code in codes]
    for pattern in (pattern for one in likely for pattern in one.around_facts):
        for match in reversed(list(pattern.finditer(folded(text)))):
            text = text[: match.start()] + FACT + text[match.end() :]
    ends = [*(match.span() for match in _PARTS.finditer(text)), (len(text), len(text))]
    pieces, position = [], 0
    for end, after in ends:
        part = text[position:end]
        is_filler = FACT in part and not _OTHER.search(part) and is_about_nothing(part, codes)
        pieces += [FACT if is_filler else part, text[end:after]]
        position = after
    return "".join(pieces)


def is_about_nothing(text: str, codes: Sequence[str]) -> bool:
    """Return whether only words for photos, articles and the like are left: 'the photos'."""
    words = _WORD.findall(folded(text))
    return all(word in _small() or names_photos(word, codes) for word in words)


def names_photos(text: str, codes: Sequence[str]) -> bool:
    """Return whether a text names but photos: 'all the pictures', 'only those'."""
    likely = [one for one in languages() if one.code in codes]
    return all(
        any(one.names_photos(word) for one in languages())
        or any(word in one.only for one in likely)
        for word in _WORD.findall(folded(text))
    )


@cache
def _small() -> frozenset[str]:
    return frozenset(word for one in languages() for word in folded(one.table["small"]).split())


_STARTS = re.compile(r"(?<!\w)(?:\w|'(?=s\b))")
_BOUNDARY = re.compile(r"\s*(?:$|[^\w\s'\"(])")
_PART_ENDS = re.compile(r"[,;.!?](?=\s|\Z)|,+")
_NEXT_WORD = re.compile(r"\s*([\w']+)")
_WORD_BEFORE = re.compile(r"([\w']+)\s*\Z")
_MONTH = re.compile(r"taken:\d{4}-\d\d")
_OF = frozenset(("of", "von", "de", "du", "des", "d", "di", "del", "della", "dell", "van"))
# What follows is not wanted, or is only compared.
_NEGATIONS = frozenset(
    (
        *("not", "nicht", "pas", "niet", "non", "ni", "ausser", "except", "sauf", "hormis"),
        *("excepto", "tranne", "behalve", "without", "ohne", "sans", "sin", "senza", "zonder"),
    )
)
_SIMILES = frozenset(
    (
        *("like", "as", "than", "wie", "als", "comme", "que", "como", "come", "zoals"),
        *("no", "kein", "keine"),
    )
)


@dataclass(frozen=True)
class PlainReading:
    """What was found, in order: conditions, some of them negated, and what is only offered.

    `codes` are the languages in which the text may be written.
    """

    facts: tuple[tuple[TextSpan, bool], ...]
    offers: tuple[TextSpan, ...]
    codes: tuple[str, ...]


def read_words(
    text: str,
    known: Known,
    names: PlaceNames,
    today: date,
    southern: Callable[[Iterable[str]], bool],
) -> PlainReading:
    """Read `text`, in which what is no plain words is blotted out by commas.

    `southern` says of operators whether they name a place where summer is around New Year.
    """
    reader = _Reader(text, known, names)
    reading = reader.read(Calendar(today))
    text_spans = [*(one for one, _ in reading.facts), *reading.offers]
    if any(one.seasonal for one in text_spans):
        operators = [text for one, _ in reading.facts for text in one.operators]
        if southern(operators):
            reading = reader.read(Calendar(today, southern=True))
    return reading


class _Reader:
    def __init__(self, text: str, known: Known, names: PlaceNames) -> None:
        self._text, self._folded = text, folded(text)
        self._known, self._names = known, names
        words = re.findall(r"[\w']+", self._folded)
        scores = {one.code: sum(map(one.has, words)) for one in languages()}
        self._scores = scores
        best = max(scores.values())
        self._codes = tuple(code for code in scores if scores[code] == best) if best else ("en",)
        self._part_ends = [match.end() for match in _PART_ENDS.finditer(self._folded)]
        self._taken: list[TextSpan] = []
        self._languages = sorted(languages(), key=lambda one: -scores[one.code])
        originals = re.findall(r"[^\W\d_]{2,}", text)
        self._is_shouted = len(originals) > 2 and all(word[0].isupper() for word in originals)

    def read(self, calendar: Calendar) -> PlainReading:
        text = self._folded if self._is_shouted else self._text
        others = max(score for code, score in self._scores.items() if code != "en")
        day_first = others > self._scores["en"]
        dates = [DateReader(one, calendar, day_first) for one in self._languages]
        places = [
            PlaceReader(one, self._names, self._scores, _ordinary()) for one in self._languages
        ]
        photos = [PhotoReader(one, self._known) for one in self._languages]
        amounts = [AmountReader(one) for one in self._languages]
        starts = [match.start() for match in _STARTS.finditer(self._folded)]
        facts: list[tuple[TextSpan, bool]] = []
        self._taken = []
        maybe: list[TextSpan] = []
        position = 0
        for start in starts:
            if start < position:
                continue
            text_spans = [
                *(one for reader in photos for one in reader.at(text, self._folded, start)),
                *(one for reader in dates for one in reader.at(self._folded, start)),
                *(one for reader in amounts for one in reader.at(self._folded, start)),
                *(one for reader in places for one in reader.at(text, self._folded, start)),
            ]
            judged = [self._judged(one) for one in text_spans]
            certain = [one for one in judged if one.certain and one.operators]
            if facts and not certain and not self._text[position:start].strip(" ,"):
                certain = [*self._year_behind(dates[0], start)]
            if facts and not certain:
                bare = [
                    *judged,
                    *(one for reader in dates for one in reader.bare(self._folded, start)),
                    *(one for reader in photos for one in reader.bare(text, start)),
                ]
                if best := self._another(facts[-1], bare):
                    facts[-1] = (best, facts[-1][1])
                    self._taken[-1], position = best, best.end
                    continue
            if certain:
                best = max(certain, key=lambda one: one.end)
                before = _WORD_BEFORE.search(self._folded, 0, start)
                negated = bool(before and before[1] in _NEGATIONS)
                if negated and before:
                    best = replace(best, start=before.start())
                if either := self._either(facts, maybe, best, negated):
                    best, negated = either
                facts.append((best, negated))
                self._taken.append(best)
                position = best.end
            else:
                maybe += [one for one in judged if self._is_free(one)]
                for reader in dates:
                    for one in reader.bare(self._folded, start):
                        if self._joint_behind(one.end):
                            maybe.append(replace(one, needs="or"))
                        elif self._is_bare(one):
                            maybe.append(one)
                maybe += [
                    one for one in places[0].bare(text, start) if self._is_bare(one, place=True)
                ]
        alone = [(one, negated) for one, negated in facts if not self._is_one_of_several(one)]
        maybe += [replace(one, certain=False) for one, _ in facts if self._is_one_of_several(one)]
        offers = tuple(self._offered(self._paired(maybe), [one for one, _ in alone]))
        return PlainReading(tuple(alone), offers, self._codes)

    # ---- alternatives ----------------------------------------------------------------------------

    def _another(
        self, before: tuple[TextSpan, bool], text_spans: Iterable[TextSpan]
    ) -> TextSpan | None:
        """Return a fact with one more value that is named behind it: '2006' of '2005 or 2006'."""
        fact, _ = before
        for one in text_spans:
            joint = joint_of(self._folded, fact.end, one.start)
            if joint == "," and not list_goes_on(self._folded, one.end):
                joint = ""
            if not joint or not self._ends(one.end):
                continue
            for operator in one.operators[:1]:
                both = joined(fact.operators, (operator,), MONTHS)
                if both and goes_on(fact.operators, operator):
                    return replace(fact, end=one.end, operators=(both,))
        return None

    def _joint_behind(self, end: int) -> bool:
        return is_or_behind(self._folded, end, is_dutch="nl" in self._codes)

    def _either(
        self,
        facts: list[tuple[TextSpan, bool]],
        maybe: list[TextSpan],
        best: TextSpan,
        negated: bool,
    ) -> tuple[TextSpan, bool] | None:
        """Return a fact together with the one before it, which goes, if it is an alternative."""
        if facts:
            last, was_negated = facts[-1]
            of = len("of ") if self._folded.startswith("of ", best.start) else 0
            joint = joint_of(self._folded, last.end, best.start + of)
            if joint == "and" and not exclude_each_other(last.operators, best.operators):
                joint = ""
            both = joined(last.operators, best.operators, MONTHS)
            if joint in ("or", "and") and both and not negated:
                facts.pop()
                self._taken.pop()
                return replace(best, start=last.start, operators=(both,)), was_negated
        for one in maybe:
            if joint_of(self._folded, one.end, best.start) == "or" and not negated:
                both = joined(one.operators[:1], best.operators, MONTHS)
                if both and goes_on(best.operators, one.operators[0]) | both.startswith("taken:"):
                    maybe.remove(one)
                    return replace(best, start=one.start, operators=(both,)), False
        return None

    def _is_one_of_several(self, text_span: TextSpan) -> bool:
        """Return whether another alternative, that was not read, is beside a fact."""
        is_behind_or = is_or_before(self._folded, text_span.start)
        return is_behind_or or self._joint_behind(text_span.end)

    def _paired(self, maybe: Sequence[TextSpan]) -> list[TextSpan]:
        """Return what may be meant, with alternatives as one: '2005 or 2006'."""
        paired: list[TextSpan] = []
        for one in sorted(maybe, key=lambda text_span: text_span.start):
            last = paired[-1] if paired else None
            if last and joint_of(self._folded, last.end, one.start) == "or":
                both = joined(last.operators[:1], one.operators[:1], MONTHS)
                if both and goes_on(last.operators[:1], one.operators[0]):
                    paired[-1] = replace(last, end=one.end, operators=(both,), needs=one.needs)
                    continue
            paired.append(one)
        return [one for one in paired if one.needs != "or"]

    def _year_behind(self, reader: DateReader, start: int) -> Iterator[TextSpan]:
        """Yield a year that ends a part of the text right behind a fact: 'in Cologne 2019'."""
        for one in reader.bare(self._folded, start):
            if self._folded[start].isdigit() and _BOUNDARY.match(self._folded, one.end):
                yield one

    # ---- what is certain -------------------------------------------------------------------------

    def _judged(self, text_span: TextSpan) -> TextSpan:
        before = _WORD_BEFORE.search(self._folded, 0, text_span.start)
        certain = text_span.certain and not (before and before[1] in _SIMILES)
        if before and before[1].isdigit() and _MONTH.fullmatch(" ".join(text_span.operators)):
            certain = False  # a day that the month does not have
        for need in text_span.needs.split():
            certain = certain and self._has(need, text_span)
        return replace(text_span, certain=certain)

    def _has(self, need: str, text_span: TextSpan) -> bool:
        if need == "photos":
            return self._starts_part(text_span.start) or self._is_of_photos(text_span.start)
        if need == "start":
            return self._starts_part(text_span.start)
        if need == "part":
            is_end = _BOUNDARY.match(self._folded, text_span.end) is not None
            return is_end and self._starts_part(text_span.start)
        following = _NEXT_WORD.match(self._folded, text_span.end)
        is_of = following is not None and following[1] in _OF
        if need == "end" and is_of and not self._joint_behind(text_span.end):
            return False  # 'in the winter of discontent'
        return self._ends(text_span.end)

    def _starts_part(self, start: int) -> bool:
        """Return whether a part of the text begins there, or before it only photos are named."""
        part = max((end for end in self._part_ends if end <= start), default=0)
        pieces, position = [], part
        for one in self._taken:
            if one.end > part:
                pieces.append(self._folded[position : max(one.start, position)])
                position = one.end
        before = " ".join([*pieces, self._folded[position:start]])
        return names_photos(before, self._codes)

    def _is_of_photos(self, start: int) -> bool:
        """Return whether a word for photos is right before, and they are wanted."""
        before = self._folded[:start]
        matches = (one.photo_word.search(before) for one in self._languages)
        match = next(filter(None, matches), None)
        if match is None:
            return False
        earlier = _WORD_BEFORE.search(before, 0, match.start())
        return not (earlier and earlier[1] in _NEGATIONS | _SIMILES)

    def _ends(self, end: int) -> bool:
        """Return whether no noun or name goes on there."""
        if _BOUNDARY.match(self._folded, end) or self._joint_behind(end):
            return True
        following = _NEXT_WORD.match(self._folded, end)
        if following is None or following[1] in _NEGATIONS:
            return True
        start = following.start(1)
        is_name = self._text[start].isupper() and not self._is_shouted
        word = following[1].strip("'").split("'")[0]
        return not is_name and (word in small_words() or word.isdigit())

    # ---- what is offered -------------------------------------------------------------------------

    def _is_free(self, text_span: TextSpan) -> bool:
        """Return whether what is uncertain may be offered: no noun goes on behind it."""
        return self._ends(text_span.end)

    def _is_bare(self, text_span: TextSpan, place: bool = False) -> bool:
        """Return whether a word by itself may mean a condition."""
        before = _WORD_BEFORE.search(self._folded, 0, text_span.start)
        word = before[1].strip("'") if before else ""
        if word in _before_nouns() or word in _SIMILES:
            return False
        if place:
            is_name = before and self._text[before.start()].isupper() and before.start() > 0
            return self._ends(text_span.end) and not is_name
        typed = self._text[text_span.start : text_span.end]
        is_whole = typed == self._text.strip()
        if folded(typed) in _ambiguous() and not (typed[0].isupper() or is_whole):
            return False
        return _BOUNDARY.match(self._folded, text_span.end) is not None

    def _offered(self, maybe: Sequence[TextSpan], facts: Sequence[TextSpan]) -> Iterator[TextSpan]:
        position = 0
        taken = [(one.start, one.end) for one in facts]
        for one in sorted(maybe, key=lambda text_span: (text_span.start, -text_span.end)):
            is_free = all(one.end <= start or one.start >= end for start, end in taken)
            if is_free and one.start >= position:
                yield one
                position = one.end


@cache
def _ordinary() -> frozenset[str]:
    lines = bundled("wording", "ordinary.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def _before_nouns() -> frozenset[str]:
    return frozenset(
        word.strip("'") for one in languages() for word in folded(one.table["of"]).split("|")
    )


@cache
def _ambiguous() -> frozenset[str]:
    return frozenset(
        folded(word) for one in languages() for word in one.table["ambiguous"].split("|")
    )
