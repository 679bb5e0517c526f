"""Get the vectors of a plan's sketches: own pictures, sketches drawn before, the visualizer.

Drawing runs on a thread of its own: the visualizer reports each step through a callback and returns
only at the end. So steps can be shown, and photos ranked by the words and by each finished picture,
while the next picture is being drawn.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PIL.Image import Image

from visret_desktop.engine.caches.search_caches import LearnedTimes
from visret_desktop.engine.caches.sketch_cache import sketch_key
from visret_desktop.engine.messages import (
    HASH_PREFIX,
    Preparing,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.engine.models.loaded_models import load
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.query_vectors import QueryVectors
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import Cancelled
from visret_desktop.models.interfaces import Encoder, SketchOrder, SketchStep, Vectors, Visualizer
from visret_desktop.paths import absolute
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.processes.limited_run import Watch
from visret_desktop.roles import Role

_SECONDS_BETWEEN_PREVIEWS = 0.1


@dataclass(frozen=True)
class Landed:
    """A sketch that can be searched by: a float32 (d,) vector by each encoder, and its event."""

    sketch: Sketch
    vectors: tuple[Vectors, ...]
    message: SketchReady


@dataclass(frozen=True)
class _Prepared:
    """How much is done of what goes before the first loading."""

    done: int
    total: int


@dataclass(frozen=True)
class _Loaded:
    visualizer: Visualizer
    seconds: float
    until: float  # when it was done, by `time.perf_counter()`


@dataclass(frozen=True)
class _Drawn:
    number: int
    picture: Image
    seconds: float
    until: float


_Event = _Prepared | _Loaded | SketchStep | _Drawn


class Sketcher:
    """Gets sketches for one search. Not thread-safe."""

    def __init__(self, library: Library, job: int, clock: StageClock) -> None:
        self._library = library
        self._job = job
        self._clock = clock
        self._cache = library.caches.sketches
        self._last_preview = 0.0
        self.made = 0
        self.from_cache = 0

    # ---- what is there ----------------------------------------------------------------------

    def at_hand(
        self, sketches: Sequence[Sketch], vectors: Sequence[QueryVectors]
    ) -> dict[str, Landed]:
        """Return by name the sketches that need no drawing for any of the encoders.

        Raises:
            UsageError: a person's own picture cannot be used.
        """
        recalled = {sketch.name: self._recall(sketch, vectors) for sketch in sketches}
        return {name: landed for name, landed in recalled.items() if landed}

    def _recall(self, sketch: Sketch, vectors: Sequence[QueryVectors]) -> Landed | None:
        if sketch.image:
            own = tuple(one.of_image(sketch.image) for one in vectors)
            return self._landed(sketch, own, self._path_of_own(sketch.image))
        key = self._key(sketch)
        known = [self._recall_vector(key, one.encoder) for one in vectors]
        there = tuple(vector for vector in known if vector is not None)
        if len(there) < len(known):
            return None
        return self._landed(sketch, there, str(self._cache.path(key)), is_cached=True)

    def _recall_vector(self, key: str, encoder: Encoder) -> Vectors | None:
        memory = self._library.caches.vectors
        is_there = self._cache.path(key).exists()
        known = memory.get((encoder.name, "sketch", key)) if is_there else None
        if known is None:
            known = self._cache.vector(key, encoder)
            if known is not None:
                memory.put((encoder.name, "sketch", key), known)
        return known

    def _key(self, sketch: Sketch) -> str:
        return sketch_key(self._library.pack(Role.VISUALIZER), sketch.instruction, sketch.seed)

    def _path_of_own(self, image: str) -> str:
        if not image.startswith(HASH_PREFIX):
            return str(absolute(image))
        rows = self._library.reader.rows_by_hash([image.removeprefix(HASH_PREFIX)])
        return next((row.path for copies in rows.values() for row in copies), "")

    def _landed(
        self,
        sketch: Sketch,
        vectors: tuple[Vectors, ...],
        path: str,
        seconds: float = 0.0,
        is_cached: bool = False,
    ) -> Landed:
        message = SketchReady(
            self._job, sketch.name, path, sketch.seed, sketch.instruction, seconds, is_cached
        )
        return Landed(sketch, vectors, message)

    # ---- what has to be drawn ---------------------------------------------------------------

    def expected_seconds(self, sketches: Sequence[Sketch]) -> float:
        """Return how long it takes to have all these sketches; negative while unknown."""
        fresh = [sketch for sketch in sketches if not sketch.image]
        count = sum(not self._cache.path(self._key(sketch)).exists() for sketch in fresh)
        if not count:
            return 0.0
        pack = self._library.pack(Role.VISUALIZER)
        each = self._library.caches.times.seconds_each(f"{pack.name}-{pack.digest}")
        steps = pack.settings.get("steps")
        if each is None or not isinstance(steps, int):
            return -1.0
        return round(count * steps * each, 3)

    @contextmanager
    def drawing(
        self, sketches: Sequence[Sketch], vectors: Sequence[QueryVectors], cancelled: IsStopped
    ) -> Iterator["DrawingSession"]:
        """Draw those of these sketches that are ordered; leaving the block stops after the step."""
        library = self._library
        thread = _DrawingThread(partial(_prepare, library), lambda: library.visualizer, cancelled)
        try:
            yield DrawingSession(self, thread, sketches, vectors)
        finally:
            thread.close()
            self._cache.drop_previews({self._key(sketch) for sketch in sketches})
            if self.made:
                self._cache.prune()

    def follow(
        self,
        drawn: Iterator["_Event"],
        sketches: Sequence[Sketch],
        vectors: Sequence[QueryVectors],
    ) -> Iterator[Preparing | SketchProgress | Landed]:
        """Yield what becomes of `sketches` while they are drawn."""
        for event in drawn:
            if isinstance(event, _Prepared):
                title = self._library.pack(Role.VISUALIZER).title
                yield Preparing(self._job, title, event.done, event.total)
            elif isinstance(event, _Loaded):
                self._clock.loaded(event.seconds, event.until)
                visualizer = event.visualizer
                progress = _Progress(len(sketches), visualizer, self._library.caches.times)
            elif isinstance(event, SketchStep):
                yield self._progress(sketches[event.number], event, progress)
            else:
                progress.learn(event.seconds)
                yield self._finish(sketches[event.number], event, vectors, visualizer.name)

    def _progress(self, sketch: Sketch, step: SketchStep, progress: "_Progress") -> SketchProgress:
        preview = ""
        now = time.monotonic()
        if step.preview is not None and now - self._last_preview >= _SECONDS_BETWEEN_PREVIEWS:
            self._last_preview = now
            preview = self._cache.write_preview(self._key(sketch), step.step, step.preview)
        seconds_left = progress.seconds_left(step)
        return SketchProgress(self._job, sketch.name, step.step, step.steps, seconds_left, preview)

    def _finish(
        self, sketch: Sketch, drawn: _Drawn, vectors: Sequence[QueryVectors], model: str
    ) -> Landed:
        self._clock.add("visualize", drawn.seconds, drawn.until)
        self.made += 1
        key = self._key(sketch)
        made = tuple(one.of_picture(drawn.picture) for one in vectors)
        for one, vector in zip(vectors, made, strict=True):
            self._library.caches.vectors.put((one.encoder.name, "sketch", key), vector)
        for one, vector in zip(vectors[1:], made[1:], strict=True):
            self._cache.keep_vector(key, vector, one.encoder)
        path = self._cache.keep(
            key,
            drawn.picture,
            made[0],
            vectors[0].encoder,
            instruction=sketch.instruction,
            seed=sketch.seed,
            model=model,
        )
        return self._landed(sketch, made, _text(path), round(drawn.seconds, 3))


def _prepare(library: Library, watch: Watch) -> None:
    from visret_desktop.engine.search.sketch_forms import prepare  # only where a sketch is drawn

    prepare(library, watch)


def _text(path: Path | None) -> str:
    return "" if path is None else str(path)


class DrawingSession:
    """Sketches that may be drawn; each is once it is ordered."""

    def __init__(
        self,
        sketcher: Sketcher,
        thread: "_DrawingThread",
        sketches: Sequence[Sketch],
        vectors: Sequence[QueryVectors],
    ) -> None:
        self._sketcher = sketcher
        self._thread = thread
        self._sketches = sketches
        self._vectors = vectors

    @property
    def is_busy(self) -> bool:
        """Whether anything that was ordered is not there yet."""
        return self._thread.left > 0

    def order(self, sketch: Sketch) -> None:
        """Let a sketch be drawn, after those that were ordered before."""
        order = SketchOrder(sketch.instruction, sketch.seed)
        self._thread.order(self._sketches.index(sketch), order)

    def events(self) -> Iterator[Preparing | SketchProgress | Landed]:
        """Yield every step, and each sketch as soon as it is there, until all ordered ones are.

        Raises:
            Cancelled: the search was; at most one denoising step later.
            OutOfMemory: a picture does not fit, even with all that saves memory.
            PackMissing, PackDamaged, DeviceMissing: the visualizer cannot be used.
        """
        return self._sketcher.follow(self._thread.events(), self._sketches, self._vectors)


class _DrawingThread:
    """The visualizer at work on a thread of its own, from the first order until `close`."""

    def __init__(
        self,
        prepare: Callable[[Watch], None],
        open_visualizer: Callable[[], Visualizer],
        cancelled: IsStopped,
    ) -> None:
        self._prepare = prepare
        self._open = open_visualizer
        self._cancelled = cancelled
        self._is_closed = threading.Event()
        self._orders: queue.SimpleQueue[tuple[int, SketchOrder] | None] = queue.SimpleQueue()
        self._news: queue.SimpleQueue[_Event | Exception]
        self._news = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.left = 0  # orders that are not drawn yet

    def order(self, number: int, order: SketchOrder) -> None:
        """Draw a picture; events carry its number."""
        self.left += 1
        self._orders.put((number, order))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="drawing")
            self._thread.start()

    def events(self) -> Iterator["_Event"]:
        """Yield the visualizer when it is loaded, then steps and pictures, until none is left."""
        while self.left:
            event = self._news.get()
            if isinstance(event, Exception):
                raise event
            self.left -= isinstance(event, _Drawn)
            yield event

    def close(self) -> None:
        """Stop after the step in hand."""
        self._is_closed.set()
        self._orders.put(None)
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            for event in self._work():
                self._news.put(event)
        except Exception as error:  # noqa: BLE001 - the thread's edge: the reader raises it
            self._news.put(error)

    def _work(self) -> Iterator["_Loaded | _Drawn"]:
        since = time.perf_counter()
        self._prepare(Watch(self._on_prepared, self._is_unwanted))
        visualizer = load(self._open, self._is_unwanted)
        now = time.perf_counter()
        yield _Loaded(visualizer, now - since, now)
        while (ordered := self._orders.get()) is not None and not self._is_unwanted():
            number, order = ordered
            since = time.perf_counter()
            # One at a time: whether another is wanted may depend on this one.
            for _, picture in visualizer.visualize([order], partial(self._on_step, number)):
                now = time.perf_counter()
                yield _Drawn(number, picture, now - since, now)
        if not self._is_closed.is_set():
            raise Cancelled

    def _on_prepared(self, line: str) -> None:
        done, _, total = line.partition(" ")
        if done.isdecimal() and total.isdecimal():
            self._news.put(_Prepared(int(done), int(total)))

    def _on_step(self, number: int, step: SketchStep) -> bool:
        self._news.put(replace(step, number=number))
        return self._is_unwanted()

    def _is_unwanted(self) -> bool:
        return self._is_closed.is_set() or self._cancelled()


class _Progress:
    """How long the pictures that are still to be drawn will take."""

    def __init__(self, pictures: int, visualizer: Visualizer, times: LearnedTimes) -> None:
        self._pictures = pictures
        self._visualizer = visualizer
        self._times = times

    def learn(self, seconds: float) -> None:
        """Take note of how long a picture took."""
        self._times.learn(self._visualizer.name, seconds / max(1, self._visualizer.steps))

    def seconds_left(self, step: SketchStep) -> float:
        """Return the seconds until the last picture is done; negative while unknown."""
        each = self._times.seconds_each(self._visualizer.name)
        if each is None:
            return -1.0
        steps = step.steps - step.step + (self._pictures - 1 - step.number) * step.steps
        return round(steps * each, 3)
