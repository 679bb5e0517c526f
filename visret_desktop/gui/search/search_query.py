"""What photos are wanted, but for sketches, as a value."""

from dataclasses import dataclass, field

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.facts.fact import Fact
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter


@dataclass(frozen=True)
class SearchQuery:
    """What photos are wanted, but for sketches. Without terms they are browsed.

    `only` is what is chosen in the library, `facts` what photos are to have beside.
    `formula`: the words are one. `is_put`: the catalog may know it, and is asked before anything is
    searched.
    """

    terms: tuple[QueryTerm, ...] = ()
    only: Filter = ALL_PHOTOS
    facts: tuple[Fact, ...] = ()
    formula: str = ""
    is_put: bool = field(default=False, compare=False)

    @property
    def filter(self) -> Filter:
        """The photos that are searched, or browsed: in the chosen place, with all facts."""
        return Filter((*self.only.conditions, *(fact.condition for fact in self.facts)))

    @property
    def words(self) -> tuple[QueryTerm, ...]:
        """The terms that can be rewritten and drawn."""
        return tuple(term for term in self.terms if term.text.strip() and term.weight > 0)

    @property
    def question(self) -> str:
        """What is asked in words; "": nothing."""
        return ", ".join(term.text.strip() for term in self.words)

    @property
    def may_be_put(self) -> bool:
        """Whether the catalog may know it."""
        from visret_desktop.questions.question_scope import may_be_put  # it loads NumPy

        is_words = bool(self.words) and len(self.words) == len(self.terms) and not self.formula
        return is_words and may_be_put(self.question)

    def is_refinement_of(self, before: "SearchQuery") -> bool:
        """Tell whether this is another query, refined by example photos or minus signs."""
        if self.words:
            return self.words == before.words
        wanted = [[term for term in one.terms if term.weight > 0] for one in (self, before)]
        return bool(self.terms) and bool(before.terms) and wanted[0] == wanted[1]


def names_visit(text: str) -> bool:
    """Return whether a typed text names a visit, whose days the library knows."""
    from visret_desktop.questions.question_scope import names_visit as is_named  # it loads NumPy

    return is_named(text)


def follows(text: str) -> bool:
    """Return whether a typed text follows a question that was answered."""
    from visret_desktop.questions.question_scope import may_follow  # it loads NumPy

    return may_follow(text)
