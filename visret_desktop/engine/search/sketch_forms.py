"""Whether sketches in a quicker form find the same photos: checked once, on the library's own.

What diffusers drew when the visualizer was compiled is drawn anew in that form, and both pictures
are searched by. A form is accepted if nearly all of the ten nearest photos are the same; from then
on the visualizer opens in it. A check that is stopped changes nothing and begins anew next time.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from PIL import Image

from visret_desktop.engine.runtime import Library
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.drawing.variant_choice import (
    MINIMUM_AGREEMENT,
    note_verdict,
    quick_forms,
    unchecked_forms,
)
from visret_desktop.models.drawing.visualizer import compiled_for, open_form
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.models.runtimes.devices import place
from visret_desktop.models.runtimes.openvino_runtime import Form
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.processes.limited_run import Watch
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.roles import Role

FEWEST_PHOTOS = 100
_DEPTH = 10
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class FormCheck:
    """How a form compares: by encoder, the mean share of the ten nearest photos in common.

    Where it was clear before the last sketch, the share is what it would be at best.
    """

    form: Form
    agreement: Mapping[str, float]
    sketches: int  # that were compared

    @property
    def lowest(self) -> float:
        """That of the encoder to which it makes the greatest difference."""
        return min(self.agreement.values())

    @property
    def is_accepted(self) -> bool:
        """Whether it finds the same photos."""
        return self.lowest >= MINIMUM_AGREEMENT


def prepare(library: Library, watch: Watch) -> None:
    """Do what comes once before a visualizer draws: compile it, and check the quicker forms.

    `watch` hears "done total" now and then. Raises as `check_forms`.
    """
    library.prepare_visualizer(watch)
    for event in check_forms(library, watch.is_stopped):
        if not isinstance(event, FormCheck):
            done, total = event
            watch.on_line(f"{done} {total}")


def check_forms(
    library: Library, cancelled: IsStopped, *, is_anew: bool = False
) -> Iterator[tuple[int, int] | FormCheck]:
    """Check the quicker forms of the visualizer that the settings name, until one is accepted.

    Yields (sketches drawn, of how many) and the outcomes. There is nothing to check where diffusers
    draws, where no form is quicker, or in a library of few photos. `is_anew`: forms are checked
    that were before, all of them and to the last sketch.

    Raises:
        Cancelled: `cancelled()` turned true; at most one denoising step later.
        PackMissing, PackDamaged, DeviceMissing: the visualizer cannot be used.
    """
    pack, chosen = library.pack(Role.VISUALIZER), library.settings
    device = place(pack, chosen.visualizer_device).device
    compiled = compiled_for(pack, library.paths, device, chosen.drawing)
    if compiled is None:
        return
    encoders = library.encoders
    names = [encoder.name for encoder in encoders]
    wanted = quick_forms if is_anew else partial(unchecked_forms, encoders=names)
    forms = wanted(compiled, paths=library.paths)
    if not forms or len(library.indexes.contents()) < FEWEST_PHOTOS:
        return
    indexes = [_index(library, encoder) for encoder in encoders]
    nearest = [_Nearest(*pair) for pair in zip(encoders, indexes, strict=True)]
    total = len(forms) * len(compiled.references)
    for number, form in enumerate(forms):
        at = number * len(compiled.references)
        outcome = None
        trial = open_form(pack, library.paths, compiled, form, compiled.plan.pixels)
        for event in _check(trial, nearest, cancelled, is_whole=is_anew):
            if isinstance(event, FormCheck):
                outcome = event
            else:
                yield at + event, total
        assert outcome is not None
        _log.info("%s of %s: %s", form, trial.name, outcome)
        note_verdict(compiled, form, outcome.agreement)
        library.models.drop(Role.VISUALIZER)  # it opens in the form that is the best now
        yield outcome
        if outcome.is_accepted and not is_anew:
            return


def _index(library: Library, encoder: Encoder) -> VectorIndex | ContentIndex:
    is_first = encoder.name == library.encoder.name
    return library.indexes.contents() if is_first else library.second_index()


@dataclass(frozen=True)
class _Nearest:
    """The photos nearest to a picture, by one encoder."""

    encoder: Encoder
    index: VectorIndex | ContentIndex

    def to(self, picture: Image.Image) -> set[int]:
        vectors: Vectors = self.encoder.embed_images(self.encoder.preprocess(picture)[np.newaxis])
        return set(self.index.query(vectors[0], _DEPTH)[0].tolist())


def _check(
    trial: OpenVinoVisualizer, nearest: Sequence[_Nearest], cancelled: IsStopped, *, is_whole: bool
) -> Iterator[int | FormCheck]:
    """Yield how many sketches are drawn, and the outcome as soon as it is clear."""
    compiled = trial.compiled
    orders = compiled.references
    lost = dict.fromkeys((each.encoder.name for each in nearest), 0.0)
    drawn = 0
    for number, ours in trial.visualize(orders, lambda _: cancelled()):
        theirs = Image.open(compiled.reference_picture(number)).convert("RGB")
        for each in nearest:
            common = len(each.to(ours) & each.to(theirs))
            lost[each.encoder.name] += (1 - common / _DEPTH) / len(orders)
        drawn += 1
        yield drawn
        if max(lost.values()) > 1 - MINIMUM_AGREEMENT and not is_whole:
            break
    yield FormCheck(trial.form, {name: 1 - share for name, share in lost.items()}, drawn)
