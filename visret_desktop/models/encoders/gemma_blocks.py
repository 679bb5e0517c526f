"""The layers of EmbeddingGemma 2 in torch, in operations that runtimes compute in one go.

The weights are those of transformers' layers. What is computed with them is written here, because
an export of transformers' own takes ten times as many nodes: seconds to load, and memory moved
from each to the next. Each function has its form in ONNX beside it.
"""

import copy
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.autograd import Function

Turns = tuple[Tensor, Tensor, Tensor]  # places (n, length), cosines and sines (places, head / 2)


class _Norm(Function):  # type: ignore[misc]
    """Scale the last side to a root mean square of one, and by weights (width,)."""

    @staticmethod
    def forward(_context: Any, value: Tensor, weight: Tensor, epsilon: float) -> Tensor:
        return nn.functional.rms_norm(value, weight.shape, weight, epsilon)

    @staticmethod
    def symbolic(graph: Any, value: Any, weight: Any, epsilon: float) -> Any:
        # No version of ONNX that the exporter writes has it; the runtimes know this name.
        made = graph.op("SimplifiedLayerNormalization", value, weight, axis_i=-1, epsilon_f=epsilon)
        return made.setType(value.type())


class _Reshape(Function):  # type: ignore[misc]
    """Give a tensor other sides; 0 is the side that the input has there."""

    @staticmethod
    def forward(_context: Any, value: Tensor, sides: Sequence[int]) -> Tensor:
        return value.reshape([side or value.shape[at] for at, side in enumerate(sides)])

    @staticmethod
    def symbolic(graph: Any, value: Any, sides: Sequence[int]) -> Any:
        return graph.op("Reshape", value, graph.op("Constant", value_t=torch.tensor(sides)))


class _Turn(Function):  # type: ignore[misc]
    """Rotate the halves of each head (n, length, heads * head) by its place."""

    @staticmethod
    def forward(_context: Any, value: Tensor, *turns: Any) -> Tensor:
        places, cosines, sines, heads = turns
        cosine, sine = cosines[places][:, :, None], sines[places][:, :, None]
        first, second = value.unflatten(-1, (heads, -1)).chunk(2, -1)
        turned = first * cosine - second * sine, second * cosine + first * sine
        return torch.cat(turned, -1).flatten(2)

    @staticmethod
    def symbolic(graph: Any, value: Any, *turns: Any) -> Any:
        *tables, heads = turns
        name = "com.microsoft::RotaryEmbedding"
        made = graph.op(name, value, *tables, num_heads_i=heads, interleaved_i=0)
        return made.setType(value.type())


class _Attend(Function):  # type: ignore[misc]
    """Let all of a picture look at all of it; (1, length, heads * head) each."""

    @staticmethod
    def forward(_context: Any, query: Tensor, key: Tensor, value: Tensor, heads: int) -> Tensor:
        parts = (one.unflatten(-1, (heads, -1)).transpose(1, 2) for one in (query, key, value))
        made = nn.functional.scaled_dot_product_attention(*parts, scale=1.0)
        return made.transpose(1, 2).flatten(2)

    @staticmethod
    def symbolic(graph: Any, query: Any, key: Any, value: Any, heads: int) -> Any:
        name = "com.microsoft::MultiHeadAttention"
        made = graph.op(name, query, key, value, num_heads_i=heads, scale_f=1.0)
        return made.setType(query.type())


def reshape(value: Tensor, sides: Sequence[int]) -> Tensor:
    """Give a tensor other sides: 0 keeps the one that it has there, -1 takes what is left."""
    return _Reshape.apply(value, sides)


def norm(module: Any, value: Tensor, width: int = 0) -> Tensor:
    """Compute what an RMSNorm of transformers does; without weights of its own it needs a width."""
    weight = module.weight if module.with_scale else value.new_ones(width)
    return _Norm.apply(value, weight, module.eps)


class Block(nn.Module):  # type: ignore[misc]
    """A layer of the tower for pictures or of the language model."""

    def __init__(self, layer: Any, order: Tensor | None = None) -> None:
        """Take over a layer of transformers.

        Args:
            layer: with its weights.
            order: of the numbers of each head, so that what is turned by one angle has half a head
                between its parts.
        """
        super().__init__()
        self._layer, own = layer, layer.self_attn
        self._head, self._heads = own.head_dim, own.config.num_attention_heads
        self._key_heads = self._heads // own.num_key_value_groups
        parts = own.q_proj, own.q_norm, own.k_proj, own.k_norm
        if order is not None:
            parts = tuple(_ordered(part, order) for part in parts)
        self._query, self._query_norm, self._key, self._key_norm = parts

    def forward(
        self, value: Tensor, turns: Turns, mask: Tensor | None = None, extra: Tensor | None = None
    ) -> Tensor:
        """Map (n, length, width) to as much.

        Args:
            value: one row for each token.
            turns: by which queries and keys are turned.
            mask: is added to scores, (n, 1, 1, length); without one all look at all.
            extra: of the language model, what this layer alone gets of each token.
        """
        layer = self._layer
        seen = self._attend(norm(layer.input_layernorm, value), turns, mask)
        value = value + norm(layer.post_attention_layernorm, seen)
        made = layer.mlp(norm(layer.pre_feedforward_layernorm, value))
        value = value + norm(layer.post_feedforward_layernorm, made)
        if extra is None:
            return value
        block = layer.ple_block
        gated = block.act_fn(block.per_layer_input_gate(value)) * extra
        made = norm(block.post_per_layer_input_norm, block.per_layer_projection(gated))
        return (value + made) * layer.layer_scalar

    def _attend(self, value: Tensor, turns: Turns, mask: Tensor | None) -> Tensor:
        part, head, heads, key_heads = (
            self._layer.self_attn,
            self._head,
            self._heads,
            self._key_heads,
        )
        query = self._turned(self._query(value), self._query_norm, turns, heads)
        key = self._turned(self._key(value), self._key_norm, turns, key_heads)
        values = norm(part.v_norm, reshape(part.v_proj(value), (0, 0, key_heads, -1)), head)
        if mask is None and heads == key_heads:
            values = reshape(values, (0, 0, -1))
            return part.o_proj(_Attend.apply(query, key, values, heads))
        # Queries that look at the same keys stand one below the other.
        query, key = (reshape(one, (0, 0, -1, head)).transpose(1, 2) for one in (query, key))
        scores = reshape(query, (0, key_heads, -1, head)) @ key.transpose(2, 3)
        shares = torch.softmax(scores if mask is None else scores + mask, -1)
        made = reshape(shares @ values.transpose(1, 2), (0, heads, -1, head))
        return part.o_proj(reshape(made.transpose(1, 2), (0, 0, -1)))

    def _turned(self, value: Tensor, scale: Any, turns: Turns, heads: int) -> Tensor:
        made = norm(scale, reshape(value, (0, 0, heads, -1)))
        return _Turn.apply(reshape(made, (0, 0, -1)), *turns, heads)


def _ordered(part: Any, order: Tensor) -> Any:
    """Return a copy of a projection or a norm that has the numbers of each head in this order."""
    made = copy.deepcopy(part)
    weight = getattr(made, "linear", made).weight
    heads = weight.data.reshape(-1, len(order), *weight.shape[1:])
    weight.data = heads[:, order].reshape(weight.shape)
    return made
