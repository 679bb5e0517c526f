"""The sentences that an answer is shown as: all of them are written here.

`subject` stands for what was read: photos, or sketches, which are always called so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from visret_desktop.engine.answers.combining import Combined, Group

_LONGEST_TO_BE_FOLLOWED = 12  # words; a longer answer is a sentence of its own
_NUMBER = re.compile(r"\d+")
_NUMBERED = re.compile(
    r"\b(?:photo|picture|image)(?: \d{1,3}|s \d{1,3}(?:(?:,|,? and|,? or| &) \d{1,3})*)\b",
    re.IGNORECASE,
)
_NOUNS = {False: ("photo", "photos"), True: ("sketch", "sketches")}


@dataclass(frozen=True)
class Part:
    """What was found out about one thing, from so many photos (or sketches) read that told it."""

    found: Combined
    read: int
    name: str = ""  # of the thing, in a comparison
    is_sketch: bool = False
    may_differ: bool = False
    left: int = 0  # photos that may still be read
    unusable: int = 0  # photos read of which the reader said nothing that can be used


def numbers(photos: Sequence[int]) -> str:
    """Return '1', '1 and 3', '1, 3 and 4'."""
    *first, last = map(str, photos)
    return f"{', '.join(first)} and {last}" if first else last


def plain(text: str) -> str:
    """Return an answer without the end of a sentence, to be put into ours."""
    return text.strip().rstrip(".").strip()


def sentence_of(text: str) -> str:
    """Return an answer as a sentence of its own."""
    return f"{_capital(plain(text))}."


def renumbered(text: str, photos: Sequence[int]) -> str:
    """Return what a reader said of photos 1, 2 … of its prompt with the numbers that people see.

    `photos` has those numbers in the order of the prompt.
    """

    def number(match: re.Match[str]) -> str:
        n = int(match[0])
        return str(photos[n - 1]) if 1 <= n <= len(photos) else match[0]

    return _NUMBERED.sub(lambda match: _NUMBER.sub(number, match[0]), text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _counted(photos: Sequence[int], is_sketch: bool = False) -> str:
    return f"{_NOUNS[is_sketch][len(photos) > 1]} {numbers(photos)}"


# ---- one thing ------------------------------------------------------------------------------


def waiting(count: int, is_sketch: bool = False) -> str:
    """Return what to say before anything was read."""
    one, several = _NOUNS[is_sketch]
    return f"Reading {count} {several} …" if count > 1 else f"Reading 1 {one} …"


def nothing_yet(read: int, left: int) -> str:
    """Return what to say while no photo that was read shows it, and more are to be read."""
    so_far = "The first photo does" if read == 1 else f"The first {read} photos do"
    return f"{so_far} not show it; reading {left} more …"


def of_one(part: Part) -> str:
    """Return the sentence about a single question that photos answered."""
    if part.is_sketch:
        return _of_sketches(part)
    found = part.found
    if found.verdict == "answer":
        return _with_places(found.groups)
    if found.verdict == "disagree":
        opening = "The photos differ" if part.may_differ else "The photos disagree"
        return f"{opening}: {_listed(found.groups)}."
    return _capital(_not_there(part)) + "."


def _of_sketches(part: Part) -> str:
    groups = part.found.groups
    if not groups:
        return _capital(_not_there(part)) + "."
    from_all = [n for group in groups for n in group.photos]
    opening = "From sketches" if len(from_all) > 1 else "From a sketch"
    said = plain(groups[0].text) if len(groups) == 1 else _listed(groups)
    return f"{opening}, not from photos: {said}."


def _with_places(groups: Sequence[Group]) -> str:
    first, *others = groups
    text, places = plain(first.text), _counted(first.photos)
    but = "".join(f"; but {plain(one.text)} in {_counted(one.photos)}" for one in others)
    if len(text.split()) > _LONGEST_TO_BE_FOLLOWED:
        return f"{_capital(text)}. That is from {places}{but}."
    return f"{_capital(text)}, in {places}{but}."


def _listed(groups: Sequence[Group]) -> str:
    return ", ".join(f"{plain(one.text)} ({', '.join(map(str, one.photos))})" for one in groups)


def _not_there(part: Part) -> str:
    """Say, without capital and full stop, that nothing was shown, used or read."""
    one, several = _NOUNS[part.is_sketch]
    if part.found.verdict == "not-shown":
        more = f"; what the reader says of {part.unusable} more cannot be used"
        more = more if part.unusable else ""
        if part.read == 1:
            return f"the {one} read does not show it" + more
        return f"none of the {part.read} {several} read shows it" + more
    if part.unusable:
        return f"what the reader says of the {several if part.unusable > 1 else one} cannot be used"
    return f"no {one} could be read"


def beside_sketches(photos: str, sketches: Part, is_same: bool) -> str:
    """Return the sentence about photos followed by what sketches say to an answered question."""
    groups = sketches.found.groups
    if not groups:
        return photos
    counted = _capital(_counted([n for group in groups for n in group.photos], is_sketch=True))
    said = plain(groups[0].text) if len(groups) == 1 else _listed(groups)
    several = sum(len(group.photos) for group in groups) > 1
    if is_same:
        return f"{photos} {counted} {'say' if several else 'says'} so, too."
    return f"{photos} {counted} {'say' if several else 'says'} otherwise: {said}."


# ---- several things -------------------------------------------------------------------------


def of_several(parts: Sequence[Part], are_same: bool | None) -> str:
    """Return the sentences of a comparison; `are_same`: None where that cannot be told."""
    said = [f"{_capital(part.name)}: {_ended(_of_thing(part))}" for part in parts]
    if are_same is not None:
        said.append("They are the same." if are_same else "They differ.")
    return " ".join(said)


def _ended(text: str) -> str:
    return text if text.endswith("…") else f"{text}."


def _of_thing(part: Part) -> str:
    found = part.found
    if found.verdict == "answer":
        first, *others = found.groups
        but = "".join(f"; but {plain(one.text)} in {_counted(one.photos)}" for one in others)
        return f"{plain(first.text)} ({_counted(first.photos, part.is_sketch)}){but}"
    if found.verdict == "disagree":
        noun = _NOUNS[part.is_sketch][1]
        verb = "differ" if part.may_differ else "disagree"
        return f"the {noun} {verb}, {_listed(found.groups)}"
    return "being read …" if part.left else _not_there(part)


# ---- without photos -------------------------------------------------------------------------


def from_memory(answer: str) -> str:
    """Return the sentence about what the reader says without having looked at anything."""
    if not answer:
        return "Without photos the reader has no answer."
    return f"From the reader's memory, not from photos: {plain(answer)}."


NO_PHOTO = "There is no photo to read."
NO_SKETCH = "There is no sketch to read."
ASKING_MEMORY = "Asking the reader's memory, without photos …"
