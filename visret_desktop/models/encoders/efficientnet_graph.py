"""EfficientNet-Lite as an ONNX graph: Tan & Le, "EfficientNet", ICML 2019, without what telephones
do not compute well (no squeeze-and-excitation, ReLU6 for swish).

The parameters are those of the PyTorch form in which the weights are published; each convolution
takes in the normalization that follows it.
"""

import re
from collections.abc import Mapping

import numpy as np

from visret_desktop.models.runtimes.onnx_graph import Array, Graph

_EPSILON = 1e-3
_MOST_LEVEL = 6.0
_BLOCK = re.compile(r"_blocks\.(\d+)\._depthwise_conv\.weight")
# The first block of a stage has this stride. A stage begins where the number of channels changes.
_STRIDES = (1, 2, 2, 2, 1, 2, 1)
_STEM_STRIDE = 2


def class_scores(graph: Graph, weights: Mapping[str, Array], side: int) -> str:
    """Compute the score of each kind, float32 (n, kinds), of `input`: (n, 3, side, side).

    Raises:
        ValueError, KeyError: these are not the weights of such a network.
    """
    layers = _Layers(graph, weights, side)
    value = layers.convolution("input", "_conv_stem", "_bn0", _STEM_STRIDE)
    blocks = 1 + max(int(m[1]) for name in weights if (m := _BLOCK.fullmatch(name)))
    stage, channels = -1, 0
    for number in range(blocks):
        prefix = f"_blocks.{number}."
        width = len(weights[f"{prefix}_project_conv.weight"])
        is_first = width != channels
        stage, channels = stage + is_first, width
        value = _block(layers, value, prefix, _STRIDES[stage] if is_first else 1, is_first)
    if stage + 1 != len(_STRIDES):
        raise ValueError(f"the network has {stage + 1} stages instead of {len(_STRIDES)}")
    value = layers.convolution(value, "_conv_head", "_bn1")
    value = graph.node("Flatten", graph.node("GlobalAveragePool", value))
    return graph.node("Gemm", value, weights["_fc.weight"], weights["_fc.bias"], transB=1)


def _block(layers: "_Layers", given: str, prefix: str, stride: int, is_first: bool) -> str:
    value = given
    if f"{prefix}_expand_conv.weight" in layers.weights:
        value = layers.convolution(value, f"{prefix}_expand_conv", f"{prefix}_bn0")
    value = layers.convolution(value, f"{prefix}_depthwise_conv", f"{prefix}_bn1", stride)
    value = layers.convolution(value, f"{prefix}_project_conv", f"{prefix}_bn2", is_linear=True)
    return value if is_first else layers.graph.node("Add", value, given)


class _Layers:
    """Convolutions with their normalization; knows how large the picture has become."""

    def __init__(self, graph: Graph, weights: Mapping[str, Array], side: int) -> None:
        self.graph, self.weights, self._side = graph, weights, side

    def convolution(
        self, given: str, name: str, normalization: str, stride: int = 1, *, is_linear: bool = False
    ) -> str:
        kernels = self.weights[f"{name}.weight"]
        scale, shift, mean, variance = (
            self.weights[f"{normalization}.{part}"]
            for part in ("weight", "bias", "running_mean", "running_var")
        )
        scale = scale / np.sqrt(variance + _EPSILON)
        made = self.graph.node(
            "Conv",
            given,
            (kernels * scale[:, None, None, None]).astype(np.float32),
            (shift - mean * scale).astype(np.float32),
            strides=[stride, stride],
            pads=self._pads(kernels.shape[-1], stride),
            group=len(kernels) if kernels.shape[1] == 1 else 1,
        )
        if is_linear:
            return made
        bounds = (np.array(level, np.float32) for level in (0.0, _MOST_LEVEL))
        return self.graph.node("Clip", made, *bounds)

    def _pads(self, kernel: int, stride: int) -> list[int]:
        """Return zeros around the picture, as TensorFlow has them: one more below and right."""
        side, self._side = self._side, -(-self._side // stride)
        total = max((self._side - 1) * stride + kernel - side, 0)
        return [total // 2, total // 2, total - total // 2, total - total // 2]
