"""A file of weights is a picture model only if its tensors are those of one."""

import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from visret_desktop.packs.checks.safetensors_files import checkpoint_fault
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.sources import sources_in

SMALL = np.zeros((2, 2), np.float32)


def written(folder: Path, *names: str) -> Path:
    path = folder / "model.safetensors"
    save_file(dict.fromkeys(names, SMALL), path)
    return path


def fault(path: Path) -> str:
    return checkpoint_fault({"checkpoint": path.name}, {path.name: path})


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("embeddings.word_embeddings.weight", "encoder.layer.0.output.dense.bias"), "sentences"),
        (("model.embed_tokens.weight", "model.layers.0.self_attn.q_proj.weight"), "chat model"),
        (("vision_model.head.probe", "logit_scale"), "an encoder such as CLIP"),
        (("down_blocks.0.resnets.0.conv1.weight",), "a part of a picture model"),
        (("lora_unet_down_blocks_0.lora_down.weight",), "LoRA"),
        (("conv_stem.weight", "classifier.bias"), "a classifier"),
        (("model.encoder.layers.0.fc1.weight",), "speech or translation"),
        (("x",), r"nothing that this program knows \(1 tensor: x\)"),
    ],
)
def test_it_is_said_what_a_file_seems_to_be(
    tmp_path: Path, names: tuple[str, ...], kind: str
) -> None:
    assert re.search(kind, fault(written(tmp_path, *names)))


def test_what_has_a_denoiser_is_a_picture_model(tmp_path: Path) -> None:
    path = written(tmp_path, "model.diffusion_model.out.weight", "cond_stage_model.x")
    assert fault(path) == ""
    assert checkpoint_fault({}, {path.name: path}) == ""  # it has none


@pytest.mark.parametrize("is_folder", [True, False])
def test_nothing_else_becomes_a_pack(tmp_path: Path, is_folder: bool) -> None:
    folder, packs = tmp_path / "sentences", tmp_path / "packs"
    folder.mkdir()
    path = written(folder, "embeddings.word_embeddings.weight")
    (source,) = sources_in(folder if is_folder else path)
    with pytest.raises(PackRefused, match="it seems to be an encoder of sentences"):
        list(take_in(packs, source, lambda: False))
    assert not any(packs.glob("*/pack.json"))
