"""A form made from the declaration of the settings: what people look for first, then the rest."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on, scrolled
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings, declared

_WIDTH, _MARGIN, _GAP = 620, 16, 8  # pixels


class SettingsDialog(Dialog):
    """Edits a copy of the settings; `settings()` returns it."""

    appearance_chosen = Signal(str)  # at once, to be taken back if the dialog is cancelled

    def __init__(
        self,
        settings: Settings,
        packs: Mapping[str, Sequence[str]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Edit `settings`; `packs` names the installed packs of each role."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self._settings = settings
        self._editors: dict[str, QWidget] = {}
        titles = {
            "photos": self.tr("Photos"),
            "searching": self.tr("Searching"),
            "models": self.tr("Models"),
        }
        forms = {name: _form() for name in ("general", *titles)}
        for name, line in declared().items():
            if page := line.metadata["page"]:
                choices = (packs or {}).get(name) or line.metadata["choices"]
                self._add(forms[page], name, choices, line.metadata)
        self._tabs = QTabWidget()
        for name, title in titles.items():
            page = QWidget()
            page.setLayout(forms[name])
            self._tabs.addTab(page, title)
        self._tabs.hide()
        self._lay_out(forms["general"])

    def _lay_out(self, general: QFormLayout) -> None:
        self.advanced = QToolButton()
        self.advanced.setObjectName("flat")
        self.advanced.setText(self.tr("Advanced"))
        self.advanced.setIcon(icon("chevron-right"))
        self.advanced.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.advanced.setCheckable(True)
        self.advanced.toggled.connect(self._show_advanced)
        content, buttons = QWidget(), QDialogButtonBox()
        self._buttons = buttons
        save = buttons.addButton(self.tr("Save"), QDialogButtonBox.ButtonRole.AcceptRole)
        save.setObjectName("primary")
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        buttons.setContentsMargins(16, 0, 16, 0)
        parts = (general, self.advanced, self._tabs, None)
        fill(QVBoxLayout(content), *parts, margins=(16, 8, 16, 0), spacing=8)
        self._area = scrolled(content)
        whole = QVBoxLayout(self)
        fill(whole, (self._area, 1), buttons, margins=(0, 0, 0, _MARGIN), spacing=_GAP)
        self._fit()

    def _show_advanced(self, are_shown: bool) -> None:
        self._tabs.setVisible(are_shown)
        self.advanced.setIcon(icon("chevron-down" if are_shown else "chevron-right"))
        self._fit()

    def _fit(self) -> None:
        """Be as large as what is shown, if the screen is."""
        content = self._area.widget()
        assert content is not None  # it was set
        layout = content.layout()
        assert layout is not None
        layout.activate()
        below = self._buttons.sizeHint().height() + _MARGIN + _GAP
        hint, bar = content.sizeHint(), self._area.verticalScrollBar().sizeHint().width()
        wanted = QSize(max(_WIDTH, hint.width() + bar), hint.height() + below)
        self.resize(wanted.boundedTo(room_on(self)))

    def _add(self, form: QFormLayout, name: str, choices: Sequence[str], limits: Any) -> None:
        value, help_text = self._settings.value(name), translated(limits["help"])
        is_choice = bool(choices) or name in ROLES
        editor = _choice(value, choices, self._words()) if is_choice else _editor(value, limits)
        editor.setAccessibleName(help_text)
        self._editors[name] = editor
        if isinstance(editor, QCheckBox):
            editor.setText(help_text)
            form.addRow(editor)
        else:
            form.addRow(PlainLabel(help_text), editor)
        if name == "appearance":
            assert isinstance(editor, QComboBox)
            editor.currentIndexChanged.connect(
                lambda _: self.appearance_chosen.emit(editor.currentData())
            )

    def _words(self) -> dict[str, str]:
        """Return what people call the values of choices."""
        return {
            "": self.tr("none"),
            "system": self.tr("As the system"),
            "light": self.tr("Light"),
            "dark": self.tr("Dark"),
            "en": "English",
            "de": "Deutsch",
            "auto": self.tr("Automatic"),
            "cpu": self.tr("Processor (CPU)"),
            "cuda": self.tr("NVIDIA graphics (CUDA)"),
            "mps": self.tr("Apple graphics (Metal)"),
            "xpu": self.tr("Intel graphics (XPU)"),
            "hybrid": self.tr("Words and sketches"),
            "original": self.tr("Words only"),
            "rephrase": self.tr("Instruction only"),
            "visret": self.tr("Sketches only"),
            "visret-single": self.tr("One sketch only"),
        }

    def settings(self) -> Settings:
        """Return the settings as edited."""
        before = self._settings
        edited = {n: _value(editor, before.value(n)) for n, editor in self._editors.items()}
        # What is as it was is not set: models of some roles are kept only once they are chosen.
        return before.changed(**{n: to for n, to in edited.items() if to != before.value(n)})


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setContentsMargins(8, 12, 8, 8)
    form.setHorizontalSpacing(24)
    form.setVerticalSpacing(12)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def _choice(value: str, names: Sequence[str], words: Mapping[str, str]) -> QWidget:
    box = QComboBox()
    for name in dict.fromkeys((*names, value)):
        box.addItem(words.get(name, name), name)
    box.setCurrentIndex(box.findData(value))
    return box


def _editor(value: Any, limits: Any) -> QWidget:
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        return box
    if isinstance(value, int):
        spin = QSpinBox()
        spin.setRange(int(limits["low"]), int(limits["high"]))
        spin.setSuffix(translated(limits["unit"]))
        spin.setValue(value)
        return spin
    if isinstance(value, float):
        decimal = QDoubleSpinBox()
        decimal.setRange(limits["low"], limits["high"])
        decimal.setValue(value)
        return decimal
    return QLineEdit(", ".join(value) if isinstance(value, tuple) else value)


def _value(editor: QWidget, before: Any) -> Any:
    if isinstance(editor, QCheckBox):
        return editor.isChecked()
    if isinstance(editor, QComboBox):
        return editor.currentData()
    if isinstance(editor, QSpinBox | QDoubleSpinBox):
        return editor.value()
    assert isinstance(editor, QLineEdit)
    text = editor.text()
    if isinstance(before, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text.strip()
