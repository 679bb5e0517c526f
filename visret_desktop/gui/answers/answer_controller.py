"""From a query that asks something to its answer: joins search, session, board and line.

A question is searched first, as every query is; then the photos found are read. An answer belongs
to its search: another search begins without one, and whoever comes back to a search finds its
answer again. What the answer is, the engine decides.
"""

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from visret_desktop.engine.asked_photos import MOST, photos_to_ask
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    AskedPhoto,
    AskedSketch,
    EngineLost,
    Evidence,
    Failed,
    Finished,
    Notice,
)
from visret_desktop.errors import (
    PackDamaged,
    PackMissing,
    PackOfOtherRole,
    PackUnusable,
    ReaderOfDrawings,
)
from visret_desktop.gui.answers.answer_line import AnswerLine
from visret_desktop.gui.answers.catalog_questions import CatalogQuestions
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.search.answer_view_model import (
    AGAIN,
    ASKING,
    CLOSEST,
    GO_ON,
    READER,
    AnswerViewModel,
    AskOptions,
)
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.search.search_flow import DONE, STOPPED
from visret_desktop.gui.sketches.sketch_view_model import READY, SketchViewModel
from visret_desktop.gui.widgets.menus import Entry
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

_WITHOUT_READER = (PackMissing, PackDamaged, PackUnusable, PackOfOtherRole, ReaderOfDrawings)
_NO_READER = tuple(error.code for error in _WITHOUT_READER)
_SLOW_MS = 4000  # after which photos may be read although sketches are still to come
_READ = ("shows", "not-shown", "unusable")  # states of read photos


