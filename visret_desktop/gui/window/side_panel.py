"""The panel at the left of the window: leaves of which one is shown."""

from collections.abc import Mapping

from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from visret_desktop.gui.widgets.window_layout import fill


class SidePanel(QWidget):
    """Tabs above the leaves."""

    def __init__(self, leaves: Mapping[str, tuple[str, QWidget]]) -> None:
        """Show the first of the leaves: by name, their titles and widgets."""
        super().__init__()
        self._names = list(leaves)
        self._before = ""  # the leaf that was shown before; "": none, or the panel was hidden
        self._tabs, self._pages = QTabBar(), QStackedWidget()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setAccessibleName(self.tr("Panel"))
        for title, leaf in leaves.values():
            self._tabs.addTab(title)
            self._pages.addWidget(leaf)
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        head = QHBoxLayout()
        fill(head, self._tabs, (None, 1), margins=(8, 4, 8, 0))
        fill(QVBoxLayout(self), head, (self._pages, 1), margins=(0, 0, 0, 0))

    @property
    def leaf(self) -> str:
        """The name of the leaf that is shown."""
        return self._names[self._tabs.currentIndex()]

    def show_leaf(self, name: str) -> None:
        """Show a leaf; one that is not there leaves all as it is."""
        if name in self._names:
            self._tabs.setCurrentIndex(self._names.index(name))

    def toggle(self, name: str) -> None:
        """Show a leaf; if it is shown, what was there before it, and no panel after the first."""
        if not self.shows(name):
            self._before = "" if self.isHidden() else self.leaf
            self.show_leaf(name)
            self.show()
        elif self._before and name != self._names[0]:
            self.show_leaf(self._before)
            self._before = ""
        else:
            self.hide()

    def shows(self, name: str) -> bool:
        """Tell whether a leaf is shown, and the panel with it."""
        return not self.isHidden() and self.leaf == name
