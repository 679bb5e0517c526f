"""How queries are searched: a switch for pictures, and the strategy as a word in the corner."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QToolButton, QWidget

from visret_desktop.strategies import STRATEGIES


class SearchControls(QWidget):
    """`strategy_chosen` is for this search, `strategy_kept` for good."""

    pictures_switched = Signal(bool)
    strategy_chosen = Signal(str)
    strategy_kept = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._strategy = "hybrid"
        self.pictures = QPushButton()
        self.pictures.setCheckable(True)
        self.pictures.setObjectName("pictures")
        self.pictures.clicked.connect(self.pictures_switched)
        self.strategy = QToolButton()
        self.strategy.setObjectName("strategy")
        self.strategy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.strategy)
        self._menu.setToolTipsVisible(True)
        self._group = QActionGroup(self._menu)
        self.actions_by_strategy = {name: self._action(name) for name in STRATEGIES}
        self._menu.addActions(list(self.actions_by_strategy.values()))
        self._menu.addSeparator()
        self.keep = self._menu.addAction("")
        self.keep.triggered.connect(lambda: self.strategy_kept.emit(self._strategy))
        self.strategy.setMenu(self._menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self.strategy, self.pictures):
            button.setMinimumHeight(36)
            row.addWidget(button)
        self.show_pictures(True)
        self.show_strategy("hybrid", "hybrid")

    def word(self, strategy: str) -> str:
        """Return the word for a strategy."""
        return {
            "original": self.tr("text"),
            "rephrase": self.tr("instruction"),
            "visret": self.tr("pictures"),
            "visret-single": self.tr("one picture"),
            "hybrid": self.tr("both"),
        }[strategy]

    def show_pictures(self, are_on: bool) -> None:
        """Show whether pictures are drawn."""
        self.pictures.setChecked(are_on)
        self.pictures.setText(self.tr("Pictures: ● on") if are_on else self.tr("Pictures: ○ off"))
        on = self.tr("Queries are drawn, and searched for by these pictures too")
        off = self.tr("Nothing is drawn: queries are searched for by words and photos alone")
        self.pictures.setToolTip(on if are_on else off)
        self.pictures.setAccessibleName(self.tr("Draw pictures of queries"))
        for name, strategy in STRATEGIES.items():
            self.actions_by_strategy[name].setEnabled(are_on or not strategy.draws)

    def show_strategy(self, strategy: str, usual: str) -> None:
        """Show the strategy of this search, and which one others have."""
        self._strategy = strategy
        word = self.word(strategy)
        self.strategy.setText(word)
        self.strategy.setAccessibleName(self.tr("Search by: {0}").format(word))
        self.strategy.setToolTip(self._explanation(strategy))
        self.actions_by_strategy[strategy].setChecked(True)
        is_usual = strategy == usual
        kept = self.tr("All searches begin with “{0}”").format(self.word(usual))
        keep = self.tr("Begin all searches with “{0}”").format(word)
        self.keep.setText(kept if is_usual else keep)
        self.keep.setEnabled(not is_usual)

    def _action(self, strategy: str) -> QAction:
        title = f"{self.word(strategy)}: {self._explanation(strategy)}"
        action = QAction(title, self._menu)
        action.setCheckable(True)
        action.triggered.connect(lambda: self.strategy_chosen.emit(strategy))
        self._group.addAction(action)
        return action

    def _explanation(self, strategy: str) -> str:
        return {
            "original": self.tr("your words as they are"),
            "rephrase": self.tr("your words, put so that a picture could be drawn of them"),
            "visret": self.tr("only the pictures drawn of your words"),
            "visret-single": self.tr("a single picture drawn of your words"),
            "hybrid": self.tr("the instruction and the pictures together"),
        }[strategy]
