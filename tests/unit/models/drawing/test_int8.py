"""Networks in 8 bits: nearly the same results, in half the room; what 8 bits would spoil stays."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import openvino
import pytest
from openvino import opset13 as ops

from visret_desktop.models.drawing.int8 import write_int8
from visret_desktop.models.runtimes.openvino_runtime import open_network, read_network

Array = npt.NDArray[np.float32]
_CHANNELS, _SIDE = 32, 12
MOST = 0.06  # of what came out: 0.031 on processors with VNNI, 0.053 with weights of 7 bits


def write_network(path: Path) -> Path:
    """Write a small network as denoisers are made of: convolutions, then wide layers."""
    stream = np.random.default_rng(3)

    def weights(*shape: int) -> Any:
        size = float(np.prod(shape[1:]))
        return ops.constant((stream.normal(size=shape) / size**0.5).astype(np.float32))

    def convolution(given: Any, inputs: int, outputs: int) -> Any:
        kernel = weights(outputs, inputs, 3, 3)
        return ops.convolution(given, kernel, [1, 1], [1, 1], [1, 1], [1, 1])

    x = ops.parameter((-1, 4, -1, -1), np.float32)
    x.output(0).get_tensor().set_names({"x"})
    y = ops.swish(convolution(x, 4, _CHANNELS))
    y = ops.swish(convolution(y, _CHANNELS, _CHANNELS))
    y = ops.transpose(y, ops.constant(np.array([0, 2, 3, 1])))
    y = ops.matmul(y, weights(_CHANNELS, 3 * _CHANNELS), False, False)
    y = ops.matmul(ops.relu(y), weights(_CHANNELS, 3 * _CHANNELS), False, True)
    openvino.save_model(openvino.Model([y], [x]), path, compress_to_fp16=True)
    return path


def inputs(seed: int, outlier: float = 1.0) -> dict[str, Array]:
    """Return an input of which one number is `outlier` times as large."""
    x = np.random.default_rng(seed).normal(size=(1, 4, _SIDE, _SIDE)).astype(np.float32)
    x[0, 0, 0, 0] = outlier * 3
    return {"x": x}


def computed(path: Path, given: dict[str, Array]) -> Array:
    form = "int8" if "int8" in path.name else "fp32"
    return open_network(path, form, 1, {"x": given["x"].shape})(given)[0]


def difference(one: Array, other: Array) -> float:
    return float(np.linalg.norm(one - other) / np.linalg.norm(one))


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_network(tmp_path_factory.mktemp("network") / "whole.xml")


def test_results_are_nearly_the_same_at_any_size(network: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.int8.xml"
    assert write_int8(network, small, [inputs(seed) for seed in range(3)], 1) == 3
    fresh = inputs(9)
    assert 0 < difference(computed(network, fresh), computed(small, fresh)) < MOST
    larger = {"x": np.repeat(fresh["x"], 2, axis=3)}
    assert difference(computed(network, larger), computed(small, larger)) < MOST
    assert (
        small.with_suffix(".bin").stat().st_size < 0.7 * network.with_suffix(".bin").stat().st_size
    )


def test_without_vnni_no_sum_is_cut_off(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path\n"
        "from tests.unit.models.drawing.test_int8 import *\n"
        "place = Path(sys.argv[1])\n"
        "test_results_are_nearly_the_same_at_any_size(write_network(place / 'a.xml'), place)\n"
    )
    older = {**os.environ, "ONEDNN_MAX_CPU_ISA": "AVX2"}
    subprocess.run([sys.executable, "-c", code, tmp_path], env=older, check=True)


def test_layers_of_few_channels_stay(network: Path, tmp_path: Path) -> None:
    small = tmp_path / "small.int8.xml"
    write_int8(network, small, [inputs(1)], 1)
    first = next(
        node
        for node in read_network(small).get_ordered_ops()
        if node.get_type_name() == "Convolution"
    )
    assert first.input_value(0).get_node().get_type_name() == "Parameter"


def test_what_8_bits_would_spoil_stays(network: Path, tmp_path: Path) -> None:
    spoiled = tmp_path / "spoiled.int8.xml"
    extreme = [inputs(seed, outlier=3000.0) for seed in range(2)]
    assert write_int8(network, spoiled, extreme, 1) < 3
    assert difference(computed(network, extreme[0]), computed(spoiled, extreme[0])) < 0.05


def test_nothing_flows_through_a_dead_layer(network: Path, tmp_path: Path) -> None:
    dead = {"x": np.zeros((1, 4, _SIDE, _SIDE), np.float32)}
    target = tmp_path / "dead.int8.xml"
    assert write_int8(network, target, [dead], 1) == 0
    assert difference(computed(network, inputs(2)), computed(target, inputs(2))) < 0.02  # bfloat16
