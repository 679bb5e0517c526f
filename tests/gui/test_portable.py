"""What Qt's own dialogs remember lies beside a portable program, not on the computer."""

import json
import os
from pathlib import Path

import pytest

from visret_desktop import installation
from visret_desktop.processes import own_python

_CHOOSING = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication, QFileDialog
from visret_desktop.gui.app import keep_settings_of_qt
from visret_desktop.paths import default_directories
sys.prefix = sys.argv[1]
keep_settings_of_qt(default_directories())
application = QApplication([])
dialog = QFileDialog()
dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
dialog.show()
dialog.accept()
"""


@pytest.mark.parametrize("is_portable", [True, False])
def test_dialogs_of_qt_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_portable: bool
) -> None:
    home, program = tmp_path / "home", tmp_path / "visret"
    (program / "python").mkdir(parents=True)
    (program / installation.MARK).write_text(json.dumps({"form": "folder", "version": "9"}))
    if is_portable:
        (program / "portable").mkdir()
    for name in [name for name in os.environ if name.startswith(("XDG_", "VISRET_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    command = own_python.statements(_CHOOSING, str(program / "python"))
    own_python.run(command, is_checked=True)
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.conf")}
    expected = "visret/portable/config" if is_portable else "home/.config"
    assert left == {f"{expected}/QtProject.conf"}
