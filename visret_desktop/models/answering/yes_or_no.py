"""Whether an answer to a question of yes or no says yes.

Without such a word, a statement says yes that has all that is asked about ("The breast is
orange-red" to "Does it have a red breast?"), and no where it has something else in its place.
"""

import re

from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.answer_words import (
    NEGATING,
    are_opposite,
    before,
    first_clause,
    positions_in,
    stem,
    telling_words,
    verb_base,
    words_of,
)

_YES = r"yes|yeah|yep|correct|indeed|absolutely|certainly|definitely|ja|oui|sí|sì|si"
_NO = r"no|nope|not really|not at all|nein|non|nee"
_YES_OR_NO = re.compile(rf"(?:(?P<yes>{_YES})|(?:{_NO}))\b(?P<more>[^\w\s]|\s*\Z)?")
_BARE_CLAUSE = re.compile(
    r"(?:it|they|he|she|there|this|that|these|those)(?: (?:really|clearly|probably|certainly))?"
    r" (?:is|are|was|were|does|do|did|has|have|can)(?P<no> not| no)?\b(?P<rest>.*)",
)
_PRONOUN = r"(?:it|they|he|she|this|these|those)"
_OF_IT = re.compile(rf"{_PRONOUN}(?:'s|'re)?\b(?!'?s? no\b)")
_ASKS_OF_IT = re.compile(rf"\w+ {_PRONOUN}\b")
_ASKS_WHETHER_THERE_IS = re.compile(
    r"(?:does|do|did) .*\bhave (?P<has>.*)|(?:has|have) .*\bgot (?P<got>.*)"
    r"|(?:is|are|was|were) there (?P<there>.*)|can (?:you|one) see (?P<seen>.*)"
)
_NOBODY = re.compile(r"(?:there (?:is|are) |i (?:can )?see )?(?:nobody|no one|nothing|none)\b")
_OVER = frozenset(("already", "longer", "anymore"))  # what was asked about "still"
_HAVING = re.compile(r"\bwith\b")
_ADJUNCT = re.compile(r"\b(?:with|in|on|at|near|next|under|behind)\b")


def verdict_of(answer: str, question: str, *, is_asked: bool) -> bool | None:
    """Return whether an answer says yes; None: neither yes nor no. Both texts are plain ones.

    Where yes or no is not asked, only the bare word counts.
    """
    if match := _YES_OR_NO.match(answer):
        return bool(match["yes"]) if is_asked or match["more"] is not None else None
    if not is_asked:
        return None
    if _ASKS_WHETHER_THERE_IS.match(question) and _NOBODY.match(answer):
        return False
    if (match := _BARE_CLAUSE.match(answer)) and not telling_words(match["rest"]):
        return not match["no"] and NEGATING.isdisjoint(words_of(match["rest"]))
    return _verdict_of_statement(first_clause(answer), question)


def _verdict_of_statement(statement: str, question: str) -> bool | None:
    """Return whether a statement says yes, as it has all that is asked about; None: neither."""
    positions = positions_in(words_of(statement)), positions_in(words_of(question))
    if NEGATING.isdisjoint(words_of(statement)) and are_opposite(*positions):
        return False
    words = {*words_of(statement)}
    if "still" in {*words_of(question)} - words and words & _OVER:
        return False
    statement = _mainly(statement, question)
    statement_words, question_words = telling_words(statement), telling_words(question)
    predicate = question_words[-1:]
    is_negated = bool(NEGATING & set(words_of(statement)))
    if match := _ASKS_WHETHER_THERE_IS.match(question):
        there = telling_words(before(_ADJUNCT, match[match.lastgroup or 0]))
        if there and any(f"{stem(want)}less" in statement_words for want in there):
            return False
        question_words, predicate = there or question_words, []
    if statement_words and all(_is_among(question_words, one) for one in statement_words):
        return not is_negated
    wanted = question_words[1:] if _is_subject_known(statement, question) else question_words
    if wanted and all(_is_among([want], *statement_words) for want in wanted):
        return not is_negated
    return _verdict_by_kind(
        statement_words, question_words, predicate, statement, is_negated=is_negated
    )


def _mainly(statement: str, question: str) -> str:
    """Return what a thing is, without what it has: "the cat is white", "with black paws"."""
    head, asked = before(_HAVING, statement), telling_words(question)
    if head == statement or _ASKS_WHETHER_THERE_IS.match(question):
        return statement
    words, sections = telling_words(head), bundled_meanings().sections.values()
    is_told = any(not names.isdisjoint(words) and not names.isdisjoint(asked) for names in sections)
    return head if is_told else statement


def _is_subject_known(statement: str, question: str) -> bool:
    """Tell whether what a question names first need not be said again: "it flies at half-mast".

    "Is it a red bird?" and "does it have a red breast?" name first what is asked.
    """
    is_of_it = _ASKS_OF_IT.match(question) or _ASKS_WHETHER_THERE_IS.match(question)
    return not is_of_it and _OF_IT.match(statement) is not None


def _verdict_by_kind(
    statement_words: list[str],
    question_words: list[str],
    predicate: list[str],
    statement: str,
    *,
    is_negated: bool,
) -> bool | None:
    """Return whether a statement has the color, shape, state or thing asked about, or None."""
    verdicts = []
    for section, names in bundled_meanings().sections.items():
        of_question = [word for word in question_words if word in names]
        of_statement = [word for word in statement_words if word in names]
        if of_question and of_statement and section != "thing":
            verdicts.append(all(_is_among([want], *of_statement) for want in of_question))
            predicate = [word for word in predicate if word not in of_question]
    if verdicts and not predicate:
        return all(verdicts) != is_negated
    things = bundled_meanings().sections["thing"]
    of_question = [word for word in question_words if word in things]
    of_statement = [word for word in statement_words if word in things]
    if of_question and of_statement and _BARE_CLAUSE.match(statement):
        if all(verdicts):
            return _is_among(of_question[-1:], *of_statement) != is_negated
        return None if is_negated else False  # a brown bird is no red one
    return None


def _is_among(question_words: list[str], *statement_words: str) -> bool:
    """Tell whether any word of a statement is a word of the question, or a kind of one."""
    covers = bundled_meanings().covers
    return any(
        covers(want, one) or verb_base(want) == verb_base(one)
        for want in question_words
        for one in statement_words
    )
