"""What was understood of when, where and with what: a chip for each fact, and what is offered."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QToolButton, QWidget

from visret_desktop.facts.fact import Fact, FilterSuggestion
from visret_desktop.gui.facts.condition_text import fact_words
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.pinned_chip import PinnedChip, PinnedChipRow
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import FlowLayout
from visret_desktop.library.catalog.photo_filter import Condition

_LABEL_PIXELS = 260


class FactChip(PinnedChip):
    """One fact that photos have to have, or not to have."""

    edit_requested = Signal(object)  # itself

    def __init__(self, fact: Fact, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fact = fact
        self.identity = fact.condition
        self._body.clicked.connect(lambda: self.edit_requested.emit(self))
        self._put_side_by_side(self._body, self.pin, self._close, left=8)
        words = fact_words(fact)
        middle = Qt.TextElideMode.ElideMiddle
        # Qt underlines what follows an ampersand.
        shown = self.fontMetrics().elidedText(words, middle, _LABEL_PIXELS).replace("&", "&&")
        self._body.setText(shown)
        self._body.setToolTip(literally(self.tr("{0}: click to change it").format(fact.text)))
        self._body.setAccessibleName(self.tr("change {0}").format(words))
        self._close.setToolTip(self.tr("Search without this"))
        self._close.setAccessibleName(self.tr("remove {0}").format(words))
        self.setAccessibleName(words)
        self.name_pin(words)


class FactRow(PinnedChipRow[FactChip]):
    """Chips of facts, and behind them what the words of the query may mean, too."""

    edit_requested = Signal(str)  # a fact as text, which is taken out
    accepted = Signal(object)  # a fact that was offered

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offers: list[QToolButton] = []
        self._flow = FlowLayout(self)

    def facts(self) -> tuple[Fact, ...]:
        """Return the facts, in the order in which they came."""
        return tuple(chip.fact for chip in self._chips)

    def kept(self, is_new: bool) -> tuple[Fact, ...]:
        """Return the facts that stay with a line that is typed, be it a new one or not."""
        return tuple(chip.fact for chip in self._kept(is_new))

    def preview(self, facts: Sequence[Fact]) -> None:
        """Show facts that become chips once the line is asked; those before go."""
        there = [chip.identity for chip in self._chips]
        wanted = (fact for fact in facts if fact.condition not in there)
        self._show_previews({fact.condition: partial(FactChip, fact, self) for fact in wanted})

    def reserve(self, is_reserved: bool) -> None:
        """Have the height of a chip also without one, so that nothing below jumps for the first."""
        if is_reserved != self._is_reserved:
            self._is_reserved = is_reserved
            self.setMinimumHeight(_chip_height() if is_reserved else 0)
            self._show()

    def buttons(self) -> list[QAbstractButton]:
        """Return the buttons of all chips, and behind them what is offered."""
        return [*super().buttons(), *self._offers]

    def offers(self) -> list[QToolButton]:
        """Return the buttons of what is offered."""
        return list(self._offers)

    def add(self, facts: Sequence[Fact]) -> None:
        """Add facts; one that is there already is not added again. Nothing is emitted."""
        there = {chip.fact.condition for chip in self._chips}
        for fact in facts:
            if fact.condition not in there:
                there.add(fact.condition)
                chip = FactChip(fact, self)
                chip.edit_requested.connect(self._on_edit)
                self._put(chip)
        self._show()
        self.rearranged.emit()

    def show_facts(self, facts: Sequence[Fact]) -> None:
        """Have these facts and no others. Nothing is emitted."""
        for chip in self.chips():
            self._take_out(chip)
        self.offer(())
        self.add(facts)

    def clear(self) -> None:
        """Have no facts, and forget which were pinned. Nothing is emitted."""
        self._pinned.clear()
        self.show_facts(())

    def drop_unpinned(self) -> None:
        """Have only the facts that are pinned, and no offers."""
        super().drop_unpinned()
        self.offer(())

    def toggle(self, fact: Fact) -> None:
        """Add a fact, or take it out if it is there."""
        same = [chip for chip in self._chips if chip.fact.condition == fact.condition]
        for chip in same:
            self._take_out(chip)
        if not same:
            self.add([fact])
        self.changed.emit()

    def offer(self, offers: Sequence[FilterSuggestion]) -> None:
        """Offer these facts and no others."""
        for button in self._offers:
            self._take_away(button)
        self._offers = [self._offer_button(offer) for offer in offers]
        for button in self._offers:
            self._flow.addWidget(button)
        self._show()
        self.rearranged.emit()

    def _offer_button(self, offer: FilterSuggestion) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("offer")
        button.setIcon(icon("plus"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        words = fact_words(offer.fact)
        words = f"{words} ({count(offer.photos)})" if offer.photos else words
        button.setText(words.replace("&", "&&"))
        tip = self.tr("If you mean it by “{0}”: only photos with {1}")
        button.setToolTip(literally(tip.format(offer.words, offer.fact.text)))
        button.setAccessibleName(self.tr("only photos with {0}").format(words))
        button.clicked.connect(lambda: self._accept(button, offer))
        return button

    def _accept(self, button: QToolButton, offer: FilterSuggestion) -> None:
        self._offers.remove(button)
        self._take_away(button)
        self.accepted.emit(offer.fact)

    def _on_edit(self, chip: FactChip) -> None:
        self._take_out(chip)
        self.edit_requested.emit(chip.fact.text)

    def _place(self, chip: FactChip) -> None:
        self._flow.addWidget(chip)
        chip.show()


def _chip_height() -> int:
    chip = FactChip(Fact("has:date", Condition("has", ("date",))))
    height = chip.sizeHint().height()
    chip.deleteLater()
    return height
