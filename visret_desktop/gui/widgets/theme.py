"""How the window looks: neutral colors with one accent, light or dark, and three sizes of text."""

from enum import Enum

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QFocusFrame,
    QLineEdit,
    QMenu,
    QMenuBar,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)
from shiboken6 import isValid

from visret_desktop.gui.widgets import icons
from visret_desktop.paths import bundled

# Style sheets can only draw inside a widget. The ring lies above the window and follows its widget.
# Lines to type in have a border of their own, lists and grids mark the entry that they are on.
#
# Qt's own frame does the following, because Python cannot: a widget that is being destroyed still
# loses the keyboard and sends events, and a Python object made of it then ends the process.

_THICK, _GAP, _RADIUS = 2, 2, 8  # pixels
_OWN_MARK = (QLineEdit, QAbstractSpinBox, QAbstractScrollArea, QMenu, QMenuBar)
OWN_MARK = "marks-focus-itself"  # a property of other widgets that need no ring


def mark_keyboard_focus(application: QApplication) -> None:
    """Draw the ring around whatever gets the keyboard by a key, from now on."""
    _Marker(application)


class _Marker(QObject):
    """Keeps the one ring at what has the keyboard."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._style = _RingStyle()
        self._style.setParent(self)
        self._ring = self._made()
        application.focusChanged.connect(self._on_focus)

    def _made(self) -> "FocusRing":
        ring = FocusRing()
        ring.setStyle(self._style)
        return ring

    # It takes none of the two widgets: the one that loses the keyboard may be just destroyed.
    def _on_focus(self) -> None:
        if not isValid(self._ring):  # it goes with what it lies in
            self._ring = self._made()
        now = QApplication.focusWidget()
        by_key = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        has_own = now is None or isinstance(now, _OWN_MARK) or now.property(OWN_MARK)
        # None is for Qt what it is here: no widget has the ring.
        self._ring.setWidget(now if by_key and not has_own else None)  # type: ignore[arg-type]


class FocusRing(QFocusFrame):
    """The ring around the widget that is set."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().accent(), _THICK))
        half = _THICK / 2
        painter.drawRoundedRect(
            self.rect().toRectF().adjusted(half, half, -half, -half), _RADIUS, _RADIUS
        )
        painter.end()


class _RingStyle(QProxyStyle):
    """Says where the ring lies: above all that is around its widget, with a gap."""

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Return how far the ring is from its widget's edge."""
        if metric in (
            QStyle.PixelMetric.PM_FocusFrameHMargin,
            QStyle.PixelMetric.PM_FocusFrameVMargin,
        ):
            return _THICK + _GAP
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,  # noqa: N803 - Qt's name
    ) -> int:
        """Return that it lies above, in the window or in what scrolls there."""
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        return super().styleHint(hint, option, widget, returnData)


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
