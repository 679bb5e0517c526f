"""Read what a query in plain words does not want: 'heron -snow', 'beach without people'.

Six languages are understood: English, German, French, Spanish, Italian and Dutch. A wrong exclusion
hides photos that are wanted, so whatever may mean something else stays as it is typed: 'No. 5',
'no smoking sign', 'why is there no snow?', 'Rebel Without a Cause', and all that is quoted.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?:(?<!\S)[-−])?(?:"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»)"""
    r"|\b(?:no one|free of|other than|none of (?:them|which)(?: (?:is|are|was|were))?)\b"
    r"""|[^\s,;:.!?()¿¡"“”„«»]+|[,;:.!?()¿¡"“”„«»]"""
)
_GLUED = re.compile(r"[-−](?P<name>[^\W\d_].*|[\"“„«].*[\w].*)\Z", re.DOTALL)
_QUOTES = '"“”„«»'
_ENDS = frozenset(",;:.!?()¿¡")
_MOST_WORDS = 3  # of one excluded thing; what is longer was understood wrongly


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True)
class _Language:
    """The small words of a language, in lower case."""

    without: frozenset[str]  # what follows is excluded
    negation: frozenset[str]  # what follows is excluded, if that begins with a preposition
    prepositions: frozenset[str]  # one more of them ends what is excluded
    articles: frozenset[str]
    conjunctions: frozenset[str]  # 'and'
    choices: frozenset[str]  # 'or'
    connecting: frozenset[str]  # makes no sense any more at the end of what is left
    unseen: frozenset[str]  # follows those words, but is nothing that a photo shows or lacks
    being: frozenset[str]  # 'is' in "a frog that is not green"
    nobody: frozenset[str]
    people: str


_ENGLISH = _Language(
    _words("without w/o except excluding minus lacking no")
    | {
        "free of",
        "other than",
        "none of them",
        "none of which",
        "none of them are",
        "none of which are",
    },
    _words("not isn't aren't wasn't weren't don't doesn't didn't"),
    _words(
        "in on at by with under near from during behind over above below inside outside beside "
        "against around between before after through along across into onto to for while when "
        "where that which who is are was were"
    ),
    _words("the a an any some all his her its my our their your"),
    _words("and"),
    _words("or nor"),
    _words("and but with that which who where there is are was were has have i want"),
    _words(
        "all one more longer matter doubt doubts idea way problem problems good less man's mans "
        "question "
        "smoking parking entry exit access trespassing swimming loitering stopping limit limits "
        "other "
        "comment end focus use service order time general fact purpose sale me you him her it us "
        "them this these those that what which whom saying thinking looking only yet too very "
        "always just quite really sure least forgotten two three four five six seven eight nine "
        "ten borders serif"
    ),
    _words("is are was were it's they're that's"),
    _words("nobody no-one noone") | {"no one"},
    "people",
)
_GERMAN = _Language(
    _words("ohne außer ausser ausgenommen kein keine keinen keinem"),
    _words("nicht"),
    _words(
        "in im ins auf am an bei beim mit unter über vor hinter neben zwischen während aus durch "
        "nach zu zum zur für"
    ),
    _words("der die das den dem des ein eine einen einem einer jede jeden jegliche irgendwelche"),
    _words("und"),
    _words("oder noch"),
    _words("und aber mit wo es da ist sind gibt doch ich will der die das welche welcher welches"),
    _words("ahnung problem zweifel titel zutritt lust zeit frage mich dich ihn sie es uns mir dir"),
    _words("ist sind war waren"),
    _words("niemand niemanden niemandem"),
    "Menschen",
)
_FRENCH = _Language(
    _words("sans sauf hormis excepté aucun aucune"),
    _words("pas"),
    _words(
        "dans sur sous à au aux en avec chez près derrière devant pendant par pour entre contre "
        "vers qui que où"
    ),
    _words("le la les un une des du de aucun aucune"),
    _words("et"),
    _words("ou ni"),
    _words("et mais avec qui où il n'y y a est sont ce n'est n'était ne"),
    _words("doute cesse fin deux danse porte tir problème idée moi toi lui elle serif"),
    _words("est sont était n'est n'était"),
    _words("personne"),
    "personnes",
)
_SPANISH = _Language(
    _words("sin excepto"),
    _words("no"),
    _words("en sobre bajo con a al desde durante entre tras por para ante junto que donde"),
    _words("el la los las un una unos unas ningún ninguna"),
    _words("y e"),
    _words("o u ni"),
    _words("y e pero con que donde está es son"),
    _words("embargo duda dudas fin problema mí ti él ella"),
    _words("es son está están era"),
    _words("nadie"),
    "gente",
)
_ITALIAN = _Language(
    _words("senza tranne eccetto"),
    _words("non"),
    _words(
        "in nel nello nella nei negli nelle su sul sullo sulla sui sugli sulle con a al allo alla "
        "ai agli alle sotto sopra dietro vicino durante tra fra per che dove da dal dalla"
    ),
    _words("il lo la i gli le un uno una nessun nessuno nessuna"),
    _words("e ed"),
    _words("o né"),
    _words("e ed ma con che dove è sono"),
    _words("dubbio dubbi problema fine me te lui lei"),
    _words("è sono era"),
    _words("nessuno"),
    "persone",
)
_DUTCH = _Language(
    _words("zonder geen behalve"),
    _words("niet"),
    _words("in op bij met onder aan achter voor tijdens naast tussen boven tegen die waar"),
    _words("de het een enige"),
    _words("en"),
    _words("of noch"),
    _words("en maar met waar er is zijn die"),
    _words("idee twijfel probleem zin tijd mij jou hem haar ons hen"),
    _words("is zijn was waren"),
    _words("niemand"),
    "mensen",
)
_LANGUAGES = (_ENGLISH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _DUTCH)

