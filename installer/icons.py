"""The program's icon in the formats of Windows and macOS."""

import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path

from installer.steps import run

_PROJECT = Path(__file__).parent.parent


def draw(name: str, folder: Path) -> None:
    """Draw "visret.ico" or "visret.icns", with this Python if it has Qt, else the project's."""
    if importlib.util.find_spec("PySide6") is None:
        python: list[str | Path] = ["uv", "run", "--quiet", "--project", _PROJECT, "python"]
    else:
        python = [sys.executable]
    with tempfile.TemporaryDirectory() as drawn:
        run([*python, _PROJECT / "docs" / "make_icons.py", drawn])
        shutil.copy(Path(drawn) / name, folder)
