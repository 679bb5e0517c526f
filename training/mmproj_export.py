"""Write the reader's eye and bridge as GGUF, for llama.cpp's clip with the projector "mlp".

The simplest kind of all: a square, one token a patch, no extra tokens. What llama.cpp checks of it
is little: a missing tensor ends the process.
"""

from pathlib import Path

import gguf
import torch
from torch import nn

from training.gguf_export import finish
from training.reader_model import EPSILON, HEADS, INNER, LAYERS, WIDTH, Bridge, Eye
from training.reader_pictures import PATCH, SIDE

_LAYER = {"ln1": "ln1", "ln2": "ln2", "out": "attn_out", "up": "ffn_up", "down": "ffn_down"}


def write_mmproj(eye: Eye, bridge: Bridge, target: Path, name: str) -> None:
    """Write what turns pictures into embeddings."""
    writer = gguf.GGUFWriter(target, "clip")
    writer.add_type("mmproj")
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    _describe(writer, bridge.second.out_features)
    _put(writer, "v.patch_embd", eye.patch)
    writer.add_tensor("v.position_embd.weight", eye.place.detach().numpy())
    _put(writer, "v.post_ln", eye.last)
    for number, layer in enumerate(eye.layers):
        for ours, theirs in _LAYER.items():
            _put(writer, f"v.blk.{number}.{theirs}", getattr(layer, ours))
        for letter, weight, bias in zip(
            "qkv", layer.qkv.weight.chunk(3), layer.qkv.bias.chunk(3), strict=True
        ):
            _put_pair(writer, f"v.blk.{number}.attn_{letter}", weight, bias)
    _put(writer, "mm.0", bridge.first)
    _put(writer, "mm.2", bridge.second)
    finish(writer)


def _describe(writer: gguf.GGUFWriter, width_of_text: int) -> None:
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "mlp")
    writer.add_bool("clip.use_gelu", True)
    for name, number in {
        "image_size": SIDE,
        "patch_size": PATCH,
        "embedding_length": WIDTH,
        "feed_forward_length": INNER,
        "block_count": LAYERS,
        "attention.head_count": HEADS,
        "projection_dim": width_of_text,
    }.items():
        writer.add_uint32(f"clip.vision.{name}", number)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", EPSILON)
    writer.add_array("clip.vision.image_mean", [0.5, 0.5, 0.5])
    writer.add_array("clip.vision.image_std", [0.5, 0.5, 0.5])
    # Without it the last layer is left out, as in LLaVA.
    writer.add_array("clip.vision.feature_layer", [LAYERS])


def _put(writer: gguf.GGUFWriter, name: str, module: nn.Module) -> None:
    _put_pair(writer, name, module.weight, module.bias)


def _put_pair(writer: gguf.GGUFWriter, name: str, weight: torch.Tensor, bias: torch.Tensor) -> None:
    whole = weight.detach()
    writer.add_tensor(f"{name}.weight", (whole.half() if whole.ndim > 1 else whole).numpy())
    writer.add_tensor(f"{name}.bias", bias.detach().numpy())
