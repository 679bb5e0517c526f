"""Ask before something is removed or agreed to; Return alone never confirms."""

from PySide6.QtWidgets import QCheckBox, QMessageBox, QWidget

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
