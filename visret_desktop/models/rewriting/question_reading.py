"""What a question is about, read from its words: things, parts of them, and what is asked.

"Does the red kite (Milvus milvus) have a forked tail?" is about one thing, 'red kite', and a part,
'tail'; 'forked' is what is asked. A picture has to show the thing and the part, and must not show
what is asked: that is the answer, which nobody knows yet. The reading is by the order of small
words in English; in other languages by what the words mean (`translations.txt`).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import pairwise

from visret_desktop.models.rewriting.words import (
    Words,
    american,
    is_form_of,
    is_in,
    is_same,
    listed,
    meanings_of,
    word_lists,
    words_of,
)

_TOKEN = re.compile(r"\([^()]*\)|'s\b|(?<=s)'(?=\s)|[^\W_]+|[,;:.?!]")
_LATIN = re.compile(r"\((?:scientific name:? *)?[A-Z][a-z]+ [a-z][a-z-]+[^()]*\)")
_WORDS_AND_LATIN = re.compile(rf"(?: [\w-]+)+ {_LATIN.pattern}")
_NOT = re.compile(r"n't\b|\bcannot\b")
_HAVING = listed(
    "has have had having got show shows showing display displays displayed exhibit exhibits "
    "possess carry carries bear bears keep keeps wear wears wore see there"
)
_BEING = listed("is are was were be been being look looks appear appears seem seems made tend")
_BEING_LIKE = listed("look looks appear appears seem seems")
_HELPING = listed("do does did can could will would")
_LOCATING = listed(
    "on upon in at around under underneath below above behind beneath along inside near "
    "between over across"
)
_SMALL_ELSEWHERE = listed("hat hast war die tiene tienen son heeft hebben van door ont")
_SAYING = listed("made like as covered than compared unlike both") | _HAVING
_DURING = listed("while when during whilst")
_DIVIDING = listed("or and than vs versus compared unlike")
_TELLING = ("differ", "distinguish", "tell")
IDLE = listed(
    "like compared compare comparing consider considering unlike than while when during "
    "whether between viewed viewing seen found typically usually normally generally visually "
    "specifically specific typical usual normal certain true distinct distinctive prominent "
    "clearly kind type sort part appearance look appear wonder know inside around along "
    "across near over upon via behind above below underneath beneath under against before "
    "after one ones more less fewer most least difference same different similar alike "
    "scientific name each other another many much often usually any vs versus differ differs"
)
_LIKENESS = ("ish", "less", "like", "shaped", "colored", "toned")
_OF_FEATURES = (*_LIKENESS, "ed", "er", "est", "y", "ive", "ous")


class WordRole(Enum):
    """What words of a question are to a picture of what it asks about."""

    NAME = "name"  # of a thing, or where and whose it is: stays, whole
    STAGE = "stage"  # female, caterpillar: stays
    PART = "part"  # stays, or a whole that shows it
    MAY = "may"  # may stay or go
    ASKED = "asked"  # goes: it is the answer
    ACTION = "action"  # eat: stays where nothing else could be drawn


@dataclass
class _Token:
    text: str
    start: int
    end: int
    before: str = ""  # '-' or "'" that the word hangs on

    @property
    def plain(self) -> str:
        return american(self.text.casefold())


@dataclass(eq=False)
class Chunk:
    """Words that stand together, with what leads to them."""

    tokens: list[_Token]
    leading: tuple[str, ...]  # small words and signs before it
    is_latin: bool = False  # a Latin name follows
    role: WordRole = WordRole.MAY
    is_object: bool = False  # of 'has'
    is_elided: bool = False  # 'one' follows in place of a noun
    is_located: bool = False  # 'on its wings'
    asked: tuple[str, ...] = ()  # of its words
    end: int = 0

    @property
    def words(self) -> tuple[str, ...]:
        """Its words, without what is asked."""
        words = (t.plain for t in self.tokens if t.plain not in self.asked)
        return tuple(word for word in words if word != "'s")


@dataclass(frozen=True)
class QuestionThing:
    """One thing that a question is about: chunks of words that stay, each in its order."""

    names: tuple[tuple[str, ...], ...]
    stages: tuple[str, ...] = ()
    text: str = field(default="", compare=False)  # as written

    @property
    def words(self) -> Words:
        """All words that stay."""
        return frozenset(word for name in self.names for word in name) | set(self.stages)


@dataclass(frozen=True)
class QuestionReading:
    """What a question is about."""

    things: tuple[QuestionThing, ...]
    parts: tuple[str, ...]  # one of them, or a whole of it, has to be shown
    may: tuple[str, ...]
    asked: tuple[str, ...]
    action: str = ""
    scene: str = ""  # what is behind the action: 'in autumn'
    is_who: bool = False  # it asks who does it
    part_text: str = ""  # as an instruction names it: 'the underside of the tail'
    is_english: bool = True


@lru_cache(64)
def read_question(query: str) -> QuestionReading:
    """Return what a question or a comparison is about, as far as its words tell."""
    query = unicodedata.normalize("NFKC", query).replace("’", "'")
    return _english(query) if is_english(query) else _by_meaning(query)


def is_english(query: str) -> bool:
    """Whether no word of a query is one of another language."""
    lists = word_lists()
    words = words_of(joined(query))
    foreign = sum(word in lists.foreign for word in words)
    meant = sum(bool(meanings_of(word)) and not _is_english_word(word) for word in words)
    return 2 * (foreign + meant) <= sum(word in _english_small() for word in words)


def joined(query: str) -> str:
    """Return a query whose foreign phrases are one word each: 'martin-pêcheur'."""
    text = " ".join(words_of(query))
    for phrase, word in word_lists().phrases:
        if phrase in text:
            text = re.sub(rf"\b{phrase}(?=s?\b)", word, text)
    return text


def _english_small() -> Words:
    return word_lists().small - word_lists().foreign | _HELPING


def _is_english_word(word: str) -> bool:
    lists = word_lists()
    listed = (
        lists.parts,
        lists.features,
        lists.actions,
        lists.plainer,
        lists.small - lists.foreign,
    )
    own = any(word in meanings for meanings in lists.english.values())
    return own or any(is_in(word, words) for words in listed)


# ---- by meaning ---------------------------------------------------------------------------------


def _by_meaning(query: str) -> QuestionReading:
    lists = word_lists()
    keep, parts, may, asked, action = list[str](), list[str](), list[str](), list[str](), ""
    for word in words_of(joined(query)):
        meanings = meanings_of(word) or frozenset((word,))
        if word in lists.small or word in lists.asking or word in _SMALL_ELSEWHERE:
            continue
        if any(is_in(meaning, lists.parts) for meaning in meanings):
            parts.append(word)
        elif any(is_in(meaning, lists.features | lists.marks) for meaning in meanings):
            asked.append(word)
        elif found := [meaning for meaning in meanings if meaning in lists.actions]:
            action = found[0]
        else:
            keep.append(word)
    return QuestionReading(
        (QuestionThing(tuple((word,) for word in keep)),),
        tuple(parts),
        tuple(may),
        tuple(asked),
        "" if parts else action,
        is_english=False,
    )


# ---- by the order of English words --------------------------------------------------------------


def _english(query: str) -> QuestionReading:
    tokens = _tokens(query)
    chunks = list(_chunks(query, tokens))
    _give_roles(chunks, [token.plain for token in tokens])
    things = tuple(_things(query, chunks))
    parts = [chunk for chunk in chunks if chunk.role is WordRole.PART]
    located = [chunk for chunk in parts if chunk.is_located]
    is_presence = any(chunk.is_object and chunk.role is not WordRole.NAME for chunk in chunks)
    others = [chunk for chunk in parts if not chunk.is_located]
    required = located if located and is_presence else others or parts
    if not any(_is_body(chunk) for chunk in required) and any(map(_is_body, parts)):
        required = parts
    is_who = bool(tokens) and tokens[0].plain == "who"
    acting = chunks if is_who else chunks[1:]
    verbs = [chunk for chunk in acting if chunk.role is WordRole.ACTION]
    actions = [_infinitive(chunk.tokens[-1].plain) for chunk in verbs]
    asked = [word for chunk in chunks for word in _asked_words(chunk)]
    may = [
        w
        for c in chunks
        if c.role in (WordRole.MAY, WordRole.PART, WordRole.ACTION)
        for w in c.words
    ]
    return QuestionReading(
        things,
        tuple(_required_words(required, parts)),
        tuple(may),
        tuple(asked),
        actions[0] if actions and not parts else "",
        _scene(query, chunks) if actions and not parts else "",
        is_who,
        _part_text(required),
    )


def _scene(query: str, chunks: Sequence[Chunk]) -> str:
    verb = next(chunk for chunk in chunks if chunk.role is WordRole.ACTION)
    return query[verb.tokens[-1].end :].strip(" ?!.")


def _infinitive(word: str) -> str:
    lists = word_lists()
    known = (v for v in lists.actions if (word, v) in lists.same or is_form_of(v, word))
    return next(iter(sorted(known)), word)


def _asked_words(chunk: Chunk) -> tuple[str, ...]:
    is_all = chunk.role is WordRole.ASKED and not chunk.asked
    return tuple(token.plain for token in chunk.tokens) if is_all else chunk.asked


def _tokens(query: str) -> list[_Token]:
    text = _NOT.sub(" not", query)
    found = list[_Token]()
    for match in _TOKEN.finditer(text):
        before = text[match.start() - 1 : match.start()]
        found.append(_Token(match[0], match.start(), match.end(), before if before in "-" else ""))
    return found


def _chunks(query: str, tokens: Sequence[_Token]) -> Iterator[Chunk]:
    """Yield the runs of words between small words and signs."""
    leading, run = list[str](), list[_Token]()
    for token in tokens:
        is_bracket = token.text.startswith("(")
        if is_bracket and not run and leading:
            continue
        is_noun = leading[-1:] == ["the"] and token.plain in word_lists().sides  # 'the inside of'
        if not is_bracket and (_is_content(token, run) or is_noun):
            run.append(token)
            continue
        if run and token.plain == "'s" and _is_before_latin(query, token.end):
            run.append(token)  # Couch's Kingbird (Tyrannus couchii)
            continue
        if run:
            is_latin = is_bracket and bool(_LATIN.match(token.text))
            yield Chunk(run, tuple(leading), is_latin, is_elided=token.plain in ("one", "ones"))
            leading, run = [], []
        leading.append("§" if is_bracket else token.plain)
    if run:
        yield Chunk(run, tuple(leading))


def _is_before_latin(query: str, position: int) -> bool:
    """Whether only words stand between a position and a Latin name in brackets."""
    return bool(_WORDS_AND_LATIN.match(query, position))


def _is_content(token: _Token, run: Sequence[_Token]) -> bool:
    word = token.plain
    if not word[0].isalnum():
        return False
    if token.before == "-" and run:  # 'three-toed', 'lily-of-the-valley'
        return True
    lists = word_lists()
    return not (
        word in _HAVING
        or word in _BEING
        or word in _HELPING
        or word in IDLE
        or word in lists.negations
        or word in lists.small - lists.foreign
    )


def _give_roles(chunks: list[Chunk], plain: Sequence[str]) -> None:
    first = plain[0] if plain else ""
    opening = tuple(plain[:4])
    is_counting = "many" in opening or "much" in opening
    is_plain = first in _BEING and "there" not in opening and not {"or", "and", "than"} & set(plain)
    verb = plain[1] if first in ("why", "when") and len(plain) > 1 else first
    _split_predicates(chunks, "" if "there" in opening else verb, is_given=first == "why")
    if chunks and is_plain and not any(map(_is_predicate, chunks[1:])):
        _split_last(chunks)
    _split_actions(chunks, plain)
    before: Chunk | None = None
    is_during = False
    for number, chunk in enumerate(chunks):
        leading = set(chunk.leading)
        is_aux = number == 0 and first in ("has", "have", "had")
        is_inverted = bool(is_counting and number <= 1)
        is_having = bool(leading & _HAVING) and not leading & _LOCATING
        is_had = first in ("has", "have", "had") and number > 0 and leading <= {"a", "an", "any"}
        chunk.is_object = (is_having and not is_aux and not is_inverted) or (
            is_had and bool(leading)
        )
        if before and before.is_object and chunk.leading == ("or",):
            chunk.is_object = True  # 'three or four candles'
        chunk.is_located = bool(leading & _LOCATING) or _is_going_on(chunk, before)
        is_during = bool(leading & _DURING) or (is_during and not leading & {",", "?"})
        if is_during:
            chunk.role = WordRole.MAY
        elif (
            before and before.is_object and before.role is WordRole.MAY and chunk.leading == ("of",)
        ):
            chunk.role = WordRole.MAY  # 'blocks of scute'
        elif first in _BEING and before and _is_state(chunk, before):
            chunk.role = WordRole.ASKED  # 'covered', 'in small hairs'
        elif chunk.role is not WordRole.ACTION:
            chunk.role = _role(
                chunk,
                chunks[:number],
                is_counted=is_counting and number == 0,
                is_yes_or_no=first in _HELPING | _BEING | {"has", "have", "had"},
            )
        before = chunk
    for chunk, following in pairwise(chunks):
        is_owner = following.leading[:1] == ("'s",)  # 'the baby's hat'
        if chunk.role is WordRole.STAGE and (is_owner or set(following.leading) & _DIVIDING):
            chunk.role = WordRole.NAME  # 'male vs female bullfinch'
    _split_owners(chunks)
    if not any(chunk.role in (WordRole.NAME, WordRole.STAGE) for chunk in chunks):
        _name_a_thing(chunks)


def _split_owners(chunks: list[Chunk]) -> None:
    """Part 'elephant ears' of "African elephant vs Asian elephant ears" in two."""
    if not any(set(chunk.leading) & _DIVIDING for chunk in chunks):
        return
    if len([chunk for chunk in chunks if chunk.role is WordRole.NAME]) > 1:
        return
    for number, chunk in reversed(list(enumerate(chunks))):
        before = [token.plain for token in chunk.tokens[:-1]]
        if (
            chunk.role is WordRole.PART
            and not chunk.is_object
            and before
            and all(map(_is_own, before))
        ):
            owner = Chunk(chunk.tokens[:-1], chunk.leading, role=WordRole.NAME)
            chunks[number : number + 1] = [
                owner,
                Chunk(chunk.tokens[-1:], ("'s",), role=WordRole.PART),
            ]


def _is_own(word: str) -> bool:
    """Whether a word before a part can be whose it is."""
    lists = word_lists()
    words = lists.parts | lists.places | lists.sides | lists.states | lists.features | lists.asking
    return not is_in(word, words)


def _is_state(chunk: Chunk, before: Chunk) -> bool:
    """Whether a chunk says how a thing is: 'covered in hairs' behind its name."""
    words, leading = [token.plain for token in chunk.tokens], set(chunk.leading)
    if before.role is WordRole.ASKED and before.tokens[-1].plain.endswith("ed"):
        return bool(leading & {"in", "with", "by", "of"})
    is_bare = not leading & (_ARTICLES | _LOCATING | _DIVIDING | {"of", "'s", ","} | _HAVING)
    return before.role is WordRole.NAME and is_bare and words[-1].endswith("ed")


def _is_going_on(chunk: Chunk, before: Chunk | None) -> bool:
    """Whether a chunk is of what was located before: 'on the tip OF ITS TAIL'."""
    if before is None or not before.is_located:
        return False
    return "of" in chunk.leading or chunk.leading == ("'s",)


def _split_predicates(chunks: list[Chunk], first: str, *, is_given: bool) -> None:
    """Part 'robin red' of "is the breast of the robin red?" in two.

    What is given, as in "why is the sky red?", goes in front: 'red sky'.
    """
    number = 0
    while number < len(chunks):
        chunk = chunks[number]
        follows = chunks[number + 1].leading if number + 1 < len(chunks) else ("?",)
        is_compared = "than" in follows[:1]
        is_subject = first in _BEING and not (set(chunk.leading) & _HAVING) and not chunk.is_latin
        cut = len(chunk.tokens)
        words = [token.plain for token in chunk.tokens]
        while cut > 1 and (is_subject or is_compared):
            # Only the last word is one by its ending: 'marsh harrier darker'.
            if not _is_feature(words[cut - 1], is_compared and cut == len(words)):
                break
            cut -= 1
            if words[cut - 1] == words[cut]:  # 'is the harbor blue blue?'
                break
        if cut < len(chunk.tokens) and is_given:
            chunk.tokens = [*chunk.tokens[cut:], *chunk.tokens[:cut]]
        elif cut < len(chunk.tokens):
            rest = Chunk(chunk.tokens[cut:], ("is",), role=WordRole.ASKED)
            chunks[number : number + 1] = [Chunk(chunk.tokens[:cut], chunk.leading), rest]
            number += 1
        number += 1


def _split_last(chunks: list[Chunk]) -> None:
    """Take the last word of "is the bark of the plane tree flaky?" for what is asked."""
    last = chunks[-1]
    is_subject = _leads(last, _ARTICLES | {"of", "'s"}) and not last.is_latin
    if is_subject and len(last.tokens) > 1:
        chunks[-1:] = [
            Chunk(last.tokens[:-1], last.leading),
            Chunk(last.tokens[-1:], ("is",), role=WordRole.ASKED),
        ]


def _is_feature(word: str, is_compared: bool = False) -> bool:
    lists = word_lists()
    is_listed = word in lists.features or word in lists.asking or word in lists.numbers
    is_like = word.endswith(_LIKENESS) and not word.endswith("fish")
    return is_listed or is_like or (is_compared and word.endswith("er"))


def _is_predicate(chunk: Chunk) -> bool:
    """Whether a chunk may say what is asked of a subject."""
    is_quality = all(_is_feature(token.plain) for token in chunk.tokens)
    is_noun = _leads(chunk, frozenset(("a", "an"))) and not set(chunk.leading) & {"of", *_LOCATING}
    return (
        chunk.role is WordRole.ASKED or is_quality or is_noun or bool(set(chunk.leading) & _SAYING)
    )


def _split_actions(chunks: list[Chunk], plain: Sequence[str]) -> None:
    """Part 'otters eat' of "what do otters eat?" in two."""
    if not plain or not (_HELPING | _BEING | {"who"}) & set(plain):
        return
    is_who = plain[0] == "who"
    if (_HAVING - {"there", "see", "keep"} | _BEING_LIKE) & set(plain) and not is_who:
        return
    is_helped = bool(_HELPING & set(plain))
    for number, chunk in enumerate(chunks):
        words = [token.plain for token in chunk.tokens]
        is_doing = words[0].endswith("ing")
        is_first = number == 0 and is_who and (is_doing or chunk.leading == ("who",))
        is_mine = number == 0 and bool({"i", "you", "we", "they"} & set(chunk.leading))
        at = next(
            (
                i
                for i, w in enumerate(words)
                if (i or is_first or is_mine) and _is_action(w, is_helped)
            ),
            None,
        )
        if is_first and at is None and len(words) == 1 and not _is_feature(words[0]):
            at = 0
        if at is None:
            continue
        pieces = [Chunk(chunk.tokens[:at], chunk.leading)] if at else []
        pieces.append(Chunk(chunk.tokens[at : at + 1], (), role=WordRole.ACTION))
        if chunk.tokens[at + 1 :]:
            pieces.append(Chunk(chunk.tokens[at + 1 :], ()))
        chunks[number : number + 1] = pieces
        return


def _is_action(word: str, is_helped: bool) -> bool:
    """Whether a word is what somebody does: 'eat' behind 'do', 'eating' behind 'is'."""
    if word.endswith("ing"):
        return _infinitive(word) != word
    return is_helped and word in word_lists().actions


def _role(
    chunk: Chunk, before: Sequence[Chunk], *, is_counted: bool, is_yes_or_no: bool
) -> WordRole:
    lists = word_lists()
    if chunk.role is WordRole.ASKED:
        return WordRole.ASKED
    words = [token.plain for token in chunk.tokens]
    last, leading = words[-1], set(chunk.leading)
    if chunk.is_latin:
        return WordRole.NAME
    if len(words) == 1 and last.endswith("er") and _leads(chunk, _BEING):
        return WordRole.ASKED
    if chunk.is_elided and leading & _ARTICLES:
        return WordRole.NAME
    if all(word in lists.asking or _is_feature(word) for word in words):
        return WordRole.ASKED
    views = lists.views | lists.sides | {"left", "right"}
    if all(word in views for word in words) and "from" in leading:
        return WordRole.MAY
    if is_in(last, lists.stages) and len(words) == 1:
        return WordRole.NAME if leading & _DIVIDING else WordRole.STAGE
    is_mark = is_in(last, lists.marks)
    is_asked_of = is_counted or (not chunk.is_object and "of" in leading) or bool(leading & _BEING)
    if is_mark and not (is_asked_of and not chunk.is_object and not is_in(last, lists.places)):
        chunk.asked = tuple(
            w for w in words if not (is_in(w, lists.parts) or is_in(w, lists.places - lists.marks))
        )
        is_on_part = len(chunk.asked) < len(words)
        if not (is_on_part and is_in(last, lists.places) and not chunk.is_object):
            return WordRole.MAY
    if is_in(last, lists.parts | lists.places | lists.sides) or (is_mark and is_asked_of):
        if chunk.is_object or (is_counted):
            chunk.asked = tuple(w for w in words[:-1] if _is_asked_modifier(w))
        else:
            is_kind = bool(leading & {"what", "which", "how"})
            chunk.asked = tuple(w for w in words[:-1] if is_kind and w in lists.asking)
        return WordRole.PART
    if chunk.is_object and (
        before or leading & {"there", "see"} or "which" in leading or "who" in leading
    ):
        chunk.asked = tuple(w for w in words if _is_asked_modifier(w))
        is_presence = is_yes_or_no and not chunk.asked
        return WordRole.ASKED if is_presence else WordRole.MAY
    if leading & _DURING and (last.endswith("ing") or last in ("flight",)):
        return WordRole.MAY
    if last.endswith("ing") and _leads(chunk, _BEING):
        return WordRole.MAY
    if "they" in leading or "it" in leading:
        return WordRole.MAY
    has_name = any(one.role in (WordRole.NAME, WordRole.STAGE) for one in before)
    if (
        _leads(chunk, _BEING)
        and has_name
        and not leading & _ARTICLES
        and not leading & {"what", "which"}
    ):
        return WordRole.ASKED
    if leading & {"kind", "sort", "type", "whose"} and not leading & (
        _BEING | _HELPING | _ARTICLES
    ):
        return WordRole.PART
    if (
        leading & {"which", "what", "whose"}
        and not leading & _BEING
        and not leading & _HELPING
        and not leading & _ARTICLES
    ):
        return WordRole.MAY
    return WordRole.NAME


def _leads(chunk: Chunk, words: Words) -> bool:
    """Whether the last word before a chunk is one of these."""
    return bool(chunk.leading) and chunk.leading[-1] in words


_ARTICLES = listed("the a an my our your his her their this that these those")


def _is_asked_modifier(word: str) -> bool:
    lists = word_lists()
    if is_in(word, lists.parts | lists.stages | lists.places | lists.sides | lists.states):
        return False
    return (
        _is_feature(word)
        or is_in(word, lists.marks)
        or (word.endswith(_OF_FEATURES) and not word.endswith("fish"))
    )


def _name_a_thing(chunks: Sequence[Chunk]) -> None:
    """Take a part for the thing where nothing else is named: 'the cellar door'."""
    parts = [c for c in chunks if c.role is WordRole.PART and not c.is_object] or [
        c for c in chunks if c.role in (WordRole.PART, WordRole.MAY)
    ]
    if parts:
        parts[-1].role = WordRole.NAME
        parts[-1].asked = ()


def _is_body(chunk: Chunk) -> bool:
    """Whether a part is more than a place on one: 'tip' alone is not."""
    places = word_lists().places | word_lists().sides
    return any(is_in(word, word_lists().parts) or not is_in(word, places) for word in chunk.words)


def _required_words(chunks: Sequence[Chunk], parts: Sequence[Chunk]) -> list[str]:
    """Return words of parts of which one has to be shown; places only where nothing else is."""
    lists = word_lists()
    body = _listed(chunks, lists.parts)
    if body:
        return body
    others = [chunk.words[-1] for chunk in chunks if chunk.words and _is_body(chunk)]
    if others:  # marks that are counted, or what they are on
        return others + _listed(parts, lists.parts)
    places = _listed(chunks, lists.sides) or _listed(chunks, lists.places)
    return places or [chunk.words[-1] for chunk in chunks if chunk.words]


def _listed(chunks: Sequence[Chunk], words: Words) -> list[str]:
    return [word for chunk in chunks for word in chunk.words if is_in(word, words)]


def _part_text(chunks: Sequence[Chunk]) -> str:
    """Return a part as an instruction names it: 'the underside of the tail' without its 'the'."""
    wholes = [chunk for chunk in chunks if not chunk.is_object]
    objects = [chunk for chunk in chunks if chunk.is_object and (_is_body(chunk) or not wholes)]
    chosen = objects[:1] + wholes if objects else wholes
    texts = [
        _written([t for t in c.tokens if t.plain not in c.asked])
        for c in chosen
        if _is_linked(c, chosen)
    ]
    return " of the ".join(dict.fromkeys(text for text in texts if text))


def _is_linked(chunk: Chunk, chosen: Sequence[Chunk]) -> bool:
    """Whether a part is the first, or belongs to the one before it."""
    at = chosen.index(chunk)
    if at == 0 or chosen[at - 1].is_object:
        return True
    return "of" in chunk.leading or chunk.leading[-1:] == ("'s",)


def _written(tokens: Sequence[_Token]) -> str:
    text = ""
    for token in tokens:
        is_glued = token.before or token.text == "'s"
        text += token.before + token.text if is_glued else f" {token.text}"
    return text.strip()


# ---- things -------------------------------------------------------------------------------------


def _things(query: str, chunks: Sequence[Chunk]) -> Iterator[QuestionThing]:
    """Yield the things that are compared, or the one that is asked about."""
    groups = list(_groups(chunks, query.casefold()))
    shared = tuple(c.tokens[-1].plain for c in chunks if c.role is WordRole.STAGE)
    for group in groups:
        names, own = [], list[str]()
        for chunk in group:
            stages = [w for w in chunk.words if is_in(w, word_lists().stages)]
            own += stages
            if rest := tuple(w for w in chunk.words if w not in stages):
                names.append(rest)
        before = next((stage for stage in shared if stage not in own), "")
        acting = next((n for n, c in enumerate(chunks) if c.role is WordRole.ACTION), len(chunks))
        text = _name_text(query, [c for c in group if chunks.index(c) < acting] or group, chunks)
        text = f"the {before} of {text}" if before else text
        if group[0].is_elided:
            noun = next(
                (c.tokens[-1].text for c in chunks if {"which", "what"} & set(c.leading)), ""
            )
            text = text.replace(
                group[0].tokens[-1].text, f"{group[0].tokens[-1].text} {noun}".strip(), 1
            )
        elif group is not groups[-1] and _lacks_noun(text):
            text = f"{text} {groups[-1][0].tokens[-1].text}"
        yield QuestionThing(tuple(names), tuple(dict.fromkeys((*shared, *own))), text)
    if not groups and shared:
        yield QuestionThing((), shared, f"the {shared[0]}")


def _lacks_noun(text: str) -> bool:
    """Whether a name goes on with the noun of the next: 'an African and an Asian elephant'."""
    lists = word_lists()
    is_demonym = text[:1].isupper() and text.endswith(("an", "ese", "ish"))
    is_quality = text.casefold() in lists.features or is_in(text.casefold(), lists.stages)
    return len(text.split()) == 1 and (is_demonym or is_quality)


def _name_text(query: str, group: Sequence[Chunk], chunks: Sequence[Chunk]) -> str:
    """Return the name of a thing as it is written, with whose and where it is."""
    text, at = _written(group[0].tokens), chunks.index(group[0])
    for chunk in group[1:]:
        is_next = chunks.index(chunk) == at + 1
        at = chunks.index(chunk)
        if is_next and chunk.leading[:1] == ("'s",):
            gap = "" if chunk.tokens[0].before else " "
            text += f"'s{gap}{_written(chunk.tokens)}"
        elif is_next and set(chunk.leading) <= _LINKING:
            text = query[group[0].tokens[0].start : chunk.tokens[-1].end]
        elif place := [word for word in chunk.leading if word in _LINKING - _ARTICLES][-1:]:
            own = [word for word in chunk.leading if word in _ARTICLES][-1:]
            text += f" {' '.join([*place, *own])} {_written(chunk.tokens)}"
    words = text.split()
    is_demonym = words[0].endswith(("an", "ese", "ish"))
    if (
        group[0].tokens[0].start == 0
        and not is_demonym
        and len(words) > 1
        and words[1][0].islower()
    ):
        text = text[0].lower() + text[1:]
    own_article = next((word for word in group[0].leading[-1:] if word in _OWN), "")
    if own_article:
        return f"{own_article} {text}"
    return f"the {text}" if len(group) > 1 and group[0].leading[-1:] == ("the",) else text


_OWN = listed("my our your his her their")
_LINKING = listed("the a an my our your his her of in on at from by with for to under during")


def _groups(chunks: Sequence[Chunk], text: str) -> list[list[Chunk]]:
    """Return the names that belong to one thing each."""
    named = [chunk for chunk in chunks if chunk.role is WordRole.NAME]
    latin = [chunk for chunk in named if chunk.is_latin]
    if len(latin) > 1:
        return [[chunk] for chunk in latin]
    groups: list[list[Chunk]] = []
    for chunk, leading in _since_name(chunks):
        is_comma = "," in leading and not leading & _LOCATING
        is_told_apart = "from" in leading and any(word in text for word in _TELLING)
        is_next = bool(leading & _DIVIDING) or is_comma or is_told_apart
        if groups and not is_next:
            groups[-1].append(chunk)
        else:
            groups.append([chunk])
    return groups


def _since_name(chunks: Sequence[Chunk]) -> Iterator[tuple[Chunk, set[str]]]:
    """Yield each name with the small words since the name before it."""
    leading = set[str]()
    for chunk in chunks:
        leading |= set(chunk.leading)
        if chunk.role is WordRole.NAME:
            yield chunk, leading
            leading = set()


def same_part(word: str, other: str) -> bool:
    """Whether `other` shows the part that `word` names."""
    return is_same(word, other, of_parts=True)
