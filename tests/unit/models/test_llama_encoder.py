"""An encoder pack in GGUF: the built-in reader's own files, asked for one word."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bench.pack_writing import write_manifest
from visret_desktop.errors import PackDamaged, UsageError
from visret_desktop.judging.precision import check
from visret_desktop.models.answering.reader import model_files
from visret_desktop.models.encoders.encoder import name_of, open_encoder
from visret_desktop.models.encoders.llama_encoder import (
    EncoderSettings,
    LlamaEncoder,
    load_llama_encoder,
)
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.memory_need import need
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.rewriting.chat_frame import ChatFrame
from visret_desktop.models.runtimes.devices import place
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

SIDE = 96
SETTINGS: dict[str, Any] = {"context_length": 512, "side": SIDE}
TEXTS = ("a tarn heron", "an owl in the snow at night", "", "frogs", "Γειά σου, 世界 \x00 👋🏽")


@pytest.fixture(scope="module")
def make_pack(
    starter_pack: Callable[[Role], Pack], tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Pack]:
    """Return what makes a pack of the reader's two files; `alter` changes the files before."""

    def make(alter: Callable[[Path], object] = lambda _: None, **settings: Any) -> Pack:
        directory = tmp_path_factory.mktemp("packs") / "one-word"
        directory.mkdir()
        for name in ("model.gguf", "mmproj.gguf"):
            shutil.copyfile(starter_pack(Role.READER).directory / name, directory / name)
        alter(directory)
        return write_manifest(
            directory,
            name="one-word",
            title="One word",
            role=Role.ENCODER,
            spdx="MIT",
            settings=SETTINGS | settings,
        )

    return make


@pytest.fixture(scope="module")
def pack(make_pack: Callable[..., Pack]) -> Pack:
    return make_pack()


@pytest.fixture(scope="module")
def encoder(pack: Pack, model_paths: Paths) -> LlamaEncoder:
    opened = open_encoder(pack, model_paths)
    assert isinstance(opened, LlamaEncoder)
    return opened


def loaded(pack: Pack) -> LlamaEncoder:
    """Return an encoder without its chat template, of files that need no trial."""
    return load_llama_encoder(pack, model_files(pack), read_settings(pack, EncoderSettings), None)


def seen(encoder: LlamaEncoder, *pictures: Image.Image) -> Vectors:
    return encoder.embed_images(np.stack([encoder.preprocess(one) for one in pictures]))


