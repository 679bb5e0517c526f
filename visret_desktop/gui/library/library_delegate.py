"""Paints a row of the library panel: name and count, and below them its state."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

COUNT = Qt.ItemDataRole.UserRole + 1
STATE = Qt.ItemDataRole.UserRole + 2
_PADDING, _GAP = 8, 2


class LibraryDelegate(QStyledItemDelegate):
    """Paints two lines, or one if there is no state."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """Return the height of one line or two."""
        lines = 2 if index.data(STATE) else 1
        height = option.fontMetrics.height() * lines + _GAP * (lines - 1) + 2 * _PADDING
        return QSize(0, height)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the row."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = option.palette
        self._paint_ground(painter, option)
        area = option.rect.adjusted(_PADDING + 2, _PADDING, -_PADDING, -_PADDING)
        metrics = option.fontMetrics
        first = QRect(area.left(), area.top(), area.width(), metrics.height())
        count = index.data(COUNT) or ""
        room = first.width() - metrics.horizontalAdvance(count) - 8
        title = metrics.elidedText(index.data(), Qt.TextElideMode.ElideMiddle, room)
        painter.setPen(colors.color(QPalette.ColorRole.Text))
        painter.drawText(first, Qt.AlignmentFlag.AlignLeft, title)
        painter.setPen(colors.color(QPalette.ColorRole.PlaceholderText))
        painter.drawText(first, Qt.AlignmentFlag.AlignRight, count)
        state = index.data(STATE)
        if state:
            small = QFont(option.font)
            small.setPointSizeF(option.font.pointSizeF() * 0.9)
            painter.setFont(small)
            second = first.translated(0, metrics.height() + _GAP)
            shown = painter.fontMetrics().elidedText(
                state, Qt.TextElideMode.ElideRight, second.width()
            )
            painter.drawText(second, Qt.AlignmentFlag.AlignLeft, shown)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        ground = option.rect.adjusted(1, 1, -1, -1)
        accent = QColor(option.palette.color(QPalette.ColorRole.Accent))
        if option.state & QStyle.StateFlag.State_Selected:
            accent.setAlpha(48)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawRoundedRect(ground, 6, 6)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(option.palette.color(QPalette.ColorRole.AlternateBase))
            painter.drawRoundedRect(ground, 6, 6)
        if option.state & QStyle.StateFlag.State_HasFocus:
            accent.setAlpha(255)
            painter.setPen(accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground, 6, 6)
