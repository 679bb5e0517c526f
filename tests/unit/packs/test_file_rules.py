"""What may be part of a pack, by its name and by its first bytes."""

from pathlib import Path

import pytest

from tests import weights
from visret_desktop.packs.checks.file_rules import (
    can_run_code,
    content_fault,
    is_inside,
    path_fault,
)


@pytest.mark.parametrize(
    "path",
    [
        *("model.safetensors", "a/b/model.gguf", "tokenizer.json", "merges.txt", "README.md"),
        *("chat_template.jinja", "Model.SafeTensors"),
    ],
)
def test_allows_data(path: str) -> None:
    assert path_fault(path) == ""


@pytest.mark.parametrize(
    "suffix",
    [
        *("bin", "pt", "pth", "ckpt", "pkl", "pickle", "joblib", "npy", "npz", "h5"),
        *("py", "so", "dll", "exe", "sh", "bat", "dylib", "pyc"),
    ],
)
def test_refuses_what_can_run_code(suffix: str) -> None:
    assert "never loaded" in path_fault(f"unet/model.{suffix}")
    assert can_run_code(f"model.{suffix.upper()}")


@pytest.mark.parametrize("suffix", ["zip", "tar", "tar.gz", "7z", "rar", "whl", "xz"])
def test_refuses_archives(suffix: str) -> None:
    assert "archive" in path_fault(f"model.{suffix}")


@pytest.mark.parametrize(
    "path",
    [
        *("../a.json", "/a.json", "a/../../b.json", "a\\b.json", "C:a.json", "a//b.json", ""),
        *("a/./b.json", "con.json", "a/NUL.json", "lpt1.txt", "a.json ", "a.json.", "a\n.json"),
        *("a?.json", "a*.json", "..", "a/..", "~/../x.json"),
    ],
)
def test_refuses_paths_that_leave_the_folder_on_any_system(path: str) -> None:
    assert not is_inside(path)
    assert "leaves the pack's folder" in path_fault(path)


@pytest.mark.parametrize("name", ["manifest.json", "Manifest.JSON", "damaged.json", "plan.json"])
def test_refuses_names_of_the_programs_own_files(name: str) -> None:
    assert "keeps for itself" in path_fault(name)
    assert path_fault(f"unet/{name}") == ""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("model.gguf", b"PK\x03\x04"),
        ("model.safetensors", b"\x80\x04\x95pickled"),
        ("model.safetensors", b"\xff" * 7 + b"\x00{"),
        ("model.safetensors", b""),
        ("config.json", b"<html>"),
        ("config.json", b"\xff\xfe"),
    ],
)
def test_names_that_lie_are_found_out(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert name in content_fault(tmp_path / name)


def test_true_names_are_believed(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(weights.gguf())
    (tmp_path / "model.safetensors").write_bytes(weights.safetensors())
    (tmp_path / "config.json").write_bytes(b"{}")
    assert [content_fault(path) for path in tmp_path.iterdir()] == ["", "", ""]
