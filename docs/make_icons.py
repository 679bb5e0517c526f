"""Write the program's icon in the formats that installers want: PNG, ICO and ICNS.

    uv run python docs/make_icons.py FOLDER

It is drawn from resources/icons/app/visret.svg; change that, and run this again.
"""

import argparse
import os
import sys
from pathlib import Path

from PIL import Image
from PySide6.QtWidgets import QApplication

from visret_desktop.gui.widgets.app_icon import SIZES, drawn

_LARGEST = 1024  # of an ICNS, for screens with twice the pixels


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description="Write the program's icon for installers.")
    parser.add_argument("folder", type=Path, help="where to write visret.ico, visret.icns and PNGs")
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
    return 0


if __name__ == "__main__":
    sys.exit(main())
