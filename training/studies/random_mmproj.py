"""Make a projector (mmproj) with random weights at real size, as a GGUF file for llama.cpp.

Of the simplest kind, "mlp": a square in patches, one token a patch. Others do the same arithmetic
and then put patches together, or look at a picture in tiles.
"""

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop.errors import UsageError

_DEVIATION = 0.02


@dataclass(frozen=True)
class EyeShape:
    """Sizes of a vision transformer; `side` and `patch` in pixels."""

    side: int
    patch: int
    width: int
    layers: int
    heads: int
    inner: int

    @property
    def tokens(self) -> int:
        """What a photo takes of the context."""
        return (self.side // self.patch) ** 2


def write_random_mmproj(shape: EyeShape, width_of_text: int, path: Path) -> None:
    """Write the file; the same shape gives the same bytes.

    Raises:
        UsageError: the package `gguf` is not installed.
    """
    try:
        gguf: Any = importlib.import_module("gguf")  # of the group `training`, not of the program
    except ImportError as error:
        raise UsageError(reason="Install the package gguf: uv sync --group training") from error
    writer = gguf.GGUFWriter(path, "clip")
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "mlp")
    writer.add_bool("clip.use_gelu", True)
    for name, number in {
        "image_size": shape.side,
        "patch_size": shape.patch,
        "embedding_length": shape.width,
        "feed_forward_length": shape.inner,
        "block_count": shape.layers,
        "attention.head_count": shape.heads,
        "projection_dim": width_of_text,
    }.items():
        writer.add_uint32(f"clip.vision.{name}", number)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    writer.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.feature_layer", [shape.layers])
    random = np.random.default_rng(0)
    for name, size in _tensors(shape, width_of_text):
        numbers = random.standard_normal(size, np.float32) * _DEVIATION
        is_whole = len(size) == 1 or name.startswith("v.position")
        writer.add_tensor(name, numbers if is_whole else numbers.astype(np.float16))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _tensors(shape: EyeShape, width_of_text: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield name and shape of every tensor."""
    width = shape.width
    yield from _pair("v.patch_embd", (width, 3, shape.patch, shape.patch))
    yield "v.position_embd.weight", (shape.tokens, width)
    yield from _pair("v.post_ln", (width,))
    for number in range(shape.layers):
        for name in ("ln1", "ln2"):
            yield from _pair(f"v.blk.{number}.{name}", (width,))
        for name in ("attn_q", "attn_k", "attn_v", "attn_out"):
            yield from _pair(f"v.blk.{number}.{name}", (width, width))
        yield from _pair(f"v.blk.{number}.ffn_up", (shape.inner, width))
        yield from _pair(f"v.blk.{number}.ffn_down", (width, shape.inner))
    yield from _pair("mm.0", (width_of_text, width))
    yield from _pair("mm.2", (width_of_text, width_of_text))


def _pair(name: str, size: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    yield f"{name}.weight", size
    yield f"{name}.bias", size[:1]
