"""OpenVINO, ready to compute; the only module that loads it.

It computes on a CPU as the processor can best: in float32, in bfloat16 where there are
instructions for that, or over weights and inputs of 8 bits that the network itself is made of.
"""

import errno
import math
import os
import queue
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.models.variants import Precision

_SIDE = 256  # of the matrices that tell whether bfloat16 is quick
_TURNS = 3
_QUICKER = 1.2  # times, or it is not worth its fewer digits
Half = Literal["fp16", "bf16"]
_HINTS = {"fp16": "f16", "bf16": "bf16"}  # all else: float32
Inputs = Mapping[str, npt.NDArray[Any]] | Mapping[int, npt.NDArray[Any]]
Shapes = Mapping[str, Sequence[int]]  # of a network's inputs, by name; -1: any length


class Network:
    """A compiled network. Not thread-safe: one caller at a time."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self._request = compiled.create_infer_request()

    def __call__(self, given: Inputs) -> list[npt.NDArray[np.float32]]:
        """Return copies of the outputs, in the network's order, for inputs by name or number."""
        made = self._request.infer(given)
        return [np.array(made[output], np.float32) for output in self._compiled.outputs]


def open_network(
    path: Path, form: Precision, threads: int, shapes: Shapes | None = None
) -> Network:
    """Load a network, an .xml or .onnx file, on the CPU.

    Raises:
        RuntimeError: it cannot be used; the message says why.
    """
    model = read_network(path)
    if shapes:
        reshape(model, shapes)
    return compile_network(model, form, threads)


def read_network(path: Path) -> Any:
    """Return OpenVINO's model of a file; its weights stay there and are read as needed.

    Raises:
        RuntimeError: it cannot be read.
    """
    return _core().read_model(path)


def reshape(model: Any, shapes: Shapes) -> None:
    """Fix the shapes of a model's inputs."""
    model.reshape({name: list(shape) for name, shape in shapes.items()})


def compile_network(model: Any, form: Precision, threads: int) -> Network:
    """Make a model ready to compute.

    A network of 8 bits computes in them whatever `form` says. "int8" lets the rest of it compute in
    bfloat16 where this processor is quick at that.
    """
    is_rest_quick = form == "int8" and is_quick_at_bfloat16()
    return Network(_compiled(model, "bf16" if is_rest_quick else form, threads))


def text_in(model: Any, *names: str) -> str:
    """Return a text that a model's file says about it, by the names that lead there.

    Raises:
        RuntimeError: it says nothing of that kind.
    """
    return str(model.get_rt_info(list(names)).value)


