"""Write the program's icon in the forms that installers want: PNG, ICO, ICNS and a hicolor theme.

    uv run python docs/make_icons.py FOLDER

It is drawn from resources/icons/app/visret.svg; change that, and run this again.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtWidgets import QApplication

from visret_desktop.gui.widgets.icons import SIZES, drawn
from visret_desktop.paths import bundled

_LARGEST = 1024  # of an ICNS, for screens with twice the pixels
# The sizes that the theme of all Linux desktops has folders for.
_HICOLOR = (16, 22, 24, 32, 48, 64, 128, 256, 512)


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Write the program's icon for installers.")
    parser.add_argument("folder", type=Path, help="where to write all of them")
    folder: Path = parser.parse_args().folder
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    _application = QApplication(sys.argv[:1])
    folder.mkdir(parents=True, exist_ok=True)
    sizes = (*SIZES, _LARGEST)
    for size in sizes:
        drawn(size).save(str(folder / f"visret-{size}.png"))
    pictures = [Image.open(folder / f"visret-{size}.png") for size in sizes]
    small = [picture for picture in pictures if picture.width <= 256]
    small[-1].save(folder / "visret.ico", append_images=small[:-1], sizes=[p.size for p in small])
    pictures[-1].save(folder / "visret.icns", append_images=pictures[:-1])
    _write_theme(folder / "icons" / "hicolor")
    return 0


def _write_theme(theme: Path) -> None:
    """Write what belongs into `share/icons/hicolor` on Linux."""
    for size in _HICOLOR:
        place = theme / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        drawn(size).save(str(place / "visret.png"))
    scalable = theme / "scalable" / "apps"
    scalable.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(bundled("icons", "app", "visret.svg"), scalable / "visret.svg")


if __name__ == "__main__":
    sys.exit(main())
