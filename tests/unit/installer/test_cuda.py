"""A folder `cuda` beside a bundle's Python brings another build of the same torch, or nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from installer import cuda


@pytest.mark.parametrize(
    ("version", "used"), [("2.15.0+cu128", "cuda"), ("2.14.0+cu128", "bundle"), (None, "bundle")]
)
def test_torch_is_taken_from_the_folder_if_it_is_the_same_version(
    tmp_path: Path, version: str | None, used: str
) -> None:
    python = tmp_path / "python"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", python], check=True)
    (packages,) = python.rglob("site-packages")
    shutil.copy(str(cuda.__file__), packages / "sitecustomize.py")
    _torch(packages, "2.15.0+cpu", "bundle")
    if version:
        _torch(tmp_path / "cuda", version, "cuda")
        (tmp_path / "cuda" / "json.py").write_text("print('not the standard library')\n")
    command = [python / "bin" / "python", "-P", "-s", "-E", "-B", "-c", "import json, torch"]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (said.stdout.strip(), said.stderr) == (used, "")


def _torch(folder: Path, version: str, says: str) -> None:
    (folder / f"torch-{version}.dist-info").mkdir(parents=True)
    (folder / "torch.py").write_text(f"print({says!r})\n")
