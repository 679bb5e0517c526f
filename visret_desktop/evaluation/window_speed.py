"""Measure the window: seconds from the start of the process to the first painted, usable window.

    python -m visret_desktop.evaluation.window_speed [--runs N]

Each run is a fresh process with an empty profile; the median is printed. Frame times of the grid
with 100,000 photos are held by `tests/gui/test_results_view.py`.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

from visret_desktop import own_python

_PLATFORM = "QT_QPA_PLATFORM"
_RUN = """
import sys, time
from PySide6.QtCore import QTimer
from visret_desktop.gui.window import main_window
shown = main_window.MainWindow.begin
def begin(self, folders, query):
    shown(self, folders, query)
    QTimer.singleShot(0, lambda: print(time.time(), flush=True) or self.close())
main_window.MainWindow.begin = begin
from visret_desktop.gui.app import main
sys.exit(main([]))
"""


def screen() -> dict[str, str]:
    """Return this process's environment; without a display, windows are drawn into memory."""
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    unseen = {} if has_display or sys.platform in ("win32", "darwin") else {_PLATFORM: "offscreen"}
    return {**unseen, **os.environ}


def measure(runs: int) -> list[float]:
    """Return seconds per run."""
    seconds = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as profile:
            directories = {f"VISRET_{name}_DIR": profile for name in ("DATA", "CACHE", "CONFIG")}
            started = time.time()
            command = own_python.statements(_RUN)
            environment = {**screen(), **directories}
            result = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=True
            )
            seconds.append(float(result.stdout.split()[0]) - started)
    return seconds


def main() -> int:
    """Measure and say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    seconds = measure(parser.parse_args().runs)
    sys.stdout.write(f"window usable after {statistics.median(seconds):.2f} s (aim 0.60)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
