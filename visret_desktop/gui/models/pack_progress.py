"""The line that shows how far the work on packs is and how it ended, with a button to stop it."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.models.pack_sentences import with_links
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.packs.events import PackProgress
from visret_desktop.packs.fetching.pack_fetch import Wanted

_BAR_PIXELS = 180


class LinkLabel(QLabel):
    """A label for sentences that wrap and whose links open in a browser."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setOpenExternalLinks(True)
        self.setText("")

    def setText(self, text: str) -> None:
        """Show rich text; the keyboard stops here only if there is a link to follow."""
        super().setText(text)
        has_link = "<a " in text
        policy = Qt.FocusPolicy.StrongFocus if has_link else Qt.FocusPolicy.ClickFocus
        self.setFocusPolicy(policy)


class PackProgressLine(QWidget):
    """Bar and button are visible only during work; the last sentence stays."""

    stop_requested = Signal()
    login_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted: Sequence[Wanted] = ()
        self.label = LinkLabel()
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(_BAR_PIXELS)
        self.stop = QPushButton(self.tr("Stop"))
        self.stop.setAutoDefault(False)
        self.stop.clicked.connect(self.stop_requested)
        self.login = QPushButton(self.tr("Log in …"))
        self.login.setAutoDefault(False)
        self.login.clicked.connect(self.login_requested)
        self.login.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.label, 1)
        row.addWidget(self.login)
        row.addWidget(self._bar)
        row.addWidget(self.stop)
        self.setMinimumHeight(self.stop.sizeHint().height())

    def begin(self, wanted: Sequence[Wanted] = ()) -> None:
        """Show that work on these packs, one after the other, begins."""
        self._wanted = wanted
        self._bar.setRange(0, 0)

    def set_busy(self, is_busy: bool) -> None:
        """Show or hide bar and button."""
        self._bar.setVisible(is_busy)
        self.stop.setVisible(is_busy)

    def say(self, words: str, *, offers_login: bool = False) -> None:
        """Show a sentence, with a button if a login may help; addresses in it become links."""
        self.label.setText(with_links(words))
        self.login.setVisible(offers_login)

    def show_progress(self, progress: PackProgress) -> None:
        """Say how far the work is."""
        self.say(self._told(progress))
        self._bar.setRange(0, 1000 if progress.total_bytes else 0)
        if progress.total_bytes:
            self._bar.setValue(int(1000 * progress.done_bytes / progress.total_bytes))

    def _told(self, progress: PackProgress) -> str:
        parts = [self._what(progress)]
        if progress.total_bytes:
            done, total = size(progress.done_bytes), size(progress.total_bytes)
            parts.append(self.tr("{0} of {1}").format(done, total))
        if progress.bytes_per_second > 0:
            parts.append(f"{size(int(progress.bytes_per_second))}/s")
        if progress.seconds_left > 0:
            parts.append(self.tr("{0} left").format(duration(progress.seconds_left)))
        return ", ".join(parts)

    def _what(self, progress: PackProgress) -> str:
        """Return what is being done with which pack, numbered if there are several."""
        stages = {
            "ask": self.tr("Asking the hub about {0}"),
            "check": self.tr("Checking {0}"),
            "copy": self.tr("Copying {0}"),
            "fetch": self.tr("Fetching {0}"),
        }
        titles = {each.name: each.title for each in self._wanted}
        words = stages[progress.stage].format(titles.get(progress.name, progress.name))
        if len(titles) > 1 and progress.name in titles:
            number = list(titles).index(progress.name) + 1
            return self.tr("{0} of {1}: {2}").format(number, len(titles), words)
        return words
