"""Descriptions that ask for more than weights hold are refused before a library reads them."""

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from tests.faults.taking_in import (
    ENCODER,
    REFUSED,
    VISUALIZER,
    TallyUp,
    empty_paths,  # noqa: F401 - a fixture
    refusal,
)
from tests.faults.test_hostile_packs import Payload, model_folder
from visret_desktop.errors import PackDamaged
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.encoders.torch_encoder import open_model
from visret_desktop.models.pack_settings import DrawingSettings
from visret_desktop.packs.checks import descriptions
from visret_desktop.packs.checks.config_rules import fault
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

Change = Callable[[Path], None]


def _with(name: str, section: str = "", **changed: Any) -> Change:
    """Return what changes a JSON file of a model, at its top or in `a.b` below."""

    def change(folder: Path) -> None:
        stored = json.loads((folder / name).read_text("utf-8"))
        part = stored
        for key in section.split(".") if section else ():
            part = part[key]
        part.update(changed)
        (folder / name).write_text(json.dumps(stored), "utf-8")

    return change


_OPEN_CLIP, _TEXT, _VISION = "open_clip_config.json", "model_cfg.text_cfg", "model_cfg.vision_cfg"
_ENCODERS = {
    "100,000 layers of words": _with(_OPEN_CLIP, _TEXT, layers=100_000),
    "100,000 layers of pictures": _with(_OPEN_CLIP, _VISION, layers=[1, 1, 100_000, 1]),
    "a list of layers without end": _with(_OPEN_CLIP, _VISION, layers=[1] * 100_000),
    "a trillion words": _with(_OPEN_CLIP, _TEXT, vocab_size=10**12),
    "many words, each very wide": _with(_OPEN_CLIP, _TEXT, vocab_size=10**6, width=10**6),
    "wide layers": _with(_OPEN_CLIP, _TEXT, width=100_000),
    "layers that widen": _with(_OPEN_CLIP, _TEXT, mlp_ratio=1e6),
    "texts of a million words": _with(_OPEN_CLIP, _TEXT, context_length=10**6),
    "pictures of a billion pixels": _with(_OPEN_CLIP, _VISION, image_size=30_000),
    "heads without end": _with(_OPEN_CLIP, _TEXT, heads=10**9),
    "a text model on a hub": _with(_OPEN_CLIP, _TEXT, hf_model_name="evil/model"),
    "a picture model on a hub": _with(_OPEN_CLIP, _VISION, timm_model_name="evil/model"),
}


