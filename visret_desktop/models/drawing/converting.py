"""Write parts of a diffusers pipeline as OpenVINO networks.

Weights of half precision stay so, in memory and in the file: each layer turns its own into float32
when it computes, which gives the same numbers as if all were turned beforehand.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop.models.runtimes.openvino_runtime import write_model


def compute_in_float32(part: Any) -> None:
    """Have a part of half precision compute in float32 and give float32.

    The large layers keep their weights as they are stored; what is small is turned into float32.
    """
    import torch

    for module in part.modules():
        if isinstance(module, torch.nn.Linear | torch.nn.Conv2d):
            module.forward = partial(_layer, module)
        else:
            for tensor in (*module.parameters(recurse=False), *module.buffers(recurse=False)):
                if tensor.is_floating_point():
                    tensor.data = tensor.data.float()
    first = next(part.parameters(), None)  # a part says by its first weights what it computes in
    if first is not None:
        first.data = first.data.float()


def _layer(module: Any, given: Any) -> Any:
    import torch

    weights = module.weight.float()
    bias = None if module.bias is None else module.bias.float()
    if isinstance(module, torch.nn.Linear):
        return torch.nn.functional.linear(given, weights, bias)
    return module._conv_forward(given, weights, bias)


def write_network(
    compute: Callable[..., Any], part: Any, example: Mapping[str, Any], path: Path
) -> None:
    """Write what `compute` makes of inputs by name as a network, `path` and a .bin beside it.

    Args:
        compute: uses the module `part`; takes the tensors in the order of `example`.
        example: inputs of one computation. Sizes of others may differ.

    Raises:
        RuntimeError: it has no such form.
        OSError: there is no room.
    """
    import torch
    from openvino.frontend import FrontEndManager
    from openvino.frontend.pytorch.ts_decoder import TorchScriptPythonDecoder

    class Wrapper(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.part = part

        def forward(self, *given: Any) -> Any:
            return compute(*given)

    with torch.no_grad():
        decoder = TorchScriptPythonDecoder(
            Wrapper().eval(),
            example_input=tuple(example.values()),
            trace_kwargs={"check_trace": False},
        )
        frontend = FrontEndManager().load_by_framework("pytorch")
        model = frontend.convert(frontend.load(decoder))
    for name, given in zip(example, model.inputs, strict=True):
        given.get_tensor().set_names({name})
    # Constants that are no weights, such as frequencies of time, would suffer from fewer bits.
    write_model(model, path)
