"""The two files of a vision model are refused where llama.cpp would end the process over them."""

import math
import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from tests import weights
from visret_desktop.errors import PackDamaged
from visret_desktop.packs.checks import descriptions, gguf_header, mmproj_header
from visret_desktop.packs.checks.gguf_files import eye_of, writer_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

WIDE, INNER, PATCHES = 192, 768, 36
OUT = 128
NAMES = ("model.gguf", "mmproj.gguf")
Shapes = Mapping[str, tuple[int, ...] | None]


@pytest.fixture
def folder(tmp_path: Path, starter_pack: Callable[[Role], Pack]) -> Path:
    for name in NAMES:
        shutil.copy(starter_pack(Role.READER).directory / name, tmp_path / name)
    return tmp_path


def fault(folder: Path, names: Iterable[str] = NAMES) -> str:
    """Return what is at fault with the files of these names in a folder."""
    return mmproj_header.fault({name: folder / name for name in names})


def change(
    folder: Path, values: Mapping[str, Any] | None = None, shapes: Shapes | None = None
) -> str:
    """Rewrite the eye with other values and shapes (None: without) and return what is at fault."""
    header = gguf_header.read(folder / "mmproj.gguf")
    told = header.values | (values or {})
    sides = {tensor.name: tensor.shape for tensor in header.tensors} | dict(shapes or {})
    content = weights.model(
        {key: value for key, value in told.items() if value is not None},
        {name: shape for name, shape in sides.items() if shape is not None},
    )
    (folder / "mmproj.gguf").write_bytes(content)
    return fault(folder)


def test_a_true_pair_is_believed_and_so_is_the_same_written_anew(folder: Path) -> None:
    assert fault(folder, (*NAMES, "README.md")) == ""
    assert change(folder) == ""


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"general.architecture": "llama"}, "is no mmproj file"),
        ({"clip.has_vision_encoder": False}, "hears and does not see"),
        ({"clip.has_vision_encoder": 1}, "hears and does not see"),
        ({"clip.projector_type": "ultravox"}, "does not know (ultravox)"),
        ({"clip.projector_type": None}, "does not know (none)"),
        ({"clip.vision.image_size": None}, "does not say clip.vision.image_size"),
        ({"clip.vision.image_size": 1.5}, "does not say clip.vision.image_size"),
        ({"clip.vision.image_size": 2**30}, "says 1073741824 for clip.vision.image_size"),
        ({"clip.vision.image_size": -96}, "says -96"),
        ({"clip.vision.image_size": 112}, "another shape of v.position_embd.weight"),
        ({"clip.vision.image_size": 15}, "into no patches"),
        ({"clip.vision.image_size": 8_000, "clip.vision.patch_size": 1}, "far too many"),
        ({"clip.vision.patch_size": 0}, "says 0 for clip.vision.patch_size"),
        ({"clip.vision.embedding_length": 2**20}, "says 1048576"),
        ({"clip.vision.attention.head_count": 0}, "says 0"),
        ({"clip.vision.attention.head_count": 5}, "its heads cannot share"),
        ({"clip.vision.block_count": 10**6}, "says 1000000"),
        ({"clip.vision.block_count": 5}, "lacks v.blk.4.attn_out.weight"),
        ({"clip.vision.block_count": 3}, "looks for a layer that it does not have"),
        ({"clip.vision.feature_layer": [1, 4]}, "another shape of mm.0.weight"),
        ({"clip.vision.feed_forward_length": 700}, "another shape of v.blk.0.ffn_up.weight"),
        ({"clip.vision.image_mean": [0.5]}, "how colors are to be scaled"),
        ({"clip.vision.image_std": None}, "how colors are to be scaled"),
        ({"clip.vision.image_std": [0.5, 0.5, 0.0]}, "how colors are to be scaled"),
        ({"clip.vision.image_std": [0.5, 0.5, math.nan]}, "how colors are to be scaled"),
        ({"clip.vision.image_grid_pinpoints": [672, 2**30]}, "sizes that make no sense"),
        ({"clip.vision.image_grid_pinpoints": [672] * 600}, "sizes that make no sense"),
    ],
)
def test_values_that_make_no_sense(folder: Path, values: dict[str, Any], said: str) -> None:
    found = change(folder, values)
    assert said in found
    assert found.startswith("mmproj.gguf ")
    assert "; " in found, "and says what to do"


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        ({"v.position_embd.weight": None}, "lacks v.position_embd.weight"),
        ({"v.position_embd.weight": (WIDE, PATCHES - 1)}, "another shape"),
        ({"v.position_embd.weight": (PATCHES, WIDE)}, "another shape"),
        ({"v.class_embd": (WIDE,)}, "another shape of v.position_embd.weight"),
        ({"v.patch_embd.weight": None}, "lacks v.patch_embd.weight"),
        ({"v.patch_embd.weight": (14, 14, 3, WIDE)}, "another shape"),
        ({"v.patch_embd.bias": (WIDE + 1,)}, "another shape"),
        ({"v.post_ln.weight": (1,)}, "another shape"),
        ({"v.blk.2.attn_q.weight": None}, "lacks v.blk.2.attn_q.weight"),
        ({"v.blk.3.ln1.weight": None}, "lacks v.blk.3.ln1.weight"),
        ({"v.blk.3.attn_v.bias": (WIDE - 1,)}, "another shape"),
        ({"v.blk.0.ffn_down.weight": (INNER, WIDE + 1)}, "another shape"),
        ({"v.blk.0.ffn_gate.weight": (WIDE, WIDE)}, "another shape"),
        ({"mm.0.bias": None}, "lacks mm.0.bias"),
        ({"mm.2.weight": None}, "lacks mm.2.weight"),
        ({"mm.2.bias": None}, "lacks mm.2.bias"),
        ({"mm.0.weight": (WIDE + 1, OUT)}, "another shape of mm.0.weight"),
    ],
)
def test_tensors_that_llama_cpp_takes_for_granted(folder: Path, shapes: Shapes, said: str) -> None:
    assert said in change(folder, shapes=shapes)


