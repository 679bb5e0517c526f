"""A network in 8 bits, made of one in half or full precision.

Convolutions and multiplications by weights become 8 bits wide: their weights by output channel, and
their inputs over a range that is measured while the network computes on given inputs. A layer stays
as it is where 8 bits would spoil it (outliers: a few large numbers leave few steps for all others),
or where it has so few channels that it takes next to no time. What is between the layers stays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from openvino import opset13 as ops

from visret_desktop.models.openvino_runtime import (
    Shapes,
    compile_network,
    is_quick_at_bfloat16,
    read_network,
    reshape,
    write_model,
)

Inputs = Mapping[str, npt.NDArray[Any]]  # by name
_MOST_NOISE = 2e-3  # power of what rounding adds, as a share of the power of what is rounded
_CLIPS = (1.0, 0.7, 0.5, 0.35)  # shares of the range; less of it has finer steps, but cuts more off
_FEWEST_CHANNELS = 16
_MOST_INPUTS = 4  # that are computed on; more add time, and hardly widen the ranges
_LEVELS = 256
_TOP = 127  # the highest of them, of numbers that may be negative


def write_int8(source: Path, target: Path, calibration: Sequence[Inputs], threads: int) -> int:
    """Write the 8-bit form of a network; return how many of its layers became 8 bits wide.

    Args:
        source: an .xml file whose weights are constants, maybe of half precision.
        target: an .xml file; the weights go beside it, into a .bin file.
        calibration: inputs as the network meets them, all of the same shapes.

    Raises:
        RuntimeError: the network cannot be read or computed.
        OSError: there is no room.
    """
    shapes = {name: array.shape for name, array in calibration[0].items()}
    step = max(1, -(-len(calibration) // _MOST_INPUTS))
    ranges = _measured(source, shapes, calibration[::step], threads)
    model = read_network(source)
    count = narrow(model, ranges)
    write_model(model, target)
    return count


@dataclass(frozen=True)
class _Layer:
    """A convolution or multiplication by constant weights."""

    node: Any

    @property
    def weights(self) -> npt.NDArray[np.float32]:
        """A float32 copy."""
        return np.asarray(_constant(self.node).data, np.float32)

    @property
    def summed(self) -> tuple[int, ...]:
        """The axes of the weights that are summed over: all but that of the output channels."""
        if self.node.get_type_name() == "Convolution":
            return (1, 2, 3)
        return (1,) if self.node.get_attributes()["transpose_b"] else (0,)

    @property
    def has_channels(self) -> bool:
        """Whether it has enough channels to be worth it."""
        shape = _constant(self.node).get_shape()
        return len(shape) in (2, 4) and min(shape[:2]) >= _FEWEST_CHANNELS

    def int8_weights(self) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.float32]]:
        """Return weights in 8 bits, and what each output channel is multiplied by."""
        weights = self.weights
        largest = np.abs(weights).max(axis=self.summed, keepdims=True)
        scale = np.maximum(largest / _TOP, np.finfo(np.float32).tiny)
        return np.round(weights / scale).astype(np.int8), scale

    def noise(self) -> float:
        """Return the power that rounding the weights adds, as a share of theirs."""
        weights = self.weights
        rounded, scale = self.int8_weights()
        return _share(float(np.square(rounded * scale - weights).mean()), weights)


def _share(noise: float, array: npt.NDArray[np.float32]) -> float:
    power = float(np.square(array).mean())
    return noise / power if power else 0.0


def _constant(node: Any) -> Any:
    """Return the constant that a layer's weights come from, or None."""
    source = node.input_value(1).get_node()
    if source.get_type_name() == "Convert":  # of half precision
        source = source.input_value(0).get_node()
    return source if source.get_type_name() == "Constant" else None


def places(model: Any) -> list[str]:
    """Return where the inputs of the layers come from that may become 8 bits wide."""
    return list(_layers(model))


def _layers(model: Any) -> dict[str, list[_Layer]]:
    """Return the layers that may become 8 bits wide, by where their input comes from."""
    found: dict[str, list[_Layer]] = {}
    for node in model.get_ordered_ops():
        if node.get_type_name() in ("Convolution", "MatMul") and _constant(node) is not None:
            layer = _Layer(node)
            if layer.has_channels:
                found.setdefault(place_of(node.input_value(0)), []).append(layer)
    return found


def place_of(output: Any) -> str:
    """Return what names an output in any model that was read from the same file."""
    return f"{output.get_node().get_friendly_name()}:{output.get_index()}"


