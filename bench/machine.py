"""Describe the machine that a measurement ran on."""

import os
import platform
from typing import Any

import psutil

from visret_desktop import __version__
from visret_desktop.processes import processor


def describe() -> dict[str, Any]:
    """Return processor, cores, memory, system, versions, and how busy the machine is now."""
    return {
        "processor": processor.name(),
        "cores": os.cpu_count() or 1,
        "memory_gb": round(psutil.virtual_memory().total / 1e9, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "visret": __version__,
        "load": round(_load(), 2),
    }


def sentence(machine: dict[str, Any]) -> str:
    """Return the description in one line."""
    return (
        f"{machine['processor']}, {machine['cores']} cores, {machine['memory_gb']} GB, "
        f"{machine['system']}, Python {machine['python']}, visret {machine['visret']}; "
        f"load {machine['load']} at the start"
    )


def _load() -> float:
    """Return how many processes wanted to run, averaged over the last minute."""
    average: float = psutil.getloadavg()[0]
    return average
