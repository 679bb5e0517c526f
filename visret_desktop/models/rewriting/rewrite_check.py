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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from visret_desktop.exclusions import exclusions
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.question_reading import (
    QuestionReading,
    QuestionThing,
    is_english,
    joined,
    read_question,
)
from visret_desktop.models.rewriting.words import (
    WORD,
    is_in,
    is_same,
    is_slip_of,
    listed,
    word_lists,
    words_of,
)
from visret_desktop.sentences import NOTHING, Sentence, sentence

_VIEW = re.compile(
    r",? ?(?:(?:seen|viewed) )?from "
    r"(?:behind|below|above|(?:the )?(?:side|front|back|left|right))\b"
)
_RELATIVE = re.compile(
    r"\b(?:we|i|they|you) "
    r"(?:\w+ed|bought|had|saw|got|made|took|found|met|went|ate|built|drove|rode)\b",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^()]*\)")  # a Latin name, which may be left out
_STATING = listed("is are was were has have had does do did")
_SOMEBODY = listed("someone somebody person people being getting")
_NEUTRAL = listed("on in at by of with near")
_DURING = frozenset(["while", "during", "when"])
_SMALL_ABROAD = listed("van die door hat war")  # English things elsewhere
_MOST_OFTEN = 3  # times that a description says the same word
_APART = listed("under underneath beneath below behind above over beside outside")


@dataclass(frozen=True)
class RewriteDecision:
    """What a guard says of instructions; `reason` in a few words, "" where they are used."""

    reason: Sentence = NOTHING
    kind: str = ""  # 'left out', 'added', 'draws the answer', 'draws what is excluded'
    is_described: bool = False  # it says more than the query, and changes nothing

    @property
    def is_accepted(self) -> bool:
        """Whether the instructions may be drawn."""
        return not self.reason


