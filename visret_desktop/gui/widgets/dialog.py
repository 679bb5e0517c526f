"""The base of dialogs, and questions.

Return alone never confirms that something is removed or agreed to.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QCheckBox,
    QDialog,
    QInputDialog,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QToolButton,
    QWidget,
)

from visret_desktop.gui.widgets.plain_text import literally


def is_confirmed(
    owner: QWidget, title: str, question: str, verb: str, choice: QCheckBox | None = None
) -> bool:
    """Return whether the button with the verb was chosen; Return and Escape cancel.

    `choice` is a box to check beside the question.
    """
    return is_agreed(owner, title, literally(question), verb, choice)


def is_agreed(
    owner: QWidget, title: str, rich_question: str, verb: str, choice: QCheckBox | None = None
) -> bool:
    """Ask as `is_confirmed`, in rich text."""
    icon, cancel = QMessageBox.Icon.Question, QMessageBox.StandardButton.Cancel
    box = QMessageBox(icon, title, rich_question, cancel, owner)
    yes = box.addButton(verb, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(cancel)
    if choice is not None:
        box.setCheckBox(choice)
    box.exec()
    is_chosen = box.clickedButton() is yes
    box.deleteLater()
    return is_chosen


def ask_line(owner: QWidget, title: str, question: str, proposed: str = "") -> str | None:
    """Return the line that was typed as an answer, or None."""
    box = QInputDialog(owner)
    box.setWindowTitle(title)
    box.setLabelText(literally(question))
    box.setTextValue(proposed)
    for label in box.findChildren(QLabel):  # made with the text; long ones would be one line
        label.setWordWrap(True)
        label.setMinimumHeight(label.heightForWidth(_LINE_PIXELS))
    box.resize(_LINE_PIXELS, box.sizeHint().height())
    is_given = box.exec() == QDialog.DialogCode.Accepted
    box.deleteLater()
    return box.textValue() if is_given else None


_LINE_PIXELS = 440  # with room for the title and for most names
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BUTTONS = (QPushButton, QToolButton)
_TAKES_ENTER = (QLineEdit, QAbstractSpinBox, QAbstractItemView)


class Dialog(QDialog):
    """Enter presses the button that has the keyboard, elsewhere the primary one.

    Not while something is typed or chosen in a list: then Enter ends that.
    """

    def open(self) -> None:
        """Show it above its window; it is deleted once it is closed."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        super().open()

    def button(
        self, text: str, slot: Callable[[], object], *, is_primary: bool = False
    ) -> QPushButton:
        """Return a button that Enter presses only while it has the keyboard, or is the primary."""
        button = QPushButton(text)
        if is_primary:
            button.setObjectName("primary")
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button that is meant."""
        button = self._meant_by_enter() if event.key() in _ENTER else None
        if button is None:
            super().keyPressEvent(event)
        else:
            button.click()

    def _meant_by_enter(self) -> QAbstractButton | None:
        focused = self.focusWidget()
        if isinstance(focused, _BUTTONS):
            return focused
        if isinstance(focused, _TAKES_ENTER):
            return None
        primary = self.findChildren(QPushButton, "primary")
        shown = [button for button in primary if button.isVisible() and button.isEnabled()]
        return shown[0] if len(shown) == 1 else None
