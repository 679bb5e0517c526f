"""An export is made once, is whole or made again, and fails with a reason."""

import shutil
from pathlib import Path

import pytest

from bench.pack_writing import write_manifest
from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders import compiled as compiled_module
from visret_desktop.models.encoders.compiled import CompiledEncoder, ensure_compiled
from visret_desktop.models.runtimes.compiled_files import find_damage
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role


def test_an_export_of_an_older_program_is_replaced(compiled: CompiledEncoder) -> None:
    """The fixture `exported` put one in its place before."""
    assert compiled.cosine >= 0.9999
    assert compiled.visual.stat().st_size > 10_000
    assert compiled.dimension == 128
    assert {path.name for path in compiled.directory.iterdir()} >= {
        "visual.onnx",
        "visual.weights",
        "textual.onnx",
        "textual.weights",
        "tokenizer.json",
        "export.json",
    }


def test_nothing_else_is_left_behind(compiled: CompiledEncoder, model_paths: Paths) -> None:
    assert list(model_paths.compiled.glob(f"{compiled.directory.name}*")) == [compiled.directory]


def test_a_whole_export_is_used_as_it_is(
    compiled: CompiledEncoder, starter: Pack, model_paths: Paths
) -> None:
    before = compiled.visual.stat().st_mtime_ns
    assert ensure_compiled(starter, model_paths) == compiled
    assert compiled.visual.stat().st_mtime_ns == before


@pytest.mark.parametrize("damage", ["truncate", "remove", "older", "record"])
def test_a_broken_export_is_not_taken_for_whole(
    compiled: CompiledEncoder, tmp_path: Path, damage: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(compiled.directory, copy)
    assert compiled_module._read(copy) is not None
    if damage == "truncate":
        (copy / "textual.weights").write_bytes(b"half")
    elif damage == "remove":
        (copy / "visual.onnx").unlink()
    elif damage == "older":
        (copy / "export.json").write_text('{"context_length": 32, "cosine": 1.0}')
    else:
        (copy / "export.json").write_text("[1, 2")
    assert compiled_module._read(copy) is None
    assert find_damage(copy) != ""


def test_what_is_no_export_is_not_damaged(compiled: CompiledEncoder, tmp_path: Path) -> None:
    """A rewriter's folder holds its chat template; one without a record is made anew anyway."""
    assert find_damage(compiled.directory) == ""
    (tmp_path / "chat.json").write_text("{}")
    assert find_damage(tmp_path) == ""


def broken_pack(directory: Path, starter: Pack, **files: bytes | None) -> Pack:
    """Copy the built-in pack with other content for some files; None leaves one out."""
    directory.mkdir()
    for file in starter.files:
        content = files.get(file.path.split(".")[0], b"same")
        if content == b"same":
            content = (starter.directory / file.path).read_bytes()
        if content is not None:
            (directory / file.path).write_bytes(content)
    return write_manifest(
        directory, name="broken", title="", role=Role.ENCODER, spdx="MIT", settings={}
    )


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"open_clip_model": None}, r"no \.safetensors file"),
        ({"open_clip_model": b"garbage" * 100}, "is no safetensors file"),
        ({"open_clip_config": None}, "No such file"),
        ({"open_clip_config": b"nonsense"}, "Expecting value"),
        ({"tokenizer": None}, r"tokenizer\.json is missing"),
    ],
)
def test_a_pack_that_cannot_be_exported_says_why(
    tmp_path: Path, starter: Pack, files: dict[str, bytes | None], reason: str
) -> None:
    pack = broken_pack(tmp_path / "pack", starter, **files)
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    with pytest.raises(PackDamaged, match=f"broken is damaged: .*{reason}"):
        ensure_compiled(pack, paths)
    assert list(paths.compiled.iterdir()) == []
