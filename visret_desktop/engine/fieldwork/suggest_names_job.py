"""Suggest names for photos by lists of species and an encoder. Nothing is noted by it."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from visret_desktop import file_changes
from visret_desktop.engine.caches.small_files import write_bytes
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import NamesSuggested, SuggestedName, SuggestNames
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.interchange.species.name_lists import ListedName, NameList, NameLists
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.paths import bundled
from visret_desktop.processes.interruptible import IsStopped
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
    situations = library.reader.placing.situations(vectors)
    groups = [list(vectors)] if request.is_together else [[content] for content in vectors]
    for group in groups:
        situation = situation_of([one for content in group for one in situations.get(content, ())])
        allowed = possible([name for name, _ in names], situation)
        photos = np.stack([vectors[content] for content in group])
        found = ranked(photos, of_names, allowed, 4 * request.most)
        yield NamesSuggested(
            request.job,
            tuple(group),
            _each_name_once(found, names, encoder.name, request.most),
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


def _each_name_once(
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


_AT_ONCE = 32  # names; between them it can be stopped
_KEPT_EVERY = 1024  # names, so that little is lost when it is stopped


@cache
def templates() -> tuple[str, ...]:
    """Return the phrases of `resources/prompts/species.txt`."""
    lines = bundled("prompts/species.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line and not line.startswith("#"))


class NameVectors:
    """The vectors of lists, a file for each list and encoder below `directory`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._made: dict[Path, Vectors] = {}

    def prepare(
        self, known: NameList, encoder: Encoder, is_stopped: IsStopped
    ) -> Iterator[tuple[int, int]]:
        """Make what is missing; yields how many names are done, of how many.

        Raises:
            Cancelled: it was stopped; what was made is kept.
        """
        path, total = self._path(known, encoder.name), len(known.names)
        vectors = _read(path, encoder.dimension)[:total]
        kept = len(vectors)
        while len(vectors) < total:
            is_over = is_stopped()
            if len(vectors) - kept >= _KEPT_EVERY or (is_over and len(vectors) > kept):
                self._write(path, known, vectors)
                kept = len(vectors)
            if is_over:
                raise Cancelled
            part = known.names[len(vectors) : len(vectors) + _AT_ONCE]
            made = vectors_of([prompts_of(name, templates()) for name in part], encoder)
            vectors = np.concatenate((vectors, made))
            yield len(vectors), total
        if len(vectors) > kept:
            self._write(path, known, vectors)
        self._made[path] = vectors

    def get(self, known: NameList, encoder: Encoder) -> Vectors:
        """Return float32 (names, d) of unit length; what is missing is made first."""
        path = self._path(known, encoder.name)
        if path not in self._made:
            list(self.prepare(known, encoder, lambda: False))
        return self._made[path]

    def drop(self, title: str) -> None:
        """Forget the vectors of a list."""
        for path in self._directory.glob(f"*/{title}-*.npy"):
            file_changes.remove(path)

    def _path(self, known: NameList, encoder: str) -> Path:
        phrases = [*templates(), *(f"{one.name}\0{one.common}" for one in known.names)]
        digest = hashlib.sha256("\n".join(phrases).encode()).hexdigest()[:12]
        return self._directory / encoder / f"{known.title}-{digest}.npy"

    def _write(self, path: Path, known: NameList, vectors: Vectors) -> None:
        file = io.BytesIO()
        np.save(file, vectors, allow_pickle=False)
        for old in path.parent.glob(f"{known.title}-*.npy"):
            if old != path and len(old.stem) == len(path.stem):  # of what the list was before
                file_changes.remove(old)
        write_bytes(path, file.getvalue())


def vectors_of(phrases: Sequence[Sequence[str]], encoder: Encoder) -> Vectors:
    """Return the mean of each name's phrases as a vector of unit length."""
    every = list(dict.fromkeys(phrase for of_name in phrases for phrase in of_name))
    vectors = dict(zip(every, encoder.embed_texts(every), strict=True))
    means = np.stack([np.mean([vectors[one] for one in of_name], axis=0) for of_name in phrases])
    lengths = np.linalg.norm(means, axis=1, keepdims=True)
    unit: Vectors = (means / np.maximum(lengths, 1e-12)).astype(np.float32)
    return unit


def _read(path: Path, dimension: int) -> Vectors:
    try:
        with path.open("rb") as file:
            vectors: Vectors = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return np.empty((0, dimension), np.float32)
    fits = vectors.dtype == np.float32 and vectors.ndim == 2 and vectors.shape[1] == dimension
    return vectors if fits and np.isfinite(vectors).all() else np.empty((0, dimension), np.float32)


@dataclass(frozen=True)
class Situation:
    """Where and when photos were taken, as far as all of them say the same."""

    country: str = ""
    region: str = ""
    month: int = 0


def ranked(
    photos: Vectors, names: Vectors, possible: Sequence[bool], most: int
) -> list[tuple[int, float]]:
    """Return the names that photos (n, d) are most like, with their likeness, the best first.

    Several photos are one question: their mean is compared. `names` is (m, d), all of unit length.
    """
    mean = photos.mean(axis=0)
    mean /= max(float(np.linalg.norm(mean)), 1e-12)
    scores = names @ mean
    rows = np.flatnonzero(np.asarray(possible, np.bool_))
    order = rows[np.argsort(-scores[rows], kind="stable")][:most]
    return [(int(row), float(scores[row])) for row in order]


def possible(names: Sequence[ListedName], situation: Situation) -> list[bool]:
    """Tell of each name whether its list allows it where and when the photos were taken."""
    where = (situation.country, situation.region, situation.month)
    return [name.occurs(*where) for name in names]


def situation_of(places: Sequence[tuple[str, str, int]]) -> Situation:
    """Return the country, region and month that photos share; what differs is not known."""
    if not places:
        return Situation()
    countries, regions = {one[0] for one in places}, {one[1] for one in places}
    months = {one[2] for one in places}
    return Situation(
        countries.pop() if len(countries) == 1 else "",
        regions.pop() if len(regions) == 1 else "",
        months.pop() if len(months) == 1 else 0,
    )


def prompts_of(name: ListedName, templates: Sequence[str]) -> list[str]:
    """Return the phrases that stand for a name; those about a common name need one."""
    values = {"name": name.name, "common": name.common or name.name}
    return [
        template.replace("{name}", values["name"]).replace("{common}", values["common"])
        for template in templates
    ]
