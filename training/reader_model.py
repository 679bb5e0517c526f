"""The reader's parts in torch, in the shapes that llama.cpp's clip with projector "mlp" computes.

The eye is a vision transformer, normed before each layer, with learned positions; the bridge turns
its tokens into words' embeddings; what reads them is a Llama as the rewriter's.
"""

import torch
from torch import nn
from torch.nn import functional

from training.reader_pictures import PATCH, PATCHES

WIDTH = 192
LAYERS = 4
HEADS = 6
INNER = 4 * WIDTH
EPSILON = 1e-6


class EyeLayer(nn.Module):
    """Attention among the patches, then two linear layers."""

    def __init__(self) -> None:
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(WIDTH, EPSILON), nn.LayerNorm(WIDTH, EPSILON)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        count, length, _ = x.shape
        q, k, v = (
            part.view(count, length, HEADS, -1).transpose(1, 2)
            for part in self.qkv(self.ln1(x)).chunk(3, -1)
        )
        mixed = functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(mixed.transpose(1, 2).reshape(x.shape))
        inner = functional.gelu(self.up(self.ln2(x)), approximate="tanh")
        return x + torch.Tensor(self.down(inner))


class Eye(nn.Module):
    """Pictures as `as_seen` gives them to float32 (n, PATCHES, WIDTH)."""

    def __init__(self) -> None:
        super().__init__()
        self.patch = nn.Conv2d(3, WIDTH, PATCH, PATCH)
        self.place = nn.Parameter(torch.randn(PATCHES, WIDTH) * 0.02)
        self.layers = nn.ModuleList(EyeLayer() for _ in range(LAYERS))
        self.last = nn.LayerNorm(WIDTH, EPSILON)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        x = self.patch(pictures).flatten(2).transpose(1, 2) + self.place
        for layer in self.layers:
            x = layer(x)
        return torch.Tensor(self.last(x))


class Bridge(nn.Module):
    """What the eye sees (..., WIDTH) to embeddings (..., `width`) of the text model."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(WIDTH, width), nn.Linear(width, width)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        inner = functional.gelu(self.first(seen), approximate="tanh")
        return torch.Tensor(self.second(inner))
