"""EmbeddingGemma 2 with random weights, against transformers' own way from picture to vector."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bench.own_folders import copy_tree
from bench.pack_writing import write_manifest
from tests import kept_forms
from tests.unit.models.test_encoder import worst_cosine
from visret_desktop import file_changes
from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders import precision_export
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.encoder import OnnxEncoder, name_of, open_encoder
from visret_desktop.models.encoders.gemma import BUDGETS, gemma_settings, has_focus
from visret_desktop.models.encoders.mosaic import TILE, shape_of, side_of
from visret_desktop.models.encoders.tokenizer import Tokenizer, read_engine
from visret_desktop.models.encoders.torch_encoder import TorchEncoder
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

WORDS = ("ein Reiher im Schnee", "two red kites!", "", "a walk " * 40, "naïve 日本 👍")
PROMPT = "task: search result | query: "
SIZES = ((64, 64), (500, 375), (375, 500), (81, 640), (3000, 1000), (9, 7), (1, 1))
LONG = ((8000, 1), (1, 8000))
MARKS = 7  # is the last token of them in the random vocabulary
Theirs = Callable[..., Vectors]


@pytest.fixture(scope="module")
def pack(random_gemma: Path) -> Pack:
    return read_pack(random_gemma)


@pytest.fixture(scope="module")
def encoder(pack: Pack, model_paths: Paths) -> OnnxEncoder:
    with kept_forms.kept(model_paths.compiled / f"{pack.name}-{pack.digest}"):
        opened = open_encoder(pack, model_paths)
    assert isinstance(opened, OnnxEncoder)
    return opened


@pytest.fixture(scope="module")
def theirs(pack: Pack) -> Theirs:
    """Vectors as sentence-transformers makes them of transformers' processor and model."""
    import torch
    from transformers import (
        EmbeddingGemma2Model,
        EmbeddingGemma2Processor,
        EmbeddingGemma2VideoProcessor,
        Gemma4AudioFeatureExtractor,
        PreTrainedTokenizerFast,
    )
    from transformers.models.gemma4.image_processing_pil_gemma4 import Gemma4ImageProcessorPil

    model = EmbeddingGemma2Model.from_pretrained(pack.directory, dtype=torch.float32).eval()
    marks = {"boi_token": "<|image>", "image_token": "<|image|>", "eoi_token": "<image|>"}
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_file=str(pack.directory / "tokenizer.json"),
        padding_side="left",  # as Gemma's
        extra_special_tokens=marks,
        pad_token="<pad>",
    )
    processor = EmbeddingGemma2Processor(
        feature_extractor=Gemma4AudioFeatureExtractor(),
        image_processor=Gemma4ImageProcessorPil(),
        tokenizer=tokenizer,
        video_processor=EmbeddingGemma2VideoProcessor(),
    )

    def embed(budget: int = 70, dimension: int = 768, **inputs: Any) -> Vectors:
        if "images" in inputs:
            inputs["max_soft_tokens"] = budget
            inputs["input_data_format"] = "channels_last"
        given = processor(**inputs, return_tensors="pt", padding=True)
        with torch.no_grad():
            states = model(**given).last_hidden_state
        share = given["attention_mask"][..., None]
        mean = ((states * share).sum(1) / share.sum(1))[:, :dimension]
        return np.asarray(torch.nn.functional.normalize(mean, dim=-1).numpy())

    return embed


def noise(size: tuple[int, int]) -> Image.Image:
    levels = np.random.default_rng(size[0]).integers(0, 256, (size[1], size[0], 3), np.uint8)
    return Image.fromarray(levels)


def embedded(encoder: Encoder, pictures: list[Image.Image]) -> Vectors:
    return encoder.embed_images(np.stack([encoder.preprocess(one) for one in pictures]))


def test_pictures_of_any_shape_get_transformers_vectors(
    encoder: OnnxEncoder, theirs: Theirs
) -> None:
    pictures = [noise(size) for size in (*SIZES, *LONG)]
    ours = embedded(encoder, pictures)
    expected = np.concatenate([theirs(images=[one]) for one in pictures])
    assert worst_cosine(ours, expected) >= 0.9999
    assert np.sort(ours @ ours.T, axis=None)[: -len(ours)].max() < 0.9999  # they differ


