"""What the window says of work on packs: how far it is, how it ended, and what can be done then."""

import re
from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from visret_desktop.errors import VisretError
from visret_desktop.gui.languages.figures import size
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.status_line import duration
from visret_desktop.packs.events import PackProgress
from visret_desktop.packs.fetching.pack_fetch import Wanted

# The sentences of `packs.errors` say what to type; a window has buttons.

_ADDRESS = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:)]")
_LOGIN_HELPS = ("repository-gated", "repository-forbidden", "repository-missing", "token-refused")


def sentence_of(error: Exception) -> str:
    """Return the sentence for an error."""
    form = _sentences().get(error.code) if isinstance(error, VisretError) else None
    if form is None or not isinstance(error, VisretError):
        return translated(error)
    return form.format(**{name: translated(one) for name, one in error.parameters.items()})


def login_helps(error: Exception | None) -> bool:
    """Return whether logging in, perhaps with another token, may help."""
    return getattr(error, "code", "") in _LOGIN_HELPS


def with_links(sentence: str) -> str:
    """Return a sentence as rich text in which addresses can be clicked."""
    return _ADDRESS.sub(lambda match: f'<a href="{match[0]}">{match[0]}</a>', escape(sentence))


def linked(name: str, address: str) -> str:
    """Return a name as rich text, as a link where `address` is one that a browser opens."""
    is_link = address.startswith(("https://", "http://"))
    return f'<a href="{escape(address)}">{escape(name)}</a>' if is_link else escape(name)


def _sentences() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "hub-unreachable": translate(
            "PackSentences",
            "{endpoint} cannot be reached ({reason}). Check the connection and try again: what"
            " was fetched so far is kept. Without a network, add the model from a folder or a"
            " stick.",
        ),
        "hub-offline": translate(
            "PackSentences",
            "HF_HUB_OFFLINE is set on this computer, so nothing is fetched. Start the program"
            " without it, or add the model from a folder or a stick.",
        ),
        "repository-missing": translate(
            "PackSentences",
            "{endpoint} has no {what}. Check the spelling; if it is private, log in first.",
        ),
        "repository-gated": translate(
            "PackSentences",
            "{repo} is given only to people who accepted its license. Open {url} and accept it"
            " there; then log in here and try again.",
        ),
        "token-refused": translate(
            "PackSentences",
            "{endpoint} does not accept your token any more. Log in with a new one and try again.",
        ),
        "disk-full": translate(
            "PackSentences",
            "{folder} has {free} free, which is not enough for {needed}. Make room and try"
            " again: what was fetched so far is kept.",
        ),
        "file-too-large": translate(
            "PackSentences",
            "{folder} takes no files as large as those of {what}; drives formatted as FAT32 take"
            " up to 4 GB. Keep the library on another drive.",
        ),
        "pack-refused": translate(
            "PackSentences", "{name} is not taken in: {reason}. Choose another model."
        ),
        "pack-name-taken": translate(
            "PackSentences",
            "There is another model {name} in {folder}; nothing was changed. Choose another name,"
            " or remove that one first.",
        ),
        "pack-not-offered": translate(
            "PackSentences",
            "{name} is the name of a model on offer, and this is another one. Add it alone, under"
            " a name of its own.",
        ),
        "pack-lies-in-it": translate(
            "PackSentences",
            "{source} and {target} lie one in the other, so no model can be made of the one in"
            " the other; nothing was changed. Choose another name.",
        ),
        "pack-unknown": translate(
            "PackSentences",
            "There is no model {name}. Write open_clip:NAME/TAG, hf:OWNER/REPOSITORY, a link to"
            " the model's page, or choose a file.",
        ),
        "pack-damaged": translate(
            "PackSentences",
            "The model {name} is damaged ({reason}). Press Repair, or remove it and add it again.",
        ),
        "pack-unusable": translate(
            "PackSentences", "The model {name} cannot be used ({reason}). Choose another one."
        ),
        "links-impossible": translate(
            "PackSentences",
            "{path} cannot be used from where it is ({reason}). Add it with “Add another …” to"
            " copy it.",
        ),
    }


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
        self.say(self._progress_words(progress))
        self._bar.setRange(0, 1000 if progress.total_bytes else 0)
        if progress.total_bytes:
            self._bar.setValue(int(1000 * progress.done_bytes / progress.total_bytes))

    def _progress_words(self, progress: PackProgress) -> str:
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
