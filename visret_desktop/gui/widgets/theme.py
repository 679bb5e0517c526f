"""Colors and style sheet: neutral with one accent, light or dark as the system says."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QApplication

_ROLE = QPalette.ColorRole
_LIGHT = {
    _ROLE.Window: "#f3f3f2",
    _ROLE.Base: "#ffffff",
    _ROLE.AlternateBase: "#e9e9e7",
    _ROLE.Button: "#ffffff",
    _ROLE.Mid: "#c9c9c6",
    _ROLE.WindowText: "#1c1c1c",
    _ROLE.Text: "#1c1c1c",
    _ROLE.ButtonText: "#1c1c1c",
    _ROLE.PlaceholderText: "#626260",
    _ROLE.ToolTipBase: "#ffffff",
    _ROLE.ToolTipText: "#1c1c1c",
    _ROLE.Accent: "#2f7d5b",
    _ROLE.Highlight: "#2f7d5b",
    _ROLE.Link: "#2f7d5b",
    _ROLE.HighlightedText: "#ffffff",
}
_DARK = {
    _ROLE.Window: "#242424",
    _ROLE.Base: "#1b1b1b",
    _ROLE.AlternateBase: "#303030",
    _ROLE.Button: "#333333",
    _ROLE.Mid: "#4d4d4d",
    _ROLE.WindowText: "#e8e8e6",
    _ROLE.Text: "#e8e8e6",
    _ROLE.ButtonText: "#e8e8e6",
    _ROLE.PlaceholderText: "#a2a29f",
    _ROLE.ToolTipBase: "#303030",
    _ROLE.ToolTipText: "#e8e8e6",
    _ROLE.Accent: "#58b88d",
    _ROLE.Highlight: "#2f7d5b",
    _ROLE.Link: "#58b88d",
    _ROLE.HighlightedText: "#ffffff",
}
_SHEET = """
QPushButton, QLineEdit {{
    border: 1px solid {mid}; border-radius: 6px; background: {button}; padding: 4px 10px;
}}
QLineEdit {{ background: {base}; padding: 4px 6px; selection-background-color: {highlight}; }}
QPushButton:hover {{ background: {alternate}; }}
QPushButton:pressed, QPushButton:checked {{ background: {mid}; }}
QPushButton:disabled {{ color: {faint}; background: transparent; }}
QPushButton:focus, QLineEdit:focus {{ border: 1px solid {accent}; }}
QPushButton#primary {{ background: {highlight}; border-color: {highlight}; color: white; }}
QPushButton#primary:disabled {{ background: transparent; border-color: {mid}; color: {faint}; }}
QPushButton#primary:focus {{ border: 2px solid {text}; }}
QCheckBox::indicator:unchecked {{
    width: 13px; height: 13px; border: 1px solid {faint}; border-radius: 3px; background: {base};
}}
QCheckBox::indicator:unchecked:disabled {{ border-color: {mid}; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ border: 0; background: transparent; padding: 0; }}
QSpinBox, QDoubleSpinBox, QComboBox {{ min-height: 24px; }}
QFrame#card {{ border: 1px solid {mid}; border-radius: 8px; background: {base}; }}
QFrame#chip {{ border: 1px solid {mid}; border-radius: 14px; background: {base}; }}
QFrame#chip QToolButton {{ border: 1px solid transparent; border-radius: 10px; padding: 2px 4px; }}
QFrame#chip QToolButton:hover {{ background: {alternate}; }}
QFrame#chip QToolButton:focus {{ border-color: {accent}; }}
QFrame#chip QToolButton::menu-indicator {{ image: none; }}
QLineEdit#instruction {{ background: transparent; border-color: transparent; }}
QLineEdit#instruction:hover {{ border-color: {mid}; }}
QLineEdit#instruction:focus {{ background: {base}; border-color: {accent}; }}
QToolButton#family, QToolButton#strategy {{
    border: 1px solid {mid}; border-radius: 6px; background: {button}; padding: 3px 18px 3px 8px;
}}
QToolButton#family {{ border-radius: 12px; background: transparent; }}
QToolButton#family:hover, QToolButton#strategy:hover {{ background: {alternate}; }}
QToolButton#family:focus, QToolButton#strategy:focus {{ border-color: {accent}; }}
QToolButton#family::menu-indicator, QToolButton#strategy::menu-indicator {{
    subcontrol-position: right center; subcontrol-origin: padding; right: 5px;
}}
QPushButton#pictures:checked {{ background: {button}; }}
QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton#why {{ border: 0; background: transparent; text-align: left; padding: 3px 4px; }}
QPushButton#why:hover {{ background: {alternate}; }}
QPushButton#why:focus {{ border: 1px solid {accent}; }}
QSplitter::handle {{ background: {window}; }}
QTableView::item {{ padding: 4px 8px; }}
QHeaderView::section {{
    background: {window}; color: {faint}; border: 0; border-bottom: 1px solid {mid};
    padding: 6px 11px;
}}
"""


def follow_system(application: QApplication) -> None:
    """Use the fusion style with our palette, now and whenever the system changes its scheme."""
    application.setStyle("fusion")
    hints = application.styleHints()
    hints.colorSchemeChanged.connect(lambda scheme: _dress(application, scheme))
    _dress(application, hints.colorScheme())


def _dress(application: QApplication, scheme: Qt.ColorScheme) -> None:
    application.setPalette(palette(scheme))
    application.setStyleSheet(_sheet(scheme))


def palette(scheme: Qt.ColorScheme) -> QPalette:
    """Return the colors of a scheme."""
    colors = _colors(scheme)
    made = QPalette(QColor(colors[_ROLE.Button]), QColor(colors[_ROLE.Window]))
    for role, color in colors.items():
        made.setColor(role, QColor(color))
    faint = QColor(colors[_ROLE.PlaceholderText])
    for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return made


def search_icon(colors: QPalette) -> QIcon:
    """Return a magnifying glass in the color of hints."""
    pixmap = QPixmap(QSize(32, 32))
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(colors.color(_ROLE.PlaceholderText), 1.6))
    painter.drawEllipse(QPointF(6.5, 6.5), 4.5, 4.5)
    painter.drawLine(QPointF(10, 10), QPointF(14, 14))
    painter.end()
    return QIcon(pixmap)


def _colors(scheme: Qt.ColorScheme) -> dict[QPalette.ColorRole, str]:
    return _DARK if scheme == Qt.ColorScheme.Dark else _LIGHT


def _sheet(scheme: Qt.ColorScheme) -> str:
    colors = _colors(scheme)
    return _SHEET.format(
        window=colors[_ROLE.Window],
        base=colors[_ROLE.Base],
        alternate=colors[_ROLE.AlternateBase],
        button=colors[_ROLE.Button],
        mid=colors[_ROLE.Mid],
        faint=colors[_ROLE.PlaceholderText],
        accent=colors[_ROLE.Accent],
        highlight=colors[_ROLE.Highlight],
        text=colors[_ROLE.Text],
    )