def judge(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    """Return whether instructions say what a query says."""
    if family is Family.DESCRIPTION:
        return _of_description(query, instructions)
    return _of_question(query, family, instructions)


def literal(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    """Return whether instructions say what a query says, and nothing beside it."""
    decision = judge(query, family, instructions)
    if not decision.is_described:
        return decision
    return _added(_additions(query, instructions)[0])


def subjects(query: str, family: Family, instructions: Sequence[str]) -> tuple[str, ...]:
    """Return the thing of which each instruction shows a part: "frog" of "the toes of a frog".

    "": the query asks about no part, or the instruction shows none of its things.
    """
    asked = read_question(query)
    if family is Family.DESCRIPTION or not asked.is_english or not asked.part_text:
        return ("",) * len(instructions)
    owners = [_owner(_content(line, query), asked.things) for line in instructions]
    return tuple(owner.text if owner else "" for owner in owners)


def described(query: str, line: str, unwanted: Sequence[str] = ()) -> RewriteDecision:
    """Return whether a line says what a description says, and more; and nothing `unwanted`.

    A word that comes more often than a person would say it is no description.
    """
    decision = _of_description(query, [line])
    words = words_of(joined(line))
    shown = next((w for one in unwanted for w in words_of(joined(one)) if _is_there(w, words)), "")
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


def _left_out(word: str, query: str) -> RewriteDecision:
    written = next((one for one in WORD.findall(query) if word in words_of(one)), word)
    return RewriteDecision(sentence("left out “{words}”", words=written), "left out")


def _did_add(word: str) -> Sentence:
    return sentence("added “{words}”", words=word)


def _added(word: str) -> RewriteDecision:
    return RewriteDecision(_did_add(word), "added")


# ---- questions and comparisons ------------------------------------------------------------------


def _of_question(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    asked = read_question(query)
    if any(_is_sentence(line, query) for line in instructions):
        return RewriteDecision(
            sentence("answered instead of saying what to draw"), "draws the answer"
        )
    for line in instructions:
        if bracket := next((one for one in _BRACKETS.findall(line) if one not in query), None):
            return _added(bracket)
    lines = [_content(line, query) for line in instructions]
    things = asked.things or (QuestionThing(()),)
    if family is Family.COMPARISON and len(things) > 1:
        owners = [_owner(line, things) for line in lines]
        for thing in things:
            if thing not in owners:
                return _left_out(
                    next(
                        _missing(thing, [w for line in lines for w in line]),
                        next(iter(thing.words), ""),
                    ),
                    query,
                )
        if len(lines) != len(things):
            return RewriteDecision(sentence("named one thing twice"), "left out")
        owned = [(line, thing) for line, thing in zip(lines, owners, strict=True) if thing]
        if len(owned) < len(lines):
            return RewriteDecision(sentence("mixed up two things"), "added")
    else:
        whole = QuestionThing(
            tuple(name for thing in things for name in thing.names),
            tuple(stage for thing in things for stage in thing.stages),
        )
        owned = [(line, whole) for line in lines]
        if len(lines) > 1:
            return RewriteDecision(sentence("named one thing twice"), "added")
    for word, thing in owned:
        decision = _of_line(word, thing, asked, query)
        if decision.reason:
            return decision
    return RewriteDecision()


def _is_sentence(line: str, query: str) -> bool:
    """Whether a line states an answer, or asks the question again."""
    words = re.findall(r"[^\W_]+", line.casefold())
    own = " ".join(line.casefold().split()).rstrip("?!. ")
    asks = own == " ".join(query.casefold().split()).rstrip("?!. ") or line.rstrip().endswith("?")
    return asks or (any(word in _STATING for word in words[1:]) and is_english(line))


def _content(line: str, query: str) -> list[str]:
    lists = word_lists()
    english = lists.small - lists.foreign | _DURING
    small = english if is_english(query) else lists.small | _SMALL_ABROAD
    view = _VIEW.search(line)
    is_asked = view and view[0].strip(", ") in query
    text = _BRACKETS.sub(" ", line if is_asked else _VIEW.sub("", line))
    return [word for word in words_of(joined(text)) if word not in small]


def _owner(line: Sequence[str], things: Sequence[QuestionThing]) -> QuestionThing | None:
    """Return the one thing that a line shows."""
    shown = [thing for thing in things if next(_missing(thing, line), None) is None]
    if len(shown) > 1:  # 'fern' and 'western fern': the one that says most
        most = max(shown, key=lambda thing: len(thing.words))
        others = {word for thing in shown for word in thing.words} - most.words
        return None if others else most
    if not shown:
        return None
    (own,) = shown
    strange = {w for thing in things if thing is not own for w in thing.words} - own.words
    foreign = [w for w in line if any(is_same(s, w) for s in strange)]
    known = [w for w in foreign if any(is_same(o, w) for o in own.words)]
    is_whole = any(
        thing is not own and all(_has(line, (w,)) for w in thing.words - own.words)
        for thing in things
        if thing.words - own.words
    )
    return None if is_whole and len(foreign) > len(known) else own


def _missing(thing: QuestionThing, line: Sequence[str]) -> Iterator[str]:
    """Yield words of a thing that a line does not say."""
    for name in thing.names:
        shown = [word for word in name if word not in word_lists().small] or list(name)
        if not _has(line, shown):
            yield next((word for word in shown if not _has(line, (word,))), shown[-1])
    for stage in thing.stages:
        if not _has(line, (stage,)):
            yield stage


def _has(line: Sequence[str], name: Sequence[str]) -> bool:
    """Whether the words of a name stand together in a line, in their order."""
    stages = word_lists().stages
    bare = [w for w in line if w not in stages or any(is_same(one, w) for one in name)]
    for start in range(len(bare) - len(name) + 1):
        run = bare[start : start + len(name)]
        if all(map(_is_meant, name, run)):
            return True
    return False


def _is_meant(word: str, other: str) -> bool:
    return is_same(word, other) or is_slip_of(word, other)


def _of_line(
    line: Sequence[str], thing: QuestionThing, asked: QuestionReading, query: str
) -> RewriteDecision:
    lists = word_lists()
    lost = next(_missing(thing, line), None)
    if lost is not None:
        return _left_out(lost, query)
    if asked.parts and not any(is_same(p, w, of_parts=True) for p in asked.parts for w in line):
        return _left_out(asked.parts[0], query)
    if asked.action and not any(is_same(asked.action, word) for word in line):
        return _left_out(asked.action, query)
    kept = [word for name in thing.names for word in name] + list(thing.stages)
    for word in line:
        own = next((k for k in kept if _is_meant(k, word)), None)
        if own is not None:
            kept.remove(own)
            continue
        if any(is_same(one, word) for one in asked.may) and not is_in(word, lists.numbers):
            continue
        is_asked = any(is_same(one, word) for one in asked.asked)
        if asked.parts and word in lists.poses and not is_asked:
            continue
        answers = lists.features | lists.marks | lists.numbers
        if (is_asked or is_in(word, answers)) and word not in lists.views:
            return RewriteDecision(
                sentence("drew the answer (“{words}”)", words=word), "draws the answer"
            )
        if any(is_same(part, word, of_parts=True) for part in asked.parts):
            continue
        if asked.action and (is_same(asked.action, word) or word in _SOMEBODY):
            continue
        if word in lists.sides and any(_is_side(word, one) for one in words_of(query)):
            continue
        if word in lists.views or (word in lists.plainer and _is_bare(word, thing)):
            continue
        nouns = [other.names[-1][-1] for other in asked.things if other.names]
        if any(is_same(one, word) for one in (*thing.words, *nouns)):
            continue
        return _added(word)
    return RewriteDecision()


def _is_side(word: str, other: str) -> bool:
    """Whether two words name the same side: 'underside', 'below'."""
    below = ("below", "under", "underneath", "beneath", "underside", "belly", "bottom")
    return word == other or (word in below and other in below)


def _is_bare(word: str, thing: QuestionThing) -> bool:
    """Whether a name lacks the word that makes it plainer."""
    return not any(is_in(one, word_lists().plainer) for one in thing.words if one != word)


# ---- descriptions -------------------------------------------------------------------------------


def _of_description(query: str, instructions: Sequence[str]) -> RewriteDecision:
    left, excluded = exclusions(query)
    wanted = _shown(left or query)
    line = _renamed([word for one in instructions for word in words_of(joined(one))], wanted)
    for word in wanted:
        if not any(_says(word, other, wanted) for other in line):
            return _left_out(word, query)
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
    bare = words_of(joined(_RELATIVE.sub(" ", _BRACKETS.sub(" ", query))))
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
        return _did_add(word)
    for alike in lists.contrasts:
        others = [one for one in wanted if not is_same(one, word)]
        if is_in(word, alike) and any(is_in(one, alike) for one in others):
            return _did_add(word)
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
                return _did_add(before[0])
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
