"""Ask which library on a server is to be opened, and say what leaves the computer then."""

from importlib.util import find_spec

from PySide6.QtCore import QCoreApplication, QProcess, QProcessEnvironment
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.models.own_command import CommandAnswer, OwnCommand
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.paths import split_password
from visret_desktop.processes import own_python

_WIDTH = 600
_NEEDED = ("psycopg", "pgvector", "fsspec")


class ServerDialog(Dialog):
    """Opens a library in a window of its own, which other people's photos do not mix with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Open a library on a server"))
        self.setMinimumWidth(_WIDTH)
        self.address, self.password, self.thumbnails = QLineEdit(), QLineEdit(), QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.keep = QCheckBox(self.tr("Keep it in the system's keyring"))
        self._keeping = OwnCommand(self)
        self._keeping.ended.connect(self._on_kept)
        self.finished.connect(self._keeping.give_up)
        self.address.setPlaceholderText("postgresql://reader@photos.example.org/library")
        self.thumbnails.setPlaceholderText(self.tr("/srv/thumbnails or s3://archive/thumbnails"))
        form = QFormLayout()
        form.addRow(self.tr("Address"), self.address)
        form.addRow(self.tr("Password"), self.password)
        form.addRow("", self.keep)
        form.addRow(self.tr("Thumbnails"), self.thumbnails)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        buttons.rejected.connect(self.reject)
        self.open_button = self.button(self.tr("Open"), self._open)
        self.open_button.setObjectName("primary")
        buttons.addButton(self.open_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.about = PlainLabel(self._about_passwords(), is_wrapped=True)
        parts = (
            form,
            self.about,
            PlainLabel(self.tr("What leaves this computer"), is_bold=True),
            PlainLabel(what_leaves(), is_wrapped=True),
            buttons,
        )
        fill(QVBoxLayout(self), *parts, margins=(24, 20, 24, 16), spacing=12)
        self.address.textChanged.connect(self._show)
        self.password.textChanged.connect(self._show)
        self._show()

    def _about_passwords(self) -> str:
        if not all(map(find_spec, _NEEDED)):
            return self.tr(
                "Libraries on servers need more than is installed here:"
                ' pip install "visret-desktop[institution]".'
            )
        return self.tr(
            "A password may also stand in ~/.pgpass or PGPASSWORD, or be kept from before. Without"
            " a place for thumbnails photos are shown where their folders are within reach."
        )

    def _show(self) -> None:
        is_there = all(map(find_spec, _NEEDED))
        is_free = is_there and not self._keeping.is_running
        self.open_button.setEnabled(is_free and bool(self.address.text().strip()))
        self.keep.setEnabled(is_free and bool(self.password.text()))

    def _open(self) -> None:
        if not (self.keep.isEnabled() and self.keep.isChecked()):
            self._begin()
            return
        address, _ = split_password(self.address.text().strip())
        words = ("institution", "password", "--library", address)
        self._keeping.start(*words, line=self.password.text())
        self._show()

    def _on_kept(self, answer: CommandAnswer) -> None:
        """Open the library; if the password is not kept, say so and let it be opened without."""
        if answer.sentence:
            self.about.setText(translated(answer.sentence))
            self.keep.setChecked(False)
            self._show()
            return
        self._begin()

    def _begin(self) -> None:
        address, password = split_password(self.address.text().strip())
        pictures = ("--thumbnails", self.thumbnails.text().strip())
        program, *arguments = own_python.program("gui", "--library", address, *pictures)
        process, environment = QProcess(), QProcessEnvironment.systemEnvironment()
        if password := self.password.text() or password:
            environment.insert("PGPASSWORD", password)
        process.setProcessEnvironment(environment)
        process.setProgram(program)
        process.setArguments(arguments)
        process.startDetached()
        self.accept()


def what_leaves() -> str:
    """Return what a search sends to the server of a library."""
    return QCoreApplication.translate(
        "ServerDialog",
        "To the server of the library: vectors, which are the numbers that a model here makes of"
        " your words, pictures and sketches; filters, with their names of cameras, folders and"
        " places; how many photos are wanted, and which of those that it named are to be described;"
        " your name and password; your tags, ratings and names of photos. To the place of"
        " thumbnails: which of them are shown. Nothing else: words are rewritten and pictures drawn"
        " on this computer. Who has a vector and the model can tell roughly what was looked for.",
    )
