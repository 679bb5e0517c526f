"""Says what leaves this computer, shows every request on record, and where files are kept."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop import logs
from visret_desktop.gui.photo.photo_actions import reveal_folder
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on, scrolled
from visret_desktop.paths import Paths

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
        self.told = PlainLabel(self.tr("Looking at the record …"))
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
        parts = (
            PlainLabel(self.tr("Nothing leaves this computer."), is_bold=True),
            PlainLabel(self._promise(), is_wrapped=True),
            self.told,
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
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(content), 1)
        whole.addWidget(buttons)
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
            show = QPushButton(self.tr("Show"))
            show.setAutoDefault(False)
            show.setAccessibleName(self.tr("Show {0}").format(title))
            show.clicked.connect(partial(self._show, folder))
            for place, widget in enumerate((name, where, show)):
                grid.addWidget(widget, row, place)
        return grid

    def _show(self, folder: Path) -> None:
        reveal_folder(folder)

    def _on_record(self, found: object) -> None:
        if not isinstance(found, list):
            self.told.setText(self.tr("The record cannot be read: {0}").format(found))
        elif not found:
            self.told.setText(self.tr("On record: no request to any other computer."))
        else:
            self.told.setText(self._count(found))
            shown = reversed(found[-_MOST_SHOWN:])
            lines = (f"{one.when}   {one.method} {one.address}   {one.status}" for one in shown)
            self.record.setPlainText("\n".join(lines))
            self.record.show()

    def _count(self, found: Sequence[logs.LoggedRequest]) -> str:
        words = self.tr(
            "On record: %Ln request(s), the first on {0}. Newest first:", "", len(found)
        )
        return words.format(found[0].when)
