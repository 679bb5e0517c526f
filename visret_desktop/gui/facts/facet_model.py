"""The rows of the panel of facets, which keep their identity while counts change."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from visret_desktop.gui.facts.facet_rows import ON, OUT, FacetRow
from visret_desktop.gui.widgets.panel_delegate import COUNT, ICON, KIND, TITLE
from visret_desktop.gui.widgets.plain_text import literally

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
    said = {ON: translate("facets", "on"), OUT: translate("facets", "excluded")}.get(row.state, "")
    photos = translate("facets", "{0} photos").format(row.count) if row.count else ""
    values = (
        (ROW, row),
        (Qt.ItemDataRole.DisplayRole, row.words),
        (Qt.ItemDataRole.ToolTipRole, literally(row.tip or row.words)),
        (
            Qt.ItemDataRole.AccessibleTextRole,
            ", ".join(part for part in (row.words, photos, said) if part),
        ),
        (COUNT, row.count),
        (ICON, _MARKS.get(row.state, "")),
        (KIND, TITLE if is_title else None),
    )
    for role, value in values:
        if item.data(role) != value:
            item.setData(value, role)
