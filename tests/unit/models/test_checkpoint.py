"""Checkpoints of one file: known by their header, drawn with like the folders they came from."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from tests.unit.models.original_layout import denoiser, write_checkpoint
from tests.unit.models.tiny_families import SETTINGS, described, picture, tiny_pack
from training.pipeline_configs import FAMILIES, write_family
from visret_desktop.errors import PackDamaged
from visret_desktop.models.drawing import checkpoint
from visret_desktop.models.drawing.checkpoint import (
    CheckpointHeader,
    clip_tokenizer,
    recognize_family,
)
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, bundled

FILE = "dream.safetensors"
FIRST = "model.diffusion_model.input_blocks.0.0.weight"
READER = "model.diffusion_model.input_blocks.1.1.transformer_blocks.0.attn2.to_k.weight"
Weights = dict[str, Any]
Alter = Callable[[Weights], None]
Make = Callable[..., Pack]


@pytest.fixture(scope="module")
def folders(families: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Pack]:
    """A diffusers directory of every family, with random weights."""
    root = tmp_path_factory.mktemp("folders")
    return {name: tiny_pack(families / name, root / name) for name in FAMILIES}


@pytest.fixture
def make(
    families: Path, folders: dict[str, Pack], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Make:
    """Write such a directory as a checkpoint, altered, and return it as a pack."""
    monkeypatch.setattr(checkpoint, "bundled", lambda _: families)

    def made(family: str = "sd15", alter: Alter = dict, notes: Any = None, **settings: Any) -> Pack:
        path = tmp_path / "pack" / FILE
        path.parent.mkdir()
        write_checkpoint(folders[family].directory, path, notes)
        if alter is not dict:
            weights = load_file(path)
            alter(weights)
            save_file(weights, path, notes)
        return described(path.parent, {**SETTINGS, "checkpoint": FILE, **settings})

    return made


# ---- drawing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_a_checkpoint_draws_what_its_folder_draws(
    family: str, folders: dict[str, Pack], make: Make, model_paths: Paths
) -> None:
    expected = picture(folders[family], model_paths)
    assert expected.std() > 10
    np.testing.assert_allclose(picture(make(family), model_paths), expected, atol=1)


def test_another_text_makes_another_picture(make: Make, model_paths: Paths) -> None:
    pack = make()
    other = dict(pack.settings, prompt_template="a toad, {instruction}")
    changed = described(pack.directory, other)
    assert (picture(pack, model_paths) != picture(changed, model_paths)).any()


@pytest.mark.parametrize(
    ("weights", "notes", "settings", "expected"),
    [
        ((), {}, {}, ("epsilon", False)),
        (("v_pred",), {}, {}, ("v_prediction", False)),
        (("v_pred", "ztsnr"), {}, {}, ("v_prediction", True)),
        ((), {"modelspec.prediction_type": "v"}, {}, ("v_prediction", False)),
        ((), {}, {"prediction_type": "v_prediction"}, ("v_prediction", False)),
        (("v_pred",), {}, {"prediction_type": "epsilon"}, ("epsilon", False)),
    ],
)
def test_what_it_predicts_is_told_by_marks_or_by_the_manifest(
    make: Make, model_paths: Paths, weights: Any, notes: Any, settings: Any, expected: Any
) -> None:
    def mark(all_weights: Weights) -> None:
        all_weights |= dict.fromkeys(weights, np.zeros(0, np.float32))

    opened: Any = open_visualizer(
        make("sd15", mark, notes, scheduler=settings), model_paths, drawing="diffusers"
    )
    used = opened._pipeline.scheduler.config
    assert (used.prediction_type, used.rescale_betas_zero_snr) == expected


# ---- refusals -----------------------------------------------------------------------------------


def without(*prefixes: str) -> Alter:
    def alter(weights: Weights) -> None:
        for name in [name for name in weights if name.startswith(prefixes)]:
            del weights[name]

    return alter


def shaped(name: str, *shape: int) -> Alter:
    def alter(weights: Weights) -> None:
        weights[name] = np.zeros(shape, np.float32)

    return alter


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (without("model.diffusion_model."), "is no picture model"),
        (shaped(READER, 8, 5), "not those of Stable Diffusion 1, 2 or XL"),
        (shaped(FIRST, 64, 4, 3, 3), "not those of Stable Diffusion 1, 2 or XL"),
        (shaped(FIRST, 8, 9, 3, 3), "changes pictures"),
        (without("cond_stage_model."), "lacks the text encoder"),
        (without("first_stage_model."), "lacks the decoder"),
        (without("model.diffusion_model.middle_block.1.norm."), "weights are missing"),
        (
            without("cond_stage_model.transformer.text_model.final_layer_norm"),
            "lacks text_encoder.final",
        ),
        (without("first_stage_model.decoder.conv_out."), "weights are missing"),
        (shaped("model.diffusion_model.out.2.bias", 5), "conv_out.bias"),
    ],
)
def test_what_cannot_be_drawn_with_is_refused_with_a_reason(
    make: Make, model_paths: Paths, alter: Alter, reason: str
) -> None:
    with pytest.raises(PackDamaged, match=reason):
        open_visualizer(make("sd15", alter), model_paths, drawing="diffusers")


def test_with_a_decoder_of_its_own_it_needs_none_inside(
    make: Make, folders: dict[str, Pack], families: Path, tmp_path: Path, model_paths: Paths
) -> None:
    pack = make("sd15", without("first_stage_model."))
    tiny_pack(families / "sd15", tmp_path / "other", decoder="tiny_decoder")
    (tmp_path / "other" / "tiny_decoder").rename(pack.directory / "tiny_decoder")
    pack = described(pack.directory, {**pack.settings, "decoder": "tiny_decoder"})
    assert picture(pack, model_paths).shape == (32, 32, 3)


@pytest.mark.parametrize("content", [b"", b"\x80\x02}q\x00.", b"\xff" * 64])
def test_other_files_under_its_name_are_refused(
    tmp_path: Path, model_paths: Paths, content: bytes
) -> None:
    (tmp_path / FILE).write_bytes(content)
    pack = described(tmp_path, {**SETTINGS, "checkpoint": FILE})
    with pytest.raises(PackDamaged, match="is no safetensors file"):
        open_visualizer(pack, model_paths, drawing="diffusers")


def test_a_file_cut_off_is_refused(make: Make, model_paths: Paths) -> None:
    pack = make()
    (pack.directory / FILE).write_bytes((pack.directory / FILE).read_bytes()[:-9])
    with pytest.raises(PackDamaged, match="is no safetensors file"):
        open_visualizer(pack, model_paths, drawing="diffusers")


@pytest.mark.parametrize("name", ["other.safetensors", "../dream.safetensors", "dream.ckpt"])
def test_only_a_file_of_the_pack_is_opened(make: Make, model_paths: Paths, name: str) -> None:
    pack = make()
    other = described(pack.directory, {**pack.settings, "checkpoint": name})
    with pytest.raises(PackDamaged, match=r"has no file|no \.safetensors"):
        open_visualizer(other, model_paths, drawing="diffusers")


# ---- what the descriptions say ------------------------------------------------------------------


def empty(kind: Any, folder: Path) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a part's weights at real size, without any numbers."""
    from accelerate import init_empty_weights

    with init_empty_weights():
        model = kind.from_config(kind.load_config(folder))
    return {name: tuple(values.shape) for name, values in model.state_dict().items()}


