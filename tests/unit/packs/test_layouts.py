"""What lists of files are taken for."""

import json

import pytest

from visret_desktop.packs.checks.layouts import Layout, matching, recognize
from visret_desktop.roles import Role

INDEX = {
    "_class_name": "StableDiffusionPipeline",
    "scheduler": ["diffusers", "EulerDiscreteScheduler"],
    "text_encoder": ["transformers", "CLIPTextModel"],
    "safety_checker": ["stable_diffusion", "StableDiffusionSafetyChecker"],
    "image_encoder": [None, None],
    "unet": ["diffusers", "UNet2DConditionModel"],
}
DIFFUSERS = (
    "model_index.json",
    "README.md",
    "v1-5-pruned.ckpt",
    "v1-5-pruned.safetensors",
    "scheduler/scheduler_config.json",
    "safety_checker/model.safetensors",
    "text_encoder/config.json",
    "text_encoder/pytorch_model.bin",
    "text_encoder/model.safetensors",
    "unet/config.json",
    "unet/diffusion_pytorch_model.safetensors",
    "unet/diffusion_pytorch_model.fp16.safetensors",
    "unet/diffusion_pytorch_model.non_ema.safetensors",
    "vae_1_0/diffusion_pytorch_model.safetensors",
)


def read(path: str) -> bytes:
    files = {"model_index.json": INDEX, "unet/config.json": {"sample_size": 96}}
    return json.dumps(files[path]).encode()


def known(*paths: str, wanted: str = "") -> Layout:
    layout = recognize(paths, read, wanted)
    assert layout is not None
    return layout


def test_an_open_clip_folder_is_an_encoder() -> None:
    layout = known(
        *("open_clip_config.json", "open_clip_model.safetensors", "model.safetensors"),
        *("tokenizer.json", "vocab.json", "open_clip_pytorch_model.bin"),
    )
    assert layout.role is Role.ENCODER
    assert set(layout.files) == {
        *("open_clip_config.json", "open_clip_model.safetensors", "tokenizer.json")
    }


def test_a_diffusers_folder_is_a_visualizer_with_its_components_only() -> None:
    layout = known(*DIFFUSERS)
    assert layout.role is Role.VISUALIZER
    assert set(layout.files) == {
        *("model_index.json", "README.md", "scheduler/scheduler_config.json"),
        *("text_encoder/config.json", "text_encoder/model.safetensors"),
        *("unet/config.json", "unet/diffusion_pytorch_model.fp16.safetensors"),
    }
    assert layout.settings["variant"] == "fp16"
    assert layout.settings["pixels"] == 96 * 8


GEMMA = ("config.json", "model.safetensors", "tokenizer.json")


def test_an_embedding_gemma_is_an_encoder_by_its_description() -> None:
    described = json.dumps({"model_type": "embedding_gemma2"}).encode()
    layout = recognize((*GEMMA, "README.md", "processor_config.json"), lambda _: described)
    assert layout == Layout(Role.ENCODER, (*GEMMA, "README.md"), {"soft_tokens": 70})
    for other in (b'{"model_type": "gemma3"}', b"[]"):
        taken = recognize(GEMMA, lambda _, other=other: other)  # type: ignore[misc]
        assert taken is None or taken.role is not Role.ENCODER
    for missing in GEMMA[1:]:
        with pytest.raises(ValueError, match=f"it has no {missing}"):
            recognize([path for path in GEMMA if path != missing], lambda _: described)


def test_a_chat_model_is_known_whatever_lies_beside_it_says() -> None:
    of_mamba = b'{"model_type": "falcon_h1", "time_step_limit": [0.0, Infinity]}'
    layout = recognize(("M-Q4_K_M.gguf", *GEMMA), lambda _: of_mamba)
    assert layout == Layout(Role.REWRITER, ("M-Q4_K_M.gguf",))


def test_of_several_chat_models_a_sensible_one_is_taken() -> None:
    layout = known("M-Q8_0.gguf", "M-Q4_K_M.gguf", "imatrix.gguf", "M-Q2_K.gguf")
    assert (layout.role, layout.files) == (Role.REWRITER, ("M-Q4_K_M.gguf",))
    assert known("M-Q8_0.gguf", "M-Q2_K.gguf", wanted="M-Q2_K.gguf").files == ("M-Q2_K.gguf",)


