"""Asks for the name of a saved search."""

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QInputDialog, QWidget

from visret_desktop.saved_searches import titled

_WIDTH = 440  # pixels: with room for the title and for most names


def ask_name(owner: QWidget, title: str, proposed: str) -> str:
    """Return the name that was given, or ""."""
    question = QInputDialog(owner)
    question.setWindowTitle(title)
    question.setLabelText(QCoreApplication.translate("NameQuestion", "Name:"))
    question.setTextValue(proposed)
    question.resize(_WIDTH, question.sizeHint().height())
    is_given = question.exec() == QDialog.DialogCode.Accepted
    question.deleteLater()
    return titled(question.textValue()) if is_given else ""
