"""Answer which device a model can use, and with how many threads."""

import os
from typing import Any

from visret_desktop.errors import DeviceMissing

_SMALL_BYTES = 100 * 2**20


def usable_device(device: str) -> Any:
    """Return the torch device `device` ('cpu', 'cuda', 'cuda:1', 'mps') once it has computed.

    Raises:
        DeviceMissing: it is not there or cannot be used; never another one instead.
    """
    import torch

    try:
        chosen = torch.device(device)
        torch.ones(1, device=chosen).sum().item()
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        first = (str(error).splitlines() or [type(error).__name__])[0]
        raise DeviceMissing(device=device, reason=first) from error
    return chosen


def sensible_threads(weights_bytes: int) -> int:
    """Return how many threads a model of that size should compute with, at least 1.

    The threads of a small model wait for each other longer than they compute: four on four busy
    cores took 90 times as long as one. For large models it is half the logical cores: those that
    share a core also share its arithmetic, and indexing and the window need some.
    """
    return 1 if weights_bytes < _SMALL_BYTES else max(1, (os.cpu_count() or 1) // 2)
