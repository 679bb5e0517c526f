"""Passes that wait until the engine has nothing else to do.

Photos are found without them. Each pass reads the photos once more, newest first, on one thread.
Its results are committed every few seconds by a connection that is open only for that, so other
processes can write in between. To add a pass, write a function that opens it and add a row to
`IDLE_PASSES`.

One of them computes the vectors in a faster precision, if the first photos were too few to choose
one (`initial_precision.py`). The new vectors are used once every photo has one: from the next
indexing run or start on (`encoder_choice.py`).
"""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any

from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.decoding.messages import Order, Picture, ReadFile, Rendition
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.indexing.initial_precision import compare_forms, spread_out, view_in_run
from visret_desktop.engine.indexing.passes import (
    Embedding,
    Pass,
    image_of,
    look_or_fail,
    needed_passes,
)
from visret_desktop.engine.indexing.retry_policy import MAY_BE_THE_MACHINE, PASSING
from visret_desktop.engine.indexing.workers import be_nice
from visret_desktop.engine.messages import Finished, LibraryChanged, LookWhenIdle, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import Rate
from visret_desktop.errors import Cancelled, PhotoUnreadable, VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.catalog_text import PASS
from visret_desktop.library.records import PhotoRow
from visret_desktop.models.encoders.encoder import name_of, open_encoder
from visret_desktop.models.encoders.precision_selection import FEWEST, find_choice
from visret_desktop.models.ocr.ocr_reader import SIDE, InscriptionReader
from visret_desktop.ocr_lines import InscribedLine


class IdlePass(Pass):
    """A pass that may wait. `stage` is what `Progress` calls it; "": nobody hears of it."""

    stage = ""

    def photos_lacking(self, reader: CatalogReader) -> Sequence[int]:
        """Return the ids of photos that it is to look at, in this order."""
        lacking: list[int] = reader.passes.photos_lacking(self.name, self.version).tolist()
        return lacking

    def get_ready(self) -> None:
        """Load what it looks with, which is no part of how long a photo takes."""

    def give_up(self, catalog: Catalog, content_hash: str) -> None:
        """Note that it can make nothing of a content, and is not to try again."""
        catalog.put_result(self.name, self.version, content_hash, None)


_MOST = 5_000  # photos: to look at them again takes minutes, and a larger library keeps its form


def choose_when_idle(library: Library, job: int, control: Control) -> Iterator[Message]:
    """Compare the forms of the encoder if that was not done and there are enough photos now.

    Raises:
        Cancelled: `control` was; nothing was chosen.
    """
    pack = library.first.pack_in_its_first_form()
    if pack is None or not FEWEST <= library.reader.embeddings.count(name_of(pack)) <= _MOST:
        return
    if find_choice(pack, library.paths) is not None:
        return
    rows = library.reader.rows_of_ids(library.reader.photo_ids("date").tolist())
    paths = {row.content_hash: row.path for row in rows.values() if row.online}
    if len(paths) < FEWEST:
        return
    sample = spread_out(list(paths.values()))
    yield from compare_forms(library, pack, sample, needed_passes(library), job, control)


class AnotherForm(Embedding, IdlePass):
    """Vectors of the encoder in the form that was chosen later."""

    def photos_lacking(self, reader: CatalogReader) -> list[int]:
        """Return the ids of photos without one."""
        rows = reader.rows_by_hash(sorted(self.lacking(reader)))
        return [row.photo_id for copies in rows.values() for row in copies]


def another_form(library: Library) -> AnotherForm | None:
    """Open the pass that makes vectors in the form that was chosen later; None: none was."""
    pack = library.first.pack_in_any_form()
    choice = None if pack is None else find_choice(pack, library.paths)
    if pack is None or choice is None or choice.precision == "fp32":
        return None
    plain = name_of(pack)
    if library.encoder.name != plain or library.reader.embeddings.count(plain) > _MOST:
        return None
    encoder = open_encoder(pack, library.paths, precision=choice.precision, is_used=True)
    made = AnotherForm(encoder)
    made.rendition = view_in_run(encoder.preprocess, needed_passes(library))
    return made


_COMMIT_SECONDS = 2.0
_MOST_OUT_OF_REACH = 20  # photos in a row; their drive is gone, and the next run sees to it
_log = logging.getLogger(__name__)


