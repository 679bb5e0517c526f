"""Ask the reader, or recall what it said before: one question about one picture at a time.

The reader is loaded when it is first needed, so what is known already costs nothing.

Where in a picture an answer may be, for readers that draw no boxes: the encoder's best crop.

Square windows of several sizes are embedded as pictures of their own and compared with the words of
question and answer. It is a guess, and there is none unless a window is clearly nearer to the words
than the whole picture and the other windows are.

It finds parts of an animal better than chance does; a box around the whole animal is worth no more
than the whole picture.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop.engine.caches.answer_cache import boxes_key, reading_key
from visret_desktop.engine.messages import Ask
from visret_desktop.engine.models.loaded_models import load
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import StageClock
from visret_desktop.models.answering.question_kinds import Kind, kind_of
from visret_desktop.models.answering.reader import Proved, proved
from visret_desktop.models.interfaces import Box, Encoder, Reader, Reading, SeenPicture
from visret_desktop.models.pack_settings import ReaderSettings, read_settings
from visret_desktop.paths import Paths, bundled
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.roles import Role

Look = Callable[[int], SeenPicture]  # from the side that the reader wants to the picture


class ReaderSession:
    """The reader for one job, with what it said before. Not thread-safe."""

    def __init__(
        self, library: Library, request: Ask, clock: StageClock, cancelled: IsStopped
    ) -> None:
        """Raises PackMissing or PackDamaged if there is no reader; it is not loaded yet."""
        self._library, self._request, self._clock = library, request, clock
        self._cancelled = cancelled
        self._pack = library.pack(Role.READER)
        self._settings = read_settings(self._pack, ReaderSettings)
        self._prompts = _prompts(library.paths)
        self._cache = library.caches.answers
        self._loaded: Reader | None = None
        self._seconds: dict[str, float] = {}  # of all questions to each photo that was read
        self.name = f"{self._pack.name}-{self._pack.digest}"
        self.calls = 0
        self.from_cache = 0

    @property
    def reader(self) -> Reader:
        """The reader, loaded on first use.

        Raises:
            Cancelled: nobody waits any more.
            PackDamaged, OutOfMemory, DeviceMissing: it cannot be used.
        """
        if self._loaded is None:
            with self._clock.loading():
                model = self._library.models
                self._loaded = load(lambda: model.get(Role.READER), self._cancelled)
        return self._loaded

    @property
    def most_together(self) -> int:
        """How many pictures one question may be about; 1 where the reader did not pass that."""
        passed = self._proved if self._settings.most_pictures > 1 else None
        return self._settings.most_pictures if passed and passed.reads_together else 1

    @property
    def _proved(self) -> Proved | None:
        """What the reader passed when it was tried; None: that was before it changed."""
        if (reader := self._loaded) is None:
            return proved(self._pack, self._settings, self._library.paths)
        return Proved(reader.sure_of, reader.reads_together)

    def expected_seconds(self, photos: int) -> float:
        """Return how long it takes to read so many photos; negative while unknown."""
        if not photos:
            return 0.0
        each = self._library.caches.reading_times.seconds_each(self.name)
        return -1.0 if each is None else round(photos * each, 3)

    def unproved(self, question: str) -> Kind | Literal["", "untried"]:
        """Return the kind of a question that the reader did not pass when it was tried, or "".

        An answer that was kept may be older than the last trial that counts: "untried".
        """
        kind, passed = kind_of(question), self._proved
        if passed is None:
            return "untried"
        return "" if kind in passed.sure_of else kind

    def learn(self) -> None:
        """Take note of how long a photo took."""
        if self._seconds:
            mean = sum(self._seconds.values()) / len(self._seconds)
            self._library.caches.reading_times.learn(self.name, mean)

    # ---- readings ---------------------------------------------------------------------------

    def recalled(self, question: str, pictures: Sequence[str]) -> Reading | None:
        """Return what was said before of the pictures with these keys, unless it is not wanted."""
        if self._request.afresh:
            return None
        reading = self._cache.reading(self._key(question, pictures))
        self.from_cache += reading is not None
        return reading

    def knows(self, question: str, picture: str) -> bool:
        """Tell whether a picture need not be read again."""
        if self._request.afresh:
            return False
        return self._cache.reading(self._key(question, [picture])) is not None

    def read(self, question: str, looks: Sequence[Look], hashes: Sequence[str]) -> Reading:
        """Ask about pictures, none of them: from memory; keep what is said, unless it failed.

        Raises:
            PhotoUnreadable: a picture cannot be read now.
            Cancelled: nobody waits any more; at most one picture or written word later.
            OutOfMemory, PackDamaged, DeviceMissing: the reader cannot be used.
        """
        reader = self.reader
        with self._clock.stage("decode"):
            pictures = [look(reader.side) for look in looks]
        since = time.perf_counter()
        with self._clock.stage("read"):
            reading = reader.read(question, pictures, self._request.style, self._cancelled)
        self.calls += 1
        if len(pictures) == 1:
            earlier = self._seconds.get(pictures[0].key, 0.0)
            self._seconds[pictures[0].key] = earlier + time.perf_counter() - since
        if reading.is_final:
            key = self._key(question, [picture.key for picture in pictures])
            self._cache.keep_reading(key, reading, hashes)
        return reading

    def forget(self) -> None:
        """Let the reader forget the pictures that it remembers."""
        if self._loaded is not None:
            self._loaded.forget()

    def _key(self, question: str, pictures: Sequence[str]) -> str:
        style = self._request.style
        return reading_key(self._pack, self._prompts, style, question, pictures)

    # ---- boxes ------------------------------------------------------------------------------

    def boxes(
        self, question: str, answer: str, picture: str, look: Look, hashes: Sequence[str]
    ) -> tuple[tuple[Box, ...], bool]:
        """Return where a picture shows an answer, and whether only the encoder says so.

        Nothing is loaded for what is known. Raises as `read`, and PackMissing without an encoder.
        """
        key = partial(boxes_key, self._pack, self._prompts, question, answer, picture)
        if self._settings.box_format:
            known = self._known_boxes(key())
            if known is not None:
                return known, False
        by_encoder = key(self._encoder_name())
        known = self._known_boxes(by_encoder)
        if known is not None:
            return known, True
        if self._settings.box_format and self.reader.draws_boxes:
            drawn = self._drawn(question, answer, look)
            if drawn is not None:
                self._cache.keep_boxes(key(), drawn, hashes)
            return drawn or (), False
        nearest = self._nearest(f"{question} {answer}", look)
        self._cache.keep_boxes(by_encoder, nearest, hashes)
        return nearest, True

    def _known_boxes(self, key: str) -> tuple[Box, ...] | None:
        return None if self._request.afresh else self._cache.boxes(key)

    def _drawn(self, question: str, answer: str, look: Look) -> tuple[Box, ...] | None:
        """Return the boxes that the reader draws; None: it failed."""
        seen = look(self._settings.side)
        self.calls += 1
        with self._clock.stage("locate"):
            return self.reader.regions(question, answer, seen, self._cancelled)

    def _nearest(self, words: str, look: Look) -> tuple[Box, ...]:
        """Return the part of a picture that the encoder finds nearest to words, or none."""
        seen = look(self._settings.side)
        with self._clock.loading():
            encoder = self._library.encoder
        with self._clock.stage("locate"):
            box = nearest_part(encoder, words, seen.pixels)
        return () if box is None else (box,)

    def _encoder_name(self) -> str:
        if self._library.first.is_changing():
            return self._library.encoder.name
        pack = self._library.pack(Role.ENCODER)
        return f"{pack.name}-{pack.digest}"


def _prompts(paths: Paths) -> str:
    """Return what names the texts that readers are told: ours, and a person's own ones."""
    digest = hashlib.sha256()
    for folder in (bundled("prompts"), paths.config / "prompts"):
        for file in sorted(folder.glob("reader-*.txt")):
            digest.update(file.name.encode() + _content(file))
    return digest.hexdigest()[:16]


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""


