"""BERT as an ONNX graph that reads sentences: Devlin et al., NAACL 2019; the mean of its last
states is the sentence's vector, as in Sentence-BERT (Reimers & Gurevych, EMNLP 2019).

The parameters are named as in the files that transformers writes.
"""

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
    layers = _Layers(graph, weights, int(config["num_attention_heads"]), config["layer_norm_eps"])
    is_word = graph.node("Cast", graph.node("Not", graph.node("Equal", "input", np.array(0))), to=1)
    hidden = graph.node("Mul", graph.node("Sub", np.array(1, np.float32), is_word), _HIDDEN)
    bias = graph.node("Unsqueeze", hidden, np.array([1, 2]))
    value = layers.embeddings("input")
    for number in range(int(config["num_hidden_layers"])):
        value = layers.layer(value, bias, f"encoder.layer.{number}.")
    share = graph.node("Unsqueeze", is_word, np.array([2]))
    total = graph.node("ReduceSum", graph.node("Mul", value, share), np.array([1]), keepdims=0)
    return graph.unit_rows(total)  # a sum has the direction of the mean


class _Layers:
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
