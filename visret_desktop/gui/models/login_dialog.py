"""Log in to the hub for models that are given only to people who accepted their license."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from visret_desktop.gui.models.own_command import CommandAnswer, OwnCommand
from visret_desktop.gui.models.pack_progress import LinkLabel, with_links
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.packs.fetching.login import Login, known_login

_WIDTH = 560


class LoginDialog(Dialog):
    """Asks no hub before a click. `changed` carries a `Login` after logging in or out."""

    changed = Signal(object)

    def __init__(self, endpoint: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Log in"))
        self.setMinimumWidth(_WIDTH)
        self._endpoint = endpoint
        self.known: Login | None = None
        self._login = OwnCommand(self)
        self._login.ended.connect(self._on_ended)
        self._background = Background(self, threads=1)
        self._build()
        self.finished.connect(self._close)
        self._look()

    def _build(self) -> None:
        self.intro, self.status = LinkLabel(), LinkLabel()
        for label, lines in ((self.intro, 3), (self.status, 2)):  # so that nothing moves
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            label.setMinimumHeight(lines * label.fontMetrics().lineSpacing())
        self.token = QLineEdit()
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("Token, such as hf_…"))
        self.token.setAccessibleName(self.tr("Token"))
        self.token.textChanged.connect(self._show)
        self.log_in = QPushButton(self.tr("Log in"))
        self.log_in.setObjectName("primary")
        self.log_in.setDefault(True)
        self.log_in.clicked.connect(self._on_log_in)
        self.log_out = self.button(self.tr("Log out"), self._on_log_out)
        self.leave = self.button("", self._on_leave)
        row = QHBoxLayout()
        fill(row, None, self.log_in, self.log_out, self.leave, spacing=8)
        parts = (self.intro, self.token, self.status, row)
        fill(QVBoxLayout(self), *parts, margins=(24, 20, 24, 16), spacing=12)
        self.token.setFocus()

    # ---- state ------------------------------------------------------------------------------

    def _look(self) -> None:
        self._show()
        self._background.run("known", partial(known_login, self._endpoint), self._on_known)

    def _on_known(self, known: object) -> None:
        if isinstance(known, Login):
            is_new = self.known is not None and self.known != known
            self.known = known
            self._show()
            if is_new:
                self.changed.emit(known)
            if is_new and known.token_name:
                self.accept()

    def _show(self) -> None:
        known, is_asking = self.known, self._login.is_running
        is_in = known is not None and bool(known.token_name)
        self.intro.setText(with_links(self._intro(known)) if known else "")
        self.token.setVisible(not is_in)
        self.token.setEnabled(not is_asking)
        self.log_in.setVisible(not is_in)
        self.log_in.setEnabled(
            known is not None and not is_asking and bool(self.token.text().strip())
        )
        self.log_out.setVisible(is_in)
        self.log_out.setEnabled(not is_asking and known is not None and not known.variable)
        self.leave.setText(self.tr("Close") if is_in else self.tr("Cancel"))

    def _intro(self, known: Login) -> str:
        if known.variable:
            words = self.tr(
                "You are logged in to {0} by the environment variable {1}. To log out, unset it and"
                " start the program again."
            )
            return words.format(known.endpoint, known.variable)
        if known.token_name:
            words = self.tr(
                "You are logged in to {0} with the token “{1}”. It is kept on this computer, also"
                " for other programs that use this hub."
            )
            return words.format(known.endpoint, known.token_name)
        words = self.tr(
            "Some models are given only to people who accepted their license. Make a token that may"
            " read them at {0} and paste it here. It is sent to this hub only."
        )
        return words.format(known.tokens_url)

    # ---- clicks -----------------------------------------------------------------------------

    def _on_log_in(self) -> None:
        self.status.setText(self.tr("Asking the hub …"))
        self._login.start("packs", "login", line=self.token.text().strip())
        self._show()

    def _on_log_out(self) -> None:
        self._login.start("packs", "logout")
        self._show()

    def _on_leave(self) -> None:
        """Stop asking the hub; leave if it is not being asked."""
        if not self._login.is_running:
            self.reject()
            return
        self._login.give_up()
        self.status.setText(self.tr("Given up; nothing was kept."))
        self._show()

    def _on_ended(self, answer: CommandAnswer) -> None:
        self.status.setText(with_links(self._sentence(answer)))
        if answer.sentence:
            self._show()
            self.token.setFocus()
            self.token.selectAll()
        else:
            self.token.clear()
            self._look()

    def _sentence(self, answer: CommandAnswer) -> str:
        """Return what went wrong; the command line's sentences say what to type, so some differ."""
        url = self.known.tokens_url if self.known else ""
        refused = self.tr(
            "The hub does not accept this token. See that all of it was copied, or make a new one"
            " at {0}."
        )
        offline = self.tr(
            "HF_HUB_OFFLINE is set on this computer, so nobody is asked. Start the program without"
            " it."
        )
        sentences = {"token-refused": refused.format(url), "hub-offline": offline}
        return sentences.get(answer.code, answer.sentence)

    def _close(self) -> None:
        self._login.give_up()
        self._background.close()
