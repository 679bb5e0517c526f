"""How the window looks: neutral colors with one accent, light or dark, and three sizes of text."""

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop.gui.widgets import icons
from visret_desktop.gui.widgets.focus_ring import mark_keyboard_focus
from visret_desktop.paths import bundled

_ROLE = QPalette.ColorRole
_LIGHT = {
    _ROLE.Window: "#f6f6f5",
    _ROLE.Base: "#ffffff",
    _ROLE.AlternateBase: "#e8e8e6",
    _ROLE.Button: "#ffffff",
    _ROLE.Mid: "#cbcbc7",
    _ROLE.WindowText: "#1c1c1c",
    _ROLE.Text: "#1c1c1c",
    _ROLE.ButtonText: "#1c1c1c",
    _ROLE.PlaceholderText: "#62625f",
    _ROLE.ToolTipBase: "#ffffff",
    _ROLE.ToolTipText: "#1c1c1c",
    _ROLE.Accent: "#2f7d5b",
    _ROLE.Highlight: "#2f7d5b",
    _ROLE.Link: "#2f7d5b",
    _ROLE.HighlightedText: "#ffffff",
}
_DARK = {
    _ROLE.Window: "#1f1f1f",
    _ROLE.Base: "#171717",
    _ROLE.AlternateBase: "#2f2f2f",
    _ROLE.Button: "#2a2a2a",
    _ROLE.Mid: "#484848",
    _ROLE.WindowText: "#e8e8e6",
    _ROLE.Text: "#e8e8e6",
    _ROLE.ButtonText: "#e8e8e6",
    _ROLE.PlaceholderText: "#a5a5a2",
    _ROLE.ToolTipBase: "#2f2f2f",
    _ROLE.ToolTipText: "#e8e8e6",
    _ROLE.Accent: "#58b88d",
    _ROLE.Highlight: "#2f7d5b",
    _ROLE.Link: "#58b88d",
    _ROLE.HighlightedText: "#ffffff",
}
_APPEARANCE = "appearance"  # the property of the application that keeps the choice
_UNKNOWN = Qt.ColorScheme.Unknown
_SCHEMES = {
    "system": _UNKNOWN,
    "light": Qt.ColorScheme.Light,
    "dark": Qt.ColorScheme.Dark,
}
_SHEET = """
QPushButton, QLineEdit {{
    border: 1px solid {mid}; border-radius: 6px; background: {button}; padding: 4px 10px;
}}
QLineEdit {{ background: {base}; padding: 4px 6px; selection-background-color: {highlight}; }}
QLineEdit:focus {{ border: 2px solid {accent}; padding: 3px 5px; }}
QPushButton:hover {{ background: {alternate}; }}
QPushButton:pressed, QPushButton:checked {{ background: {mid}; }}
QPushButton:disabled {{ color: {faint}; background: transparent; }}
QPushButton:default {{ border-color: {highlight}; }}
QPushButton#primary {{ background: {highlight}; border-color: {highlight}; color: white; }}
QPushButton#primary:disabled {{ background: transparent; border-color: {mid}; color: {faint}; }}
QToolButton#flat {{ border: 0; border-radius: 6px; background: transparent; padding: 5px; }}
QToolButton#flat:hover {{ background: {alternate}; }}
QToolButton#flat:pressed {{ background: {mid}; }}
QToolButton#flat:checked {{ background: {alternate}; }}
QToolButton#flat::menu-indicator {{ image: none; }}
QCheckBox::indicator {{
    width: 14px; height: 14px; border: 1px solid {faint}; border-radius: 3px; background: {base};
}}
QCheckBox::indicator:checked {{
    border-color: {highlight}; background: {highlight}; image: url("{check}");
}}
QCheckBox::indicator:disabled {{ border-color: {mid}; background: transparent; }}
QCheckBox::indicator:checked:disabled {{ background: {mid}; }}
QSpinBox QLineEdit, QDoubleSpinBox QLineEdit {{ border: 0; background: transparent; padding: 0; }}
QSpinBox, QDoubleSpinBox {{ min-height: 24px; }}
QComboBox {{
    border: 1px solid {mid}; border-radius: 6px; background: {button};
    padding: 2px 6px 2px 8px; min-height: 24px; combobox-popup: 0;
}}
QComboBox:hover {{ background: {alternate}; }}
QComboBox:disabled {{ color: {faint}; background: transparent; }}
QComboBox QAbstractItemView {{ border: 1px solid {mid}; }}
QComboBox QAbstractItemView::item {{ padding: 3px 6px; }}
QComboBox QAbstractItemView::item:selected {{ background: {highlight}; color: white; }}
QComboBox::drop-down {{ border: 0; width: 22px; }}
QComboBox::down-arrow {{ image: url("{arrow}"); width: 14px; height: 14px; }}
QFrame#card {{ border: 1px solid {mid}; border-radius: 8px; background: {base}; }}
QFrame#chip {{ border: 1px solid {mid}; border-radius: 14px; background: {base}; }}
QFrame#chip QToolButton {{ border: 0; border-radius: 10px; padding: 2px 4px; }}
QFrame#chip QToolButton:hover, QFrame#chip QToolButton:checked {{ background: {alternate}; }}
QFrame#chip[leaving="true"] {{ border-style: dashed; background: transparent; }}
QFrame#chip[leaving="true"] QToolButton {{ color: {faint}; }}
QToolButton#noted {{
    border: 1px solid {mid}; border-radius: 14px; padding: 4px 10px; background: {base};
}}
QToolButton#noted:hover, QToolButton#noted:focus {{ background: {alternate}; }}
QToolButton#offer {{ border: 1px dashed {mid}; border-radius: 14px; padding: 4px 10px; }}
QToolButton#offer:hover, QToolButton#offer:focus {{ background: {alternate}; }}
QFrame#chip QToolButton::menu-indicator {{ image: none; }}
QLineEdit#instruction {{ background: transparent; border: 1px solid transparent; }}
QLineEdit#instruction:hover {{ border-color: {mid}; }}
QLineEdit#instruction:focus {{ background: {base}; border: 2px solid {accent}; }}
QToolButton#family {{
    border: 1px solid {mid}; border-radius: 10px; background: transparent;
    padding: 2px 18px 2px 8px;
}}
QToolButton#family:hover {{ background: {alternate}; }}
QToolButton#family::menu-indicator {{
    subcontrol-position: right center; subcontrol-origin: padding; right: 5px;
}}
QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QPushButton#why {{ border: 0; background: transparent; text-align: left; padding: 3px 4px; }}
QPushButton#why:hover {{ background: {alternate}; }}
QSplitter::handle {{ background: {window}; }}
QTableView::item {{ padding: 4px 8px; }}
QTreeWidget::item {{ padding: 3px 0; }}
QListWidget#choices {{ border: 1px solid {mid}; border-radius: 6px; }}
QListWidget#choices::item {{ padding: 4px 6px; }}
QHeaderView::section {{
    background: {window}; color: {faint}; border: 0; border-bottom: 1px solid {mid};
    padding: 6px 11px;
}}
QScrollBar {{ background: transparent; border: 0; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {mid}; border: 3px solid transparent; border-radius: 6px; }}
QScrollBar::handle:vertical {{ min-height: 36px; }}
QScrollBar::handle:horizontal {{ min-width: 36px; }}
QScrollBar::handle:hover {{ background: {faint}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


class Text(Enum):
    """The sizes of text, as shares of the system's own."""

    SMALL = 0.88
    BODY = 1.0
    TITLE = 1.3


