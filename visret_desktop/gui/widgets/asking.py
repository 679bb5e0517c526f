"""Ask before something is removed; Return alone never confirms."""

from PySide6.QtWidgets import QMessageBox, QWidget

from visret_desktop.gui.widgets.plain_text import literally


def is_confirmed(owner: QWidget, title: str, question: str) -> bool:
    """Return whether the answer is yes; Return and Escape mean no."""
    yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
    return QMessageBox.question(owner, title, literally(question), yes | no, no) == yes
