"""How fast this computer multiplies and reads memory: a second of work, kept in a small file.

Measured with the libraries that run the models, on the devices that they would run on, so that
`packs.speeds` can estimate how fast a model will be. Once a model was used, what was measured then
counts instead.
"""

import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from visret_desktop import file_changes
from visret_desktop.errors import DeviceMissing
from visret_desktop.models.memory_need import total
from visret_desktop.models.runtimes.devices import (
    CPU,
    graphics_drivers,
    place,
    sensible_threads,
    usable_device,
)
from visret_desktop.packs.speed_estimates import Machine, read_machine
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

_SECONDS = 0.5  # for each figure
_TICK = 0.016  # seconds that some systems' clocks count in
_ROWS, _WIDE, _INNER = 784, 768, 3072  # a layer of a usual encoder, for four photos
_READ_BYTES = 256 * 2**20  # more than processors have of cache


def describe(paths: Paths, settings: Settings) -> Machine:
    """Return what this computer offers models; measured once, then read from the cache."""
    devices = {role.name: _device_of(role, settings) for role in ROLES.values()}
    known = read_machine(paths)
    rates = dict(known.rates) if known and known.computer == _computer() else {}
    wanted = set(devices.values())
    fresh = filter(_can_measure, wanted - set(rates))
    rates |= {device: (_flops(device), _bytes(device)) for device in fresh}
    machine = Machine(devices, rates, {device: total(device) for device in wanted}, _computer())
    if machine != known:
        file_changes.write(paths.machine, json.dumps(vars(machine)).encode())
    return machine


def _computer() -> str:
    """Return a text that changes when the computer does."""
    makers = ",".join(graphics_drivers())
    return f"{os.cpu_count()} cores, {total(CPU)} bytes, {makers or 'no'} GPU"


def _device_of(role: Role, settings: Settings) -> str:
    try:
        return place(role, settings.device_of(role)).device
    except DeviceMissing:  # a search says so; here the CPU is what remains
        return CPU


def _can_measure(device: str) -> bool:
    """Tell whether PyTorch, which we measure with, can use a device; llama.cpp may use others."""
    if device == CPU:
        return True
    try:
        usable_device(device)
    except DeviceMissing:
        return False
    return True


# ---- multiplying ----------------------------------------------------------------------------


def _flops(device: str) -> float:
    """Return operations a second, as encoders do them: every core for itself, or half precision."""
    return _flops_of_cores() if device == CPU else _flops_of_graphics(device)


def _flops_of_cores() -> float:
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


def _flops_of_graphics(device: str) -> float:
    import torch

    side = 4096
    left = torch.ones(side, side, dtype=torch.float16, device=device)

    def multiply() -> None:
        (left @ left)[0, 0].item()  # waits until it is done

    return 2.0 * side**3 * _times_a_second(multiply, clock=time.perf_counter)


# ---- reading --------------------------------------------------------------------------------


def _bytes(device: str) -> float:
    """Return bytes a second that are read from memory, as chat models read their weights."""
    if device != CPU:
        return _bytes_of_graphics(device)
    threads = sensible_threads(_READ_BYTES)
    array = np.ones(_READ_BYTES // 4, np.float32)
    return float(array.nbytes) * _times_a_second(array.max, threads)


def _bytes_of_graphics(device: str) -> float:
    import torch

    array = torch.ones(_READ_BYTES // 2, dtype=torch.float16, device=device)
    return _READ_BYTES * _times_a_second(lambda: array.sum().item(), clock=time.perf_counter)


def _times_a_second(
    work: Callable[[], object], threads: int = 1, clock: Callable[[], float] = time.thread_time
) -> float:
    """Return how often `threads` threads together do `work` in a second of `clock`.

    Seconds of the threads themselves do not let a computer that is busy with other things seem
    slower than it is; work that waits for a graphics processor takes seconds of the wall.
    """
    work()  # what happens only once
    end = time.perf_counter() + _SECONDS

    def rate(_: int) -> float:
        times, began = 0, clock()
        while time.perf_counter() < end or not times:
            work()
            times += 1
        return times / max(clock() - began, _TICK)

    with ThreadPoolExecutor(threads) as pool:
        return sum(pool.map(rate, range(threads)))
