"""The built-in pack from picture and words to vectors, against open_clip itself."""

import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bench.pack_writing import write_manifest
from visret_desktop.errors import DeviceMissing, OutOfMemory, PackDamaged
from visret_desktop.models.encoders.compiled import CompiledEncoder
from visret_desktop.models.encoders.encoder import OnnxEncoder, open_encoder
from visret_desktop.models.encoders.torch_encoder import TorchEncoder
from visret_desktop.models.interfaces import Vectors
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

WORDS = ("a tarn heron standing", "two  RED kites!", "", "snow " * 60, "naïve café 日本 👍")


def unit(tensor: Any) -> Vectors:
    return (tensor / tensor.norm(dim=-1, keepdim=True)).numpy()


def worst_cosine(ours: Vectors, theirs: Vectors) -> float:
    assert ours.shape == theirs.shape
    assert ours.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(ours, axis=1), 1, atol=1e-5)
    return float(np.sum(ours * theirs, axis=1).min())


@pytest.fixture(scope="module")
def image_vectors(reference: Any, pictures: list[Image.Image]) -> Vectors:
    """open_clip's vectors of the pictures, through its own transform."""
    import torch

    model, transform = reference
    with torch.no_grad():
        return unit(model.encode_image(torch.stack([transform(image) for image in pictures])))


@pytest.fixture(scope="module")
def text_vectors(reference: Any, encoder: OnnxEncoder) -> Vectors:
    """open_clip's vectors of the words; that the tokens are open_clip's has a test of its own."""
    import torch

    from visret_desktop.models.encoders.tokenizer import Tokenizer

    tokens = Tokenizer(encoder.compiled.tokenizer, encoder.compiled.rules)(WORDS)
    with torch.no_grad():
        return unit(reference[0].encode_text(torch.from_numpy(tokens)))


def test_images_get_open_clips_vectors(
    encoder: OnnxEncoder, pictures: list[Image.Image], image_vectors: Vectors
) -> None:
    pixels = np.stack([encoder.preprocess(image) for image in pictures])
    assert pixels.shape == (len(pictures), 3, encoder.input_pixels, encoder.input_pixels)
    assert worst_cosine(encoder.embed_images(pixels), image_vectors) >= 0.9999


def test_words_get_open_clips_vectors(encoder: OnnxEncoder, text_vectors: Vectors) -> None:
    assert worst_cosine(encoder.embed_texts(WORDS), text_vectors) >= 0.9999


def test_different_inputs_get_different_vectors(
    encoder: OnnxEncoder, pictures: list[Image.Image]
) -> None:
    first, second = encoder.embed_texts(["a heron in snow", "a fox at night"])
    assert float(first @ second) < 0.99
    pixels = np.stack([encoder.preprocess(image) for image in pictures[:2]])
    first, second = encoder.embed_images(pixels)
    assert float(first @ second) < 0.99


def test_a_batch_gives_the_rows_of_its_pictures(
    encoder: OnnxEncoder, pictures: list[Image.Image]
) -> None:
    pixels = np.stack([encoder.preprocess(image) for image in pictures])
    alone = np.concatenate([encoder.embed_images(row[np.newaxis]) for row in pixels])
    np.testing.assert_allclose(encoder.embed_images(pixels), alone, atol=1e-5)


def test_threads_share_one_encoder(starter: Pack, compiled: CompiledEncoder) -> None:
    shared = OnnxEncoder(starter, compiled)
    side = shared.input_pixels
    batches = np.random.default_rng(3).normal(size=(8, 2, 3, side, side)).astype(np.float32)
    made: dict[int, tuple[Vectors, Vectors]] = {}

    def work(number: int) -> None:
        words = shared.embed_texts([f"{number} herons"])
        made[number] = (shared.embed_images(batches[number]), words)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number in range(8):
        images, words = made[number]
        np.testing.assert_allclose(images, shared.embed_images(batches[number]), atol=1e-6)
        np.testing.assert_allclose(words, shared.embed_texts([f"{number} herons"]), atol=1e-6)


def test_the_name_tells_pack_and_weights(encoder: OnnxEncoder, starter: Pack) -> None:
    assert encoder.name == f"starter-{starter.digest}"
    assert encoder.dimension == 128


