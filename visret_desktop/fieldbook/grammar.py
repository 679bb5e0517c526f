"""What can be asked for, said in one canonical wording, and whether a picture shows it.

Questions and comparisons are as people type them, with what a good rewriter makes of each.
Questions are about a feature that only one view shows (Visual-RAG), comparisons ask about two
species (Visual-RAG-ME).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.wording import (
    COMPARISONS,
    COMPARISONS_HELD_OUT,
    HABITATS,
    LIGHTS,
    NUMBERS,
    PARTS,
    PLURAL_PARTS,
    QUESTIONS,
    QUESTIONS_HELD_OUT,
    VIEWS,
    WEATHERS,
)
from visret_desktop.fieldbook.world import SPECIES

# Chooses one of several wordings.
Choose = Callable[[Sequence[str]], str]

_NO_KINDS = ("blue", "white")  # last words of a name that say nothing by themselves
GROUPS = tuple(dict.fromkeys(str(look["group"]) for look in SPECIES.values()))
KINDS = tuple(
    dict.fromkeys(
        kind
        for kind in (name.rpartition(" ")[2] for name in SPECIES)
        if kind not in GROUPS and kind not in _NO_KINDS
    )
)


@dataclass(frozen=True)
class DescribedPhoto:
    """What a query asks for; None leaves it open."""

    subject: str  # a species, a kind such as "owl", or a group such as "bird"
    view: str | None = None
    count: int | None = None
    habitat: str | None = None
    light: str | None = None
    weather: str | None = None

    def matches(self, spec: Spec) -> bool:
        """Whether a picture of `spec` is relevant."""
        asked = ("view", "count", "habitat", "light", "weather")
        return spec.species in species_of(self.subject) and all(
            getattr(self, name) in (None, getattr(spec, name)) for name in asked
        )


def species_of(subject: str) -> tuple[str, ...]:
    """Return the species that a species', kind's or group's name covers."""
    if subject in SPECIES:
        return (subject,)
    if subject in GROUPS:
        return tuple(name for name, look in SPECIES.items() if look["group"] == subject)
    return tuple(name for name in SPECIES if name.endswith(f" {subject}"))


def group_of(subject: str) -> str:
    """Return the group that a subject belongs to."""
    return str(SPECIES[species_of(subject)[0]]["group"])


def instruction(wanted: DescribedPhoto) -> str:
    """Return the canonical wording, which the rewriter writes and the visualizer draws."""
    return worded(wanted, canonical)


def canonical(wordings: Sequence[str]) -> str:
    """Choose the canonical one of several wordings."""
    return wordings[0]


def worded(wanted: DescribedPhoto, choose: Choose) -> str:
    """Say what is wanted; `choose` picks each wording."""
    count = wanted.count or 1
    noun = noun_phrase(wanted.subject, count, choose)
    if wanted.view:
        noun = in_view(noun, group_of(wanted.subject), wanted.view, count, choose)
    return " ".join((noun, *circumstances(wanted, choose)))


def noun_phrase(subject: str, count: int, choose: Choose = canonical) -> str:
    """Return 'a tarn heron', 'three marl daisies'."""
    if count == 1:
        return with_article(subject)
    return f"{choose(NUMBERS[count])} {plural(subject)}"


def in_view(noun: str, group: str, view: str, count: int, choose: Choose = canonical) -> str:
    """Put a noun phrase into the wording of a view."""
    phrase = choose(VIEWS[group][view]).format(n=noun)
    return phrase.replace(" its ", " their ") if count > 1 else phrase


def circumstances(wanted: DescribedPhoto, choose: Choose) -> list[str]:
    """Return the wordings of habitat, weather and light, as far as they are asked for."""
    asked = (
        (HABITATS, wanted.habitat),
        (WEATHERS, wanted.weather if wanted.weather != "clear" else None),
        (LIGHTS, wanted.light),
    )
    return [choose(wordings[value]) for wordings, value in asked if value]


def phrase(species: str, view: str | None = None, count: int = 1) -> str:
    """Return 'a tarn heron flying with wings spread', 'two marl daisies'."""
    return instruction(DescribedPhoto(species, view, count))


def description(spec: Spec) -> str:
    """Return everything that a spec says, in words."""
    return instruction(all_of(spec))


def all_of(spec: Spec) -> DescribedPhoto:
    """Ask for everything that a spec says, except a single animal and clear weather."""
    return DescribedPhoto(
        spec.species,
        spec.view,
        spec.count if spec.count > 1 else None,
        spec.habitat,
        spec.light,
        spec.weather if spec.weather != "clear" else None,
    )


def plural(name: str) -> str:
    """Return the plural of a subject's name."""
    if name == "fish":
        return name
    if name.endswith(("finch", "discus", "ibis")):
        return f"{name}es"
    if name.endswith(("daisy", "poppy", "tansy", "butterfly")):
        return f"{name[:-1]}ies"
    return f"{name}s"


def with_article(name: str) -> str:
    """Return 'an owl', 'a moss owl'."""
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def asked(wording: str, part: str, name: str, other: str = "") -> str:
    """Fill a question's wording in, its verbs in the number of the part."""
    many = part in PLURAL_PARTS
    return wording.format(
        part=part,
        name=name,
        a_name=with_article(name),
        other=other,
        an_other=with_article(other) if other else "",
        be="are" if many else "is",
        do="do" if many else "does",
        look="look" if many else "looks",
    )


@dataclass(frozen=True)
class Query:
    """A query, what it asks for (nothing if it is not about this world), and its rewrite."""

    text: str
    kind: str  # question, comparison, description, keywords or outside
    wanted: tuple[DescribedPhoto, ...]
    rewrite: str  # one instruction a line


def query_for(text: str, kind: str, *wanted: DescribedPhoto) -> Query:
    """Return a query with its rewrite: one instruction for each thing wanted."""
    return Query(text, kind, wanted, "\n".join(map(instruction, wanted)))


def question(
    stream: Random, held_out: bool = False, species: str | None = None, view: str | None = None
) -> Query:
    """Ask about a feature; `held_out` chooses wordings that are kept from training."""
    species = species or stream.choice(list(SPECIES))
    parts = PARTS[group_of(species)]
    view = view or stream.choice(list(parts))
    wording = stream.choice(QUESTIONS_HELD_OUT if held_out else QUESTIONS)
    text = asked(wording, stream.choice(parts[view]), species)
    return query_for(text, "question", DescribedPhoto(species, view))


def comparison(stream: Random, held_out: bool = False) -> Query:
    """Ask which of two species of a group has more of something."""
    one = stream.choice(list(SPECIES))
    rest = [name for name in SPECIES if name != one and group_of(name) == group_of(one)]
    other = stream.choice(rest)
    parts = PARTS[group_of(one)]
    view = stream.choice(list(parts))
    wording = stream.choice(COMPARISONS_HELD_OUT if held_out else COMPARISONS)
    text = asked(wording, stream.choice(parts[view]), one, other)
    return query_for(text, "comparison", DescribedPhoto(one, view), DescribedPhoto(other, view))