# Questions that begin so ask for a reason or a name. Others may be requests: 'do we have … ?'
_ASKING = _words(
    "why how what what's whats who whose when warum wieso weshalb wie was wer wann pourquoi "
    "comment que qu'est-ce qué cómo quién cuándo perché come cosa chi quando waarom hoe wat wie "
    "wanneer quel quelle welche welcher welches"
)
_SPANISH_OR_ITALIAN = _words("el los las un una que en es del al il gli di che è y más muy con por")
_ENDS_LIKE_THEM = re.compile(r"(?!photos?\b|videos?\b)[^\W\d]{2,}[oaóá]s?\Z")
_NOTICES = _words("sign signs zone area symbol logo poster sticker tattoo")  # 'no dogs sign'
_BEFORE_NO = _words("or yes say says saying a the")  # 'yes or no', 'say no to …'
_EVERYTHING = _words("everything anything all alles tout todo tutto please bitte")
_BUT = _words("but aber mais pero ma maar please bitte")
# 'in the photo' and 'in its beak' belong to what is excluded, but say nothing more about it.
_THE_PICTURE = _words(
    "photo photos picture pictures image images frame view shot background bild bildern foto fotos "
    "imagen imágenes immagine immagini"
)
_POSSESSIVE = _words("its his her their")
_WITH = _words("with mit avec con met but and ,")
_IT = _words("it them there sight view")  # 'nobody on it'
_RELATIVE = _words("that which who der die das welche welcher qui que che die dat")


@dataclass(frozen=True)
class _Token:
    text: str
    start: int
    end: int

    @property
    def plain(self) -> str:
        return self.text.casefold().replace("’", "'")

    @property
    def is_capital(self) -> bool:
        return self.text[:1].isupper()


