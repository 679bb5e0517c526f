"""Terms of a query beside the typed line: each with its sign, its weight and a way to remove it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QImage, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.gui.languages.figures import in_short
from visret_desktop.gui.search.history import ChipState
from visret_desktop.gui.widgets.pinned_chip import PinnedChip, PinnedChipRow
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import fill

_WEIGHTS = (0.5, 1.0, 2.0, 3.0)
_LABEL_PIXELS = 180
_PICTURE_PIXELS = 24


class Chip(PinnedChip):
    """One term: words or an example photo."""

    changed = Signal()

    def __init__(
        self,
        term: QueryTerm,
        label: str,
        picture: QImage | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.term = term
        self.identity = (term.text, term.image)
        self._label, self._picture = label, picture
        self._sign = QToolButton()
        self._sign.clicked.connect(self.turn)
        self._sign.setToolTip(self.tr("Towards this, or away from it"))
        self._body.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._body.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._body.setMenu(self._make_menu())
        if picture is not None and not picture.isNull():
            side = QSize(_PICTURE_PIXELS, _PICTURE_PIXELS)
            self._body.setIcon(QPixmap.fromImage(picture))
            self._body.setIconSize(side)
        self._close.setToolTip(self.tr("Take this out of the query"))
        self._put_side_by_side(self._sign, self._body, self.pin, self._close, left=4)
        self._show()

    def weigh(self, weight: float) -> None:
        """Give the term another weight, keeping its sign."""
        self._set(weight if self.term.weight > 0 else -weight)

    def turn(self) -> None:
        """Search towards the term instead of away from it, or the other way round."""
        self._set(-self.term.weight)

    def text(self) -> str:
        """Return sign, weight and label."""
        return f"{self._sign.text()} {self._words()}"

    def state(self) -> ChipState:
        """Return what is needed to make this chip again."""
        return ChipState(self.term, self._label, self._picture)

    def _make_menu(self) -> QMenu:
        menu = QMenu(self)
        names = {0.5: self.tr("a little"), 1.0: self.tr("normal"), 2.0: self.tr("much")}
        for weight in _WEIGHTS:
            name = names.get(weight, self.tr("very much"))
            action = QAction(f"{in_short(weight)} ×   {name}", menu)
            action.triggered.connect(lambda _checked=False, weight=weight: self.weigh(weight))
            menu.addAction(action)
        return menu

    def _set(self, weight: float) -> None:
        self.term = replace(self.term, weight=weight)
        self._show()
        self.changed.emit()

    def _words(self) -> str:
        amount = abs(self.term.weight)
        return self._label if amount == 1 else f"{in_short(amount)} × {self._label}"

    def _show(self) -> None:
        is_away = self.term.weight < 0
        self._sign.setText("−" if is_away else "+")
        words = self._words()
        self._body.setText(
            self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, _LABEL_PIXELS)
        )
        self._body.setToolTip(literally(self.tr("{0}: click for its weight").format(words)))
        towards = self.tr("away from {0}") if is_away else self.tr("towards {0}")
        self.setAccessibleName(towards.format(words))
        self._sign.setAccessibleName(towards.format(self._label))
        self._body.setAccessibleName(self.tr("weight of {0}").format(words))
        self._close.setAccessibleName(self.tr("remove {0}").format(self._label))
        self.name_pin(self._label)


class ChipRow(PinnedChipRow[Chip]):
    """The terms of a query."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        fill(self._row, None, margins=(0, 0, 0, 0), spacing=8)

    def terms(self) -> tuple[QueryTerm, ...]:
        """Return their terms."""
        return tuple(chip.term for chip in self._chips)

    def kept(self, is_new: bool) -> tuple[QueryTerm, ...]:
        """Return the terms that stay with a line that is typed, be it a new one or not."""
        return tuple(chip.term for chip in self._kept(is_new))

    def preview(self, terms: Sequence[QueryTerm]) -> None:
        """Show terms that become chips once the line is asked; those before go."""
        there = self.terms()
        self._show_previews(
            {
                term: partial(Chip, term, term.text, None, self)
                for term in terms
                if term not in there
            }
        )

    def states(self) -> tuple[ChipState, ...]:
        """Return what is needed to make the chips again."""
        return tuple(chip.state() for chip in self._chips)

    def add(self, term: QueryTerm, label: str, picture: QImage | None = None) -> None:
        """Add a term; the same words or photo as in a chip take that chip's place."""
        chip = Chip(term, label, picture, self)
        for same in self.chips():
            if same.identity == chip.identity:
                self._take_out(same)
        chip.changed.connect(self.changed)
        self._put(chip)
        self.show()
        self.rearranged.emit()

    def show_terms(self, states: Sequence[ChipState]) -> None:
        """Have these chips and no others."""
        for chip in self.chips():
            self._take_out(chip)
        for state in states:
            self.add(state.term, state.label, state.picture)

    def clear(self) -> None:
        """Remove all chips, and forget which were pinned."""
        self._pinned.clear()
        self.show_terms(())

    def _place(self, chip: Chip) -> None:
        self._row.insertWidget(self._row.count() - 1, chip)
