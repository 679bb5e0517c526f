"""A tree in a panel at the side of the window: how its rows look."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QCursor, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyleOptionViewItem, QTreeView, QWidget

from visret_desktop.gui.widgets import icons
from visret_desktop.gui.widgets.panel_delegate import PADDING, PanelDelegate

Index = QModelIndex | QPersistentModelIndex
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
