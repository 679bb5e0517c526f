"""The words of a line as terms, asked or still being typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import Fact, FilterSuggestion

if TYPE_CHECKING:
    from visret_desktop.facts.query import ParsedQuery
    from visret_desktop.retrieval.query import Term

_PATIENCE_SECONDS = 2.0  # of the window, with the disk of a picture that somebody typed


@dataclass(frozen=True)
class TypedQuery:
    """What is understood of a line that is being typed: its plain words, if any, and the rest."""

    words: tuple[QueryTerm, ...] = ()
    chips: tuple[QueryTerm, ...] = ()
    facts: tuple[Fact, ...] = ()
    offers: tuple[FilterSuggestion, ...] = ()  # what its words may mean, too


def read_typed(
    text: str, read: Callable[[str], "ParsedQuery"], *, is_resting: bool
) -> TypedQuery | None:
    """Return what is understood of a line; None: nothing yet, or it is one for Enter.

    At the end of the line a fact or another term waits for a space, or until the line is
    `is_resting`: "may" may become "mayfly". Formulas and paths of pictures are for Enter.
    """
    line = text.strip()
    if not line:
        return TypedQuery()
    query = read(line)
    if query.formula is not None:
        return None
    is_finished = is_resting or text != text.rstrip()
    facts = tuple(f for f in query.line.facts if is_finished or not line.endswith(f.source))
    rest = query.line.rest
    terms: tuple[Term, ...] = ()
    plain: Term | None = None
    try:
        if rest:
            terms, plain = parsed_terms(rest, is_file=lambda _path: False)
    except UsageError:
        return None
    if not is_finished:
        terms = tuple(term for term in terms if term is plain or not rest.endswith(term.text))
    # One Latin letter says nothing; one of another script may be a word.
    is_word = plain is not None and not (len(plain.text) == 1 and plain.text.isascii())
    words = (as_message(plain),) if plain is not None and is_word else ()
    chips = tuple(as_message(term) for term in terms if term is not plain)
    is_anything = words or chips or facts
    return TypedQuery(words, chips, facts, query.line.suggestions) if is_anything else None


def parsed_terms(
    text: str, is_file: Callable[[str], bool] | None = None
) -> "tuple[tuple[Term, ...], Term | None]":
    """Return the terms of a line, and which of them are plain words, if any are.

    `is_file` tells whether there is a picture; without it the disk is asked, by another process.

    Raises:
        UsageError: the query is too long, or names a picture that does not exist.
        FolderSilent: the disk of a picture does not answer.
    """
    from visret_desktop.library.folders.folder_probe import FolderProbe
    from visret_desktop.retrieval.query import Term, parse_query  # NumPy: not at the start

    with FolderProbe(_PATIENCE_SECONDS) as probe:  # it is not even started for words alone
        parse = partial(parse_query, is_file=is_file or probe.is_file)
        terms = parse(text)
        return terms, next((t for t in terms if t == Term(t.text) and parse(t.text) == (t,)), None)


def as_message(term: "Term") -> QueryTerm:
    """Return a term as the engine is asked for it."""
    if term.image is not None:
        return QueryTerm(image=str(term.image), weight=term.weight)
    return QueryTerm(text=term.text, weight=term.weight, is_quoted=term.is_quoted)


def as_line(
    text: str,
    facts: Sequence[Fact],
    terms: Sequence[QueryTerm],
    read: Callable[[str], "ParsedQuery"],
) -> str:
    """Return a line that asks for a text, facts and terms; example pictures cannot be typed."""
    before = (f"{_as_written(fact, read)}," for fact in facts)
    return " ".join([*before, text, *(_as_typed(term) for term in terms if term.text)])


def _as_written(fact: Fact, read: Callable[[str], "ParsedQuery"]) -> str:
    """Return the words that were typed for a fact, if they mean it and nothing else."""
    facts = read(fact.source).line.facts if fact.source else ()
    return fact.source if [one.condition for one in facts] == [fact.condition] else fact.text


def _as_typed(term: QueryTerm) -> str:
    """Return words as they are typed behind others, with sign and weight."""
    words = f'"{term.text}"' if term.is_quoted else term.text
    weight = "" if abs(term.weight) == 1 else f"{abs(term.weight):g}:"
    return f"{'-' if term.weight < 0 else '+'} {weight}{words}"
