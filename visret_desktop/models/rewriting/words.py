"""Words of queries and instructions: their forms, and the lists of `resources/rewriting/`.

Every list begins with what it is for. A word is compared without its endings, and with what may
stand for it: 'herons' is 'heron', 'grey' is 'gray'; 'Schnabel' is 'beak'.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from visret_desktop.paths import bundled

WORD = re.compile(r"[^\W_]+")
_NOT = re.compile(r"n't\b|\bcannot\b")
# Endings that the same word may have: heron, herons; stand, standing; rot, rotes, roten.
_ENDINGS = frozenset(["", "s", "es", "d", "ed", "ing"])
_GERMAN_ENDINGS = frozenset(["e", "n", "en", "er", "em", "es", "s"])
_SHORTEST_STEM = 3
_LONG_STEM = 5
_SHORTEST_WITH_SLIP = 5

Words = frozenset[str]


def listed(words: str) -> Words:
    """Return the words of a text, parted by spaces."""
    return frozenset(words.split())


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case and American spelling; "isn't" is 'is', 'not'."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return [american(word) for word in WORD.findall(_NOT.sub(" not", text))]


def american(word: str) -> str:
    """Return 'color', 'colored', 'harbor' for 'colour', 'coloured', 'harbour'."""
    return re.sub(r"(?<=[^\W\d_]{2}[bdlnv])our(?=s?\Z|ed\Z|ful\Z)", "or", word)


def is_form_of(word: str, other: str) -> bool:
    """Whether two words are one word with other endings."""
    if word == other:
        return True
    stem = 0
    while stem < min(len(word), len(other)) and word[stem] == other[stem]:
        stem += 1
    ends = (word[stem:], other[stem:])
    if stem >= 2 and sorted(ends) in (["ies", "y"], ["ied", "y"]):
        return True
    if stem < _SHORTEST_STEM:
        return False
    if all(_end(end, word[stem - 1]) in _ENDINGS for end in ends):
        return True
    if sorted(ends) in (["e", "ing"],):  # hide, hiding
        return True
    is_long = stem >= _LONG_STEM or all(ends)
    return is_long and all(end in _GERMAN_ENDINGS or not end for end in ends)


def is_slip_of(word: str, other: str) -> bool:
    """Whether a slip of the finger was mended: two letters swapped, or one too few or too many."""
    if min(len(word), len(other)) < _SHORTEST_WITH_SLIP - 1 or word.isdigit():
        return False
    if len(word) == len(other):
        swapped = [place for place in range(len(word)) if word[place] != other[place]]
        return (
            len(swapped) == 2
            and swapped[1] == swapped[0] + 1
            and word[swapped[0]] == other[swapped[1]]
            and word[swapped[1]] == other[swapped[0]]
        )
    long, short = (word, other) if len(word) > len(other) else (other, word)
    if len(long) != len(short) + 1 or len(long) <= _SHORTEST_WITH_SLIP:
        return False
    return any(long[:place] + long[place + 1 :] == short for place in range(len(long)))


def is_in(word: str, words: Words) -> bool:
    """Whether a word or a form of it is one of a list."""
    return bool(_singulars(word) & words)


@lru_cache(1 << 16)
def is_same(word: str, other: str, *, of_parts: bool = False) -> bool:
    """Whether `other` may stand for `word`; `of_parts`: also a whole that shows the part."""
    if is_form_of(word, other):
        return True
    lists = word_lists()
    forms = [(one, two) for one in _singulars(word) for two in _singulars(other)]
    if any(pair in lists.same for pair in forms):
        return True
    if any(is_form_of(two, other) for two in lists.standing_in.get(word, ())):
        return True
    if of_parts and any(two in lists.wholes.get(one, ()) for one, two in forms):
        return True
    return any(is_form_of(meaning, other) for meaning in meanings_of(word))


def meanings_of(word: str) -> Words:
    """Return what a word of another language means in English."""
    english = word_lists().english
    if meanings := english.get(word):
        return meanings
    stems = (
        word[: -len(end)] for end in ("es", "en", "er", "em", "e", "n", "s") if word.endswith(end)
    )
    return next(
        (english[stem] for stem in stems if len(stem) >= _SHORTEST_STEM and stem in english),
        frozenset(),
    )


def _singulars(word: str) -> Words:
    """Return the words that this one may be a plural of, and itself."""
    singulars = {word}
    if word.endswith("s"):
        singulars.add(word[:-1])
    if word.endswith("es"):
        singulars.add(word[:-2])
    if word.endswith("ies"):
        singulars.add(word[:-3] + "y")
    return frozenset(singulars)


def _end(end: str, last: str) -> str:
    """Return an ending without the letter that is doubled before it: run, run-ning."""
    is_doubled = end[:1] == last and end[1:] in ("ing", "ed")
    return end[1:] if is_doubled else end


# ---- lists --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WordLists:
    """The lists, one attribute each; see the files for what they are for."""

    small: Words
    asking: Words
    views: Words
    negations: Words
    features: Words
    marks: Words
    stages: Words
    states: Words
    actions: Words
    poses: Words
    plainer: Words
    parts: Words
    places: Words  # that may be left out where their part is named
    sides: Words  # places that need a view of their own
    same: frozenset[tuple[str, str]] = field(repr=False)  # (a word, what may stand for it)
    wholes: dict[str, Words] = field(repr=False)  # of each part, what shows it
    english: dict[str, Words] = field(repr=False)  # what words of other languages mean
    phrases: tuple[tuple[str, str], ...] = field(repr=False)  # 'martin-pêcheur', 'martinpêcheur'
    contrasts: tuple[Words, ...] = field(repr=False)
    described_as: tuple[tuple[str, str], ...] = field(repr=False)  # ('old woman', 'grandma')

    @cached_property
    def standing_in(self) -> dict[str, list[str]]:
        """What may stand for each word."""
        stand_ins: dict[str, list[str]] = {}
        for word, other in sorted(self.same):
            stand_ins.setdefault(word, []).append(other)
        return stand_ins

    @cached_property
    def numbers(self) -> Words:
        """Words that count."""
        counts = "two three four five six seven eight nine ten eleven twelve dozen pair couple"
        return frozenset(counts.split())

    @cached_property
    def foreign(self) -> Words:
        """Small words that no English text has."""
        return _sections("small_words")[1] - _sections("small_words")[0]


@cache
def word_lists() -> WordLists:
    """Return the lists, read once."""
    same = {pair for line in _lines("same_words") for pair in _pairs(line)}
    negations = _list("negations")
    wholes: dict[str, set[str]] = {}
    for line in _lines("part_words"):
        parts, _, shown_by = line.partition(">")
        for part in words_of(parts):
            wholes.setdefault(part, {part}).update(words_of(shown_by))
    places, sides = (frozenset(words_of(line)) for line in _place_lines())
    english, phrases = _translations()
    return WordLists(
        small=_list("small_words") - negations,
        asking=_list("asking_words"),
        views=_list("view_words"),
        negations=negations,
        features=_list("feature_words"),
        marks=_list("mark_words"),
        stages=_list("stage_words"),
        states=_list("state_words"),
        actions=_list("action_words"),
        poses=_list("pose_words"),
        plainer=_list("plainer_names"),
        parts=frozenset(wholes),
        places=places,
        sides=sides,
        same=frozenset(same),
        wholes={part: frozenset(shown_by) for part, shown_by in wholes.items()},
        english=english,
        phrases=phrases,
        contrasts=tuple(frozenset(words_of(line)) for line in _lines("contrasts")),
        described_as=tuple(_described_as()),
    )


def _list(name: str) -> Words:
    return frozenset(word for line in _lines(name) for word in words_of(line))


def _lines(name: str) -> list[str]:
    text = bundled("rewriting", f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


@cache
def _sections(name: str) -> tuple[Words, Words]:
    """Return the words of the list's English section, and those of all others."""
    text = bundled("rewriting", f"{name}.txt").read_text(encoding="utf-8")
    english, _, others = text.partition("# German")
    kept = [
        " ".join(line for line in part.splitlines() if not line.startswith("#"))
        for part in (english, others)
    ]
    return frozenset(words_of(kept[0])), frozenset(words_of(kept[1]))


def _place_lines() -> tuple[str, str]:
    first, second = _lines("place_words")
    return first, second


def _pairs(line: str) -> Iterable[tuple[str, str]]:
    words, arrow, standing_in = line.partition(">")
    others = standing_in.split() if arrow else words.split()
    return [(word, other) for word in words.split() for other in others]


def _described_as() -> Iterable[tuple[str, str]]:
    for line in _lines("described_as"):
        word, _, phrases = line.partition(":")
        for phrase in phrases.split(","):
            yield phrase.strip(), word.strip()


def _translations() -> tuple[dict[str, Words], tuple[tuple[str, str], ...]]:
    english: dict[str, set[str]] = {}
    phrases = []
    for line in _lines("translations"):
        meaning, *others = (column.strip() for column in line.split("|"))
        for written in (word for column in others for word in column.split("/")):
            word = "".join(words_of(written))
            if len(words_of(written)) > 1:
                phrases.append((" ".join(words_of(written)), word))
            for form in {word, word + "s"}:
                english.setdefault(form, set()).update(words_of(meaning))
    return {word: frozenset(meanings) for word, meanings in english.items()}, tuple(phrases)
