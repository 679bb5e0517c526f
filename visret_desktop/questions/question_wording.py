"""How six languages ask the catalog: the table `[questions]` of `resources/wording/*.toml`.

Each of its rows is a role that words may have in a question, such as `count` or `where`, as an
expression over folded text. Words with no role are left: they name the thing that is asked about.
"""

import re
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import groupby
from typing import Any

from visret_desktop.facts.fact import folded
from visret_desktop.facts.languages import Language, languages

# Where words may have several roles the longer ones have it, and of those as long the first here.
ROLES = (
    *("pause", "often", "count", "last", "first", "when", "where", "most", "more", "who", "naming"),
    *("per", "any", "there", "which", "acts", "makes", "or", "picture", "without", "that"),
)
_WORD = re.compile(r"\w(?:[\w'.-]*\w)?'?")


@dataclass(frozen=True)
class Piece:
    """Words beside each other from `start` to before `end`; `role` is "" where they have none."""

    role: str
    start: int
    end: int
    by: str = ""


@dataclass(frozen=True)
class QuestionWording:
    """The table of one language."""

    language: Language

    @cached_property
    def _table(self) -> dict[str, Any]:
        table: dict[str, Any] = self.language.table["questions"]
        return table

    @cached_property
    def _roles(self) -> tuple[tuple[str, str, re.Pattern[str]], ...]:
        rows = [(role, "", self._table[role]) for role in ROLES]
        rows += [("by", by, words) for by, words in self._table["by"].items()]
        rows += [
            ("photos", "", self.language.table["photos"]),
            ("filler", "", self._table["filler"]),
        ]
        return tuple(
            (role, by, re.compile(rf"(?:{folded(words)})(?:(?<=')|(?![\w'-]))"))
            for role, by, words in rows
        )

    @cached_property
    def visit(self) -> re.Pattern[str]:
        """How a visit is named: with a group `first`, where it is no last one, and its `place`."""
        return re.compile(rf"(?<![\w'-])(?:{self._plain('visit')})(?=\W*$|[,?!.])")

    @cached_property
    def leading(self) -> re.Pattern[str]:
        """What a question begins with that follows another one."""
        return re.compile(rf"\W*(?:{self._plain('leading')})(?![\w'-])")

    @cached_property
    def owned(self) -> re.Pattern[str]:
        """How something is said to be a part of what the question before was about."""
        return re.compile(rf"(?<![\w'-])(?:{self._plain('owned')})(?![\w'-])")

    @cached_property
    def someone(self) -> re.Pattern[str]:
        """What stands before whoever else did something: "did", of "how many did Ben take"."""
        return re.compile(rf"(?<![\w'-])(?:{self._plain('someone')}) \Z")

    def _plain(self, row: str) -> str:
        return folded(str(self._table[row])).replace("(?p<", "(?P<")

    @property
    def is_head_last(self) -> bool:
        """Whether of several words that name a thing the last one says what it is."""
        return bool(self._table["head"] == "last")

    def pieces(self, text: str) -> list[Piece]:
        """Return the words of a folded text by the roles that they have, in order.

        Fillers between words without a role belong to them.
        """
        roles, position = list[Piece](), 0
        while match := _WORD.search(text, position):
            roles.append(self._piece_at(text, *match.span()))
            position = roles[-1].end
        pieces: list[Piece] = []
        for is_free, run in groupby(roles, lambda one: one.role in ("", "filler")):
            if not is_free:
                pieces += run
                continue
            words = [*run]
            while words and words[0].role:
                words.pop(0)
            while words and words[-1].role:
                words.pop()
            if words:
                pieces.append(Piece("", words[0].start, words[-1].end))
        return pieces

    def _piece_at(self, text: str, start: int, end: int) -> Piece:
        best = Piece("", start, end)
        for role, by, pattern in self._roles:
            match = pattern.match(text, start)
            is_longer = match and (not best.role or match.end() > best.end)
            if match and is_longer and match.end() > start:
                best = Piece(role, start, match.end(), by)
        return best

    def bases(self, word: str) -> frozenset[str]:
        """Return a folded word without the endings that it may have: singular and plural are one.

        At least three letters are left of it.
        """
        rules = ((f"{ending}$", base) for ending, base in self._table["bases"])
        cut = (re.sub(ending, base, word) for ending, base in rules)
        return frozenset((word, *(base for base in cut if len(base) >= 3)))


@cache
def wordings() -> tuple[QuestionWording, ...]:
    """Return the tables of all languages."""
    return tuple(map(QuestionWording, languages()))
