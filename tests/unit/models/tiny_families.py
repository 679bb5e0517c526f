"""The families of resources/pipelines in a few hundred thousand weights, and their files.

Layers, names and kinds of parts are those of the real models; only widths are small.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bench.pack_writing import write_manifest
from bench.random_pack import write_random_visualizer
from training.pipeline_configs import FAMILIES, Family, write_family
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

WIDTH = 8
TINY_DECODER = {
    "encoder_block_out_channels": (8, 8, 8, 8),
    "decoder_block_out_channels": (8, 8, 8, 8),
}
SETTINGS = {"steps": 2, "guidance": 3.0, "pixels": 32, "prompt_template": "{instruction}"}


def _tiny_text(options: dict[str, Any], width: int) -> dict[str, Any]:
    small = {"hidden_size": width, "projection_dim": width, "intermediate_size": 2 * width}
    return {**options, **small, "num_attention_heads": 2}


def tiny(family: Family) -> Family:
    """Return a family with the same layers and parts of small widths."""
    widths = [WIDTH * (number + 1) for number in range(len(family.texts))]
    levels = len(family.unet.get("block_out_channels", range(4)))
    blocks = (8, 16, 16, 16)[:levels]
    # A width of words that no other family has, as with the real ones.
    unet = {**family.unet, "block_out_channels": blocks, "norm_num_groups": 4}
    unet |= {"cross_attention_dim": sum(widths), "attention_head_dim": 2, "sample_size": 4}
    if "projection_class_embeddings_input_dim" in unet:
        unet |= {
            "addition_time_embed_dim": 8,
            "projection_class_embeddings_input_dim": 6 * 8 + widths[-1],
        }
    vae = {**family.vae, "block_out_channels": (8, 8, 8, 8), "norm_num_groups": 4}
    texts = tuple(map(_tiny_text, family.texts, widths))
    return replace(family, unet=unet, vae={**vae, "sample_size": 32}, texts=texts)


def write_tiny_families(directory: Path) -> Path:
    """Write the folders of all families, small; return their parent."""
    for number, (name, family) in enumerate(FAMILIES.items()):
        small = tiny(family)
        if number == 1:  # else the first two would have words of the same width
            text = _tiny_text(family.texts[0], 12)
            unet = {**small.unet, "cross_attention_dim": 12}
            small = replace(small, texts=(text,), unet=unet)
        write_family(directory / name, small)
    return directory


def tiny_pack(family: Path, directory: Path, **settings: Any) -> Pack:
    """Write a pack with random weights of a small family."""
    return write_random_visualizer(family, directory, {**SETTINGS, **settings}, TINY_DECODER)


def described(directory: Path, settings: dict[str, Any]) -> Pack:
    """Return the files in a directory as a pack."""
    return write_manifest(
        directory,
        name="tiny",
        title="Tiny",
        role=Role.VISUALIZER,
        spdx="Apache-2.0",
        settings=settings,
    )


def picture(pack: Pack, paths: Paths) -> npt.NDArray[np.int16]:
    """Open a pack, draw one picture and return its levels, (side, side, 3)."""
    visualizer = open_visualizer(pack, paths, drawing="diffusers")
    ((_, drawn),) = visualizer.visualize([SketchOrder("a tarn heron!", 1)], lambda _: False)
    return np.asarray(drawn, np.int16)
