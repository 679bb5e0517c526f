"""The one line to ask in, with chips for example photos and further terms."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QStringListModel, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import (
    QCompleter,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.errors import UsageError
from visret_desktop.library.imaging import EXTENSIONS

if TYPE_CHECKING:
    from visret_desktop.retrieval.query import Term

_WEIGHTS = (0.5, 1.0, 2.0, 3.0)


class Chip(QToolButton):
    """One term that is not typed in the line: an example photo, with weight and sign."""

    changed = Signal()
    removed = Signal(object)

    def __init__(self, term: QueryTerm, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.term = term
        self._label = label
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for weight in _WEIGHTS:
            menu.addAction(self.tr("weight {0:g}").format(weight), self._weigh(weight))
        menu.addSeparator()
        menu.addAction(self.tr("Towards / away from this"), lambda: self._weigh_by(-1))
        menu.addAction(self.tr("Remove"), lambda: self.removed.emit(self))
        self.setMenu(menu)
        self._show()

    def _weigh(self, weight: float) -> Callable[[], None]:
        def weigh() -> None:
            sign = -1 if self.term.weight < 0 else 1
            self._set(sign * weight)

        return weigh

    def _weigh_by(self, factor: float) -> None:
        self._set(self.term.weight * factor)

    def _set(self, weight: float) -> None:
        self.term = QueryTerm(self.term.text, self.term.image, weight)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        sign = "−" if self.term.weight < 0 else "+"
        amount = abs(self.term.weight)
        weight = "" if amount == 1 else f"{amount:g} × "
        self.setText(f"{sign} {weight}{self._label}")
        self.setAccessibleName(self.text())


class QueryBar(QWidget):
    """Line, chips and buttons. `asked` carries the terms of a query, () for browsing."""

    asked = Signal(tuple, str)
    stopped = Signal()
    refused = Signal(str)

    def __init__(self, pasted: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pasted = pasted
        self._chips: list[Chip] = []
        self._recent = QStringListModel(self)
        self.line = self._make_line()
        self._add_button = QPushButton(self.tr("+ photo"))
        self._add_button.setToolTip(self.tr("Search by a photo of your own (Ctrl+Shift+F)"))
        self._add_button.setShortcut("Ctrl+Shift+F")
        self._add_button.clicked.connect(self._choose)
        self.pictures = QPushButton(self.tr("Pictures: off"))
        self.pictures.setEnabled(False)
        self.pictures.setToolTip(
            self.tr("No picture model is installed: searches use your words as they are.")
        )
        self._chip_row = QHBoxLayout()
        self._chip_row.setSpacing(8)
        self._chip_row.addStretch()
        top = QHBoxLayout()
        top.setSpacing(8)
        for widget in (self.line, self._add_button, self.pictures):
            top.addWidget(widget)
            widget.setMinimumHeight(36)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 4)
        column.setSpacing(4)
        column.addLayout(top)
        column.addLayout(self._chip_row)
        self.setAcceptDrops(True)

    def _make_line(self) -> "QueryLine":
        line = QueryLine(self)
        line.setPlaceholderText(self.tr("Say what the photo shows, or drop a photo here"))
        line.setClearButtonEnabled(True)
        line.setAccessibleName(self.tr("Query"))
        line.returnPressed.connect(self.ask)
        line.escaped.connect(self._on_escape)
        line.image_pasted.connect(self.accept_mime)
        completer = QCompleter(self._recent, line)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        line.setCompleter(completer)
        return line

    # ---- ask --------------------------------------------------------------------------------

    def ask(self) -> None:
        """Send what is typed and the chips."""
        from visret_desktop.retrieval.query import parse_query  # loads NumPy: not at the start

        text = self.line.text().strip()
        try:
            typed = [_as_message(term) for term in parse_query(text)] if text else []
        except UsageError as error:
            self.refused.emit(str(error))
            return
        if text:
            self.remember([text, *self._recent.stringList()])
        self.asked.emit((*typed, *(chip.term for chip in self._chips)), text)

    def ask_text(self, text: str) -> None:
        """Type and send a query."""
        self._clear_chips()
        self.line.setText(text)
        self.ask()

    def ask_similar(self, term: QueryTerm, label: str) -> None:
        """Search by one photo alone."""
        self.line.clear()
        self._clear_chips()
        self.add_example(term, label)

    def add_example(self, term: QueryTerm, label: str) -> None:
        """Add an example photo to the query and search."""
        chip = Chip(term, label, self)
        chip.changed.connect(self.ask)
        chip.removed.connect(self._remove)
        self._chips.append(chip)
        self._chip_row.insertWidget(self._chip_row.count() - 1, chip)
        self.ask()

    def remember(self, queries: Sequence[str]) -> None:
        """Offer these while typing, newest first."""
        self._recent.setStringList(list(dict.fromkeys(queries))[:200])

    def recent(self) -> list[str]:
        """Return the queries that are offered."""
        return self._recent.stringList()

    def _remove(self, chip: Chip) -> None:
        self._chips.remove(chip)
        chip.deleteLater()
        self.ask()

    def _clear_chips(self) -> None:
        for chip in self._chips:
            chip.deleteLater()
        self._chips.clear()

    def _on_escape(self) -> None:
        if self.line.text() or self._chips:
            self.line.clear()
            self._clear_chips()
            self.ask()
        self.stopped.emit()

    # ---- pictures from outside --------------------------------------------------------------

    def _choose(self) -> None:
        patterns = " ".join(f"*{suffix}" for suffix in sorted(EXTENSIONS))
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Search by a photo"), "", self.tr("Photos ({0})").format(patterns)
        )
        if path:
            self.add_example(QueryTerm(image=path), Path(path).name)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures and picture files."""
        if has_picture(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped."""
        self.accept_mime(event.mimeData())
        event.acceptProposedAction()

    def accept_mime(self, mime: QMimeData) -> None:
        """Search by the files or the picture in `mime`."""
        paths = [url.toLocalFile() for url in mime.urls() if is_picture(url.toLocalFile())]
        for path in paths:
            self.add_example(QueryTerm(image=path), Path(path).name)
        image = mime.imageData()
        if not paths and isinstance(image, QImage):
            self._pasted.mkdir(parents=True, exist_ok=True)
            path = str(self._pasted / f"pasted {time.time_ns()}.png")
            image.save(path)
            self.add_example(QueryTerm(image=path), self.tr("pasted picture"))


class QueryLine(QLineEdit):
    """A line edit that passes on pasted pictures and Escape."""

    escaped = Signal()
    image_pasted = Signal(object)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Escape and a paste of pictures."""
        mime = QGuiApplication.clipboard().mimeData()
        if event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif (
            event.matches(QKeySequence.StandardKey.Paste) and mime is not None and has_picture(mime)
        ):
            self.image_pasted.emit(mime)
        else:
            super().keyPressEvent(event)


def is_picture(path: str) -> bool:
    """Tell whether a path names a file that we could decode."""
    return Path(path).suffix.lower() in EXTENSIONS and Path(path).is_file()


def has_picture(mime: QMimeData) -> bool:
    """Tell whether a drop or a paste holds something to search by."""
    return any(is_picture(url.toLocalFile()) for url in mime.urls()) or mime.hasImage()


def _as_message(term: "Term") -> QueryTerm:
    if term.image is not None:
        return QueryTerm(image=str(term.image), weight=term.weight)
    return QueryTerm(text=term.text, weight=term.weight)