EYES = ("mmproj-M-BF16.gguf", "mmproj-M-F16.gguf", "mmproj-M-Q8_0.gguf")
OTHER_EYE = "mmproj-Qwen3VL-2B-Instruct-Q8_0.gguf"


@pytest.mark.parametrize(
    ("paths", "wanted", "files"),
    [
        (("M-Q8_0.gguf", "M-Q4_K_M.gguf", *EYES), "", ("M-Q4_K_M.gguf", EYES[1])),
        (("M-Q8_0.gguf", "M-Q4_K_M.gguf", *EYES), "M-Q8_0.gguf", ("M-Q8_0.gguf", EYES[1])),
        (("M-Q8_0.gguf", *EYES), EYES[2], ("M-Q8_0.gguf", EYES[2])),
        (("M-Q8_0.gguf", EYES[0], EYES[2]), "", ("M-Q8_0.gguf", EYES[2])),
        (("model.gguf", "MMPROJ.GGUF"), "", ("model.gguf", "MMPROJ.GGUF")),
        (
            ("M-UD-Q4_K_XL.gguf", "M-Q6_K.gguf", "imatrix_m.gguf", "mmproj-F16.gguf"),
            "",
            ("M-Q6_K.gguf", "mmproj-F16.gguf"),
        ),
        (
            ("BF16/M-BF16-00001-of-00002.gguf", "BF16/M-BF16-00002-of-00002.gguf", "mmproj.gguf"),
            "",
            ("BF16/M-BF16-00001-of-00002.gguf", "BF16/M-BF16-00002-of-00002.gguf", "mmproj.gguf"),
        ),
        (
            ("llama.gguf", "Qwen3-VL-2B-Q4_K_M.gguf", OTHER_EYE),
            OTHER_EYE,
            ("Qwen3-VL-2B-Q4_K_M.gguf", OTHER_EYE),
        ),
    ],
)
def test_a_model_with_what_looks_at_pictures_is_a_reader(
    paths: tuple[str, ...], wanted: str, files: tuple[str, ...]
) -> None:
    layout = known(*paths, wanted=wanted)
    assert (layout.role, layout.files) == (Role.READER, files)


@pytest.mark.parametrize(
    ("paths", "wanted"),
    [
        (("llama.gguf", "Qwen3-VL-2B-Q4_K_M.gguf", OTHER_EYE), "llama.gguf"),
        (("llama.gguf", OTHER_EYE), "llama.gguf"),
        (("llama.gguf", "other.gguf", "mmproj.gguf"), "llama.gguf"),
        (("a/llama.gguf", "b/mmproj.gguf"), "a/llama.gguf"),
    ],
)
def test_an_eye_of_another_model_makes_no_reader(paths: tuple[str, ...], wanted: str) -> None:
    layout = known(*paths, wanted=wanted)
    assert (layout.role, layout.files) == (Role.REWRITER, (wanted,))


def test_parts_of_a_split_model_belong_together() -> None:
    parts = [f"M-Q4_K_M-0000{n}-of-00003.gguf" for n in (1, 2, 3)]
    assert known(*parts, "M-Q8_0.gguf").files == tuple(parts)


def test_a_single_checkpoint_is_a_visualizer() -> None:
    layout = known("dreamshaper.safetensors", "notes.txt")
    assert (layout.role, layout.files) == (Role.VISUALIZER, ("dreamshaper.safetensors",))
    assert layout.settings["checkpoint"] == "dreamshaper.safetensors"


@pytest.mark.parametrize(
    "paths",
    [
        (),
        ("pytorch_model.bin", "config.json"),
        ("open_clip_config.json", "open_clip_pytorch_model.bin"),
        ("model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"),
        ("mmproj-F16.gguf", "imatrix.gguf"),
    ],
)
def test_other_things_are_nothing(paths: tuple[str, ...]) -> None:
    assert recognize(paths, read) is None


def test_a_file_that_is_not_there_is_nothing() -> None:
    assert recognize(("a.gguf",), read, "b.gguf") is None


def test_stars_stay_within_one_name() -> None:
    paths = ("a/b.json", "a/b/c.json", "b.json", "a/b.txt")
    assert matching("*/*.json", paths) == ["a/b.json"]
    assert matching("*.json", paths) == ["b.json"]
