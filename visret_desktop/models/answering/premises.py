"""What an English question takes for granted, and how a photo is asked whether that is so.

    Why is the red door open?            What color is the door? red   Is the door open? yes
    What color are the owl's antlers?    Are the antlers visible? yes
    Which of the three boats is red?     How many boats are there? three

A reader that is asked for antlers names their color. Asked by itself whether there are any, it says
no. A color, a material or a shape may be part of a name: "the red fox", "the glass frog", "the
purple swamphen". So it is asked only of plain things, as of doors, and not where the library has
such a name. The number is asked of all.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from visret_desktop.models.answering.amounts import DIGITS
from visret_desktop.models.answering.answer_matching import gist
from visret_desktop.models.answering.answer_words import EMPTY, NEGATING, stem, words_of
from visret_desktop.models.answering.plurals import singular
from visret_desktop.paths import bundled

_COLORS = """
red orange yellow green blue turquoise purple violet pink brown black white gray grey beige cream
olive golden
"""
_MATERIALS = """
wooden metal steel iron stone brick concrete glass plastic paper leather marble wicker bamboo
"""
_SHAPES = "round circular oval square rectangular triangular hexagonal"
_NUMBERS = [word for word, digits in DIGITS.items() if digits.isdecimal() and int(digits) > 1]
_CHECKS = (  # adjectives, and what asks for them
    (frozenset(_COLORS.split()), "What color {be} {thing}?"),
    (frozenset(_MATERIALS.split()), "What {be} {thing} made of?"),
    (frozenset(_SHAPES.split()), "What shape {be} {thing}?"),
    (frozenset(_NUMBERS), "How many {noun} are there?"),
)
_ADJECTIVES = frozenset().union(*(words for words, _ in _CHECKS))
_AFTER = (  # a thing that is named
    r"of|in|on|at|to|by|for|from|with|and|or|next|near|behind|beside|under|over|above|below|inside"
    r"|outside|between|that|which|is|are|was|were|has|have|had|do|does|did|can|look|looks|like|made|called|\w+ing"
)
_END = rf"(?=\W*$|[,;]| (?:{_AFTER})\b"
_OWNER = (
    r"(?:(?:the|this|that|a|an) (?:\w+ ){0,2})?"
    r"(?!(?:it|he|she|what|that|there|who|where)['’])\w+['’]s"
)
_DESCRIBED = (
    rf"\b(?P<whose>the|this|that|these|those|his|her|its|their|{_OWNER}) (?P<adjective>\w+)"
    rf" (?P<noun>\w+)(?:(?P<of> of (?:the|a|an) [\w'’ ]+?){_END}))?{_END}"
)
_THING = re.compile(_DESCRIBED + ")", re.IGNORECASE)
# Where a verb comes first, one more word may follow: "is the red door open?"
_THING_AND_WORD = re.compile(_DESCRIBED + r"| \w+\W*$)", re.IGNORECASE)
_VERB_FIRST = re.compile(r"\b(?:is|are|was|were|do|does|did|has|have)\b", re.IGNORECASE)
_LAST_VERB = re.compile(r"(.*\b(?:do|does|did)\b.*?) \w+\W*$", re.IGNORECASE)
_WHY = re.compile(
    r"\s*why (is|are|was|were|do|does|did|has|have|had) (.+?)\W*$", re.IGNORECASE | re.DOTALL
)
_PART_OF_OWNER = re.compile(
    rf"\b(?P<owner>{_OWNER}) (?:(?:{'|'.join(_ADJECTIVES)}) )?"
    rf"(?P<part>\w+(?: (?!(?:{_AFTER})\b)\w+(?=\W*$))?)(?!['’]s)",
    re.IGNORECASE,
)
_PART_OF = re.compile(
    rf"\b(?=the (?:\w+ )?(?P<part>\w+) of (?P<owner>(?:the|a|an) (?:[\w'’]+ ){{0,2}}?\w+)(?!['’]s)"
    rf"{_END}))",
    re.IGNORECASE,
)
# What everything has, or what is said of a photo and not of a thing.
_WITHOUT_CHECK = """
name names number end top bottom side sides back front middle center centre left right part
parts rest edge corner size height width length weight age kind purpose text title word words
beginning foreground background owner direction way amount group pair couple one two three
day hour minute week month year time job role sex gender mood posture pose expression behavior
behaviour habitat condition state meaning
"""
_NO_PARTS = EMPTY.union(_WITHOUT_CHECK.split())
_BE_FIRST = re.compile(r"(?:(?:why|where|when|how) )?(?:is|are|was|were)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Premise:
    """What a photo is asked, and what it has to say if a question is to make sense."""

    question: str
    claim: str

    def is_denied_by(self, answer: str) -> bool:
        """Tell whether an answer says something else."""
        claim = gist(self.claim, self.question)
        return not gist(answer, self.question).agrees_with(claim)


def premises_of(
    question: str, is_name: Callable[[str], bool] = lambda _: False
) -> tuple[Premise, ...]:
    """Return what a question takes for granted that a photo can be asked for; often nothing.

    `is_name` tells of an adjective and a noun whether they are a name: "purple swamphen".
    """
    plain = " ".join(question.split())
    described = _described(plain, is_name)
    return tuple(dict.fromkeys((*described, *_owned(plain), *_asked_why(plain))))


def is_plural(noun: str) -> bool:
    """Tell whether an English noun stands for several things."""
    last = noun.casefold().split()[-1]
    return singular(last) != last


def _described(question: str, is_name: Callable[[str], bool]) -> Iterator[Premise]:
    things = _THING_AND_WORD if _VERB_FIRST.search(question) else _THING
    for match in things.finditer(question):
        adjective, noun = match["adjective"].casefold(), match["noun"]
        check = next((asks for words, asks in _CHECKS if adjective in words), "")
        is_number = check is _CHECKS[-1][1]
        if not check or _has_no_check(noun):
            continue
        if is_number or (_is_plain(noun) and not is_name(f"{adjective} {noun}")):
            whose = match["whose"] if match["whose"][-2:] in ("'s", "’s") else "the"
            thing = f"{whose} {noun}{match['of'] or ''}"
            be = "are" if is_plural(noun) else "is"
            yield Premise(check.format(be=be, thing=thing, noun=noun), adjective)


def _is_plain(noun: str) -> bool:
    """Tell whether a noun is a thing in whose name there is hardly a color."""
    word = noun.casefold()
    return not _plain_things().isdisjoint((word, singular(word)))


@cache
def _plain_things() -> frozenset[str]:
    lines = bundled("wording", "plain_things.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if line[:1] != "#" for word in line.split())


def _owned(question: str) -> Iterator[Premise]:
    if match := _LAST_VERB.match(question):
        question = f"{match[1]}?"
    parts = [
        match["part"] for one in (_PART_OF_OWNER, _PART_OF) for match in one.finditer(question)
    ]
    if _BE_FIRST.match(question):  # "is the owl's beak open?"
        parts = [part.split()[0] for part in parts]
    yield from _visible(parts)


def _has_no_check(noun: str) -> bool:
    return noun.casefold() in _NO_PARTS or stem(noun.casefold()) in _NO_PARTS


def _visible(parts: Iterable[str]) -> Iterator[Premise]:
    for part in parts:
        if not _has_no_check(part):
            yield Premise(f"{'Are' if is_plural(part) else 'Is'} the {part} visible?", "yes")


def _asked_why(question: str) -> Iterator[Premise]:
    match = _WHY.match(question)
    # "Is it not flying?" has no plain yes or no.
    if match and not NEGATING & {*words_of(match[2].casefold())}:
        verb, rest = match.groups()
        for thing in _THING_AND_WORD.finditer(rest):
            if thing["adjective"].casefold() in _ADJECTIVES:
                rest = rest.replace(f" {thing['adjective']} ", " ", 1)
        yield Premise(f"{verb.capitalize()} {rest}?", "yes")
