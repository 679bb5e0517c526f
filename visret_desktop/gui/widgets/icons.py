"""Icons in the colors of the window.

The files in `resources/icons` are Lucide's, 24 units wide and drawn with `currentColor`. Add one by
putting its file there; its name is the file's. Those in `fixed` have colors of their own, for style
sheets, which cannot color them.
"""

from functools import cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QAbstractButton, QApplication, QToolButton

from visret_desktop.gui.widgets.plain_text import literally
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
    _app_drawing().render(painter, QRectF(made.rect()))
    painter.end()
    return made


@cache
def _app_drawing() -> QSvgRenderer:
    return QSvgRenderer(QByteArray(bundled("icons", "app", "visret.svg").read_bytes()))


_SIZES = (16, 20, 24)  # those in use; on each screen they are drawn pixel by pixel
_made: dict[int, str] = {}  # names by the cache keys of their icons


def icon(name: str) -> QIcon:
    """Return an icon in the text color of the palette.

    Buttons and actions that show it get another one when the colors change; models and painters ask
    again whenever they paint.

    Raises:
        FileNotFoundError: there is no icon of this name.
    """
    palette = QGuiApplication.palette()
    role, group = QPalette.ColorRole.ButtonText, QPalette.ColorGroup
    colors = (palette.color(group.Active, role).name(), palette.color(group.Disabled, role).name())
    made = _drawn(name, *colors, _scales())
    _made[made.cacheKey()] = name
    return made


def flat_button(name: str, words: str, side: int | None = None) -> QToolButton:
    """Return a flat button with an icon and these words, `side` pixels wide and high if given.

    Keys in brackets behind the words are for the tool tip; screen readers say them by themselves.
    """
    button = QToolButton()
    button.setObjectName("flat")
    button.setIcon(icon(name))
    button.setToolTip(literally(words))
    button.setAccessibleName(words.partition(" (")[0])
    if side is not None:
        button.setFixedSize(side, side)
    return button


def pixmap(name: str, color: QColor, size: int, scale: float) -> QPixmap:
    """Return an icon as a picture of `size` by `size` in a color of one's own.

    Raises:
        FileNotFoundError: there is no icon of this name.
    """
    return _pixmap(name, color.name(), size, scale)


@cache  # painters ask again and again
def _pixmap(name: str, color: str, size: int, scale: float) -> QPixmap:
    return _painted(_drawing(name, color), size, scale)


def follow_colors() -> None:
    """Let all buttons and actions show their icons in the colors of the palette as it is now."""
    for widget in QApplication.allWidgets():
        shown: list[QAction | QAbstractButton] = [*widget.actions()]
        shown += [widget] if isinstance(widget, QAbstractButton) else []
        for one in shown:
            if name := _made.get(one.icon().cacheKey()):
                one.setIcon(icon(name))


@cache
def _drawn(name: str, color: str, disabled: str, scales: tuple[float, ...]) -> QIcon:
    made = QIcon()
    for mode, wanted in ((QIcon.Mode.Normal, color), (QIcon.Mode.Disabled, disabled)):
        drawing = _drawing(name, wanted)
        for scale in scales:
            for size in _SIZES:
                made.addPixmap(_painted(drawing, size, scale), mode)
    return made


def _painted(drawing: QSvgRenderer, size: int, scale: float) -> QPixmap:
    made = QPixmap(QSize(size, size) * scale)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    drawing.render(painter, QRectF(made.rect()))
    painter.end()
    made.setDevicePixelRatio(scale)
    return made


def _drawing(name: str, color: str) -> QSvgRenderer:
    file = bundled("icons", f"{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(file.replace(b"currentColor", color.encode())))


def _scales() -> tuple[float, ...]:
    return tuple(sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()}))
