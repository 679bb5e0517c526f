"""The program's own icon, a loupe over a drawn hill, in every size that systems ask for."""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from visret_desktop.paths import bundled

SIZES = (16, 20, 24, 32, 40, 48, 64, 96, 128, 256, 512)  # pixels


def app_icon() -> QIcon:
    """Return the icon for windows and task bars."""
    made = QIcon()
    for size in SIZES:
        made.addPixmap(drawn(size))
    return made


def drawn(size: int) -> QPixmap:
    """Return the icon as a picture of `size` by `size` pixels."""
    made = QPixmap(QSize(size, size))
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    _drawing().render(painter, QRectF(made.rect()))
    painter.end()
    return made


@cache
def _drawing() -> QSvgRenderer:
    return QSvgRenderer(QByteArray(bundled("icons", "app", "visret.svg").read_bytes()))