def test_torch_gives_the_same_vectors(
    encoder: OnnxEncoder, starter: Pack, pictures: list[Image.Image]
) -> None:
    other = TorchEncoder(starter, "cpu")
    assert (other.name, other.dimension) == (encoder.name, encoder.dimension)
    pixels = np.stack([other.preprocess(image) for image in pictures])
    assert worst_cosine(other.embed_images(pixels), encoder.embed_images(pixels)) >= 0.9999
    assert worst_cosine(other.embed_texts(WORDS), encoder.embed_texts(WORDS)) >= 0.9999


@pytest.mark.parametrize("device", ["cuda:99", "abacus"])
def test_a_device_that_is_not_there_is_an_error(
    starter: Pack, model_paths: Paths, device: str
) -> None:
    with pytest.raises(DeviceMissing, match=device):
        open_encoder(starter, model_paths, device=device)


def test_weights_of_another_model_are_an_error(tmp_path: Path, starter: Pack) -> None:
    from safetensors.numpy import save_file

    for name in ("open_clip_config.json", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / name).write_bytes((starter.directory / name).read_bytes())
    save_file({"other": np.zeros(3, np.float32)}, tmp_path / "open_clip_model.safetensors")
    other = write_manifest(
        tmp_path, name="other", title="", role=Role.ENCODER, spdx="MIT", settings={}
    )
    with pytest.raises(PackDamaged, match="asks for more than its weights hold"):
        TorchEncoder(other, "cpu")


def test_the_engine_needs_no_torch_once_exported(
    compiled: CompiledEncoder, model_paths: Paths
) -> None:
    script = f"""
import sys
from pathlib import Path
import numpy as np
from PIL import Image
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths
paths = Paths(*[Path({str(model_paths.data)!r})] * 3)
encoder = open_encoder(find(paths, "starter"), paths)
encoder.embed_images(encoder.preprocess(Image.new("RGB", (90, 60)))[np.newaxis])
assert "tokenizers" not in sys.modules
encoder.embed_texts(["a tarn heron standing", "café"])
print(*sorted({{name.split(".")[0] for name in sys.modules}}))
"""
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(result.stdout.split())
    assert "onnxruntime" in loaded
    assert not loaded & {"torch", "open_clip", "transformers", "timm", "onnx", "PySide6"}


def test_padding_changes_nothing_for_a_tower_that_looks_back_only(encoder: OnnxEncoder) -> None:
    from visret_desktop.models.encoders.tokenizer import Tokenizer, without_padding

    compiled = encoder.compiled
    assert compiled.is_causal
    padded = Tokenizer(compiled.tokenizer, compiled.rules)(WORDS)
    cut = without_padding(padded[:1], compiled.rules.pad_id)
    assert cut.shape[1] < padded.shape[1] / 2
    assert worst_cosine(encoder._textual(cut), encoder._textual(padded[:1])) > 0.99999


def test_a_tower_that_looks_both_ways_keeps_its_padding() -> None:
    from open_clip.transformer import TextTransformer

    from visret_desktop.models.encoders.compiling import _is_causal

    shape = {"context_length": 8, "vocab_size": 10, "width": 8, "heads": 1, "layers": 1}
    assert _is_causal(TextTransformer(**shape))
    assert not _is_causal(TextTransformer(**shape, no_causal_mask=True, pool_type="last"))
    assert not _is_causal(TextTransformer(**shape, embed_cls=True))


def test_a_tower_that_does_not_load_is_the_packs_fault(
    starter: Pack, compiled: CompiledEncoder, tmp_path: Path
) -> None:
    lost = OnnxEncoder(starter, replace(compiled, directory=tmp_path))
    with pytest.raises(PackDamaged, match=r"visual\.onnx cannot be loaded"):
        lost.embed_images(np.zeros((1, 3, 64, 64), np.float32))


class Narrow:
    """The real model on a card that has room for so many rows."""

    def __init__(self, model: Any, rows: int) -> None:
        self._model, self._rows = model, rows

    def encode_image(self, pixels: Any) -> Any:
        if len(pixels) > self._rows:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return self._model.encode_image(pixels)


def test_photos_that_do_not_fit_together_are_looked_at_one_by_one(starter: Pack) -> None:
    encoder: Any = TorchEncoder(starter, "cpu")
    side = encoder.input_pixels
    pixels = np.random.default_rng(0).random((3, 3, side, side), np.float32)
    whole = encoder.embed_images(pixels)
    encoder._model = Narrow(encoder._model, 1)
    np.testing.assert_allclose(encoder.embed_images(pixels), whole, atol=1e-5)
    encoder._model = Narrow(encoder._model, 0)
    with pytest.raises(OutOfMemory, match="not enough memory on cpu for the model pack starter"):
        encoder.embed_images(pixels)