_SIDES = (0.75, 0.5, 0.35)  # of the shorter side
_STEP = 0.5  # of a window
_MOST_ASPECT = 4.0  # of a longer picture only the middle is looked at
_AT_ONCE = 16
_CLEARLY = 1.5  # standard deviations above the mean of all windows


def nearest_part(encoder: Encoder, words: str, pixels: npt.NDArray[np.uint8]) -> Box | None:
    """Return the box of the part nearest to the words; None: no part is clearly nearer.

    `pixels` are (height, width, 3).
    """
    image = Image.fromarray(pixels)
    windows = [(0, 0, *image.size), *_windows(*image.size)]
    vectors = []
    for start in range(0, len(windows), _AT_ONCE):
        crops = [encoder.preprocess(image.crop(box)) for box in windows[start : start + _AT_ONCE]]
        vectors.append(encoder.embed_images(np.stack(crops)))
    scores = np.concatenate(vectors) @ encoder.embed_texts([words])[0]
    parts = scores[1:]
    if not len(parts):
        return None
    best = int(parts.argmax())
    threshold = float(parts.mean() + _CLEARLY * parts.std())
    if parts[best] <= max(float(scores[0]), threshold):
        return None
    left, top, right, bottom = windows[1 + best]
    width, height = image.size
    return left / width, top / height, right / width, bottom / height


def _windows(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    shorter = min(width, height)
    spans = [min(length, round(_MOST_ASPECT * shorter)) for length in (width, height)]
    begins = [(length - span) // 2 for length, span in zip((width, height), spans, strict=True)]
    for share in _SIDES:
        side = max(1, round(share * shorter))
        for top in _starts(begins[1], spans[1], side):
            for left in _starts(begins[0], spans[0], side):
                yield left, top, left + side, top + side


def _starts(begin: int, span: int, side: int) -> list[int]:
    """Return where windows start so that they cover a span, evenly."""
    count = max(1, int(np.ceil((span - side) / (side * _STEP))) + 1)
    return [begin + int(at) for at in np.linspace(0, span - side, count).round()]
