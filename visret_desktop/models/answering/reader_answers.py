"""What a reader's text says: reasoning and answer, or that the pictures do not show it.

A line of `reader-not-shown.txt` is how an answer begins that says so, in any letters and with or
without contractions. `a|b` in it is either word, and `...` a few words without a verb. A line of
one word has to be the whole answer.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from visret_desktop.models.interfaces import Reading
from visret_desktop.sentences import sentence

_HEADING = r"(?:^|\n)[\s#*_>]*{}[\s*_]*:[\s*_]*"
_ANSWER = re.compile(_HEADING.format(r"(?:final )?answer"), re.IGNORECASE)
_REASONING = re.compile(_HEADING.format("reasoning"), re.IGNORECASE)
_LATER_HEADING = re.compile(r"\n\s*###")
_QUOTES = "\"'`“”‘’„«»*_"
_REPEATS, _REPEATED_WORDS = 3, 6
_MOST_LETTERS = 4_000
_GAP = "..."
# What a gap stands for: "the feet of it", but not "the heron is red and its feet".
_FEW_WORDS = r"(?:(?!(?:is|are|was|were|has|have|but|no)\b)[^\s,.;:!?]+ ){1,8}?"
_CONTRACTIONS = (
    (re.compile(r"\b(?:can't|cannot)(?!\w)"), "can not"),
    (re.compile(r"\bwon't(?!\w)"), "will not"),
    (re.compile(r"(?<=\w)n't(?!\w)"), " not"),
    (re.compile(r"\b(it|that|there|what)'s(?!\w)"), r"\1 is"),
    (re.compile(r"\bi'm(?!\w)"), "i am"),
)
# To these, that there is none, or that it cannot be seen, is the answer.
_ASKS_WHETHER = re.compile(
    r"how many\b|(?:is|are|was|were) there\b|(?:do|can) you see\b"
    r"|(?:is|are|can|does|do)\b.*\b(?:visible|seen|shown|pictured|depicted|shows?"
    r"|photos?|pictures?|images?)\b"
)


class UnusableAnswer(Exception):
    """A text that is no answer; the message says why."""


def read_answer(
    text: str, not_shown: Iterable[str], answer_after: str = "", question: str = ""
) -> Reading:
    """Return the reading that a text is; `not_shown` has what begins an answer that is none.

    Where the `question` asks whether something is there, or how many, "None." and "The feet are
    not visible." answer it. The text may have the two parts "### Reasoning:" and "### Answer:";
    without them all of it is the answer.

    Raises:
        Unusable: it says nothing, or the same again and again.
    """
    if answer_after:
        text = text.rpartition(answer_after)[2]
    reasoning, answer = parts(text)
    if not answer:
        raise UnusableAnswer(sentence("The reader answered nothing."))
    if len(answer) > _MOST_LETTERS:
        raise UnusableAnswer(sentence("The reader answered too much."))
    if _ends_in_repeats(answer):
        raise UnusableAnswer(sentence("The reader repeated itself."))
    plain_answer = _plain(answer)
    # An answer that goes on after that is what the model expects, not what it saw.
    only_firm = bool(_ASKS_WHETHER.match(_plain(question)))
    if any(_says(line, plain_answer) for line in not_shown if not (only_firm and _is_loose(line))):
        return Reading("", is_shown=False, reasoning=reasoning)
    return Reading(answer, reasoning=reasoning)


def parts(text: str) -> tuple[str, str]:
    """Return reasoning and answer; the last heading of each counts. Without any all is answer."""
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
    """Return a text in small letters, without contractions, other spaces and marks at its ends."""
    plain = " ".join(text.casefold().replace("’", "'").split())
    for short, long in _CONTRACTIONS:
        plain = short.sub(long, plain)
    return plain.strip(_QUOTES + ".!,;: ")


def _says(line: str, answer: str) -> bool:
    """Whether a plain answer begins as a line says."""
    return bool(_beginning(line).match(answer))


def _is_loose(line: str) -> bool:
    """Whether a line says of some thing that it is not there, or nothing more than one word."""
    return _GAP in line or len(line.split()) == 1


@lru_cache(maxsize=256)
def _beginning(line: str) -> re.Pattern[str]:
    begins_with_gap = line.lstrip().startswith(_GAP)
    words = ([_GAP] if begins_with_gap else []) + _plain(line).lstrip(". ").split()
    pattern = "".join(_FEW_WORDS if word == _GAP else f"{_either(word)} " for word in words)
    end = r"\W*$" if len(words) == 1 else r"(?!\w)"
    return re.compile(pattern.removesuffix(" ") + end)


def _either(word: str) -> str:
    return "(?:" + "|".join(re.escape(one) for one in word.split("|") if one) + ")"


def _ends_in_repeats(text: str) -> bool:
    """Whether the last words come three times in a row."""
    words = text.casefold().split()
    for length in range(1, len(words) // _REPEATS + 1):
        end = words[-length:]
        if length * _REPEATS >= _REPEATED_WORDS and words[-length * _REPEATS :] == end * _REPEATS:
            return True
    return len(words) >= _REPEATED_WORDS and len(set(words[-_REPEATED_WORDS:])) == 1
