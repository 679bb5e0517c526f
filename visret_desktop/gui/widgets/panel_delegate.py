"""Paints a row of a panel's tree: icon, name and count, and below them its state."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from visret_desktop.gui.widgets import icons
from visret_desktop.gui.widgets.theme import Text

COUNT = Qt.ItemDataRole.UserRole + 1
STATE = Qt.ItemDataRole.UserRole + 2
ICON = Qt.ItemDataRole.UserRole + 3
KIND = Qt.ItemDataRole.UserRole + 4  # TITLE: of a section; UNREAD: as small; else None
TITLE, UNREAD = "title", "unread"

PADDING, _GAP, _ABOVE_TITLE = 7, 2, 10
_ICON = 16
_WARNING = "#b26a00", "#e0a848"  # on light and on dark ground
Index = QModelIndex | QPersistentModelIndex


class PanelDelegate(QStyledItemDelegate):
    """Paints two lines, or one if there is no state; titles of sections are small."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of one line or two."""
        height = option.fontMetrics.height() + 2 * PADDING
        if index.data(STATE):
            height += option.fontMetrics.height() + _GAP
        if index.data(KIND) == TITLE:
            height += _ABOVE_TITLE - PADDING
            height = height if index.data() else _ABOVE_TITLE
        return QSize(0, height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        painter.save()
        area = option.rect.adjusted(4, PADDING, -PADDING - 2, -PADDING)
        if index.data(KIND) in (TITLE, UNREAD):
            _paint_title(painter, option, area, index)
        else:
            icon = index.data(ICON)
            if icon:
                _paint_icon(painter, option, area, icon)
            _paint_words(painter, option, area.adjusted(_ICON + 8 if icon else 0, 0, 0, 0), index)
        painter.restore()


def _paint_title(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, index: Index
) -> None:
    painter.setFont(_small(option.font, is_bold=True))
    painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, index.data())


def _paint_icon(painter: QPainter, option: QStyleOptionViewItem, area: QRect, name: str) -> None:
    color = option.palette.color(QPalette.ColorRole.Text)
    if name == "triangle-alert":
        color = QColor(_WARNING[color.lightness() > 127])  # light text: dark ground
    top = area.top() + (option.fontMetrics.height() - _ICON) // 2
    scale = painter.device().devicePixelRatio()
    painter.drawPixmap(area.left(), top, icons.pixmap(name, color, _ICON, scale))


def _paint_words(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, index: Index
) -> None:
    metrics = option.fontMetrics
    first = QRect(area.left(), area.top(), area.width(), metrics.height())
    count, state = index.data(COUNT), index.data(STATE)
    room = first.width() - (metrics.horizontalAdvance(count) + 8 if count else 0)
    title = metrics.elidedText(index.data(), Qt.TextElideMode.ElideMiddle, room)
    painter.setPen(option.palette.color(QPalette.ColorRole.Text))
    painter.drawText(first, Qt.AlignmentFlag.AlignLeft, title)
    painter.setPen(option.palette.color(QPalette.ColorRole.PlaceholderText))
    painter.drawText(first, Qt.AlignmentFlag.AlignRight, count)
    if state:
        painter.setFont(_small(option.font))
        second = first.translated(0, metrics.height() + _GAP)
        shown = painter.fontMetrics().elidedText(state, Qt.TextElideMode.ElideRight, second.width())
        painter.drawText(second, Qt.AlignmentFlag.AlignLeft, shown)


def _small(font: QFont, *, is_bold: bool = False) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * Text.SMALL.value)
    if is_bold:
        small.setWeight(QFont.Weight.DemiBold)
    return small
