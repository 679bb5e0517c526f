"""Suggest names for photos by lists of species and an encoder. Nothing is noted by it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from visret_desktop.aside import IsStopped
from visret_desktop.engine.field_messages import NamesSuggested, SuggestedName, SuggestNames
from visret_desktop.engine.fieldwork.name_vectors import NameVectors
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.fieldwork.species.likeness import possible, ranked, situation_of
from visret_desktop.fieldwork.species.name_lists import ListedName, NameList, NameLists

if TYPE_CHECKING:
    from visret_desktop.models.interfaces import Encoder, Vectors

_STAGE = "names"


class NoNameLists(VisretError):
    """There is nothing to suggest names from."""

    code = "no-name-lists"
    sentence = (
        "There is no list of names to suggest from yet. `visret names import FILE`, or Import names"
        " in the window, adds one."
    )
    exit_code = 3


class NotLookedAt(VisretError):
    """None of the photos has a vector of the encoder."""

    code = "not-looked-at"
    sentence = "The encoder has not looked at these photos yet. Try again once they are indexed."


def suggest_names(
    library: Library, request: SuggestNames, is_stopped: IsStopped
) -> Iterator[Message]:
    """Suggest names for the contents together, or for each; yields `NamesSuggested`, `Finished`.

    The encoder is the second one, which may know nature better, or else the first. What a list
    excludes by place or season is left out.

    Raises:
        NoNameLists, NotLookedAt: there is nothing to compare.
        Cancelled: it was stopped.
    """
    lists = [one for one in NameLists(library.paths.name_lists).all() if one.names]
    if not lists:
        raise NoNameLists
    encoder = library.encoders[-1]
    vectors = library.reader.embeddings.whole(request.hashes, encoder.name)
    if not vectors:
        raise NotLookedAt
    yield from _prepared(library, lists, encoder, is_stopped, request.job)
    names = [(one, known.title) for known in lists for one in known.names]
    of_names = np.concatenate([_vectors(library, known, encoder) for known in lists])
    told = library.reader.placing.situations(vectors)
    groups = [list(vectors)] if request.is_together else [[content] for content in vectors]
    for group in groups:
        situation = situation_of([one for content in group for one in told.get(content, ())])
        allowed = possible([name for name, _ in names], situation)
        photos = np.stack([vectors[content] for content in group])
        found = ranked(photos, of_names, allowed, 4 * request.most)
        yield NamesSuggested(
            request.job,
            tuple(group),
            _told_once(found, names, encoder.name, request.most),
            encoder.name,
            left_out=allowed.count(False),
        )
    yield Finished(request.job)


def _prepared(
    library: Library,
    lists: list[NameList],
    encoder: "Encoder",
    is_stopped: IsStopped,
    job: int,
) -> Iterator[Message]:
    """Make the vectors that are missing, list by list, and say how far it is."""
    for place, known in enumerate(lists, 1):
        yield Progress(job, _STAGE, place - 1, len(lists))
        NameVectors(library.paths.name_vectors).get(known, encoder, is_stopped, lambda *_: None)
    yield Progress(job, _STAGE, len(lists), len(lists))


def _vectors(library: Library, known: NameList, encoder: "Encoder") -> "Vectors":
    vectors = NameVectors(library.paths.name_vectors)
    return vectors.get(known, encoder, lambda: False, lambda *_: None)


def _told_once(
    found: list[tuple[int, float]],
    names: list[tuple[ListedName, str]],
    encoder: str,
    most: int,
) -> tuple[SuggestedName, ...]:
    """Return the best of each name, which may be in several lists."""
    best: dict[str, SuggestedName] = {}
    for row, likeness in found:
        one, title = names[row]
        source = f"suggested by {encoder}, {title}"
        suggested = SuggestedName(one.name, one.common, one.rank, round(likeness, 4), source)
        best.setdefault(one.name.casefold(), suggested)
    return tuple(best.values())[:most]
