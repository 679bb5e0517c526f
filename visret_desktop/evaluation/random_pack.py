"""Make an encoder pack of any open_clip architecture with random weights, to measure speed."""

import json
import os
from pathlib import Path

from visret_desktop.packs.manifest import Pack, Role, write_manifest


def write_random_pack(model_name: str, directory: Path, seed: int = 0) -> Pack:
    """Write an open_clip directory for `model_name`, as a pack named after `directory`."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import open_clip
    import torch
    from safetensors.torch import save_file

    torch.manual_seed(seed)
    model = open_clip.create_model(model_name, pretrained=None)
    directory.mkdir(parents=True, exist_ok=True)
    weights = {name: tensor.contiguous() for name, tensor in model.state_dict().items()}
    save_file(weights, directory / "open_clip_model.safetensors")
    config = {"model_cfg": open_clip.get_model_config(model_name), "preprocess_cfg": {}}
    (directory / "open_clip_config.json").write_text(json.dumps(config), encoding="utf-8")
    return write_manifest(
        directory,
        name=directory.name,
        title=f"{model_name} with random weights",
        role=Role.ENCODER,
        spdx="Apache-2.0",
        settings={},
    )
