"""Instructions from a query's own words, where no model has better ones.

'Show me …' is left out. "Does the robin have a red breast?" is 'the breast of a robin', and a
comparison is taken apart: 'cat vs dog' is about two pictures. The wordings are English; any other
query stays as it is.
"""

import re

from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.prompts import WHICH_PICTURES
from visret_desktop.models.rewriting.question_reading import (
    ParsedQuestion,
    QuestionThing,
    read_question,
)
from visret_desktop.models.rewriting.rewrite_check import judge
from visret_desktop.models.rewriting.words import listed

_LONGEST = 4000  # characters: no query that may be asked is longer
_PICTURE = r"(?:photo|picture|image|shot|photograph)s?"
_OPENINGS = re.compile(
    rf"(?:please )?(?:can you )?(?:show me|find(?: me)?|search for|look for|i(?: am|'m) looking for"
    rf"|looking for|where is the one with|i (?:want|would like) to see"
    rf"|do (?:we|you|i) have|have (?:we|you|i) got)\b\s*"
    rf"(?:(?:any|a|the|all|some) )?(?:{_PICTURE} (?:of|with|showing) )?"
    rf"|(?:any )?{_PICTURE} (?:of|with|showing) "
    rf"|{WHICH_PICTURES}\s*",
    re.IGNORECASE,
)
_ORDINALS = listed("first second third fourth fifth sixth last next left right")
_FAMILY = listed(
    "grandma grandpa granny mum mom mommy dad daddy mother father uncle aunt "
    "grandmother grandfather"
)
_OWN_ARTICLES = listed("the a an my our your his her their this that these those")


def own_words(query: str, family: Family) -> tuple[str, ...]:
    """Return the instructions that the words of the query make, or (query,)."""
    if len(query) > _LONGEST:
        return (query,)
    text = " ".join(query.replace("’", "'").split()).rstrip("?!. ")
    parts: tuple[str, ...]
    if family is Family.DESCRIPTION:
        opening = _OPENINGS.match(text)
        parts = (text[opening.end() :],) if opening else ()
    else:
        parts = put_together(read_question(query), family)
    is_plain = bool(parts) and all(one.strip() for one in parts)
    return parts if is_plain and judge(query, family, parts).is_accepted else (query,)


def put_together(asked: ParsedQuestion, family: Family, part: str = "") -> tuple[str, ...]:
    """Return "the PART of a NAME" for each thing of a question, () if nothing can be told.

    `part` in place of the one that was read from the question.
    """
    things = asked.things if family is Family.COMPARISON else asked.things[:1]
    if not asked.is_english or not things or len(asked.things) > len(things):
        return ()
    part = part or asked.part_text
    return tuple(_line(thing, part, asked) for thing in things)


def _line(thing: QuestionThing, part: str, asked: ParsedQuestion) -> str:
    name = with_article(thing.text)
    if asked.action and not part:
        if asked.is_who:
            name = "someone"
        return f"{name} {_doing(asked.action)} {asked.scene}".strip()
    return f"the {part} of {name}" if part else name


def with_article(name: str) -> str:
    """Return 'a robin', 'an owl'; names in the plural or with an own article stay as they are."""
    bare = re.split(r" (?:of|in|on|at|from|by|with|for|under|during) ", name)[0]
    first, last = bare.split()[0].casefold().removesuffix("'s"), bare.split()[-1].casefold()
    if first in _ORDINALS:
        return f"the {name}"
    is_plural = last.endswith("s") and not last.endswith(("ss", "us", "is"))
    if name[:1].isupper() or is_plural or first in _OWN_ARTICLES | _FAMILY or first[0].isdigit():
        return name
    return f"{'an' if first[0] in 'aeiou' else 'a'} {name}"


def _doing(action: str) -> str:
    """Return 'eating' for 'eat', 'diving' for 'dive', 'swimming' for 'swim'."""
    if action.endswith("e") and not action.endswith("ee"):
        return f"{action[:-1]}ing"
    is_short = re.fullmatch(r"[^aeiou]*[aeiou][bdgmnprt]", action)
    return f"{action}{action[-1]}ing" if is_short else f"{action}ing"
