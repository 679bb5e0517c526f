"""What is known of the selected photo: why it is here, and the rows of `photo_rows.py`."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QScrollArea, QVBoxLayout, QWidget

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.photo_rows import described, known_at_once
from visret_desktop.gui.photo.why_lines import FindSketch, WhyLines
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_NARROWEST = 160  # pixels


class PhotoPanel(QScrollArea):
    """A column of words; empty without a selection. `list_chosen`: order by this list."""

    list_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._why: WhyLines | None = None
        self._entry: GridEntry | None = None
        self._known: Photo | None = None
        self.find_sketch: FindSketch = lambda name: None
        self.reader: CatalogReader | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(_NARROWEST)
        self.setAccessibleName(self.tr("About the selected photo"))
        self._fill([])

    def close_pool(self) -> None:
        """Stop asking the catalog."""
        self._background.close()

    def show_entry(self, entry: GridEntry | None) -> None:
        """Describe a photo; details follow from a thread."""
        self._entry = entry
        known = self._known
        if entry is not None and known is not None and known.id == entry.photo_id:
            self._fill(described(entry, known))  # a new ranking of a photo that is shown already
        else:
            self._fill(known_at_once(entry) if entry is not None else [])
        reader = self.reader
        if entry is not None and reader is not None:
            number = entry.photo_id
            self._background.run("photo", lambda: reader.photo(number), self._on_photo)

    def text(self) -> str:
        """Return all words shown."""
        shown = [w for w in self.widget().findChildren(QWidget) if hasattr(w, "text")]
        return "\n".join(widget.text() for widget in shown)

    def show_sketches(self) -> None:
        """Show the sketches beside their lists; some come late."""
        if self._why is not None and self._entry is not None and self._entry.ranks:
            self.show_entry(self._entry)

    def _on_photo(self, photo: object) -> None:
        entry = self._entry
        if isinstance(photo, Photo) and entry is not None and photo.id == entry.photo_id:
            self._known = photo
            self._fill(described(entry, photo))

    def _fill(self, rows: list[tuple[str, str]]) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 16)
        if not rows:
            hint = PlainLabel(self.tr("Select a photo to see what is known of it."))
            hint.setWordWrap(True)
            hint.setEnabled(False)
            column.addWidget(hint)
        place = self.verticalScrollBar().value()
        self._add_why(column)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(2)
        for title, words in rows:
            head, body = PlainLabel(title), PlainLabel(words)
            head.setEnabled(False)
            head.setContentsMargins(0, 8, 0, 0)
            body.setWordWrap(True)
            body.setTextFormat(Qt.TextFormat.PlainText)
            body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(head, body)
        column.addLayout(form)
        column.addStretch()
        self.setWidget(page)
        self.verticalScrollBar().setValue(place)

    def _add_why(self, column: QVBoxLayout) -> None:
        self._why = None
        if self._entry is None or not self._entry.ranks:
            return
        head = PlainLabel(self.tr("Why it is here"))
        head.setEnabled(False)
        self._why = WhyLines(self._entry.ranks, self.find_sketch)
        self._why.chosen.connect(self.list_chosen)
        column.addWidget(head)
        column.addWidget(self._why)
