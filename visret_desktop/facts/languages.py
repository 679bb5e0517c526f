"""How six languages say dates, places and cameras: tables of words and templates, read from files.

The files are `resources/wording/*.toml`. A template is a regular expression over folded text (lower
case, no accents), in which `{month}` stands for any of the months of the table, and so on; what it
found is in the group of that name. A template that has two has `{year}` and `{year2}`. In those of
`filler`, `{fact}` stands for facts beside each other.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from visret_desktop.facts.fact import folded
from visret_desktop.facts.templates import Template, Templates
from visret_desktop.paths import bundled

LANGUAGES = ("en", "de", "fr", "es", "it", "nl")

_DIGITS = r"(?:\d{1,2}[./-]){1,2}(?:1[89]|20)\d\d|(?:1[89]|20)\d\d-[01]\d(?:-[0-3]\d)?"
_SLOT = re.compile(r"\{([a-z]+)(2?)\}")
_GROUP = re.compile(r"\(\?P<\w+>")
_BEGINS, _ENDS = r"(?<!\w)(?<!\w-)", r"(?![\w])(?!-\w)(?!'\w)"


@dataclass(frozen=True)
class Language:
    """The tables and templates of one language."""

    code: str
    table: dict[str, Any]

    @cached_property
    def words(self) -> dict[str, tuple[str, ...]]:
        """The words of each slot that has a list, folded, as expressions."""
        slots = ("months", "seasons", "weekdays", "units", "numbers", "tens", "parts", "holidays")
        return {slot: tuple(map(folded, self.table[slot])) for slot in slots}

    @cached_property
    def _slots(self) -> dict[str, str]:
        def any_of(name: str) -> str:
            return "|".join(self.words[name])

        thing = ("month", "season", "weekday", "holiday", "unit")
        slots = {
            "month": rf"(?P<month>{any_of('months')})\.?",
            "season": f"(?P<season>{any_of('seasons')})",
            "weekday": f"(?P<weekday>{any_of('weekdays')})",
            "holiday": f"(?P<holiday>{any_of('holidays')})",
            "unit": f"(?P<unit>{any_of('units')})",
            "part": f"(?P<part>{any_of('parts')})",
            "n": rf"(?P<n>\d{{1,3}}|{any_of('numbers')})",
            "year": r"(?P<year>(?:1[89]|20)\d\d|'\d\d|(?<=/)\d\d)",
            "day": r"(?P<day>[0-3]?\d)",
            "decade": rf"(?P<decade>(?:1[89]|20)?\d0(?:s|er|'s)?|{any_of('tens')})",
            "clock": self.table["clock"],
            "lead": folded(self.table["lead"]),
            "km": r"(?P<km>\d{1,5}(?:[.,]\d+)?) ?(?P<distance>km|kilometers?|kilometres?"
            r"|kilometern?|kilometri|kilometros?|mi|miles?|m)",
            "kind": r"(?P<kind>raw|jpe?g|png|tiff?|hei[cf]|dng|avif|webp|gif|jxl)",
            "digits": f"(?P<digits>{_DIGITS})",
            "photos": f"(?:{folded(self.table['photos'])})",
        }
        slots["thing"] = "(?:" + "|".join(slots[name] for name in thing) + ")"
        return slots

    @cached_property
    def _point(self) -> str:
        templates = [one for kind in self.table["dates"].values() for one in kind]
        dated = [self._filled(one) for one in templates]
        month, year = self._slots["month"], self._slots["year"]
        return _GROUP.sub("(?:", "|".join([*dated, _DIGITS, year, month]))

    def _filled(self, template: str) -> str:
        def fill(slot: re.Match[str]) -> str:
            name, twice = slot[1], slot[2]
            if name == "point":
                return f"(?P<point{twice}>{self._point})"
            found = self._slots.get(name) or f"(?P<{name}>{{{name}}})"
            return re.sub(r"\(\?P<(\w+)>", rf"(?P<\g<1>{twice}>", found) if twice else found

        return _SLOT.sub(fill, folded(template).replace("(?p<", "(?P<"))

    def _has(self, slot: str, text: str) -> bool:
        """Return whether anything in a text may fill a slot."""
        if slot not in self._gates:
            of_slot = _GROUP.sub("(?:", self._slots.get(slot, ""))
            if slot == "point":  # each date has a year
                of_slot = r"\d|" + "|".join(self.words["months"])
            self._gates[slot] = re.compile(of_slot)
        return self._gates[slot].search(text) is not None

    @cached_property
    def _gates(self) -> dict[str, re.Pattern[str]]:
        digits = dict.fromkeys(("year", "day", "km", "digits"), re.compile(r"\d"))
        return {"lead": re.compile(""), **digits}

    def template(
        self, template: str, begins: bool = True, ends: bool = True, part_of: str = ""
    ) -> Template:
        """Return a template that matches whole words where it begins and ends.

        It may be a part of another one, all of which a text has to have.
        """

        def compiled() -> re.Pattern[str]:
            start, end = _BEGINS if begins else "", _ENDS if ends else ""
            return re.compile(start + self._filled(template) + end)

        return Template(folded(part_of or template), compiled, self._has)

    @cached_property
    def dates(self) -> Templates:
        """The templates of dates that name a year, with their kinds."""
        templates = {**self.table["dates"], "digits": ("{digits}",)}
        return Templates(
            (kind, self.template("{lead}" + one)) for kind in templates for one in templates[kind]
        )

    @cached_property
    def said(self) -> Templates:
        """The templates of all else that is said of dates, with their kinds."""
        return Templates(
            (kind, self.template(one))
            for kind, templates in self.table["said"].items()
            for one in templates
            if not kind.startswith("part_")
        )

    @cached_property
    def parts_behind(self) -> Templates:
        """A part of the day behind a date: ' evening'."""
        templates = self.table["said"]["part_behind"]
        return Templates(("part", self.template(one, begins=False)) for one in templates)

    @cached_property
    def parts_before(self) -> Templates:
        """A part of the day before a date: 'the evening of '."""
        templates = self.table["said"]["part_before"]
        return Templates(("part", self.template(one, ends=False)) for one in templates)

    @cached_property
    def bare(self) -> re.Pattern[str]:
        """A month, season, weekday or year by itself."""
        names = ("month", "season", "weekday", "year")
        return self.template("(?:" + "|".join(f"{{{name}}}" for name in names) + ")").compiled

    @cached_property
    def around_facts(self) -> tuple[re.Pattern[str], ...]:
        """What is said around a fact and says nothing by itself: 'that I took' before a NUL."""
        facts = r"(?:\0\s*)+"
        filled = (folded(one).replace(" {fact}", rf"\s*{facts}") for one in self.table["filler"])
        return tuple(re.compile(rf"(?<!\w){one.replace('{fact} ', facts)}(?!\w)") for one in filled)

    @cached_property
    def only(self) -> frozenset[str]:
        """Words that say nothing before a fact: 'but only those'."""
        return frozenset(folded(self.table["only"]).split())

    @cached_property
    def _photos(self) -> re.Pattern[str]:
        return re.compile(folded(self.table["photos"]))

    def names_photos(self, word: str) -> bool:
        """Return whether a word is one for photos."""
        return self._photos.fullmatch(word) is not None

    @cached_property
    def photo_word(self) -> re.Pattern[str]:
        """A word for photos, right before where it is looked for."""
        return re.compile(rf"(?<!\w)(?:{folded(self.table['photos'])})\s+\Z")

    def compared(self, name: str) -> str:
        """Return an expression for what is said to compare amounts, such as "above"."""
        return folded(self.table["compared"][name])

    def number_of(self, slot: str, word: str) -> int | None:
        """Return the place of a word in a list, from 1 on."""
        for place, one in enumerate(self.words[slot], 1):
            if re.fullmatch(one, word):
                return place
        return None

    @cached_property
    def _evidence(self) -> re.Pattern[str]:
        lists = ("months", "seasons", "weekdays", "parts")
        names = (one for slot in lists for one in self.words[slot])
        photos = folded(self.table["photos"])
        return re.compile("|".join((*folded(self.table["evidence"]).split(), *names, photos)))

    def has(self, word: str) -> bool:
        """Return whether the language is recognized by a word."""
        return self._evidence.fullmatch(word) is not None


@cache
def languages() -> tuple[Language, ...]:
    """Return all languages, read once."""
    return tuple(
        Language(code, tomllib.loads(bundled("wording", f"{code}.toml").read_text("utf-8")))
        for code in LANGUAGES
    )


def is_foreign(text: str) -> bool:
    """Return whether more small words of another language than of English stand in a text."""
    words = re.findall(r"[\w']+", folded(text))
    scores = {one.code: sum(map(one.has, words)) for one in languages()}
    english = scores.pop("en")
    return max(scores.values()) > english


def is_plain_english(text: str) -> bool:
    """Return whether small words of English stand in a text, and more than of other languages."""
    words = re.findall(r"[\w']+", folded(text))
    scores = {one.code: sum(map(one.has, words)) for one in languages()}
    english = scores.pop("en")
    return english > max(scores.values())


@cache
def small_words() -> frozenset[str]:
    """Return the words behind which something else begins, of all languages."""
    texts = [
        text
        for one in languages()
        for text in (
            one.table["evidence"],
            one.table["small"],
            one.table["only"],
            " ".join(one.table["numbers"]),
            *(one.table["places"][kind] for kind in ("in", "in_the", "near", "from")),
        )
    ]
    words = re.findall(r"\w+", folded(" ".join(texts)))
    return frozenset((*words, "since", "before", "after", "between", "during"))
