"""The viewer's own look, the same in light and dark: colors, and buttons painted in them.

Photos are judged on near-black, whatever the colors of the window.
"""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QToolButton, QWidget

from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.plain_text import literally

NIGHT = QColor("#111111")  # behind the photo
RAISED = QColor("#1c1c1c")  # behind words and the filmstrip
HOVERED = QColor("#343434")
WORDS = QColor("#e8e8e8")
FAINT = QColor("#a6a6a6")  # 7:1 on RAISED
MARKED = QColor("#ffffff")
_BUTTON, _ARROW, _ICON = 34, 48, 20
_RADIUS = 6
_WALKING = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down),
    *(Qt.Key.Key_Home, Qt.Key.Key_End),
)


def wear_dark(widget: QWidget, words: QColor = WORDS) -> None:
    """Give one widget dark colors; a style sheet keeps its children from taking them over."""
    colors = widget.palette()
    colors.setColor(QPalette.ColorRole.Window, RAISED)
    colors.setColor(QPalette.ColorRole.WindowText, words)
    widget.setPalette(colors)
    widget.setAutoFillBackground(True)


class DarkButton(QToolButton):
    """A button with an icon or words. Arrow keys are left to the viewer: they walk the photos."""

    def __init__(self, name: str, words: str, keys: str = "") -> None:
        super().__init__()
        self.icon_name = name
        self.say(words, keys)
        self.setFixedSize(_BUTTON, _BUTTON)

    def say(self, words: str, keys: str = "") -> None:
        """Name the button; `keys` do the same."""
        self.setAccessibleName(words)
        self.setToolTip(literally(f"{words} ({keys})" if keys else words))

    def show_text(self, text: str, longest: str) -> None:
        """Show words instead of an icon, in room for `longest`."""
        self.setText(text)
        self.setFixedWidth(self.fontMetrics().horizontalAdvance(longest) + 20)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys that walk the photos to the viewer."""
        if event.key() in _WALKING:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint background, and icon or words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.background())
        radius = self.radius()
        painter.drawRoundedRect(self.rect(), radius, radius)
        color = WORDS if self.isEnabled() else QColor("#555555")
        painter.setPen(color)
        if not self.icon_name:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        else:
            size = QSize(_ICON, _ICON)
            at = QRectF(self.rect()).center() - QRectF(0, 0, *size.toTuple()).center()
            painter.drawPixmap(at, pixmap(self.icon_name, color, _ICON, self.devicePixelRatioF()))
        painter.end()

    def background(self) -> QColor:
        """Return the color behind the icon."""
        is_lit = self.isEnabled() and self.underMouse()
        return HOVERED if is_lit or self.isChecked() else QColor(0, 0, 0, 0)

    def radius(self) -> int:
        """Return how round the corners are, in pixels."""
        return _RADIUS

    def enterEvent(self, event: QEnterEvent) -> None:
        """Light up."""
        super().enterEvent(event)
        self.update()


class PhotoArrow(DarkButton):
    """A round arrow over the photo, seen only while the mouse moves or the keyboard is on it."""

    def __init__(self, name: str, words: str, keys: str) -> None:
        super().__init__(name, words, keys)
        self.setFixedSize(_ARROW, _ARROW)
        self._is_seen = False

    def set_seen(self, is_seen: bool) -> None:
        """Show or hide the arrow; the keyboard finds it in both cases."""
        if is_seen != self._is_seen:
            self._is_seen = is_seen
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint nothing while the arrow is not seen."""
        if self.isEnabled() and (self._is_seen or self.hasFocus()):
            super().paintEvent(event)

    def background(self) -> QColor:
        """Return a color that shows on any photo."""
        return QColor(60, 60, 60, 230) if self.underMouse() else QColor(20, 20, 20, 170)

    def radius(self) -> int:
        """Return how round the corners are, in pixels."""
        return _ARROW // 2
