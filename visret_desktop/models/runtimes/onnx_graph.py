"""Write an ONNX graph by hand, node by node: for networks whose form is known.

An exporter has to load the library that a network was written in, and run it once. That takes most
of the time in which such a network is made ready.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes

OPSET, _IR_VERSION = 18, 10
_LITTLE = 1024  # bytes; shapes are among them, which have to be in the graph
_ALIGNED = 4096  # bytes: files are mapped by pages
Array = npt.NDArray[Any]


class Graph:
    """Nodes and weights in the order in which they are computed; values go by their names.

    Weights are written to their file as they come: there is no other copy of them in memory.
    """

    def __init__(self, path: Path, weights: BinaryIO) -> None:
        """Begin a graph that `build` writes to `path`. See `writing`."""
        self._path = path
        self._file = weights
        self._nodes: list[Any] = []
        self._weights: list[Any] = []

    @classmethod
    @contextmanager
    def writing(cls, path: Path) -> Iterator["Graph"]:
        """Begin a graph in the file `path`, whose weights go to a file of the suffix .weights."""
        with file_changes.new_file(path.with_suffix(".weights"), is_durable=False) as weights:
            yield cls(path, weights)

    def weight(self, array: Array) -> str:
        """Keep numbers that do not change; return what they are called."""
        import onnx

        name, array = f"weight_{len(self._weights)}", np.ascontiguousarray(array)
        kept = onnx.numpy_helper.from_array(array, name) if array.nbytes < _LITTLE else None
        self._weights.append(kept or self._written(array, name))
        return name

    def _written(self, array: Array, name: str) -> Any:
        import onnx

        self._file.write(bytes(-self._file.tell() % _ALIGNED))
        kind = onnx.helper.np_dtype_to_tensor_dtype(array.dtype)
        kept = onnx.TensorProto(name=name, data_type=kind, dims=array.shape)
        kept.data_location = onnx.TensorProto.EXTERNAL
        location = self._path.with_suffix(".weights").name
        where = {"location": location, "offset": self._file.tell(), "length": array.nbytes}
        for key, value in where.items():
            kept.external_data.add(key=key, value=str(value))
        self._file.write(array.data)
        return kept

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
        self, dtype: type[np.generic], shape: Sequence[str | int], result: str, width: int
    ) -> None:
        """Write the graph from `input` to `embedding`; all its weights are there by now.

        Args:
            dtype, shape: of the input; letters name sides that are free.
            result: the name of the output.
            width: numbers in a row of it.
        """
        import onnx

        self._nodes.append(onnx.helper.make_node("Identity", [result], ["embedding"]))
        kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        graph = onnx.helper.make_graph(
            self._nodes,
            self._path.stem,
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
        file_changes.write(self._path, model.SerializeToString(), is_durable=False)
