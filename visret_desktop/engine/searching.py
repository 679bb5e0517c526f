"""From a query to a ranking, top to bottom.

    terms → vectors (words through the text tower, pictures through the image tower) → one query
    vector → the vector index → photos, online copies first → hits with ranks and bands

The plain text ranking is the paper's baseline, "original". Rewriting and visualizing will put more
rankings beside it; each `Ranked` event replaces the one before.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from visret_desktop.engine.messages import (
    Finished,
    Hit,
    Message,
    QueryTerm,
    Ranked,
    Search,
)
from visret_desktop.engine.parts import IsCancelled, OpenLibrary, absolute
from visret_desktop.errors import Cancelled, PackMissing, PhotoUnreadable, UsageError
from visret_desktop.library import imaging
from visret_desktop.library.records import PhotoRow
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval import cutoff
from visret_desktop.retrieval.query import combine

Labels = npt.NDArray[np.int64]
STRATEGIES = ("original", "rephrase", "visret", "visret-single", "hybrid")
HASH_PREFIX = "hash:"


@dataclass
class _Clock:
    """Seconds per stage."""

    timings: dict[str, float] = field(default_factory=dict)
    since: float = field(default_factory=time.perf_counter)

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.timings[stage] = round(now - self.since, 5)
        self.since = now


def search(library: OpenLibrary, request: Search, cancelled: IsCancelled) -> Iterator[Message]:
    """Answer `request` with `Ranked` events and a `Finished`.

    Raises:
        UsageError: an empty query, an unknown strategy or an unreadable example picture.
        PackMissing: no encoder, or the strategy needs a model that is not installed.
        Cancelled: `cancelled()` turned true.
    """
    _check(request)
    clock = _Clock()
    encoder = library.encoder
    vector = _query_vector(library, request.terms)
    clock.lap("encode")
    if cancelled():
        raise Cancelled
    index = library.index()
    clock.lap("open index")
    allowed = _allowed_labels(library, request)
    labels, similarities = index.query(vector, request.top_k, allowed)
    mean, deviation = index.statistics(vector)
    clock.lap("retrieve")
    hashes = library.reader.hashes_of_labels([int(label) for label in labels])
    rows = library.reader.rows_by_hash(list(hashes.values()), request.folder_ids)
    ranked = [
        (rows[hashes[int(label)]], float(similarity))
        for label, similarity in zip(labels, similarities, strict=True)
        if rows.get(hashes.get(int(label), ""))
    ]
    scores = [score for _, score in ranked]
    bands = cutoff.bands(scores, mean, deviation)
    name = _list_name(request.terms)
    hits = tuple(
        _hit(rank, copies, score, band, name)
        for rank, ((copies, score), band) in enumerate(zip(ranked, bands, strict=True), start=1)
    )
    clock.lap("describe")
    answered = cutoff.answered(bands)
    yield Ranked(request.job, hits, answered, clock.timings)
    yield Finished(request.job, {"encoder": encoder.name, "hits": len(hits)})


def _check(request: Search) -> None:
    if request.strategy not in STRATEGIES:
        names = ", ".join(STRATEGIES)
        reason = f"There is no strategy {request.strategy!r}. Choose one of {names}."
        raise UsageError(reason=reason)
    if request.strategy != "original":
        raise PackMissing(name="rewriter and visualizer")
    if not any(term.text.strip() or term.image for term in request.terms):
        raise UsageError(reason="The query is empty. Type what the photo shows.")


def _query_vector(library: OpenLibrary, terms: Sequence[QueryTerm]) -> Vectors:
    texts = [term.text for term in terms if not term.image]
    words = iter(library.encoder.embed_texts(texts)) if texts else iter(())
    vectors = [_image_vector(library, term.image) if term.image else next(words) for term in terms]
    return combine(np.stack(vectors), [term.weight for term in terms])


def _image_vector(library: OpenLibrary, image: str) -> Vectors:
    """Embed an example picture; a photo of the library has its vector already, even offline."""
    encoder = library.encoder
    if image.startswith(HASH_PREFIX):
        stored = library.reader.embedding(image.removeprefix(HASH_PREFIX), encoder.name)
        if stored is None:
            raise UsageError(reason="This photo is not in the library any more.")
        return stored
    path = absolute(image)
    known = library.reader.embedding_of_path(path, encoder.name)
    if known is not None:
        return known
    try:
        decoded = imaging.decode_file(
            path,
            minimum_side=encoder.input_pixels,
            max_megapixels=library.settings.max_megapixels,
        )
    except (PhotoUnreadable, OSError) as error:
        raise UsageError(reason=f"Cannot search by {path}: {error}") from error
    vectors = encoder.embed_images(encoder.preprocess(decoded.image)[np.newaxis])
    first: Vectors = vectors[0]
    return first


def _allowed_labels(library: OpenLibrary, request: Search) -> Labels | None:
    """Return the labels that the request admits; None: all."""
    if not request.folder_ids and not request.exclude_hashes:
        return None
    name = library.encoder.name
    labels = library.reader.labels_in_folders(request.folder_ids, name)
    excluded = library.reader.labels_of_hashes(request.exclude_hashes, name).values()
    return np.setdiff1d(np.asarray(labels, np.int64), np.asarray(list(excluded), np.int64))


def _list_name(terms: Sequence[QueryTerm]) -> str:
    """Return how a hit names the list that it stands in."""
    if all(term.image for term in terms):
        return "photo"
    return "text and photo" if any(term.image for term in terms) else "text"


def _hit(rank: int, copies: Sequence[PhotoRow], score: float, band: str, name: str) -> Hit:
    first = copies[0]
    return Hit(
        rank=rank,
        photo_id=first.photo_id,
        content_hash=first.content_hash,
        path=first.path,
        name=first.name,
        taken_at=first.taken_at,
        width=first.width,
        height=first.height,
        online=first.online,
        score=round(score, 5),
        ranks={name: rank},
        band=band,
        copies=tuple(copy.path for copy in copies[1:]),
    )
