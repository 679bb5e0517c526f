"""What plain words say of places: 'near Lyon', 'in Kenia', 'à moins de 50 km de Genève'."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from visret_desktop.facts.fact import NamedPlace, Names, folded
from visret_desktop.facts.found import Found
from visret_desktop.facts.languages import Language, languages
from visret_desktop.facts.place_names import place_text, places_named, rivals
from visret_desktop.facts.values import NEAR_KILOMETERS, number_text, quoted

_NAME = re.compile(r"[^\W\d_](?:[\w.]|['’-](?=\w))*")
_MOST_WORDS = 5  # of a name
# How many people a town has, for words to be taken for its name.
_TYPED_SMALL, _TYPED_LARGE, _BARE = 100_000, 5_000, 100_000
_METERS = {"k": 1.0, "m": 0.001}


class PlaceReader:
    """Finds what one language says of places. `score` says how much the text is in a language."""

    def __init__(
        self, language: Language, names: Names, scores: dict[str, int], ordinary: frozenset[str]
    ) -> None:
        self._language, self._names, self._scores, self._ordinary = (
            language,
            names,
            scores,
            ordinary,
        )

    def at(self, text: str, folded_text: str, start: int) -> Iterator[Found]:
        """Yield the places that words with a preposition may mean."""
        for kind, pattern in _prepositions(self._language.code):
            match = pattern.match(folded_text, start)
            if match and self._is_preposition(text[start : match.end()].strip(), match[0].strip()):
                yield from self._named(text, match, kind)

    def bare(self, text: str, start: int) -> Iterator[Found]:
        """Yield what a name by itself may mean."""
        if not text[start].isupper():
            return
        for name, end, _ in self._names_at(text, start):
            if places := self._large(name, places_named(name, self._names), _BARE):
                if folded(name) not in self._ordinary:
                    yield Found(start, end, self._operators(name, places, "in", ""), False, "name")
                return

    def _is_preposition(self, typed: str, word: str) -> bool:
        """Return whether 'a' and 'en' are not the English article and the Dutch 'and'."""
        code, scores = self._language.code, self._scores
        if word == "a":
            others = max(score for other, score in scores.items() if other not in (code, "es"))
            return typed == "à" or 0 < scores[code] >= others
        return True

    def _named(self, text: str, match: re.Match[str], kind: str) -> Iterator[Found]:
        for name, end, is_qualified in self._names_at(text, match.end()):
            places = places_named(name, self._names)
            if not places:
                continue
            is_large = name[0].isupper()
            places = self._large(name, places, _TYPED_LARGE if is_large else _TYPED_SMALL)
            if not places or (not is_large and folded(name) in self._ordinary):
                return
            distance = _kilometers(match)
            if kind in ("near", "radius"):
                places = [place for place in places if place.kind == "town"]
                if not places:
                    return
            is_certain = len(rivals(places)) == 1 or is_qualified
            if match[0].strip() == "en" and not self._is_in(places[0]):
                is_certain = False
            operator = "in" if kind in ("in", "from") else "near"
            needs = "photos name" if kind == "from" else "name"
            chosen = places[:1] if is_certain else rivals(places)[:3]
            found = self._operators(name, chosen, operator, distance)
            yield Found(match.start(), end, found, is_certain, needs)
            return

    def _is_in(self, place: NamedPlace) -> bool:
        """Return whether 'en' before this place is not the Dutch 'and'."""
        scores = self._scores
        best = max(scores["fr"], scores["es"])
        return best > scores["nl"] or (place.kind != "town" and best >= scores["nl"])

    def _names_at(self, text: str, start: int) -> Iterator[tuple[str, int, bool]]:
        """Yield the names that may begin there, the longest first, and whether they say where."""
        ends, position = list[int](), start
        while len(ends) < _MOST_WORDS and (match := _NAME.match(text, position)):
            ends.append(match.end())
            position = match.end() + 1 if text[match.end() :][:1] in (" ", "-") else len(text)
        for end in reversed(ends):
            if after := re.match(r", ", text[end:]):
                for name, behind, _ in self._plain_names(text, end + after.end()):
                    whole = text[start:behind]
                    if name[0].isupper() and places_named(whole, self._names):
                        yield whole, behind, True
        for end in reversed(ends):
            yield text[start:end].rstrip("."), end - (text[end - 1] == "."), False

    def _plain_names(self, text: str, start: int) -> Iterator[tuple[str, int, bool]]:
        words = [m for m in [_NAME.match(text, start)] if m]
        if words:
            second = _NAME.match(text, words[0].end() + 1)
            for match in (second, words[0]):
                if match:
                    yield text[start : match.end()], match.end(), False

    def _large(self, name: str, places: Sequence[NamedPlace], least: int) -> list[NamedPlace]:
        return [p for p in places if p.kind != "town" or p.population >= least]

    def _operators(
        self, name: str, places: Sequence[NamedPlace], operator: str, distance: str
    ) -> tuple[str, ...]:
        end = f" {distance or number_text(NEAR_KILOMETERS) + 'km'}" if operator == "near" else ""
        return tuple(
            f"{operator}:{quoted(place_text(name, place, self._names))}{end}" for place in places
        )


def _kilometers(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if not groups.get("km"):
        return ""
    distance = groups["distance"]
    unit = "mi" if distance.startswith("mi") else "m" if distance == "m" else "km"
    return groups["km"].replace(",", ".") + unit


@cache
def _prepositions(code: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    language = next(one for one in languages() if one.code == code)
    table = language.table["places"]

    def pattern(template: str) -> re.Pattern[str]:
        return language.pattern(rf"(?:{template})(?:\s+|(?<='))", ends=False)

    kinds = [(kind, pattern(table[kind])) for kind in ("near", "in", "from")]
    return (*(("radius", pattern(one)) for one in table["radius"]), *kinds)