def test_words_get_transformers_vectors(encoder: OnnxEncoder, theirs: Theirs) -> None:
    expected = theirs(text=[PROMPT + word.strip() for word in WORDS])
    assert worst_cosine(encoder.embed_texts(WORDS), expected) >= 0.9999
    alone = np.concatenate([encoder.embed_texts([word]) for word in WORDS])
    assert worst_cosine(alone, expected) >= 0.9999


FOCUSED = (
    ("light: a low sun", "task: light | query: a low sun"),
    ("Wetter : Nebel | query: Eule", "task: weather | query: Nebel query: Eule"),
    ("habitat: task: reeds", "task: habitat | query: task: reeds"),
    ("weather: ", "task: search result | query: weather:"),
    ("light:dusk", "task: search result | query: light:dusk"),
    ("at 10: a heron", "task: search result | query: at 10: a heron"),
    ("task: weather | query: fog", "task: search result | query: task: weather query: fog"),
)


def test_words_with_a_focus_get_transformers_vectors_of_that_task(
    encoder: OnnxEncoder, theirs: Theirs
) -> None:
    typed, prompts = zip(*FOCUSED, strict=True)
    expected = theirs(text=list(prompts))
    assert worst_cosine(encoder.embed_texts(typed), expected) >= 0.9999
    assert worst_cosine(encoder.embed_texts(["a low sun"]), expected[:1]) < 0.9999


def test_no_verdict_is_given_on_words_with_a_focus(pack: Pack) -> None:
    assert has_focus(pack, "Light:  a low sun")
    assert not any(has_focus(pack, text) for text in ("light:dusk heron", "at 10: a heron"))
    assert not has_focus(replace(pack, settings={}), "light: a low sun")


@pytest.mark.parametrize(("budget", "dimension"), [(140, 256), (280, 512)])
def test_each_budget_and_size_is_a_space_of_its_own(
    pack: Pack, theirs: Theirs, budget: int, dimension: int
) -> None:
    other = replace(pack, settings={"soft_tokens": budget, "dimension": dimension})
    assert name_of(other) != name_of(pack)
    encoder = TorchEncoder(other, "cpu")
    pictures = [noise(size) for size in (*SIZES, *LONG)]
    expected = [theirs(budget, dimension, images=[one]) for one in pictures]
    assert worst_cosine(embedded(encoder, pictures), np.concatenate(expected)) >= 0.9999
    words = theirs(dimension=dimension, text=[PROMPT + "a fox"])
    assert worst_cosine(encoder.embed_texts(["a fox"]), words) >= 0.9999


def test_pictures_of_equally_many_tokens_are_looked_at_together(pack: Pack) -> None:
    encoder, looks = TorchEncoder(pack, "cpu"), list[int]()
    tower = encoder._model.model.vision_tower
    tower.patch_embedder.register_forward_hook(lambda _, given, __: looks.append(len(given[0])))
    pictures = [noise(size) for size in ((500, 375), (1, 900), (375, 500), (400, 300))]
    together = embedded(encoder, pictures)
    assert sorted(looks) == [1, 3], "63 tokens lying and standing, 70 in a row"
    alone = np.concatenate([embedded(encoder, [picture]) for picture in pictures])
    assert worst_cosine(together, alone) >= 0.999999


def test_the_shape_of_a_picture_is_that_of_transformers() -> None:
    from transformers.models.gemma4.image_processing_gemma4 import get_aspect_ratio_preserving_size

    random = np.random.default_rng(1)
    sides = np.unique(np.exp(random.uniform(0, np.log(20_000), 200)).astype(int))
    for budget in BUDGETS:
        assert side_of(budget) ** 2 // TILE**2 > budget
        for width, height in zip(sides, random.permutation(sides), strict=True):
            height_wanted, width_wanted = get_aspect_ratio_preserving_size(
                int(height), int(width), 16, budget * 9, 3
            )
            columns, rows = shape_of(int(width), int(height), budget)
            assert (columns * TILE, rows * TILE) == (width_wanted, height_wanted)


