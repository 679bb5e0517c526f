"""Open the window on an empty library, print the time at which it can be used, and close it.

python -m bench.window.start
"""

import gc
import sys
import time
from collections.abc import Sequence
from pathlib import Path


def main() -> int:
    """Open it as `visret_desktop.__main__` does, which collects nothing while modules load."""
    gc.disable()
    from PySide6.QtCore import QTimer

    from visret_desktop.gui import app
    from visret_desktop.gui.window.main_window import MainWindow

    class TimedWindow(MainWindow):
        """A window that says when it was ready."""

        def begin(self, folders: Sequence[Path], query: str = "") -> None:
            """Start as always; what comes after all that is waiting can be used."""
            super().begin(folders, query)
            QTimer.singleShot(0, self._finish)

        def _finish(self) -> None:
            sys.stdout.write(f"{time.time()}\n")
            sys.stdout.flush()
            self.close()

    app.MainWindow = TimedWindow  # type: ignore[attr-defined]
    return app.main([])


if __name__ == "__main__":
    sys.exit(main())
