"""A form made from the declaration of the settings."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings, declared


class SettingsDialog(QDialog):
    """Edits a copy of the settings; `settings()` returns it."""

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
        pages = {
            "photos": self.tr("Photos"),
            "searching": self.tr("Searching"),
            "models": self.tr("Models"),
        }
        forms = {name: _form() for name in pages}
        for name, line in declared().items():
            if page := line.metadata["page"]:
                value, help_text = settings.value(name), line.metadata["help"]
                choices = (packs or {}).get(name) or line.metadata["choices"]
                is_choice = bool(choices) or name in ROLES
                editor = _choice(value, choices) if is_choice else _editor(value, line.metadata)
                editor.setAccessibleName(help_text)
                self._editors[name] = editor
                forms[page].addRow(PlainLabel(help_text), editor)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        tabs = QTabWidget()
        for name, title in pages.items():
            page = QWidget()
            page.setLayout(forms[name])
            tabs.addTab(page, title)
        fill(QVBoxLayout(self), tabs, buttons, margins=(16, 16, 16, 16), spacing=16)

    def settings(self) -> Settings:
        """Return the settings as edited."""
        before = self._settings
        edited = {n: _value(editor, before.value(n)) for n, editor in self._editors.items()}
        return before.changed(**edited)


def _form() -> QFormLayout:
    form = QFormLayout()
    form.setContentsMargins(16, 16, 16, 16)
    form.setHorizontalSpacing(24)
    form.setVerticalSpacing(10)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    return form


def _choice(value: str, names: Sequence[str]) -> QWidget:
    box = QComboBox()
    box.addItems(sorted({*names, value}))
    box.setCurrentText(value)
    return box


def _editor(value: Any, limits: Any) -> QWidget:
    if isinstance(value, bool):
        box = QCheckBox()
        box.setChecked(value)
        return box
    if isinstance(value, int):
        spin = QSpinBox()
        spin.setRange(int(limits["low"]), int(limits["high"]))
        spin.setSuffix(limits["unit"])
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
        return editor.currentText()
    if isinstance(editor, QSpinBox | QDoubleSpinBox):
        return editor.value()
    assert isinstance(editor, QLineEdit)
    text = editor.text()
    if isinstance(before, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text.strip()
