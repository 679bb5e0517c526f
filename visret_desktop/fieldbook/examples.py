"""Queries to try on a demonstration library, each with the photos that answer it."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from visret_desktop.fieldbook.grammar import DescribedPhoto, group_of, instruction
from visret_desktop.fieldbook.outings import Shot
from visret_desktop.fieldbook.questions import Query, comparison, question
from visret_desktop.fieldbook.wording import PARTS
from visret_desktop.fieldbook.world import MANY_VIEWS

_MANY = 12
Subject = tuple[str, str]  # species, view


def example_queries(shots: Sequence[Shot], seed: int) -> list[dict[str, Any]]:
    """Return a dozen queries that have an answer here.

    A question, a description and a comparison come first, then what is photographed most often.
    """
    shown = [shot for shot in shots if not shot.is_empty_scene]
    often = [s for s, _ in Counter((s.spec.species, s.spec.view) for s in shown).most_common()]
    stream = Random(seed)
    first = [_question(often, stream), _description(shown), _comparison(often, stream)]
    plain = [_plain(DescribedPhoto(species, view)) for species, view in often]
    chosen = [query for query in (*first, *plain) if query][:_MANY]
    return [_described(query, shown) for query in chosen]


def _described(query: Query, shots: Sequence[Shot]) -> dict[str, Any]:
    relevant = [s.path for s in shots if any(asked.matches(s.spec) for asked in query.wanted)]
    return {
        "query": query.text[0].upper() + query.text[1:],
        "kind": query.kind,
        "entity": query.wanted[0].subject,
        "relevant": relevant,
    }


def _plain(wanted: DescribedPhoto) -> Query:
    text = instruction(wanted)
    return Query(text, "description", (wanted,), text)


def _question(often: Sequence[Subject], stream: Random) -> Query | None:
    """Ask about the part that is photographed most often, a close-up if there is one."""
    details = [subject for subject in often if subject[1] not in MANY_VIEWS]
    for species, view in (*details, *often):
        if _part_is_asked(species, view):
            return question(stream, species=species, view=view)
    return None


def _description(shots: Sequence[Shot]) -> Query | None:
    """Describe a photo of several animals, or else the first."""
    several = [shot for shot in shots if shot.spec.count > 1]
    for shot in (*several, *shots):
        spec = shot.spec
        count = spec.count if spec.count > 1 else None
        return _plain(DescribedPhoto(spec.species, spec.view, count, light=spec.light))
    return None


def _comparison(often: Sequence[Subject], stream: Random) -> Query | None:
    """Compare two species of which the same part was photographed."""
    there = {subject for subject in often if _part_is_asked(*subject)}
    for _ in range(2_000):
        query = comparison(stream)
        if all((asked.subject, asked.view) in there for asked in query.wanted):
            return query
    return None


def _part_is_asked(species: str, view: str) -> bool:
    return view in PARTS[group_of(species)]
