"""From what was asked to vectors: words through the text tower, pictures through the image tower.

A query is words and what goes with them: example pictures and terms to stay away from. The words
are what gets rewritten and drawn; the rest goes with every vector that stands in for them, so that
a photo that was excluded by a minus sign stays away from the sketches' lists, too.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL.Image import Image

from visret_desktop.decoding.decoders import FOR_PEOPLE
from visret_desktop.decoding.messages import Order, ReadFile
from visret_desktop.decoding.views import view_for
from visret_desktop.engine.caches.search_caches import Words
from visret_desktop.engine.messages import HASH_PREFIX, QueryTerm
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import PhotoUnreadable, UsageError
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.paths import absolute
from visret_desktop.retrieval.query import combine, refuse_too_much
from visret_desktop.sentences import sentence


@dataclass(frozen=True)
class SplitQuery:
    """A query taken apart."""

    words: str  # all that is wanted and said in words; "" if nothing is
    weight: float  # of the words
    others: tuple[QueryTerm, ...]  # example pictures, and words to stay away from
    quoted: tuple[str, ...] = ()  # the parts of the words that were typed in quotation marks

    @classmethod
    def of(cls, terms: Sequence[QueryTerm]) -> "SplitQuery":
        """Take the terms of a query apart.

        Raises:
            UsageError: they are too many, or too long.
        """
        refuse_too_much([term.text for term in terms])
        words = [term for term in terms if _is_wanted(term)]
        others = tuple(term for term in terms if not _is_wanted(term))
        text = ", ".join(term.text.strip() for term in words)
        quoted = tuple(term.text.strip() for term in words if term.is_quoted)
        return cls(text, sum(term.weight for term in words), others, quoted)

    @property
    def excluded(self) -> tuple[str, ...]:
        """The words of excluded terms."""
        return tuple(term.text.strip() for term in self.others if not term.image)


@dataclass(frozen=True)
class QueryParts:
    """What a query wants and what it does not; vectors are float32 (d,) of one encoder."""

    words: Words | None  # all that is wanted and said in words
    texts: tuple[str, ...]  # of these words, each term's
    pictures: tuple[Vectors, ...]  # examples of what is wanted
    excluded: tuple[Vectors, ...]  # the words of excluded terms


def _is_wanted(term: QueryTerm) -> bool:
    return not term.image and term.weight > 0 and bool(term.text.strip())


class QueryVectors:
    """Vectors by one encoder, remembered. For one search; not thread-safe."""

    def __init__(self, library: Library, clock: StageClock, encoder: Encoder) -> None:
        self._library = library
        self.encoder = encoder
        self._memory, self._times = library.caches.vectors, library.caches.text_times
        self._clock = clock

    def of_terms(self, terms: Sequence[QueryTerm]) -> Vectors:
        """Return the vector (d,) of a query as it is.

        Raises:
            UsageError: an example picture cannot be used, or the terms cancel each other out.
        """
        return combine(np.stack(self._of_each(terms)), [term.weight for term in terms])

    def taken_apart(self, terms: Sequence[QueryTerm]) -> QueryParts:
        """Return the parts of a query.

        Raises:
            UsageError: an example picture cannot be used.
        """
        each = list(zip(terms, self._of_each(terms), strict=True))
        words = [(term, vector) for term, vector in each if _is_wanted(term)]
        text = words[0][0].text.strip() if len(words) == 1 else ""
        return QueryParts(
            Words(text, combine(np.stack([v for _, v in words]), [t.weight for t, _ in words]))
            if words
            else None,
            tuple(term.text for term, _ in words),
            tuple(vector for term, vector in each if term.image and term.weight > 0),
            tuple(vector for term, vector in each if not term.image and term.weight < 0),
        )

    def standing_in(self, split_query: SplitQuery, vector: Vectors) -> Vectors:
        """Return the vector (d,) of a query in which `vector` takes the place of the words."""
        others = split_query.others
        if not others:
            return vector
        weights = [split_query.weight or 1.0, *(term.weight for term in others)]
        return combine(np.stack([vector, *self._of_each(others)]), weights)

    def _of_each(self, terms: Sequence[QueryTerm]) -> list[Vectors]:
        words = iter(self.of_words([term.text for term in terms if not term.image]))
        return [self.of_image(term.image) if term.image else next(words) for term in terms]

    def of_words(self, texts: Sequence[str]) -> list[Vectors]:
        """Return a vector (d,) for each text; the model is asked at most once."""
        known = {text: self._memory.get(self._key("text", text)) for text in dict.fromkeys(texts)}
        fresh = [text for text, vector in known.items() if vector is None]
        if fresh:
            with self._clock.stage("encode"):
                begun = time.perf_counter()
                made = self.encoder.embed_texts(fresh)
            if len(fresh) == 1:  # several say nothing of one
                self._times.note(self.encoder.name, time.perf_counter() - begun)
            for text, vector in zip(fresh, made, strict=True):
                known[text] = self._memory.put(self._key("text", text), vector)
        return [vector for text in texts if (vector := known[text]) is not None]

    def of_image(self, image: str) -> Vectors:
        """Return the vector (d,) of an example: a path, or 'hash:…' for a photo of the library.

        A photo of the library has its vector already, even offline.

        Raises:
            UsageError: it is not there or cannot be read.
        """
        reader, name = self._library.reader, self.encoder.name
        if image.startswith(HASH_PREFIX):
            content_hash = image.removeprefix(HASH_PREFIX)
            stored = reader.embeddings.of(content_hash, name) if content_hash.isascii() else None
            if stored is None:
                raise UsageError(reason=sentence("This photo is not in the library any more."))
            return stored
        path = absolute(image)
        known = reader.content_of_path(path)
        stored = None if known is None else reader.embeddings.of(known, name)
        return self._of_file(path) if stored is None else stored

    def _of_file(self, path: Path) -> Vectors:
        settings, preprocess = self._library.settings, self.encoder.preprocess
        order = Order(
            str(path),
            max_megapixels=settings.max_megapixels,
            views=(view_for(preprocess),),
            seconds=settings.decode_seconds,
        )
        known: Vectors | None = None

        def unless_known(read: ReadFile) -> Sequence[int] | None:
            nonlocal known
            known = self._memory.get(self._key("file", read.content_hash))
            return (0,) if known is None else None

        try:
            decoded = FOR_PEOPLE.decode(order, unless_known)
        except PhotoUnreadable as error:
            raise UsageError(
                reason=sentence("Cannot search by {path}: {error}", path=path, error=error)
            ) from error
        if known is not None:
            return known
        (square,) = decoded.pictures
        vector = self._of_pixels(preprocess.normalize(square.rgb))
        return self._memory.put(self._key("file", decoded.read.content_hash), vector)

    def of_picture(self, picture: Image) -> Vectors:
        """Return the vector (d,) of an RGB picture, prepared as photos are."""
        return self._of_pixels(self.encoder.preprocess(picture))

    def _of_pixels(self, pixels: Pixels) -> Vectors:
        with self._clock.stage("embed"):
            vector: Vectors = self.encoder.embed_images(pixels[np.newaxis])[0]
        return vector

    def _key(self, *parts: str | int) -> tuple[str | int, ...]:
        return (self.encoder.name, *parts)
