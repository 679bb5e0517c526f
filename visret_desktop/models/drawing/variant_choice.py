"""Which form a visualizer computes in: the quickest that was found to retrieve the same photos.

How quick a processor is at each form is measured with a small network, half a second of work, and
kept in a file. Whether a form retrieves the same is checked by the engine (`sketch_forms` there);
what came out is kept beside the networks, by encoder. Until then a visualizer computes in float32.
"""

import json
import logging
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from visret_desktop import file_changes, typed_values
from visret_desktop.errors import NotOurs
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.models.runtimes.openvino_runtime import (
    compile_network,
    is_quick_at_bfloat16,
    processor,
    seconds_in_turns,
)
from visret_desktop.models.variants import (
    MINIMUM_AGREEMENT,
    Precision,
    first_accepted,
    quickest_first,
)
from visret_desktop.paths import Paths
from visret_desktop.sentences import sentence

FORMS: tuple[Precision, ...] = ("fp32", "bf16", "int8")  # that a visualizer may compute in
_VERDICTS = Path("checked", "verdicts.json")  # below: hashes of compiled files do not have it
_QUICKER = 1.1  # times as quick as float32, or a form is not worth a check
_CHANNELS, _SIDE, _HEADS = 320, 24, 5  # a little less than the outermost layers of SD-Turbo
_SEED = 0
_LARGE = 2**30  # bytes of a model that has the threads that the network is measured with
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Verdicts = dict[str, dict[Precision, Share]]  # agreement by encoder and form
_unkept: dict[Path, Verdicts] = {}  # no room for their files
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class VariantChoice:
    """A form, and in a sentence why it is that one."""

    form: Precision
    why: str


@dataclass(frozen=True)
class SketchCheck:
    """How a form compares: by encoder, the mean share of the ten nearest photos in common.

    Where it was clear before the last sketch, the share is what it would be at best.
    """

    precision: Precision
    agreement: Mapping[str, float]
    sketches: int = 0  # that were compared; 0: earlier

    @property
    def lowest(self) -> float:
        """That of the encoder to which it makes the greatest difference."""
        return min(self.agreement.values(), default=0.0)

    @property
    def is_accepted(self) -> bool:
        """Whether it finds the same photos."""
        return self.lowest >= MINIMUM_AGREEMENT


def choose_form(
    compiled: CompiledVisualizer, encoders: Sequence[str], paths: Paths
) -> VariantChoice:
    """Return what a visualizer is to compute in.

    Args:
        encoders: names of those that will look at the sketches.
    """
    speeds, verdicts = measured_speeds(paths), _read(compiled.directory)
    quick = quick_forms(compiled, paths)
    checks = {
        one: SketchCheck(one, {name: verdicts.get(name, {}).get(one, 0.0) for name in encoders})
        for one in quick
    }
    form = first_accepted(checks.values())
    if form == "fp32":
        return VariantChoice(form, _why_full(quick, verdicts, encoders))
    why = sentence(
        "{ratio:.1f} times as fast as fp32 here; {share:.1%} of the photos",
        ratio=speeds[form],
        share=checks[form].lowest,
    )
    return VariantChoice(form, f"{why} found are the same")


def _why_full(quick: Sequence[Precision], verdicts: Verdicts, encoders: Sequence[str]) -> str:
    if not quick:
        return "this processor is no quicker at other forms"
    parts = []
    for form in quick:
        shares = [verdicts.get(encoder, {}).get(form) for encoder in encoders]
        known = [share for share in shares if share is not None]
        if known and min(known) < MINIMUM_AGREEMENT:
            parts.append(f"of the photos found by {form}, at most {min(known):.1%} are the same")
    if parts:
        return f"{'; '.join(parts)}; {MINIMUM_AGREEMENT:.0%} are needed"
    return f"{quick[0]} is quicker here, and not checked on this library yet"


def unchecked_forms(
    compiled: CompiledVisualizer, encoders: Sequence[str], paths: Paths
) -> list[Precision]:
    """Return forms to be checked, quickest first, up to one that was accepted already."""
    verdicts, chosen = _read(compiled.directory), choose_form(compiled, encoders, paths).form
    quick = quick_forms(compiled, paths)
    better = quick[: quick.index(chosen)] if chosen in quick else quick
    return [
        form
        for form in better
        if encoders and any(form not in verdicts.get(encoder, {}) for encoder in encoders)
    ]


def note_verdict(
    compiled: CompiledVisualizer, form: Precision, agreement: Mapping[str, float]
) -> None:
    """Keep, by encoder, which share of the nearest photos a form has in common with diffusers."""
    file, verdicts = compiled.directory / _VERDICTS, _read(compiled.directory)
    for encoder, share in agreement.items():
        verdicts[encoder] = {**verdicts.get(encoder, {}), form: round(share, 4)}
    try:
        file_changes.write(file, json.dumps(verdicts, indent=2).encode())
    except (OSError, NotOurs) as error:  # checked again by the next program
        _log.warning("%s cannot be kept: %s", file.name, error)
        _unkept[file] = verdicts


