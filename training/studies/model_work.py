"""Count the arithmetic that offered packs do for one photo or one sketch.

    python -m training.studies.model_work

What comes out stands as `flops` in `resources/packs/`, from where expected speeds are told. Models
are built without weights, from the names and descriptions of their architectures, so nothing is
fetched and little memory taken; a multiplication and its addition count as two. What a rewriter
takes is bound by reading its weights, whose size says it. A reader looks at a photo, four to three,
and reads what it becomes with the question; what it writes is told by its size, too.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.packs.offers import Offer, offers
from visret_desktop.paths import bundled
from visret_desktop.roles import Role

_FAMILIES = {
    "sd-turbo": "sd21",
    "sd15-lcm": "sd15",
    "sdxl-turbo": "sdxl",
    "sdxl-lightning": "sdxl",
}
_LATENT_SCALE = 8
_WORDS = 77  # tokens of a prompt, as CLIP takes them
# Diffusion transformers, as their owners describe them, with the numbers of text encoders' weights.
_SD35_MEDIUM: dict[str, Any] = {
    "sample_size": 128,
    "num_layers": 24,
    "num_attention_heads": 24,
    "attention_head_dim": 64,
    "in_channels": 16,
    "out_channels": 16,
    "joint_attention_dim": 4096,
    "caption_projection_dim": 1536,
    "pooled_projection_dim": 2048,
    "pos_embed_max_size": 384,
    "dual_attention_layers": tuple(range(13)),
    "qk_norm": "rms_norm",
}
_SD35_WORDS, _SD35_TEXT_WEIGHTS = 333, 4_760_000_000 + 695_000_000 + 124_000_000
_FLUX2_KLEIN: dict[str, Any] = {
    "num_layers": 5,
    "num_single_layers": 20,
    "num_attention_heads": 24,
    "attention_head_dim": 128,
    "joint_attention_dim": 7680,
}
_FLUX2_WORDS, _FLUX2_TEXT_WEIGHTS = 512, 4_000_000_000


@dataclass(frozen=True)
class _Eye:
    """How a reader looks at a photo, as its owner describes it."""

    layers: int
    wide: int
    inner: int
    patches: int  # of one tile
    tokens: int  # of all of them
    writes: int  # numbers of the writing model that take part in each token
    projects: int = 0  # numbers of the projection that do
    matrices: int = 2  # of a layer's wide part: three where it has a gate
    tiles: int = 1
    asks: int = 60  # tokens of a question, or of what stands around a photo


_EYES = {
    # A large one cut in 4 by 3 tiles of 512 pixels, and the whole beside them; 64 tokens a tile.
    "smolvlm2-500m": _Eye(12, 768, 3072, 1024, 13 * 67, 315_000_000, 11_800_000, tiles=13),
    # 1024 by 768 pixels in patches of 16, four of them a token.
    "qwen3-vl-2b": _Eye(24, 1024, 4096, 64 * 48, 32 * 24, 1_400_000_000, 101_000_000),
    "qwen3-vl-4b": _Eye(24, 1024, 4096, 72 * 54, 36 * 27, 3_600_000_000, 109_000_000),
    "qwen3-vl-embedding-2b": _Eye(24, 1024, 4096, 32 * 32, 16 * 16, 1_400_000_000, 101_000_000),
    # Nine patches a token; the settings say at most how many.
    "embeddinggemma-2": _Eye(16, 768, 3072, 630, 70, 137_000_000, 400_000, matrices=3, asks=4),
    "gemma-4-e4b": _Eye(16, 768, 3072, 63 * 48, 21 * 16, 4_000_000_000, 2_000_000, matrices=3),
}


def flops(offer: Offer) -> int:
    """Return the operations of one photo or one sketch; 0 for a rewriter."""
    if offer.role is Role.REWRITER:
        return 0
    if offer.name in _EYES:
        return _of_reading(_EYES[offer.name])
    if offer.role is Role.ENCODER:
        return _of_photo(offer)
    steps, guidance = int(offer.settings["steps"]), float(offer.settings["guidance"])
    step, rest = _of_parts(offer)
    # Guidance asks the denoiser twice; models that were distilled take it as a number, or none.
    is_distilled = offer.name in _FAMILIES
    return step * steps * (2 if guidance > 1 and not is_distilled else 1) + rest


def _of_reading(eye: _Eye) -> int:
    layer = 4 * eye.wide**2 + eye.matrices * eye.wide * eye.inner
    attention = 2 * eye.patches * eye.wide
    seeing = 2 * eye.tiles * eye.patches * eye.layers * (layer + attention)
    return seeing + 2 * eye.projects * eye.tokens + 2 * eye.writes * (eye.tokens + eye.asks)


def _of_photo(offer: Offer) -> int:
    import open_clip
    import torch

    name, side = offer.libraries["open_clip"]["model"], offer.settings["image_size"]
    model = open_clip.create_model(name, pretrained=None, device="meta")
    photo = torch.empty(1, 3, side, side, device="meta")
    return _count(model.visual, lambda tower: tower(photo))


def _of_parts(offer: Offer) -> tuple[int, int]:
    """Return the operations of one denoising step, and of everything before and after."""
    latent = int(offer.settings["pixels"]) // _LATENT_SCALE
    if offer.name not in _FAMILIES:
        return _of_transformer(offer, latent)
    family = bundled("pipelines", _FAMILIES[offer.name])
    decoder = _of_decoder(family, latent, is_tiny="decoder" in offer.settings)
    return _of_unet(family, latent), _of_texts(family) + decoder


def _of_unet(family: Path, latent: int) -> int:
    import torch
    from diffusers import UNet2DConditionModel

    options = UNet2DConditionModel.load_config(family / "unet")
    extra: dict[str, Any] = {}
    if options["addition_embed_type"] == "text_time":
        extra["text_embeds"] = torch.empty(1, 1280, device="meta")
        extra["time_ids"] = torch.empty(1, 6, device="meta")
    given = torch.empty(1, options["in_channels"], latent, latent, device="meta")
    words = torch.empty(1, _WORDS, options["cross_attention_dim"], device="meta")
    time = torch.empty(1, device="meta")

    def step(unet: Any) -> None:
        unet(given, time, words, added_cond_kwargs=extra)

    return _count(_on_meta(lambda: UNet2DConditionModel.from_config(options)), step)


def _of_texts(family: Path) -> int:
    """Return the operations of the text encoders: twice their layers' weights for each token."""
    total = 0
    for folder in family.glob("text_encoder*"):
        options = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        wide, inner = options["hidden_size"], options["intermediate_size"]
        total += options["num_hidden_layers"] * (4 * wide * wide + 2 * wide * inner)
    return 2 * _WORDS * total


