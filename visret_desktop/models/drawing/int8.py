"""A network in 8 bits, made of one in half or full precision.

Convolutions and multiplications by weights become 8 bits wide: their weights by output channel, and
their inputs over a range that is found while the network computes on given inputs. Channels with
large numbers would leave few steps for all others, so inputs may be divided by a number for each
channel, by which the weights are multiplied (Xiao et al., SmoothQuant, 2023); what adds least noise
is taken. Weights have 7 bits where the processor cuts off sums of products of 8. A layer stays as
it is where even that is too much, or where it has so few channels that it takes next to no time.
What is between the layers stays.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from openvino import opset13 as ops

from visret_desktop.models.runtimes.openvino_runtime import (
    Shapes,
    adds_8_bits_exactly,
    compile_network,
    is_quick_at_bfloat16,
    read_network,
    reshape,
    write_model,
)

Channels = npt.NDArray[np.float32]  # a number for each
Inputs = Mapping[str, npt.NDArray[Any]]  # by name
_MOST_NOISE = 1e-3  # power of what rounding adds, as a share of the power of what is rounded
_SMOOTHINGS = (0.0, 0.5)  # how much of the differences between channels goes to the weights
_CLIPS = (1.0, 0.7, 0.5, 0.35)  # shares of the range; less of it has finer steps, but cuts more off
_FEWEST_CHANNELS = 16
_MOST_INPUTS = 16  # that are computed on; what later steps bring has to be among them
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
    def is_convolution(self) -> bool:
        """Whether it is one, with channels in the second axis of its input, else in the last."""
        return bool(self.node.get_type_name() == "Convolution")

    @property
    def weights(self) -> npt.NDArray[np.float32]:
        """A float32 copy."""
        return np.asarray(_constant(self.node).data, np.float32)

    @property
    def summed(self) -> tuple[int, ...]:
        """The axes of the weights that are summed over: all but that of the output channels."""
        if self.is_convolution:
            return (1, 2, 3)
        return (1,) if self.node.get_attributes()["transpose_b"] else (0,)

    @property
    def has_channels(self) -> bool:
        """Whether it has enough channels to be worth it."""
        shape = _constant(self.node).get_shape()
        return len(shape) in (2, 4) and min(shape[:2]) >= _FEWEST_CHANNELS

    @property
    def inputs(self) -> int:
        """The axis of the weights that has the input channels."""
        return 1 if self.is_convolution or self.node.get_attributes()["transpose_b"] else 0

    def by_input(self, scale: Channels) -> Channels:
        """Return numbers for each input channel in a shape that weights can be multiplied by."""
        shape = [1] * len(self.weights.shape)
        shape[self.inputs] = -1
        return scale.reshape(shape)

    def int8_weights(self, scale: Channels) -> tuple[npt.NDArray[np.int8], Channels]:
        """Return weights in 8 bits, and what each output channel is multiplied by.

        `scale`: what each of the input channels was divided by.
        """
        weights = self.weights * self.by_input(scale)
        largest = np.abs(weights).max(axis=self.summed, keepdims=True)
        top = _TOP if adds_8_bits_exactly() else _TOP // 2
        steps = np.maximum(largest / top, np.finfo(np.float32).tiny)
        return np.round(weights / steps).astype(np.int8), steps

    def noise(self, scale: Channels) -> float:
        """Return the power that rounding the weights adds, as a share of theirs."""
        weights = self.weights
        rounded, steps = self.int8_weights(scale)
        difference = rounded * steps / self.by_input(scale) - weights
        power = float(np.square(weights).mean())
        return float(np.square(difference).mean()) / power if power else 0.0


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
    layers: dict[str, list[_Layer]] = {}
    for node in model.get_ordered_ops():
        if node.get_type_name() in ("Convolution", "MatMul") and _constant(node) is not None:
            layer = _Layer(node)
            if layer.has_channels:
                layers.setdefault(place_of(node.input_value(0)), []).append(layer)
    return layers


def place_of(output: Any) -> str:
    """Return what names an output in any model that was read from the same file."""
    return f"{output.get_node().get_friendly_name()}:{output.get_index()}"


# ---- which steps the inputs are rounded to ------------------------------------------------------


@dataclass(frozen=True)
class ValueRange:
    """How inputs are rounded: what each channel is divided by, and clipped to then."""

    low: float
    high: float
    noise: float  # that it adds to the outputs, as a share of their power
    scale: Channels | None = None  # None: nothing is divided

    @property
    def limits(self) -> tuple[float, float]:
        """Return the lowest and the highest of the levels; zero is one of them."""
        if self.low >= 0:
            return 0.0, self.high
        step = max(-self.low, self.high) / _TOP
        return -(_TOP + 1) * step, _TOP * step


@dataclass(frozen=True)
class _Place:
    """Where inputs of layers come from, and what is known of their channels."""

    layers: Sequence[_Layer]

    @property
    def output(self) -> Any:
        """What the layers get."""
        return self.layers[0].node.input_value(0)

    @property
    def axis(self) -> int:
        """That of the channels."""
        rank: int = self.output.get_partial_shape().rank.get_length()
        return 1 if self.layers[0].is_convolution else rank - 1

    def across(self, scale: Channels) -> Channels:
        """Return numbers for each channel in a shape that the inputs can be divided by."""
        shape = [1] * self.output.get_partial_shape().rank.get_length()
        shape[self.axis] = -1
        return scale.reshape(shape)

    def others(self) -> npt.NDArray[np.int64]:
        """Return all axes but that of the channels."""
        rank = self.output.get_partial_shape().rank.get_length()
        return np.delete(np.arange(rank), self.axis)

    def largest_weights(self) -> Channels:
        """Return the largest weight of each channel."""
        largest: Channels = np.max([self._of_channels(layer, np.max) for layer in self.layers], 0)
        return largest

    def weight_powers(self) -> Channels:
        """Return how much each channel counts in the outputs: the mean of its weights' squares."""
        powers: Channels = np.sum([self._of_channels(one, _mean_square) for one in self.layers], 0)
        return powers

    @staticmethod
    def _of_channels(layer: _Layer, reduce: Callable[..., Any]) -> Channels:
        weights = np.abs(layer.weights)
        axes = tuple(axis for axis in range(weights.ndim) if axis != layer.inputs)
        return np.asarray(reduce(weights, axis=axes), np.float32)

    def candidates(self, low: Channels, high: Channels) -> list[ValueRange]:
        """Return ranges to be tried, for inputs whose channels lie between `low` and `high`."""
        largest = np.maximum(-low, high)
        made = []
        for smoothing in _SMOOTHINGS:
            scale = _scale(largest, self.largest_weights(), smoothing)
            bottom, top = float((low / scale).min()), float((high / scale).max())
            made += [ValueRange(clip * bottom, clip * top, 0.0, scale) for clip in _CLIPS]
        return made


