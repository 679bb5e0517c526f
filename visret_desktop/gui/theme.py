"""Neutral chrome and one accent, light or dark as the system says."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

_ACCENT = QColor("#2f7d5b")
_LIGHT = {
    QPalette.ColorRole.Window: "#f3f3f2",
    QPalette.ColorRole.Base: "#ffffff",
    QPalette.ColorRole.AlternateBase: "#e9e9e7",
    QPalette.ColorRole.Button: "#e6e6e4",
    QPalette.ColorRole.Mid: "#cfcfcc",
    QPalette.ColorRole.WindowText: "#1c1c1c",
    QPalette.ColorRole.Text: "#1c1c1c",
    QPalette.ColorRole.ButtonText: "#1c1c1c",
    QPalette.ColorRole.PlaceholderText: "#626260",
}
_DARK = {
    QPalette.ColorRole.Window: "#242424",
    QPalette.ColorRole.Base: "#1b1b1b",
    QPalette.ColorRole.AlternateBase: "#2f2f2f",
    QPalette.ColorRole.Button: "#363636",
    QPalette.ColorRole.Mid: "#474747",
    QPalette.ColorRole.WindowText: "#e8e8e6",
    QPalette.ColorRole.Text: "#e8e8e6",
    QPalette.ColorRole.ButtonText: "#e8e8e6",
    QPalette.ColorRole.PlaceholderText: "#a2a29f",
}


def follow_system(application: QApplication) -> None:
    """Use the fusion style with our palette, now and whenever the system changes its scheme."""
    application.setStyle("fusion")
    hints = application.styleHints()
    hints.colorSchemeChanged.connect(lambda scheme: application.setPalette(palette(scheme)))
    application.setPalette(palette(hints.colorScheme()))


def palette(scheme: Qt.ColorScheme) -> QPalette:
    """Return the colors of a scheme."""
    colors = _DARK if scheme == Qt.ColorScheme.Dark else _LIGHT
    made = QPalette(
        QColor(colors[QPalette.ColorRole.Button]), QColor(colors[QPalette.ColorRole.Window])
    )
    for role, color in colors.items():
        made.setColor(role, QColor(color))
    made.setColor(QPalette.ColorRole.Highlight, _ACCENT)
    made.setColor(QPalette.ColorRole.Accent, _ACCENT)
    made.setColor(QPalette.ColorRole.HighlightedText, QColor("white"))
    faint = QColor(colors[QPalette.ColorRole.PlaceholderText])
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        made.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return made
