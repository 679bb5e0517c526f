"""Write resources/pipelines: what the parts of a single-file checkpoint look like, by family.

    python -m training.pipeline_configs

A checkpoint of one file holds weights without the description that diffusers needs to load them. A
family is a folder in diffusers' layout, without weights and without words: those come from the
vocabulary that open_clip ships. `models/drawing/checkpoint.py` tells a file's family by these
folders.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Options = dict[str, Any]
TARGET = Path(__file__).parents[1] / "resources" / "pipelines"
_READS = 77  # tokens


@dataclass(frozen=True)
class Family:
    """Options of diffusers' and transformers' classes; what is not named is their default."""

    pipeline: str
    unet: Options
    vae: Options
    texts: tuple[Options, ...]  # one for each text encoder
    pads: tuple[str, ...]  # the token behind the words, one for each text encoder
    scheduler: Options = field(default_factory=lambda: dict(_SCHEDULER))


# Starts at pure noise in however few steps: right for distilled models, and no worse for others
# (Lin et al. 2024, Common Diffusion Noise Schedules and Sample Steps Are Flawed).
_SCHEDULER: Options = {
    "beta_start": 0.00085,
    "beta_end": 0.012,
    "beta_schedule": "scaled_linear",
    "prediction_type": "epsilon",
    "timestep_spacing": "trailing",
    "steps_offset": 1,  # diffusers' pipelines ask for it
}
_VAE: Options = {
    "block_out_channels": (128, 256, 512, 512),
    "down_block_types": ("DownEncoderBlock2D",) * 4,
    "up_block_types": ("UpDecoderBlock2D",) * 4,
    "layers_per_block": 2,
    "latent_channels": 4,
}
_VIT_L: Options = {
    "hidden_size": 768,
    "intermediate_size": 3072,
    "projection_dim": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "hidden_act": "quick_gelu",
}
_VIT_H: Options = {
    "hidden_size": 1024,
    "intermediate_size": 4096,
    "projection_dim": 1024,
    "num_hidden_layers": 23,  # of 24: the model was trained on the last but one
    "num_attention_heads": 16,
    "hidden_act": "gelu",
}
_VIT_BIG_G: Options = {
    "hidden_size": 1280,
    "intermediate_size": 5120,
    "projection_dim": 1280,
    "num_hidden_layers": 32,
    "num_attention_heads": 20,
    "hidden_act": "gelu",
}

FAMILIES = {
    "sd15": Family(
        pipeline="StableDiffusionPipeline",
        unet={"sample_size": 64, "cross_attention_dim": 768, "attention_head_dim": 8},
        vae={**_VAE, "sample_size": 512, "scaling_factor": 0.18215},
        texts=(_VIT_L,),
        pads=("<|endoftext|>",),
    ),
    "sd21": Family(
        pipeline="StableDiffusionPipeline",
        unet={
            "sample_size": 64,
            "cross_attention_dim": 1024,
            "attention_head_dim": (5, 10, 20, 20),
            "use_linear_projection": True,
            "upcast_attention": True,
        },
        vae={**_VAE, "sample_size": 512, "scaling_factor": 0.18215},
        texts=(_VIT_H,),
        pads=("!",),
    ),
    "sdxl": Family(
        pipeline="StableDiffusionXLPipeline",
        unet={
            "sample_size": 128,
            "block_out_channels": (320, 640, 1280),
            "down_block_types": ("DownBlock2D", "CrossAttnDownBlock2D", "CrossAttnDownBlock2D"),
            "up_block_types": ("CrossAttnUpBlock2D", "CrossAttnUpBlock2D", "UpBlock2D"),
            "transformer_layers_per_block": (1, 2, 10),
            "cross_attention_dim": 2048,
            "attention_head_dim": (5, 10, 20),
            "use_linear_projection": True,
            "addition_embed_type": "text_time",
            "addition_time_embed_dim": 256,
            "projection_class_embeddings_input_dim": 2816,
        },
        vae={**_VAE, "sample_size": 1024, "scaling_factor": 0.13025, "force_upcast": True},
        texts=(_VIT_L, _VIT_BIG_G),
        pads=("<|endoftext|>", "!"),
    ),
}


def write_family(directory: Path, family: Family) -> None:
    """Write the folder of one family."""
    from diffusers import AutoencoderKL, EulerDiscreteScheduler, UNet2DConditionModel
    from transformers import CLIPTextConfig

    index: Options = {"_class_name": family.pipeline}
    for name, kind, options in (
        ("scheduler", EulerDiscreteScheduler, family.scheduler),
        ("unet", UNet2DConditionModel, family.unet),
        ("vae", AutoencoderKL, family.vae),
    ):
        index[name] = ["diffusers", kind.__name__]
        file_name = "scheduler_config.json" if name == "scheduler" else "config.json"
        _write(directory / name / file_name, _described(kind, options))
    for number, (options, pad) in enumerate(zip(family.texts, family.pads, strict=True)):
        suffix = f"_{number + 1}" if number else ""
        encoder = "CLIPTextModelWithProjection" if number else "CLIPTextModel"
        index[f"text_encoder{suffix}"] = ["transformers", encoder]
        index[f"tokenizer{suffix}"] = ["transformers", "CLIPTokenizer"]
        text = {**CLIPTextConfig(**options).to_diff_dict(), "architectures": [encoder]}
        text.pop("transformers_version", None)  # would change the file with every upgrade
        _write(directory / f"text_encoder{suffix}" / "config.json", text)
        words = {"pad_token": pad, "model_max_length": _READS}
        _write(directory / f"tokenizer{suffix}" / "tokenizer_config.json", words)
    _write(directory / "model_index.json", index)


def _described(kind: Any, options: Options) -> Options:
    """Return all options of a class of diffusers, the given ones and its defaults."""
    from accelerate import init_empty_weights

    with init_empty_weights():
        made = kind(**options)
    config = {name: value for name, value in made.config.items() if not name.startswith("_")}
    return {"_class_name": kind.__name__, **config}


def _write(path: Path, content: Options) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name, family in FAMILIES.items():
        write_family(TARGET / name, family)
