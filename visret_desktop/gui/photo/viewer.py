"""One photo over the whole page, with a line above it, a filmstrip below, and arrows."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QHideEvent, QImage, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop.errors import VisretError
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.photo.dark_theme import PhotoArrow, wear_dark
from visret_desktop.gui.photo.decoded_photos import DecodedPhotos
from visret_desktop.gui.photo.filmstrip import Filmstrip
from visret_desktop.gui.photo.photo_canvas import PhotoCanvas, Size
from visret_desktop.gui.photo.photo_rows import day_and_time
from visret_desktop.gui.photo.viewer_bar import ViewerBar
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.photo_boxes import Boxes
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.theme import OWN_MARK

_AROUND = (1, -1, 2, -2)  # rows decoded or loaded ahead, the likeliest first
_REST_MS = 2500  # without the mouse, and what lies over the photo goes away
_EDGE = 12  # pixels between arrows and the edge


class PhotoViewer(QWidget):
    """Shows entries one at a time; the thumbnail first, the photo when it is decoded.

    In full screen there is only the photo, until the mouse moves or Tab is pressed.
    """

    closed = Signal(int)  # photo id last shown
    shown = Signal(object)  # entry
    full_screen_requested = Signal()  # on or off

    def __init__(self, loader: ThumbnailLoader, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Graphic)
        self._loader = loader
        self._decoded = DecodedPhotos(self)
        self._entries: Sequence[GridEntry] = ()
        self._row = 0
        self._is_sharp = False
        self._fills_screen = False  # since it was asked to
        self._sentence = ""
        self.verdict_of: Callable[[GridEntry], str] = lambda _entry: ""
        self.mark_of: Callable[[GridEntry], str] = lambda _entry: ""
        self.reading_of: Callable[[GridEntry], str] = lambda _entry: ""
        self.boxes_of: Callable[[GridEntry], Boxes | None] = lambda _entry: None
        self.written_of: Callable[[GridEntry], Boxes | None] = lambda _entry: None
        self.found_of: Callable[[GridEntry], Boxes | None] = lambda _entry: None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setProperty(OWN_MARK, True)  # it fills the page
        self._build()
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._connect()

    def _build(self) -> None:
        # In the order of Tab; those that come later lie over those before.
        self.canvas = PhotoCanvas(self)
        self.notice = PlainLabel("", self, is_wrapped=True)
        self.notice.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.notice.setContentsMargins(16, 8, 16, 8)
        wear_dark(self.notice)
        self.notice.hide()
        self.filmstrip = Filmstrip(self._loader, self)
        self.bar = ViewerBar(self)
        self.before = PhotoArrow("chevron-left", self.tr("Previous photo"), "←")
        self.after = PhotoArrow("chevron-right", self.tr("Next photo"), "→")
        for arrow in (self.before, self.after):
            arrow.setParent(self)

    def _connect(self) -> None:
        bar, canvas = self.bar, self.canvas
        self.before.clicked.connect(lambda: self.walk(-1))
        self.after.clicked.connect(lambda: self.walk(1))
        self.filmstrip.chosen.connect(self._go)
        bar.zoom_requested.connect(canvas.zoom_by)
        bar.toggle_requested.connect(canvas.toggle_zoom)
        bar.filmstrip_requested.connect(self._place)
        bar.where_requested.connect(self._show_boxes)
        bar.written_requested.connect(self._show_boxes)
        bar.found_requested.connect(self._show_boxes)
        bar.full_screen_requested.connect(self._toggle_full_screen)
        bar.close_requested.connect(self._close)
        canvas.rescaled.connect(lambda: bar.show_scale(canvas.scale(), canvas.is_fit))
        canvas.stirred.connect(self._wake)
        self._rest.timeout.connect(self._on_rest)
        self._decoded.decoded.connect(self._on_decoded)
        self._loader.loaded.connect(self._on_thumbnail)

    def show_entries(self, entries: Sequence[GridEntry], row: int) -> None:
        """Show the photo at `row` of `entries`."""
        self._entries = entries
        self._go(row)

    def entry(self) -> GridEntry | None:
        """Return what is shown."""
        return self._entries[self._row] if 0 <= self._row < len(self._entries) else None

    def photo(self) -> QImage | None:
        """Return the decoded photo, once it is there."""
        entry = self.entry()
        decoded = self._decoded.get(entry.path) if entry is not None else None
        return decoded[0] if isinstance(decoded, tuple) else None

    def sentence(self) -> str:
        """Return why the photo itself is not shown; empty while all is well."""
        return self._sentence

    def show_words(self) -> None:
        """Say what is shown, anew: a mark may have changed."""
        entry = self.entry()
        if entry is None:
            return
        words = (
            self.reading_of(entry),
            day_and_time(entry.taken_at),
            self._position(),
            self.verdict_of(entry),
            self.mark_of(entry),
        )
        facts = [word for word in words if word]
        self.bar.show_words(entry.name, "  ·  ".join(facts))
        self.setAccessibleName(", ".join((entry.name, *facts)))
        self.setAccessibleDescription(self._sentence)
        self._show_boxes()

    def _show_boxes(self) -> None:
        """Show where the answer is seen, or else where words stand, or else what was found."""
        entry = self.entry()
        shown: Boxes | None = None
        for button, find in (
            (self.bar.found, self.found_of),
            (self.bar.written, self.written_of),
            (self.bar.where, self.boxes_of),
        ):
            boxes = find(entry) if entry is not None else None
            button.setVisible(boxes is not None)
            button.setEnabled(boxes is not None)  # its key, too
            shown = boxes if boxes is not None and button.isChecked() else shown
        self.canvas.show_boxes(shown)

    def walk(self, rows: int) -> None:
        """Go on by so many photos."""
        self._go(self._row + rows)

    # ---- load -------------------------------------------------------------------------------

    def _go(self, row: int) -> None:
        self._row = min(max(row, 0), len(self._entries) - 1)
        entry = self.entry()
        if entry is None:
            return
        self._is_sharp = False
        self._decoded.want([entry, *self._neighbors()])
        self.filmstrip.show_row(self._entries, self._row)
        self.before.setEnabled(self._row > 0)
        self.after.setEnabled(self._row < len(self._entries) - 1)
        thumbnail = self._loader.image(entry.content_hash)
        self.canvas.show_photo(_size_of(entry, thumbnail), [thumbnail] if thumbnail else [])
        self._take_decoded(entry)
        self._want_thumbnails()
        self.shown.emit(entry)

    def _neighbors(self) -> list[GridEntry]:
        rows = (self._row + step for step in _AROUND)
        return [self._entries[row] for row in rows if 0 <= row < len(self._entries)]

    def _want_thumbnails(self) -> None:
        entry = self.entry()
        if entry is not None and self.isVisible():
            shown = (entry, *self._neighbors())
            in_sight = self.filmstrip.missing() if self.filmstrip.isVisible() else []
            wanted = (*(one.content_hash for one in shown), *in_sight)
            self._loader.set_wanted(dict.fromkeys(wanted))

    def _position(self) -> str:
        return self.tr("{0} of {1}").format(count(self._row + 1), count(len(self._entries)))

    def _on_decoded(self, path: str) -> None:
        entry = self.entry()
        if entry is not None and entry.path == path and not self._is_sharp:
            self._take_decoded(entry)

    def _take_decoded(self, entry: GridEntry) -> None:
        """Show a photo as far as it is decoded, and say what is wrong with it."""
        decoded = self._decoded.get(entry.path)
        if isinstance(decoded, tuple):
            self._is_sharp = True
            self.canvas.show_better((decoded[0].width(), decoded[0].height()), decoded)
        self._sentence = self._why_not(entry, decoded)
        self.notice.setText(self._sentence)
        self.show_words()
        if self.notice.isHidden() is bool(self._sentence):
            self.notice.setVisible(bool(self._sentence))
            self._place()

    def _why_not(self, entry: GridEntry, decoded: object) -> str:
        if not entry.online:
            sentence = self.tr("This photo is offline: it was moved, or its drive unplugged. {0}")
            return sentence.format(entry.path)
        if isinstance(decoded, VisretError):
            return translated(decoded)
        if isinstance(decoded, OSError):
            return self.tr("This photo cannot be read any more: {0}").format(entry.path)
        if isinstance(decoded, Exception):
            raise decoded
        return ""

    def _on_thumbnail(self, content_hash: str, image: QImage) -> None:
        if not self.isVisible():
            return
        self.filmstrip.update()
        entry = self.entry()
        if entry is not None and entry.content_hash == content_hash and not self._is_sharp:
            self.canvas.show_better(_size_of(entry, image), [image])

    def showEvent(self, event: QShowEvent) -> None:
        """Load what is in sight."""
        super().showEvent(event)
        self._place()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the photos: a large one takes hundreds of megabytes."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._decoded.want([])
            self.canvas.show_better((4, 3), [])

    # ---- lay out ----------------------------------------------------------------------------

    @property
    def is_full_screen(self) -> bool:
        """Whether the window takes the whole screen."""
        return self.window().isFullScreen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Give each part its place: in full screen over the photo, otherwise beside it."""
        width, height = self.width(), self.height()
        is_awake = not self.is_full_screen or self._rest.isActive()
        self.bar.setVisible(is_awake)
        self.bar.show_full_screen(self.is_full_screen)
        self.filmstrip.setVisible(is_awake and self.bar.filmstrip.isChecked())
        bar = self.bar.height()
        strip = 0 if self.filmstrip.isHidden() else self.filmstrip.height()
        notice = 0 if self.notice.isHidden() else self.notice.heightForWidth(width)
        self.bar.setGeometry(0, 0, width, bar)
        self.filmstrip.setGeometry(0, height - strip, width, self.filmstrip.height())
        self.notice.setGeometry(0, height - strip - notice, width, notice)
        photo = QRect(0, bar, width, height - bar - strip - notice)
        self.canvas.setGeometry(self.rect() if self.is_full_screen else photo)
        top = photo.center().y() - self.before.height() // 2
        self.before.move(_EDGE, top)
        self.after.move(width - _EDGE - self.after.width(), top)
        self._want_thumbnails()

    def _wake(self) -> None:
        """Show what lies over the photo, for a while."""
        was_awake = self._rest.isActive()
        self._rest.start()
        if not was_awake:
            self._show_arrows(True)

    def _on_rest(self) -> None:
        focus = QApplication.focusWidget()
        if (focus is not None and focus is not self and self.isAncestorOf(focus)) or any(
            part.underMouse() for part in (self.bar, self.filmstrip, self.before, self.after)
        ):
            self._rest.start()
        else:
            self._lull()

    def _lull(self) -> None:
        """Hide what lies over the photo."""
        self._rest.stop()
        self._show_arrows(False)

    def _show_arrows(self, are_seen: bool) -> None:
        """Show or hide the arrows; in full screen the mouse pointer hides with them."""
        for arrow in (self.before, self.after):
            arrow.set_seen(are_seen)
        is_hidden = self.is_full_screen and not are_seen
        self.canvas.setCursor(
            Qt.CursorShape.BlankCursor if is_hidden else Qt.CursorShape.ArrowCursor
        )
        self._place()

    def leaveEvent(self, event: QEvent) -> None:
        """Hide the arrows at once."""
        super().leaveEvent(event)
        self._on_rest()

    def focusNextPrevChild(self, is_next: bool) -> bool:
        """Show the buttons before the keyboard goes to one."""
        self._wake()
        return super().focusNextPrevChild(is_next)

    # ---- keys -------------------------------------------------------------------------------

    def _toggle_full_screen(self) -> None:
        self.full_screen_requested.emit()
        self._fills_screen = self.is_full_screen
        self.setFocus()
        self._lull()

    def _close(self) -> None:
        if self._fills_screen and self.is_full_screen:
            self._toggle_full_screen()
        entry = self.entry()
        self.closed.emit(entry.photo_id if entry is not None else 0)

    def _escape(self) -> None:
        if self.is_full_screen:
            self._toggle_full_screen()
        else:
            self._close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk, zoom, fill the screen, close."""
        keys, canvas = Qt.Key, self.canvas
        deeds: dict[int, Callable[[], object]] = {
            keys.Key_Left: lambda: self.walk(-1),
            keys.Key_Right: lambda: self.walk(1),
            keys.Key_Home: lambda: self._go(0),
            keys.Key_End: lambda: self._go(len(self._entries) - 1),
            keys.Key_Plus: lambda: canvas.zoom_by(1),
            keys.Key_Equal: lambda: canvas.zoom_by(1),
            keys.Key_Minus: lambda: canvas.zoom_by(-1),
            keys.Key_1: lambda: canvas.zoom_to(1),
            keys.Key_0: lambda: canvas.zoom_to(0),
            keys.Key_F: self._toggle_full_screen,
            keys.Key_T: self.bar.filmstrip.click,
            keys.Key_B: self.bar.where.click,
            keys.Key_W: self.bar.written.click,
            keys.Key_D: self.bar.found.click,
            keys.Key_Escape: self._escape,
            keys.Key_Space: self._close,
        }
        deed = deeds.get(event.key())
        if deed is None or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        else:
            deed()


def _size_of(entry: GridEntry, thumbnail: QImage | None) -> Size:
    """Return the photo's full size, also while only its thumbnail is there."""
    if entry.width and entry.height:
        return entry.width, entry.height
    return (thumbnail.width(), thumbnail.height()) if thumbnail is not None else (4.0, 3.0)
