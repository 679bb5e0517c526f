"""A checkout has the bytes that were committed, whatever git does with line ends elsewhere."""

import subprocess
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def test_git_changes_no_line_ends() -> None:
    attributes = _ROOT / ".gitattributes"
    rules = [line for line in attributes.read_text().splitlines() if not line.startswith("#")]
    assert rules == ["* -text"]


def test_a_checkout_where_git_is_told_to_change_them_has_the_same_bytes(tmp_path: Path) -> None:
    text = tmp_path / "model.json"
    text.write_bytes(b"{\n}\n")
    (tmp_path / ".gitattributes").write_bytes((_ROOT / ".gitattributes").read_bytes())
    _git(tmp_path, "init", "--quiet")
    _git(tmp_path, "add", ".")
    text.unlink()
    _git(tmp_path, "checkout-index", "--all", "--force")
    assert text.read_bytes() == b"{\n}\n"


def _git(folder: Path, *command: str) -> None:
    told = ["git", "-c", "core.autocrlf=true", *command]
    subprocess.run(told, cwd=folder, check=True, capture_output=True)
