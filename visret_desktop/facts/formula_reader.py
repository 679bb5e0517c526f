"""Read formulas: AND, OR and NOT in capitals, parentheses, and atoms.

Atoms are words, words in quotes, operators and paths of example pictures. Words may say facts:
`owl last spring AND NOT snow`. Atoms that only stand beside each other hold together.
"""

import re
from dataclasses import dataclass
from datetime import date

from visret_desktop.facts.fact import Fact, Known, Note, PlaceNames
from visret_desktop.facts.formula import All, Atom, Either, Formula, Node, Not
from visret_desktop.facts.line import read_line
from visret_desktop.facts.operators import condition_text, is_operator, operators_in, read_operator
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Condition
from visret_desktop.retrieval.query import IMAGE_SUFFIX
from visret_desktop.sentences import Sentence, sentence

_DEEPEST = 20  # parentheses in one another
_LONGEST = 4000  # characters, as of a query
_PIECE = re.compile(
    r'"[^"]*"|[“„][^“”]*[“”]|[()]|(?<![^\s()])(?:AND|OR|NOT)(?![^\s()])|[^\s()"“”„]+|["“”„]'
)
_WORDS = frozenset(("AND", "OR", "NOT"))


def is_formula(text: str) -> bool:
    """Return whether AND, OR or NOT joins parts of a text that is not all in capitals.

    In quotes, at an end and behind a comma they are words: 'Portland, OR'.
    """
    if len(text) > _LONGEST or not any(letter.islower() for letter in text):
        return False
    return any(_joins(text, match) for match in _PIECE.finditer(text) if match[0] in _WORDS)


def _joins(text: str, word: re.Match[str]) -> bool:
    before, after = text[: word.start()].rstrip(), text[word.end() :].strip()
    return bool(after) and (word[0] == "NOT" or (before != "" and before[-1] != ","))


def read_formula(text: str, known: Known, gazetteer: PlaceNames, today: date) -> Formula:
    """Return the formula that `text` is.

    Raises:
        Misread: it is none, or nothing can be found by it. The note says why.
    """
    if len(text) > _LONGEST:
        raise Misread(
            Note(
                "formula-long",
                (),
                sentence("A formula has {longest:,} characters at most.", longest=_LONGEST),
            )
        )
    return Formula(_Reader(text, known, gazetteer, today).whole())


@dataclass(frozen=True)
class _Token:
    kind: str  # '(', ')', 'AND', 'OR', 'NOT', 'words', 'quoted' or 'fact'
    text: str
    fact: Fact | None = None


class _Reader:
    def __init__(self, text: str, known: Known, names: PlaceNames, today: date) -> None:
        self._known, self._names, self._today = known, names, today
        self._tokens = self._tokens_of(text)
        self._place = self._depth = 0

    def _tokens_of(self, text: str) -> list[_Token]:
        operators = {typed.start: typed for typed in operators_in(text) if is_operator(typed.name)}
        tokens: list[_Token] = []
        position = 0
        while match := _PIECE.search(text, position):
            position, piece = match.end(), match[0]
            if typed := operators.get(match.start()):
                position = typed.end
                source = text[typed.start : typed.end]
                fact = read_operator(typed, self._known, self._names, source)
                tokens.append(_Token("fact", fact.text, fact))
            elif piece in _WORDS or piece in "()":
                tokens.append(_Token(piece, piece))
            elif len(piece) > 1 and piece[0] in '"“„':
                tokens.append(_Token("quoted", piece[1:-1].strip()))
            elif tokens and tokens[-1].kind == "words":
                tokens[-1] = _Token("words", f"{tokens[-1].text} {piece}")
            else:
                tokens.append(_Token("words", piece))
        return [token for token in tokens if token.text]

    def whole(self) -> Node:
        if not self._tokens:
            raise _misread("formula-empty", sentence("The formula is empty."))
        node = self._either()
        if self._place < len(self._tokens):
            raise _misread("formula-parenthesis", sentence("A ) has no ( before it."))
        return node

    def _next(self) -> str:
        return self._tokens[self._place].kind if self._place < len(self._tokens) else ""

    def _either(self) -> Node:
        parts = [self._all()]
        while self._next() == "OR":
            self._place += 1
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _all(self) -> Node:
        parts = [self._single()]
        while self._next() not in ("", "OR", ")"):
            self._place += self._next() == "AND"
            parts.append(self._single())
        if len(parts) == 1:
            return parts[0]
        return All(tuple(inner for part in parts for inner in _flat(part)))

    def _single(self) -> Node:
        kind = self._next()
        if kind in ("", "AND", "OR", ")"):
            after = self._tokens[self._place - 1].text if self._place else "the beginning"
            raise _misread(
                "formula-gap",
                sentence("Something is missing after {after} in the formula.", after=after),
                after,
            )
        token = self._tokens[self._place]
        self._place += 1
        if kind in ("NOT", "("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise _misread(
                    "formula-deep",
                    sentence("More than {deepest} parentheses in one another.", deepest=_DEEPEST),
                )
            node = Not(self._single()) if kind == "NOT" else self._either()
            if kind == "(":
                if self._next() != ")":
                    raise _misread("formula-parenthesis", sentence("A ( has no ) behind it."))
                self._place += 1
            self._depth -= 1
            return node
        if token.fact:
            return self._fact(token.fact)
        if IMAGE_SUFFIX.search(token.text):
            return Atom(token.text, is_picture=True, is_quoted=kind == "quoted")
        if kind == "quoted":
            return Atom(token.text, is_quoted=True)
        return self._words(token.text)

    def _words(self, text: str) -> Node:
        line = read_line(text, self._known, self._names, self._today)
        if line.notes:
            raise Misread(line.notes[0])
        facts = [self._fact(fact) for fact in line.facts]
        parts: list[Node] = [*([Atom(line.rest)] if line.rest else []), *facts]
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _fact(self, fact: Fact) -> Node:
        condition = fact.condition
        if condition.field != "either":
            return Atom(fact.text, fact)
        groups = [
            [Atom(one.text, one) for one in map(self._plain, group)] for group in condition.values
        ]
        nodes = [group[0] if len(group) == 1 else All(tuple(group)) for group in groups]
        node: Node = Either(tuple(nodes))
        return Not(node) if condition.negated else node

    def _plain(self, condition: Condition) -> Fact:
        plain = Condition(condition.field, condition.values, condition.negated)
        return Fact(condition_text(plain, self._names), plain)


def _flat(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, All) else (node,)


def _misread(code: str, reason: Sentence, *values: str) -> Misread:
    return Misread(Note(code, values, reason))
