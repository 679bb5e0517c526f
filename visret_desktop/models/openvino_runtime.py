"""OpenVINO, ready to compute; the only module that loads it.

It computes on a CPU as the processor can best: in float32, in bfloat16 where there are
instructions for that, or over weights and inputs of 8 bits that the network itself is made of.
"""

import queue
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Form = Literal["fp32", "bf16", "int8"]
FORMS: tuple[Form, ...] = ("fp32", "bf16", "int8")
Half = Literal["fp16", "bf16"]
_HINTS = {"fp16": "f16", "bf16": "bf16"}  # all else: float32
Shapes = Mapping[str, Sequence[int]]  # of a network's inputs, by name; -1: any length


class Network:
    """A compiled network. Not thread-safe: one caller at a time."""

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self._request = compiled.create_infer_request()

    def __call__(self, given: Mapping[str, npt.NDArray[Any]]) -> list[npt.NDArray[np.float32]]:
        """Return copies of the outputs, in the network's order, for inputs by name."""
        made = self._request.infer(given)
        return [np.array(made[output], np.float32) for output in self._compiled.outputs]


def open_network(path: Path, form: Form, threads: int, shapes: Shapes | None = None) -> Network:
    """Load a network, an .xml or .onnx file, on the CPU.

    A network of 8 bits computes in them whatever `form` says of the rest: "bf16", or float32.

    Raises:
        RuntimeError: it cannot be used; the message says why.
    """
    return Network(_compiled(path, form, threads, 1, shapes))


class SharedNetwork:
    """A compiled network of one input and one output for several callers, one thread for each.

    A caller waits while all of them are at work. The weights are in memory once.
    """

    def __init__(self, path: Path, form: Half, callers: int) -> None:
        """Load a network, an .xml or .onnx file, on the CPU.

        Raises:
            RuntimeError: it cannot be used; the message says why.
        """
        compiled = _compiled(path, form, callers, callers)
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


def quick_halves() -> list[Half]:
    """Return in which half precisions this processor has instructions to compute."""
    said = _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES")
    names: dict[Half, str] = {"fp16": "FP16", "bf16": "BF16"}
    return [half for half, name in names.items() if name in said]


def write_half(source: Path, target: Path) -> None:
    """Write a network, an .onnx file, as `target`, an .xml and a .bin of half its size."""
    import openvino

    openvino.save_model(_core().read_model(source), target, compress_to_fp16=True)


def _compiled(
    path: Path, form: str, threads: int, streams: int, shapes: Shapes | None = None
) -> Any:
    core = _core()
    model = core.read_model(path)
    if shapes:
        model.reshape({name: list(shape) for name, shape in shapes.items()})
    options = {
        "INFERENCE_PRECISION_HINT": _HINTS.get(form, "f32"),
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": streams,
        "ENABLE_CPU_PINNING": False,  # other processes are at work on the same cores
    }
    return core.compile_model(model, "CPU", options)


@cache
def _core() -> Any:
    import openvino

    return openvino.Core()