def exclusions(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the words that are left of a query, and what it excludes, in the order of the query.

    Where nothing is excluded the text comes back as it is. What is left may be "": the query then
    asks for what is least like all that it excludes, as '- snow' does.
    """
    excluded: list[str] = []
    left, terms = _taken_out(text)
    while terms:  # what is left may read otherwise now
        excluded += terms
        left, terms = _taken_out(left)
    return left, tuple(dict.fromkeys(excluded))


def _taken_out(text: str) -> tuple[str, list[str]]:
    reader = _Reader(text)
    kept: list[str] = []
    excluded: list[str] = []
    number = position = 0
    while number < len(reader.tokens):
        names, after, connecting = reader.excluded_at(number)
        if names:
            excluded += names
            kept.append(_without_end(text[position : reader.tokens[number].start], connecting))
            position = reader.tokens[after - 1].end
        number = after
    if not excluded:
        return text, []
    return _joined([*kept, text[position:]]), excluded


class _Reader:
    """The tokens of one text, and what is excluded at each of them."""

    def __init__(self, text: str) -> None:
        self.tokens = [_Token(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
        self._plain = [token.plain for token in self.tokens]
        self._is_loud = text.isupper()
        words = [word for word in self._plain if word not in _ENDS]
        self._is_asked = "¿" in text or (bool(words) and words[0] in _ASKING)
        self._is_question = self._is_asked or "?" in text
        self._is_romance = any(
            word in _SPANISH_OR_ITALIAN or _ENDS_LIKE_THEM.match(word) for word in words
        )

    def excluded_at(self, number: int) -> tuple[list[str], int, frozenset[str]]:
        """Return what token `number` excludes, the first token behind that, and connecting words.

        Nothing is excluded: [] and the next token.
        """
        if glued := _GLUED.match(self.tokens[number].text):
            return [glued["name"].strip(_QUOTES).strip()], number + 1, frozenset()
        for language in () if self._is_asked else _LANGUAGES:
            if self._is_nobody(number, language):
                after = self._behind_place(number + 1, language)
                return [language.people], after, language.connecting
            first = self._begin(number, language)
            if first is None or self._is_a_name(number):
                continue
            names, after = self._list(first, language)
            names = [language.people if n.casefold() in language.nobody else n for n in names]
            if self._word(after) in language.being and not self._word(after + 1):
                after += 1  # 'die nicht schwarz IST'
            if names and not self._is_also_wanted(names, number, after):
                return names, self._behind_place(after, language), language.connecting
        return [], number + 1, frozenset()

    def _is_nobody(self, number: int, language: _Language) -> bool:
        """Whether 'nobody' is all that is said of people: 'a beach with nobody on it'."""
        if self._word(number) not in language.nobody or self._is_question:
            return False
        before = self._word(number - 1)
        is_clause = before in language.being and "where" in self._plain[:number]
        return before in _WITH or is_clause

    def _begin(self, number: int, language: _Language) -> int | None:
        """Return the token at which that begins which token `number` excludes, if it does."""
        word, after = self._plain[number], self._word(number + 1)
        before = self._word(number - 1)
        if word in language.without:
            if word == "no" and not self._is_plain_no(before, number):
                return None
            return number + 2 if (word, after) == ("except", "for") else number + 1
        if word not in language.negation or self._is_question:
            return None
        if after in language.prepositions:
            return number + 2
        if language is _FRENCH and before not in language.articles | language.being:
            return number + 1 if after == "de" or after.startswith("d'") else None
        if (before, word) == ("but", "not"):
            return number + 1
        if word in ("don't", "doesn't", "didn't") and after in ("have", "show"):
            return number + 2
        if word == "not" and after in ("wearing", "showing", "having"):
            return number + 2
        return self._behind_not(number, language)

    def _behind_not(self, number: int, language: _Language) -> int | None:
        """Return the token that a quality begins at: 'green' of "a frog that is not green"."""
        before, word, after = map(self._word, (number - 1, number, number + 1))
        is_contracted = word in ("isn't", "aren't", "wasn't", "weren't")
        if after in language.being:  # 'que no es verde'
            return number + 2 if before in _RELATIVE else None
        _, end = self._thing(number + 1, language)
        is_last = before in _RELATIVE and self._word(end) in language.being  # 'die nicht grün ist'
        is_named = language is _ENGLISH and before == ","  # 'ducks, not mallards'
        if not (is_contracted or is_last or is_named or before in language.being):
            return None
        is_doing = self._word(end - 1).endswith("ing") and self._word(end) in language.prepositions
        return None if is_doing else number + 1

    def _is_plain_no(self, before: str, number: int) -> bool:
        """Whether 'no' is the English one, and not part of a question, an answer or a name."""
        has_name_behind = number + 1 < len(self.tokens) and self.tokens[number + 1].is_capital
        is_odd = self._is_question or self._is_romance or before in _BEFORE_NO
        return not is_odd and (self._is_loud or not has_name_behind)

    def _is_a_name(self, number: int) -> bool:
        """Whether the word looks like a part of a name: 'Doctors Without Borders', 'Sin City'."""
        if self._is_loud or not self.tokens[number].is_capital:
            return False
        is_sin = self._plain[number] == "sin" and self.tokens[number + 1 :][:1]
        return number > 0 or bool(is_sin and self.tokens[1].is_capital)

    def _list(self, number: int, language: _Language) -> tuple[list[str], int]:
        """Return 'cars', 'people' of 'any cars or people', and the first token behind them."""
        name, after = self._thing(number, language)
        names, waiting = [name], list[str]()  # those behind a comma wait for an 'or'
        number = after
        while name and number < len(self.tokens):
            word = self._plain[number]
            is_or, is_and = word in language.choices, word in language.conjunctions
            if not (is_or or is_and or word == ","):
                break
            name, following = self._thing(number + 1, language)
            if is_and and following != number + 2:  # 'without people and a dog'
                break
            waiting.append(name)
            number = following
            if name and (is_or or is_and):
                names, waiting, after = [*names, *waiting], [], following
        return [one for one in names if one], after

    def _behind_place(self, number: int, language: _Language) -> int:
        if self._word(number) not in language.prepositions:
            return number
        article, name = self._word(number + 1), self._word(number + 2)
        if article in _THE_PICTURE or article in _IT:
            return number + 2
        is_place = article in language.articles and name in _THE_PICTURE
        return number + 3 if is_place or (article in _POSSESSIVE and name) else number

    def _thing(self, number: int, language: _Language) -> tuple[str, int]:
        """Return the name of one excluded thing, "" if there is none, and the token behind it."""
        while self._word(number) in language.articles:
            number += 1
        words: list[str] = []
        while self._belongs(number, language):
            words.append(self.tokens[number].text)
            number += 1
        if not words or len(words) > _MOST_WORDS:
            return "", number
        words[0] = re.sub(r"\A[ldLD]['’]", "", words[0])
        if len(words) > 1 and words[-1].casefold() in ("one", "ones"):
            del words[-1]  # 'no red ones'
        first, last = words[0].casefold().replace("’", "'"), words[-1].casefold()
        is_nothing = first in language.unseen or last in _NOTICES or not first[:1].isalpha()
        return "" if is_nothing else " ".join(words), number

    def _belongs(self, number: int, language: _Language) -> bool:
        """Whether the token goes on with the name of a thing."""
        word = self._word(number)
        ends = (language.prepositions, language.conjunctions, language.choices, language.without)
        is_word = bool(word) and word not in _ENDS and word[0] not in _QUOTES
        is_end = any(word in words for words in (*ends, language.negation, language.being, _BUT))
        return is_word and not is_end and not _GLUED.match(self.tokens[number].text)

    def _is_also_wanted(self, names: Sequence[str], start: int, end: int) -> bool:
        outside = {*self._plain[:start], *self._plain[end:]}
        return any(all(word.casefold() in outside for word in name.split()) for name in names)

    def _word(self, number: int) -> str:
        return self._plain[number] if 0 <= number < len(self.tokens) else ""


def _without_end(left: str, connecting: frozenset[str]) -> str:
    """Leave out a comma and small words at the end: 'beach, with' is left of '… no people'."""
    words = left.split()
    while words and (words[-1].casefold().rstrip(",;") in connecting or words[-1] in (",", ";")):
        words.pop()
    return " ".join(words).rstrip(",; ") if connecting else left.strip()


def _joined(kept: Sequence[str]) -> str:
    left = " ".join(" ".join(kept).split())
    left = re.sub(r" (?=[,;.?!])", "", left).lstrip(",;.!? ").rstrip(",; ")
    is_empty = all(word.casefold() in _EVERYTHING for word in left.split())
    return "" if is_empty else left
