"""The photos that were read for an answer, side by side, thing by thing or answer by answer."""

from collections.abc import Callable, Sequence
from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from visret_desktop.engine.messages import Evidence
from visret_desktop.gui.answers.evidence_chip import SIDE, SMALL_SIDE, EvidenceChip
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.arrow_group import ArrowGroup
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

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
