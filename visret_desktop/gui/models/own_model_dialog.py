"""Add a model of one's own: one line names it, and the dialog says what that is."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.errors import Cancelled, UsageError
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.models.login_dialog import LoginDialog
from visret_desktop.gui.models.model_facts import ModelFacts
from visret_desktop.gui.models.pack_progress import LinkLabel, login_helps, sentence_of, with_links
from visret_desktop.gui.models.pack_worker import recognize
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.packs import registry
from visret_desktop.packs.custom_models import UNKNOWN_LICENSE, free_name
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.packs.sources import PackSource
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

_PAUSE_MS = 500  # of typing, before it is looked at


class OwnModelDialog(Dialog):
    """When accepted, `wanted` returns what to bring here and how."""

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        facts: ModelFacts,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Add a model"))
        self.setMinimumWidth(560)
        self._paths, self._settings, self._facts = paths, settings, facts
        self._found: list[Offer | PackSource] = []
        self._stop = threading.Event()
        self._background = Background(self, threads=2)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        self._build()
        self.finished.connect(self._close)
        self._show([])

    # ---- looks ------------------------------------------------------------------------------

    def _build(self) -> None:
        self.line = QLineEdit()
        self.line.setPlaceholderText(
            self.tr("open_clip:NAME/TAG, hf:OWNER/REPO, a link, or a file")
        )
        self.line.setAccessibleName(self.tr("Which model"))
        self.line.textChanged.connect(self._on_typed)
        choose = QPushButton(self.tr("Choose"))
        choose.setAutoDefault(False)
        menu = QMenu(choose)
        menu.addAction(self.tr("A file …"), self._choose_file)
        menu.addAction(self.tr("A folder or stick …"), self._choose_folder)
        choose.setMenu(menu)
        row = QHBoxLayout()
        fill(row, (self.line, 1), choose, spacing=8)
        self.status = LinkLabel()
        self.status.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.status.setMinimumHeight(4 * self.status.fontMetrics().lineSpacing())
        self.login = self.button(self.tr("Log in …"), self._log_in)
        self.login.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        form, buttons = self._build_form(), self._build_buttons()
        parts = (row, self.status, self.login, form, None, buttons)
        fill(QVBoxLayout(self), *parts, margins=(24, 20, 24, 16), spacing=12)

    def _build_form(self) -> QWidget:
        self.name = QLineEdit()
        self.name.textChanged.connect(self._show_button)
        self.steps, self.pixels, self.guidance = QSpinBox(), QSpinBox(), QDoubleSpinBox()
        self.steps.setRange(1, 100)
        self.pixels.setRange(256, 1536)
        self.pixels.setSingleStep(64)
        self.guidance.setRange(0, 20)
        self.guidance.setSingleStep(0.5)
        self.serves = QCheckBox()
        self.serves.toggled.connect(self._look)
        self._other_role: Role | None = None  # that what is named can serve as
        self.stays = QCheckBox(self.tr("Use it from where it lies; copy nothing"))
        self.stays.setChecked(True)
        self.is_used = QCheckBox(self.tr("Use it from now on"))
        self.is_used.setChecked(True)
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(16)
        self._form.setVerticalSpacing(8)
        for title, editor in (
            (self.tr("Name here"), self.name),
            (self.tr("Steps"), self.steps),
            (self.tr("Guidance"), self.guidance),
            (self.tr("Picture side, pixels"), self.pixels),
        ):
            editor.setAccessibleName(title)
            self._form.addRow(title, editor)
        self._form.addRow(self.serves)
        self._form.addRow(self.stays)
        self._form.addRow(self.is_used)
        self._fields = QWidget()
        self._fields.setLayout(self._form)
        return self._fields

    def _build_buttons(self) -> QWidget:
        box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.add = box.addButton(self.tr("Add"), QDialogButtonBox.ButtonRole.AcceptRole)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return box

    # ---- what is meant ----------------------------------------------------------------------

    def _choose_file(self) -> None:
        kinds = self.tr("Models (*.safetensors *.gguf)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("A model file"), "", kinds)
        self._set(path)

    def _choose_folder(self) -> None:
        title = self.tr("A folder with a model, or a stick that packs were exported to")
        self._set(QFileDialog.getExistingDirectory(self, title))

    def _set(self, path: str) -> None:
        if path:
            self.line.setText(path)
            self._pause.stop()
            self._look()

    def _on_typed(self, text: str) -> None:
        self._stop.set()  # the text that is being looked up has changed
        with QSignalBlocker(self.serves):
            self.serves.setChecked(False)
        self._show([])
        self._pause.start()

    def _look(self) -> None:
        text = self.line.text().strip().strip('"')
        if not text:
            return
        self.status.setText(self.tr("Looking …"))
        self._stop = threading.Event()
        role = self._other_role if self.serves.isChecked() else None
        work = partial(recognize, text, self._settings, self._stop.is_set, role)
        self._background.run("look", work, self._on_looked)

    def _on_looked(self, result: object) -> None:
        if isinstance(result, Cancelled):
            return
        if isinstance(result, Exception):
            self._show([])
            self.status.setText(with_links(sentence_of(result)))
            self.login.setVisible(login_helps(result))
        elif isinstance(result, list):
            self._show(result)

    def _log_in(self) -> None:
        dialog = LoginDialog(self._settings.hub_endpoint, self)
        dialog.changed.connect(self._look)
        dialog.open()

    def _show(self, models: Sequence[Offer | PackSource]) -> None:
        self._found = list(models)
        self.login.hide()
        one = self._found[0] if len(self._found) == 1 else None
        draws = one is not None and one.role.draws
        for editor, is_wanted in (
            (self.name, one is not None),
            (self.steps, draws),
            (self.guidance, draws),
            (self.pixels, draws),
            (self.serves, self._can_serve(one)),
            (self.stays, bool(self._found) and isinstance(self._found[0], PackSource)),
        ):
            self._form.setRowVisible(editor, is_wanted)
        self._form.setRowVisible(self.is_used, bool(self._found))
        if one is not None:
            self._fill(one)
        self.status.setText("<br>".join(map(self._description, self._found)) or self._hint())
        self._show_button()

    def _can_serve(self, one: Offer | PackSource | None) -> bool:
        """Whether what was found can be for something else, or is taken for that already."""
        if one is not None and one.role.serves:
            self._other_role = ROLES[one.role.serves[0]]
            words = self.tr("Only for {0}; leave out what looks at photos")
            self.serves.setText(words.format(translated(self._other_role.purpose)))
        return one is not None and (bool(one.role.serves) or self.serves.isChecked())

    def _fill(self, one: Offer | PackSource) -> None:
        self.name.setText(one.name)
        self.steps.setValue(int(one.settings.get("steps", 1)))
        self.guidance.setValue(float(one.settings.get("guidance", 0.0)))
        self.pixels.setValue(int(one.settings.get("pixels", 512)))

    def _hint(self) -> str:
        return self.tr(
            "Encoders in the form of open_clip, chat models as GGUF, vision models as GGUF with an"
            " mmproj file, picture models of diffusers or in one .safetensors file. Files that can"
            " run code are never taken in."
        )

    def _description(self, one: Offer | PackSource) -> str:
        license_name = one.license if one.license != UNKNOWN_LICENSE else self.tr("not told")
        what = self.tr("{0}. License: {1}.").format(translated(one.role.kind), escape(license_name))
        return f"<b>{escape(one.title)}</b><br>{what}<br>{self._facts.taking(one)}"

    def _show_button(self) -> None:
        is_taken = len(self._found) == 1 and self._is_taken(self._name())
        if is_taken:
            words = self.tr("There is already a model of this name, or it is on offer.")
            self.name.setToolTip(literally(words))
        self.add.setText(self.tr("Name is taken") if is_taken else self._verb())
        self.add.setEnabled(bool(self._found) and not is_taken)

    def _verb(self) -> str:
        is_remote = bool(self._found) and isinstance(self._found[0], Offer)
        return self.tr("Get it") if is_remote else self.tr("Add")

    def _name(self) -> str:
        typed = self.name.text()
        return typed if typed == self._found[0].name else free_name(typed)

    def _is_taken(self, name: str) -> bool:
        """Whether a model that is here or on offer has that name, or one too much like it."""
        try:
            registry.check_name(self._paths, name)
        except UsageError:
            return True
        is_here = name in {pack.name for pack in registry.installed(self._paths)}
        return is_here or (name != self._found[0].name and find_offer(name) is not None)

    # ---- what is wanted ---------------------------------------------------------------------

    def wanted(self) -> list[Offer | PackSource]:
        """Return what to bring here, with the name and settings that the person chose."""
        if len(self._found) != 1:
            return self._found
        one = self._found[0]
        settings: dict[str, Any] = dict(one.settings)
        if one.role.draws:
            settings |= {"steps": self.steps.value(), "guidance": self.guidance.value()}
            settings["pixels"] = self.pixels.value()
        return [replace(one, name=self._name(), settings=settings)]

    def _close(self) -> None:
        self._stop.set()
        self._background.close()
