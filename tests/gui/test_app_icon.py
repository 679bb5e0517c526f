"""The program has an icon of its own, crisp in every size."""

import subprocess
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from visret_desktop.gui.widgets.icons import SIZES, app_icon

SCRIPT = Path(__file__).parents[2] / "docs" / "make_icons.py"


def test_the_icon_has_every_size_and_shows_something(qapp: QApplication) -> None:
    icon = app_icon()
    assert icon.availableSizes() == [QSize(size, size) for size in SIZES]
    picture = icon.pixmap(16).toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(16) for y in range(16)}
    assert len(seen) > 5
    assert picture.pixelColor(0, 0).alpha() < 128  # round corners


def test_installers_get_their_formats(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(SCRIPT), str(tmp_path)], check=True)
    with Image.open(tmp_path / "visret.ico") as ico, Image.open(tmp_path / "visret.icns") as icns:
        assert {(16, 16), (32, 32), (256, 256)} <= ico.info["sizes"]
        assert icns.size == (1024, 1024)
    with Image.open(tmp_path / "visret-64.png") as png:
        assert png.size == (64, 64)
    theme = tmp_path / "icons" / "hicolor"
    with Image.open(theme / "48x48" / "apps" / "visret.png") as png:
        assert png.size == (48, 48)
    assert (theme / "scalable" / "apps" / "visret.svg").read_bytes().startswith(b"<svg")