class AnswerController(QObject):
    """Asks when there is something to ask, and again in the ways that a person chooses."""

    def __init__(
        self,
        board: AnswerViewModel,
        line: AnswerLine,
        search: SearchController,
        session: Session,
        sketches: SketchViewModel,
        bar: QueryBar,
        grid: GridPage,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._board, self._line, self._search, self._session = board, line, search, session
        self._sketches, self._bar, self._grid = sketches, bar, grid
        self._settings = Settings()
        self._is_offered = True  # a reader, where there is none
        self._is_owed = False  # an answer, as soon as the photos are searched again
        self._job: JobHandle | None = None
        self._slow = QTimer(self, interval=_SLOW_MS)
        self._slow.timeout.connect(self._offer_to_begin)
        self._catalog = CatalogQuestions(search, session, self)
        self._catalog.answered.connect(self._on_catalog)
        self._catalog.looking.connect(lambda: self._begin(is_awaited=True))
        search.understood.connect(self._on_understood)
        search.settled.connect(self._on_settled)
        search.repeated.connect(self._on_repeated)
        session.folder_removed.connect(self._on_removed)
        bar.stopped.connect(self.stop)
        self._connect_line()

    def _connect_line(self) -> None:
        line = self._line
        line.again_requested.connect(self.ask_again)
        line.menu.aboutToShow.connect(self._show_ways)
        line.stop_requested.connect(self.stop)
        line.copy_requested.connect(self.copy)
        line.dismissed.connect(self._dismiss)
        line.dropped.connect(self._drop)
        line.row_chosen.connect(self._bar.ask_text)

    def entries(self) -> tuple[Entry, ...]:
        """Return the entries of the menu."""
        return (
            ("", "", self.stop),
            (self.tr("Go to the answer"), "Ctrl+Shift+G", self.go_to_answer),
            (self.tr("Answer from the selected photos"), "Ctrl+Shift+R", self.ask_selected),
        )

    def apply(self, settings: Settings) -> None:
        """Answer by these settings from now on."""
        before, self._settings = self._settings, settings
        if not settings.answers_enabled and before.answers_enabled:
            self._begin()
        elif settings.answers_enabled and not before.answers_enabled:
            self._is_offered = True
            self._ask_if_due()
        elif settings.pack_of(Role.READER) != before.pack_of(Role.READER):
            self.look_for_reader()

    def look_for_reader(self) -> None:
        """Answer what waits for a reader, if there is one now."""
        self._is_offered = True
        if self._board.state.offer == READER:
            self._ask(self._board.state.way)

    def _begin(self, **kept: Any) -> None:
        """Show no answer to this query any more."""
        self._session.stop_reading()
        self._board.begin(family=self._board.state.family, **kept)

    # ---- when to ask ------------------------------------------------------------------------

    @property
    def _is_question(self) -> bool:
        """Whether the query asks something that can be answered."""
        is_wanted = self._settings.answers_enabled and self._is_offered
        return is_wanted and self._board.state.family in ASKING and bool(self._search.question)

    @property
    def _is_due(self) -> bool:
        """Whether it is to be answered."""
        is_closed = self._board.state.is_dismissed or self._catalog.is_answering
        return self._is_question and not is_closed

    def _on_understood(self, family: str) -> None:
        state = self._board.state
        self._board.change(family=family)
        if self._catalog.is_answering:
            return  # whatever it looks like
        if not self._is_question:
            is_by_hand = bool(state.way.chosen) or state.is_reading or state.family == family
            if not is_by_hand:
                self._begin()
        elif self._is_due:
            self._board.change(is_awaited=self._session.searching, note="", offer="")
            self._slow.start()

    def _offer_to_begin(self) -> None:
        """Offer to read what the words found: better photos, and the verdict, take long."""
        state = self._board.state
        if state.is_awaited and not state.is_reading and self._photos(AskOptions()):
            self._board.change(offer=AGAIN)

    def _on_removed(self) -> None:
        """Keep nothing that was said of photos whose folder was forgotten."""
        self._begin(is_dismissed=self._board.state.is_dismissed)
        self._is_owed = True

    def _on_repeated(self) -> None:
        if self._is_owed:
            self._ask_if_due()

    def _on_settled(self, how: str) -> None:
        self._slow.stop()
        self._is_owed = False
        if not self._catalog.is_answering:
            offer = "" if self._board.state.is_awaited else self._board.state.offer
            self._board.change(is_awaited=False, offer=offer)
        if how == DONE:
            self._ask_if_due()
        elif self._is_due and self._board.state.answered is None and self._photos(AskOptions()):
            stopped = self.tr("The search was stopped, so no photo was read.")
            failed = self.tr("The search failed, so no photo was read.")
            self._board.change(note=stopped if how == STOPPED else failed, offer=AGAIN)

    def _ask_if_due(self) -> None:
        if not self._is_due:
            return
        self._is_owed = self._session.searching
        if self._is_owed:
            return
        state, ranked = self._board.state, self._search.ranked
        if ranked is None:
            return  # stopped before anything was found
        if ranked.nothing_matches or not ranked.hits:
            none = self.tr("No photo matches, so none was read.")
            offer = CLOSEST if self._photos(AskOptions()) else ""
            self._board.change(answered=None, note=none, offer=offer)
        elif not state.is_done or state.photos != self._photos(state.way):
            self._ask(state.way)
        else:
            self._catalog.remember(state.answered)

    def ask_again(self, how: str) -> None:
        """Ask in another way, a key of the line's `ways`, or go on in the same."""
        self._is_offered = True
        way, chosen = self._board.state.way, self._selected()
        if how == "found":
            way = AskOptions(style=way.style)
        elif how == "selected":
            count = min(len(chosen), MOST)
            way = replace(way, chosen=chosen, dropped=frozenset(), images=count)
        elif how == "without":
            way = way.without(chosen)
        elif how == "more":
            way = way.more(way.images or self._settings.answer_images)
        elif how == "sketches":
            is_on = way.knowledge == "photos+sketch"
            way = replace(way, knowledge="photos" if is_on else "photos+sketch")
        elif how == "memory":
            way = replace(way, knowledge="none")
        elif how == "steps":
            way = replace(way, style="direct" if way.style == "steps" else "steps")
        if how in ("selected", "without", "more") and way.knowledge == "none":
            way = replace(way, knowledge="photos")
        state = self._board.state
        self._ask(way, afresh=how == "found" and way == state.way and state.is_whole)

    def ask_selected(self) -> None:
        """Ask the selected photos what was typed, be it a question or not."""
        if self._selected() and self._search.question and self._settings.answers_enabled:
            self.ask_again("selected")

    def stop(self) -> None:
        """Read no more photos; the answer so far stays."""
        self._session.stop_reading()

    def _ask(self, way: AskOptions, *, afresh: bool = False) -> None:
        if self._search.ranked is None and way.knowledge != "none":
            self._board.change(way=way)  # asked as soon as there are photos
            if self._search.is_counted:
                self._begin(way=way, is_awaited=True)
                self._catalog.leave()
            return
        photos = () if way.knowledge == "none" else self._photos(way)
        if not photos and way.knowledge != "none":
            none = self.tr("There is no photo left to read.")
            self._board.change(way=way, photos=(), answered=None, note=none, offer=AGAIN)
            return
        best = self.tr("Of the photos selected, the best {0} are read.").format(MOST)
        request = Ask(
            question=self._search.question,
            photos=photos,
            entities=self._entities(),
            images=0 if way.knowledge == "none" else way.images or self._settings.answer_images,
            knowledge=way.knowledge,
            sketches=self._drawn() if way.knowledge == "photos+sketch" else (),
            style=way.style,
            afresh=afresh,
        )
        self._job = None  # nothing more of the one before
        job = self._job = self._session.ask(request)
        job.said.connect(self._on_said)
        job.ended.connect(self._on_ended)
        self._bar.set_busy(True, "answer")
        self._board.change(
            way=way,
            photos=photos,
            note=best if len(way.chosen) > MOST else "",
            offer="",
            is_reading=True,
            is_done=False,
            is_dismissed=False,
        )

    def _photos(self, way: AskOptions) -> tuple[AskedPhoto, ...]:
        ranked = self._search.ranked
        if ranked is None:
            return ()
        return photos_to_ask(
            ranked.hits,
            ranked.found,
            is_compared=len(self._entities()) > 1,
            images=way.images,
            chosen=way.chosen,
            dropped=way.dropped,
        )

    def _entities(self) -> tuple[str, ...]:
        """Return what is compared, as instructions; nothing where there are not several."""
        compared = self._sketches.plan.instructions
        return compared if self._board.state.family == "comparison" and len(compared) > 1 else ()

    def _drawn(self) -> tuple[AskedSketch, ...]:
        """Return the sketches that are drawn; a person's own picture is none."""
        slots = self._sketches.slots()
        drawn = [slot for slot in slots if slot.state == READY and not slot.sketch.image]
        return tuple(AskedSketch(slot.path, slot.sketch.column) for slot in drawn)

    def _selected(self) -> tuple[str, ...]:
        return tuple(entry.content_hash for entry in self._grid.view.selected_entries())

    def _show_ways(self) -> None:
        """Offer only what can be done now."""
        state, ways, has_selected = self._board.state, self._line.ways, bool(self._selected())
        read = sum(not one.is_sketch for one in state.answered.evidence) if state.answered else 0
        more = state.way.more(state.way.images or read)
        ways["selected"].setEnabled(has_selected)
        ways["without"].setEnabled(has_selected)
        ways["more"].setEnabled(not state.way.chosen and len(self._photos(more)) > read)
        ways["sketches"].setEnabled(bool(self._drawn()))
        ways["sketches"].setChecked(state.way.knowledge == "photos+sketch")
        ways["steps"].setChecked(state.way.style == "steps")

    # ---- what the engine says ---------------------------------------------------------------

    def _on_said(self, event: object) -> None:
        if isinstance(event, Answered):
            self._board.change(answered=event)
        elif isinstance(event, Notice):
            self._board.change(note=event.sentence)

    def _on_ended(self, job: JobHandle) -> None:
        ending, state = job.ending, self._board.state
        if job is not self._job:
            return
        self._bar.set_busy(False, "answer")
        if not state.is_reading:
            return  # something else is asked by now
        self._board.change(is_reading=False, is_done=isinstance(ending, Finished))
        if isinstance(ending, Finished):
            self._catalog.remember(state.answered)
        if isinstance(ending, EngineLost):
            words = self.tr("The engine ended twice while it read these photos.")
            self._board.change(note=words, offer="" if state.is_answer else AGAIN)
        elif isinstance(ending, Failed):
            self._fail(ending)
        elif not self._board.state.is_whole:
            stopped = self.tr("Stopped before all photos were read.")
            self._board.change(note=stopped, offer=GO_ON)

    def _fail(self, failed: Failed) -> None:
        """Say why nothing more is read; what is answered by now stays."""
        answered = self._board.state.answered if self._board.state.is_answer else None
        if answered is not None:
            self._board.change(note=failed.sentence)
        elif failed.code not in _NO_READER:
            self._board.change(answered=None, note=failed.sentence, offer=AGAIN)
        elif self._is_offered:
            notes = {
                PackMissing.code: self.tr("Answers need a reader, a model that looks at photos."),
                ReaderOfDrawings.code: self.tr(
                    "The built-in reader knows only the demonstration. Answers from your own photos"
                    " need a reader for photos."
                ),
            }
            note = notes.get(failed.code, failed.sentence)
            self._board.change(answered=None, note=note, offer=READER)
        else:
            self._begin()

    def _on_catalog(self, answered: Answered) -> None:
        self._begin(answered=answered, is_done=True)
        self._catalog.remember(answered)

    # ---- what the person does ---------------------------------------------------------------

    def copy(self) -> None:
        """Copy the answer with the files that it is from."""
        answered = self._board.state.answered
        if answered is None:
            return
        states = ("shows",) if answered.answer or answered.said else _READ
        shown = [one for one in answered.evidence if one.state in states]
        sketch = self.tr("a sketch, not a photo")
        files = (f"[{one.n}] {sketch if one.is_sketch else one.path}" for one in shown)
        lines = (answered.question, answered.sentence, *files)
        QGuiApplication.clipboard().setText("\n".join(lines))

    def go_to_answer(self) -> None:
        """Take the keyboard to the answer, also to one that was closed."""
        self._is_offered = True
        self._board.change(is_dismissed=False)
        if self._line.isVisible():
            self._line.first_stop().setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._ask_if_due()

    def _dismiss(self) -> None:
        if self._board.state.offer == READER:
            self._is_offered = False
        self._board.change(is_dismissed=True)
        self.stop()
        self._grid.view.setFocus()

    def _drop(self, evidence: Evidence) -> None:
        self._ask(self._board.state.way.without((evidence.content_hash,)))
