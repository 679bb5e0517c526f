"""Does an instruction mean what the query says? Holds for whatever model wrote it.

What stays and what goes, by the family of the query:

| family | stays | goes | may be added |
|---|---|---|---|
| question, comparison | each thing, with its name, count, age, sex, and where and whose it is;
  the part asked about, or a whole that shows it | what is asked: 'red' of "does the robin have a
  red breast?" | how the picture is taken; 'butterfly' behind the name of one |
| question without a part | thing and action: "what do otters eat?" is 'an otter eating' | – | – |
| description | every word that shows something | what is excluded: 'snow' of "a fox without snow" |
  how the picture is taken; then it is *literal*. With anything else that changes nothing it is
  *described* |

The words behind it are in `resources/rewriting/`, a file for each kind, with a sentence at its top.
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from visret_desktop.exclusions import exclusions
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.question_check import (
    BRACKETS,
    check_question,
    content_words,
    owner_of,
)
from visret_desktop.models.rewriting.question_reading import joined, read_question
from visret_desktop.models.rewriting.rewrite_decision import (
    RewriteDecision,
    added_word,
    did_add,
    missing_word,
)
from visret_desktop.models.rewriting.words import (
    is_in,
    is_same,
    is_slip_of,
    listed,
    word_lists,
    words_of,
)
from visret_desktop.sentences import NOTHING, Sentence, sentence

_RELATIVE = re.compile(
    r"\b(?:we|i|they|you) "
    r"(?:\w+ed|bought|had|saw|got|made|took|found|met|went|ate|built|drove|rode)\b",
    re.IGNORECASE,
)
_NEUTRAL = listed("on in at by of with near")
_MOST_OFTEN = 3  # times that a description says the same word
_APART = listed("under underneath beneath below behind above over beside outside")


def judge(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    """Return whether instructions say what a query says."""
    if family is Family.DESCRIPTION:
        return _of_description(query, instructions)
    return check_question(query, family, instructions)


def literal(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    """Return whether instructions say what a query says, and nothing beside it."""
    decision = judge(query, family, instructions)
    if not decision.is_described:
        return decision
    return added_word(_additions(query, instructions)[0])


def subjects(query: str, family: Family, instructions: Sequence[str]) -> tuple[str, ...]:
    """Return the thing of which each instruction shows a part: "frog" of "the toes of a frog".

    "": the query asks about no part, or the instruction shows none of its things.
    """
    asked = read_question(query)
    if family is Family.DESCRIPTION or not asked.is_english or not asked.part_text:
        return ("",) * len(instructions)
    owners = [owner_of(content_words(line, query), asked.things) for line in instructions]
    return tuple(owner.text if owner else "" for owner in owners)


def described(query: str, line: str, excluded: Sequence[str] = ()) -> RewriteDecision:
    """Return whether a line says what a description says, and more; and nothing `excluded`.

    A word that comes more often than a person would say it is no description.
    """
    decision = _of_description(query, [line])
    words = words_of(joined(line))
    shown = next((w for one in excluded for w in words_of(joined(one)) if _is_there(w, words)), "")
    if not decision.is_accepted:
        return decision
    if shown:
        return RewriteDecision(
            sentence("drew what is excluded (“{words}”)", words=shown), "draws what is excluded"
        )
    often = Counter(word for word in words if word not in word_lists().small)
    if often and max(often.values()) > _MOST_OFTEN:
        return RewriteDecision(sentence("said the same again and again"), "added")
    if decision.is_described:
        return decision
    return RewriteDecision(sentence("added nothing"), "left out")


def _is_there(word: str, words: Sequence[str]) -> bool:
    return word not in word_lists().small and any(is_same(word, other) for other in words)


# ---- descriptions -------------------------------------------------------------------------------


def _of_description(query: str, instructions: Sequence[str]) -> RewriteDecision:
    left, excluded = exclusions(query)
    wanted = _shown(left or query)
    line = _renamed([word for one in instructions for word in words_of(joined(one))], wanted)
    for word in wanted:
        if not any(_says(word, other, wanted) for other in line):
            return missing_word(word, query)
    unwanted = [w for name in excluded for w in words_of(name) if w not in wanted]
    for word in line:
        if any(is_same(one, word) for one in unwanted):
            return RewriteDecision(
                sentence("drew what is excluded (“{words}”)", words=word), "draws what is excluded"
            )
    wanted += ["empty"] if any(is_same("people", one) for one in unwanted) else []
    for word in _added_words(query, line):
        if reason := _changes(word, wanted):
            return RewriteDecision(reason, "added")
    if reason := _bound_otherwise(left or query, " ".join(line)):
        return RewriteDecision(reason, "added")
    return RewriteDecision(is_described=bool(_additions(query, instructions)))


def _shown(query: str) -> list[str]:
    """Return the words of a query that show something."""
    words = words_of(joined(query))
    bare = words_of(joined(_RELATIVE.sub(" ", BRACKETS.sub(" ", query))))
    small = word_lists().small
    return [word for word in dict.fromkeys(bare) if word not in small] or words


def _renamed(line: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """Return a line that calls people as the query does: 'an old woman' is 'grandma'."""
    text = " ".join(line)
    for phrase, word in word_lists().described_as:
        if any(is_same(word, one) for one in wanted) and phrase not in " ".join(wanted):
            text = re.sub(rf"\b{phrase}\b", word, text)
    return text.split()


def _says(word: str, other: str, wanted: Sequence[str]) -> bool:
    negations = word_lists().negations
    if word in negations or other in negations:
        return word in negations and other in negations
    return is_same(word, other) or (other not in wanted and is_slip_of(word, other))


def _added_words(query: str, line: Sequence[str]) -> list[str]:
    lists = word_lists()
    known = words_of(joined(query))
    return [
        word
        for word in line
        if word not in lists.small
        and word not in lists.views
        and not any(_says(one, word, known) for one in known)
    ]


def _additions(query: str, instructions: Sequence[str]) -> list[str]:
    """Return what literal instructions would not say."""
    line = [word for one in instructions for word in words_of(joined(one))]
    return _added_words(query, line)


def _changes(word: str, wanted: Sequence[str]) -> Sentence:
    """Return how a word that was added changes what a query says; "": it only adds."""
    lists = word_lists()
    is_counting = is_in(word, lists.numbers) or word.isdigit()
    if is_counting or word in lists.negations:
        return did_add(word)
    for alike in lists.contrasts:
        others = [one for one in wanted if not is_same(one, word)]
        if is_in(word, alike) and any(is_in(one, alike) for one in others):
            return did_add(word)
    return NOTHING


def _bound_otherwise(query: str, line: str) -> Sentence:
    """Return what color, count or place went to another thing; "": none."""
    lists = word_lists()
    asked, made = words_of(query), line.split()
    for word, following in pairwise(asked):
        is_binding = word in lists.features or word in lists.numbers or word.isdigit()
        is_free = following.isdigit() or following in lists.small | lists.features
        if is_binding and not is_free:
            places = [at for at, other in enumerate(made) if is_same(following, other)]
            if places and not any(_is_said_before(word, made, at) for at in places):
                return sentence("took “{words}” from “{others}”", words=word, others=following)
    for at, word in enumerate(asked):
        if word in _APART or word in ("on", "in"):
            head = next((w for w in asked[at + 1 : at + 4] if w not in lists.small), None)
            heads = [i for i, other in enumerate(made) if head and is_same(head, other)]
            before = [_place_before(made, i) for i in heads]
            if before and all(one in _APART and not is_same(word, one) for one in before):
                return did_add(before[0])
    return NOTHING


def _is_said_before(word: str, made: Sequence[str], at: int) -> bool:
    """Whether a word stands before place `at`, with adjectives between, or right behind it."""
    lists = word_lists()
    if at + 1 < len(made) and is_same(word, made[at + 1]):
        return True
    for other in reversed(made[:at]):
        if is_same(word, other):
            return True
        if other in lists.small:
            return False
    return False


def _place_before(made: Sequence[str], at: int) -> str:
    for other in reversed(made[max(0, at - 4) : at]):
        if other in _APART or other in _NEUTRAL:
            return other
    return ""
