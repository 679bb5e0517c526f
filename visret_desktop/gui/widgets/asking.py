"""Ask before something is taken away; Return alone never does it."""

from PySide6.QtWidgets import QMessageBox, QWidget

from visret_desktop.gui.widgets.plain_text import literally


def is_confirmed(owner: QWidget, title: str, question: str) -> bool:
    """Return whether the person says yes; no is what Return and Escape say."""
    yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
    return QMessageBox.question(owner, title, literally(question), yes | no, no) == yes
