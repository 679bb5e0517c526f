"""What prevents the window is said in a sentence."""

import os
import subprocess
from pathlib import Path

from visret_desktop.processes import own_python


def test_a_folder_of_somebody_is_named_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    names = ("VISRET_DATA_DIR", "VISRET_CACHE_DIR", "VISRET_CONFIG_DIR")
    told = {**os.environ, **dict.fromkeys(names, str(tmp_path)), "QT_QPA_PLATFORM": "offscreen"}
    said = subprocess.run(
        own_python.program("gui"), env=told, capture_output=True, text=True, check=False, timeout=60
    )
    assert said.returncode not in (0, -6)
    assert said.stderr.startswith("visret: ")
    assert str(tmp_path) in said.stderr
    assert "Traceback" not in said.stderr
