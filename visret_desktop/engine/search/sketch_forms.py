"""Whether sketches in a quicker form find the same photos: checked once, on the library's own.

What diffusers drew when the visualizer was compiled is drawn anew in that form, and both pictures
are searched by. A form is accepted if nearly all of the ten nearest photos are the same; from then
on the visualizer opens in it. A check that is stopped changes nothing and begins anew next time.
"""

import logging
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PIL import Image

from visret_desktop.engine.runtime import Library
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.drawing.variant_choice import (
    SketchCheck,
    note_verdict,
    quick_forms,
    unchecked_forms,
)
from visret_desktop.models.drawing.visualizer import compiled_for, open_form
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.models.runtimes.devices import place
from visret_desktop.models.variants import (
    MINIMUM_AGREEMENT,
    NEAREST,
    Precision,
    check_in_turn,
    reported,
    share_in_common,
)
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.processes.limited_run import Watch
from visret_desktop.retrieval.content_index import PhotoIndex
from visret_desktop.retrieval.vector_matrix import Labels
from visret_desktop.roles import Role

FEWEST_PHOTOS = 100
_log = logging.getLogger(__name__)


def prepare(library: Library, watch: Watch) -> None:
    """Do what comes once before a visualizer draws: compile it, and check the quicker forms.

    `watch` hears "done total" now and then. Raises as `check_forms`.
    """
    library.prepare_visualizer(watch)
    for done, total in check_forms(library, watch.is_stopped):
        watch.on_line(f"{done} {total}")


def check_forms(
    library: Library, cancelled: IsStopped, *, is_anew: bool = False
) -> Generator[tuple[int, int], None, tuple[SketchCheck, ...]]:
    """Check the quicker forms of the visualizer that the settings name, until one is accepted.

    Yields (sketches drawn, of how many); returns the outcomes. There is nothing to check where
    diffusers draws, where no form is quicker, or in a library of few photos. `is_anew`: forms are
    checked that were before, all of them and to the last sketch.

    Raises:
        Cancelled: `cancelled()` turned true; at most one denoising step later.
        PackMissing, PackDamaged, DeviceMissing: the visualizer cannot be used.
    """
    pack, chosen = library.pack(Role.VISUALIZER), library.settings
    device = place(pack, chosen.visualizer_device).device
    compiled = compiled_for(pack, library.paths, device, chosen.drawing)
    if compiled is None:
        return ()
    encoders = library.encoders
    names = [encoder.name for encoder in encoders]
    wanted = quick_forms if is_anew else partial(unchecked_forms, encoders=names)
    forms = wanted(compiled, paths=library.paths)
    if not forms or len(library.indexes.contents()) < FEWEST_PHOTOS:
        return ()
    indexes = [_index(library, encoder) for encoder in encoders]
    nearest = [_Nearest(*pair) for pair in zip(encoders, indexes, strict=True)]
    total = len(forms) * len(compiled.references)

    def check(number: int, form: Precision) -> Generator[tuple[int, int], None, SketchCheck]:
        trial = open_form(pack, library.paths, compiled, form, compiled.plan.pixels)
        drawing = _check(trial, nearest, cancelled, is_whole=is_anew)
        at = number * len(compiled.references)
        outcome = yield from reported(drawing, lambda drawn: (at + drawn, total))
        _log.info("%s of %s: %s", form, trial.name, outcome)
        note_verdict(compiled, form, outcome.agreement)
        library.models.drop(Role.VISUALIZER)  # it opens in the form that is the best now
        return outcome

    return (yield from check_in_turn(forms, check, is_whole=is_anew))


def _index(library: Library, encoder: Encoder) -> PhotoIndex:
    is_first = encoder.name == library.encoder.name
    return library.indexes.contents() if is_first else library.second_index()


@dataclass(frozen=True)
class _Nearest:
    """The photos nearest to a picture, by one encoder."""

    encoder: Encoder
    index: PhotoIndex

    def to(self, picture: Image.Image) -> Labels:
        vectors: Vectors = self.encoder.embed_images(self.encoder.preprocess(picture)[np.newaxis])
        return self.index.query(vectors[0], NEAREST)[0]


def _check(
    trial: OpenVinoVisualizer, nearest: Sequence[_Nearest], cancelled: IsStopped, *, is_whole: bool
) -> Generator[int, None, SketchCheck]:
    """Yield how many sketches are drawn; return the outcome as soon as it is clear."""
    compiled = trial.compiled
    orders = compiled.references
    lost = dict.fromkeys((each.encoder.name for each in nearest), 0.0)
    drawn = 0
    for number, ours in trial.visualize(orders, lambda _: cancelled()):
        theirs = Image.open(compiled.reference_picture(number)).convert("RGB")
        for each in nearest:
            common = share_in_common([each.to(ours)], [each.to(theirs)])
            lost[each.encoder.name] += (1 - common) / len(orders)
        drawn += 1
        yield drawn
        if max(lost.values()) > 1 - MINIMUM_AGREEMENT and not is_whole:
            break
    return SketchCheck(trial.form, {name: 1 - share for name, share in lost.items()}, drawn)
