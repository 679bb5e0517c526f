"""Pages about the program: what it is, whether there is a newer one, what leaves the computer."""

import threading
from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop import __version__, installation, logs, releases
from visret_desktop.file_changes import as_usual
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.library.server_dialog import what_leaves
from visret_desktop.gui.models.pack_progress import LinkLabel, linked, with_links
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.icons import drawn
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill, room_on, scrolled
from visret_desktop.paths import Paths, ServerPaths, bundled
from visret_desktop.releases import Release

_SIZE = (720, 560)
_MOST_SHOWN = 500
_LINES = 8


class PrivacyPage(Dialog):
    """`pictures_switched` carries whether queries are to be drawn."""

    pictures_switched = Signal(bool)

    def __init__(self, paths: Paths, draws: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What leaves this computer"))
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))
        self._paths = paths
        self._background = Background(self, threads=1)
        self.finished.connect(self._background.close)
        self.summary = PlainLabel(self.tr("Looking at the record …"))
        self.record = QPlainTextEdit()
        self.record.setReadOnly(True)
        self.record.setTabChangesFocus(True)
        self.record.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.record.setMinimumHeight(_LINES * self.record.fontMetrics().lineSpacing())
        self.record.setAccessibleName(self.tr("Requests to other computers"))
        self.record.hide()
        self.draws = QCheckBox(self.tr("Draw sketches of queries, here on this computer"))
        self.draws.setChecked(draws)
        self.draws.toggled.connect(self.pictures_switched)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        content = QWidget()
        title, words = self.tr("Nothing leaves this computer."), self._promise()
        if isinstance(paths, ServerPaths):
            title, words = paths.library_name, what_leaves()
        parts = (
            PlainLabel(title, is_bold=True),
            PlainLabel(words, is_wrapped=True),
            self.summary,
            (self.record, 1),
            PlainLabel(self.tr("Where everything is"), is_bold=True),
            self._places(),
            PlainLabel(self.tr("Drawn pictures"), is_bold=True),
            PlainLabel(self._of_pictures(), is_wrapped=True),
            self.draws,
            PlainLabel(self.tr("Answers"), is_bold=True),
            PlainLabel(self._of_answers(), is_wrapped=True),
            None,
        )
        fill(QVBoxLayout(content), *parts, margins=(24, 20, 24, 8), spacing=12)
        whole = QVBoxLayout(self)
        fill(whole, (scrolled(content), 1), buttons, margins=(0, 0, 0, 0), spacing=whole.spacing())
        buttons.setContentsMargins(24, 0, 24, 16)
        self._background.run("record", partial(logs.requests, paths.logs), self._on_record)

    def _promise(self) -> str:
        return self.tr(
            "No photo, no query and no statistic is sent anywhere. A network is used only when you"
            " fetch a model, log in for one, or ask for a newer version; each answered request is"
            " on record below."
        )

    def _of_pictures(self) -> str:
        return self.tr(
            "Sketches are drawn by a model on this computer, marked as drawn, kept in the cache"
            " only, and never put among your photos. Without them you search by words."
        )

    def _of_answers(self) -> str:
        return self.tr(
            "Questions are answered by a model on this computer. What it said of your photos is"
            " kept in the cache, so that asking again is quick; it goes with the folder when you"
            " remove one. Text in a photo is never put into the prompt; a model may still believe"
            " what it reads there."
        )

    def _places(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        places = (
            (self.tr("Library and models"), self._paths.data),
            (self.tr("Thumbnails, sketches, answers"), self._paths.cache),
            (self.tr("Settings"), self._paths.config),
            (self.tr("This record, and logs"), self._paths.logs),
        )
        for row, (title, folder) in enumerate(places):
            name = PlainLabel(title)
            name.setEnabled(False)
            where = PlainLabel(str(folder))
            where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            show = self.button(self.tr("Show"), partial(reveal_folder, folder))
            show.setAccessibleName(self.tr("Show {0}").format(title))
            for place, widget in enumerate((name, where, show)):
                grid.addWidget(widget, row, place)
        return grid

    def _on_record(self, outcome: object) -> None:
        if not isinstance(outcome, list):
            self.summary.setText(self.tr("The record cannot be read: {0}").format(outcome))
        elif not outcome:
            self.summary.setText(self.tr("On record: no request to any other computer."))
        else:
            self.summary.setText(self._count(outcome))
            shown = reversed(outcome[-_MOST_SHOWN:])
            lines = (f"{one.when}   {one.method} {one.address}   {one.status}" for one in shown)
            self.record.setPlainText("\n".join(lines))
            self.record.show()

    def _count(self, requests: Sequence[logs.LoggedRequest]) -> str:
        words = self.tr(
            "On record: %Ln request(s), the first on {0}. Newest first:", "", len(requests)
        )
        return words.format(requests[0].when)


_WIDTH = 560
_TERMS, _CHANGES = QSize(480, 120), QSize(480, 110)
_ICON = 64
_LONGEST_ADDRESS = 300  # pixels
_LICENSES = "LICENSES"
# With a license beside them.
_OF_OTHERS = ("places", "icons", "standards/camtrap-dp-1.0.2", "standards/darwin-core")
_RULE = "\n\n" + 24 * "—" + "\n\n"
_SOURCES = (
    ("GeoNames", "https://www.geonames.org"),
    ("Natural Earth", "https://www.naturalearthdata.com"),
    ("Unicode CLDR", "https://cldr.unicode.org"),
    ("OpenStreetMap", "https://www.openstreetmap.org/copyright"),
    ("RapidOCR", "https://github.com/RapidAI/RapidOCR"),
    ("Lucide", "https://lucide.dev"),
    ("Camtrap DP", "https://camtrap-dp.tdwg.org"),
    ("Darwin Core", "https://dwc.tdwg.org"),
)
_SOURCES_OF_QT = "https://download.qt.io/official_releases/QtForPython/"


class AboutPage(Dialog):
    """Asks nobody before a click on `look`."""

    def __init__(self, proxy: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About visret"))
        self.setMinimumWidth(_WIDTH)
        self._proxy, self._installed = proxy, installation.bundle()
        self._stopped = threading.Event()
        self._background = Background(self, threads=1)
        self.finished.connect(self._close)
        licenses = (bundled(of, "LICENSE").read_text(encoding="utf-8") for of in _OF_OTHERS)
        theirs = _small_text_view(_RULE.join(licenses), _TERMS)
        theirs.setAccessibleName(self.tr("Licenses of places and icons"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        parts = (
            self._head(),
            PlainLabel(self._kind(), is_wrapped=True),
            PlainLabel(self.tr("Newer versions"), is_bold=True),
            *self._offer(),
            PlainLabel(self.tr("Terms"), is_bold=True),
            self._terms(),
            *self._licenses(),
            self._sources(),
            (theirs, 1),
            buttons,
        )
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=12)

    # ---- what it is -------------------------------------------------------------------------

    def _head(self) -> QHBoxLayout:
        picture = QLabel()
        picture.setPixmap(drawn(_ICON))
        title = PlainLabel(self.tr("visret {0}").format(__version__))
        set_text(title, Text.TITLE, is_bold=True)
        purpose = PlainLabel(
            self.tr(
                "Finds photos on this computer by what they show. Your photos and queries never"
                " leave it."
            ),
            is_wrapped=True,
        )
        words, row = QVBoxLayout(), QHBoxLayout()
        fill(words, title, purpose, margins=(0, 0, 0, 0), spacing=4)
        fill(row, picture, (words, 1), margins=(0, 0, 0, 0), spacing=16)
        return row

    def _kind(self) -> str:
        return self.tr("Installation: {0}").format(installation.described())

    def _terms(self) -> LinkLabel:
        terms = LinkLabel()
        words = self.tr(
            "Free software under the Apache License 2.0. The window is made with Qt for Python"
            " (LGPL 3), in libraries that you may replace; their sources are at {0}. Each model has"
            " terms of its own: see Library, Models."
        )
        terms.setText(with_links(words.format(_SOURCES_OF_QT)))
        return terms

    def _sources(self) -> LinkLabel:
        """Say whose data are in the program."""
        words = self.tr(
            "Towns: {0} (CC BY 4.0). Countries, borders and coasts: {1} (public domain). Names of"
            " countries: {2}. Time zones: © {3} contributors (ODbL). Words in pictures are read by"
            " {4} (Apache License 2.0). Icons: {5}. The licenses of places and icons:"
        )
        sources = LinkLabel()
        sources.setText(escape(words).format(*(linked(*source) for source in _SOURCES)))
        return sources

    def _licenses(self) -> tuple[QHBoxLayout, ...]:
        """Return a button for the folder with the licenses of all that a bundle contains."""
        folder = self._installed.folder / _LICENSES if self._installed else None
        if folder is None or not folder.is_dir():
            return ()
        words = self.tr("Licenses of all parts")
        return (_left(self.button(words, partial(reveal_folder, folder))),)

    # ---- newer versions ---------------------------------------------------------------------

    def _offer(self) -> tuple[QWidget | QHBoxLayout, ...]:
        self.status = PlainLabel(is_wrapped=True)
        self.look = self.button(self.tr("Is there a newer version?"), self._on_look)
        self.get = self.button(self.tr("Open its page"), self._open_page)
        self.get.hide()
        self.changes = _small_text_view("", _CHANGES)
        self.changes.setAccessibleName(self.tr("What changed"))
        self.changes.hide()
        self._page = ""
        address = self._installed.record.releases if self._installed else ""
        if not address:
            how = releases.how_to_update(self._installed)
            self.status.setText(translated(releases.NoReleasesAddress(how=how)))
            self.look.hide()
            return (self.status,)
        words = self.tr("A click asks {0} and tells it nothing else. Nothing is installed.")
        self.status.setText(words.format(address))
        return (self.status, _left(self.look, self.get), self.changes)

    def _on_look(self) -> None:
        self.look.setEnabled(False)
        self.status.setText(self.tr("Asking …"))
        ask = partial(releases.newest, self._installed, self._proxy, self._stopped.is_set)
        self._background.run("newest", ask, self._on_answer)

    def _on_answer(self, answer: object) -> None:
        self.look.setEnabled(True)
        is_newer = isinstance(answer, Release) and answer.is_newer
        self._page = answer.page if isinstance(answer, Release) and is_newer else ""
        self.changes.setVisible(is_newer)
        self.get.setVisible(bool(self._page))
        if not isinstance(answer, Release):
            self.status.setText(translated(answer))
        elif not is_newer:
            words = self.tr("This is the newest version.")
            self.status.setText(words)
        else:
            words = self.tr("visret {0} is there. {1}")
            how = releases.how_to_update(self._installed)
            self.status.setText(words.format(answer.version, translated(how)))
            self.changes.setPlainText(answer.told)
            self._name_page()
        self._grow()

    def _name_page(self) -> None:
        """Say where the button leads, in full unless it is very long."""
        shown = self.get.fontMetrics().elidedText(
            self._page, Qt.TextElideMode.ElideMiddle, _LONGEST_ADDRESS
        )
        self.get.setText(self.tr("Open {0}").format(shown.replace("&", "&&")))
        self.get.setToolTip(literally(self._page))

    def _grow(self) -> None:
        """Give what is new the room that it needs."""
        layout = self.layout()
        assert layout is not None  # it was filled
        layout.activate()
        height = max(self.height(), layout.totalHeightForWidth(self.width()))
        self.resize(QSize(self.width(), height).boundedTo(room_on(self)))

    def _open_page(self) -> None:
        with as_usual():
            QDesktopServices.openUrl(QUrl(self._page))

    def _close(self) -> None:
        self._stopped.set()
        self._background.close()


def _left(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    fill(row, *buttons, None, margins=(0, 0, 0, 0), spacing=8)
    return row


def _small_text_view(words: str, size: QSize) -> QPlainTextEdit:
    text = QPlainTextEdit(words)
    text.setReadOnly(True)
    text.setTabChangesFocus(True)
    set_text(text, Text.SMALL)
    text.setMinimumSize(size)
    return text
