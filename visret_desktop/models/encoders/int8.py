"""Write a network in 8 bits: products with fixed weights are computed with integers.

Weights get one scale for each column, what comes in one scale for each run, found while it runs
(dynamic quantization). ONNX Runtime has a tool that writes the same network, but it holds the
weights in memory several times: 1.1 GB for the image tower of a ViT-B-32, where this takes 0.3 GB,
as it reads one matrix at a time.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes

Node = Any  # onnx.NodeProto
Tensor = Any  # onnx.TensorProto
_MOST = 64  # seven bits for weights: larger products overflow in processors without VNNI


def write(source: Path, target: Path) -> None:
    """Write the network of `source`, an .onnx file, to `target`, with its weights inside."""
    import onnx
    from onnx import helper

    model = onnx.load(str(source), load_external_data=False)
    graph, folder = model.graph, str(source.parent)
    blank = helper.make_graph([], graph.name, graph.input, graph.output)
    made = helper.make_model(blank, ir_version=model.ir_version, opset_imports=model.opset_import)
    nodes, tensors = made.graph.node, made.graph.initializer
    matrices = {tensor.name: tensor for tensor in graph.initializer if len(tensor.dims) == 2}
    names: dict[str, list[str]] = {}  # of a matrix in integers, its zeros and its scales
    inputs: set[str] = set()  # that are turned into integers already
    for node in graph.node:
        matrix = matrices.get(node.input[1]) if _is_product(node) else None
        if matrix is None:
            nodes.append(node)
            continue
        if matrix.name not in names:
            values = onnx.numpy_helper.to_array(_inside(matrix, folder))
            parts = _tensors(matrix.name, values.T if _is_turned(node) else values)
            names[matrix.name] = [part.name for part in parts]
            tensors.extend(parts)
        nodes.extend(_in_integers(node, names[matrix.name], inputs))
    used = {name for node in nodes for name in node.input}
    tensors.extend(_inside(tensor, folder) for tensor in graph.initializer if tensor.name in used)
    file_changes.write(target, made.SerializeToString(), is_durable=False)


def _is_product(node: Node) -> bool:
    """Tell whether a node multiplies by its second input, and adds a third one at most."""
    if node.op_type != "Gemm":
        return bool(node.op_type == "MatMul")
    numbers = {one.name: one.f for one in node.attribute if one.name in ("alpha", "beta")}
    is_plain = all(number == 1 for number in numbers.values())
    return is_plain and not any(one.name == "transA" and one.i for one in node.attribute)


def _is_turned(node: Node) -> bool:
    return any(one.name == "transB" and one.i for one in node.attribute)


def _tensors(name: str, values: npt.NDArray[np.float32]) -> list[Tensor]:
    """Return a matrix as int8 (rows, columns), with zeros and scales, (columns,) each."""
    from onnx import numpy_helper

    scales = np.abs(values).max(axis=0) / np.float32(_MOST)
    scales[scales == 0] = 1
    integers = np.rint(values / scales).clip(-_MOST, _MOST).astype(np.int8)
    parts = {"integers": integers, "zeros": np.zeros(len(scales), np.int8), "scales": scales}
    return [numpy_helper.from_array(part, f"{name}_{key}") for key, part in parts.items()]


def _in_integers(node: Node, matrix: list[str], inputs: set[str]) -> Iterator[Node]:
    """Yield the nodes of one product, in the pattern that ONNX Runtime fuses into one."""
    from onnx import TensorProto
    from onnx.helper import make_node

    given, *_ = node.input
    (out,) = node.output
    integers, zeros, scales = matrix
    turned = [f"{given}_in_integers", f"{given}_scale", f"{given}_zero"]
    if given not in inputs:
        inputs.add(given)
        yield make_node("DynamicQuantizeLinear", [given], turned)
    yield make_node("MatMulInteger", [turned[0], integers, turned[2], zeros], [f"{out}_integers"])
    yield make_node("Cast", [f"{out}_integers"], [f"{out}_float"], to=TensorProto.FLOAT)
    yield make_node("Mul", [turned[1], scales], [f"{out}_scales"])
    product = f"{out}_product" if len(node.input) > 2 else out
    yield make_node("Mul", [f"{out}_float", f"{out}_scales"], [product])
    if len(node.input) > 2:
        yield make_node("Add", [product, node.input[2]], [out])


def _inside(tensor: Tensor, folder: str) -> Tensor:
    """Return a copy of a tensor with its values inside, wherever they were."""
    from onnx import TensorProto
    from onnx.external_data_helper import load_external_data_for_tensor, uses_external_data

    copy = TensorProto.FromString(tensor.SerializeToString())
    if uses_external_data(copy):
        load_external_data_for_tensor(copy, folder)
        copy.data_location = TensorProto.DEFAULT
        del copy.external_data[:]
    return copy