def set_text(widget: QWidget, size: Text, *, is_bold: bool = False) -> None:
    """Show a widget's text in one of the three sizes and two weights."""
    widget.setFont(font_of(size, is_bold=is_bold))


def font_of(size: Text, *, is_bold: bool = False) -> QFont:
    """Return the font of one of the three sizes and two weights."""
    font = QFont(QApplication.font())
    font.setPointSizeF(font.pointSizeF() * size.value)
    font.setWeight(QFont.Weight.DemiBold if is_bold else QFont.Weight.Normal)
    return font


def use(application: QApplication, appearance: str) -> None:
    """Dress the window: "light", "dark", or "system": as the system is now and will be."""
    hints = application.styleHints()
    is_first = application.property(_APPEARANCE) is None
    application.setProperty(_APPEARANCE, appearance)
    if is_first:
        application.setStyle("fusion")
        mark_keyboard_focus(application)
        hints.colorSchemeChanged.connect(lambda _scheme: _dress(application))
    hints.setColorScheme(_SCHEMES[appearance])  # for menus and frames that the system draws
    _dress(application)


def _dress(application: QApplication) -> None:
    # Asked for by name, as not every system lets a program choose its scheme.
    chosen = _SCHEMES[application.property(_APPEARANCE)]
    scheme = chosen if chosen != _UNKNOWN else application.styleHints().colorScheme()
    application.setPalette(palette(scheme))
    application.setStyleSheet(_sheet(scheme))
    icons.follow_colors()


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
        arrow=bundled("icons", "fixed", "chevron-down.svg").as_posix(),
        check=bundled("icons", "fixed", "check.svg").as_posix(),
    )
