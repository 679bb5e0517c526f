"""What one does with a window that draws, and what it made of it."""

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Finished, Ranked, SketchReady
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.sketches.sketch_card import SketchCard


class SketchDesk:
    """The sketches of a window; what is asked, waited for and said is the driver's."""

    def __init__(self, driver: WindowDriver) -> None:
        self.driver = driver
        self.strip, self.board = driver.strip, driver.board
        self.ask, self.begin, self.settle = driver.ask, driver.begin, driver.settle
        self.forget, self.of = driver.forget, driver.of

    def leave(self) -> None:
        """Leave the window as it was found: nothing asked, sketches on."""
        bar = self.driver.bar
        bar.line.clear()
        bar.chips.clear()
        bar.ask()
        if not self.driver.settings.pictures_enabled:
            bar.controls.sketches.click()
        self.settle()

    def press(self, name: str, command: str) -> None:
        """Give a sketch a command, as its menu and keys do; wait for what comes of it."""
        self.forget()
        self.card(name).setFocus()
        self.card(name).commands[command].trigger()
        self.settle()

    def card(self, name: str) -> SketchCard:
        """Return the card of a sketch."""
        card = self.strip.card(name)
        assert card is not None, name
        return card

    def states(self) -> dict[str, str]:
        """Return how far each sketch is, as its card shows it."""
        return {card.slot.sketch.name: card.slot.state for card in self.strip.cards()}

    def entries(self) -> list[GridEntry]:
        """Unfold the less likely photos, and return all."""
        self.driver.model.fold(False)
        return self.driver.entries()

    def lists(self) -> set[str]:
        """Return the lists that the shown ranking is made of."""
        return {name for entry in self.entries() for name in entry.ranks}

    def made(self) -> int:
        """Return how many sketches the last search drew."""
        figures = [ending.summary for ending in self.of(Finished)]
        return int([one["sketches_made"] for one in figures if "sketches_made" in one][-1])

    def ready(self) -> list[str]:
        """Return the sketches in the order in which they came."""
        return [message.name for message in self.of(SketchReady)]

    def rankings(self) -> list[tuple[str, ...]]:
        """Return the lists of each ranking that came."""
        return [message.lists for message in self.of(Ranked)]
