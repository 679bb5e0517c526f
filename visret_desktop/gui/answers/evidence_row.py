"""The photos that were read for an answer, side by side, thing by thing or answer by answer."""

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QScrollArea, QWidget

from visret_desktop.engine.messages import Evidence
from visret_desktop.gui.grid.photo_painter import source_of
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import pixmap
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

SIDE, SMALL_SIDE = 44, 36  # pixels
_BADGE, _ICON = 16, 11
_SHADE = QColor(0, 0, 0, 180)
_VEIL = 0.6  # over photos that do not say so
ICONS = {
    "shows": "check",
    "not-shown": "eye-off",
    "reading": "eye",
    "waiting": "ellipsis",
    "unusable": "circle-help",
    "unreadable": "triangle-alert",
    "not-needed": "minus",
}


class EvidenceChip(QAbstractButton):
    """A press selects the photo, Enter or a double click opens it, Delete leaves it out."""

    opened = Signal(object)
    pointed = Signal(object)  # the evidence that mouse or keyboard is on, or None
    dropped = Signal(object)

    def __init__(self, evidence: Evidence, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.evidence = evidence
        self.image: QImage | None = None
        self._drop = QAction(self)
        self._drop.triggered.connect(lambda: self.dropped.emit(self.evidence))
        self._open = QAction(self)
        self._open.triggered.connect(lambda: self.opened.emit(self.evidence))
        self.setFixedSize(SIDE, SIDE)
        set_text(self, Text.SMALL)
        self.show_evidence(evidence, words)

    def show_evidence(self, evidence: Evidence, words: str) -> None:
        """Show how far the photo is read, and what came of it, which is `words`."""
        self.evidence, number = evidence, evidence.n
        what = self.tr("Sketch {0}") if evidence.is_sketch else self.tr("Photo {0}")
        self.setAccessibleName(f"{what.format(number)}, {words}")
        self.setAccessibleDescription(evidence.name)
        self.setToolTip(literally(f"{what.format(number)}: {words}\n{evidence.name}"))
        self._drop.setText(self.tr("Answer without photo {0} (Delete)").format(number))
        self._drop.setEnabled(not evidence.is_sketch)
        self._open.setText(self.tr("View photo {0} (Enter)").format(number))
        self._open.setEnabled(not evidence.is_sketch)
        self.update()

    def show_image(self, image: QImage | None) -> None:
        """Show the photo's thumbnail once it is there."""
        self.image = image
        self.update()

    # ---- keys and mouse ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, leave out with Delete."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open.trigger()
        elif event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._drop.trigger()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Escape):
            event.ignore()  # a button would go to the next one
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the photo."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._open.trigger()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer what can be done with the photo."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions([self._open, self._drop])
        menu.popup(event.globalPos())

    def enterEvent(self, event: QEnterEvent) -> None:
        """Point at the photo."""
        super().enterEvent(event)
        self.pointed.emit(self.evidence)

    def leaveEvent(self, event: object) -> None:
        """Point at nothing."""
        self.pointed.emit(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Point at the photo."""
        super().focusInEvent(event)
        self.pointed.emit(self.evidence)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Point at nothing."""
        super().focusOutEvent(event)
        self.pointed.emit(None)

    # ---- paint ------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the photo with number, state, and a ring if the answer rests on it."""
        evidence, palette, whole = self.evidence, self.palette(), self.rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        path = QPainterPath()
        path.addRoundedRect(QRectF(whole).adjusted(1, 1, -1, -1), 6, 6)
        painter.setClipPath(path)
        painter.fillRect(whole, palette.color(QPalette.ColorRole.AlternateBase))
        if self.image is not None and not self.image.isNull():
            painter.drawImage(QRectF(whole), self.image, source_of(self.image.size(), whole.size()))
        if evidence.state not in ("shows", "reading"):
            veil = palette.color(QPalette.ColorRole.Base)
            veil.setAlphaF(_VEIL)
            painter.fillRect(whole, veil)
        number = str(evidence.n)
        width = max(_BADGE, painter.fontMetrics().horizontalAdvance(number) + 8)
        self._paint_badge(painter, QRectF(3, 3, width, _BADGE), number)
        corner = QPointF(whole.width() - _BADGE - 3, whole.height() - _BADGE - 3)
        shown = "pencil" if evidence.is_sketch and evidence.state == "shows" else ""
        self._paint_icon(painter, corner, shown or ICONS[evidence.state])
        painter.setClipping(False)
        is_lit = evidence.decides or self.underMouse() or self.hasFocus()
        role = QPalette.ColorRole.Accent if is_lit else QPalette.ColorRole.Mid
        painter.setPen(QPen(palette.color(role), 2 if evidence.decides else 1))
        painter.drawPath(path)
        painter.end()

    def _paint_badge(self, painter: QPainter, place: QRectF, words: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_SHADE)
        painter.drawRoundedRect(place, _BADGE / 2, _BADGE / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor("white"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_icon(self, painter: QPainter, corner: QPointF, name: str) -> None:
        self._paint_badge(painter, QRectF(corner, QSize(_BADGE, _BADGE)), "")
        inset = (_BADGE - _ICON) / 2
        drawn = pixmap(name, QColor("white"), _ICON, self.devicePixelRatioF())
        painter.drawPixmap(corner + QPointF(inset, inset), drawn)


_WIDEST = 160  # pixels of a heading


class EvidenceRow(QScrollArea):
    """One stop of Tab; a bar below it where the photos do not fit. Signals carry `Evidence`."""

    chosen = Signal(object)
    opened = Signal(object)
    pointed = Signal(object)  # or None
    dropped = Signal(object)

    def __init__(
        self,
        loader: ThumbnailLoader,
        pictures: SketchPictures,
        words_of: Callable[[Evidence], str],
        parent: QWidget | None = None,
    ) -> None:
        """Say what came of a photo in the words that `words_of` returns."""
        super().__init__(parent)
        self._loader, self._pictures, self._words_of = loader, pictures, words_of
        self._chips: dict[tuple[int, str], EvidenceChip] = {}  # by thing and content
        self._headings: Sequence[str] = ()
        self._side = SIDE
        self._group = ArrowGroup(self)
        inner = QWidget()
        self._row = QHBoxLayout(inner)
        fill(self._row, margins=(0, 0, 0, 0), spacing=6)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for part in (self.viewport(), inner):
            part.setAutoFillBackground(False)
        loader.loaded.connect(self._on_thumbnail)
        pictures.loaded.connect(self._on_sketches)

    def chips(self) -> list[EvidenceChip]:
        """Return the photos in the order shown."""
        return list(self._chips.values())

    def set_small(self, is_small: bool) -> None:
        """Show small pictures, or larger ones."""
        self._side = SMALL_SIDE if is_small else SIDE
        for chip in self.chips():
            chip.setFixedSize(self._side, self._side)
        self._fit()

    def show_evidence(
        self, evidence: Sequence[Evidence], headings: Sequence[str], before: QWidget
    ) -> None:
        """Show photos in this order, each beside its heading; Tab comes here from `before`."""
        keys = [_key(one) for one in evidence]
        if (keys, headings) != (list(self._chips), self._headings):
            self._headings = headings
            self._make_chips(evidence, headings)
            for chip in self.chips():
                QWidget.setTabOrder(before, chip)
                before = chip
        for one, chip in zip(evidence, self.chips(), strict=True):
            chip.show_evidence(one, self._words_of(one))
            if chip.image is None:
                chip.show_image(self._image(one))

    def _make_chips(self, evidence: Sequence[Evidence], headings: Sequence[str]) -> None:
        kept, self._chips = self._chips, {}
        focused = next((n for n, chip in enumerate(kept.values()) if chip.hasFocus()), -1)
        while (item := self._row.takeAt(0)) is not None:
            if isinstance(widget := item.widget(), PlainLabel):
                widget.hide()
                widget.deleteLater()
        for heading, group in groupby(zip(headings, evidence, strict=True), lambda one: one[0]):
            if heading:
                self._row.addWidget(self._label(heading))
            for _, one in group:
                chip = kept.pop(_key(one), None) or self._new_chip(one)
                self._chips[_key(one)] = chip
                self._row.addWidget(chip)
                chip.show()
            self._row.addSpacing(8)
        self._row.addStretch(1)
        self._group.follow(self.chips())
        if focused >= 0 and self._chips and not any(chip.hasFocus() for chip in self.chips()):
            self.chips()[min(focused, len(self._chips) - 1)].setFocus()
        for chip in kept.values():
            chip.hide()
            chip.deleteLater()
        self._fit()

    def _label(self, heading: str) -> PlainLabel:
        label = PlainLabel()
        set_text(label, Text.SMALL)
        right = Qt.TextElideMode.ElideRight
        label.setText(label.fontMetrics().elidedText(heading, right, _WIDEST))
        label.setToolTip(literally(heading))
        return label

    def _new_chip(self, evidence: Evidence) -> EvidenceChip:
        chip = EvidenceChip(evidence, self._words_of(evidence))
        chip.setFixedSize(self._side, self._side)
        chip.clicked.connect(lambda: self.chosen.emit(chip.evidence))
        chip.opened.connect(self.opened)
        chip.pointed.connect(self._on_pointed)
        chip.dropped.connect(self.dropped)
        return chip

    def _on_pointed(self, evidence: Evidence | None) -> None:
        focused = next((chip for chip in self.chips() if chip.hasFocus()), None)
        if focused is not None:
            self.ensureWidgetVisible(focused, 0, 0)
        self.pointed.emit(evidence)

    # ---- pictures ---------------------------------------------------------------------------

    def _image(self, evidence: Evidence) -> QImage | None:
        if evidence.is_sketch:
            return self._pictures.picture(evidence.path)
        image = self._loader.image(evidence.content_hash)
        if image is None:
            self._loader.request(evidence.content_hash)
        return image

    def _on_thumbnail(self, content_hash: str) -> None:
        for chip in self.chips():
            if chip.evidence.content_hash == content_hash:
                chip.show_image(self._loader.image(content_hash))

    def _on_sketches(self) -> None:
        for chip in self.chips():
            if chip.evidence.is_sketch:
                chip.show_image(self._pictures.picture(chip.evidence.path))

    # ---- size -------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find out anew whether all photos fit."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Be as high as the photos, and the bar below them where they do not fit."""
        row = self.widget()
        assert row is not None  # it was set
        has_bar = row.minimumSizeHint().width() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if has_bar else 0
        self.setFixedHeight(self._side + bar)


def _key(evidence: Evidence) -> tuple[int, str]:
    """Return what names a photo of an answer, whichever number it has."""
    return evidence.entity, evidence.content_hash or f"{evidence.n} {evidence.path}"
