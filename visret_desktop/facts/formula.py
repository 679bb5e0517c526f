"""Formulas: `owl AND (dusk OR fog) AND NOT snow`, and what they say of each photo.

Of each atom a photo says yes, no or unknown, and so does the whole: NOT of what is unknown stays
unknown. `formula_reader` reads them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from visret_desktop.facts.contradictions import contradiction, disagree
from visret_desktop.facts.fact import Fact, Note
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Condition, Filter
from visret_desktop.sentences import sentence

MOST_ATOMS = 12
_MOST_CASES = 500

Answers = npt.NDArray[np.int8]  # of one atom, a photo each
YES, UNKNOWN, NO = 1, 0, -1


@dataclass(frozen=True)
class Atom:
    """A fact, or what is searched for by meaning: words, or the path of an example picture."""

    text: str
    fact: Fact | None = None
    is_picture: bool = False
    is_quoted: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What is equal where two atoms ask the same."""
        if self.fact:
            return (self.fact.condition,)
        return (self.text.casefold(), self.is_picture)

    def __str__(self) -> str:
        return '"' + self.text.replace('"', "") + '"' if self.is_quoted else self.text


@dataclass(frozen=True)
class Not:
    """What is so where `part` is not."""

    part: "Node"

    def __str__(self) -> str:
        return f"NOT {_in_parentheses(self.part, (All, Either))}"


@dataclass(frozen=True)
class All:
    """What is so where all `parts` are."""

    parts: tuple["Node", ...]

    def __str__(self) -> str:
        return " AND ".join(_in_parentheses(part, (Either,)) for part in self.parts)


@dataclass(frozen=True)
class Either:
    """What is so where one of `parts` is."""

    parts: tuple["Node", ...]

    def __str__(self) -> str:
        return " OR ".join(map(str, self.parts))


Node = Atom | Not | All | Either
_Literal = tuple[Atom, bool]  # an atom, and whether it must hold
Case = tuple[_Literal, ...]


def _in_parentheses(node: Node, kinds: tuple[type, ...]) -> str:
    return f"({node})" if isinstance(node, kinds) else str(node)


@dataclass(frozen=True)
class Formula:
    """A formula that can hold, and for which something is searched.

    `str` of it reads as the same formula.

    Raises:
        Misread: nothing can be found by it, or too much. The note says why.
    """

    root: Node

    def __post_init__(self) -> None:
        if len(self.atoms) > MOST_ATOMS:
            reason = sentence(
                "The formula has {count} parts; {most} are the most.",
                count=len(self.atoms),
                most=MOST_ATOMS,
            )
            raise Misread(Note("formula-long", (str(len(self.atoms)), str(MOST_ATOMS)), reason))
        self._cases()

    def __str__(self) -> str:
        return str(self.root)

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """Its different atoms, in their order."""
        found: dict[tuple[object, ...], Atom] = {}
        for atom in _atoms(self.root):
            found.setdefault(atom.key, atom)
        return tuple(found.values())

    def evaluate(self, answers: Mapping[Atom, Answers]) -> Answers:
        """Return yes (1), unknown (0) or no (-1) for each photo, from those of all `atoms`."""
        by_key = {atom.key: np.asarray(given, np.int8) for atom, given in answers.items()}
        return _evaluated(self.root, by_key)

    def row(self, answers: Mapping[Atom, Answers], place: int) -> tuple[tuple[Atom, int], ...]:
        """Return what the photo at a place says of each atom: why it is here."""
        by_key = {atom.key: given for atom, given in answers.items()}
        return tuple((atom, int(by_key[atom.key][place])) for atom in self.atoms)

    @property
    def filter(self) -> Filter | None:
        """The filter that it is, where it has facts only."""
        if not all(atom.fact for atom in self.atoms):
            return None
        groups = tuple(tuple(_conditions(case)) for case in self._cases())
        if len(groups) == 1:
            return Filter(groups[0])
        return Filter((Condition("either", groups),))

    @property
    def needed(self) -> Filter:
        """The facts without which no photo can pass, to search among fewer."""
        cases = [dict.fromkeys(_conditions(case)) for case in self._cases()]
        common = [one for one in cases[0] if all(one in case for case in cases)]
        return Filter(tuple(common)) if common else ALL_PHOTOS

    @property
    def cases(self) -> Sequence[Case]:
        """The ways in which it can hold: atoms with whether each must hold, or must not."""
        return self._cases()

    def _cases(self) -> list[Case]:
        possible: list[Case] = []
        clash: tuple[Atom, Atom] | None = None
        for case in cases_of(self.root, True):
            found = _clash(case)
            clash = clash or found
            if found is None:
                possible.append(case)
        if not possible:
            assert clash is not None
            one, other = clash
            raise Misread(contradiction(str(one), str(other)))
        for case in possible:
            if not any(holds or atom.fact for atom, holds in case):
                raise _only_not(case)
        return possible


def _atoms(node: Node) -> Iterator[Atom]:
    if isinstance(node, Atom):
        yield node
    elif isinstance(node, Not):
        yield from _atoms(node.part)
    else:
        for part in node.parts:
            yield from _atoms(part)


def _evaluated(node: Node, answers: Mapping[tuple[object, ...], Answers]) -> Answers:
    if isinstance(node, Atom):
        return answers[node.key]
    if isinstance(node, Not):
        negated: Answers = -_evaluated(node.part, answers)
        return negated
    least: Callable[..., Answers] = np.minimum if isinstance(node, All) else np.maximum
    found = _evaluated(node.parts[0], answers)
    for part in node.parts[1:]:
        found = least(found, _evaluated(part, answers))
    return found


def cases_of(node: Node, holds: bool = True) -> list[Case]:
    """Return the disjunctive form of a node, or of its negation."""
    if isinstance(node, Atom):
        return [((node, holds),)]
    if isinstance(node, Not):
        return cases_of(node.part, not holds)
    parts = [cases_of(part, holds) for part in node.parts]
    if isinstance(node, All) == holds:
        count = int(np.prod([len(part) for part in parts], dtype=np.float64))
        if count > _MOST_CASES:
            raise _too_many_cases()
        return [_joined(cases) for cases in product(*parts)]
    return [case for part in parts for case in part]


def _joined(cases: Sequence[Case]) -> Case:
    literals = {(atom.key, holds): (atom, holds) for case in cases for atom, holds in case}
    return tuple(literals.values())


def _clash(case: Case) -> tuple[Atom, Atom] | None:
    """Return two atoms that cannot be so together, if there are."""
    for (one, holds), (other, other_holds) in combinations(case, 2):
        if one.key == other.key and holds != other_holds:
            return one, other
        if one.fact and other.fact:
            conditions = _condition(one.fact, holds), _condition(other.fact, other_holds)
            if disagree(*conditions):
                return one, other
    return None


def _conditions(case: Case) -> Iterator[Condition]:
    for atom, holds in case:
        if atom.fact:
            yield _condition(atom.fact, holds)


def _condition(fact: Fact, holds: bool) -> Condition:
    condition = fact.condition
    return (
        condition if holds else Condition(condition.field, condition.values, not condition.negated)
    )


def _only_not(case: Case) -> Misread:
    words = " AND ".join(f"NOT {atom}" for atom, _ in case)
    reason = sentence(
        "{words} would find nearly the whole library. Say also what the "
        "photos show, or when or where they were taken.",
        words=words,
    )
    return Misread(Note("only-not", (words,), reason))


def _too_many_cases() -> Misread:
    return Misread(
        Note("formula-wide", (), sentence("The formula has too many alternatives in one another."))
    )
