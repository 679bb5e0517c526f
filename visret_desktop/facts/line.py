"""Read one typed line: operators and plain words become facts, the rest is a query."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from itertools import combinations

from visret_desktop.facts.contradictions import contradiction, disagree, only_first
from visret_desktop.facts.fact import Fact, FilterSuggestion, Known, Note, ParsedLine, PlaceNames
from visret_desktop.facts.folder_words import offered_folders
from visret_desktop.facts.operators import fact_of, is_operator, operators_in, read_operator
from visret_desktop.facts.place_names import is_southern, place_of
from visret_desktop.facts.plain_words import FACT, is_about_nothing, read_words, without_filler
from visret_desktop.facts.values import Misread, quoted
from visret_desktop.retrieval.query import IMAGE_SUFFIX

_LONGEST = 4000  # characters; a longer query is refused anyway
_QUOTED = re.compile(r'"[^"]*"|[“„][^“”]*[“”]|«[^»]*»|(?<!\S)\'[^\']*\'(?!\S)')
_TERM = re.compile(r"(?:\A|(?<=\s))([+-])\s|\s([+-])(?=\s)")
_AND = "and|und|et|y|but|aber|mais|pero|maar"


def read_line(
    text: str, known: Known, gazetteer: PlaceNames, today: date, *, offers: bool = True
) -> ParsedLine:
    """Return what `text` says.

    Facts are in the order in which they were typed. A line too long to be a query says nothing.
    `offers`: look for folders to be offered, which takes as long as there are many.
    """
    text = unicodedata.normalize("NFC", text)
    if len(text) > _LONGEST:
        return ParsedLine(text.strip())
    read: list[tuple[int, Fact]] = []
    notes: list[Note] = []
    gone: list[tuple[int, int]] = []
    blots = [match.span() for match in _QUOTED.finditer(text)]
    for typed in operators_in(text):
        source = text[typed.start : typed.end]
        blots.append((typed.start, typed.end))
        try:
            read.append((typed.start, read_operator(typed, known, gazetteer, source)))
        except Misread as error:
            notes.append(error.note)
        if is_operator(typed.name):
            gone.append((typed.start, typed.end))
    plain = _blotted(text, [*blots, *_no_words(text)])

    def southern(operators: Iterable[str]) -> bool:
        facts = [
            *(fact for _, fact in read),
            *(fact_of(one, known, gazetteer) for one in operators if one[:3] in ("in:", "nea")),
        ]
        return any(_is_southern(fact, gazetteer) for fact in facts)

    for (_, one), (_, other) in combinations(read, 2):
        if disagree(one.condition, other.condition):
            notes.append(contradiction(one.text, other.text))
    suggestions: dict[str, FilterSuggestion] = {}
    words = read_words(plain, known, gazetteer, today, southern)
    for text_span, negated in words.facts:
        source = text[text_span.start : text_span.end]
        sign = "-" if negated else ""
        try:
            facts = [_fact(sign, one, known, gazetteer, source) for one in text_span.operators]
        except Misread as error:
            notes.append(error.note)
            continue
        against = (other for fact in facts for _, other in read if _disagree(fact, other))
        if (first := next(against, None)) is not None:
            # Both cannot be meant as filters: they would find nothing.
            notes.append(only_first(first.source or first.text, source))
            suggestions |= {fact.text: FilterSuggestion(fact, source) for fact in facts}
            continue
        read += [(text_span.start, fact) for fact in facts]
        gone.append((text_span.start, text_span.end))
    for text_span in words.offers:
        source = text[text_span.start : text_span.end]
        for operator in text_span.operators:
            try:
                fact = fact_of(operator, known, gazetteer, source)
            except Misread:
                continue
            suggestions.setdefault(fact.text, FilterSuggestion(fact, source))
    read.sort(key=lambda one: one[0])
    facts_by_text = {fact.text: fact for _, fact in reversed(read)}
    rest = _rest(text, gone, words.codes)
    rest_words = _blotted(rest, _no_words(rest)) if offers else ""
    for name, source, photos in offered_folders(rest_words, known):
        with suppress(Misread):  # too many folders have that name
            fact = fact_of(f"folder:{quoted(name)}", known, gazetteer, source)
            suggestions.setdefault(fact.text, FilterSuggestion(fact, source, photos))
    return ParsedLine(
        rest,
        tuple(dict.fromkeys(facts_by_text[fact.text] for _, fact in read)),
        tuple(suggestion for text, suggestion in suggestions.items() if text not in facts_by_text),
        tuple(dict.fromkeys(notes)),
    )


def _fact(sign: str, operator: str, known: Known, names: PlaceNames, source: str) -> Fact:
    text = operator[1:] if sign and operator.startswith("-") else sign + operator
    return fact_of(text, known, names, source)


def _disagree(one: Fact, other: Fact) -> bool:
    return disagree(one.condition, other.condition)


def _is_southern(fact: Fact, names: PlaceNames) -> bool:
    condition = fact.condition
    if condition.negated:
        return False
    value = condition.values[0]
    if condition.field == "near":
        return bool(value.latitude < -10)
    place = place_of(condition.field, value, names)
    return place is not None and is_southern(place)


def _no_words(text: str) -> list[tuple[int, int]]:
    """Return where excluded words and example pictures are: what they say is no fact."""
    spans = []
    signs = list(_TERM.finditer(text))
    starts = [0, *(match.end() for match in signs)]
    ends = [*(match.start() for match in signs), len(text)]
    minus = [False, *((match[1] or match[2]) == "-" for match in signs)]
    for start, end, is_minus in zip(starts, ends, minus, strict=True):
        if is_minus or IMAGE_SUFFIX.search(text[start:end].strip()):
            spans.append((start, end))
    spans += [
        match.span()
        for match in re.finditer(r"(?<!\S)[-−]\w\S*|(?=\S*[^\W\d_])\S*[/\\]\S*[/\\]\S*", text)
    ]
    return spans


def _blotted(text: str, spans: Sequence[tuple[int, int]]) -> str:
    letters = list(text)
    for start, end in spans:
        letters[start:end] = "," * (end - start)
    return "".join(letters)


def _rest(text: str, gone: Sequence[tuple[int, int]], codes: Sequence[str]) -> str:
    """Return what is left without what became facts, and without what makes no sense any more."""
    if not gone:
        return text.strip()
    pieces, position = [], 0
    for start, end in sorted(gone):
        pieces.append(text[position:start])
        position = max(position, end)
    left = without_filler(FACT.join([*pieces, text[position:]]), codes)
    left = re.sub(rf"(?i)\s*(?<!\w)(?:{_AND})\s*(?=\0)(?=[\0,;\s]*\Z)", "", left)
    left = re.sub(rf"(?i)\A([\0\s,;]*)\0\s*(?:{_AND})(?!\w)", r"\1\0", left)
    left = re.sub(r"(?<!\S)\d+(?:\.\d+)?:(?=\s*\0)", "", left)  # the weight of nothing
    left = " ".join(left.replace("\0", " ").split())
    left = re.sub(r"(?:(?<!\S)[+-] )+(?=[+-](?:\s|\Z))|\s*(?<!\S)[+-]\Z", "", left)
    left = re.sub(r"\s+(?=[,;.!?](?:\s|\Z))", "", left)
    left = re.sub(r"([,;])[,;.\s]*(?=[,;.])", "", left)
    left = re.sub(r"[,;]+(?=\s+[+-]\s)", "", left).strip(",; ")
    return "" if is_about_nothing(left, codes) and '"' not in left else left
