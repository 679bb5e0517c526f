"""Read what a rewriter's model said, and tell when it has said enough.

An answer is over where no more of it can count: behind the first line where one thing was asked
about; behind a line too many, words too many or a repetition where that makes it of no use. A
grammar could bound it, too, but llama.cpp holds one against every word of the vocabulary at every
step: 50 ms for 128,000 words, beside 130 ms that a model of a billion numbers takes for the step
itself on one core. Here only the word that was chosen is looked at, which takes microseconds; and
what is bounded is what `read_answer` would do with it, not a second description of that.

A query is searched as it was typed, and by its translation beside it. Whatever model wrote that, an
answer that may be no translation is not used: it says the same words again, changes a name or a
number, explains itself, or is in no English letters.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from visret_desktop.models.pack_settings import ChatSettings
from visret_desktop.sentences import Sentence, sentence

_CHARACTERS_PER_WORD = 12
_LIST_MARKER = re.compile(r"^(?:[-*•–]|\d{1,2}[.)])\s+")
_QUOTES = "\"'`“”‘’„«»"
_REPEATED_WORDS = 3
_REPEATS = 3


class UnusableRewrite(Exception):
    """A model's answer cannot be an instruction; the message becomes part of the note."""

    def __init__(self, reason: Sentence, kind: str = "no instruction") -> None:
        """Take the note's sentence without its full stop, and one of few kinds to be counted."""
        super().__init__(reason)
        self.kind = kind


def read_answer(answer: str, settings: ChatSettings, *, is_several: bool) -> tuple[str, ...]:
    """Return the lines of an answer without list markers and quotation marks.

    Only the first one counts unless several things were asked about.

    Raises:
        Unusable: they cannot be instructions.
    """
    lines = _lines(without_thinking(answer, settings))
    if not is_several:
        del lines[1:]
    if not lines:
        raise UnusableRewrite(sentence("The rewriter answered nothing"))
    if len(lines) > settings.max_lines:
        raise UnusableRewrite(sentence("The rewriter answered {count} lines", count=len(lines)))
    if any(_is_too_long(line, settings.max_words) for line in lines):
        raise UnusableRewrite(
            sentence(
                "The rewriter answered more than {most} words in a line", most=settings.max_words
            )
        )
    if any(map(_repeats_itself, lines)) or len({line.casefold() for line in lines}) < len(lines):
        raise UnusableRewrite(sentence("The rewriter repeated itself"))
    return tuple(lines)


def is_enough(reply: str, settings: ChatSettings, *, is_several: bool) -> bool:
    """Tell whether nothing that a model may still say changes what `read_answer` makes of it."""
    if settings.answer_after and settings.answer_after not in reply:
        return False
    answer = without_thinking(reply, settings)
    whole, _, _ = answer.rpartition("\n")
    if len(_lines(whole)) > (settings.max_lines if is_several else 0):
        return True
    # The last word may be half of one, and the first a list marker.
    begun = (answer.splitlines() or [""])[-1].rpartition(" ")[0]
    return _is_too_long(begun, settings.max_words + 1) or _repeats_itself(begun)


def without_thinking(reply: str, settings: ChatSettings) -> str:
    """Return what a model said behind its thinking aloud."""
    return reply.rpartition(settings.answer_after)[2] if settings.answer_after else reply


def _lines(answer: str) -> list[str]:
    lines = [line for line in map(_bare, answer.splitlines()) if line]
    if lines and lines[0].endswith(":"):
        del lines[0]  # "Here are the instructions:"
    return lines


def _bare(line: str) -> str:
    line = _LIST_MARKER.sub("", line.strip()).strip()
    # A lone mark at one end belongs to the words: "the herons'".
    is_quoted = len(line) > 1 and line[0] in _QUOTES and line[-1] in _QUOTES
    return line[1:-1].strip() if is_quoted else line


def _is_too_long(line: str, max_words: int) -> bool:
    return len(line.split()) > max_words or len(line) > max_words * _CHARACTERS_PER_WORD


def _repeats_itself(line: str) -> bool:
    """Whether the same three words in a row come three times."""
    words = line.casefold().split()
    windows = (words[start:] for start in range(_REPEATED_WORDS))
    runs = Counter(zip(*windows, strict=False))
    return bool(runs) and max(runs.values()) >= _REPEATS


_WORD = re.compile(r"[^\W_]+")
_QUOTED = re.compile(r'"([^"]+)"|[“„]([^“”]+)[“”]|«([^»]+)»|\(([^()]+)\)')
_EMPTY_QUOTES = re.compile(r'["“„«(]\s*["”“»)]')
_NUMBER = re.compile(r"\d+")
_WITH_DIGIT_OR_CAPITALS = re.compile(r"\b(?=\w*\d)\w+|\b[A-Z]{2,}\b")
_LATIN_NAME = re.compile(
    r"\b[A-Z][a-z]+(?:us|a|um|is|es|ys|ex|ax|ix|on|or|as|os|o|e) "
    r"[a-z]+(?:us|a|um|is|es|i|ae|ens|ans|or|ax|ex|ix|oides)\b"
)
_NO_PLAIN_WORDS = re.compile(r"[^\w\s,.'’?!-]")
_MORE_WORDS = 4


def kept_as_typed(query: str, quoted: Sequence[str] = ()) -> list[str]:
    """Return the parts of a query that a translation has to have, too.

    They are what stands in quotation marks or brackets, `quoted`, names in Latin and in capitals.
    """
    marked = ("".join(filter(None, match.groups())) for match in _QUOTED.finditer(query))
    patterns = _LATIN_NAME, _WITH_DIGIT_OR_CAPITALS
    matches = (match[0] for pattern in patterns for match in pattern.finditer(query))
    is_loud = query.isupper()
    return [*quoted, *marked, *(() if is_loud else matches)]


def is_translation(query: str, answer: str, quoted: Sequence[str] = ()) -> bool:
    """Return whether an answer says a query in English, as far as its letters and words tell."""
    kept = kept_as_typed(query, quoted)
    if not all(part in answer for part in kept):
        return False
    asked, translated = _without(query, kept), _without(answer, kept)
    if sorted(_NUMBER.findall(asked)) != sorted(_NUMBER.findall(translated)):
        return False
    words, others = _words(asked), _words(translated)
    is_english = translated.replace("’", "'").isascii() and not _NO_PLAIN_WORDS.search(translated)
    # A query of Chinese has a word for each of its signs.
    most = 2 * len(words) + _MORE_WORDS + sum(ord(sign) > 0x2E80 for sign in asked)
    if not (words and others and is_english and len(others) <= most):
        return False
    return 2 * len(set(words) & set(others)) <= len(set(words))


def _without(text: str, parts: Sequence[str]) -> str:
    for part in parts:
        text = text.replace(part, " ")
    return _EMPTY_QUOTES.sub(" ", text)


def _words(text: str) -> list[str]:
    return _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
