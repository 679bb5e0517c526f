"""The answer above the photos: its sentence, where it comes from, and the photos that say so."""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.messages import Answered, Evidence, Said
from visret_desktop.gui.answers.answer_details import AnswerDetails, SourceBadge
from visret_desktop.gui.answers.evidence_row import EvidenceRow
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.search.answer_view_model import (
    AGAIN,
    CLOSEST,
    GO_ON,
    READER,
    AnswerState,
    AnswerViewModel,
)
from visret_desktop.gui.sketches.sketch_pictures import SketchPictures
from visret_desktop.gui.widgets.accessibility import ArrowGroup, announce, speak_as
from visret_desktop.gui.widgets.icons import flat_button, icon, pixmap
from visret_desktop.gui.widgets.plain_text import ClampedLabel, ElidedLabel, PlainLabel, literally
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill

_BUTTON, _ICON = 28, 20  # pixels
_LOW = 480  # height of a page that has room for one line of the sentence only
_LOWEST = 450  # of one that has none for the photos that were read; the grid numbers them as well
_ALL_LINES = 12  # of the longest answer that is read in one go
_UNFOLDED_SHARE = 0.4  # of the page, at most
_SECONDS = 1.0  # sooner, and it needs no word
_ICONS = {
    "answer": "check",
    "disagree": "triangle-alert",
    "not-shown": "eye-off",
    "unknown": "circle-help",
    "reading": "eye",
}


