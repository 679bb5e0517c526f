"""Whoever is killed while notes, imports, places or clocks are written leaves all of it or none."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_a_kill_leaves_all_of_what_is_written_or_none(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.unit.library.killed_writers", str(tmp_path)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=ROOT)
    left: dict[str, list[str]] = json.loads(ran.stdout)
    assert len(left) == 10
    partial = {name: words for name, words in left.items() if not {*words} <= {"none", "all"}}
    assert partial == {}, "kept in part"
    assert all("none" in words for words in left.values()), "each was killed before it was kept"
