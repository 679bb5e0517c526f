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
from functools import lru_cache

from visret_desktop.models.rewriting.question_roles import (
    chunks_of,
    give_roles,
    infinitive,
    tokens_of,
)
from visret_desktop.models.rewriting.question_words import (
    ARTICLES,
    DIVIDING,
    HELPING,
    LINKING,
    LOCATING,
    OR_ELSEWHERE,
    OWN,
    SMALL_ELSEWHERE,
    TELLING,
    Chunk,
    Token,
    WordRole,
)
from visret_desktop.models.rewriting.words import Words, is_in, meanings_of, word_lists, words_of

_MOST_WORDS = 5  # of a thing that one may choose


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
class ParsedQuestion:
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
def read_question(query: str) -> ParsedQuestion:
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
    return word_lists().small - word_lists().foreign | HELPING


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


def choices(query: str) -> tuple[str, ...]:
    """Return the two things between which a question lets one choose in another language, or ().

    They are its last clause: "Wer hat die längeren Ohren, der Hase oder das Kaninchen?"
    """
    clauses = re.split("[,:]", query)
    words = clauses[-1].rstrip(" ?").split()
    at = next((n for n, word in enumerate(words) if word.casefold() in OR_ELSEWHERE), 0)
    sides = words[:at], words[at + 1 :]
    is_short = all(1 <= len(side) <= _MOST_WORDS for side in sides)
    if len(clauses) < 2 or "?" not in query or not is_short or is_english(query):
        return ()
    texts = tuple(" ".join(side) for side in sides)
    return texts if all(_by_role(text)[WordRole.NAME] for text in texts) else ()


def _by_meaning(query: str) -> ParsedQuestion:
    words_by_role, chosen = _by_role(query), choices(query)
    names = [_by_role(text)[WordRole.NAME] for text in chosen] or [words_by_role[WordRole.NAME]]
    apart = {word for words in names for word in words}
    actions = words_by_role[WordRole.ACTION]
    return ParsedQuestion(
        tuple(QuestionThing(tuple((word,) for word in words)) for words in names),
        tuple(words_by_role[WordRole.PART]),
        tuple(word for word in words_by_role[WordRole.NAME] if word not in apart),  # 'which animal'
        tuple(words_by_role[WordRole.ASKED]),
        actions[-1] if actions and not words_by_role[WordRole.PART] else "",
        is_english=False,
    )


def _by_role(query: str) -> dict[WordRole, list[str]]:
    """Return the words of a text of another language by what they are to a picture."""
    lists = word_lists()
    words_by_role: dict[WordRole, list[str]] = {role: [] for role in WordRole}
    for word in words_of(joined(query)):
        meanings = meanings_of(word) or frozenset((word,))
        if word in lists.small or word in SMALL_ELSEWHERE or _is_asking(word):
            continue
        if any(is_in(meaning, lists.parts) for meaning in meanings):
            words_by_role[WordRole.PART].append(word)
        elif any(is_in(meaning, lists.features | lists.marks) for meaning in meanings):
            words_by_role[WordRole.ASKED].append(word)
        elif actions := [meaning for meaning in meanings if meaning in lists.actions]:
            words_by_role[WordRole.ACTION].append(actions[0])
        else:
            words_by_role[WordRole.NAME].append(word)
    return words_by_role


def _is_asking(word: str) -> bool:
    """Whether a word or a German form of it, such as 'längeren', asks."""
    asking = word_lists().asking
    return any(word.removesuffix(end) in asking for end in ("", "e", "en", "er", "es", "em", "s"))


# ---- by the order of English words --------------------------------------------------------------


def _english(query: str) -> ParsedQuestion:
    tokens = tokens_of(query)
    chunks = list(chunks_of(query, tokens))
    give_roles(chunks, [token.plain for token in tokens])
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
    actions = [infinitive(chunk.tokens[-1].plain) for chunk in verbs]
    asked = [word for chunk in chunks for word in _asked_words(chunk)]
    may = [
        w
        for c in chunks
        if c.role in (WordRole.MAY, WordRole.PART, WordRole.ACTION)
        for w in c.words
    ]
    return ParsedQuestion(
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


def _asked_words(chunk: Chunk) -> tuple[str, ...]:
    is_all = chunk.role is WordRole.ASKED and not chunk.asked
    return tuple(token.plain for token in chunk.tokens) if is_all else chunk.asked


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


def _written(tokens: Sequence[Token]) -> str:
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
        elif is_next and set(chunk.leading) <= LINKING:
            text = query[group[0].tokens[0].start : chunk.tokens[-1].end]
        elif place := [word for word in chunk.leading if word in LINKING - ARTICLES][-1:]:
            own = [word for word in chunk.leading if word in ARTICLES][-1:]
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
    own_article = next((word for word in group[0].leading[-1:] if word in OWN), "")
    if own_article:
        return f"{own_article} {text}"
    return f"the {text}" if len(group) > 1 and group[0].leading[-1:] == ("the",) else text


def _groups(chunks: Sequence[Chunk], text: str) -> list[list[Chunk]]:
    """Return the names that belong to one thing each."""
    named = [chunk for chunk in chunks if chunk.role is WordRole.NAME]
    latin = [chunk for chunk in named if chunk.is_latin]
    if len(latin) > 1:
        return [[chunk] for chunk in latin]
    groups: list[list[Chunk]] = []
    for chunk, leading in _since_name(chunks):
        is_comma = "," in leading and not leading & LOCATING
        is_told_apart = "from" in leading and any(word in text for word in TELLING)
        is_next = bool(leading & DIVIDING) or is_comma or is_told_apart
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
