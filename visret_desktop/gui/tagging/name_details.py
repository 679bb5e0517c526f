"""What more is said of an accepted name: how many, sex, life stage, behavior."""

from dataclasses import replace

from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import LONGEST_TEXT, AcceptedName

# In the words that Darwin Core and Camtrap DP have for them: they are kept, and exported, so.
_SEXES = ("", "female", "male", "unknown")
_STAGES = ("", "adult", "subadult", "juvenile", "unknown")
_MOST = 1_000_000


class NameDetails(Dialog):
    """A form; `accepted_name` is what it says once it was accepted."""

    def __init__(self, name: AcceptedName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setWindowTitle(name.common or name.name)
        self.count = QSpinBox()
        self.count.setRange(0, _MOST)
        self.count.setSpecialValueText(self.tr("not counted"))
        self.count.setValue(name.count or 0)
        self.sex, self.stage = _choice(_SEXES, name.sex), _choice(_STAGES, name.life_stage)
        self.behavior = QLineEdit(name.behavior)
        self.behavior.setMaxLength(LONGEST_TEXT)
        form = QFormLayout()
        form.addRow(self.tr("Individuals"), self.count)
        form.addRow(self.tr("Sex"), self.sex)
        form.addRow(self.tr("Life stage"), self.stage)
        form.addRow(self.tr("Behavior"), self.behavior)
        box = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(box.Ok | box.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        fill(QVBoxLayout(self), form, buttons, margins=(24, 24, 24, 16), spacing=16)

    def accepted_name(self) -> AcceptedName:
        """Return the name with what the form says."""
        return replace(
            self._name,
            count=self.count.value() or None,
            sex=_clean(self.sex.currentText()),
            life_stage=_clean(self.stage.currentText()),
            behavior=_clean(self.behavior.text()),
        )


def _choice(values: tuple[str, ...], value: str) -> QComboBox:
    made = QComboBox()
    made.setEditable(True)
    made.addItems(values if value in values else (*values, value))
    made.setCurrentText(value)
    return made


def _clean(text: str) -> str:
    return " ".join(text.split())[:LONGEST_TEXT]
