"""Make packs with random weights: their results mean nothing, their costs do."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.own_folders import copy_tree
from bench.pack_writing import write_manifest
from visret_desktop import file_changes
from visret_desktop.models.drawing.checkpoint import END, START, read_words
from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

_HALF = "fp16"  # what hubs call weights of half precision


def write_random_pack(model_name: str, directory: Path, seed: int = 0) -> Pack:
    """Write an open_clip directory for `model_name`, as a pack named after `directory`.

    The same seed makes the same weights. Words always go through open_clip's built-in vocabulary:
    an architecture with a tokenizer of its own gets one that fits its size, but no meaning.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    torchvision_parts.stand_in()
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
    file_changes.write(directory / "open_clip_config.json", json.dumps(config).encode())
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


# ---- visualizers --------------------------------------------------------------------------------


def write_random_visualizer(
    family: Path, directory: Path, settings: dict[str, Any], tiny: dict[str, Any] | None = None
) -> Pack:
    """Write a diffusers directory as hubs have them, as a pack named after `directory`.

    Args:
        family: a folder like those in `resources/pipelines`, which describes the parts.
        settings: go into the manifest; with `variant` fp16 the weights are of half precision, and
            with `decoder` that folder gets an AutoencoderTiny.
        tiny: its options where they are not diffusers' own.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    torchvision_parts.stand_in()
    import diffusers
    import transformers

    variant = settings.get("variant")
    index = json.loads((family / "model_index.json").read_text(encoding="utf-8"))
    copy_tree(family, directory)
    with _seeded(is_half=variant == _HALF):
        for name, made_by in index.items():
            if name.startswith("tokenizer"):
                _write_words(directory / name)
            elif name.startswith("text_encoder"):
                options = transformers.CLIPTextConfig.from_pretrained(directory / name)
                model = getattr(transformers, made_by[1])(options)
                model.save_pretrained(directory / name, variant=variant)
            elif name in ("unet", "vae"):
                kind = getattr(diffusers, made_by[1])
                model = kind.from_config(kind.load_config(directory / name))
                model.save_pretrained(directory / name, variant=variant)
        if folder := settings.get("decoder"):
            diffusers.AutoencoderTiny(**(tiny or {})).save_pretrained(directory / folder)
    return write_manifest(
        directory,
        name=directory.name,
        title=f"{family.name} with random weights",
        role=Role.VISUALIZER,
        spdx="Apache-2.0",
        settings=settings,
        made_by="write_random_visualizer",
    )


def _write_words(folder: Path) -> None:
    """Add CLIP's vocabulary in the two files in which it is published."""
    vocabulary, merges = read_words()
    file_changes.write(folder / "vocab.json", json.dumps(vocabulary).encode())
    lines = ["#version: 0.2", *(" ".join(merge) for merge in merges), ""]
    file_changes.write(folder / "merges.txt", "\n".join(lines).encode())
    path = folder / "tokenizer_config.json"
    options = json.loads(path.read_text(encoding="utf-8"))
    marks = {"bos_token": START, "eos_token": END, "unk_token": END}
    file_changes.write(path, json.dumps({**marks, **options}).encode())


@contextmanager
def _seeded(*, is_half: bool) -> Iterator[None]:
    """Make weights that are the same each time, of half precision where that is asked for."""
    import torch

    before = torch.get_default_dtype()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        torch.set_default_dtype(torch.float16 if is_half else torch.float32)
        try:
            yield
        finally:
            torch.set_default_dtype(before)


# ---- EmbeddingGemma 2 ---------------------------------------------------------------------------

_MARKS = ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "<|image>", "<|image|>", "<image|>")
_TINY_GEMMA: dict[str, dict[str, Any]] = {
    "text_config": {
        "vocab_size": 512,
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 3,
        "sliding_window_pattern": 3,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 16,
        "global_head_dim": 32,
        "hidden_size_per_layer_input": 16,
    },
    "vision_config": {
        "hidden_size": 32,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "position_embedding_size": 1024,
    },
}


def write_random_gemma(
    directory: Path, *, is_tiny: bool = True, seed: int = 0, **settings: Any
) -> Pack:
    """Write an EmbeddingGemma 2, tiny or of the real shape, as a pack named after `directory`.

    It comes without what listens. Its tokenizer knows letters only, one by one.
    """
    os.environ["HF_HUB_OFFLINE"] = "1"
    torchvision_parts.stand_in()
    import torch
    from transformers import EmbeddingGemma2Config, EmbeddingGemma2Model

    marks = {name: number for number, name in enumerate(_MARKS)}
    parts = _TINY_GEMMA if is_tiny else {"text_config": {}, "vision_config": {}}
    with _seeded(is_half=False), torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        config = EmbeddingGemma2Config(
            text_config=parts["text_config"],
            vision_config={"model_type": "gemma4_vision", **parts["vision_config"]},
            audio_config=None,
            boi_token_id=marks["<|image>"],
            image_token_id=marks["<|image|>"],
            eoi_token_id=marks["<image|>"],
            initializer_range=0.2 if is_tiny else 0.02,
        )
        model = EmbeddingGemma2Model(config)
        for name, weights in model.named_parameters():  # norms that are all ones hide mistakes
            if weights.dim() == 1:
                weights.data.uniform_(0.5, 1.5)
            # Nothing else scales the scores of attention. Large ones make a model in which
            # an error of the last digit grows with each layer.
            if "q_norm" in name or "k_norm" in name:
                weights.data *= len(weights) ** -0.25
            if "position_embedding_table" in name:
                weights.data.normal_(0, 0.5)
    model.to(torch.bfloat16).save_pretrained(directory)
    file_changes.write(directory / "tokenizer.json", _letters().encode())
    return write_manifest(
        directory,
        name=directory.name,
        title="EmbeddingGemma 2 with random weights",
        role=Role.ENCODER,
        spdx="Apache-2.0",
        settings={"soft_tokens": 70, "dimension": 768, **settings},
        made_by=f"write_random_gemma, seed {seed}",
    )


def _letters() -> str:
    """Return a tokenizer of bytes with the marks of Gemma's, in the words of its file."""
    from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, processors

    names = [*_MARKS, *(f"<0x{byte:02X}>" for byte in range(256)), "▁", *map(chr, range(33, 127))]
    vocabulary = {name: number for number, name in enumerate(names)}
    tokenizer = Tokenizer(models.BPE(vocabulary, [], unk_token="<unk>", byte_fallback=True))
    tokenizer.normalizer = normalizers.Replace(" ", "▁")
    tokenizer.decoder = decoders.ByteFallback()
    tokenizer.add_special_tokens([AddedToken(name, special=True) for name in _MARKS])
    ends = [(name, vocabulary[name]) for name in ("<bos>", "<eos>")]
    tokenizer.post_processor = processors.TemplateProcessing("<bos> $A <eos>", special_tokens=ends)
    return tokenizer.to_str()
