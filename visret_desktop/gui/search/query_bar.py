"""The one line to ask in, with chips for example photos and further terms."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.errors import FolderSilent, UsageError
from visret_desktop.facts.contradictions import contradiction, disagree
from visret_desktop.facts.fact import Fact, ParsedLine
from visret_desktop.gui.facts.condition_text import fact_words
from visret_desktop.gui.facts.fact_row import FactRow
from visret_desktop.gui.facts.line_reader import LineReader
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.search.history import ChipState
from visret_desktop.gui.search.query_chips import ChipRow
from visret_desktop.gui.search.query_line import QueryLine
from visret_desktop.gui.search.search_controls import BESIDE_WORDS, SearchControls
from visret_desktop.gui.search.search_query import names_visit
from visret_desktop.gui.search.typed_query import as_line, as_message, parsed_terms
from visret_desktop.gui.search.typing_preview import TypingPreview
from visret_desktop.gui.widgets.accessibility import ArrowGroup
from visret_desktop.gui.widgets.icons import flat_button
from visret_desktop.gui.widgets.incoming_pictures import (
    choose_picture,
    has_picture,
    keep_picture,
    picture_paths,
    take,
)
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.recent_queries import RecentQueries

if TYPE_CHECKING:
    from visret_desktop.retrieval.query import Term

_HEIGHT, _GAP = 36, 4  # pixels: of the line and the buttons beside it; between them
_NARROWEST = 440
_WIDE = 900  # wide enough for the buttons' words


class QueryBar(QWidget):
    """Line, chips and buttons. `asked` carries the terms of a query, () for browsing."""

    asked = Signal(tuple, str)
    noted = Signal(str)  # what was not understood; "": all was
    stopped = Signal()
    refused = Signal(str)
    settings_requested = Signal()
    save_requested = Signal()
    back_requested = Signal()
    forward_requested = Signal()

    def __init__(self, pasted: Path, recent: RecentQueries, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pasted = pasted
        self._open: set[str] = set()  # what Escape stops before it clears
        self._recent = recent
        self.back = flat_button("arrow-left", self.tr("Back to the search before (Alt+Left)"))
        self.back.clicked.connect(self.back_requested)
        self.forward = flat_button("arrow-right", self.tr("Forward (Alt+Right)"))
        self.forward.clicked.connect(self.forward_requested)
        self.show_ways(False, False)
        self.line = self._make_line()
        self.offer_recent()
        self.add_button = flat_button(
            "image-plus", self.tr("Search by a photo of yours (Ctrl+Shift+F)")
        )
        self.add_button.setIconSize(BESIDE_WORDS)
        self.add_button.setText(self.tr("Search by photo"))
        self.add_button.clicked.connect(self.choose_photo)
        self.controls = SearchControls()
        self._settings = flat_button("settings", self.tr("Settings (Ctrl+,)"))
        self._settings.clicked.connect(self.settings_requested)
        self.chips = ChipRow()
        self.chips.changed.connect(self.refine)
        self.reading = LineReader()
        self.line.suggestions = self.reading.suggestions
        self.formula = ""  # that stands in the line, as it was understood
        self._unknown = ""  # a line that names what the library lacks
        self._remembered = ""  # a line that was typed, as it is kept
        self._unread = ""  # what stands in the line, to be mended, and is not asked
        self.facts = FactRow()
        self.facts.changed.connect(self.refine)
        self.facts.edit_requested.connect(self._edit_fact)
        self.facts.accepted.connect(self._take_offer)
        self.typing = TypingPreview(self.line, self.chips, self.facts, self.reading, self)
        self.line.edited.connect(self.typing.begin)
        tools = (self.add_button, *self.controls.buttons, self._settings)
        ArrowGroup(self, (self.back, self.forward))
        ArrowGroup(self, tools)
        self._terms = ArrowGroup(self)  # chips, facts and offers are one row
        self.chips.rearranged.connect(self._order_terms)
        self.facts.rearranged.connect(self._order_terms)
        for part in (self.back, self.forward, self.line, *tools):
            part.setFixedHeight(_HEIGHT)
        top = QHBoxLayout()
        ends = (self.add_button, self.controls, self._settings)
        fill(top, self.back, self.forward, (self.line, 1), *ends, spacing=_GAP)
        self.chips.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        below, ways = QHBoxLayout(), self.back.sizeHint().width() + self.forward.sizeHint().width()
        indent = (ways + 2 * _GAP, 0, 0, 0)  # in one row, below the line that they belong to
        fill(below, self.chips, (self.facts, 1), None, margins=indent, spacing=8)
        fill(QVBoxLayout(self), top, below, margins=(8, 4, 8, 4), spacing=_GAP)
        self.setAcceptDrops(True)

    def _order_terms(self) -> None:
        """Let Tab come to the terms right after the tools; what is made later would come last."""
        buttons = [*self.chips.buttons(), *self.facts.buttons()]
        self._terms.follow(buttons)
        for before, after in pairwise([self._settings, *buttons]):
            QWidget.setTabOrder(before, after)

    def _make_line(self) -> "QueryLine":
        line = QueryLine()
        line.returnPressed.connect(self.ask)
        line.escaped.connect(self.escape)
        line.clear_all.triggered.connect(self._ask_nothing)
        line.typed.connect(self._show_line)
        line.image_pasted.connect(self.accept_mime)
        line.keep.triggered.connect(self.save_requested)
        return line

    def minimumSizeHint(self) -> QSize:
        """Return the size without the words of the buttons."""
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the words of the buttons out where they would take the line's room."""
        super().resizeEvent(event)
        is_folded = self.width() < _WIDE
        beside, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle
        self.add_button.setToolButtonStyle(alone.ToolButtonIconOnly if is_folded else beside)
        self.controls.set_folded(is_folded)

    # ---- back and forward -------------------------------------------------------------------

    def show_ways(self, can_go_back: bool, can_go_forward: bool) -> None:
        """Show whether there are searches to go to."""
        self.back.setEnabled(can_go_back)
        self.forward.setEnabled(can_go_forward)

    def show_query(self, text: str, chips: Sequence[ChipState], facts: Sequence[Fact] = ()) -> None:
        """Show a query without asking it."""
        self.typing.end()
        self.facts.show_facts(facts)
        self.chips.show_terms(chips)
        self._show_text(text)

    # ---- ask --------------------------------------------------------------------------------

    def ask(self) -> None:
        """Send what is typed. A new line is a new search: only pinned chips stay.

        Facts and further typed terms become chips.
        """
        self._send(is_new=self.line.is_new, is_typed=True)

    def refine(self) -> None:
        """Send what is typed together with all chips."""
        self._send(is_new=False, is_typed=False)

    def _send(self, *, is_new: bool, is_typed: bool) -> None:
        self.line.hide_offers()
        self.typing.end()
        text = self.line.text().strip()
        self.formula = self._unknown = self._unread = self._remembered = ""
        typed: tuple[QueryTerm, ...] = ()
        if text:
            try:
                query = self.reading.read(text)
                self._unknown = text if self.reading.is_unsure else ""
                self._unread = self.reading.unread
                terms: tuple[Term, ...] = ()
                plain: Term | None = None
                if query.formula is None and query.line.rest:
                    terms, plain = parsed_terms(query.line.rest)
            except (UsageError, FolderSilent) as error:
                self.refused.emit(translated(error))
                return
            self.formula = str(query.formula or "")
            if is_new:
                self.chips.drop_unpinned()
                self.facts.drop_unpinned()
            if is_typed:
                self._remember(text if self.formula else self._with_chips(text, query.line, terms))
            self._take_facts(query.line)
            self._take_terms(terms, plain)
            if self.formula or plain:
                typed = (as_message(plain) if plain else QueryTerm(query.line.rest),)
        self._show_text(f"{self._unread} {self.line.text()}".strip())
        self.asked.emit((*typed, *self.chips.terms()), text)

    @property
    def words(self) -> str:
        """What of the line is asked."""
        return self.line.text().removeprefix(self._unread).strip()

    def read_again(self) -> None:
        """Ask anew if the line names what the library lacked when it was asked, and has now."""
        if self._unknown and not self.line.is_edited:
            self.reading.read(self._unknown)
            if not self.reading.is_unsure:
                self._show_text(self._unknown)
                self.refine()

    def ask_text(self, text: str) -> None:
        """Type and send a query in the place of the one before."""
        self._show_text(text)
        self.chips.drop_unpinned()
        self.facts.drop_unpinned()
        self.ask()

    def ask_instead(self, text: str, facts: Sequence[Fact]) -> None:
        """Ask what the last line stands for; if that was typed, this is remembered instead.

        A whole question about a visit stays: the last trip will be another one.
        """
        typed = self._remembered
        self.show_query(text, self.chips.states(), facts)
        if typed and not names_visit(typed):
            self._recent.drop(lambda one: one == typed)
            self._remember(as_line(text, self.facts.facts(), self.chips.terms(), self.reading.read))
        self.refine()

    def ask_photos(self, paths: Sequence[str], text: str = "") -> None:
        """Search by picture files, and by words if there are any, and by nothing else."""
        self.clear()
        self._show_text(text)
        for path in paths:
            self.chips.add(QueryTerm(image=path), Path(path).name)
        self.ask()

    def ask_similar(self, term: QueryTerm, label: str, picture: QImage | None = None) -> None:
        """Search by one photo alone."""
        self.clear()
        self.add_example(term, label, picture)

    def ask_facts(self, facts: Sequence[Fact]) -> None:
        """Browse photos with these facts alone."""
        self.clear()
        self.facts.show_facts(facts)
        self.refine()

    def add_example(self, term: QueryTerm, label: str, picture: QImage | None = None) -> None:
        """Add an example photo to the query and search."""
        self.chips.add(term, label, picture)
        self.refine()

    def set_busy(self, is_busy: bool, work: str = "search") -> None:
        """Note whether work for the query is open: Escape stops it before it clears."""
        self._open = self._open | {work} if is_busy else self._open - {work}

    def stop(self) -> bool:
        """Stop the query that is open; tell whether there was one."""
        if self._open:
            self.stopped.emit()
            return True
        return False

    def escape(self) -> None:
        """Stop the query that is open; without one, clear everything and browse."""
        if not self.stop() and self._has_anything:
            self._ask_nothing()

    @property
    def _has_anything(self) -> bool:
        return bool(self.line.text() or self.chips.chips() or self.facts.chips())

    def clear(self) -> None:
        """Empty the line and take all chips away, without asking."""
        self.chips.clear()
        self.facts.clear()
        self._show_text("")

    def _ask_nothing(self) -> None:
        self.clear()
        self.noted.emit("")
        self.refine()

    def offer_recent(self) -> None:
        """Offer while typing what was asked lately, as it is known now."""
        self.line.earlier = self._recent.newest_first()

    def _remember(self, line: str) -> None:
        self._recent.add(line)
        self._remembered = line
        self.offer_recent()

    def _with_chips(self, text: str, read: ParsedLine, terms: "Sequence[Term]") -> str:
        """Return what is typed with the chips beside it, as a line that asks the same again."""
        typed, words = {fact.condition for fact in read.facts}, {term.text for term in terms}
        facts = [fact for fact in self.facts.facts() if fact.condition not in typed]
        beside = [one for one in self.chips.terms() if one.text not in words]
        return as_line(text, facts, beside, self.reading.read)

    def _take_facts(self, read: ParsedLine) -> None:
        """Let the facts in a line become chips; the other words stay in it."""
        self.facts.add(read.facts)
        self.facts.offer(read.suggestions)
        notes = [translated(note.sentence) for note in read.notes]
        if self._unread:
            notes.insert(0, self.tr("“{0}” is left out.").format(self._unread))
        for one, other in combinations(self.facts.facts(), 2):
            if disagree(one.condition, other.condition):
                against = contradiction(fact_words(one), fact_words(other))
                notes.append(translated(against.sentence))
        self.noted.emit(" ".join(dict.fromkeys(notes)))
        self._show_text(read.rest)

    def _take_offer(self, fact: Fact) -> None:
        """Ask with a fact that was offered, also for a line that was only typed."""
        if self.line.is_new:
            self.chips.drop_unpinned()
            self.facts.drop_unpinned()
        self.facts.add([fact])
        self._send(is_new=False, is_typed=self.line.is_edited)

    def _edit_fact(self, text: str) -> None:
        """Put a fact back into the line, to be changed there."""
        self._show_text(f"{text} {self.line.text()}".strip())
        self.line.keep_chips()
        self.line.setFocus()
        self.line.setSelection(0, len(text))

    def _take_terms(self, terms: "Sequence[Term]", plain: "Term | None") -> None:
        """Let all terms but the plain words become chips; those stay in the line."""
        for term in terms:
            if term is not plain:
                self.chips.add(as_message(term), term.image.name if term.image else term.text)
        if terms and (len(terms) > 1 or plain is None):
            self._show_text(plain.text if plain else "")

    def _show_text(self, text: str) -> None:
        """Have this in the line; what is typed over it is new."""
        self.line.show_text(text)
        self._show_line()

    def _show_line(self) -> None:
        """Show what goes with the line that is being typed, and whether there is anything."""
        is_leaving = self.line.is_new and bool(self.line.text().strip())
        self.chips.show_leaving(is_leaving)
        self.facts.show_leaving(is_leaving)
        self.line.clear_all.setVisible(self._has_anything)

    # ---- pictures from outside --------------------------------------------------------------

    def choose_photo(self) -> None:
        """Ask for a photo to search by."""
        if path := choose_picture(self, self.tr("Search by a photo")):
            self.add_example(QueryTerm(image=path), Path(path).name)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take pictures, picture files and words."""
        mime = event.mimeData()
        if has_picture(mime) or (mime.hasText() and not mime.hasUrls()):
            take(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Search by what is dropped."""
        mime = event.mimeData()
        if has_picture(mime):
            self.accept_mime(mime)
        else:
            self.line.insert(mime.text())
        take(event)

    def accept_mime(self, mime: QMimeData) -> None:
        """Search by the files or the picture in `mime`."""
        paths = picture_paths(mime)
        for path in paths:
            self.chips.add(QueryTerm(image=path), Path(path).name)
        try:
            kept = "" if paths else keep_picture(mime, self._pasted)
        except OSError as error:
            sentence = self.tr("The picture could not be kept in {0}.")
            self.refused.emit(sentence.format(error.filename))
            return
        if kept:
            self.chips.add(QueryTerm(image=kept), self.tr("pasted picture"), mime.imageData())
        self.refine()
