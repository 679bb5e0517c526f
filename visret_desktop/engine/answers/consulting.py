"""Ask the reader, or recall what it said before: one question about one picture at a time.

The reader is loaded when it is first needed, so what is known already costs nothing.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from visret_desktop.aside import IsStopped
from visret_desktop.assets import bundled
from visret_desktop.engine.answers.answer_cache import boxes_key, reading_key
from visret_desktop.engine.answers.nearest_part import nearest_part
from visret_desktop.engine.messages import Ask
from visret_desktop.engine.models.loading import load
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.clock import StageClock
from visret_desktop.errors import DeviceMissing, OutOfMemory, PackDamaged, PackMissing
from visret_desktop.models.interfaces import Box, Reader, Reading, SeenPicture
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.reader_settings import ReaderSettings
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

_log = logging.getLogger(__name__)
Look = Callable[[int], SeenPicture]  # from the side that the reader wants to the picture


class Consultant:
    """The reader for one job, with what it said before. Not thread-safe."""

    def __init__(
        self, library: Library, request: Ask, clock: StageClock, cancelled: IsStopped
    ) -> None:
        """Raises PackMissing or PackDamaged if there is no reader; it is not loaded yet."""
        self._library, self._request, self._clock = library, request, clock
        self._cancelled = cancelled
        self._pack = library.pack(Role.READER)
        self._prompts = _prompts(library.paths)
        self._cache = library.memory.answers
        self._loaded: Reader | None = None
        self._seconds: list[float] = []  # of each photo that was read
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
    def most_pictures(self) -> int:
        """How many pictures one question may be about."""
        return read_settings(self._pack, ReaderSettings).most_pictures

    def expected_seconds(self, photos: int) -> float:
        """Return how long it takes to read so many photos; negative while unknown."""
        if not photos:
            return 0.0
        each = self._library.memory.reading_times.seconds_each(self.name)
        return -1.0 if each is None else round(photos * each, 3)

    def learn(self) -> None:
        """Take note of how long a photo took."""
        if self._seconds:
            mean = sum(self._seconds) / len(self._seconds)
            self._library.memory.reading_times.learn(self.name, mean)

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
        """Ask about pictures, none of them: from memory; keep what is said.

        Raises:
            PhotoUnreadable: a picture cannot be read now.
            Cancelled: nobody waits any more; at most one written word later.
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
            self._seconds.append(time.perf_counter() - since)
        key = self._key(question, [picture.key for picture in pictures])
        self._cache.keep_reading(key, reading, hashes)
        return reading

    def _key(self, question: str, pictures: Sequence[str]) -> str:
        style = self._request.style
        return reading_key(self._pack, self._prompts, style, question, pictures)

    # ---- boxes ------------------------------------------------------------------------------

    def boxes(
        self, question: str, answer: str, picture: str, look: Look, hashes: Sequence[str]
    ) -> tuple[tuple[Box, ...], bool]:
        """Return where a picture shows an answer, and whether only the encoder says so.

        Raises as `read`.
        """
        by_reader = boxes_key(f"{self.name} {self._prompts}", question, answer, picture)
        known = None if self._request.afresh else self._cache.boxes(by_reader)
        if known is not None:
            return known, False
        if not self.reader.draws_boxes:
            return self._by_encoder(question, answer, picture, look, hashes), True
        seen = look(self.reader.side)
        with self._clock.stage("locate"):
            found = self.reader.regions(question, answer, seen, self._cancelled)
        self.calls += 1
        self._cache.keep_boxes(by_reader, found, hashes)
        return found, False

    def _by_encoder(
        self, question: str, answer: str, picture: str, look: Look, hashes: Sequence[str]
    ) -> tuple[Box, ...]:
        """Return the part of a picture that the encoder finds nearest to the answer, or none."""
        try:
            with self._clock.loading():
                encoder = self._library.encoder
            key = boxes_key(encoder.name, question, answer, picture)
            found = None if self._request.afresh else self._cache.boxes(key)
            if found is None:
                seen = look(self.reader.side)
                with self._clock.stage("locate"):
                    box = nearest_part(encoder, f"{question} {answer}", seen.pixels)
                found = () if box is None else (box,)
                self._cache.keep_boxes(key, found, hashes)
        except (PackMissing, PackDamaged, OutOfMemory, DeviceMissing) as error:
            _log.info("no approximate boxes: %s", error)
            return ()
        return found


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
