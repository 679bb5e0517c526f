"""The panel of facets beside the grid: values of the photos shown, with counts, to filter by.

Its rows keep their identity while counts change, so selection and focus stay.
"""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import (
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QShowEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from visret_desktop.facts.fact import Fact
from visret_desktop.gui.facts.condition_text import gazetteer
from visret_desktop.gui.facts.facet_rows import ON, OUT, FacetRow, facet_rows, negated, state_of
from visret_desktop.gui.facts.filter_counter import FacetCounts, FilterCounter
from visret_desktop.gui.widgets.panel_tree import COUNT, ICON, KIND, TITLE, PanelTree
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.catalog.photo_filter import Condition

ROW = Qt.ItemDataRole.UserRole  # the FacetRow
_MARKS = {ON: "check", OUT: "minus"}
translate = QCoreApplication.translate


class FacetModel(QStandardItemModel):
    """Rows as they are listed; those that stay keep their place in the eyes of the view."""

    def show_rows(self, rows: Sequence[FacetRow]) -> None:
        """Show these rows."""
        _fill(self.invisibleRootItem(), rows)


def _fill(parent: QStandardItem, rows: Sequence[FacetRow]) -> None:
    wanted = {row.key for row in rows}
    for place in reversed(range(parent.rowCount())):
        if parent.child(place).data(ROW).key not in wanted:
            parent.removeRow(place)
    for place, row in enumerate(rows):
        item = parent.child(place)
        if item is None or item.data(ROW).key != row.key:
            item = _taken_from(parent, place, row) or QStandardItem()
            _describe(item, row)
            parent.insertRows(place, [item])
        _describe(item, row)
        _fill(item, row.rows)


def _taken_from(parent: QStandardItem, place: int, row: FacetRow) -> QStandardItem | None:
    """Take a row out that stands further down, if there is it."""
    for other in range(place, parent.rowCount()):
        if parent.child(other).data(ROW).key == row.key:
            return parent.takeRow(other)[0]
    return None


def _describe(item: QStandardItem, row: FacetRow) -> None:
    """Set what changed: each change is painted."""
    if item.data(ROW) == row:
        return
    item.setEditable(False)
    is_title = row.condition is None and not row.opens
    item.setFlags(Qt.ItemFlag.NoItemFlags if is_title else Qt.ItemFlag.ItemIsEnabled)
    if not is_title:
        item.setSelectable(True)
    state = {ON: translate("facets", "on"), OUT: translate("facets", "excluded")}.get(row.state, "")
    photos = translate("facets", "{0} photos").format(row.count) if row.count else ""
    values = (
        (ROW, row),
        (Qt.ItemDataRole.DisplayRole, row.words),
        (Qt.ItemDataRole.ToolTipRole, literally(row.tip or row.words)),
        (
            Qt.ItemDataRole.AccessibleTextRole,
            ", ".join(part for part in (row.words, photos, state) if part),
        ),
        (COUNT, row.count),
        (ICON, _MARKS.get(row.state, "")),
        (KIND, TITLE if is_title else None),
    )
    for role, value in values:
        if item.data(role) != value:
            item.setData(value, role)


Index = QModelIndex | QPersistentModelIndex
_BLANK = Condition("blank", ("blank",))
_EXCLUDES = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier


class FacetTree(PanelTree):
    """`chosen` has the row that was clicked or asked for with Enter, and whether to exclude it."""

    chosen = Signal(object, bool)

    def __init__(self, model: FacetModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setSelectionMode(PanelTree.SelectionMode.NoSelection)
        self.setAccessibleName(self.tr("Narrow the photos"))
        self._excludes = False
        self.clicked.connect(lambda index: self._choose(index, excludes=self._excludes))

    def is_marked(self, index: Index) -> bool:
        """Tell whether a fact is on, or excluded; an icon tells which."""
        row = index.data(ROW)
        return row is not None and bool(row.state)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note whether the click excludes."""
        self._excludes = bool(event.modifiers() & _EXCLUDES)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with Enter or Space; with Shift or Alt exclude."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex(), excludes=bool(event.modifiers() & _EXCLUDES))
        else:
            super().keyPressEvent(event)

    def _choose(self, index: QModelIndex, *, excludes: bool) -> None:
        row = index.data(ROW)
        if row is not None and (row.condition is not None or row.opens):
            self.chosen.emit(row, excludes)


class FacetPanel(QWidget):
    """Lists facets. `toggled` has a fact to add, or to take out if it is there."""

    toggled = Signal(object)

    def __init__(
        self,
        counting: FilterCounter,
        facts: Callable[[], Sequence[Fact]],
        parent: QWidget | None = None,
    ) -> None:
        """Show what `counting` counts; `facts` returns those that are on."""
        super().__init__(parent)
        self._counting, self._facts = counting, facts
        self._counts = FacetCounts()
        self._rows = FacetModel(self)
        self.tree = FacetTree(self._rows)
        self.tree.chosen.connect(self._on_chosen)
        self.blank = QPushButton(self.tr("Hide blank frames"))
        self.blank.setCheckable(True)
        self.blank.setToolTip(self.tr("Photos in which a detector looked and found nothing"))
        self.blank.clicked.connect(self.toggle_blank)
        self.blank.hide()
        self._hint = PlainLabel(is_wrapped=True)
        set_text(self._hint, Text.SMALL)
        self._hint.setEnabled(False)
        parts = (self.blank, (self.tree, 1), self._hint)
        fill(QVBoxLayout(self), *parts, margins=(8, 8, 8, 8), spacing=8)
        counting.counted.connect(self._on_counted)
        self._say(self.tr("Counting …"))

    def rows(self) -> list[FacetRow]:
        """Return what is listed, with the rows below others that are open."""
        rows, index = [], self._rows.index(0, 0)
        while index.isValid():
            rows.append(index.data(ROW))
            index = self.tree.indexBelow(index)
        return rows

    def show_facts(self) -> None:
        """Mark the facts that are on now."""
        rows = facet_rows(self._counts, self._facts(), self._counting.opened)
        current = self.tree.currentIndex().data(ROW)
        self._rows.show_rows(rows)
        self._show_blank()
        if current is not None and not self.tree.currentIndex().isValid():
            self.tree.setCurrentIndex(self._rows.index(0, 0))
        if rows:
            self._say(self.tr("A click shows only these, with Shift all but these."))
        else:
            is_any = self._counts.photos > 0
            self._say(self.tr("Nothing tells these photos apart.") if is_any else "")

    @property
    def are_blank_hidden(self) -> bool:
        """Whether photos are left out in which detectors found nothing."""
        return state_of(_BLANK, self._facts())[0] == OUT

    def toggle_blank(self) -> None:
        """Leave out photos in which detectors found nothing, or show them again."""
        _, fact = state_of(_BLANK, self._facts())
        self.toggled.emit(fact or fact_of_condition(negated(_BLANK)))

    def _show_blank(self) -> None:
        is_hidden = self.are_blank_hidden
        self.blank.setChecked(is_hidden)
        self.blank.setVisible(is_hidden or bool(self._counts.counts.get("blank")))

    def showEvent(self, event: QShowEvent) -> None:
        """Count while somebody looks."""
        super().showEvent(event)
        self._counting.set_wanted(True)

    def hideEvent(self, event: QHideEvent) -> None:
        """Count no more."""
        super().hideEvent(event)
        self._counting.set_wanted(False)

    def _say(self, words: str) -> None:
        self._hint.setText(words)

    def _on_counted(self, counts: FacetCounts) -> None:
        self._counts = counts
        self.show_facts()

    def _on_chosen(self, row: FacetRow, excludes: bool) -> None:
        if row.opens:
            self._counting.count_all(row.opens)
        elif row.condition is not None:
            _, fact = state_of(row.condition, self._facts())
            wanted = negated(row.condition) if excludes else row.condition
            self.toggled.emit(fact or fact_of_condition(wanted))


def fact_of_condition(condition: Condition) -> Fact:
    """Return the fact that reads as a condition."""
    from visret_desktop.facts.operators import condition_text  # reads files of words: not at once

    return Fact(condition_text(condition, gazetteer()), condition)