def count(shapes: dict[str, tuple[int, ...]]) -> int:
    return sum(int(np.prod(shape)) for shape in shapes.values())


@pytest.mark.parametrize(
    ("family", "weights"),
    [("sd15", 859_520_964), ("sd21", 865_910_724), ("sdxl", 2_567_463_684)],
)
def test_denoisers_have_their_published_size_and_are_recognized(family: str, weights: int) -> None:
    from diffusers import UNet2DConditionModel

    shapes = empty(UNet2DConditionModel, bundled("pipelines", family, "unet"))
    assert count(shapes) == weights
    hollow = {
        name: np.broadcast_to(np.zeros((), np.uint8), shape) for name, shape in shapes.items()
    }
    named = {f"model.diffusion_model.{name}": w.shape for name, w in denoiser(hollow).items()}
    assert recognize_family(CheckpointHeader(named, {})).name == family


@pytest.mark.parametrize(
    ("family", "kind", "folder", "weights"),
    [
        ("sd15", "CLIPTextModel", "text_encoder", 123_060_480),
        ("sd21", "CLIPTextModel", "text_encoder", 340_387_840),
        ("sdxl", "CLIPTextModel", "text_encoder", 123_060_480),
        ("sdxl", "CLIPTextModelWithProjection", "text_encoder_2", 694_659_840),
    ],
)
def test_text_encoders_have_their_published_size(
    family: str, kind: str, folder: str, weights: int
) -> None:
    import transformers
    from accelerate import init_empty_weights

    options = transformers.CLIPTextConfig.from_pretrained(bundled("pipelines", family, folder))
    with init_empty_weights():
        model = getattr(transformers, kind)(options)
    assert sum(values.numel() for values in model.parameters()) == weights


@pytest.mark.parametrize("family", FAMILIES)
def test_autoencoders_have_their_published_size(family: str) -> None:
    from diffusers import AutoencoderKL

    assert count(empty(AutoencoderKL, bundled("pipelines", family, "vae"))) == 83_653_863


@pytest.mark.parametrize("name", FAMILIES)
def test_the_descriptions_are_what_the_script_writes(name: str, tmp_path: Path) -> None:
    write_family(tmp_path, FAMILIES[name])
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.json")}
    shipped = bundled("pipelines", name)
    assert written == {path.relative_to(shipped) for path in shipped.rglob("*.*")}
    for path in written:
        ours = json.loads((shipped / path).read_text())
        new = json.loads((tmp_path / path).read_text())
        assert {key: new[key] for key in ours} == ours  # newer libraries may know more options


# ---- words --------------------------------------------------------------------------------------


def test_words_become_the_tokens_of_open_clip() -> None:
    import open_clip

    texts = [
        *("", "a tarn heron", "It's 42°C, isn't it?!", "naïve café Straße", "日本の鳥 🐸 привет"),
        *("A   photo\tof\na (red:1.2) owl...", "word " * 100),
    ]
    ours = clip_tokenizer(model_max_length=77)(texts, truncation=True).input_ids
    theirs = open_clip.tokenize(texts).tolist()
    assert ours == [row[: row.index(49407) + 1] for row in theirs]


def test_the_token_behind_the_words_is_the_familys_own(families: Path) -> None:
    padded = {}
    for family in FAMILIES:
        for folder in sorted(bundled("pipelines", family).glob("tokenizer*")):
            options = json.loads((folder / "tokenizer_config.json").read_text())
            tokenizer = clip_tokenizer(**options)
            padded[family, folder.name] = tokenizer("owl", padding="max_length").input_ids[-1]
            assert tokenizer.model_max_length == 77
    assert padded == {
        ("sd15", "tokenizer"): 49407,
        ("sd21", "tokenizer"): 0,
        ("sdxl", "tokenizer"): 49407,
        ("sdxl", "tokenizer_2"): 0,
    }
