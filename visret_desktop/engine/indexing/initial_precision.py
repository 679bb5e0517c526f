"""Before the first vectors: find the quickest form of the encoder that finds the same photos.

A sample of the photos is embedded in several precisions (`models/encoders/precision_selection.py`).
Vectors keep their form, so this happens once; a person may compare again with `visret bench
precision`. What was chosen on this processor before, for photos that are gone, is used again
without a look. Where the first photos are so few that comparing takes longer than it saves, they
are looked at in fp32, and `idle_passes.py` compares in idle time.
"""

import logging
import os
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import numpy as np

from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.decoding.messages import Bytes, Order, Rendition
from visret_desktop.decoding.views import view_for
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.passes import Pass, digest_of
from visret_desktop.engine.indexing.photo_processing import PhotoTask
from visret_desktop.engine.indexing.workers import be_nice
from visret_desktop.engine.messages import Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import (
    Cancelled,
    DiskFull,
    FileTooLarge,
    NotOurs,
    PackDamaged,
    PhotoUnreadable,
)
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.encoders.precision_selection import (
    FEWEST,
    PrecisionChoice,
    choose_precision,
    find_choice,
)
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.variants import reported
from visret_desktop.packs.manifest import Pack
from visret_desktop.processes import malloc_tuning, processor

_SAMPLE = 200
_PAYS = 2_000  # photos: of a ViT-B-32 on two cores, as many are 15 s quicker, which it takes
_SECONDS = 5.0  # of decoding: what takes longer is left out
Photo = TypeVar("Photo")
_log = logging.getLogger(__name__)


def choose_form(
    library: Library,
    tasks: Sequence[PhotoTask],
    passes: Sequence[Pass],
    job: int,
    control: Control,
) -> Generator[Message, None, Mapping[bytes, Vectors]]:
    """Choose the form before there are vectors, if it is known or it pays; report progress.

    Returns vectors of the sample in that form, by `digest_of` of the picture that the encoder
    looks at.

    Raises:
        Cancelled: `control` was; nothing was chosen.
    """
    if not tasks or (pack := library.first.pack_without_form()) is None:
        return {}
    known = find_choice(pack, library.paths)
    if known is not None and known.processor == processor.name():
        library.first.take_up(known.precision)
        return {}
    if len(tasks) < _PAYS:
        return {}
    _ = library.first.next_encoder  # once it is there; it may be in preparation
    paths = [str(task.path) for task in spread_out(tasks)]
    choice, vectors = yield from compare_forms(library, pack, paths, passes, job, control)
    if choice is not None:
        library.first.take_up(choice.precision)
    return vectors


def compare_forms(
    library: Library,
    pack: Pack,
    paths: Sequence[str],
    passes: Sequence[Pass],
    job: int,
    control: Control,
) -> Generator[Message, None, tuple[PrecisionChoice | None, Mapping[bytes, Vectors]]]:
    """Choose the form of a pack by photos; None: they could not tell. Raises as `choose_form`."""
    preprocess = read_preprocess(pack)
    rendition = view_in_run(preprocess, passes)

    def square_of(path: str) -> Bytes | None:
        if not control.admit(0):
            return None
        most = library.settings.max_megapixels
        order = Order(path, max_megapixels=most, views=(rendition,), seconds=_SECONDS)
        try:
            return FOR_INDEXING.decode(order).pictures[0].rgb
        except PhotoUnreadable:  # it is for the run to say why
            return None

    def progress(share: float) -> Progress:
        if not control.admit(0):
            raise Cancelled
        done = round(100 * share)
        return Progress(job, "choose", done=done, total=100, paused=control.paused)

    with ThreadPoolExecutor(os.cpu_count() or 1, initializer=be_nice) as pool:
        squares: dict[bytes, Bytes] = {}
        yield progress(0)
        for square in pool.map(square_of, paths):
            if square is not None:
                squares[digest_of(square)] = square
        yield progress(0)
        if len(squares) < FEWEST:
            return None, {}
        pixels = np.stack([preprocess.normalize(square) for square in squares.values()])
        try:
            compiled = ensure_compiled(pack, library.paths)
            choosing = choose_precision(pack, compiled, pixels, spread=pool.map)
            choice, vectors = yield from reported(choosing, progress)
        except (PackDamaged, DiskFull, FileTooLarge, NotOurs, OSError) as error:
            _log.warning("photos are looked at in fp32: %s", error)
            return None, {}
        finally:
            malloc_tuning.give_back()  # what the forms took that were tried
    _log.info("%s looks at photos in %s: %s", pack.name, choice.precision, choice.sentence())
    # None, where nothing was to be compared.
    return choice, dict(zip(squares, vectors, strict=False))


def view_in_run(preprocess: Preprocess, passes: Sequence[Pass]) -> Rendition:
    """Return an encoder's view, decoded at the scale of a run, so that it sees the same pixels."""
    return replace(view_for(preprocess), least=max(one.rendition.least for one in passes))


def spread_out(photos: Sequence[Photo]) -> list[Photo]:
    """Return a sample from everywhere: neighbors are often of the same moment."""
    count = min(_SAMPLE, len(photos))
    return [photos[at * len(photos) // count] for at in range(count)]
