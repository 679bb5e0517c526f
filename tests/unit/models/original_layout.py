"""A diffusers directory as one checkpoint, with the names that the models were trained under."""

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file, save_file

Weights = dict[str, npt.NDArray[np.generic]]

_RESNET = {
    "norm1": "in_layers.0",
    "conv1": "in_layers.2",
    "time_emb_proj": "emb_layers.1",
    "norm2": "out_layers.0",
    "conv2": "out_layers.3",
    "conv_shortcut": "skip_connection",
}
_DENOISER = {
    "conv_in": "input_blocks.0.0",
    "conv_norm_out": "out.0",
    "conv_out": "out.2",
    "time_embedding.linear_1": "time_embed.0",
    "time_embedding.linear_2": "time_embed.2",
    "add_embedding.linear_1": "label_emb.0.0",
    "add_embedding.linear_2": "label_emb.0.2",
    "mid_block.resnets.0": "middle_block.0",
    "mid_block.attentions.0": "middle_block.1",
    "mid_block.resnets.1": "middle_block.2",
}
_AUTOENCODER = {
    "mid_block.resnets.0": "mid.block_1",
    "mid_block.resnets.1": "mid.block_2",
    "mid_block.attentions.0": "mid.attn_1",
    "group_norm": "norm",
    "to_q": "q",
    "to_k": "k",
    "to_v": "v",
    "to_out.0": "proj_out",
    "conv_norm_out": "norm_out",
    "conv_shortcut": "nin_shortcut",
}
_OPEN_CLIP = {
    "embeddings.token_embedding.weight": "token_embedding.weight",
    "embeddings.position_embedding.weight": "positional_embedding",
    "encoder.layers": "transformer.resblocks",
    "layer_norm1": "ln_1",
    "layer_norm2": "ln_2",
    "mlp.fc1": "mlp.c_fc",
    "mlp.fc2": "mlp.c_proj",
    "self_attn": "attn",
    "final_layer_norm": "ln_final",
    "text_projection.weight": "text_projection",
}
_LAYERS = 3  # of a block of the denoiser, on the way up
_LEVELS = 4  # of the autoencoder


def write_checkpoint(directory: Path, path: Path, notes: dict[str, str] | None = None) -> None:
    """Write the weights of a diffusers directory to `path`, and what else lies in real files."""
    is_xl = (directory / "text_encoder_2").is_dir()
    weights = dict(_prefixed("model.diffusion_model.", denoiser(_load(directory / "unet"))))
    weights |= _prefixed("first_stage_model.", autoencoder(_load(directory / "vae")))
    words = {name.removeprefix("text_model."): w for name, w in _text(directory, "").items()}
    if is_xl:
        weights |= _prefixed("conditioner.embedders.0.transformer.text_model.", words)
        big = open_clip(_text(directory, "_2"))
        weights |= _prefixed("conditioner.embedders.1.model.", big)
        weights["denoiser.sigmas"] = np.ones(1000, np.float32)
    elif _load(directory / "unet")["down_blocks.0.attentions.0.proj_in.weight"].ndim == 2:
        # Open CLIP's last layer lies in the file although nobody asks it.
        last = {k.replace(".22.", ".23."): w for k, w in words.items() if ".22." in k}
        weights |= _prefixed("cond_stage_model.model.", open_clip({**words, **last}))
        weights["cond_stage_model.model.text_projection"] = np.eye(12, dtype=np.float32)
        weights["cond_stage_model.model.logit_scale"] = np.ones((), np.float32)
    else:
        weights |= _prefixed("cond_stage_model.transformer.text_model.", words)
        place = "cond_stage_model.transformer.text_model.embeddings.position_ids"
        weights[place] = np.arange(77)[None]
        weights["alphas_cumprod"] = np.ones(1000, np.float32)
    weights["model_ema.decay"] = np.ones((), np.float32)
    save_file({k: np.ascontiguousarray(w) for k, w in weights.items()}, path, notes)


def _load(folder: Path) -> Weights:
    (path,) = folder.glob("*.safetensors")
    return load_file(path)


def _text(directory: Path, suffix: str) -> Weights:
    return _load(directory / f"text_encoder{suffix}")


def _prefixed(prefix: str, weights: Weights) -> Iterator[tuple[str, npt.NDArray[np.generic]]]:
    for name, values in weights.items():
        yield prefix + name, values


def denoiser(weights: Weights) -> Weights:
    with_words = {
        name.split(".")[1] for name in weights if re.match(r"up_blocks.*attentions", name)
    }

    def place(match: re.Match[str]) -> str:
        way, block, part, number = match.groups()
        first = 1 if way == "down" else 0
        layer = first + _LAYERS * int(block) + int(number)
        blocks = "input_blocks" if way == "down" else "output_blocks"
        if part == "downsamplers":
            return f"{blocks}.{layer + 2}.0.op"
        if part == "upsamplers":
            return f"{blocks}.{layer + 2}.{2 if block in with_words else 1}.conv"
        return f"{blocks}.{layer}.{'0' if part == 'resnets' else '1'}"

    def renamed(name: str) -> str:
        if ".resnets." in name:
            name = _replaced(name, _RESNET)
        name = _replaced(name, _DENOISER)
        pattern = r"(down|up)_blocks\.(\d)\.(\w+)\.(\d)(?:\.conv(?=\.(?:weight|bias)$))?"
        return re.sub(pattern, place, name)

    return {renamed(name): values for name, values in weights.items()}


def autoencoder(weights: Weights) -> Weights:
    def place(match: re.Match[str]) -> str:
        way, block, part, number = match.groups()
        level = int(block) if way == "down" else _LEVELS - 1 - int(block)
        if part == "resnets":
            return f"{way}.{level}.block.{number}"
        return f"{way}.{level}.{part.removesuffix('rs')}"

    made: Weights = {}
    for name, values in weights.items():
        new = re.sub(r"(down|up)_blocks\.(\d)\.(\w+)\.(\d)", place, _replaced(name, _AUTOENCODER))
        is_matrix = ".attn_1." in new and values.ndim == 2
        made[new] = values[..., None, None] if is_matrix else values
    return made


def open_clip(weights: Weights) -> Weights:
    made: Weights = {}
    for name, values in weights.items():
        new = _replaced(name.removeprefix("text_model."), _OPEN_CLIP)
        made[new] = values.T if new == "text_projection" else values
    for name in [name for name in made if ".attn.q_proj." in name]:
        three = [made.pop(name.replace("q_proj", part)) for part in ("q_proj", "k_proj", "v_proj")]
        made[name.replace(".q_proj.", ".in_proj_")] = np.concatenate(three)
    return made


def _replaced(name: str, table: dict[str, str]) -> str:
    """Replace whole parts of a dotted name."""
    for theirs, ours in table.items():
        name = re.sub(rf"(^|\.){re.escape(theirs)}(?=\.|$)", rf"\g<1>{ours}", name)
    return name