def test_old_files_with_the_two_steps_of_a_layer_swapped_are_right(folder: Path) -> None:
    swapped: dict[str, tuple[int, ...]] = {}
    for block in range(4):
        for name, shape in (("ffn_up", (INNER, WIDE)), ("ffn_down", (WIDE, INNER))):
            swapped[f"v.blk.{block}.{name}.weight"] = shape
            swapped[f"v.blk.{block}.{name}.bias"] = shape[-1:]
    assert change(folder, shapes=swapped) == ""


def test_a_class_of_its_own_has_a_place_of_its_own(folder: Path) -> None:
    places = {"v.class_embd": (WIDE,), "v.position_embd.weight": (WIDE, PATCHES + 1)}
    assert change(folder, shapes=places) == ""


@pytest.mark.parametrize("kind", ["mlp", "qwen3vl_merger"])
def test_files_of_different_models(folder: Path, kind: str) -> None:
    header = gguf_header.read(folder / "mmproj.gguf")
    others = {t.name: (72, *t.shape[1:]) for t in header.tensors if t.name.startswith("mm.")}
    others |= {"mm.0.weight": (WIDE, 72), "mm.2.weight": (72, 72)}
    found = change(folder, {"clip.projector_type": kind}, others)
    assert found == (
        "mmproj.gguf and model.gguf are of different models; get both files of the same model"
    )


def test_of_other_projections_what_is_not_certain_is_left_to_the_trial(folder: Path) -> None:
    kind = {"clip.projector_type": "qwen2.5vl_merger"}
    assert change(folder, kind, {"v.position_embd.weight": None, "v.blk.1.ln1.bias": None}) == ""
    assert "lacks v.blk.1.ffn_up.weight" in change(folder, kind, {"v.blk.1.ffn_up.weight": None})


@pytest.mark.parametrize("kind", ["gemma4uv", "gemma3nv"])
def test_kinds_without_layers_have_patches_of_some_size(folder: Path, kind: str) -> None:
    none = dict.fromkeys(("block_count", "attention.head_count", "feed_forward_length"), 0)
    without = {"clip.projector_type": kind} | {f"clip.vision.{k}": n for k, n in none.items()}
    assert change(folder, without) == ""
    for size in ("clip.vision.patch_size", "clip.vision.image_size"):
        assert f"says 0 for {size}" in change(folder, without | {size: 0})
        change(folder, {size: 96 if "image" in size else 16})


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("model.gguf",), "it has no mmproj file"),
        (("mmproj.gguf",), "it has an mmproj file only and no .gguf file that writes"),
        (("model.gguf", "mmproj.gguf", "mmproj-2.gguf"), "it has several mmproj files; leave one"),
        ((), "it has no mmproj file"),
    ],
)
def test_a_pack_without_one_of_each(folder: Path, names: tuple[str, ...], said: str) -> None:
    assert fault(folder, names).startswith(said)


def test_an_eye_under_the_name_of_what_writes(folder: Path) -> None:
    shutil.copy(folder / "mmproj.gguf", folder / "model.gguf")
    assert "model.gguf is no model that writes" in fault(folder)


def test_a_pack_is_looked_at_before_it_is_opened(folder: Path) -> None:
    told = {"name": "seer", "title": "Seer", "role": Role.READER, "spdx": "MIT", "settings": {}}
    pack = write_manifest(folder, **told)
    descriptions.check_contents(pack)
    assert (writer_of(pack), eye_of(pack)) == NAMES
    change(folder, shapes={"mm.2.weight": None})
    with pytest.raises(PackDamaged, match=r"mmproj\.gguf lacks mm\.2\.weight; get the model again"):
        descriptions.check_contents(write_manifest(folder, **told))
