"""What is known of the selected photo: why it is here, when, where, with what, on which disk."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from visret_desktop.gui.background import Background
from visret_desktop.gui.results_model import GridEntry
from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.library.catalog_reader import CatalogReader


class PhotoPanel(QScrollArea):
    """A quiet column of words; empty without a selection."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._entry: GridEntry | None = None
        self.reader: CatalogReader | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAccessibleName(self.tr("About the selected photo"))
        self._fill([])

    def close_pool(self) -> None:
        """Stop asking the catalog."""
        self._background.close()

    def show_entry(self, entry: GridEntry | None) -> None:
        """Describe a photo; details follow from a thread."""
        self._entry = entry
        self._fill(self._known_at_once(entry) if entry is not None else [])
        reader = self.reader
        if entry is not None and reader is not None:
            number = entry.photo_id
            self._background.run("photo", lambda: reader.photo(number), self._on_photo)

    def text(self) -> str:
        """Return all words shown."""
        return "\n".join(label.text() for label in self.widget().findChildren(QLabel))

    def _on_photo(self, photo: object) -> None:
        entry = self._entry
        if isinstance(photo, Photo) and entry is not None and photo.id == entry.photo_id:
            self._fill(self._rows(entry, photo))

    def _fill(self, rows: list[tuple[str, str]]) -> None:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 16)
        if not rows:
            hint = QLabel(self.tr("Select a photo to see what is known of it."))
            hint.setWordWrap(True)
            hint.setEnabled(False)
            column.addWidget(hint)
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.setVerticalSpacing(2)
        for title, words in rows:
            head, body = QLabel(title), QLabel(words)
            head.setEnabled(False)
            head.setContentsMargins(0, 8, 0, 0)
            body.setWordWrap(True)
            body.setTextFormat(Qt.TextFormat.PlainText)
            body.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            form.addRow(head, body)
        column.addLayout(form)
        column.addStretch()
        self.setWidget(page)

    def _known_at_once(self, entry: GridEntry) -> list[tuple[str, str]]:
        rows = [
            (self.tr("Why it is here"), self._why(entry)),
            (self.tr("Name"), entry.name),
            (self.tr("File"), self._where(entry.path, entry.online)),
        ]
        return [(title, words) for title, words in rows if words]

    def _where(self, path: str, online: bool) -> str:
        return path if online else self.tr("{0}\nThis drive is not plugged in.").format(path)

    def _rows(self, entry: GridEntry, photo: Photo) -> list[tuple[str, str]]:
        found = photo.metadata
        rows = [
            (self.tr("Why it is here"), self._why(entry)),
            (self.tr("Name"), photo.name),
            (self.tr("Title"), found.title),
            (self.tr("Description"), found.description),
            (self.tr("Keywords"), ", ".join(found.keywords)),
            (self.tr("Rating"), "★" * (found.rating or 0)),
            (self.tr("Taken"), (found.taken_at or "").replace("T", "  ")),
            (self.tr("Place"), _place(photo)),
            (self.tr("Camera"), found.camera),
            (self.tr("Lens"), found.lens),
            (self.tr("Exposure"), _exposure(photo)),
            (self.tr("Picture"), f"{found.width} × {found.height}  {found.format}"),
            (self.tr("File"), self._where(str(photo.path), photo.online)),
            (self.tr("RAW beside it"), photo.companion),
            (self.tr("The same picture is also at"), "\n".join(entry.copies)),
        ]
        return [(title, words) for title, words in rows if words]

    def _why(self, entry: GridEntry) -> str:
        lines = [
            self.tr("by {0}: {1}").format(name, self._ordinal(rank))
            for name, rank in entry.ranks.items()
        ]
        return "\n".join(lines)

    def _ordinal(self, rank: int) -> str:
        """Return '2nd' or '14th'; languages with one form for all translate all four alike."""
        forms = {1: self.tr("{0}st"), 2: self.tr("{0}nd"), 3: self.tr("{0}rd")}
        is_teen = rank % 100 in (11, 12, 13)
        form = self.tr("{0}th") if is_teen else forms.get(rank % 10, self.tr("{0}th"))
        return form.format(f"{rank:,}")


def _place(photo: Photo) -> str:
    found = photo.metadata
    if found.latitude is None or found.longitude is None:
        return ""
    north = "N" if found.latitude >= 0 else "S"
    east = "E" if found.longitude >= 0 else "W"
    text = f"{abs(found.latitude):.5f}° {north}, {abs(found.longitude):.5f}° {east}"
    return text if found.altitude is None else f"{text}, {found.altitude:.0f} m"


def _exposure(photo: Photo) -> str:
    found = photo.metadata
    seconds = found.exposure_seconds
    parts = [
        "" if not seconds else f"1/{1 / seconds:.0f} s" if seconds < 0.4 else f"{seconds:g} s",
        f"f/{found.f_number:g}" if found.f_number else "",
        f"{found.focal_length_mm:g} mm" if found.focal_length_mm else "",
        f"ISO {found.iso}" if found.iso else "",
    ]
    return "   ".join(part for part in parts if part)
