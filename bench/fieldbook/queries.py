"""Queries as people type them, with what a good rewriter makes of each and what is relevant.

Questions are about a feature that only one view shows (Visual-RAG), comparisons ask about two
species (Visual-RAG-ME), descriptions and keywords say what a picture shows. What names nothing of
this world is to be left as it is: inventing a species would be the worst answer.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from bench.fieldbook import outside
from bench.fieldbook.held_out import is_held_out, is_held_out_question
from bench.fieldbook.wording import REQUESTS, REQUESTS_HELD_OUT
from visret_desktop.fieldbook.grammar import (
    KINDS,
    DescribedPhoto,
    Query,
    all_of,
    canonical,
    circumstances,
    comparison,
    group_of,
    in_view,
    noun_phrase,
    plural,
    query_for,
    question,
)
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import NUMBERS, PARTS
from visret_desktop.fieldbook.world import SPECIES

Maker = Callable[[Random, bool], Query]


# ---- descriptions and keywords --------------------------------------------------------------


def description(
    stream: Random, held_out: bool = False, spec: Spec | None = None, full: bool = False
) -> Query:
    """Describe a picture, in part or in full; without a spec also by kind or group."""
    wanted = all_of(spec) if spec and full else _part_of(spec or random_spec(stream), stream)
    if spec is None:
        wanted = _generalized(wanted, stream)
    opening = stream.choice(REQUESTS_HELD_OUT if held_out else REQUESTS)
    return query_for(opening.format(what=_freely_worded(wanted, stream)), "description", wanted)


def _part_of(spec: Spec, stream: Random) -> DescribedPhoto:
    full = all_of(spec)
    return DescribedPhoto(
        full.subject,
        full.view if stream.random() < 0.75 else None,
        full.count if stream.random() < 0.7 else None,
        full.habitat if stream.random() < 0.6 else None,
        full.light if stream.random() < 0.5 else None,
        full.weather if stream.random() < 0.5 else None,
    )


def _generalized(wanted: DescribedPhoto, stream: Random) -> DescribedPhoto:
    if stream.random() < 0.7:
        return wanted
    kind = wanted.subject.rpartition(" ")[2]
    subject = kind if kind in KINDS and stream.random() < 0.5 else group_of(wanted.subject)
    return replace(wanted, subject=subject)


def _freely_worded(wanted: DescribedPhoto, stream: Random) -> str:
    count = wanted.count or 1
    noun = noun_phrase(wanted.subject, count, stream.choice)
    if wanted.view:
        noun = in_view(noun, group_of(wanted.subject), wanted.view, count, stream.choice)
    around = circumstances(wanted, stream.choice)
    stream.shuffle(around)
    return " ".join((noun, *around))


def keywords(stream: Random, held_out: bool = False) -> Query:
    """Name a subject and a few circumstances in any order, without grammar."""
    wanted = _generalized(_part_of(random_spec(stream), stream), stream)
    subject = wanted.subject
    if wanted.count:
        subject = f"{NUMBERS[wanted.count][0]} {plural(subject)}"
    part = _key_part(wanted, stream)
    words = [_last_word(said) for said in circumstances(wanted, canonical)]
    words.append(" ".join((subject, *part)))
    stream.shuffle(words)
    separators = (" / ", "; ") if held_out else (" ", " ", ", ")
    text = stream.choice(separators).join(words)
    return query_for(text, "keywords", wanted)


def _key_part(wanted: DescribedPhoto, stream: Random) -> tuple[str, ...]:
    if wanted.view is None:
        return ()
    parts = PARTS[group_of(wanted.subject)].get(wanted.view)
    return (stream.choice(parts) if parts else wanted.view,)


def _last_word(said: str) -> str:
    return said.rpartition(" ")[2]


def unknown(stream: Random, held_out: bool = False) -> Query:
    """Ask for something outside this world; its rewrite is the query itself."""
    text = outside.query(stream, held_out)
    return Query(text, "outside", (), text)


# ---- mixtures -------------------------------------------------------------------------------

KINDS_OF_QUERIES: dict[str, Maker] = {
    "question": question,
    "comparison": comparison,
    "description": description,
    "keywords": keywords,
    "outside": unknown,
}
# Leaving queries from outside unchanged takes most practice: they have to be copied by letters.
_SHARES = {"question": 18, "comparison": 17, "description": 18, "keywords": 9, "outside": 38}


def random_query(stream: Random) -> Query:
    """Return a query of any kind, worded for training."""
    kind = stream.choices(list(_SHARES), weights=list(_SHARES.values()))[0]
    return KINDS_OF_QUERIES[kind](stream, False)


def is_for_testing(query: Query) -> bool:
    """Return whether this query is kept from training, in any wording."""
    if query.kind in ("question", "comparison"):
        return any(is_held_out_question(asked.subject, asked.view) for asked in query.wanted)
    return any(_is_held_out_scene(asked) for asked in query.wanted)


def _is_held_out_scene(wanted: DescribedPhoto) -> bool:
    if wanted.subject not in SPECIES or not wanted.habitat:
        return False
    view, light = wanted.view or "", wanted.light or ""
    return is_held_out(Spec(wanted.subject, view, 1, wanted.habitat, light, 0))