class OcrPass(IdlePass):
    """The words in pictures."""

    stage = "words"

    def __init__(self) -> None:
        super().__init__(PASS, "1", Rendition(SIDE, SIDE * 2 // 3), self._lines, thumbnail="never")

    @cached_property
    def _reader(self) -> InscriptionReader:
        return InscriptionReader()

    def get_ready(self) -> None:
        """Load the models that read words."""
        _ = self._reader

    def _lines(self, picture: Picture) -> list[InscribedLine]:
        return self._reader.lines(image_of(picture))

    def store(self, catalog: Catalog, made: Any) -> None:
        """Keep words and where they stand."""
        for content_hash, lines in made:
            catalog.put_inscription(self.version, content_hash, lines)

    def give_up(self, catalog: Catalog, content_hash: str) -> None:
        """Keep no words of a content."""
        catalog.put_inscription(self.version, content_hash, [])


def _inscriptions(library: Library) -> IdlePass | None:
    return OcrPass() if library.settings.read_words else None


def _another_form(library: Library) -> IdlePass | None:
    try:
        return another_form(library)
    except VisretError as error:  # the encoder cannot be used, which searches say
        _log.info("the encoder keeps its form: %s", error)
        return None


# Opens each pass that may wait; None: it is switched off.
IDLE_PASSES: dict[str, Callable[[Library], IdlePass | None]] = {
    "another form": _another_form,
    "inscriptions": _inscriptions,
}


def look_when_idle(
    library: Library, request: LookWhenIdle, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Let all passes that may wait look at the photos that are online, and yield what happens.

    Raises:
        LibraryBusy: another process is indexing.
        PackDamaged: what a pass looks with cannot be loaded.
        Cancelled: `control` was; what was done so far is committed.
    """
    looked_at, job = 0, request.job
    _choose_form(library, job, control)
    with ThreadPoolExecutor(1, initializer=be_nice) as thread:
        for open_pass in IDLE_PASSES.values():
            one = open_pass(library)
            if one is not None:
                looking = _Looking(library, one, control, job, thread)
                yield from looking.events()
                looked_at += looking.done if one.stage else 0
    if looked_at:
        yield LibraryChanged(job)
    yield Finished(job, summary={"looked_at": looked_at})


def _choose_form(library: Library, job: int, control: Control) -> None:
    """Choose the encoder's form where that could not be done before; nobody waits for it."""
    try:
        list(choose_when_idle(library, job, control))
    except VisretError as error:
        _log.info("the encoder keeps its form: %s", error)


class _Looking:
    """One pass on its way through the library."""

    def __init__(
        self,
        library: Library,
        one: IdlePass,
        control: Control,
        job: int,
        thread: ThreadPoolExecutor,
    ) -> None:
        self.library, self.one, self.control, self.job = library, one, control, job
        self.thread = thread
        self.done = 0
        self.out_of_reach = 0  # the last photos
        self.made: list[tuple[str, Any]] = []

    def events(self) -> Iterator[Message]:
        reader = self.library.reader
        lacking = self.one.photos_lacking(reader)
        if lacking:
            self.thread.submit(self.one.get_ready).result()
        rate = Rate(len(lacking))
        since = time.monotonic()
        seen: set[str] = set()  # copies are looked at once
        try:
            for chunk in batched(lacking, CHUNK):
                rows = reader.rows_of_ids(chunk)
                for row in (rows[number] for number in chunk if number in rows):
                    if row.online and row.content_hash not in seen:
                        seen.add(row.content_hash)
                        self._look_at(row)
                    rate.count()
                    if time.monotonic() - since >= _COMMIT_SECONDS:
                        self._commit()
                        since = time.monotonic()
                        if self.one.stage:
                            yield self._progress(rate)
                    if self.out_of_reach >= _MOST_OUT_OF_REACH:
                        return
        finally:
            self._commit()

    def _look_at(self, row: PhotoRow) -> None:
        if not self.control.admit(0):
            raise Cancelled
        try:
            result = self.thread.submit(self._result, row).result()
        except PhotoUnreadable as error:
            is_of_the_moment = error.reason_code in PASSING | MAY_BE_THE_MACHINE
            self.out_of_reach += is_of_the_moment
            if not is_of_the_moment:
                self.made.append((row.content_hash, error))
            return
        self.out_of_reach = 0
        if result is not None:
            self.made.append((row.content_hash, result))

    def _result(self, row: PhotoRow) -> Any:
        """Return what the pass makes of a photo, or its exception; None: its bytes changed."""
        chosen = self.library.settings
        order = Order(
            row.path,
            max_megapixels=chosen.max_megapixels,
            views=(self.one.rendition,),
            seconds=chosen.decode_seconds,
        )

        def decide(read: ReadFile) -> tuple[int, ...] | None:
            return (0,) if read.content_hash == row.content_hash else None

        decoded = FOR_INDEXING.decode(order, decide)
        return look_or_fail(self.one, decoded.pictures)[0] if decoded.pictures else None

    def _commit(self) -> None:
        made, self.made = self.made, []
        if not made:
            return
        good = [(name, result) for name, result in made if not isinstance(result, Exception)]
        with self.library.adding() as catalog, catalog.batch():
            self.one.store(catalog, good)
            for name, result in made:
                if isinstance(result, Exception):  # not to be tried again
                    _log.warning("%s failed on a photo: %s", self.one.name, result)
                    self.one.give_up(catalog, name)
        self.done += len(made)

    def _progress(self, rate: Rate) -> Progress:
        return Progress(
            self.job,
            self.one.stage,
            done=rate.done,
            total=rate.total,
            rate=rate.per_second(),
            seconds_left=rate.seconds_left(),
            paused=self.control.paused,
        )