class AnswerLine(QWidget):
    """Hidden without anything to show. It decides nothing: the sentence is the engine's."""

    again_requested = Signal(str)  # which way: a key of `ways`, or GO_ON
    stop_requested = Signal()
    copy_requested = Signal()
    dismissed = Signal()
    chosen = Signal(object)  # evidence whose photo is to be selected
    opened = Signal(object)
    pointed = Signal(object)  # evidence, or None
    dropped = Signal(object)
    row_chosen = Signal(str)  # the query of a row of the table
    models_requested = Signal()
    never_requested = Signal()

    def __init__(
        self,
        board: AnswerViewModel,
        loader: ThumbnailLoader,
        pictures: SketchPictures,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Grouping)
        self.setAccessibleName(self.tr("Answer"))
        self._board, self._loader, self._pictures = board, loader, pictures
        self._announced = ""
        self._is_low = self._is_lowest = False
        self._lines = 2  # of the sentence while it is folded
        self._shown: tuple[Answered, list[Evidence]] | None = None  # by the details
        self._table_of: Answered | None = None  # that was unfolded by itself
        self._build_words()
        self._build_buttons()
        self._lay_out()
        self.hide()
        board.changed.connect(self._show)

    # ---- build ------------------------------------------------------------------------------

    def _build_words(self) -> None:
        self._icon, self._icon_name = PlainLabel(), ""
        self.sentence = ClampedLabel()
        set_text(self.sentence, Text.TITLE)
        self.status = ElidedLabel()
        self.status.setEnabled(False)
        set_text(self.status, Text.SMALL)
        self.badge = SourceBadge()
        self.photos = EvidenceRow(self._loader, self._pictures, self.words_of)
        self.photos.chosen.connect(self.chosen)
        self.photos.opened.connect(self.opened)
        self.photos.pointed.connect(self.pointed)
        self.photos.dropped.connect(self.dropped)
        self.details = AnswerDetails(self.words_of)
        self.details.dropped.connect(self.dropped)
        self.details.row_chosen.connect(self.row_chosen)
        self.details.hide()

    def _build_buttons(self) -> None:
        self.again = flat_button("refresh-cw", self.tr("Ask again, or of other photos"), _BUTTON)
        self.again.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.again)
        self.again.setMenu(self.menu)
        words = {
            "found": self.tr("Read the found photos again"),
            "selected": self.tr("Read the selected photos only"),
            "without": self.tr("Leave the selected photos out"),
            "more": self.tr("Read more photos"),
            "sketches": self.tr("Read the sketches, too"),
            "memory": self.tr("Answer from memory, without photos"),
            "steps": self.tr("Think step by step"),
        }
        self.ways = {way: QAction(text, self.menu) for way, text in words.items()}
        self.menu.addActions(list(self.ways.values()))
        self.menu.insertSeparator(self.ways["steps"])
        for way, action in self.ways.items():
            action.setCheckable(way in ("sketches", "steps"))
            action.triggered.connect(lambda _=False, way=way: self.again_requested.emit(way))
        self.stop = flat_button(
            "circle-stop", self.tr("Stop reading, keep the answer (Esc)"), _BUTTON
        )
        self.stop.clicked.connect(self.stop_requested)
        self.copy = flat_button("copy", self.tr("Copy the answer with its photos"), _BUTTON)
        self.copy.clicked.connect(self.copy_requested)
        self.fold = flat_button("chevron-down", "", _BUTTON)
        self.fold.setCheckable(True)
        self.fold.toggled.connect(self._show)
        self.close_button = flat_button("x", self.tr("Close the answer"), _BUTTON)
        self.close_button.clicked.connect(self.dismissed)
        self.choose = QPushButton(self.tr("Choose a reader …"))
        self.choose.clicked.connect(self.models_requested)
        self.never = QPushButton(self.tr("Do not answer questions"))
        self.never.clicked.connect(self.never_requested)
        self.ask = QPushButton()
        self.ask.clicked.connect(self._on_ask)

    def _lay_out(self) -> None:
        self._tools = (self.fold, self.again, self.stop, self.copy, self.close_button)
        ArrowGroup(self, self._tools)
        card = QFrame()
        card.setObjectName("card")
        above, below = QHBoxLayout(), QHBoxLayout()
        words, line = QVBoxLayout(), self.sentence.fontMetrics().lineSpacing()
        margin = max(0, (_BUTTON - line) // 2)  # so that the first line is level with the buttons
        fill(words, self.sentence, None, margins=(0, margin, 8, margin))
        fill(above, self._icon, (words, 1), *self._tools, spacing=2)
        above.insertSpacing(1, 8)
        for part in (self._icon, *self._tools):
            above.setAlignment(part, Qt.AlignmentFlag.AlignTop)
        self._below = QWidget()
        offers = (self.choose, self.ask, self.never)
        for offer in offers:
            offer.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        parts = (self.badge, (self.photos, 1), self.status, *offers, None)
        fill(below, *parts, margins=(0, 0, 0, 0), spacing=10)
        self._below.setLayout(below)
        inside = QVBoxLayout(card)
        fill(inside, above, self._below, self.details, margins=(12, 6, 8, 6), spacing=4)
        fill(QVBoxLayout(self), card, margins=(12, 4, 12, 4))

    def first_stop(self) -> QWidget:
        """Return the part that the keyboard goes to: a photo, an offer, or a button."""
        places = (*self.photos.chips(), self.choose, self.ask, self.fold, self.again, self.stop)
        return next((one for one in places if one.isVisible()), self.close_button)

    def _on_ask(self) -> None:
        is_going_on = self._board.state.offer == GO_ON
        self.again_requested.emit(GO_ON if is_going_on else "found")

    # ---- show -------------------------------------------------------------------------------

    def set_room(self, height: int) -> None:
        """Take only a part of a page of this height."""
        is_low = height < _LOW
        self._is_low, self._is_lowest = is_low, height < _LOWEST
        self._lines = 1 if is_low else 2
        self.photos.set_small(is_low)
        self._show_details()
        self.details.set_most(max(2 * _BUTTON, int(height * _UNFOLDED_SHARE)))

    def _show(self) -> None:
        state = self._board.state
        answered = state.answered
        if state.is_of_catalog and answered is not self._table_of:
            self._table_of = answered
            self.fold.setChecked(self._has_details())
        focus = QApplication.focusWidget()
        had_keyboard = focus is not None and self.isAncestorOf(focus)
        is_reading, evidence = state.is_reading, _in_order(state)
        words = " ".join(filter(None, (self._words(state), self._unproved(state))))
        self.sentence.setText(words)
        self.sentence.setAccessibleName(words)
        self._show_icon(state)
        self.badge.show_source(answered.source if answered is not None else "")
        self.photos.show_evidence(evidence, self._headings(evidence), self._tools[-1])
        self.status.setText(self._progress(state))
        for button, is_shown in (
            (self.fold, self._has_details()),
            (self.again, not is_reading and not state.is_awaited and state.offer in ("", GO_ON)),
            (self.stop, is_reading),
            (self.copy, bool(answered and (answered.answer or answered.is_settled))),
            (self.choose, state.offer == READER),
            (self.never, state.offer == READER),
            (self.ask, state.offer in (AGAIN, CLOSEST, GO_ON)),
            (self.status, bool(self.status.text())),
        ):
            button.setVisible(is_shown)
        offers = {CLOSEST: self.tr("Read the closest photos"), GO_ON: self.tr("Go on reading")}
        self.ask.setText(offers.get(state.offer, self.tr("Read the photos")))
        self._show_details()
        self.setVisible(state.is_shown)
        focus = QApplication.focusWidget()
        has_keyboard = focus is not None and self.isAncestorOf(focus)
        if had_keyboard and self.isVisible() and not has_keyboard:
            places = (self.fold, self.again, self.choose, self.ask, self.stop)
            next(one for one in (*places, self.close_button) if one.isVisible()).setFocus()
        self._say(state, words)

    def _words(self, state: AnswerState) -> str:
        answered = state.answered
        if answered is not None and (state.is_reading or state.is_answer):
            return answered.sentence
        if state.is_reading:
            return self.tr("Reading photos …")
        looking = self.tr("Looking for photos that may show it …")
        return looking if state.is_awaited else state.note

    def _unproved(self, state: AnswerState) -> str:
        """Say that the reader did not pass this kind of question when it was tried."""
        kind = state.answered.unproved if state.answered is not None else ""
        return {
            "": "",
            "untried": "",
            "count": self.tr("This reader is not reliable at counting."),
            "color": self.tr("This reader is not reliable at colors."),
            "yes or no": self.tr("This reader is not reliable at questions for yes or no."),
            "other": self.tr("This reader is not reliable at questions of this kind."),
        }[kind]

    def _progress(self, state: AnswerState) -> str:
        """Return how far the reading is, or why it goes no further."""
        answered = state.answered
        if not state.is_reading or answered is None:
            return state.note if state.is_answer else ""
        if answered.is_settled:
            return self.tr("Looking where the photos show it …")
        now = next((e.n for e in answered.evidence if e.state == "reading"), 0)
        words = self.tr("Reading photo {0} of {1}").format(now, len(answered.evidence))
        left = answered.expected_seconds
        about = self.tr("about {0}").format(duration(left)) if left >= _SECONDS else ""
        return " · ".join(part for part in (words if now else "", about, state.note) if part)

    def _say(self, state: AnswerState, words: str) -> None:
        """Let screen readers say what came out, once."""
        is_open = state.is_awaited or (state.is_reading and not state.is_whole)
        if state.is_shown and not is_open:
            if words and words != self._announced:
                announce(self, words)
            self._announced = words
        elif not state.is_shown:
            self._announced = ""

    def _show_icon(self, state: AnswerState) -> None:
        answered = state.answered
        name = _ICONS[answered.verdict] if answered is not None else "info"
        if answered is not None and answered.verdict == "answer" and not answered.is_sure:
            name = "info"
        if answered is None or answered.verdict == "reading":
            name = "eye" if state.is_reading or state.is_awaited else "info"
        self._icon_name = name
        self._paint_icon()

    def _paint_icon(self) -> None:
        self._icon.setFixedSize(_ICON, _BUTTON)
        colors, name = self.palette(), self._icon_name
        color = (colors.accent() if name == "check" else colors.windowText()).color()
        if name:
            self._icon.setPixmap(pixmap(name, color, _ICON, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the colors of the window."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._paint_icon()
            self._shown = None
            self._show_details()

    def words_of(self, evidence: Evidence) -> str:
        """Return what came of a photo, in words."""
        if self._board.state.is_of_catalog:
            return evidence.said or self.tr("without a date")
        words = {
            "shows": self.tr("says “{0}”").format(evidence.said),
            "not-shown": self.tr("does not show it"),
            "reading": self.tr("being read"),
            "waiting": self.tr("not read yet"),
            "unusable": self.tr("gives no answer that can be used"),
            "unreadable": self.tr("could not be read"),
            "not-needed": self.tr("not needed"),
        }[evidence.state]
        decides = self.tr("the answer rests on it") if evidence.decides else ""
        small = self.tr("its drive is offline, so its thumbnail was read")
        parts = (words, decides, small if evidence.is_thumbnail else "", translated(evidence.note))
        return ", ".join(part for part in parts if part)

    def _headings(self, evidence: Sequence[Evidence]) -> list[str]:
        """Return for each photo the thing, or the answer, that it stands under."""
        answered = self._board.state.answered
        if answered is None:
            return []
        if len(answered.entities) > 1:
            names = dict(enumerate(answered.entities))
            return [names.get(one.entity, "") for one in evidence]
        texts = [contradiction.text for contradiction in _contradictions(answered)]
        texts.append(self.tr("Other photos") if texts else "")
        return [texts[_place_among(answered, one)] for one in evidence]

    # ---- what is folded away ----------------------------------------------------------------

    def _has_details(self) -> bool:
        answered = self._board.state.answered
        if answered is not None and answered.source == "catalog":
            return len(answered.rows) > 1
        return answered is not None and bool(answered.evidence or answered.reasoning)

    def _show_details(self) -> None:
        state, answered = self._board.state, self._board.state.answered
        evidence, is_open = _in_order(state), self.fold.isChecked()
        has_details = is_open and self._has_details()
        self.fold.setIcon(icon("chevron-up" if is_open else "chevron-down"))
        words = self.tr("Show less") if is_open else self.tr("Show what each photo said")
        self.fold.setToolTip(literally(words))
        self.fold.setAccessibleName(words)
        self.sentence.set_most_lines(_ALL_LINES if is_open else self._lines)
        self.details.setVisible(has_details)
        # A low page has no room for the photos twice.
        is_twice = self._is_lowest or (has_details and self._is_low)
        self.photos.setVisible(bool(evidence) and not is_twice)
        is_said = self._is_lowest and answered is not None and answered.source == "photos"
        has_photos = bool(evidence) and not is_said
        self._below.setVisible(has_photos or bool(state.offer or self._progress(state)))
        if has_details and answered is not None and (answered, evidence) != self._shown:
            self._shown = answered, evidence
            before = (self._tools[-1], *self.photos.chips())[-1]
            read = [] if state.is_of_catalog else evidence
            self.details.show_answer(answered, read, self._headings(read), before)


def _in_order(state: AnswerState) -> list[Evidence]:
    """Return the evidence thing by thing, or answer by answer, as it is to be shown.

    That photos decide is said of an answer alone, and none is read once reading was stopped.
    """
    answered = state.answered
    if answered is None:
        return []
    shown = []
    for one in answered.evidence:
        is_stopped = one.state == "reading" and not state.is_reading
        decides = one.decides and answered.verdict == "answer"
        shown.append(replace(one, decides=decides, state="waiting" if is_stopped else one.state))
    return sorted(shown, key=lambda one: (one.entity, _place_among(answered, one)))


def _place_among(answered: Answered, evidence: Evidence) -> int:
    """Return which of the answers that contradict each other a photo gave."""
    contradictions = _contradictions(answered)
    gave = (n for n, one in enumerate(contradictions) if evidence.n in one.photos)
    return next(gave, len(contradictions))


def _contradictions(answered: Answered) -> tuple[Said, ...]:
    """Return the answers that contradict each other, once no other can come."""
    return answered.said if answered.verdict == "disagree" and answered.is_settled else ()
