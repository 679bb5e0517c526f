"""What is understood of a line while it is typed: shown as chips and facts, and sent on."""

from functools import partial

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from visret_desktop.gui.facts.fact_row import FactRow
from visret_desktop.gui.facts.line_reader import LineReader
from visret_desktop.gui.search.query_chips import ChipRow
from visret_desktop.gui.search.query_line import QueryLine
from visret_desktop.gui.search.typed_query import read_typed

# The line is read no more often. Who types 8 keys a second leaves 125 ms between them, so each is
# followed at once; less lies between the letters of a pair that two hands type as one.
_APART_MS = 70
_REST_MS = 500  # then a word is finished although no space follows


class TypingPreview(QObject):
    """Reads the line while it is typed, once it `is_followed`."""

    typed = Signal(tuple, tuple)  # terms and facts, as far as they are understood
    rested = Signal()  # nothing was typed for a while

    def __init__(
        self,
        line: QueryLine,
        chips: ChipRow,
        facts: FactRow,
        reading: LineReader,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._line, self._chips, self._facts, self._reading = line, chips, facts, reading
        self.is_followed = False
        self.text_seconds = -1.0  # that words take the encoder; below 0: nobody knows yet
        self._due = QTimer(self, singleShot=True)
        self._due.timeout.connect(lambda: self._read_typed(is_resting=False))
        self._since_read = QElapsedTimer()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(lambda: self._read_typed(is_resting=True))
        self._rest.timeout.connect(self.rested)

    def follow(self, is_wanted: bool) -> None:
        """Say what is understood while one types, if the encoder keeps up with it."""
        was_followed = self.is_followed
        self.is_followed = is_wanted and 0 <= self.text_seconds <= _APART_MS / 1000
        if self.is_followed and not was_followed and self._line.is_edited:
            self.begin()
        elif not self.is_followed:
            self.end()

    def begin(self) -> None:
        """Read what is typed, at once unless that was done just before."""
        if self.is_followed:
            self._facts.reserve(bool(self._line.text()))
            if not self._due.isActive():
                since = self._since_read.elapsed() if self._since_read.isValid() else _APART_MS
                self._due.start(max(0, _APART_MS - since))
            self._rest.start()

    def _read_typed(self, *, is_resting: bool) -> None:
        """Show what is understood, and say it; the line itself is the typist's."""
        self._since_read.start()
        text = self._line.text()
        if self._line.is_composing or not (text.strip() or is_resting):
            return
        read = partial(self._reading.read_typed, offers=is_resting)
        typed = read_typed(text, read, is_resting=is_resting)
        if is_resting:  # between keys offers would flicker
            self._facts.offer(typed.offers if typed is not None else ())
        if typed is None:
            self._facts.preview(())
            self._chips.preview(())
            return
        is_new = self._line.is_new and bool(text.strip())
        facts = {fact.condition: fact for fact in (*self._facts.kept(is_new), *typed.facts)}
        self._facts.preview(typed.facts)
        self._chips.preview(typed.chips)
        terms = (*typed.words, *self._chips.kept(is_new), *typed.chips)
        self.typed.emit(tuple(dict.fromkeys(terms)), tuple(facts.values()))

    def end(self) -> None:
        """Show nothing that is not asked."""
        self._due.stop()
        self._rest.stop()
        self._facts.reserve(False)
        self._facts.preview(())
        self._chips.preview(())