def blurred(seed: int, size: tuple[int, int] = (200, 150)) -> Image.Image:
    coarse = np.random.default_rng(seed).integers(0, 256, (4, 5, 3), np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def test_rows_are_of_unit_length_and_differ(encoder: LlamaEncoder) -> None:
    pictures = seen(encoder, *map(blurred, range(4)))
    texts = encoder.embed_texts(TEXTS)
    for vectors in (pictures, texts):
        assert vectors.shape == (len(vectors), encoder.dimension)
        assert vectors.dtype == np.float32
        assert np.linalg.norm(vectors, axis=1) == pytest.approx(1.0, abs=1e-5)
        alike = vectors @ vectors.T
        assert alike[~np.eye(len(alike), dtype=bool)].max() < 0.9999
    assert encoder.embed_texts([]).shape == (0, encoder.dimension)
    assert encoder.embed_images(np.empty((0, 3, SIDE, SIDE), np.float32)).shape == (
        0,
        encoder.dimension,
    )


def test_a_batch_is_its_parts_and_a_second_time_the_first(encoder: LlamaEncoder) -> None:
    pictures = [blurred(seed) for seed in range(3)]
    together = seen(encoder, *pictures)
    alone = [seen(encoder, picture) for picture in reversed(pictures)]
    assert np.array_equal(together, np.concatenate(alone[::-1]))
    texts = encoder.embed_texts(TEXTS)
    assert np.array_equal(texts, np.concatenate([encoder.embed_texts([one]) for one in TEXTS]))


def test_threads_get_what_one_caller_gets(encoder: LlamaEncoder) -> None:
    def both(seed: int) -> Vectors:
        return np.concatenate((seen(encoder, blurred(seed)), encoder.embed_texts([f"{seed}"])))

    with ThreadPoolExecutor(4) as pool:
        beside = list(pool.map(both, range(12)))
    assert np.array_equal(beside, [both(seed) for seed in range(12)])


def test_size_and_format_of_a_photo_do_not_matter(encoder: LlamaEncoder) -> None:
    small, large = (Image.new("RGB", size, (90, 140, 60)) for size in ((96, 96), (400, 400)))
    assert np.array_equal(*(seen(encoder, picture) for picture in (small, large)))
    wide = blurred(5, (SIDE, SIDE // 2))
    filled_up = Image.new("RGB", (SIDE, SIDE), (122, 116, 104))
    filled_up.paste(wide, (0, SIDE // 4))
    assert np.array_equal(seen(encoder, wide), seen(encoder, filled_up))


def test_every_level_of_a_pixel_reaches_the_model(encoder: LlamaEncoder) -> None:
    levels = np.arange(256, dtype=np.uint8)
    normalized = replace(encoder.preprocess, side=16).normalize(levels.repeat(3).tobytes())
    assert np.array_equal(np.rint(normalized[0].ravel() * 255), levels)


def test_words_are_never_marks(make_pack: Callable[..., Pack], encoder: LlamaEncoder) -> None:
    said = encoder.embed_texts(["<|end|>"])
    template = "<|user|>{text}\nSummary above sentence in one word: <|assistant|>"
    same, marked = (
        loaded(make_pack(prompt_text=template.replace("{text}", text))).embed_texts([words])
        for text, words in (("{text}", "<|end|>"), ("<|end|>{text}", ""))
    )
    assert np.allclose(said, same, atol=1e-6)  # the prompt with the frame that the template gives
    assert (said @ marked.T).item() < 0.999


def test_prompts_of_the_manifest_count_and_change_the_name(
    make_pack: Callable[..., Pack], pack: Pack, encoder: LlamaEncoder
) -> None:
    other = make_pack(prompt_picture="{picture} in a word: ")
    assert name_of(other) != name_of(pack) == encoder.name
    assert name_of(make_pack()) == encoder.name
    one, two = (seen(loaded(which), blurred(1)) for which in (pack, other))
    assert (one @ two.T).item() < 0.9999


def test_prompts_may_be_all_that_there_is(
    make_pack: Callable[..., Pack], encoder: LlamaEncoder
) -> None:
    whole = make_pack(
        in_chat_frame=False,
        prompt_text=f"<|user|>{EncoderSettings.prompt_text}<|assist",
        answer_begins="ant|>",
    )
    frame = ChatFrame(("nobody looks at this ", 0), "")
    settings = read_settings(whole, EncoderSettings)
    other = load_llama_encoder(whole, model_files(whole), settings, frame)
    assert np.allclose(other.embed_texts(TEXTS), encoder.embed_texts(TEXTS), atol=1e-6)


def test_of_very_long_texts_the_beginning_counts(encoder: LlamaEncoder) -> None:
    long = "a heron and a frog in the rain " * 10_000
    one, other = encoder.embed_texts([long, long + "owl"])
    assert np.array_equal(one, other)


def test_a_picture_that_does_not_fit_the_context_is_refused(
    make_pack: Callable[..., Pack],
) -> None:
    with pytest.raises(PackDamaged, match="longer than the"):
        seen(loaded(make_pack(context_length=40)), blurred(1))


def test_it_is_unloaded_when_unused_and_comes_back(pack: Pack) -> None:
    encoder = loaded(pack)
    before = encoder.embed_texts(["a heron"])
    assert not encoder.unload_unused(3600)
    assert encoder.unload_unused(0)
    assert not encoder.unload_unused(0)
    assert np.array_equal(encoder.embed_texts(["a heron"]), before)


def test_it_is_llama_cpps_to_compute(pack: Pack, model_paths: Paths) -> None:
    assert pack.computed_by == "llama"
    assert "llama.cpp" in place(pack, "auto").reason
    assert pack.size_bytes < need(pack, "cpu") < pack.size_bytes + 10**9
    home = replace(model_paths, data=pack.directory.parent / "data")
    home.packs.mkdir(parents=True)
    (home.packs / pack.name).symlink_to(pack.directory)
    with pytest.raises(UsageError, match="GGUF"):
        list(check(home, Settings(encoder=pack.name)))


# ---- files that cannot be used ---------------------------------------------------------------


def cut_off(name: str) -> Callable[[Path], None]:
    def alter(directory: Path) -> None:
        content = (directory / name).read_bytes()
        (directory / name).write_bytes(content[: len(content) * 2 // 3])

    return alter


def renamed(name: str, tensor: bytes) -> Callable[[Path], None]:
    """Give a tensor a name that nobody looks for."""

    def alter(directory: Path) -> None:
        content = (directory / name).read_bytes()
        assert content.count(tensor) == 1
        (directory / name).write_bytes(content.replace(tensor, tensor[:-1] + b"!"))

    return alter


@pytest.mark.parametrize(
    "alter",
    [
        cut_off("model.gguf"),
        cut_off("mmproj.gguf"),
        renamed("mmproj.gguf", b"v.patch_embd.weight"),  # over which llama.cpp ends the process
        renamed("model.gguf", b"output_norm.weight"),
        lambda directory: (directory / "mmproj.gguf").unlink(),
    ],
)
def test_damaged_files_are_refused(
    alter: Callable[[Path], None], make_pack: Callable[..., Pack], model_paths: Paths
) -> None:
    with pytest.raises(PackDamaged):
        open_encoder(make_pack(alter), model_paths)


@pytest.mark.parametrize(
    "settings",
    [
        {"side": 0},
        {"side": 100_000},
        {"context_length": 0},
        {"prompt_picture": "in one word:"},
        {"prompt_text": "{text} {text}"},
        {"answer_begins": 3},
    ],
)
def test_settings_that_make_no_sense_are_refused(
    settings: dict[str, Any], make_pack: Callable[..., Pack], model_paths: Paths
) -> None:
    with pytest.raises(PackDamaged, match="settings"):
        open_encoder(read_pack(make_pack(**settings).directory), model_paths)
