"""Whatever somebody does in the window, it stays, and nothing is written to its log."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from visret_desktop import logs
from visret_desktop.paths import Paths

WALK = Path(__file__).with_name("random_walk.py")
ROOT = Path(__file__).parents[2]
_SHOWN_STEPS = 40  # of those before it ended
# What Qt's window without a screen cannot do, and says.
_OF_OFFSCREEN = "This plugin does not support "
NAMES = "Ardea cinerea\nTurdus merula\nParus major\nAsio otus\n"


def walk(library: Paths, home: Path, seed: int, seconds: int) -> None:
    """Let somebody walk through a window on a copy of a library, in a process of its own."""
    profile = Paths(home / "data", home / "cache", home / "config")
    for there, here in zip(
        (library.data, library.cache, library.config),
        (profile.data, profile.cache, profile.config),
        strict=True,
    ):
        shutil.copytree(there, here)  # what is linked to is shared with other tests
    for log in profile.logs.glob("window.log*"):
        log.unlink()
    shutil.copytree(library.demo, home / "photos")
    (home / "names.txt").write_text(NAMES)
    environment = {
        **os.environ,
        "HOME": str(home),
        "PYTHONPATH": os.pathsep.join((str(ROOT), os.environ.get("PYTHONPATH", ""))),
        **{f"VISRET_{name.upper()}_DIR": str(home / name) for name in ("data", "cache", "config")},
    }
    ended = subprocess.run(
        [sys.executable, str(WALK), str(seed), str(seconds)],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * seconds + 120,
    )
    steps = ended.stdout.splitlines()
    last = "\n".join(steps[-_SHOWN_STEPS:])
    log = (profile.logs / logs.WINDOW).read_text(encoding="utf-8")
    assert ended.returncode == 0, f"it ended with {ended.returncode} after:\n{last}\n{log[-4000:]}"
    mistakes = [
        "\n".join(steps[max(0, at - 10) : at + 1])
        for at, step in enumerate(steps)
        if step.startswith("MISTAKE")
    ]
    assert not mistakes, "\n\n".join((*mistakes[:3], log[-4000:]))
    said = [line for line in ended.stderr.splitlines() if not line.startswith(_OF_OFFSCREEN)]
    assert not said, f"Qt or Python complained: {said[:20]}\nafter:\n{last}"
    serious = [line for line in log.splitlines() if " INFO " not in line]
    assert not serious, f"{serious[:20]}\nafter:\n{last}"
    assert len(steps) > seconds / 2, "it was hardly walked"


@pytest.mark.slow("It is walked for ten seconds, which is about 100 steps.")
def test_ten_seconds_at_random_leave_the_window_and_its_log_alone(
    drawn_library: Paths, tmp_path: Path
) -> None:
    walk(drawn_library, tmp_path, seed=38, seconds=10)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(4))
def test_twenty_minutes_at_random(drawn_library: Paths, tmp_path: Path, seed: int) -> None:
    walk(drawn_library, tmp_path, seed, seconds=300)
