"""A tree in a side panel of the window, and how its rows are painted.

A row has an icon, a name and a count, and below them its state.
"""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QCursor, QFont, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

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


_INDENT, _ARROW = 16, 12


class PanelTree(QTreeView):
    """Rows with a ground where they are marked, under the mouse, or have the keyboard."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHeaderHidden(True)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setItemDelegate(PanelDelegate(self))
        self.setIndentation(_INDENT)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        colors = QPalette()
        colors.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)  # `drawRow` does
        self.setPalette(colors)

    def is_marked(self, index: Index) -> bool:
        """Tell whether a row has a ground of its own: the selected one."""
        return self.selectionModel().isSelected(index)

    def drawRow(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the whole row, below what the delegate paints."""
        ground = option.rect.adjusted(1, 1, -1, -1)
        accent = option.palette.color(QPalette.ColorRole.Accent)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if self.is_marked(index):
            painter.setBrush(QColor(accent.red(), accent.green(), accent.blue(), 48))
            painter.drawRoundedRect(ground, 6, 6)
        elif self._is_under_pointer(ground) and index.flags() & Qt.ItemFlag.ItemIsEnabled:
            painter.setBrush(option.palette.alternateBase())
            painter.drawRoundedRect(ground, 6, 6)
        if index == self.currentIndex() and self.hasFocus():
            painter.setPen(QPen(accent, 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground, 6, 6)
        painter.restore()
        super().drawRow(painter, option, index)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint an arrow where something is below, and nothing else."""
        if not self.model().hasChildren(index):
            return
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        color = self.palette().color(QPalette.ColorRole.PlaceholderText)
        arrow = icons.pixmap(name, color, _ARROW, self.devicePixelRatioF())
        top = rect.top() + (self.fontMetrics().height() + 2 * PADDING - _ARROW) // 2
        painter.drawPixmap(rect.right() - _ARROW + 1, top, arrow)

    def _is_under_pointer(self, area: QRect) -> bool:
        point = self.viewport().mapFromGlobal(QCursor.pos())
        return self.viewport().underMouse() and area.contains(point)
