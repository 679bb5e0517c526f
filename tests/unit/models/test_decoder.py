"""The small decoder of a pack takes the place of the model's own."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.random_pack import write_random_visualizer
from tests.unit.models.tiny_families import SETTINGS, described, picture, tiny_pack
from visret_desktop.errors import PackDamaged
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

FOLDER = "tiny_decoder"
WITH_DECODER = {**SETTINGS, "decoder": FOLDER, "variant": "fp16"}


@pytest.fixture(scope="module")
def stored(families: Path, tmp_path_factory: pytest.TempPathFactory) -> Pack:
    """A pack of half precision, with both decoders."""
    directory = tmp_path_factory.mktemp("decoders") / "stored"
    return tiny_pack(families / "sd21", directory, decoder=FOLDER, variant="fp16")


@pytest.fixture
def copied(stored: Pack, tmp_path: Path) -> Path:
    """A copy of its files that may be changed."""
    shutil.copytree(stored.directory, tmp_path / "copied", copy_function=shutil.copyfile)
    return tmp_path / "copied"


# ---- the decoder --------------------------------------------------------------------------------


def test_it_decodes_in_place_of_the_models_own(
    stored: Pack, copied: Path, model_paths: Paths
) -> None:
    own = picture(described(copied, {**WITH_DECODER, "decoder": ""}), model_paths)
    small = picture(stored, model_paths)
    assert own.shape == small.shape == (32, 32, 3)
    assert np.abs(own - small).mean() > 5


def test_the_models_own_is_not_even_loaded(copied: Path, stored: Pack, model_paths: Paths) -> None:
    shutil.rmtree(copied / "vae")
    without = described(copied, WITH_DECODER)
    np.testing.assert_array_equal(picture(without, model_paths), picture(stored, model_paths))


def test_it_computes_as_the_rest_does(stored: Pack, model_paths: Paths) -> None:
    opened: Any = open_visualizer(stored, model_paths, drawing="diffusers")
    kinds = {weights.dtype for weights in opened._pipeline.vae.parameters()}
    assert {str(kind) for kind in kinds} == {"torch.float32"}


def test_a_real_one_is_small_enough_for_previews(
    families: Path, tmp_path: Path, model_paths: Paths
) -> None:
    settings = {**SETTINGS, "decoder": FOLDER, "steps": 4}
    pack = write_random_visualizer(families / "sd15", tmp_path / "real", settings)
    previews: list[Any] = []
    visualizer = open_visualizer(pack, model_paths, drawing="diffusers")
    orders = [SketchOrder("an owl", 1)]
    list(visualizer.visualize(orders, lambda step: bool(previews.append(step.preview))))
    assert [preview is not None for preview in previews] == [False, False, True, False]
    assert (previews[2].shape, previews[2].dtype) == ((32, 32, 3), np.uint8)


def test_the_last_preview_is_the_picture(copied: Path, model_paths: Paths) -> None:
    pack = described(copied, {**WITH_DECODER, "steps": 3})
    previews: list[Any] = []
    visualizer = open_visualizer(pack, model_paths, drawing="diffusers")
    orders = [SketchOrder("an owl", 1)]
    ((_, drawn),) = visualizer.visualize(orders, lambda step: bool(previews.append(step.preview)))
    np.testing.assert_allclose(np.asarray(drawn, int), previews[-1].astype(int), atol=1)


def other_class(folder: Path) -> None:
    path = folder / FOLDER / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "_class_name": "AutoencoderKL"}))


def other_channels(folder: Path) -> None:
    import diffusers

    shutil.rmtree(folder / FOLDER)
    widths = {f"{end}_block_out_channels": (8, 8, 8, 8) for end in ("encoder", "decoder")}
    diffusers.AutoencoderTiny(latent_channels=16, **widths).save_pretrained(folder / FOLDER)


def cut_off(folder: Path) -> None:
    (path,) = (folder / FOLDER).glob("*.safetensors")
    path.write_bytes(path.read_bytes()[:-1])


def pickled(folder: Path) -> None:
    (path,) = (folder / FOLDER).glob("*.safetensors")
    path.write_bytes(b"\x80\x02}q\x00.")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda folder: shutil.rmtree(folder / FOLDER), "no folder tiny_decoder"),
        (lambda folder: (folder / FOLDER / "config.json").unlink(), "no folder tiny_decoder"),
        (lambda folder: (folder / FOLDER / "config.json").write_text("{"), "is no JSON"),
        (other_class, "no AutoencoderTiny but AutoencoderKL"),
        (other_channels, "reads 16 channels and the model makes 4"),
        (cut_off, "is no safetensors file"),
        (pickled, "is no safetensors file"),
    ],
)
def test_a_decoder_that_does_not_fit_is_an_error(
    copied: Path, model_paths: Paths, change: Callable[[Path], Any], reason: str
) -> None:
    change(copied)
    with pytest.raises(PackDamaged, match=reason):
        open_visualizer(described(copied, WITH_DECODER), model_paths, drawing="diffusers")


def test_only_a_folder_of_the_pack_is_opened(copied: Path, model_paths: Paths) -> None:
    shutil.copytree(copied / FOLDER, copied.parent / "outside", copy_function=shutil.copyfile)
    for folder in ("../outside", str(copied.parent / "outside")):
        pack = described(copied, {**WITH_DECODER, "decoder": folder})
        with pytest.raises(PackDamaged, match="no folder"):
            open_visualizer(pack, model_paths, drawing="diffusers")
