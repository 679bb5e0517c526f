"""What a model will need is counted from its files, and refused where it is not there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from visret_desktop.errors import MemoryShort
from visret_desktop.models import memory_need
from visret_desktop.models.memory_need import check_fits, free, need
from visret_desktop.packs.manifest import Pack, PackFile, Role, write_manifest


@pytest.mark.parametrize("role", list(Role))
def test_need_is_more_than_the_weights(role: Role, starter_pack: Callable[[Role], Pack]) -> None:
    pack = starter_pack(role)
    assert (
        pack.size_bytes < need(pack, "cpu") < 3 * pack.size_bytes + 2 * memory_need._WORKING_BYTES
    )


def test_stored_halves_are_computed_with_as_whole_numbers(
    starter_pack: Callable[[Role], Pack],
) -> None:
    """The visualizer is stored as float16: twice the bytes on a CPU, as many on a card."""
    pack = starter_pack(Role.VISUALIZER)
    stored = sum(file.size for file in pack.files if file.path.endswith(".safetensors"))
    on_cpu = need(pack, "cpu") - memory_need._WORKING_BYTES
    on_card = need(pack, "cuda") - memory_need._WORKING_BYTES
    assert on_cpu == pytest.approx(2 * on_card)
    assert on_card == pytest.approx(1.4 * stored, rel=0.02)


def test_what_does_not_fit_is_refused_with_what_to_do(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = starter_pack(Role.ENCODER)
    check_fits(pack, "cpu")
    monkeypatch.setattr(memory_need, "free", lambda _: 1_000_000)
    with pytest.raises(MemoryShort, match="choose a smaller pack"):
        check_fits(pack, "cpu")


def test_damaged_weights_are_left_to_the_loader(
    starter_pack: Callable[[Role], Pack], tmp_path: object
) -> None:
    pack = replace(
        starter_pack(Role.ENCODER), files=(PackFile("nowhere.safetensors", 9, "0" * 64),)
    )
    assert need(pack, "cpu") == memory_need._WORKING_BYTES


def test_free_memory_is_told() -> None:
    assert free("cpu") > 10_000_000


def weights_at(path: Path, **numbers: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: np.zeros(count, np.float16) for name, count in numbers.items()}, path)


@pytest.mark.parametrize(
    ("settings", "numbers"),
    [
        ({}, 1_000_000 + 40_000 + 10_000),
        ({"decoder": "tiny_decoder"}, 1_000_000 + 10_000),
        ({"checkpoint": "dream.safetensors"}, 1_000_000 + 40_000 + 10_000 + 300_000),
    ],
)
def test_what_a_visualizer_does_not_load_is_not_counted(
    tmp_path: Path, settings: dict[str, Any], numbers: int
) -> None:
    weights_at(tmp_path / "unet" / "diffusion_pytorch_model.safetensors", a=1_000_000)
    weights_at(tmp_path / "vae" / "diffusion_pytorch_model.safetensors", a=40_000)
    weights_at(tmp_path / "tiny_decoder" / "diffusion_pytorch_model.safetensors", a=10_000)
    weights_at(tmp_path / "safety_checker" / "model.safetensors", a=2_000_000)
    if settings.get("checkpoint"):
        copies = {"model_ema.a": 300_000, "model.diffusion_model.a": 300_000}
        weights_at(tmp_path / "dream.safetensors", **copies)
        weights_at(tmp_path / "other.safetensors", a=5_000_000)
    pack = write_manifest(
        tmp_path,
        name="parts",
        title="Parts",
        role=Role.VISUALIZER,
        spdx="Apache-2.0",
        settings=settings,
    )
    assert sum(memory_need._loaded(pack, "cpu")) == 4 * numbers
    assert sum(memory_need._loaded(pack, "cuda")) == 2 * numbers
