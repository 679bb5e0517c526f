"""How queries are searched: a switch for sketches, and the strategy."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QToolButton, QWidget

from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.strategies import STRATEGIES

BESIDE_WORDS = QSize(22, 18)  # an icon with room to the words


class SearchControls(QWidget):
    """`strategy_chosen` is for this search, `strategy_kept` for good."""

    sketches_switched = Signal(bool)
    strategy_chosen = Signal(str)
    strategy_kept = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strategy = "hybrid"
        self._is_folded = False
        self.sketches = QToolButton()
        self.sketches.setText(self.tr("Sketches"))
        self.sketches.setCheckable(True)
        self.sketches.setAccessibleName(self.tr("Draw sketches of what is asked"))
        self.sketches.clicked.connect(self.sketches_switched)
        self.strategy = QToolButton()
        self.strategy.setIcon(icon("sliders-horizontal"))
        self.strategy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.strategy)
        self._group = QActionGroup(self._menu)
        self.actions_by_strategy = {name: self._action(name) for name in _ORDER}
        self._menu.addActions(list(self.actions_by_strategy.values()))
        self._menu.addSeparator()
        self.keep = QAction(self._menu)
        self._menu.addAction(self.keep)
        self.keep.triggered.connect(lambda: self.strategy_kept.emit(self._strategy))
        self.strategy.setMenu(self._menu)
        for button in self.buttons:
            button.setObjectName("flat")
            button.setIconSize(BESIDE_WORDS)
        fill(QHBoxLayout(self), *self.buttons, margins=(0, 0, 0, 0), spacing=4)
        self.show_sketches(True)
        self.show_strategy("hybrid", "hybrid")

    @property
    def buttons(self) -> tuple[QToolButton, QToolButton]:
        """The two buttons, from left to right."""
        return self.sketches, self.strategy

    def set_folded(self, is_folded: bool) -> None:
        """Show icons alone, or words beside them."""
        self._is_folded = is_folded
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle
        for button in self.buttons:
            button.setToolButtonStyle(alone.ToolButtonIconOnly if is_folded else beside)
        self._show_check()

    def title(self, strategy: str) -> str:
        """Return the name of a strategy."""
        return {
            "hybrid": self.tr("Words and sketches"),
            "original": self.tr("Words only"),
            "rephrase": self.tr("Instruction only"),
            "visret": self.tr("Sketches only"),
            "visret-single": self.tr("One sketch only"),
        }[strategy]

    def show_sketches(self, are_on: bool) -> None:
        """Show whether sketches are drawn."""
        self.sketches.setChecked(are_on)
        on = self.tr("Sketches are drawn of what you ask, and photos like them are found too")
        off = self.tr("No sketches are drawn: only your words and example photos are searched by")
        self.sketches.setToolTip(literally(on if are_on else off))
        self._show_check()
        for name, strategy in STRATEGIES.items():
            self.actions_by_strategy[name].setEnabled(are_on or not strategy.draws)

    def show_strategy(self, strategy: str, usual: str) -> None:
        """Show the strategy of this search, and which one others have."""
        self._strategy = strategy
        title = self.title(strategy)
        self.strategy.setText(title)
        self.strategy.setAccessibleName(self.tr("Search by: {0}").format(title))
        explained = self.tr("What is searched by: {0}")
        self.strategy.setToolTip(literally(explained.format(self._explanation(strategy))))
        self.actions_by_strategy[strategy].setChecked(True)
        is_usual = strategy == usual
        kept = self.tr("Every search begins with “{0}”").format(self.title(usual))
        keep = self.tr("Begin every search with “{0}”").format(title)
        self.keep.setText(kept if is_usual else keep)
        self.keep.setEnabled(not is_usual)

    def _show_check(self) -> None:
        """Show a box with or without a check mark; without words, what the box is for."""
        box = "square-check" if self.sketches.isChecked() else "square"
        self.sketches.setIcon(icon("paintbrush" if self._is_folded else box))

    def _action(self, strategy: str) -> QAction:
        action = QAction(f"{self.title(strategy)}: {self._explanation(strategy)}", self._menu)
        action.setShortcut(_KEYS.get(strategy, ""))
        action.setCheckable(True)
        action.triggered.connect(lambda: self.strategy_chosen.emit(strategy))
        self._group.addAction(action)
        return action

    def _explanation(self, strategy: str) -> str:
        return {
            "hybrid": self.tr("what you ask, and the sketches drawn of it"),
            "original": self.tr("your words as you typed them"),
            "rephrase": self.tr("what the photo should show, made of your words"),
            "visret": self.tr("nothing but the sketches"),
            "visret-single": self.tr("nothing but a single sketch"),
        }[strategy]


_ORDER = ("original", "rephrase", "visret", "hybrid", "visret-single")
_KEYS = {"original": "Alt+1", "rephrase": "Alt+2", "visret": "Alt+3", "hybrid": "Alt+4"}