def _of_decoder(family: Path, latent: int, *, is_tiny: bool) -> int:
    import torch
    from diffusers import AutoencoderKL, AutoencoderTiny

    given = torch.empty(1, 4, latent, latent, device="meta")
    if is_tiny:
        return _count(_on_meta(AutoencoderTiny), lambda vae: vae.decode(given))
    options = AutoencoderKL.load_config(family / "vae")
    made = _on_meta(lambda: AutoencoderKL.from_config(options))
    return _count(made, lambda vae: vae.decode(given))


def _of_transformer(offer: Offer, latent: int) -> tuple[int, int]:
    import diffusers
    import torch

    if offer.libraries["diffusers"]["pipeline"] == "StableDiffusion3Pipeline":
        made = _on_meta(lambda: diffusers.SD3Transformer2DModel(**_SD35_MEDIUM))
        given = {
            "hidden_states": torch.empty(1, 16, latent, latent, device="meta"),
            "encoder_hidden_states": torch.empty(1, _SD35_WORDS, 4096, device="meta"),
            "pooled_projections": torch.empty(1, 2048, device="meta"),
            "timestep": torch.empty(1, device="meta"),
        }
        words, weights = _SD35_WORDS, _SD35_TEXT_WEIGHTS
    else:
        made = _on_meta(lambda: diffusers.Flux2Transformer2DModel(**_FLUX2_KLEIN))
        given = _flux2_input(latent)
        words, weights = _FLUX2_WORDS, _FLUX2_TEXT_WEIGHTS
    return _count(made, lambda model: model(**given)), 2 * words * weights


def _flux2_input(latent: int) -> dict[str, Any]:
    import torch

    patches = (latent // 2) ** 2
    return {
        "hidden_states": torch.empty(1, patches, 128, device="meta"),
        "encoder_hidden_states": torch.empty(1, _FLUX2_WORDS, 7680, device="meta"),
        "timestep": torch.empty(1, device="meta"),
        "img_ids": torch.empty(patches, 4, device="meta"),
        "txt_ids": torch.empty(_FLUX2_WORDS, 4, device="meta"),
        "guidance": torch.empty(1, device="meta"),
    }


def _on_meta(make: Callable[[], Any]) -> Any:
    """Build a model without weights."""
    import torch

    with torch.device("meta"):
        return make()


def _count(model: Any, run: Callable[[Any], object]) -> int:
    import torch
    from torch.utils.flop_counter import FlopCounterMode

    model.eval().requires_grad_(False)
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)  # the counter knows its parts only
    try:
        with FlopCounterMode(display=False) as counter:
            run(model)
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
    total: int = counter.get_total_flops()
    return total


def main() -> None:
    """Print the figure of every offer beside the one that stands in its file."""
    for offer in offers():
        if offer.role is not Role.REWRITER:
            print(f"{offer.name:24} {flops(offer):.3g}  stands as {offer.flops:.3g}")


if __name__ == "__main__":
    main()
