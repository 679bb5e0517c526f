"""Write an ONNX graph by hand, node by node: for networks whose form is known.

An exporter has to load the library that a network was written in, and run it once. That takes most
of the time in which such a network is made ready.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes

OPSET, _IR_VERSION = 18, 10
Array = npt.NDArray[Any]


class Graph:
    """Nodes and weights in the order in which they are computed; values go by their names."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    def weight(self, array: Array) -> str:
        """Keep numbers that do not change; return what they are called."""
        import onnx

        name = f"weight_{len(self._weights)}"
        contiguous = np.ascontiguousarray(array)
        self._weights.append(onnx.numpy_helper.from_array(contiguous, name))
        return name

    def node(self, kind: str, *inputs: str | Array, outputs: int = 1, **attributes: Any) -> str:
        """Compute something; return the name of its first output. Arrays become weights."""
        return self.nodes(kind, *inputs, outputs=outputs, **attributes)[0]

    def nodes(
        self, kind: str, *inputs: str | Array, outputs: int, **attributes: Any
    ) -> Sequence[str]:
        """Compute something; return the names of its outputs."""
        import onnx

        given = [one if isinstance(one, str) else self.weight(one) for one in inputs]
        made = [f"{kind.lower()}_{len(self._nodes)}_{at}" for at in range(outputs)]
        self._nodes.append(onnx.helper.make_node(kind, given, made, **attributes))
        return made

    def unit_rows(self, rows: str) -> str:
        """Return rows (n, d) divided by their lengths."""
        lengths = self.node("ReduceL2", rows, np.array([1]), keepdims=1)
        return self.node("Div", rows, self.node("Max", lengths, np.array(1e-12, np.float32)))

    def build(
        self,
        path: Path,
        dtype: type[np.generic],
        shape: Sequence[str | int],
        result: str,
        width: int,
    ) -> None:
        """Write the graph from `input` to `embedding`, with its weights in a file beside it.

        Args:
            path: of the graph; its weights get the suffix .weights.
            dtype, shape: of the input; letters name sides that are free.
            result: the name of the output.
            width: numbers in a row of it.
        """
        import onnx

        self._nodes.append(onnx.helper.make_node("Identity", [result], ["embedding"]))
        kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        graph = onnx.helper.make_graph(
            self._nodes,
            path.stem,
            [onnx.helper.make_tensor_value_info("input", kind, shape)],
            [
                onnx.helper.make_tensor_value_info(
                    "embedding", onnx.TensorProto.FLOAT, [shape[0], width]
                )
            ],
            self._weights,
        )
        versions = [onnx.helper.make_opsetid("", OPSET)]
        model = onnx.helper.make_model(graph, opset_imports=versions, ir_version=_IR_VERSION)
        weights = path.with_suffix(".weights")
        file_changes.remove(weights)
        onnx.save_model(model, str(path), save_as_external_data=True, location=weights.name)
