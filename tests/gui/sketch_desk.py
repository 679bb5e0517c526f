"""What one does with a window that draws, and what its engine said meanwhile."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import Finished, Message, Ranked, SketchReady
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.sketches.sketch_card import SketchCard
from visret_desktop.gui.window.main_window import MainWindow

PATIENCE_MS = 90_000
OneKind = TypeVar("OneKind", bound=Message)


class SketchDesk:
    """A window, and the messages that came since `forget`."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.said: list[Message] = []
        window._client.message_received.connect(self.said.append)
        self.bar, self.strip = window._query_bar, window._sketches.strip
        self.board, self.view = window._sketches.board, window._grid.view

    def close(self) -> None:
        """Leave the window as it was found: nothing asked, pictures on."""
        self.window._client.message_received.disconnect(self.said.append)
        self.bar.line.clear()
        self.bar.chips.clear()
        self.bar.ask()
        if not self.window._settings.pictures_enabled:
            self.bar.controls.pictures.click()
        self.settle()

    # ---- do ---------------------------------------------------------------------------------

    def begin(self, text: str) -> None:
        """Type a query and press Enter."""
        self.forget()
        self.bar.line.setFocus()
        self.bar.line.setText(text)
        self.qtbot.keyClick(self.bar.line, Qt.Key.Key_Return)

    def ask(self, text: str) -> None:
        """Ask, and wait for everything."""
        self.begin(text)
        self.settle()

    def forget(self) -> None:
        """Forget what was said."""
        self.said.clear()

    def press(self, name: str, button: str) -> None:
        """Press a button of a sketch and wait for what comes of it."""
        self.forget()
        self.qtbot.mouseClick(self.card(name).buttons[button], Qt.MouseButton.LeftButton)
        self.settle()

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait."""
        self.qtbot.waitUntil(condition, timeout=PATIENCE_MS)

    def until_said(self, kind: type[Message]) -> None:
        """Wait for a message."""
        self.until(lambda: bool(self.of(kind)))

    def settle(self) -> None:
        """Wait until the engine has nothing to do."""
        self.until(lambda: not self.window._session.searching)

    # ---- look -------------------------------------------------------------------------------

    def of(self, kind: type[OneKind]) -> list[OneKind]:
        """Return the messages of a kind."""
        return [message for message in self.said if isinstance(message, kind)]

    def card(self, name: str) -> SketchCard:
        """Return the card of a sketch."""
        card = self.strip.card(name)
        assert card is not None, name
        return card

    def states(self) -> dict[str, str]:
        """Return how far each sketch is, as its card shows it."""
        return {card.slot.sketch.name: card.slot.state for card in self.strip.cards()}

    def entries(self) -> list[GridEntry]:
        """Return the photos of the grid."""
        return self.window._model.entries()

    def lists(self) -> set[str]:
        """Return the lists that the shown ranking is made of."""
        return {name for entry in self.entries() for name in entry.ranks}

    def made(self) -> int:
        """Return how many sketches the last search drew."""
        (*_, finished) = self.of(Finished)
        return int(finished.summary["sketches_made"])

    def ready(self) -> list[str]:
        """Return the sketches in the order in which they came."""
        return [message.name for message in self.of(SketchReady)]

    def rankings(self) -> list[tuple[str, ...]]:
        """Return the lists of each ranking that came."""
        return [message.lists for message in self.of(Ranked)]
