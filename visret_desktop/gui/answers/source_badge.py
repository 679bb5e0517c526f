"""Where an answer comes from, in an icon and words."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_HEIGHT, _ICON = 28, 14  # pixels
_ICONS = {
    "photos": "images",
    "sketch": "pencil",
    "photos and sketch": "pencil",
    "memory": "circle-help",
}


class SourceBadge(QFrame):
    """Hidden where there is no answer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chip")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT)
        self._source = ""
        self._icon, self._words = PlainLabel(), PlainLabel()
        set_text(self._words, Text.SMALL)
        parts = (self._icon, self._words)
        fill(QHBoxLayout(self), *parts, margins=(10, 0, 12, 0), spacing=6)

    def text(self) -> str:
        """Return the words shown, "" while hidden."""
        return "" if self.isHidden() else self._words.text()

    def show_source(self, source: str) -> None:
        """Say where the answer is from: the `source` of an `Answered`."""
        self._source = source
        self.setVisible(bool(source))
        words, explained = self._said(source)
        self._words.setText(words)
        self.setToolTip(explained)
        self._paint_icon()

    def _said(self, source: str) -> tuple[str, str]:
        return {
            "photos": (self.tr("From photos"), self.tr("Photos of yours say so")),
            "sketch": (
                self.tr("From a sketch"),
                self.tr("A drawn sketch says so, which is no record: no photo of yours does"),
            ),
            "photos and sketch": (
                self.tr("From photos and sketches"),
                self.tr("Photos of yours say so, and drawn sketches, which are no record"),
            ),
            "memory": (
                self.tr("From memory"),
                self.tr("The model says so without having looked at a photo; it may be wrong"),
            ),
        }.get(source, ("", ""))

    def _paint_icon(self) -> None:
        if self._source:
            color, scale = self.palette().windowText().color(), self.devicePixelRatioF()
            self._icon.setPixmap(pixmap(_ICONS[self._source], color, _ICON, scale))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()
