"""The networks of an encoder of a classifier and a sentence encoder, as ONNX graphs.

The parameters are named as in the files that transformers writes.

The parameters are those of the PyTorch form in which the weights are published; each convolution
takes in the normalization that follows it.
"""

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from visret_desktop.models.runtimes.onnx_graph import Array, Graph

_HIDDEN = np.array(-1e4, np.float32)  # added to the score of a word that is only padding


def sentence_vectors(graph: Graph, weights: Mapping[str, Array], config: Mapping[str, Any]) -> str:
    """Compute unit vectors, float32 (n, width), of the tokens in `input`: int64 (n, length).

    Token 0 is padding, which has no part in them.

    Raises:
        ValueError, KeyError: these are not the weights of such a network.
    """
    if config["model_type"] != "bert" or config["hidden_act"] != "gelu":
        raise ValueError("it is no BERT with the activation gelu")
    layers = _BertLayers(
        graph, weights, int(config["num_attention_heads"]), config["layer_norm_eps"]
    )
    is_word = graph.node("Cast", graph.node("Not", graph.node("Equal", "input", np.array(0))), to=1)
    hidden = graph.node("Mul", graph.node("Sub", np.array(1, np.float32), is_word), _HIDDEN)
    bias = graph.node("Unsqueeze", hidden, np.array([1, 2]))
    value = layers.embeddings("input")
    for number in range(int(config["num_hidden_layers"])):
        value = layers.layer(value, bias, f"encoder.layer.{number}.")
    share = graph.node("Unsqueeze", is_word, np.array([2]))
    total = graph.node("ReduceSum", graph.node("Mul", value, share), np.array([1]), keepdims=0)
    return graph.unit_rows(total)  # a sum has the direction of the mean


class _BertLayers:
    def __init__(
        self, graph: Graph, weights: Mapping[str, Array], heads: int, epsilon: float
    ) -> None:
        self._graph, self._weights, self._heads, self._epsilon = graph, weights, heads, epsilon
        self._width = weights["embeddings.word_embeddings.weight"].shape[1]
        if self._width % heads:
            raise ValueError(f"{self._width} numbers are not to be split among {heads} heads")

    def embeddings(self, tokens: str) -> str:
        graph, named = self._graph, "embeddings.{}_embeddings.weight"
        words = graph.node("Gather", self._weights[named.format("word")], tokens)
        length = graph.node("Shape", tokens, start=1, end=2)
        places = graph.node(
            "Slice", self._weights[named.format("position")], np.array([0]), length, np.array([0])
        )
        kind = self._weights[named.format("token_type")][0]
        value = graph.node("Add", graph.node("Add", words, kind), places)
        return self._normalized(value, "embeddings.LayerNorm")

    def layer(self, given: str, bias: str, prefix: str) -> str:
        graph = self._graph
        query, key, value = (
            self._split(self._dense(given, f"{prefix}attention.self.{part}"))
            for part in ("query", "key", "value")
        )
        scores = graph.node("MatMul", query, graph.node("Transpose", key, perm=[0, 1, 3, 2]))
        scale = np.array((self._width // self._heads) ** -0.5, np.float32)
        scores = graph.node("Add", graph.node("Mul", scores, scale), bias)
        seen = graph.node("MatMul", graph.node("Softmax", scores, axis=-1), value)
        seen = graph.node("Transpose", seen, perm=[0, 2, 1, 3])
        seen = graph.node("Reshape", seen, np.array([0, 0, self._width]))
        seen = self._dense(seen, f"{prefix}attention.output.dense")
        seen = self._normalized(
            graph.node("Add", seen, given), f"{prefix}attention.output.LayerNorm"
        )
        inner = self._gelu(self._dense(seen, f"{prefix}intermediate.dense"))
        inner = self._dense(inner, f"{prefix}output.dense")
        return self._normalized(graph.node("Add", inner, seen), f"{prefix}output.LayerNorm")

    def _split(self, value: str) -> str:
        shape = np.array([0, 0, self._heads, self._width // self._heads])
        return self._graph.node(
            "Transpose", self._graph.node("Reshape", value, shape), perm=[0, 2, 1, 3]
        )

    def _dense(self, given: str, name: str) -> str:
        product = self._graph.node("MatMul", given, self._weights[f"{name}.weight"].T)
        return self._graph.node("Add", product, self._weights[f"{name}.bias"])

    def _normalized(self, given: str, name: str) -> str:
        scale, shift = (self._weights[f"{name}.{part}"] for part in ("weight", "bias"))
        return self._graph.node(
            "LayerNormalization", given, scale, shift, axis=-1, epsilon=self._epsilon
        )

    def _gelu(self, given: str) -> str:
        graph = self._graph
        bent = graph.node("Erf", graph.node("Mul", given, np.array(0.5**0.5, np.float32)))
        half = graph.node("Mul", given, np.array(0.5, np.float32))
        return graph.node("Mul", half, graph.node("Add", bent, np.array(1, np.float32)))


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
    layers = _EfficientNetLayers(graph, weights, side)
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


def _block(
    layers: "_EfficientNetLayers", given: str, prefix: str, stride: int, is_first: bool
) -> str:
    value = given
    if f"{prefix}_expand_conv.weight" in layers.weights:
        value = layers.convolution(value, f"{prefix}_expand_conv", f"{prefix}_bn0")
    value = layers.convolution(value, f"{prefix}_depthwise_conv", f"{prefix}_bn1", stride)
    value = layers.convolution(value, f"{prefix}_project_conv", f"{prefix}_bn2", is_linear=True)
    return value if is_first else layers.graph.node("Add", value, given)


class _EfficientNetLayers:
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
