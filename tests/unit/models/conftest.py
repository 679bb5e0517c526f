"""The built-in encoder, exported once for all tests, and open_clip's own model to compare with."""

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.unit.models.tiny_families import write_tiny_families
from visret_desktop.models.encoders.compiled import CompiledEncoder, find_compiled
from visret_desktop.models.encoders.encoder import OnnxEncoder
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths


@pytest.fixture(scope="session")
def model_paths(tmp_path_factory: pytest.TempPathFactory) -> Paths:
    root = tmp_path_factory.mktemp("models")
    return Paths(root / "data", root / "cache", root / "config")


@pytest.fixture(scope="session")
def starter(model_paths: Paths) -> Pack:
    return find(model_paths, "starter")


@pytest.fixture(scope="session")
def compiled(starter: Pack, exported: Path, model_paths: Paths) -> CompiledEncoder:
    """The export, in a place of its own."""
    shutil.copytree(exported, model_paths.compiled, dirs_exist_ok=True)
    found = find_compiled(starter, model_paths)
    assert found is not None
    return found


@pytest.fixture(scope="session")
def encoder(starter: Pack, compiled: CompiledEncoder) -> OnnxEncoder:
    return OnnxEncoder(starter, compiled)


@pytest.fixture(scope="session")
def reference(starter: Pack) -> Any:
    """open_clip's model of the same pack: (model, inference transform)."""
    import open_clip

    model, _, transform = open_clip.create_model_and_transforms(f"local-dir:{starter.directory}")
    return model.eval(), transform


@pytest.fixture(scope="session")
def pictures() -> list[Image.Image]:
    """Pictures of many shapes: blurred noise, sharp noise and flat color."""
    random = np.random.default_rng(5)
    made = []
    for width, height in ((64, 64), (500, 375), (375, 500), (81, 640), (1000, 300), (9, 7), (1, 1)):
        coarse = random.integers(0, 256, (5, 7, 3), np.uint8)
        made.append(Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC))
        made.append(Image.fromarray(random.integers(0, 256, (height, width, 3), np.uint8)))
        made.append(Image.new("RGB", (width, height), tuple(coarse[0, 0].tolist())))
    return made


@pytest.fixture(scope="session")
def families(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of resources/pipelines, with small widths."""
    return write_tiny_families(tmp_path_factory.mktemp("families"))