class SharedNetwork:
    """A compiled network of one input and one output for several callers, one thread for each.

    A caller waits while all of them are at work. The weights are in memory once.
    """

    def __init__(self, path: Path, form: Half, callers: int) -> None:
        """Load a network, an .xml or .onnx file, on the CPU.

        Raises:
            RuntimeError: it cannot be used; the message says why.
        """
        compiled = _compiled(read_network(path), form, callers, streams=callers)
        count = compiled.input(0).partial_shape[0]
        self.is_single = bool(count.is_static and count.get_length() == 1)
        _prepare_arrays()
        self._free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        for _ in range(callers):
            self._free.put(compiled.create_infer_request())

    def __call__(self, given: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
        """Return a copy of the output."""
        request = self._free.get()
        try:
            request.infer({0: given})
            return np.array(request.get_output_tensor().data, np.float32)
        finally:
            self._free.put(request)


def _prepare_arrays() -> None:
    """Have OpenVINO look NumPy up in this thread.

    It does so at the first array of the process, and where two threads have theirs at once, one
    waits for the GIL and the other, which holds it, for the look-up: for ever.
    """
    import openvino

    np.asarray(openvino.Tensor(np.zeros(1, np.float32)).data)


def quick_halves() -> list[Half]:
    """Return in which half precisions this processor has instructions to compute."""
    capabilities = _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    names: dict[Half, str] = {"fp16": "FP16", "bf16": "BF16"}
    return [half for half, name in names.items() if name in capabilities]


def write_half(source: Path, target: Path) -> None:
    """Write a network, an .onnx file, as `target`, an .xml and a .bin of half its size.

    Raises as `write_model`.
    """
    write_model(_core().read_model(source), target, is_halved=True)


def write_model(model: Any, target: Path, *, is_halved: bool = False) -> None:
    """Write OpenVINO's model as `target`, an .xml, and a .bin beside it.

    Raises:
        OSError: there is no room. OpenVINO says so in words of its own, and deletes what it wrote.
    """
    import openvino

    try:
        openvino.save_model(model, target, compress_to_fp16=is_halved)
    except RuntimeError as error:
        if "iostream error" in str(error):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from error
        raise


def _compiled(model: Any, form: str, threads: int, streams: int = 1) -> Any:
    options = {
        "INFERENCE_PRECISION_HINT": _HINTS.get(form, "f32"),
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": streams,
        "ENABLE_CPU_PINNING": False,  # other processes are at work on the same cores
    }
    return _core().compile_model(model, "CPU", options)


def processor() -> str:
    """Return a text that changes with the processor, what is used of it, or OpenVINO."""
    core = _core()
    name = core.get_property("CPU", "FULL_DEVICE_NAME")
    version = core.get_versions("CPU")["CPU"].build_number
    limit = os.environ.get("ONEDNN_MAX_CPU_ISA", "")
    return f"{name}, {os.cpu_count()} cores, OpenVINO {version} {limit}".strip()


@cache
def is_quick_at_bfloat16() -> bool:
    """Tell whether multiplying in bfloat16 is quicker than in float32; takes some milliseconds.

    OpenVINO computes in bfloat16 also where there are no instructions for it, and is slower then.
    """
    from openvino import Model, opset13

    sides = [opset13.parameter((_SIDE, _SIDE), np.float32) for _ in range(2)]
    model = Model([opset13.matmul(*sides, False, False)], sides)
    ones = dict.fromkeys(range(2), np.ones((_SIDE, _SIDE), np.float32))
    try:
        networks = [Network(_compiled(model, form, 1)) for form in ("fp32", "bf16")]
    except RuntimeError:  # not even slowly
        return False
    full, half = seconds_in_turns([partial(network, ones) for network in networks])
    return full > _QUICKER * half


@cache
def adds_8_bits_exactly() -> bool:
    """Tell whether products of 8 bits by 8 bits are added without overflow; takes milliseconds.

    Without VNNI two of them are added in 16 bits, where the largest ones are cut off.
    """
    from openvino import Model, opset13

    x = opset13.parameter((_SIDE, _SIDE), np.float32)
    rounded = opset13.fake_quantize(opset13.relu(x), *map(np.float32, (0, 1, 0, 1)), 256)
    weights = opset13.constant(np.full((_SIDE, _SIDE), 127, np.int8))
    steps = np.full((_SIDE, 1), 1 / 127, np.float32)
    widened = opset13.multiply(opset13.convert(weights, np.float32), steps)
    model = Model([opset13.matmul(rounded, widened, False, True)], [x])
    sums = Network(_compiled(model, "fp32", 1))({0: np.ones((_SIDE, _SIDE), np.float32)})[0]
    return bool(np.allclose(sums, _SIDE, rtol=0.01))


def seconds_in_turns(works: Sequence[Callable[[], object]], turns: int = _TURNS) -> list[float]:
    """Return the fewest seconds that each takes; in turns, so that a busy machine slows all."""
    fewest = [math.inf] * len(works)
    for turn in range(turns + 1):
        for at, work in enumerate(works):
            since = time.perf_counter()
            work()
            if turn:  # the first time memory is laid out
                fewest[at] = min(fewest[at], time.perf_counter() - since)
    return fewest


@cache
def _core() -> Any:
    import openvino

    return openvino.Core()
