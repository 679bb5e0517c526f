"""Open an open_clip directory: offline, and no larger than its weights."""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.packs import safetensors_files
from visret_desktop.processes import library_environment

_SHARE = 1.25  # some weights are made from others, such as those of places in a larger picture
_BESIDE = 2**20


def open_model(directory: Path, device: Any = "cpu") -> Any:
    """Return the model of an open_clip directory, computing with float32 on a torch device.

    Raises:
        ValueError: it has no weights, or describes a larger model than they are of.
        Exception: whatever open_clip and torch raise.
    """
    library_environment.fetch_nothing()
    torchvision_parts.stand_in()
    import open_clip

    weights = sorted(directory.glob("*.safetensors"))
    if not weights:  # open_clip would take random ones
        raise ValueError("it has no .safetensors file with weights")
    there = sum(math.prod(shape) for path in weights for shape in safetensors_files.check(path))
    if (asked := _count_numbers(directory)) > there * _SHARE + _BESIDE:
        raise ValueError(
            f"it describes a model of {asked:,} numbers and its weights have {there:,}"
        )
    model = open_clip.create_model(f"local-dir:{directory}", device=device, precision="fp32")
    return model.eval()


def _count_numbers(directory: Path) -> int:
    """Return how many numbers the model is made of; none of them is made for that.

    0 where that cannot be told: timm's ViTamin and MobileCLIP-B compute while they are built.
    """
    import open_clip
    from accelerate import init_empty_weights

    with _not_told(), suppress(RuntimeError), init_empty_weights():
        model = open_clip.create_model(f"local-dir:{directory}", device="meta", load_weights=False)
        return sum(parameter.numel() for parameter in model.parameters())
    return 0


@contextmanager
def _not_told() -> Iterator[None]:
    """Keep open_clip from warning that it loads no weights, which is intended."""
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(level)
