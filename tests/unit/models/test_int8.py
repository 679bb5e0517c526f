"""Networks in 8 bits: the same as ONNX Runtime's own tool writes, in a fraction of its memory."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from visret_desktop.models.encoders import int8

SIDE = 1024


def network(path: Path, count: int, side: int) -> None:
    """Write products of all kinds after each other, with their weights in a file beside."""
    random = np.random.default_rng(5)
    nodes, tensors, last = [], [], "input"
    for number in range(count):
        weights = random.normal(size=(side, side)).astype(np.float32) / side**0.5
        tensors.append(numpy_helper.from_array(weights, f"w{number}"))
        tensors.append(numpy_helper.from_array(weights[0], f"b{number}"))
        out = f"out{number}"
        if number % 3 == 0:
            nodes.append(helper.make_node("MatMul", [last, f"w{number}"], [out]))
        else:
            inputs = [last, f"w{number}", f"b{number}"]
            nodes.append(helper.make_node("Gemm", inputs, [out], transB=number % 3 == 1))
        last = out
    nodes.append(helper.make_node("MatMul", [last, "flipped"], ["product"]))  # not with weights
    nodes.append(helper.make_node("Transpose", [last], ["flipped"], perm=[1, 0]))
    nodes[-2:] = reversed(nodes[-2:])
    nodes.append(helper.make_node("Gemm", ["product", "small"], ["embedding"], alpha=0.5))
    tensors.append(numpy_helper.from_array(np.eye(3, 2, dtype=np.float32), "small"))
    given = helper.make_tensor_value_info("input", TensorProto.FLOAT, [3, side])
    embedding = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [3, 2])
    graph = helper.make_graph(nodes, "tower", [given], [embedding], tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.save_model(model, str(path), save_as_external_data=True, location=f"{path.stem}.weights")


def run(path: Path, given: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    made: npt.NDArray[np.float32] = session.run(None, {"input": given})[0]
    return made


@pytest.mark.parametrize("count", [1, 6])
def test_it_is_what_the_tool_of_onnxruntime_writes(tmp_path: Path, count: int) -> None:
    source, ours, theirs = (tmp_path / f"{name}.onnx" for name in ("source", "ours", "theirs"))
    network(source, count, 64)
    int8.write(source, ours)
    quantize_dynamic(
        source,
        theirs,
        op_types_to_quantize=["MatMul"],
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
    )
    given = np.random.default_rng(2).normal(size=(3, 64)).astype(np.float32)
    plain, made, expected = (run(path, given) for path in (source, ours, theirs))
    assert np.abs(made - expected).max() <= 1e-5 * np.abs(expected).max()
    assert 0 < np.abs(made - plain).max() <= 0.1 * np.abs(plain).max()
    kinds = [node.op_type for node in onnx.load(str(ours)).graph.node]
    assert kinds.count("MatMulInteger") == count
    assert kinds.count("MatMul") == kinds.count("Gemm") == 1  # those without fixed weights, scaled


def test_it_takes_less_memory_than_the_weights(tmp_path: Path) -> None:
    source = tmp_path / "source.onnx"
    network(source, 24, SIDE)  # 101 MB; it takes 88, the tool of ONNX Runtime 329
    (tmp_path / "made").mkdir()
    script = (
        "import os, sys, onnx, onnx.numpy_helper; from pathlib import Path;"
        " from bench.speed.fresh_process import peak_of as peak;"
        " from visret_desktop.models.encoders import int8; before = peak(os.getpid());"
        " int8.write(*map(Path, sys.argv[1:3])); print(peak(os.getpid()) - before)"
    )
    command = [sys.executable, "-c", script, str(source), str(tmp_path / "made" / "made.onnx")]
    result = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert float(result.stdout) < 24 * 4 * SIDE**2 / 1e6