def _mean_square(array: Channels, axis: tuple[int, ...]) -> Channels:
    return np.asarray(np.square(array).mean(axis=axis), np.float32)


def _scale(inputs: Channels, weights: Channels, smoothing: float) -> Channels:
    """Return what channels are divided by, given the largest inputs and weights of each."""
    if not smoothing:
        return np.ones_like(inputs)
    tiny = 1e-5
    inputs = np.maximum(inputs, max(tiny * float(inputs.max()), tiny))
    weights = np.maximum(weights, max(tiny * float(weights.max()), tiny))
    scale = inputs**smoothing / weights ** (1 - smoothing)
    return np.asarray(scale / np.sqrt(scale.min() * scale.max()), np.float32)


def _measured(
    source: Path, shapes: Shapes, calibration: Sequence[Inputs], threads: int
) -> dict[str, ValueRange]:
    """Return the best range of each place, found by computing on the calibration inputs."""
    lowest: dict[str, Channels] = {}
    highest: dict[str, Channels] = {}
    for name, (low, high) in _observed(source, shapes, calibration, threads, _extremes):
        nothing = np.zeros_like(low)
        lowest[name] = np.minimum(low, lowest.get(name, nothing))
        highest[name] = np.maximum(high, highest.get(name, nothing))
    tried: dict[str, list[ValueRange]] = {}

    def noises(name: str, place: _Place) -> list[Any]:
        if not np.any(highest[name] > lowest[name]):
            return []
        tried[name] = place.candidates(lowest[name], highest[name])
        weight = place.across(place.weight_powers())
        powers = [_power(place.output, weight)]
        return powers + [_noise(place, each, weight) for each in tried[name]]

    added: dict[str, npt.NDArray[np.float64]] = {}
    for name, found in _observed(source, shapes, calibration, threads, noises):
        added[name] = np.asarray(found, np.float64).reshape(-1) + added.get(name, 0.0)
    best = {}
    for name, ranges in tried.items():
        whole, *shares = added[name]
        at = int(np.argmin(shares))
        best[name] = replace(ranges[at], noise=float(shares[at] / whole) if whole else 0.0)
    return best


