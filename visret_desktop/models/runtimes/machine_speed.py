"""How fast this processor multiplies and reads memory: a second of work, kept in a small file.

Measured with the libraries that run the models, so that `packs.speed_estimates` can estimate how
fast a model will be. Once a model was used, what was measured then counts instead; on a graphics
processor only that tells.
"""

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from visret_desktop import file_changes
from visret_desktop.models.memory_need import total
from visret_desktop.models.runtimes.devices import (
    CPU,
    device_of,
    graphics_drivers,
    sensible_threads,
)
from visret_desktop.packs.speed_estimates import Machine, read_machine
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings

_SECONDS = 0.5  # for each figure
_TICK = 0.016  # seconds that some systems' clocks count in
_ROWS, _WIDE, _INNER = 784, 768, 3072  # a layer of a usual encoder, for four photos
_READ_BYTES = 256 * 2**20  # more than processors have of cache


def describe(paths: Paths, settings: Settings) -> Machine:
    """Return what this computer offers models; measured once, then read from the cache."""
    devices = {role.name: device_of(role, settings) for role in ROLES.values()}
    kept = read_machine(paths)
    wanted = set(devices.values())
    rates = {}
    if kept and kept.computer == _computer() and CPU in kept.rates:
        rates = {CPU: kept.rates[CPU]}
    elif CPU in wanted:
        rates = {CPU: (_flops(), _bytes())}
    machine = Machine(devices, rates, {device: total(device) for device in wanted}, _computer())
    if machine != kept:
        file_changes.write(paths.machine, json.dumps(vars(machine)).encode())
    return machine


def _computer() -> str:
    """Return a text that changes when the computer does."""
    makers = ",".join(graphics_drivers())
    return f"{os.cpu_count()} cores, {total(CPU)} bytes, {makers or 'no'} GPU"


# ---- multiplying ----------------------------------------------------------------------------


def _flops() -> float:
    """Return operations a second, as encoders do them: every core for itself."""
    session = _layer()
    given = np.ones((_ROWS, _WIDE), np.float32)
    once = 2 * 2 * _ROWS * _WIDE * _INNER
    return once * _times_a_second(lambda: session.run(None, {"x": given}), os.cpu_count() or 1)


def _layer() -> Any:
    """Return a session that multiplies as a layer of an encoder does."""
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    rng = np.random.default_rng(0)
    weights = {
        "up": rng.normal(size=(_WIDE, _INNER)).astype(np.float32),
        "down": rng.normal(size=(_INNER, _WIDE)).astype(np.float32) * 1e-3,
    }
    nodes = [
        helper.make_node("MatMul", ["x", "up"], ["inner"]),
        helper.make_node("Relu", ["inner"], ["bent"]),
        helper.make_node("MatMul", ["bent", "down"], ["y"]),
    ]
    shape = [_ROWS, _WIDE]
    graph = helper.make_graph(
        nodes,
        "layer",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


# ---- reading --------------------------------------------------------------------------------


def _bytes() -> float:
    """Return bytes a second that are read from memory, as chat models read their weights."""
    threads = sensible_threads(_READ_BYTES)
    array = np.ones(_READ_BYTES // 4, np.float32)
    return float(array.nbytes) * _times_a_second(array.max, threads)


def _times_a_second(work: Callable[[], object], threads: int = 1) -> float:
    """Return how often `threads` threads together do `work` in a second of their own time.

    That does not let a computer that is busy with other things seem slower than it is.
    """
    work()  # what happens only once
    end = time.perf_counter() + _SECONDS

    def rate(_: int) -> float:
        times, began = 0, time.thread_time()
        while time.perf_counter() < end or not times:
            work()
            times += 1
        return times / max(time.thread_time() - began, _TICK)

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(rate, range(threads)))
