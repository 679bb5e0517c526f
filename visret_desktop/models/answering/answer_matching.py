"""What kind of answer a question wants, and when two answers to it say the same.

'Turquoise.', 'the feet are turquoise' and 'turquoise, which is rare' do; so do 'blue and white' and
'white and blue', 'two' and '2 birds', 'yes' and 'Yes, it is one'; 'orange' and 'rust-colored', and
'an owl' and 'a barn owl', where the second says more. What counts are the words that an answer adds
to its question, and of these only colors where a color is asked for, shapes where a shape is. The
wordings are English; of other languages the numbers, yes and no, and the names in
`answer_meanings` are known, and each other word counts as it stands.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from itertools import dropwhile, pairwise

from visret_desktop.models.answering.amounts import Amount, amount_in, clock_time, half_of_day
from visret_desktop.models.answering.answer_meanings import bundled_meanings
from visret_desktop.models.answering.answer_words import (
    ARTICLES,
    EMPTY,
    NEGATING,
    POSITION_OF,
    are_opposite,
    before,
    exclude_each_other,
    first_clause,
    plain_text,
    positions_in,
    relations_in,
    stem,
    telling_words,
    verb_base,
    words_of,
)
from visret_desktop.models.answering.arrangements import (
    NOT_ARRANGED,
    WordArrangement,
    arrangement_of,
)
from visret_desktop.models.answering.question_kinds import kind_of
from visret_desktop.models.answering.yes_or_no import verdict_of

_READS_TEXT = re.compile(
    r"\A(?!where\b|(?:what|which) (?:colou?r|shape)).*"  # of a sign, say
    r"\b(?:written|writing|says?|reads?|text|lettering|label|printed|inscription"
    r"|called|name of|title|price|cost|score|speed limit|(?:license|number) plate"
    r"|number(?! of\b)|(?:which|what) (?:street|road|avenue|brand|station))\b"
)
_ASKS_FOR_TIME = re.compile(r"\bwhat time\b|\bclock\b|\bwatch show")
_INTRODUCTION = re.compile(r".*?\b(?:says?|reads?|saying|reading|called)\b[ :]+(?=\w)")
_ASKS_FOR_A_KIND = re.compile(
    r"\b(?:kind|sort|type|species|breed)\b|\b(?:what|which|who) is (?:this|that|it)\b"
)
_QUOTED = re.compile(r"[\"“«„]([^\"”»“]+)[\"”»“]|(?<!\w)'([^']+)'(?!\w)")
_SIGN_WORDS = frozenset(("sign", "says", "say", "reads", "read", "text", "written", "letters"))
_SECTION_OF_QUESTION = {
    "text": _READS_TEXT,
    "color": re.compile(r"\bcolou?r|\bfarbe|\bcouleur|\bcolor[ei]\b|\bkleur"),
    "shape": re.compile(r"\bshaped?\b|\bform\b|\boutline\b"),
    "material": re.compile(r"\bmade (?:of|from|out of)\b|\bmaterial\b|\bbuilt of\b"),
    "action": re.compile(r"\bdoing\b|\bdo\?|\bactivity\b|\baction\b|\bbehaving\b|\bposture\b"),
    "place": re.compile(r"\bwhere\b|\bhabitat\b|\broom\b|\bbackground\b|\bsetting\b|\bplace\b"),
    "thing": _ASKS_FOR_A_KIND,
}
_ADJUNCT = re.compile(r"\b(?:with|standing|sitting|lying|perched|in|on|near|next)\b")
# What an answer names first is what a thing is; after these is what else it has.
_HEAD_ENDS = {
    "color": re.compile(r"\b(?:with|on|in|against|under)\b"),
    "shape": re.compile(r"(?<!ends )\bin an? |\binside\b"),
    "material": re.compile(r"\b(?:with|on|covered|over|under|in)\b"),
}
_LIMITING = frozenset(("only", "except", "emergency", "staff", "former", "not"))  # on signs
_TO_OBJECT = frozenset(("at", "on", "with", "to", "into", "toward", "for", "by", "out", "of", "be"))
_YES_AND_NO = frozenset(("yes", "no"))
_HALVES_OF_DAY = frozenset(("am", "pm"))
_HAS_DIGIT = re.compile(r"\d")
_OFFERS_A_CHOICE = re.compile(r"\bor\b")
_KNOWN = 4096  # gists: each answer is looked at again with every further photo


@dataclass(frozen=True)
class Gist:
    """What an answer comes to: its words in any order. Equal gists are equal answers.

    Beside them, where the question asks for such: an amount, and of what there are how many; where
    something is; what something is done to; a text word by word. `all_words` also has the words
    of kinds that are not asked for.
    """

    words: frozenset[str]
    is_negated: bool = False
    amount: Amount | None = None
    positions: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    deeds: frozenset[tuple[str, str]] = field(default=frozenset(), compare=False)
    relations: frozenset[tuple[str, str]] = field(default=frozenset(), compare=False)
    section: str = field(default="", compare=False)
    text: tuple[str, ...] = ()
    numbers_of: frozenset[tuple[str, str]] = frozenset()
    all_words: frozenset[str] = field(default=frozenset(), compare=False)
    arrangement: WordArrangement = NOT_ARRANGED

    def agrees_with(self, other: "Gist") -> bool:
        """Tell whether one is known to say what the other says, and maybe more."""
        return self.compared_to(other) is True

    def compared_to(self, other: "Gist") -> bool | None:
        """Tell whether one says what the other says, and maybe more; None: that is not known.

        Numbers have to be equal. What says nothing agrees only with what says nothing either.
        Words exclude each other where the table has both and does not say that one is the other;
        of words that it lacks nothing is known.
        """
        if self.amount and other.amount:
            own, theirs = dict(self.numbers_of), dict(other.numbers_of)
            is_other = any(own[name] != theirs[name] for name in own.keys() & theirs.keys())
            return not is_other and self.amount.overlaps(other.amount)
        if self.amount or other.amount:
            return False
        if self.is_negated != other.is_negated or bool(self.words) != bool(other.words):
            return False
        if self.arrangement.is_swapped_in(other.arrangement):
            return False
        if self._has_text_of(other):
            return True
        if self._contradicts(other):
            return False
        if self.objects and other.objects and not _overlap(self.objects, other.objects):
            return _apart(self.objects, other.objects)
        if self._does_else_than(other):
            return None
        if self.is_within(other) or other.is_within(self):
            return True
        return False if self.text or other.text else _apart(self.words, other.words)

    def _contradicts(self, other: "Gist") -> bool:
        """Tell whether numbers, their order or positions are others."""
        if self._numbers and other._numbers and self._numbers != other._numbers:
            return True
        if self.text and other.text and _LIMITING & {*self.text} != _LIMITING & {*other.text}:
            return True
        if {*self.text} == {*other.text} and self._in_order != other._in_order:
            return True
        return are_opposite(self.positions, other.positions) or exclude_each_other(
            self.relations, other.relations
        )

    def _does_else_than(self, other: "Gist") -> bool:
        """Tell whether the same is done to other things: "driving a bus", "driving a tractor"."""
        return any(
            verb == own_verb and not _overlap(frozenset((thing,)), frozenset((own_thing,)))
            for own_verb, own_thing in self.deeds
            for verb, thing in other.deeds
        )

    def is_within(self, other: "Gist") -> bool:
        """Tell whether another gist says all that this one says, and maybe more."""
        if self.amount and other.amount:
            return self.amount.holds(other.amount)
        if self._has_text_of(other):
            return True
        meanings = bundled_meanings()
        # A sign that says "swimming" does not say "diving", which is a kind of it.
        in_section = partial(meanings.covers, section=self.section)
        covers = meanings.are_same if self.text and other.text else in_section
        own, theirs = (self.words, self.all_words), (other.words, other.all_words)
        return any(
            all(any(covers(word, special) for special in specials) for word in words)
            for words, specials in zip(own, theirs, strict=True)
            if words or not self.words
        )

    def _has_text_of(self, other: "Gist") -> bool:
        """Tell whether a text is the same but for gaps, as "A 7" and "A7"; "1 99" is not "19 9"."""
        if not self.text or "".join(self.text) != "".join(other.text):
            return False
        return not (self._in_order and other._in_order) or self._in_order == other._in_order

    @property
    def _numbers(self) -> frozenset[str]:
        return frozenset(word for word in self.words if word.lstrip("-").isdecimal())

    @property
    def _in_order(self) -> list[str]:
        return [word for word in self.text if word.isdecimal()]


def asks_for_words(question: str) -> bool:
    """Tell whether a question asks for words or numbers that stand in a photo."""
    return _section_of(plain_text(question)) == "text"


def _apart(these: frozenset[str], those: frozenset[str]) -> bool | None:
    """Return False where table or digits tell words of both apart; None: that is not known."""
    own = {one for one in these if not _overlap(frozenset((one,)), those)}
    theirs = {one for one in those if not _overlap(frozenset((one,)), these)}
    if all(any(map(_HAS_DIGIT.search, words)) for words in (own, theirs)):
        return False  # "A1" and "A71", "12:30" and "12:50"
    names = (_YES_AND_NO, _HALVES_OF_DAY, *bundled_meanings().sections.values())
    return False if any(own & section and theirs & section for section in names) else None


def _overlap(these: frozenset[str], those: frozenset[str]) -> bool:
    """Tell whether any two mean the same, or one is a kind of the other."""
    covers = bundled_meanings().covers
    return any(covers(one, other) or covers(other, one) for one in these for other in those)


@lru_cache(_KNOWN)
def gist(answer: str, question: str = "") -> Gist:
    """Return what an answer to a question comes to. An answer without any word has no words."""
    plain_answer, question_text = plain_text(answer), plain_text(question)
    kind = kind_of(question)
    verdict = verdict_of(plain_answer, question_text, is_asked=kind == "yes or no")
    if verdict is not None:
        return Gist(frozenset(("yes" if verdict else "no",)))
    if kind == "count" and (amount := amount_in(plain_answer)):
        return Gist(frozenset((amount.text,)), amount=amount, numbers_of=_numbers_of(plain_answer))
    arrangement = arrangement_of(plain_answer)
    if _READS_TEXT.search(question_text) and (quoted := _QUOTED.search(answer)):
        plain_answer = plain_text(quoted[1] or quoted[2])
    elif _ASKS_FOR_TIME.search(question_text) and (time := clock_time(plain_answer)):
        return Gist(frozenset((time, half_of_day(plain_answer))) - {""})
    elif _READS_TEXT.search(question_text) and (match := _INTRODUCTION.match(plain_answer)):
        plain_answer = plain_answer[match.end() :]
    else:
        plain_answer = _to_the_point(first_clause(plain_answer), question_text)
    return replace(_gist_of(plain_answer, question_text), arrangement=arrangement)


def _numbers_of(answer: str) -> frozenset[tuple[str, str]]:
    """Return how many of what: "cup", "4" of "4 cups and 6 plates"; not of what is named twice."""
    pairs = [
        (stem(name), number)
        for number, name in pairwise(words_of(answer))
        if number.isdecimal() and name not in EMPTY and not name.isdecimal()
    ]
    names = [name for name, _ in pairs]
    return frozenset(pair for pair in pairs if names.count(pair[0]) == 1)


def _to_the_point(answer: str, question_text: str) -> str:
    """Return the name in an answer to "what kind": without where it is, and what is with it."""
    if not _ASKS_FOR_A_KIND.search(question_text):
        return answer
    short = before(_ADJUNCT, answer)
    return short if set(telling_words(short)) - set(telling_words(question_text)) else answer


def _gist_of(answer: str, question_text: str) -> Gist:
    section = _section_of(question_text)
    words = words_of(_head(answer, section))
    text = tuple(word for word in words if word not in NEGATING) if section == "text" else ()
    if section == "action":
        words = _of_action(words)
    words = bundled_meanings().names_in(words, "" if section == "text" else section)
    is_negated = bool(NEGATING & set(words))
    kept = [word for word in words if word not in NEGATING]
    wanted = bundled_meanings().sections["action"] if section == "action" else frozenset()
    telling = [word for word in kept if word not in EMPTY or word in wanted] or kept
    # Of a statement that says neither yes nor no, the words that are asked about count as well.
    if kind_of(question_text) != "yes or no" and not _OFFERS_A_CHOICE.search(question_text):
        stems = {stem(word) for word in words_of(question_text)}
        telling = [word for word in telling if stem(word) not in stems] or telling
    positions: set[str] = set()
    objects: set[str] = set()
    deeds: frozenset[tuple[str, str]] = frozenset()
    if section in ("place", "action"):
        positions = set(positions_in(words))
        telling = [word for word in telling if word not in POSITION_OF] or telling
    if section == "action":
        deeds = _deeds(words)
        objects = _objects(words) - EMPTY - set(POSITION_OF)
        telling = list(map(_known_or_base, telling))
    content = frozenset(map(stem, _asked_about(section, question_text, telling)))
    objects = set(map(stem, objects))
    all_words = frozenset(map(stem, telling))
    return Gist(
        content,
        is_negated,
        positions=frozenset(positions),
        objects=frozenset(objects),
        deeds=deeds,
        relations=relations_in(words) if section == "place" else frozenset(),
        text=text,
        section=section,
        all_words=all_words,
    )


def _head(answer: str, section: str) -> str:
    """Return what a thing is before what else it has: "black" of "black with a white tail"."""
    if section not in _HEAD_ENDS:
        return answer
    head = before(_HEAD_ENDS[section], answer)
    names = bundled_meanings().sections[section]
    words = bundled_meanings().names_in(words_of(head), section)
    return head if any(word in names or stem(word) in names for word in words) else answer


def _of_action(words: list[str]) -> list[str]:
    """Return words without articles, and with "she plays the piano" as "she playing piano"."""
    plain, before_it = list[str](), ""
    for word in words:
        if word not in ARTICLES:
            is_verb = word.endswith("s") and before_it not in ARTICLES
            plain.append(_actions().get(verb_base(word), word) if is_verb else word)
        before_it = word
    return plain


@cache
def _actions() -> dict[str, str]:
    """Return the words of actions that end with "ing" by their bases."""
    words = bundled_meanings().sections["action"]
    return {verb_base(word): word for word in sorted(words) if re.fullmatch(r"[a-z]+ing", word)}


def _objects(words: list[str]) -> set[str]:
    """Return what follows a word of an action: "nut" of "gnawing a nut" or "on a nut"."""
    actions = bundled_meanings().sections["action"]
    return {thing for _, thing in _followed(words, actions)} - actions


def _deeds(words: list[str]) -> frozenset[tuple[str, str]]:
    """Return what is done to what, of names as well: "driving", "bus" of "driving bus"."""
    single = [one for word in words for one in (word.split() if _is_deed(word) else [word])]
    return frozenset((verb, stem(thing)) for verb, thing in _followed(single) if thing not in EMPTY)


def _is_deed(name: str) -> bool:
    verb, _, thing = name.partition(" ")
    return bool(thing) and verb.endswith("ing")


def _followed(words: list[str], actions: Set[str] = frozenset()) -> Iterator[tuple[str, str]]:
    """Yield words of actions with what follows them, over "on" and the like."""
    for n, word in enumerate(words):
        if word.endswith("ing") or word in actions:
            after = dropwhile(_TO_OBJECT.__contains__, words[n + 1 : n + 4])
            if (thing := next(after, "")) and not thing.endswith("ing"):
                yield word, thing


def _known_or_base(word: str) -> str:
    return word if word in bundled_meanings().same else verb_base(word)


def _section_of(question_text: str) -> str:
    """Return the section of meanings that a question asks for; "": none in particular."""
    return next(
        (name for name, asks in _SECTION_OF_QUESTION.items() if asks.search(question_text)), ""
    )


def _asked_about(section: str, question_text: str, words: list[str]) -> list[str]:
    """Return the words of an answer that are of the kind that is asked for; all, if none is."""
    if section == "text":
        return [word for word in words if word not in _SIGN_WORDS] or words
    if section == "thing":
        return words
    section_names = bundled_meanings().sections.get(section, frozenset())
    return [word for word in words if word in section_names or stem(word) in section_names] or words
