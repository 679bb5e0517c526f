"""The process of the window ends well, whatever was copied in it."""

import os
import subprocess
import sys

_COPIES = """
from PySide6.QtWidgets import QApplication
from visret_desktop.gui.app import leave_clipboard
from visret_desktop.gui.grid.selection import files_as_mime

application = QApplication([])
application.clipboard().setMimeData(files_as_mime(["/photos/heron.jpg"]))
leave_clipboard()
"""


def test_photos_that_were_copied_do_not_crash_its_end() -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run(
        [sys.executable, "-c", _COPIES], env=environment, check=False, timeout=60
    )
    assert ended.returncode == 0
