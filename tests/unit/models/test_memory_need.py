"""What a model will need is counted from its files, and refused where it is not there."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import save_file

from bench.pack_writing import write_manifest
from visret_desktop.errors import MemoryShort
from visret_desktop.models import memory_need
from visret_desktop.models.memory_need import check_fits, free, need
from visret_desktop.packs.checks import gguf_header
from visret_desktop.packs.manifest import Pack, PackFile
from visret_desktop.roles import ROLES, Role


def weights_at(path: Path, **numbers: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: np.zeros(count, np.float16) for name, count in numbers.items()}, path)


def described(directory: Path, role: Role, **settings: Any) -> Pack:
    return write_manifest(
        directory,
        name="parts",
        title="Parts",
        role=role,
        spdx="Apache-2.0",
        settings=settings,
    )


@pytest.mark.parametrize("device", ["cpu", "cuda"])
@pytest.mark.parametrize("role", list(ROLES.values()))
def test_need_is_more_than_the_weights(
    role: Role, device: str, starter_pack: Callable[[Role], Pack]
) -> None:
    pack = starter_pack(role)
    assert sum(memory_need._loaded(pack, device).values()) < need(pack, device) < 3_000_000_000


def test_a_reader_needs_room_for_its_words_and_for_a_picture(
    starter_pack: Callable[[Role], Pack],
) -> None:
    """Keys and values: 4 layers of 4 heads of 32 numbers, each twice, in half precision."""
    pack = starter_pack(Role.READER)

    def needed(**settings: Any) -> int:
        return need(replace(pack, settings={**pack.settings, **settings}), "cpu")

    longer = needed(context_length=8192) - needed(context_length=4096)
    assert longer == 4096 * 4 * 4 * 32 * 2 * 2
    assert needed(side=960) == needed(side=96), "this kind makes all pictures of one size"
    nothing = replace(pack, directory=pack.directory / "nowhere")
    assert need(nothing, "cpu") < needed(), "what cannot be read is said when it is loaded"


def test_looking_costs_a_number_for_each_two_patches(
    starter_pack: Callable[[Role], Pack],
) -> None:
    pack = starter_pack(Role.READER)
    values = gguf_header.read(pack.directory / "mmproj.gguf").values
    whole = memory_need._of_picture(pack, values)
    without = memory_need._of_picture(pack, values | {"clip.vision.attention.head_count": 0})
    patches = (values["clip.vision.image_size"] // values["clip.vision.patch_size"]) ** 2
    assert whole - without == values["clip.vision.attention.head_count"] * patches**2 * 4


def test_what_a_reader_remembers_is_needed_and_leaves_room(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = starter_pack(Role.READER)
    most = memory_need.most_remembered(pack)
    large = replace(pack, files=(replace(pack.files[0], size=10**10),))
    assert 10**6 < most < memory_need.most_remembered(large) < 10**9
    there = need(pack, "cpu")
    monkeypatch.setattr(memory_need, "free", lambda _: there)
    assert memory_need.to_remember(pack, "cpu") == most // 4
    there = 10**10
    assert memory_need.to_remember(pack, "cpu") == most
    there = 10**6
    assert memory_need.to_remember(pack, "cpu") == 0
    there = most * 4
    assert memory_need.to_remember(pack, "cuda") == most, "its weights are elsewhere"
    assert need(pack, "cpu") - need(pack, "cuda") == most


def test_used_for_rewriting_a_reader_leaves_out_what_looks_at_pictures(
    starter_pack: Callable[[Role], Pack],
) -> None:
    pack = starter_pack(Role.READER)
    (eye,) = [file for file in pack.files if file.path.startswith("mmproj")]
    as_rewriter = sum(memory_need._loaded(pack, "cpu", Role.REWRITER).values())
    assert as_rewriter == sum(memory_need._loaded(pack, "cpu").values()) - eye.size
    assert need(pack, "cpu", Role.REWRITER) > as_rewriter


def test_stored_halves_are_computed_with_as_whole_numbers(
    starter_pack: Callable[[Role], Pack],
) -> None:
    """The visualizer is stored as float16: twice the bytes on a CPU, as many on a card."""
    pack = starter_pack(Role.VISUALIZER)
    stored = sum(file.size for file in pack.files if file.path.endswith(".safetensors"))
    assert sum(memory_need._loaded(pack, "cpu").values()) == pytest.approx(2 * stored, rel=0.02)
    assert sum(memory_need._loaded(pack, "cuda").values()) == pytest.approx(stored, rel=0.02)


def test_larger_pictures_need_more_and_a_small_decoder_less(
    starter_pack: Callable[[Role], Pack],
) -> None:
    def needed(**settings: Any) -> int:
        pack = starter_pack(Role.VISUALIZER)
        return need(replace(pack, settings={**pack.settings, **settings}), "cpu")

    assert needed(pixels=512) < needed(pixels=1024)
    assert needed(pixels=512, decoder="tiny_decoder") < needed(pixels=512)
    assert needed(pixels="large") == needed(pixels=512)


def test_more_cores_need_more_for_an_encoder(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = starter_pack(Role.ENCODER)
    needed = []
    for cores in (2, 16):
        monkeypatch.setattr(memory_need.os, "cpu_count", lambda cores=cores: cores)
        needed.append((need(pack, "cpu"), need(pack, "cuda")))
    assert needed[0][0] < needed[1][0]
    assert needed[0][1] == needed[1][1]


def test_more_tokens_of_a_picture_need_more_on_a_card(tmp_path: Path) -> None:
    weights_at(tmp_path / "model.safetensors", one=10)
    pack = described(tmp_path, Role.ENCODER)

    def needed(device: str, tokens: int | str) -> int:
        return need(replace(pack, settings={"soft_tokens": tokens}), device)

    assert needed("cpu", 70) == needed("cpu", 280)
    assert needed("cuda", 70) < needed("cuda", 280)
    assert needed("cuda", "many") < needed("cuda", 70), "opening it says what is wrong"


def test_an_encoders_words_stay_in_their_file_on_a_cpu(tmp_path: Path) -> None:
    words = {"text.token_embedding.weight": 256_000, "visual.a": 10_000}
    weights_at(tmp_path / "open_clip_model.safetensors", **words)
    pack = described(tmp_path, Role.ENCODER)
    assert sum(memory_need._loaded(pack, "cpu").values()) == 4 * 10_000
    assert sum(memory_need._loaded(pack, "cuda").values()) == 4 * 266_000


def test_what_does_not_fit_is_refused_with_what_to_do(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = starter_pack(Role.ENCODER)
    check_fits(pack, "cpu")
    monkeypatch.setattr(memory_need, "free", lambda _: 1_000_000)
    with pytest.raises(MemoryShort, match="choose a smaller pack"):
        check_fits(pack, "cpu")


def test_a_visualizer_that_a_card_cannot_hold_is_drawn_with_part_by_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights_at(tmp_path / "unet" / "model.safetensors", numbers=2_000_000)
    weights_at(tmp_path / "text_encoder" / "model.safetensors", numbers=1_500_000)
    (tmp_path / "model_index.json").write_text("{}")
    pack = described(tmp_path, Role.VISUALIZER, pixels=64)
    whole, in_turns = need(pack, "cuda"), memory_need.need_in_turns(pack, "cuda")
    assert in_turns < whole
    memory = {"cuda": (whole + in_turns) // 2, "cpu": 10**10, "mps": (whole + in_turns) // 2}
    monkeypatch.setattr(memory_need, "free", memory.__getitem__)
    check_fits(pack, "cuda", in_turns=True)
    with pytest.raises(MemoryShort):
        check_fits(pack, "cuda")
    with pytest.raises(MemoryShort):
        check_fits(pack, "mps", in_turns=True)  # it has no memory of its own to take turns in
    memory["cuda"] = in_turns - 1
    with pytest.raises(MemoryShort) as short:
        check_fits(pack, "cuda", in_turns=True)
    assert short.value.parameters["needed"].values["size"] == in_turns / 1e9
    memory |= {"cuda": in_turns, "cpu": 1_000_000}
    with pytest.raises(MemoryShort) as short:
        check_fits(pack, "cuda", in_turns=True)  # the parts have nowhere to wait
    assert short.value.parameters["needed"].values["size"] == whole / 1e9


def test_damaged_weights_are_left_to_the_loader(
    starter_pack: Callable[[Role], Pack], tmp_path: object
) -> None:
    pack = replace(
        starter_pack(Role.ENCODER), files=(PackFile("nowhere.safetensors", 9, "0" * 64),)
    )
    assert need(pack, "cpu") == Role.ENCODER.working_bytes


def test_free_memory_is_told() -> None:
    assert free("cpu") > 10_000_000


@pytest.mark.parametrize("device", ["cuda", "mps", "xpu"])
def test_free_memory_is_told_of_devices_that_torch_does_not_know(device: str) -> None:
    assert free(device) > 10_000_000  # llama.cpp may compute there


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
    pack = described(tmp_path, Role.VISUALIZER, **settings)
    assert sum(memory_need._loaded(pack, "cpu").values()) == 4 * numbers
    assert sum(memory_need._loaded(pack, "cuda").values()) == 2 * numbers
