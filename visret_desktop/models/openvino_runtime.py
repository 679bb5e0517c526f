"""OpenVINO, ready to compute; the only module that loads it.

It computes on a CPU as the processor can best: in float32, in bfloat16 where there are
instructions for that, or over weights and inputs of 8 bits that the network itself is made of.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Form = Literal["fp32", "bf16", "int8"]
FORMS: tuple[Form, ...] = ("fp32", "bf16", "int8")
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
    core = _core()
    model = core.read_model(path)
    if shapes:
        model.reshape({name: list(shape) for name, shape in shapes.items()})
    options = {
        "INFERENCE_PRECISION_HINT": "bf16" if form == "bf16" else "f32",
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        "ENABLE_CPU_PINNING": False,  # other processes are at work on the same cores
    }
    return Network(core.compile_model(model, "CPU", options))


@cache
def _core() -> Any:
    import openvino

    return openvino.Core()
