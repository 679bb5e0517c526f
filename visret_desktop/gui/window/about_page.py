"""What this program is, and under which terms."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from visret_desktop import __version__
from visret_desktop.assets import bundled
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_TERMS = QSize(480, 220)


class AboutPage(QDialog):
    """Name, version and licenses."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About visret"))
        title = PlainLabel(self.tr("visret {0}").format(__version__))
        set_text(title, Text.TITLE, is_bold=True)
        purpose = PlainLabel(
            self.tr(
                "Finds photos on this computer by what they show. Your photos and queries never"
                " leave it."
            ),
            is_wrapped=True,
        )
        terms = PlainLabel(
            self.tr(
                "Free software under the Apache License 2.0. The window is made with Qt for Python"
                " (LGPL 3). Each model has terms of its own: see Library, Models. The icons are"
                " Lucide's:"
            ),
            is_wrapped=True,
        )
        icons = QPlainTextEdit(bundled("icons", "LICENSE").read_text(encoding="utf-8"))
        icons.setReadOnly(True)
        icons.setAccessibleName(self.tr("License of the icons"))
        set_text(icons, Text.SMALL)
        icons.setMinimumSize(_TERMS)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        parts = (title, purpose, terms, (icons, 1), buttons)
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=16)
