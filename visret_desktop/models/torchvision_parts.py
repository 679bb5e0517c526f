"""torchvision without its compiled part, which open_clip and others import and nobody here uses.

The one on offer is compiled for torch with CUDA and does not load beside torch for processors
alone. Then torchvision cannot be imported, as it describes two operators that nobody declared.
"""

import functools
import importlib.util
from pathlib import Path
from typing import Any

_BOXES = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
_DESCRIBED = ("nms", "qnms")


@functools.cache
def stand_in() -> Any:
    """Declare these operators, without code for them, where the compiled part does not load.

    Called before anything that imports torchvision. The declarations last as long as what is
    returned, which is kept.
    """
    import torch

    if _loads():
        return None
    operators = torch.library.Library("torchvision", "FRAGMENT")
    for name in _DESCRIBED:
        operators.define(name + _BOXES)
    return operators


def _loads() -> bool:
    import torch

    found = importlib.util.find_spec("torchvision")
    if found is None or found.origin is None:
        return True  # there is nothing to stand in for
    parts = [part for part in Path(found.origin).parent.glob("_C*") if part.is_file()]
    try:
        for part in parts:
            torch.ops.load_library(str(part))
    except OSError:
        return False
    return bool(parts)