def _read(folder: Path) -> Verdicts:
    if folder / _VERDICTS in _unkept:
        return _unkept[folder / _VERDICTS]
    try:
        return typed_values.decode((folder / _VERDICTS).read_bytes(), Verdicts)
    except (OSError, msgspec.MsgspecError):
        return {}


def quick_forms(compiled: CompiledVisualizer, paths: Paths) -> list[Precision]:
    """Return the forms that are quicker here than float32, quickest first, accepted or not."""
    quick = quickest_first(measured_speeds(paths), _QUICKER)
    return [form for form in quick if form != "int8" or compiled.has_int8]


# ---- how quick this processor is ----------------------------------------------------------------


@dataclass(frozen=True)
class _Known:
    processor: str
    speeds: dict[Precision, Annotated[float, Meta(gt=0.0)]]


_unwritten: dict[Path, _Known] = {}  # no room for their files


def measured_speeds(paths: Paths) -> dict[Precision, float]:
    """Return how many times as fast as float32 each form is here; measured once, then read."""
    here = processor()
    if paths.form_speeds in _unwritten:
        return _unwritten[paths.form_speeds].speeds
    with suppress(OSError, msgspec.MsgspecError):
        known = typed_values.decode(paths.form_speeds.read_bytes(), _Known)
        if known.processor == here:
            return known.speeds
    known = _Known(here, _measure())
    try:
        file_changes.write(paths.form_speeds, msgspec.json.encode(known))
    except (OSError, NotOurs) as error:  # measured again by the next program
        _log.warning("%s cannot be kept: %s", paths.form_speeds.name, error)
        _unwritten[paths.form_speeds] = known
    return known.speeds


def _measure() -> dict[Precision, float]:
    threads = sensible_threads(_LARGE)
    given = {0: np.ones((1, _CHANNELS, _SIDE, _SIDE), np.float32)}
    works = {}
    for form in FORMS:
        if form == "bf16" and not is_quick_at_bfloat16():
            continue  # it may not do it at all, or sixteen times as slowly
        network = compile_network(_block(is_narrow=form == "int8"), form, threads)
        works[form] = partial(network, given)
    seconds = dict(zip(works, seconds_in_turns(list(works.values())), strict=True))
    return {form: round(seconds["fp32"] / each, 2) for form, each in seconds.items()}


def _block(*, is_narrow: bool) -> Any:
    """Return a network of what a denoiser has most of: convolutions, attention, wide layers."""
    from openvino import Model
    from openvino import opset13 as ops

    from visret_desktop.models.drawing import int8  # loads OpenVINO

    stream = np.random.default_rng(_SEED)

    def weights(*shape: int) -> Any:
        scale = (shape[1] * int(np.prod(shape[2:]))) ** -0.5
        return ops.constant((stream.normal(size=shape) * scale).astype(np.float32))

    def constant(*numbers: int) -> Any:
        return ops.constant(np.array(numbers, np.int64))

    def linear(given: Any, inputs: int, outputs: int) -> Any:
        return ops.matmul(given, weights(outputs, inputs), False, True)

    x = ops.parameter((1, _CHANNELS, _SIDE, _SIDE), np.float32)
    y: Any = x
    for _ in range(2):
        kernel = weights(_CHANNELS, _CHANNELS, 3, 3)
        y = ops.swish(ops.convolution(y, kernel, [1, 1], [1, 1], [1, 1], [1, 1]))
    rows = ops.transpose(ops.reshape(y, constant(_CHANNELS, -1), False), constant(1, 0))
    split = constant(-1, _HEADS, _CHANNELS // _HEADS)
    parts = [ops.reshape(linear(rows, _CHANNELS, _CHANNELS), split, False) for _ in range(3)]
    query, key, value = (ops.transpose(part, constant(1, 0, 2)) for part in parts)
    seen = ops.matmul(ops.softmax(ops.matmul(query, key, False, True), -1), value, False, False)
    joined = ops.reshape(ops.transpose(seen, constant(1, 0, 2)), constant(-1, _CHANNELS), False)
    wide = ops.gelu(linear(joined, _CHANNELS, 4 * _CHANNELS), "erf")
    model = Model([linear(wide, 4 * _CHANNELS, _CHANNELS)], [x])
    if is_narrow:
        span = int8.ValueRange(-4.0, 4.0, 0.0)
        int8.narrow(model, dict.fromkeys(int8.places(model), span))
    return model
