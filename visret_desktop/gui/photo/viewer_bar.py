"""The line above the photo in the viewer: what it is, how large it is shown, and the way out."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from visret_desktop.gui.photo.dark_theme import FAINT, DarkButton, wear_dark
from visret_desktop.gui.widgets.plain_text import ElidedLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_HEIGHT = 48  # pixels


class ViewerBar(QWidget):
    """Words on the left, buttons on the right; none of them takes part of the photo."""

    zoom_requested = Signal(int)  # steps
    toggle_requested = Signal()  # between fit and 100 %
    where_requested = Signal()
    written_requested = Signal()
    found_requested = Signal()
    filmstrip_requested = Signal()
    full_screen_requested = Signal()
    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        wear_dark(self)
        self.name, self.facts = ElidedLabel(), ElidedLabel()
        wear_dark(self.name)
        wear_dark(self.facts, FAINT)
        set_text(self.name, Text.BODY, is_bold=True)
        set_text(self.facts, Text.SMALL)
        self._build_buttons()
        words = QVBoxLayout()
        fill(words, None, self.name, self.facts, None, spacing=1)
        sizes = (self.smaller, self.scale, self.larger)
        of_photo, of_page = (self.where, self.written, self.found), (self.full, self.shut)
        buttons = (*of_photo, *sizes, self.filmstrip, *of_page)
        fill(QHBoxLayout(self), (words, 1), *buttons, margins=(16, 0, 8, 0), spacing=2)
        self.setFixedHeight(_HEIGHT)

    def _build_buttons(self) -> None:
        self.where = DarkButton("square-dashed", self.tr("Show where the answer is seen"), "B")
        self.where.setCheckable(True)
        self.where.setChecked(True)
        self.where.hide()  # until there is a photo that has boxes
        self.where.clicked.connect(self.where_requested)
        self.written = DarkButton("scan-text", self.tr("Show the words that were read"), "W")
        self.written.setCheckable(True)
        self.written.hide()  # until there is a photo with words in it
        self.written.clicked.connect(self.written_requested)
        self.found = DarkButton("scan", self.tr("Show what detectors found"), "D")
        self.found.setCheckable(True)
        self.found.setChecked(True)
        self.found.hide()  # until there is a photo in which something was found
        self.found.clicked.connect(self.found_requested)
        self.smaller = DarkButton("zoom-out", self.tr("Zoom out"), "−")
        self.scale = DarkButton("", "")
        self.scale.show_text("", "1,600 %")
        self.larger = DarkButton("zoom-in", self.tr("Zoom in"), "+")
        self.filmstrip = DarkButton("gallery-thumbnails", self.tr("Show the filmstrip"), "T")
        self.filmstrip.setCheckable(True)
        self.filmstrip.setChecked(True)
        self.full = DarkButton("maximize", "")
        self.shut = DarkButton("x", self.tr("Close"), "Esc")
        self.smaller.clicked.connect(lambda: self.zoom_requested.emit(-1))
        self.larger.clicked.connect(lambda: self.zoom_requested.emit(1))
        self.scale.clicked.connect(self.toggle_requested)
        self.filmstrip.clicked.connect(self.filmstrip_requested)
        self.full.clicked.connect(self.full_screen_requested)
        self.shut.clicked.connect(self.close_requested)
        self.show_full_screen(False)

    def show_words(self, name: str, facts: str) -> None:
        """Say what is shown."""
        self.name.setText(name)
        self.facts.setText(facts)

    def show_scale(self, scale: float, is_fit: bool) -> None:
        """Show how many device pixels a photo pixel takes."""
        self.scale.setText(self.tr("{0} %").format(f"{scale * 100:,.0f}"))
        words = self.tr("Show at 100 %") if is_fit else self.tr("Show the whole photo")
        self.scale.say(words, "1" if is_fit else "0")
        self.scale.setAccessibleDescription(self.scale.text())

    def show_full_screen(self, is_full: bool) -> None:
        """Offer full screen, or to leave it."""
        self.full.icon_name = "minimize" if is_full else "maximize"
        self.full.say(self.tr("Leave full screen") if is_full else self.tr("Full screen"), "F")
        self.full.update()
