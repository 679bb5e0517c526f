"""The grid, the busy marks and what is said while a search is shown."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.engine import messages
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.list_names import SECOND
from visret_desktop.gui.grid.results_model import ResultsModel, entry_of
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_flow import Reason, Show
from visret_desktop.gui.search.search_times import SearchTimes
from visret_desktop.gui.sketches.sketch_plan import distinct_parts
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.status_line import StatusLine

_LATE_MS = 300  # after this, the photos of the query before are marked as such
_BEYOND = "beyond"  # key of a sentence: words that the encoder cannot know


class ShownResults(QObject):
    """Shows what a search finds, and that it goes on or has ended."""

    models_requested = Signal()  # ones that know more are wanted
    understood = Signal(str)  # the family of the query, as soon as it is known

    def __init__(
        self,
        bar: QueryBar,
        board: SketchViewModel,
        model: ResultsModel,
        grid: GridPage,
        status: StatusLine,
        banner: Banner,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bar, self._board, self._model = bar, board, model
        self._grid, self._banner = grid, banner
        self.times = SearchTimes(status, board, self)
        self._late = QTimer(self, singleShot=True, interval=_LATE_MS)
        self._late.timeout.connect(self._on_late)

    def wait(self) -> None:
        """Mark the photos of the query before once this one takes long."""
        self._late.start()

    def clear_beyond(self) -> None:
        """Say no more what of the words no model here can know."""
        self._banner.clear(_BEYOND)
        self._banner.clear(messages.ONLY_ENGLISH)

    def forward(self, event: messages.Event) -> None:
        """Pass on what the engine says of a search, to what shows it."""
        match event:
            case messages.Ranked():
                self.times.note_ranked(event)
            case messages.Planned():
                self._board.take_plan(event)
                self._model.set_columns(distinct_parts(event.instructions))
                self.understood.emit(event.family)
            case messages.Enough():
                self._board.take_enough(event)
            case messages.Preparing():
                self.times.note_preparing(event)
            case messages.SketchProgress():
                self._board.note_progress(event)
            case messages.SketchReady():
                self._board.note_ready(event)
                self.times.note_ready(event)
            case messages.Notice(code=code, sentence=sentence) if code == messages.SECOND_ENCODER:
                self._banner.say(messages.SECOND_ENCODER, sentence, is_hint=True)
            case messages.Notice(code=code, sentence=sentence) if code == messages.ONLY_ENGLISH:
                self._offer_models(messages.ONLY_ENGLISH, sentence)
            case messages.Notice():
                self._board.take_notice(event)

    def show(self, show: Show, *, is_typed: bool) -> None:
        """Show a ranking; `is_typed`: of what is still being typed."""
        ranked, is_first = show.ranked, show.is_first
        self._banner.clear("search")
        if any(SECOND in name for name in ranked.lists):
            self._banner.clear(messages.SECOND_ENCODER)
        entries = [entry_of(hit) for hit in ranked.hits]
        self.let_go_of_late()
        if is_first:
            self._grid.set_searching(True)
        if is_first and show.reason in (Reason.NEW, Reason.BACK, Reason.TYPED):
            self._grid.view.select_none()  # it was chosen for what was asked before
        if show.reason is Reason.TYPED:
            self._grid.view.show_typed(entries)
        elif is_first or show.reason is Reason.AGAIN:
            self._model.set_entries(entries)
        else:
            self._grid.view.show_ranking(entries)
        self._grid.set_lists(ranked.lists)
        self._grid.show_answer(ranked)
        self._say_beyond(() if is_typed else ranked.beyond)
        if not ranked.nothing_matches:
            self._grid.show_photos()
        if is_first:
            self._grid.view.verticalScrollBar().setValue(0)

    def close(self, *, is_again: bool, unmatched: int) -> None:
        """Show that a search has ended, and that `unmatched` photos do not match if it is so."""
        self._bar.set_busy(False)
        self._grid.strip.set_open(False)
        self._board.set_open(False)
        if not is_again:
            self.times.end()
        if unmatched:
            self._grid.show_no_match(unmatched)

    def show_nothing(self) -> None:
        """Say that the photos shown are no answer."""
        self.let_go_of_late()
        self._grid.title.setText(self.tr("Stopped before anything was found"))

    def _on_late(self) -> None:
        self._grid.view.set_outdated(True)
        self._grid.title.setText(self.tr("Searching …"))

    def let_go_of_late(self) -> None:
        """Show the photos as those of this query."""
        self._late.stop()
        self._grid.view.set_outdated(False)

    def _say_beyond(self, words: Sequence[str]) -> None:
        """Say which words of the query the built-in encoder cannot know, if there are any."""
        if not words:
            self._banner.clear(_BEYOND)
            return
        sentence = self.tr(
            "The built-in encoder knows things by their English names, but not: {0}. These photos"
            " are closest. Try another English word, or get models that know more."
        )
        self._offer_models(_BEYOND, sentence.format(", ".join(words)))

    def _offer_models(self, key: str, sentence: str) -> None:
        button, action = self.tr("Get models"), self.models_requested.emit
        self._banner.say(key, sentence, is_hint=True, button=button, action=action)
