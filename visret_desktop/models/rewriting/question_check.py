"""Whether a rewritten question or comparison still asks about the same things."""

import re
from collections.abc import Iterator, Sequence

from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.question_reading import (
    ParsedQuestion,
    QuestionThing,
    is_english,
    joined,
    read_question,
)
from visret_desktop.models.rewriting.rewrite_decision import (
    RewriteDecision,
    added_word,
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
from visret_desktop.sentences import sentence

_VIEW = re.compile(
    r",? ?(?:(?:seen|viewed) )?from "
    r"(?:behind|below|above|(?:the )?(?:side|front|back|left|right))\b"
)
BRACKETS = re.compile(r"\([^()]*\)")  # a Latin name, which may be left out
_STATING = listed("is are was were has have had does do did")
_SOMEBODY = listed("someone somebody person people being getting")
_DURING = frozenset(["while", "during", "when"])
_SMALL_ABROAD = listed("den van die door hat war")  # English things elsewhere


def check_question(query: str, family: Family, instructions: Sequence[str]) -> RewriteDecision:
    """Return whether each line shows one of the things asked about, and all of it."""
    asked = read_question(query)
    if any(_is_sentence(line, query) for line in instructions):
        return RewriteDecision(
            sentence("answered instead of saying what to draw"), "draws the answer"
        )
    for line in instructions:
        if bracket := next((one for one in BRACKETS.findall(line) if one not in query), None):
            return added_word(bracket)
    lines = [content_words(line, query) for line in instructions]
    things = asked.things or (QuestionThing(()),)
    if family is Family.COMPARISON and len(things) > 1:
        owners = [owner_of(line, things) for line in lines]
        for thing in things:
            if thing not in owners:
                return missing_word(
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


def content_words(line: str, query: str) -> list[str]:
    """Return the words of an instruction that show something, without those for a view of it."""
    lists = word_lists()
    english = lists.small - lists.foreign | _DURING
    small = english if is_english(query) else lists.small | _SMALL_ABROAD
    view = _VIEW.search(line)
    is_asked = view and view[0].strip(", ") in query
    text = BRACKETS.sub(" ", line if is_asked else _VIEW.sub("", line))
    return [word for word in words_of(joined(text)) if word not in small]


def owner_of(line: Sequence[str], things: Sequence[QuestionThing]) -> QuestionThing | None:
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
    line: Sequence[str], thing: QuestionThing, asked: ParsedQuestion, query: str
) -> RewriteDecision:
    lists = word_lists()
    lost = next(_missing(thing, line), None)
    if lost is not None:
        return missing_word(lost, query)
    if asked.parts and not any(is_same(p, w, of_parts=True) for p in asked.parts for w in line):
        return missing_word(asked.parts[0], query)
    if asked.action and not any(is_same(asked.action, word) for word in line):
        return missing_word(asked.action, query)
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
        return added_word(word)
    return RewriteDecision()


def _is_side(word: str, other: str) -> bool:
    """Whether two words name the same side: 'underside', 'below'."""
    below = ("below", "under", "underneath", "beneath", "underside", "belly", "bottom")
    return word == other or (word in below and other in below)


def _is_bare(word: str, thing: QuestionThing) -> bool:
    """Whether a name lacks the word that makes it plainer."""
    return not any(is_in(one, word_lists().plainer) for one in thing.words if one != word)
