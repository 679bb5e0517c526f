"""Suggest names for photos by lists of species and an encoder. Nothing is noted by it."""

from collections.abc import Iterator, Sequence

import numpy as np

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import NamesSuggested, SuggestedName, SuggestNames
from visret_desktop.engine.fieldwork.name_vectors import NameVectors
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.interchange.species.name_lists import ListedName, NameLists
from visret_desktop.interchange.species.name_ranking import possible, ranked, situation_of
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.roles import Role

_STAGE = "names"
_TOLD_EVERY = 512  # names


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


class NoNamesKnown(VisretError):
    """The encoder of the photos tells things apart, not species."""

    code = "no-names-known"
    sentence = (
        "The built-in encoder for photos does not know species. With an encoder that does, names "
        "are suggested: `visret packs list`, or the window of models, shows which there are."
    )
    exit_code = 3


def suggest_names(
    library: Library, request: SuggestNames, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Suggest names for the contents together, or for each; yields `NamesSuggested`, `Finished`.

    The encoder is the second one, which may know nature better, or else the first. What a list
    excludes by place or season is left out.

    Raises:
        NoNameLists, NotLookedAt, NoNamesKnown: there is nothing to compare.
        Cancelled: it was stopped.
    """
    lists = [one for one in NameLists(library.paths.name_lists).all() if one.names]
    if not lists:
        raise NoNameLists
    encoder, vectors = _looked_at(library, request.hashes)
    cache = NameVectors(library.paths.name_vectors)
    for known in lists:
        for done, total in cache.prepare(known, encoder, control.is_cancelled):
            if done == total or done % _TOLD_EVERY == 0:
                yield Progress(request.job, _STAGE, done, total)
    names = [(one, known.title) for known in lists for one in known.names]
    of_names = np.concatenate([cache.get(known, encoder) for known in lists])
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


def _looked_at(library: Library, hashes: Sequence[str]) -> tuple[Encoder, dict[str, Vectors]]:
    """Return an encoder that may know the names, and its vectors of the photos it has seen."""
    able = [side for side in library.sides if _may_know_names(side)]
    for side in able:
        encoder = side.encoders[-1]
        if vectors := library.reader.embeddings.whole(hashes, encoder.name):
            return encoder, vectors
    raise NotLookedAt if len(able) == len(library.sides) else NoNamesKnown


def _may_know_names(side: Library) -> bool:
    has_second = side.second is not None and side.second.is_whole()
    return has_second or side.pack(Role.ENCODER).knows != "things"


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
