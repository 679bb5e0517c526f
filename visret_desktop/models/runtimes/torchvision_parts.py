"""torchvision without its compiled part, which open_clip and others import and nobody here uses.

The one on offer is compiled for torch with CUDA and does not load beside torch for processors
alone. Then torchvision cannot be imported, as it describes two operators that nobody declared.
"""

import functools
import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

_BOXES = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"
_DESCRIBED = ("nms", "qnms")
_COMPILER = "torch._dynamo"


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


def leave_out_compiler() -> None:
    """Let this process do without torch's compiler until somebody needs more of it than names.

    torchvision imports it for one operator that nobody here uses, torch and timm to mark functions
    that it is to leave alone: 6 s of a processor and 90 MB. For processes of one thread.
    """
    if _COMPILER not in sys.modules:
        compiler = _Compiler(_COMPILER)
        sys.modules |= {_COMPILER: compiler, f"{_COMPILER}.utils": compiler.utils}


class _Compiler(ModuleType):
    """Stands in for `torch._dynamo`, and makes way for it."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.utils = ModuleType(f"{name}.utils")
        vars(self.utils)["is_compile_supported"] = lambda _device: False
        self.disable = lambda function=None, *_given, **_options: function

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name != "__path__":  # whoever looks at all modules asks these
            raise AttributeError(name)
        for own in (self, self.utils):
            if sys.modules.get(own.__name__) is own:
                del sys.modules[own.__name__]
        return getattr(importlib.import_module(self.__name__), name)


def _loads() -> bool:
    import torch

    spec = importlib.util.find_spec("torchvision")
    if spec is None or spec.origin is None:
        return True  # there is nothing to stand in for
    parts = [part for part in Path(spec.origin).parent.glob("_C*") if part.is_file()]
    try:
        for part in parts:
            torch.ops.load_library(str(part))
    except OSError:
        return False
    return bool(parts)
