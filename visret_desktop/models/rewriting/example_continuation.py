"""The part that a question asks about, chosen by a small model that continues worked examples.

A model of a hundred million numbers does not follow instructions, but it continues a pattern. It
is shown questions with their instructions (`resources/prompts/*-examples.txt`) and goes on with
"the PART of". A grammar (GBNF) lets it choose a part only among what the question says, so that
nothing can be invented; the names of things are found by code (`question_reading`), which also puts
the sentence together (`own_words`). What cannot be written needs no refusal afterwards.
"""

import json
import re
from collections.abc import Sequence

from visret_desktop.models.rewriting.question_reading import ParsedQuestion, is_english
from visret_desktop.models.rewriting.question_words import IDLE
from visret_desktop.models.rewriting.words import word_lists, words_of

_BRACKETS = re.compile(r"\([^()]*\)")
_RUN = re.compile(r"[^\W_](?:[\w-]|'(?!s\b))*")
_ENDS = re.compile(r"[,;:.?!()]|'s\b|(?<=s)'(?=\s)")
_MOST_WORDS = 4  # of a part
_LEAD, _BEHIND = " the ", " of"


def prompt_of(examples: Sequence[tuple[str, str]], query: str) -> str:
    """Return what the model goes on with: the English examples, and the query to be continued."""
    shown = [
        f"Question: {asked}\nPicture: {answer.splitlines()[0]}\n"
        for asked, answer in examples
        if is_english(asked)
    ]
    return "\n".join([*shown, f"Question: {' '.join(query.split())}\nPicture:"])


def grammar_of(parts: Sequence[str]) -> str:
    """Return the GBNF of "the PART of", with one of these parts."""
    literals = " | ".join(json.dumps(part, ensure_ascii=False) for part in parts)
    return f'root ::= "{_LEAD}" part "{_BEHIND}"\npart ::= {literals}\n'


def part_in(reply: str) -> str:
    """Return the part that was chosen, "" if none was."""
    text = reply.strip().removeprefix(_LEAD.strip()).strip()
    return text.removesuffix(_BEHIND.strip()).strip()


def parts_of(query: str, asked: ParsedQuestion) -> tuple[str, ...]:
    """Return all that a question may ask about: runs of its words outside of names and answers."""
    barred = {word for thing in asked.things for word in thing.words}
    barred |= {*asked.asked, *IDLE, *word_lists().asking, *word_lists().small}
    parts: dict[str, None] = {}
    for clause in _ENDS.split(_BRACKETS.sub(" , ", query.replace("’", "'"))):
        run: list[str] = []
        for word in [*_RUN.findall(clause), ""]:
            if word and not barred & set(words_of(word)) and words_of(word):
                run.append(word)
                continue
            for first in range(len(run)):
                for last in range(first + 1, min(first + _MOST_WORDS, len(run)) + 1):
                    parts[" ".join(run[first:last])] = None
            run = []
    return tuple(parts)
