"""What a reader's text says: reasoning and answer, or that the pictures do not show it."""

import re
from collections.abc import Iterable

from visret_desktop.models.interfaces import Reading

_HEADING = r"(?:^|\n)[\s#*_>]*{}[\s*_]*:[\s*_]*"
_ANSWER = re.compile(_HEADING.format(r"(?:final )?answer"), re.IGNORECASE)
_REASONING = re.compile(_HEADING.format("reasoning"), re.IGNORECASE)
_LATER_HEADING = re.compile(r"\n\s*###")
_QUOTES = "\"'`“”‘’„«»*_"
_REPEATS, _REPEATED_WORDS = 3, 6
_MOST_LETTERS = 4_000


class Unusable(Exception):
    """A text that is no answer; the message says why."""


def read_answer(text: str, not_shown: Iterable[str], answer_after: str = "") -> Reading:
    """Return the reading that a text is; `not_shown` has what begins an answer that is none.

    The text may have the two parts "### Reasoning:" and "### Answer:"; without them all of it is
    the answer.

    Raises:
        Unusable: it says nothing, or the same again and again.
    """
    if answer_after:
        text = text.rpartition(answer_after)[2]
    reasoning, answer = _parts(text)
    if not answer:
        raise Unusable("The reader answered nothing")
    if len(answer) > _MOST_LETTERS:
        raise Unusable("The reader answered too much")
    if _ends_in_repeats(answer):
        raise Unusable("The reader repeated itself")
    said = _plain(answer)
    # An answer that goes on after that is what the model expects, not what it saw.
    if any(said.startswith(_plain(beginning)) for beginning in not_shown):
        return Reading("", is_shown=False, reasoning=reasoning)
    return Reading(answer, reasoning=reasoning)


def _parts(text: str) -> tuple[str, str]:
    """Return reasoning and answer; the last heading of each counts."""
    headings = list(_ANSWER.finditer(text))
    if not headings:
        heading = _REASONING.match(text)
        if heading:  # it came to no answer
            return text[heading.end() :].strip(), ""
        return "", _bare(text)
    before, answer = text[: headings[-1].start()], text[headings[-1].end() :]
    answer = _LATER_HEADING.split(answer)[0]
    if heading := _REASONING.search(before):
        before = before[heading.end() :]
    return before.strip(), _bare(answer)


def _bare(answer: str) -> str:
    answer = answer.strip()
    is_quoted = len(answer) > 1 and answer[0] in _QUOTES and answer[-1] in _QUOTES
    return answer.strip(_QUOTES).strip() if is_quoted else answer


def _plain(text: str) -> str:
    """Return a text in small letters, its spaces alike, without marks at its ends."""
    return " ".join(text.casefold().replace("’", "'").split()).strip(_QUOTES + ".!,;: ")


def _ends_in_repeats(text: str) -> bool:
    """Whether the last words come three times in a row."""
    words = text.casefold().split()
    for length in range(1, len(words) // _REPEATS + 1):
        end = words[-length:]
        if length * _REPEATS >= _REPEATED_WORDS and words[-length * _REPEATS :] == end * _REPEATS:
            return True
    return len(words) >= _REPEATED_WORDS and len(set(words[-_REPEATED_WORDS:])) == 1
