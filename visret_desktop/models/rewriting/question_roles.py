"""Which role each run of words in a question has: things, parts of them, what is asked, or none."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from visret_desktop.models.rewriting.question_words import (
    ARTICLES,
    BEING,
    BEING_LIKE,
    DIVIDING,
    DURING,
    HAVING,
    HELPING,
    IDLE,
    LATIN,
    LIKENESS,
    LOCATING,
    NOT,
    OF_FEATURES,
    SAYING,
    TOKEN,
    WORDS_AND_LATIN,
    Chunk,
    Token,
    WordRole,
)
from visret_desktop.models.rewriting.words import Words, is_form_of, is_in, word_lists

_DONE = ("ed", "en", "wn")  # 'written' of "what is written on the sign?"


def infinitive(word: str) -> str:
    """Return the listed verb that `word` is a form of, or `word` if there is none."""
    lists = word_lists()
    forms = sorted(verb for verb in lists.actions if is_form_of(verb, word))
    stand_ins = sorted(verb for verb in lists.actions if (word, verb) in lists.same)
    return next(iter([*forms, *stand_ins]), word)


def tokens_of(query: str) -> list[Token]:
    """Return the words and marks of a query, in its order."""
    text = NOT.sub(" not", query)
    tokens = list[Token]()
    for match in TOKEN.finditer(text):
        before = text[match.start() - 1 : match.start()]
        tokens.append(Token(match[0], match.start(), match.end(), before if before in "-" else ""))
    return tokens


def chunks_of(query: str, tokens: Sequence[Token]) -> Iterator[Chunk]:
    """Yield the runs of words between small words and signs."""
    leading, run = list[str](), list[Token]()
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
            is_latin = is_bracket and bool(LATIN.match(token.text))
            yield Chunk(run, tuple(leading), is_latin, is_elided=token.plain in ("one", "ones"))
            leading, run = [], []
        leading.append("§" if is_bracket else token.plain)
    if run:
        yield Chunk(run, tuple(leading))


def _is_before_latin(query: str, position: int) -> bool:
    """Whether only words stand between a position and a Latin name in brackets."""
    return bool(WORDS_AND_LATIN.match(query, position))


def _is_content(token: Token, run: Sequence[Token]) -> bool:
    word = token.plain
    if not word[0].isalnum():
        return False
    if token.before == "-" and run:  # 'three-toed', 'lily-of-the-valley'
        return True
    lists = word_lists()
    return not (
        word in HAVING
        or word in BEING
        or word in HELPING
        or word in IDLE
        or word in lists.negations
        or word in lists.small - lists.foreign
    )


def give_roles(chunks: list[Chunk], plain: Sequence[str]) -> None:
    """Give each chunk its role; some are split first. `plain` are all words of the query."""
    first = plain[0] if plain else ""
    opening = tuple(plain[:4])
    is_counting = "many" in opening or "much" in opening
    is_plain = first in BEING and "there" not in opening and not {"or", "and", "than"} & set(plain)
    verb = plain[1] if first in ("why", "when") and len(plain) > 1 else first
    _split_predicates(chunks, "" if "there" in opening else verb, is_given=first == "why")
    if chunks and is_plain and not any(map(_is_predicate, chunks[1:])):
        _split_last(chunks)
    _split_states(chunks)
    _split_actions(chunks, plain)
    before: Chunk | None = None
    is_during = False
    for number, chunk in enumerate(chunks):
        leading = set(chunk.leading)
        is_aux = number == 0 and first in ("has", "have", "had")
        is_inverted = bool(is_counting and number <= 1)
        is_having = bool(leading & HAVING) and not leading & LOCATING
        is_had = first in ("has", "have", "had") and number > 0 and leading <= {"a", "an", "any"}
        chunk.is_object = (is_having and not is_aux and not is_inverted) or (
            is_had and bool(leading)
        )
        if before and before.is_object and chunk.leading == ("or",):
            chunk.is_object = True  # 'three or four candles'
        chunk.is_located = bool(leading & LOCATING) or _is_going_on(chunk, before)
        is_during = bool(leading & DURING) or (is_during and not leading & {",", "?"})
        if is_during:
            chunk.role = WordRole.MAY
        elif (
            before and before.is_object and before.role is WordRole.MAY and chunk.leading == ("of",)
        ):
            chunk.role = WordRole.MAY  # 'blocks of scute'
        elif first in BEING and before and _is_state(chunk, before):
            chunk.role = WordRole.ASKED  # 'covered', 'in small hairs'
        elif chunk.role is not WordRole.ACTION:
            chunk.role = _role(
                chunk,
                chunks[:number],
                is_counted=is_counting and number == 0,
                is_yes_or_no=first in HELPING | BEING | {"has", "have", "had"},
            )
        before = chunk
    for chunk, following in pairwise(chunks):
        is_owner = following.leading[:1] == ("'s",)  # 'the baby's hat'
        if chunk.role is WordRole.STAGE and (is_owner or set(following.leading) & DIVIDING):
            chunk.role = WordRole.NAME  # 'male vs female bullfinch'
    _split_owners(chunks)
    if not any(chunk.role in (WordRole.NAME, WordRole.STAGE) for chunk in chunks):
        _name_a_thing(chunks)


def _split_owners(chunks: list[Chunk]) -> None:
    """Part 'elephant ears' of "African elephant vs Asian elephant ears" in two."""
    if not any(set(chunk.leading) & DIVIDING for chunk in chunks):
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
    is_bare = not leading & (ARTICLES | LOCATING | DIVIDING | {"of", "'s", ","} | HAVING)
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
        is_subject = first in BEING and not (set(chunk.leading) & HAVING) and not chunk.is_latin
        cut = len(chunk.tokens)
        words = [token.plain for token in chunk.tokens]
        while cut > 1 and (is_subject or is_compared):
            # Only the last word is one by its ending: 'marsh harrier darker'.
            is_how = cut < len(words) and words[cut - 1].endswith("ed")  # 'painted red'
            if not (is_how or _is_feature(words[cut - 1], is_compared and cut == len(words))):
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
    is_subject = _leads(last, ARTICLES | {"of", "'s"}) and not last.is_latin
    if is_subject and len(last.tokens) > 1:
        chunks[-1:] = [
            Chunk(last.tokens[:-1], last.leading),
            Chunk(last.tokens[-1:], ("is",), role=WordRole.ASKED),
        ]


def _split_states(chunks: list[Chunk]) -> None:
    """Take 'closed' of "does it rest with its wings closed?" for what is asked."""
    lists = word_lists()
    for number, chunk in enumerate(chunks):
        words = [token.plain for token in chunk.tokens]
        if "with" not in chunk.leading or len(words) < 2 or not is_in(words[-2], lists.parts):
            continue
        if words[-1] in lists.features or words[-1].endswith("ed"):
            state = Chunk(chunk.tokens[-1:], ("is",), role=WordRole.ASKED)
            chunks[number : number + 1] = [Chunk(chunk.tokens[:-1], chunk.leading), state]
            return


def _is_feature(word: str, is_compared: bool = False) -> bool:
    lists = word_lists()
    is_listed = word in lists.features or word in lists.asking or word in lists.numbers
    is_like = word.endswith(LIKENESS) and not word.endswith("fish")
    return is_listed or is_like or (is_compared and word.endswith("er"))


def _is_predicate(chunk: Chunk) -> bool:
    """Whether a chunk may say what is asked of a subject."""
    is_quality = all(_is_feature(token.plain) for token in chunk.tokens)
    is_noun = _leads(chunk, frozenset(("a", "an"))) and not set(chunk.leading) & {"of", *LOCATING}
    return (
        chunk.role is WordRole.ASKED or is_quality or is_noun or bool(set(chunk.leading) & SAYING)
    )


def _split_actions(chunks: list[Chunk], plain: Sequence[str]) -> None:
    """Part 'otters eat' of "what do otters eat?" in two."""
    if not plain or not (HELPING | BEING | {"who"}) & set(plain):
        return
    is_who = plain[0] == "who"
    if (HAVING - {"there", "see", "keep"} | BEING_LIKE) & set(plain) and not is_who:
        return
    is_helped = bool(HELPING & set(plain))
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
        return infinitive(word) != word
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
    if len(words) == 1 and last.endswith("er") and _leads(chunk, BEING):
        return WordRole.ASKED
    if chunk.is_elided and leading & ARTICLES:
        return WordRole.NAME
    if all(word in lists.asking or _is_feature(word) for word in words):
        return WordRole.ASKED
    views = lists.views | lists.sides | {"left", "right"}
    if all(word in views for word in words) and "from" in leading:
        return WordRole.MAY
    if is_in(last, lists.stages) and len(words) == 1:
        return WordRole.NAME if leading & DIVIDING else WordRole.STAGE
    is_mark = is_in(last, lists.marks)
    is_asked_of = is_counted or (not chunk.is_object and "of" in leading) or bool(leading & BEING)
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
    if leading & DURING and (last.endswith("ing") or last in ("flight",)):
        return WordRole.MAY
    is_done = not before and leading <= BEING | {"what"} and last.endswith(_DONE)
    if (last.endswith("ing") or is_done) and _leads(chunk, BEING):
        return WordRole.MAY
    if "they" in leading or "it" in leading:
        return WordRole.MAY
    has_name = any(one.role in (WordRole.NAME, WordRole.STAGE) for one in before)
    if (
        _leads(chunk, BEING)
        and has_name
        and not leading & ARTICLES
        and not leading & {"what", "which"}
    ):
        return WordRole.ASKED
    if leading & {"kind", "sort", "type", "whose"} and not leading & (BEING | HELPING | ARTICLES):
        return WordRole.PART
    if (
        leading & {"which", "what", "whose"}
        and not leading & BEING
        and not leading & HELPING
        and not leading & ARTICLES
    ):
        return WordRole.MAY
    return WordRole.NAME


def _leads(chunk: Chunk, words: Words) -> bool:
    """Whether the last word before a chunk is one of these."""
    return bool(chunk.leading) and chunk.leading[-1] in words


def _is_asked_modifier(word: str) -> bool:
    lists = word_lists()
    if is_in(word, lists.parts | lists.stages | lists.places | lists.sides | lists.states):
        return False
    return (
        _is_feature(word)
        or is_in(word, lists.marks)
        or (word.endswith(OF_FEATURES) and not word.endswith("fish"))
    )


def _name_a_thing(chunks: Sequence[Chunk]) -> None:
    """Take a part for the thing where nothing else is named: 'the cellar door'."""
    parts = [c for c in chunks if c.role is WordRole.PART and not c.is_object] or [
        c for c in chunks if c.role in (WordRole.PART, WordRole.MAY)
    ]
    if parts:
        parts[-1].role = WordRole.NAME
        parts[-1].asked = ()
