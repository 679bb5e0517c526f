"""What plain words say of places: 'near Lyon', 'in Kenia', 'à moins de 50 km de Genève'."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from visret_desktop.facts.fact import NamedPlace, PlaceNames, TextSpan, folded
from visret_desktop.facts.languages import Language, languages
from visret_desktop.facts.place_names import place_text, places_named, rivals
from visret_desktop.facts.templates import Template, Templates
from visret_desktop.facts.values import NEAR_KILOMETERS, number_text, quoted

_NAME = re.compile(r"[^\W\d_](?:[\w.]|['’-](?=\w))*")
# 'in Paris and in Rome' is one or the other: no photo was taken in both.
_OR = re.compile(
    r",? (?:and|or|und|oder|et|ou|y|o|e|en|of)"
    r" (?:(?:in|near|à|en|a|bei|près de|cerca de|vicino a|bij) )?(?=[^\W\d_])"
)
_MOST_OTHERS = 8  # places of one condition, behind the first
_MOST_WORDS = 5  # of a name
_KNOWN = 100_000  # people, by which a town is known under its name in any language
_SMALLEST = 5_000  # people of a town that plain words may mean
_SHORT = 5  # letters: so short a name of a region needs a capital
_OF = frozenset(
    ("of", "von", "de", "du", "des", "d'", "de la", "de l'", "di", "del", "della", "van")
)


class PlaceReader:
    """Finds what one language says of places. `score` says how much the text is in a language."""

    def __init__(
        self,
        language: Language,
        names: PlaceNames,
        scores: dict[str, int],
        ordinary: frozenset[str],
    ) -> None:
        self._language, self._names, self._scores, self._ordinary = (
            language,
            names,
            scores,
            ordinary,
        )

    def at(self, text: str, folded_text: str, start: int) -> Iterator[TextSpan]:
        """Yield the places that words with a preposition may mean."""
        for kind, pattern in _prepositions(self._language.code).within(folded_text):
            match = pattern.match(folded_text, start)
            if match:
                word = text[start : match.end()].strip()
                for text_span in self._named(text, match, kind):
                    is_meant = self._is_preposition(word, match[0].strip())
                    yield text_span if is_meant else replace(text_span, certain=False)

    def bare(self, text: str, start: int) -> Iterator[TextSpan]:
        """Yield what a name by itself may mean."""
        if not text[start].isupper():
            return
        for name, end, _ in self._names_at(text, start):
            found = places_named(name, self._names)
            places = [p for p in found if p.kind != "town" or p.population >= _KNOWN]
            if places:
                if folded(name) not in self._ordinary:
                    chosen = rivals(places)[:3]
                    yield TextSpan(
                        start, end, self._operators(name, chosen, "in", ""), False, "name"
                    )
                return

    def _is_preposition(self, typed: str, word: str) -> bool:
        """Return whether 'a' is not the English article."""
        code, scores = self._language.code, self._scores
        if word == "a":
            others = max(score for other, score in scores.items() if other not in (code, "es"))
            return typed == "à" or 0 < scores[code] >= others
        return True

    def _named(self, text: str, match: re.Match[str], kind: str) -> Iterator[TextSpan]:
        for name, end, is_qualified in self._names_at(text, match.end()):
            places = places_named(name, self._names)
            if not places:
                continue
            places = self._meant(name, places)
            if kind == "in_the":  # 'in the Provence', but 'in Lyon'
                places = [place for place in places if place.kind != "town"]
            if not places:
                return
            distance = _kilometers(match)
            if kind in ("near", "radius"):
                places = [place for place in places if place.kind == "town"]
                if not places:
                    return
                behind = _distance_behind(self._language.code).match(folded(text), end)
                if behind and not distance:
                    distance, end = _kilometers(behind), behind.end()
            is_certain = (len(rivals(places)) == 1 or is_qualified) and not places[0].alias
            is_ordinary = folded(name) in self._ordinary
            is_town = places[0].kind == "town"
            if places[0].kind == "region" and not name[0].isupper():
                is_certain = False
            if is_ordinary and is_town and places[0].population < _KNOWN:
                is_certain = False
            if match[0].strip() in _OF and (is_town or is_ordinary):
                is_certain = False  # 'photos of Florence' may show a person
            if match[0].strip() == "en" and not self._is_in(places[0]):
                is_certain = False
            operator = "near" if kind in ("near", "radius") else "in"
            needs = "photos name" if kind == "from" else "name"
            chosen = places[:1] if is_certain else rivals(places)[:3]
            found = self._operators(name, chosen, operator, distance)
            if is_certain:
                end, others = self._alternatives(text, end, operator, distance)
                found = (",".join([*found, *(one.partition(":")[2] for one in others)]),)
            yield TextSpan(match.start(), end, found, is_certain, needs)
            return

    def _alternatives(
        self, text: str, end: int, operator: str, distance: str
    ) -> tuple[int, list[str]]:
        """Return the places that follow behind 'or' and 'and', and where they end."""
        found: list[str] = []
        while len(found) < _MOST_OTHERS and (following := _OR.match(text, end)):
            for name, behind, _ in self._names_at(text, following.end()):
                places = self._meant(name, places_named(name, self._names))
                if operator == "near":
                    places = [place for place in places if place.kind == "town"]
                if places and name[0].isupper() and not places[0].alias:
                    found += self._operators(name, places[:1], operator, distance)
                    end = behind
                    break
            else:
                break
        return end, found

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

    def _meant(self, name: str, places: Sequence[NamedPlace]) -> list[NamedPlace]:
        """Return the places that may be meant by a name as it is typed."""
        if name[0].isupper():
            # Of a small town nobody types a name of another language, nor leaves out the accents.
            return [
                place
                for place in places
                if place.kind != "town"
                or place.population >= _KNOWN
                or (place.population >= _SMALLEST and place.name == name.partition(",")[0])
            ]
        if folded(name) in self._ordinary:
            return []
        return [
            place
            for place in places
            if place.kind == "country"
            or (place.kind == "region" and len(name) > _SHORT)
            or (place.kind == "town" and place.population >= _KNOWN)
        ]

    def _operators(
        self, name: str, places: Sequence[NamedPlace], operator: str, distance: str
    ) -> tuple[str, ...]:
        end = f" {distance or number_text(NEAR_KILOMETERS) + 'km'}" if operator == "near" else ""
        texts = []
        for place in places:
            proper = place.name if folded(place.name) == folded(name) else name
            texts.append(f"{operator}:{quoted(place_text(proper, place, self._names))}{end}")
        return tuple(texts)


def _kilometers(match: re.Match[str]) -> str:
    groups = match.groupdict()
    if not groups.get("km"):
        return ""
    distance = groups["distance"]
    unit = "mi" if distance.startswith("mi") else "m" if distance == "m" else "km"
    return groups["km"].replace(",", ".") + unit


@cache
def _distance_behind(code: str) -> re.Pattern[str]:
    """Return the distance right behind a name: 'near Lyon 20 km'."""
    language = next(one for one in languages() if one.code == code)
    return language.template(r" \(?{km}\)?", begins=False).compiled


@cache
def _prepositions(code: str) -> Templates:
    language = next(one for one in languages() if one.code == code)
    table = language.table["places"]

    def template(words: str) -> Template:
        return language.template(rf"{words}(?:\s+|(?<='))", ends=False)

    kinds = [(kind, template(f"(?:{table[kind]})")) for kind in ("near", "in", "in_the", "from")]
    return Templates((*(("radius", template(one)) for one in table["radius"]), *kinds))
