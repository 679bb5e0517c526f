"""A page with all keyboard shortcuts."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on

Keys = Sequence[tuple[str, str]]
_BETWEEN = 40  # columns, in pixels
_ABOVE = 24  # a group
_AROUND = 2 * 24


class ShortcutsPage(Dialog):
    """Groups of keys: one per menu, and those of query, grid, sketches and viewer."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Keys"))
        room = room_on(window)
        groups = [_group(*group) for group in (*_of_menus(window), *self._of_places())]
        keys = _KeysArea(groups, room.width())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        fill(QVBoxLayout(self), keys, buttons, margins=(24, 24, 24, 16), spacing=24)
        self.resize(self.sizeHint().boundedTo(room))

    def _of_places(self) -> list[tuple[str, Keys]]:
        return [
            (
                self.tr("Query"),
                [
                    ("/", self.tr("Go to the query")),
                    (_native("Return"), self.tr("Search")),
                    (_native("Esc"), self.tr("Stop, then clear")),
                    (_native("Down"), self.tr("Go to the photos")),
                    (_native("Alt+Down"), self.tr("Earlier queries")),
                    (_native("Ctrl+V"), self.tr("Search by a copied picture")),
                ],
            ),
            (
                self.tr("Photos"),
                [
                    (self.tr("Arrows"), self.tr("Move; with Shift select")),
                    (_native("Space"), self.tr("View, and back")),
                    (_native("Ctrl+A"), self.tr("Select all")),
                    (_native("Esc"), self.tr("Stop, then select nothing")),
                    ("B", self.tr("Open a burst, or close it")),
                    ("K   N", self.tr("Tags, names of what is seen")),
                    ("+   −", self.tr("Right, wrong for this query")),
                    (self.tr("Ctrl + wheel"), self.tr("Size of the photos")),
                ],
            ),
            (
                self.tr("Narrow, and timeline"),
                [
                    (_native("Return"), self.tr("Only photos with this, and back")),
                    (_native("Shift+Return"), self.tr("All photos but these")),
                    ("↑ ↓", self.tr("The month before, after")),
                    (_native("PgUp"), self.tr("The year before; with Page Down after")),
                ],
            ),
            (
                self.tr("One sketch"),
                [
                    ("← →", self.tr("The sketch beside it")),
                    (_native("Return"), self.tr("Order the photos by it, and back")),
                    ("R", self.tr("Draw it again")),
                    ("L", self.tr("Keep it as it is, or not")),
                    ("M", self.tr("A photo of yours instead")),
                    ("O", self.tr("Search by it alone")),
                    (_native("Delete"), self.tr("Remove it")),
                ],
            ),
            (
                self.tr("Photos of an answer"),
                [
                    ("← →", self.tr("The photo beside it")),
                    (_native("Space"), self.tr("Select it")),
                    (_native("Return"), self.tr("View it")),
                    (_native("Delete"), self.tr("Answer without it")),
                ],
            ),
            (
                self.tr("Tags and names"),
                [
                    (_native("Return"), self.tr("Add, again remove; without words the next photo")),
                    (_native("Tab"), self.tr("The first completion")),
                    ("0 – 5", self.tr("Stars, without words")),
                    ("← →", self.tr("The photo beside it, without words")),
                    (_native("Esc"), self.tr("Clear, then close")),
                ],
            ),
            (
                self.tr("One photo"),
                [
                    ("+   −", self.tr("Larger, smaller")),
                    ("1   0", self.tr("100 %, the whole photo")),
                    (self.tr("Arrows"), self.tr("Next, previous")),
                    ("F   T", self.tr("Full screen, filmstrip")),
                    ("B", self.tr("Where the answer is seen")),
                    ("W", self.tr("Where words were read")),
                    ("D", self.tr("What detectors found")),
                    ("K   N", self.tr("Tags, names of what is seen")),
                    ("P   X", self.tr("Right, wrong for this query")),
                ],
            ),
        ]


class _KeysArea(QScrollArea):
    """Groups of keys in as many columns as fit into a width; the rest can be scrolled to."""

    def __init__(self, groups: Sequence[QWidget], room: int) -> None:
        super().__init__()
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Keys"))
        widest = max(group.sizeHint().width() for group in groups) + _BETWEEN
        count = max(1, (room - _AROUND) // widest)
        height = sum(group.sizeHint().height() + _ABOVE for group in groups) / count
        page = QWidget()
        columns = _in_columns(groups, height)
        fill(QHBoxLayout(page), *columns, margins=(0, 0, 0, 0), spacing=_BETWEEN)
        self.setWidget(page)

    def sizeHint(self) -> QSize:
        """Return the room that all keys take."""
        bar = self.verticalScrollBar().sizeHint().width()
        page = self.widget()
        assert page is not None  # it was set
        return page.sizeHint() + QSize(bar, 0)


def _in_columns(groups: Sequence[QWidget], height: float) -> Iterator[QVBoxLayout]:
    """Yield columns of about `height`; each has at least one group."""
    column, filled = QVBoxLayout(), 0
    for group in groups:
        if filled and filled + group.sizeHint().height() / 2 > height:
            column.addStretch()
            yield column
            column, filled = QVBoxLayout(), 0
        column.setSpacing(_ABOVE)
        column.addWidget(group)
        filled += group.sizeHint().height() + _ABOVE
    column.addStretch()
    yield column


def _of_menus(window: QMainWindow) -> list[tuple[str, Keys]]:
    groups: list[tuple[str, Keys]] = []
    for menu in window.menuBar().findChildren(QMenu):
        keys = [
            (action.shortcut().toString(QKeySequence.SequenceFormat.NativeText), action.text())
            for action in menu.actions()
            if not action.shortcut().isEmpty()
        ]
        if keys:
            groups.append((menu.title().replace("&", ""), keys))
    return groups


def _native(keys: str) -> str:
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def _group(title: str, keys: Keys) -> QWidget:
    group = QWidget()
    group.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    grid = QGridLayout(group)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(16)
    grid.setVerticalSpacing(8)
    grid.addWidget(PlainLabel(title, is_bold=True), 0, 0, 1, 2)
    for row, (key, words) in enumerate(keys, start=1):
        left = PlainLabel(key)
        left.setEnabled(False)
        grid.addWidget(left, row, 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(PlainLabel(words.replace("&", "")), row, 1)
    grid.setColumnStretch(1, 1)
    return group