# ---- which steps the inputs are rounded to ------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """What inputs are clipped to before they are rounded, and the noise that both add."""

    low: float
    high: float
    noise: float

    @property
    def limits(self) -> tuple[float, float]:
        """Return the lowest and the highest of the levels; zero is one of them."""
        if self.low >= 0:
            return 0.0, self.high
        step = max(-self.low, self.high) / _TOP
        return -(_TOP + 1) * step, _TOP * step


def _measured(
    source: Path, shapes: Shapes, calibration: Sequence[Inputs], threads: int
) -> dict[str, Range]:
    """Return the best range of each place, found by computing on the calibration inputs."""
    lowest: dict[str, float] = {}
    highest: dict[str, float] = {}
    for place, (low, high) in _observed(source, shapes, calibration, threads, _extremes):
        lowest[place] = min(low, lowest.get(place, 0.0))
        highest[place] = max(high, highest.get(place, 0.0))
    candidates = {
        place: [Range(clip * lowest[place], clip * highest[place], 0.0) for clip in _CLIPS]
        for place in lowest
        if highest[place] > lowest[place]
    }

    def noises(place: str, output: Any) -> list[Any]:
        ranges = candidates.get(place, [])
        return [_power(output), *(_noise(output, *each.limits) for each in ranges)]

    power: dict[str, npt.NDArray[np.float64]] = {}
    for place, found in _observed(source, shapes, calibration, threads, noises):
        power[place] = np.asarray(found, np.float64) + power.get(place, 0.0)
    best = {}
    for place, ranges in candidates.items():
        whole, *added = power[place]
        at = int(np.argmin(added))
        best[place] = replace(ranges[at], noise=float(added[at] / whole))
    return best


def _observed(
    source: Path,
    shapes: Shapes,
    calibration: Sequence[Inputs],
    threads: int,
    quantities: Callable[[str, Any], list[Any]],
) -> Iterator[tuple[str, list[float]]]:
    """Yield, for each of the inputs and each place, the quantities that are computed of it."""
    model = read_network(source)
    reshape(model, shapes)
    counts: dict[str, int] = {}
    for place, layers in _layers(model).items():
        wanted = quantities(place, layers[0].node.input_value(0))
        counts[place] = len(wanted)
        model.add_outputs(wanted)
    # Half the memory; its digits are many more than those of 8 bits.
    network = compile_network(model, "bf16" if is_quick_at_bfloat16() else "fp32", threads)
    del model
    for inputs in calibration:
        found = network(inputs)[-sum(counts.values()) :]
        values = iter(float(value) for value in found)
        for place, count in counts.items():
            yield place, list(islice(values, count))


def _extremes(_: str, output: Any) -> list[Any]:
    axes = _axes(output)
    return [
        ops.reduce_min(output, axes).output(0),
        ops.reduce_max(output, axes).output(0),
    ]


def _noise(output: Any, low: float, high: float) -> Any:
    """Return the mean square of what rounding to 256 levels changes."""
    step = (high - low) / (_LEVELS - 1)
    levels = ops.round(ops.divide(ops.clamp(output, low, high), np.float32(step)), "half_to_even")
    return _power(ops.subtract(ops.multiply(levels, np.float32(step)), output).output(0))


def _power(output: Any) -> Any:
    return ops.reduce_mean(ops.multiply(output, output), _axes(output)).output(0)


def _axes(output: Any) -> npt.NDArray[np.int64]:
    return np.arange(output.get_partial_shape().rank.get_length())


# ---- writing ------------------------------------------------------------------------------------


def narrow(model: Any, ranges: Mapping[str, Range]) -> int:
    """Make layers of a model 8 bits wide where that adds little noise; return how many.

    `ranges` is of their inputs, by `place`.
    """
    count = 0
    for place, layers in _layers(model).items():
        if place not in ranges:
            continue
        chosen = [each for each in layers if ranges[place].noise + each.noise() <= _MOST_NOISE]
        if not chosen:
            continue
        low, high = (np.float32(limit) for limit in ranges[place].limits)
        given = chosen[0].node.input_value(0)
        rounded = ops.fake_quantize(given, low, high, low, high, _LEVELS)
        for layer in chosen:
            weights, scale = layer.int8_weights()
            widened = ops.multiply(ops.convert(ops.constant(weights), np.float32), scale)
            layer.node.input(0).replace_source_output(rounded.output(0))
            layer.node.input(1).replace_source_output(widened.output(0))
        count += len(chosen)
    model.validate_nodes_and_infer_types()
    return count