def _observed(
    source: Path,
    shapes: Shapes,
    calibration: Sequence[Inputs],
    threads: int,
    quantities: Callable[[str, _Place], list[Any]],
) -> Iterator[tuple[str, list[npt.NDArray[np.float32]]]]:
    """Yield, for each of the inputs and each place, the quantities that are computed of it."""
    model = read_network(source)
    reshape(model, shapes)
    counts: dict[str, int] = {}
    for name, layers in _layers(model).items():
        wanted = quantities(name, _Place(layers))
        counts[name] = len(wanted)
        model.add_outputs(wanted)
    # Half the memory; its digits are many more than those of 8 bits.
    network = compile_network(model, "bf16" if is_quick_at_bfloat16() else "fp32", threads)
    del model
    for inputs in calibration:
        outputs = iter(network(inputs)[-sum(counts.values()) :])
        for name, count in counts.items():
            yield name, list(islice(outputs, count))


def _extremes(_: str, place: _Place) -> list[Any]:
    axes = place.others()
    return [
        ops.reduce_min(place.output, axes).output(0),
        ops.reduce_max(place.output, axes).output(0),
    ]


def _noise(place: _Place, rounded: ValueRange, weight: Channels) -> Any:
    """Return the mean square of what rounding to 256 levels changes, by how channels count."""
    low, high = rounded.limits
    step = (high - low) / (_LEVELS - 1)
    scale = place.across(_given(rounded.scale))
    divided = ops.clamp(ops.divide(place.output, scale), low, high)
    levels = ops.round(ops.divide(divided, np.float32(step)), "half_to_even")
    again = ops.multiply(levels, np.asarray(step * scale, np.float32))
    return _power(ops.subtract(again, place.output).output(0), weight)


def _given(scale: Channels | None) -> Channels:
    return np.ones(1, np.float32) if scale is None else scale


def _power(output: Any, weight: Channels) -> Any:
    square = ops.multiply(ops.multiply(output, output), weight)
    return ops.reduce_mean(square, _axes(output)).output(0)


def _axes(output: Any) -> npt.NDArray[np.int64]:
    return np.arange(output.get_partial_shape().rank.get_length())


# ---- writing ------------------------------------------------------------------------------------


def narrow(model: Any, ranges: Mapping[str, ValueRange]) -> int:
    """Make layers of a model 8 bits wide where that adds little noise; return how many.

    `ranges` is of their inputs, by `places`.
    """
    count = 0
    for name, layers in _layers(model).items():
        if name not in ranges:
            continue
        wanted = ranges[name]
        scale = _given(wanted.scale)
        chosen = [each for each in layers if wanted.noise + each.noise(scale) <= _MOST_NOISE]
        if not chosen:
            continue
        place = _Place(chosen)
        to = [np.float32(limit) for limit in wanted.limits]
        given = [np.asarray(limit * place.across(scale), np.float32) for limit in to]
        rounded = ops.fake_quantize(place.output, *given, *to, _LEVELS)
        for layer in chosen:
            weights, steps = layer.int8_weights(scale)
            widened = ops.multiply(ops.convert(ops.constant(weights), np.float32), steps)
            layer.node.input(0).replace_source_output(rounded.output(0))
            layer.node.input(1).replace_source_output(widened.output(0))
        count += len(chosen)
    model.validate_nodes_and_infer_types()
    return count