@pytest.mark.parametrize("change", _ENCODERS.values(), ids=_ENCODERS.keys())
def test_an_encoder_that_asks_for_too_much(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Change
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    change(folder)
    assert "open_clip_config.json asks for" in refusal(paths, folder)
    tally("a description that asks for more than the weights hold", 1, REFUSED)


def test_a_large_model_by_name_is_counted_before_it_is_made(tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    giant = {"timm_model_name": "vit_giant_patch14_clip_224", "image_size": 64}
    _with(_OPEN_CLIP, "model_cfg", vision_cfg=giant)(folder)
    # A name says nothing of sizes.
    assert descriptions.fault({_OPEN_CLIP: folder / _OPEN_CLIP}) == ""
    with pytest.raises(ValueError, match=r"describes a model of 1,\d{3},\d{3},\d{3} numbers"):
        open_model(folder)


_UNET, _READER = "unet/config.json", "text_encoder/config.json"
_SCHEDULER = "scheduler/scheduler_config.json"
_VISUALIZERS = {
    "300,000,000 steps": _with(_SCHEDULER, num_train_timesteps=300_000_000),
    "a list of a million steps": _with(_SCHEDULER, trained_betas=[0.1] * 1_000_000),
    "steps of another name": _with(_SCHEDULER, original_inference_steps=10**9),
    "20,000 layers in a block": _with(_UNET, layers_per_block=20_000),
    "layers within layers": _with(_UNET, layers_per_block=60, transformer_layers_per_block=60),
    "20,000 blocks": _with(_UNET, down_block_types=["DownBlock2D"] * 20_000),
    "very wide blocks": _with(_UNET, block_out_channels=[64, 128, 100_000]),
    "words of a billion numbers": _with(_UNET, cross_attention_dim=10**9),
    "100,000 layers of words": _with(_READER, num_hidden_layers=100_000),
    "a trillion words": _with(_READER, vocab_size=10**12),
    "a million places": _with(_READER, max_position_embeddings=10**6, hidden_size=10**5),
    "an adapter of a model on a hub": _with(_READER, base_model_name_or_path="evil/model"),
}


@pytest.mark.parametrize("change", _VISUALIZERS.values(), ids=_VISUALIZERS.keys())
def test_a_visualizer_that_asks_for_too_much(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Change
) -> None:
    folder = model_folder(tmp_path / "model", VISUALIZER)
    change(folder)
    assert "config.json asks for" in refusal(paths, folder)
    tally("a description that asks for more than the weights hold", 1, REFUSED)


def test_what_was_changed_after_it_was_taken_in(paths: Paths, tmp_path: Path) -> None:
    folder = model_folder(tmp_path / "model", VISUALIZER)
    _with(_UNET, layers_per_block=20_000)(folder)
    settings = {"steps": 2, "guidance": 1.0, "pixels": 64}
    pack = write_manifest(
        folder, name="hostile", title="", role=Role.VISUALIZER, spdx="MIT", settings=settings
    )
    with pytest.raises(PackDamaged, match=r"unet/config\.json asks for more than its weights hold"):
        open_visualizer(pack, paths, drawing="diffusers")


def test_a_manifest_cannot_ask_for_more_either() -> None:
    with pytest.raises(ValueError, match="scheduler asks for too much"):
        DrawingSettings(1, 1.0, 64, scheduler={"num_train_timesteps": 300_000_000})


# ---- weights in several files -------------------------------------------------------------------

_SHARDS = {
    "notes": "notes.txt",
    "a pickle by its own name": "pytorch_model.bin",
    "a file elsewhere": "../../model.safetensors",
    "a whole path": "/etc/model.safetensors",
    "no name": 5,
    "what is not there": "model-00001-of-00001.safetensors",
}


@pytest.mark.parametrize("shard", _SHARDS.values(), ids=_SHARDS.keys())
def test_only_weights_may_be_named_as_weights(
    paths: Paths, tmp_path: Path, tally: TallyUp, shard: Any
) -> None:
    folder, mark = model_folder(tmp_path / "model", VISUALIZER), tmp_path / "it ran"
    index = folder / "text_encoder" / "model.safetensors.index.json"
    (index.parent / "model.safetensors").unlink()
    (index.parent / "notes.txt").write_bytes(pickle.dumps(Payload(mark)))
    index.write_text(json.dumps({"weight_map": {"text_model.weight": shard}}))
    assert "model.safetensors.index.json" in refusal(paths, folder)
    assert not mark.exists()
    tally("a pickle or a path named as a part of the weights", 1, REFUSED)


# ---- descriptions of other shapes ---------------------------------------------------------------

_TOKENIZERS: dict[str, dict[str, Any]] = {
    "rules that are a number": {"normalizer": {"type": "Sequence", "normalizers": 5}},
    "a rule that is a number": {"normalizer": {"type": "Sequence", "normalizers": [5]}},
    "a part that is a number": {"normalizer": 5},
    "tokens that are a number": {"added_tokens": 5},
    "a token that is a number": {"added_tokens": [5]},
    "no model": {"model": None},
    "a model that is a list": {"model": []},
    "ends that are a number": {"post_processor": {"type": "Sequence", "processors": 5}},
}


@pytest.mark.parametrize("changed", _TOKENIZERS.values(), ids=_TOKENIZERS.keys())
def test_a_tokenizer_of_another_shape(
    paths: Paths, tmp_path: Path, tally: TallyUp, changed: dict[str, Any]
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    _with("tokenizer.json", **changed)(folder)
    assert "tokenizer.json" in refusal(paths, folder)
    tally("a description of another shape", 1, REFUSED)


@pytest.mark.parametrize("content", [[], 5, None, "text", [{}]])
@pytest.mark.parametrize(
    "name", ["tokenizer_config.json", "special_tokens_map.json", "model_index.json", _OPEN_CLIP]
)
def test_a_description_that_is_no_object(name: str, content: Any, tally: TallyUp) -> None:
    assert fault(name, content) == "describes nothing"
    tally("a description of another shape", 1, REFUSED)


@pytest.mark.parametrize("name", ["model_index.json", "tokenizer.json"])
def test_a_description_of_a_terabyte(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str
) -> None:
    folder = model_folder(tmp_path / "model", VISUALIZER)
    place = folder / (name if name == "model_index.json" else f"tokenizer/{name}")
    os.truncate(place, 2**40)  # it takes no room on the disk
    assert f"{name} is larger than" in refusal(paths, folder).replace("is no JSON file (it ", "")
    tally("a description of a terabyte", 1, REFUSED)


def test_what_our_own_packs_say_is_believed() -> None:
    for place in (ENCODER, VISUALIZER):
        places = {path.relative_to(place).as_posix(): path for path in place.rglob("*.json")}
        assert descriptions.fault(places) == ""
