"""What plain words say of cameras, files and stars: 'with the macro lens', 'sans doublons'."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from visret_desktop.facts.fact import Known, TextSpan, folded
from visret_desktop.facts.languages import Language, languages, small_words
from visret_desktop.facts.library_values import matching
from visret_desktop.facts.templates import Template, Templates
from visret_desktop.facts.values import quoted

_MOST_WORDS = 5  # of a camera's name
_WORD = re.compile(r"[\w./-]*\w")
_STARS_BEHIND = re.compile(r"\s+(?:\w+\s+)?[0-9]")
_NAME = re.compile(r"[\w.-]+ [\w.-]*[0-9][\w.-]*")  # 'Canon R5'
_SAME = {"makro": "macro"}  # words for lenses, as their makers write them
_OF_DEVICE = "made_by"  # 'Nikon photos'
_SHORTEST_MAKER = 3  # letters
# Makers of cameras that are what photos may show, too.
_ORDINARY_MAKERS = frozenset(("apple", "browning", "essential", "honor", "leaf", "nothing", "red"))


class PhotoReader:
    """Finds what one language says of how photos were made and kept."""

    def __init__(self, language: Language, known: Known) -> None:
        self._language, self._known = language, known

    def at(self, text: str, folded_text: str, start: int) -> Iterator[TextSpan]:
        """Yield what may begin at a place in the text."""
        before, behind = _templates(self._language.code)
        for kind, pattern in before.within(folded_text):
            match = pattern.match(folded_text, start)
            if match and kind in behind:
                yield from self._device(kind, text, folded_text, match, behind[kind].compiled)
            elif match:
                yield from self._read(kind, match)

    def bare(self, text: str, start: int) -> Iterator[TextSpan]:
        """Yield the camera that a name by itself means, behind another one."""
        for match in (_NAME.match(text, start), _WORD.match(text, start)):
            if match and _is_maker(match[0], self._known.cameras()):
                yield TextSpan(start, match.end(), (f"camera:{quoted(match[0])}",))
                return

    def _device(
        self, kind: str, text: str, plain: str, match: re.Match[str], behind: re.Pattern[str]
    ) -> Iterator[TextSpan]:
        ends, position = list[int](), match.end()
        while len(ends) < _MOST_WORDS and (word := _WORD.match(plain, position)):
            if word[0] in small_words():
                break
            ends.append(word.end())
            position = word.end() + 1 if plain[word.end() :][:1] == " " else len(plain)
        is_lens = kind == "the_lens"
        for length in (*reversed(ends), *self._parts(plain, match.end(), ends)):
            after = behind.match(plain, length)
            if after is None or length == match.end():
                continue
            name = text[match.end() : length].strip("- ")
            name = _SAME.get(folded(name), name)
            for field, have in self._devices(is_lens):
                if kind == _OF_DEVICE:
                    is_maker = _is_maker(name, have) if field == "camera" else None
                    if is_maker is not None:
                        text = f"camera:{quoted(name)}"
                        yield TextSpan(match.start(), after.end(), (text,), is_maker, "start")
                        return
                elif matching(name, have):
                    needs = "part" if kind == "the" else ""
                    found = (f"{field}:{quoted(name)}",)
                    yield TextSpan(match.start(), after.end(), found, needs=needs)
                    return
        if is_lens and (ended := next(filter(None, (behind.match(plain, e) for e in ends)), None)):
            # It is said that there is no such lens, where nothing else can be meant.
            name = quoted(text[match.end() : ended.start()].strip("- "))
            yield TextSpan(match.start(), ended.end(), (f"lens:{name}",), needs="part")

    def _parts(self, plain: str, start: int, ends: Sequence[int]) -> Iterator[int]:
        """Yield the ends of the first parts of compounds: 'Makro' of 'Makroobjektiv'."""
        if ends:
            yield from range(start + 3, ends[0])

    def _devices(self, is_lens: bool) -> Iterator[tuple[str, Sequence[str]]]:
        if not is_lens:
            yield "camera", self._known.cameras()
        yield "lens", self._known.lenses()

    def _read(self, kind: str, match: re.Match[str]) -> Iterator[TextSpan]:
        groups = match.groupdict()
        operator, needs = _FIXED.get(kind, ("", ""))
        if kind == "unrated" and _STARS_BEHIND.match(match.string, match.end()):
            return  # 'not rated 5'
        if kind in ("kind", "only_kind"):
            operator = f"type:{groups['kind']}"
            needs = "part" if kind == "only_kind" else ""
        # Who says "at night" may mean what a photo shows: the sun is only offered.
        by_sky = operator.startswith(("light:", "moon:"))
        if not by_sky or self._known.has_light():
            ends = (match.start(), match.end())
            yield TextSpan(*ends, (operator,), certain=not by_sky, needs=needs)


def _is_maker(name: str, cameras: Sequence[str]) -> bool | None:
    """Return whether cameras are called so by their first word; None: none has such a word."""
    plain = folded(name)
    if len(plain) < _SHORTEST_MAKER or not plain[0].isalpha():
        return None
    if any(re.match(rf"{re.escape(plain)}(?!\w)", folded(one)) for one in cameras):
        return plain not in _ORDINARY_MAKERS
    is_model = any(re.match(rf"\w+ {re.escape(plain)}(?!\w)", folded(one)) for one in cameras)
    return False if is_model else None


# What is said of photos in a fixed form: an operator, and what has to be around it.
_FIXED = {
    "not_copies": ("-is:duplicate", ""),
    "copies": ("is:duplicate", "start end"),
    "no_place": ("-has:place", ""),
    "no_gps": ("-has:place", "end"),
    "has_place": ("has:place", "photos end"),
    "maybe_place": ("has:place", "photos end"),
    "geotagged": ("has:place", "end"),
    "not_geotagged": ("-has:place", "end"),
    "no_date": ("-has:date", ""),
    "unrated": ("-rating:rejected,>=1", "end"),
    "night": ("light:night", "end"),
    "dawn": ("light:dawn", "end"),
    "dusk": ("light:dusk", "end"),
    "full_moon": ("moon:full", "end"),
    "new_moon": ("moon:new", "end"),
}


@cache
def _templates(code: str) -> tuple[Templates, dict[str, Template]]:
    """Return templates, and what follows the name in those of cameras and lenses, by kind."""
    language = next(one for one in languages() if one.code == code)
    before, behind = list[tuple[str, Template]](), dict[str, Template]()
    for kind, template in language.table["photos_with"].items():
        first, device, rest = template.partition("{device}")
        before.append((kind, language.template(first, ends=not device, part_of=template)))
        if device:
            behind[kind] = language.template(rest, begins=False)
    return Templates(before), behind
