"""Whether an answer to a question of yes or no says yes.

Without such a word, a statement says yes that has all that is asked about ("The breast is
orange-red" to "Does it have a red breast?"), and no where it has something else in its place.
"""

import re

from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.answer_words import (
    NEGATING,
    before,
    first_clause,
    stem,
    telling_words,
    words_of,
)

_YES = r"yes|yeah|yep|correct|indeed|absolutely|certainly|definitely|ja|oui|sí|sì|si"
_NO = r"no|nope|not really|not at all|nein|non|nee"
_YES_OR_NO = re.compile(rf"(?:(?P<yes>{_YES})|(?:{_NO}))\b(?P<more>[^\w\s]|\s*\Z)?")
_BARE_CLAUSE = re.compile(
    r"(?:it|they|he|she|there|this|that|these|those)(?: (?:really|clearly|probably|certainly))?"
    r" (?:is|are|was|were|does|do|did|has|have|can)(?P<no> not| no)?\b(?P<rest>.*)",
)
_ASKS_WHETHER_THERE_IS = re.compile(
    r"(?:does|do|did) .*\bhave (?P<has>.*)|(?:has|have) .*\bgot (?P<got>.*)"
    r"|(?:is|are|was|were) there (?P<there>.*)|can (?:you|one) see (?P<seen>.*)"
)
_ADJUNCT = re.compile(r"\b(?:with|in|on|at|near|next|under|behind)\b")


def verdict_of(answer: str, question: str, *, is_asked: bool) -> bool | None:
    """Return whether an answer says yes; None: neither yes nor no. Both texts are plain ones.

    Where yes or no is not asked, only the bare word counts.
    """
    if match := _YES_OR_NO.match(answer):
        return bool(match["yes"]) if is_asked or match["more"] is not None else None
    if not is_asked:
        return None
    if (match := _BARE_CLAUSE.match(answer)) and not telling_words(match["rest"]):
        return not match["no"]
    return _stated(first_clause(answer), question)


def _stated(statement: str, question: str) -> bool | None:
    said, wanted = telling_words(statement), telling_words(question)
    predicate = wanted[-1:]
    is_negated = bool(NEGATING & set(words_of(statement)))
    if match := _ASKS_WHETHER_THERE_IS.match(question):
        there = telling_words(before(_ADJUNCT, match[match.lastgroup or 0]))
        if there and any(f"{stem(want)}less" in said for want in there):
            return False
        wanted, predicate = there or wanted, []
    if said and all(_is_among(wanted, one) for one in said):
        return not is_negated
    if wanted and all(_is_among([want], *said) for want in wanted):
        return not is_negated
    return _compared(said, wanted, predicate, statement, is_negated=is_negated)


def _compared(
    said: list[str], wanted: list[str], predicate: list[str], statement: str, *, is_negated: bool
) -> bool | None:
    """Tell whether a statement has the asked color, shape, state, or thing, or another one."""
    verdicts = []
    for section, names in bundled_meanings().sections.items():
        asked_for = [word for word in wanted if word in names]
        stated = [word for word in said if word in names]
        if asked_for and stated and section != "thing":
            verdicts.append(all(_is_among([want], *stated) for want in asked_for))
            predicate = [word for word in predicate if word not in asked_for]
    if verdicts and not predicate:
        return all(verdicts) != is_negated
    things = bundled_meanings().sections["thing"]
    asked_for = [word for word in wanted if word in things]
    stated = [word for word in said if word in things]
    if asked_for and stated and _BARE_CLAUSE.match(statement):
        return _is_among(asked_for[-1:], *stated) != is_negated
    return None


def _is_among(wanted: list[str], *said: str) -> bool:
    """Tell whether any of `said` is one of `wanted`, or a kind of one."""
    covers = bundled_meanings().covers
    return any(covers(want, one) for want in wanted for one in said)