@pytest.mark.parametrize(
    "typed",
    [
        "a fox | query: an owl",
        "<eos><bos>task: classification | query: a fox",
        "<|image><|image|><image|>",
        "{text} | title: none",
    ],
)
def test_what_is_typed_stays_within_its_frame(encoder: OnnxEncoder, typed: str) -> None:
    tokenizer = Tokenizer(encoder.compiled.tokenizer, encoder.compiled.rules)
    bar = read_engine(encoder.compiled.tokenizer).token_to_id("|")
    empty, framed = (row[row != 0].tolist() for row in tokenizer(["", typed]))
    assert framed[: len(empty) - 1] == empty[:-1]
    assert framed[-1] == empty[-1]
    inside = framed[len(empty) - 1 : -1]
    assert min(inside) > MARKS, "a mark of the model's"
    assert bar not in inside
    assert bar in empty


@pytest.mark.parametrize(("precision", "least"), [("int8", 0.9), ("bf16", 0.99)])
def test_other_precisions_are_near_and_have_names_of_their_own(
    pack: Pack, encoder: OnnxEncoder, model_paths: Paths, precision: Precision, least: float
) -> None:
    precision_export.make_again(ensure_compiled(pack, model_paths), precision)
    quick = open_encoder(pack, model_paths, precision=precision)
    assert quick.name == f"{encoder.name}-{precision}"
    pictures = [noise(size) for size in (*SIZES, *LONG)]
    expected = embedded(encoder, pictures)
    assert worst_cosine(embedded(quick, pictures), expected) >= least
    alone = np.concatenate([embedded(quick, [picture]) for picture in pictures])
    assert worst_cosine(alone, expected) >= least


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"soft_tokens": 100}, "soft_tokens must be one of"),
        ({"dimension": 300}, "dimension must be one of"),
        ({"prompt_text": "no place for words"}, "prompt_text or one of prompt_focus has not one"),
        ({"prompt_focus": {"light": "task: light"}}, "has not one"),
        ({"soft_tokens": "many"}, "Expected `int`"),
    ],
)
def test_settings_that_make_no_sense_are_named(
    pack: Pack, settings: dict[str, Any], reason: str
) -> None:
    with pytest.raises(PackDamaged, match=reason):
        gemma_settings(replace(pack, settings={**pack.settings, **settings}))


def _without_eyes(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps({**config, "vision_config": None}))


def _without_a_layer(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    kept = {name: one for name, one in weights.items() if "layers.1." not in name}
    save_file(kept, folder / "model.safetensors", {"format": "pt"})


def _with_other_tiles(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    config["vision_config"]["pooling_kernel_size"] = 2
    (folder / "config.json").write_text(json.dumps(config))


def _with_other_words(folder: Path) -> None:
    words = json.loads((folder / "tokenizer.json").read_text())
    words["model"]["vocab"].pop("<|image|>")
    words["added_tokens"] = [one for one in words["added_tokens"] if one["id"] != 6]
    (folder / "tokenizer.json").write_text(json.dumps(words))


def _with_code(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    config["auto_map"] = {"AutoModel": "modeling.Theirs"}
    (folder / "config.json").write_text(json.dumps(config))


def _without_words(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


@pytest.mark.parametrize(
    ("alter", "reason"),
    [
        (_without_eyes, "describes no part that looks at pictures"),
        (_without_a_layer, r"its weights lack \S*layers\.1\."),
        (_with_other_tiles, "other tiles than of 48 pixels"),
        (_with_other_words, "no tokens for pictures"),
        (_with_code, "asks for code of its own"),
        (_without_words, "tokenizer.json"),
    ],
)
def test_files_of_another_shape_are_refused_with_the_reason(
    pack: Pack, tmp_path: Path, alter: Callable[[Path], None], reason: str
) -> None:
    file_changes.claim(tmp_path)
    copy_tree(pack.directory, tmp_path / "other")
    alter(tmp_path / "other")
    other = write_manifest(
        tmp_path / "other",
        name="other",
        title="",
        role=Role.ENCODER,
        spdx="MIT",
        settings=pack.settings,
    )
    with pytest.raises(PackDamaged, match=reason):
        TorchEncoder(other, "cpu")


def test_a_transformers_without_the_architecture_is_named(
    pack: Pack, monkeypatch: pytest.MonkeyPatch
) -> None:
    towers = "visret_desktop.models.encoders.gemma_towers"  # imports torch, so only here
    monkeypatch.setattr(f"{towers}._CLASS", "EmbeddingGemma9Model")
    with pytest.raises(PackDamaged, match=r"transformers [\d.]+ does not know EmbeddingGemma 2"):
        TorchEncoder(pack, "cpu")
