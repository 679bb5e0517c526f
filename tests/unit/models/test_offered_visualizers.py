"""Every visualizer on offer draws: small models of its architecture, in the files of its hub."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from tests.unit.models.tiny_families import described, picture, tiny_pack
from visret_desktop.models.drawing.checkpoint import clip_tokenizer
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.packs.offers import offers
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

Settings = dict[str, Any]


def of_family(name: str) -> Callable[[Path, Path, Settings], None]:
    """Return what writes a small directory of a family in resources/pipelines."""

    def write(families: Path, directory: Path, settings: Settings) -> None:
        tiny_pack(families / name, directory, **settings)

    return write


def lcm(families: Path, directory: Path, settings: Settings) -> None:
    tiny_pack(families / "sd15", directory, **settings)
    as_lcm(directory)


def as_lcm(folder: Path) -> None:
    """Turn a directory into one of the kind that sd15-lcm is."""
    import diffusers

    index = json.loads((folder / "model_index.json").read_text())
    index |= {"_class_name": "LatentConsistencyModelPipeline"}
    index |= {"scheduler": ["diffusers", "LCMScheduler"]}
    index |= {"safety_checker": ["stable_diffusion", "StableDiffusionSafetyChecker"]}
    index |= {"feature_extractor": ["transformers", "CLIPFeatureExtractor"]}
    (folder / "model_index.json").write_text(json.dumps(index))
    diffusers.LCMScheduler(beta_schedule="scaled_linear").save_pretrained(folder / "scheduler")
    options = diffusers.UNet2DConditionModel.load_config(folder / "unet")
    unet = diffusers.UNet2DConditionModel.from_config(options, time_cond_proj_dim=16)
    unet.save_pretrained(folder / "unet")


def flux2(families: Path, directory: Path, settings: Settings) -> None:
    import diffusers
    import transformers

    diffusers.Flux2KleinPipeline(
        scheduler=diffusers.FlowMatchEulerDiscreteScheduler(use_dynamic_shifting=True),
        vae=diffusers.AutoencoderKLFlux2(
            block_out_channels=(8,) * 4, layers_per_block=1, latent_channels=4, norm_num_groups=4
        ),
        text_encoder=transformers.Qwen3ForCausalLM(
            transformers.Qwen3Config(
                vocab_size=257,
                hidden_size=8,
                intermediate_size=8,
                num_hidden_layers=28,  # of which the pipeline reads three
                num_attention_heads=2,
                num_key_value_heads=1,
                head_dim=4,
            )
        ),
        tokenizer=byte_tokenizer(),
        transformer=diffusers.Flux2Transformer2DModel(
            in_channels=16,
            num_layers=1,
            num_single_layers=1,
            attention_head_dim=16,
            num_attention_heads=2,
            joint_attention_dim=3 * 8,
            axes_dims_rope=(4,) * 4,
            guidance_embeds=False,
        ),
        is_distilled=True,
    ).save_pretrained(directory)


def byte_tokenizer() -> Any:
    import transformers
    from tokenizers import Tokenizer, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocabulary = {letter: number for number, letter in enumerate([*letters, "<|endoftext|>"])}
    engine = Tokenizer(models.BPE(vocab=vocabulary, merges=[]))
    engine.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made = transformers.Qwen2TokenizerFast(
        tokenizer_object=engine, pad_token="<|endoftext|>", eos_token="<|endoftext|>"
    )
    made.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    return made


def sd35(families: Path, directory: Path, settings: Settings) -> None:
    import diffusers
    import transformers
    from tokenizers import Tokenizer, models

    def clip() -> Any:
        sizes = {"hidden_size": 8, "intermediate_size": 8, "projection_dim": 8}
        options = transformers.CLIPTextConfig(**sizes, num_hidden_layers=2, num_attention_heads=2)
        return transformers.CLIPTextModelWithProjection(options)

    words = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0), *((c, -3.0) for c in "▁abcdefgh")]
    diffusers.StableDiffusion3Pipeline(
        transformer=diffusers.SD3Transformer2DModel(
            num_layers=2,
            attention_head_dim=8,
            num_attention_heads=2,
            joint_attention_dim=16,
            caption_projection_dim=16,
            pooled_projection_dim=16,
            dual_attention_layers=(0,),
            qk_norm="rms_norm",
        ),
        scheduler=diffusers.FlowMatchEulerDiscreteScheduler(shift=3.0),
        vae=diffusers.AutoencoderKL(
            block_out_channels=(8,) * 4,
            down_block_types=("DownEncoderBlock2D",) * 4,
            up_block_types=("UpDecoderBlock2D",) * 4,
            latent_channels=16,
            norm_num_groups=4,
            shift_factor=0.06,
            use_quant_conv=False,
            use_post_quant_conv=False,
        ),
        text_encoder=clip(),
        tokenizer=clip_tokenizer(model_max_length=77),
        text_encoder_2=clip(),
        tokenizer_2=clip_tokenizer(pad_token="!", model_max_length=77),
        text_encoder_3=transformers.T5EncoderModel(
            transformers.T5Config(
                vocab_size=len(words), d_model=16, d_kv=4, d_ff=8, num_layers=1, num_heads=2
            )
        ),
        tokenizer_3=transformers.T5TokenizerFast(
            tokenizer_object=Tokenizer(models.Unigram(words, 2, byte_fallback=False))
        ),
    ).save_pretrained(directory)


WRITERS = {
    "flux2-klein-4b": flux2,
    "sd-turbo": of_family("sd21"),
    "sd15-lcm": lcm,
    "sd35-medium": sd35,
    "sdxl-lightning": of_family("sdxl"),
    "sdxl-turbo": of_family("sdxl"),
}


OFFERED = [
    pytest.param(offer, id=offer.name) for offer in offers() if offer.role is Role.VISUALIZER
]


@pytest.mark.parametrize("offer", OFFERED)
def test_an_offered_pack_draws_with_the_settings_of_its_offer(
    families: Path, tmp_path: Path, model_paths: Paths, offer: Any
) -> None:
    settings = {**offer.settings, "pixels": 32}
    WRITERS[offer.name](families, tmp_path, settings)
    told: list[int] = []
    visualizer: Any = open_visualizer(
        described(tmp_path, settings), model_paths, drawing="diffusers"
    )
    orders = [SketchOrder("an owl", 1)]
    ((_, drawn),) = visualizer.visualize(orders, lambda step: bool(told.append(step.step)))
    assert drawn.size == (32, 32)
    assert told == list(range(1, settings["steps"] + 1))
    assert type(visualizer._pipeline).__name__ == offer.libraries["diffusers"]["pipeline"]
    is_tiny = type(visualizer._pipeline.vae).__name__ == "AutoencoderTiny"
    assert is_tiny == ("decoder" in settings)


def test_text_encoders_under_their_older_names_give_the_same_picture(
    families: Path, tmp_path: Path, model_paths: Paths
) -> None:
    """What is published was saved when every weight's name began with `text_model.`."""
    new = tiny_pack(families / "sd21", tmp_path / "new", decoder="tiny_decoder")
    shutil.copytree(new.directory, tmp_path / "old", copy_function=shutil.copyfile)
    (path,) = (tmp_path / "old" / "text_encoder").glob("*.safetensors")
    old = {
        f"text_model.{name.removeprefix('text_model.')}": w for name, w in load_file(path).items()
    }
    old["text_model.embeddings.position_ids"] = np.arange(77)[None]
    save_file(old, path, {"format": "pt"})
    pack = described(tmp_path / "old", new.settings)
    np.testing.assert_allclose(picture(pack, model_paths), picture(new, model_paths), atol=1)
