"""Make an encoder pack of any open_clip architecture with random weights, to measure speed."""

import json
import os
from pathlib import Path
from typing import Any

from visret_desktop.packs.manifest import Pack, Role, write_manifest


def write_random_pack(model_name: str, directory: Path, seed: int = 0) -> Pack:
    """Write an open_clip directory for `model_name`, as a pack named after `directory`.

    The same seed makes the same weights. Words always go through open_clip's built-in vocabulary:
    an architecture with a tokenizer of its own gets one that fits its size, but no meaning.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    import open_clip
    import torch
    from safetensors.torch import save_file

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = open_clip.create_model(model_name, pretrained=None)
    directory.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    save_file(weights, directory / "open_clip_model.safetensors")
    config = {
        "model_cfg": _without_own_tokenizer(open_clip.get_model_config(model_name)),
        "preprocess_cfg": _preprocess_config(model.visual.preprocess_cfg),
    }
    (directory / "open_clip_config.json").write_text(json.dumps(config), encoding="utf-8")
    return write_manifest(
        directory,
        name=directory.name,
        title=f"{model_name} with random weights",
        role=Role.ENCODER,
        spdx="Apache-2.0",
        settings={},
        made_by=f"write_random_pack, seed {seed}",
    )


def _without_own_tokenizer(model_config: dict[str, Any]) -> dict[str, Any]:
    text = dict(model_config["text_cfg"])
    for key in ("hf_tokenizer_name", "tokenizer_kwargs", "tokenizer_mode"):
        text.pop(key, None)
    return {**model_config, "text_cfg": text}


def _preprocess_config(used: dict[str, Any]) -> dict[str, Any]:
    kept = ("mean", "std", "interpolation", "resize_mode", "fill_color")
    return {key: used[key] for key in kept if key in used}
