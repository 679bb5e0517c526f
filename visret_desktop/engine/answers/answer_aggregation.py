"""From what each photo says to one answer: pure functions, the same for the same readings.

Photos that agree are one group. One group is the answer. Several contradict each other, and are
shown beside each other, not averaged: two photos against one prove nothing, as the one may be the
only one that shows what was meant. Only where at least five photos stand for each one that says
something else is theirs the answer, and the sentence names those others. How many there are, where
it was, what the weather was and what color "the flowers" are may well differ from photo to photo,
so there each answer counts.

Photos of one moment, such as a burst, copies or crops, are one witness and count once.

What rules and table do not know, a model may have been asked (`answer_judging`): `agreed` has the
pairs of which it said that they agree.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from visret_desktop.models.answering.answer_matching import Gist, gist
from visret_desktop.models.answering.question_kinds import kind_of

Agreed = Set[tuple[str, frozenset[Gist]]]  # questions, each with two answers to it
NOTHING_AGREED: Agreed = frozenset()
Verdict = Literal["answer", "disagree", "not-shown", "unknown"]
ENOUGH = 3  # witnesses that agree, where none contradicts: the answer holds
_CLEAR_MAJORITY = 5  # witnesses for each one that says something else
_OF_EACH_PHOTO = re.compile(
    r"\b(?:how many|count|number of|where|when|weather|habitat|time of (?:the )?(?:day|year))\b"
    r"|\b(?:which|what) (?:place|season|view)\b|\bwhat (?:is|are|was|were) .+ doing\b"
    r"|\bis it (?:rain|snow|fog|sunny|day|night|dusk|dawn)"
    r"|\bcolou?rs? (?:are|were) (?:the|my|our|these|those) \w+s\W*\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """What photo number `n` says; "": it does not show it. `moment` 0: that of no other photo."""

    n: int
    text: str
    moment: int = 0


@dataclass(frozen=True)
class Group:
    """Photos that say the same, in words that all support: of "owl" and "barn owl", "owl"."""

    text: str
    photos: tuple[int, ...]  # numbers, rising
    witnesses: int = 1


@dataclass(frozen=True)
class Combined:
    """What photos come to.

    `groups`: most witnesses first, then the one with the best photo. The first one is the answer
    where there is one; others beside it contradict.
    """

    verdict: Verdict
    groups: tuple[Group, ...] = ()

    @property
    def answer(self) -> str:
        """What is answered; "" where nothing is."""
        return self.groups[0].text if self.verdict == "answer" else ""


def combine(question: str, readings: Sequence[Told], agreed: Agreed = NOTHING_AGREED) -> Combined:
    """Return what readings of different photos come to; their order makes no difference."""
    answers = [one for one in readings if one.text]
    if not answers:
        return Combined("not-shown" if readings else "unknown")
    groups = _grouped(question, answers, agreed)
    first, others = groups[0], groups[1:]
    against = sum(group.witnesses for group in others)
    is_clear = first.witnesses >= _CLEAR_MAJORITY * against and not may_differ(question)
    return Combined("answer" if not others or is_clear else "disagree", tuple(groups))


def may_differ(question: str) -> bool:
    """Tell whether a question may have another answer in each photo, with none of them wrong."""
    return _OF_EACH_PHOTO.search(question) is not None


def undecided(question: str, readings: Sequence[Told]) -> list[tuple[Told, Told]]:
    """Return pairs of answers of which neither rules nor table know whether they agree.

    Of answers that are equal, only the first stands in them. What says neither yes nor no where
    that is asked is left as it is: a model that was measured called such answers a yes and a no.
    """
    if kind_of(question) == "yes or no":
        return []
    first: dict[Gist, Told] = {}
    for one in sorted(readings, key=lambda one: one.n):
        if one.text:
            first.setdefault(gist(one.text, question), one)
    pairs = combinations(first, 2)
    return [(first[a], first[b]) for a, b in pairs if a.compared_to(b) is None]


def holds(question: str, readings: Sequence[Told], agreed: Agreed = NOTHING_AGREED) -> bool:
    """Tell whether no further photo is needed: three moments agree and none says anything else.

    Photos that do not show it say nothing against an answer. So never fewer than three are read
    while there are more, and all are read where they contradict each other or show nothing. Where
    each photo may have its own answer, three that agree say nothing of the others.
    """
    if may_differ(question):
        return False
    answer = combine(question, readings, agreed)
    return len(answer.groups) == 1 and answer.groups[0].witnesses >= ENOUGH


def deciding(
    question: str, readings: Sequence[Told], agreed: Agreed = NOTHING_AGREED
) -> tuple[int, ...]:
    """Return the numbers of the photos that gave the answer first; none where there is no answer.

    They are those that say it among the first k, for the least k of which the answer is the same as
    of all (the k of IA@k in InfoDeepSeek). Photos that contradict it are not among them.
    """
    whole = combine(question, readings, agreed)
    if not whole.answer:
        return ()
    for k in range(1, len(readings) + 1):
        answer = combine(question, readings[:k], agreed)
        if answer.answer and same(question, (answer.answer, whole.answer), agreed):
            return tuple(n for n in answer.groups[0].photos if n in whole.groups[0].photos)
    return ()


def same(question: str, answers: Sequence[str], agreed: Agreed = NOTHING_AGREED) -> bool:
    """Tell whether answers about one thing all agree; some may say more than others."""
    gists = [gist(answer, question) for answer in answers]
    return all(_agree(question, one, other, agreed) for one, other in combinations(gists, 2))


def _agree(question: str, one: Gist, other: Gist, agreed: Agreed) -> bool:
    """Tell whether two answers agree; what is known without a model is never asked of one."""
    verdict = one.compared_to(other)
    return (question, frozenset((one, other))) in agreed if verdict is None else verdict


def are_alike(question: str, answers: Sequence[str]) -> bool | None:
    """Tell whether several things have the same answer; None: that cannot be told.

    'Yellow' and 'bright yellow' may be the same photo's feet told twice, but of two things they are
    neither plainly the same nor plainly different.
    """
    gists = [gist(answer, question) for answer in answers]
    if not all(one.agrees_with(other) for one in gists for other in gists):
        return False
    return True if len(set(gists)) == 1 else None


def _grouped(question: str, answers: Sequence[Told], agreed: Agreed) -> list[Group]:
    """Return groups in which all agree with all; by the answers alone, in whatever order."""
    by_gist: dict[Gist, list[Told]] = {}
    for one in answers:
        by_gist.setdefault(gist(one.text, question), []).append(one)
    # Frequent ones first, and of those the shortest: they say what others add to.
    in_turn = sorted(by_gist, key=lambda g: (-len(by_gist[g]), len(g.words), sorted(g.words)))
    together: list[list[Gist]] = []
    for fresh in in_turn:
        for group in together:
            if all(_agree(question, fresh, known, agreed) for known in group):
                group.append(fresh)
                break
        else:
            together.append([fresh])
    members = ([one for own in group for one in by_gist[own]] for group in together)
    groups = [_group(question, readings) for readings in members]
    return sorted(groups, key=lambda group: (-group.witnesses, group.photos))


def _group(question: str, readings: Sequence[Told]) -> Group:
    """Return a group in the words that all its photos support, and the shortest of those."""
    in_order = sorted(readings, key=lambda one: one.n)
    gists = [gist(one.text, question) for one in in_order]
    least = max(gists, key=lambda own: sum(own.is_within(other) for other in gists))
    texts = [one.text for one, own in zip(in_order, gists, strict=True) if own == least]
    witnesses = {one.moment or -one.n for one in readings}
    return Group(min(texts, key=len), tuple(one.n for one in in_order), len(witnesses))
