"""What would be written to sidecars, property by property; written only on a click."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from visret_desktop.engine.field_messages import SidecarSaid, UndoSidecars, WriteSidecars
from visret_desktop.engine.messages import Finished, Progress, Request
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.settings import Settings

Photos = tuple[str, tuple[int, ...]]  # in words, and their ids; (): all of the library
_SIZE = (760, 560)
_MOST_SHOWN = 2000  # photos
_SEVERAL = "several-sidecars"


class SidecarDialog(JobDialog):
    """Plans as soon as it opens, or other photos are chosen, and writes on a click."""

    allow_requested = Signal()

    def __init__(
        self,
        run: Callable[[Request], JobHandle],
        photos: Sequence[Photos],
        parent: QWidget | None = None,
        *,
        is_allowed: bool,
        chosen: int = 0,
    ) -> None:
        super().__init__(run, parent)
        self.setWindowTitle(self.tr("Write sidecars"))
        self._is_allowed = is_allowed
        self._shown = self._planned = 0
        self.intro = PlainLabel(
            self.tr(
                "Tags, ratings, accepted names and places from here go into XMP files beside the "
                "photos, where other programs read them. Photos themselves are never written, and "
                "what others keep in these files stays."
            ),
            is_wrapped=True,
        )
        self.photos = QComboBox()
        self.photos.setAccessibleName(self.tr("Photos"))
        for words, ids in photos:
            self.photos.addItem(words, ids)
        self.photos.setCurrentIndex(chosen)
        self.names = QComboBox()
        self.names.setAccessibleName(self.tr("Where a photo has two sidecars"))
        for words, preferred in (
            (self.tr("Leave photos with two possible sidecars"), ""),
            (self.tr("Prefer IMG_1.CR2.xmp, as darktable and digiKam do"), "full"),
            (self.tr("Prefer IMG_1.xmp, as Adobe’s programs do"), "stem"),
        ):
            self.names.addItem(words, preferred)
        self.names.hide()
        self.tree = _tree((self.tr("Photo"), self.tr("Now"), self.tr("Then")))
        self.tree.setAccessibleName(self.tr("What changes"))
        self.allow = self.button(
            self.tr("Allow sidecars to be written"), lambda: self.allow_requested.emit()
        )
        self.write = self.button(self.tr("Write"), self._write, is_primary=True)
        self.undo = self.button(self.tr("Undo the last time"), self._undo)
        self.stop = self.button(self.tr("Stop"), self.stop_job)
        self.shut = self.button(self.tr("Close"), self.reject)
        buttons = QHBoxLayout()
        fill(buttons, self.undo, None, self.allow, self.stop, self.write, self.shut, spacing=8)
        parts = (self.intro, self.photos, self.names, (self.tree, 100), self.status, buttons)
        self.lay_out(parts, _SIZE)
        self.photos.currentIndexChanged.connect(lambda _: self.plan())
        self.names.currentIndexChanged.connect(lambda _: self.plan())
        self.plan()

    def plan(self) -> None:
        """Have the engine say what would be written."""
        self._begin(self._request(is_dry_run=True), self._on_planned)

    def take_settings(self, chosen: Settings) -> None:
        """Show whether sidecars may be written."""
        was_asking = self.focusWidget() is self.allow
        self._is_allowed = chosen.write_sidecars
        self.show_buttons()
        if was_asking and self._is_allowed:
            self.write.setFocus()  # what was pressed is hidden; Enter goes on, and doesn't close

    # ---- jobs -------------------------------------------------------------------------------

    def _request(self, *, is_dry_run: bool) -> WriteSidecars:
        return WriteSidecars(
            photos=self.photos.currentData(),
            preferred=self.names.currentData(),
            is_dry_run=is_dry_run,
        )

    def _begin(self, request: Request, done: Callable[[Finished], None]) -> None:
        self.tree.clear()
        self._shown = self._planned = 0
        self.status.setText(self.tr("Looking at sidecars …"))
        self.begin(request, done)

    def _write(self) -> None:
        self._begin(self._request(is_dry_run=False), self._on_written)

    def _undo(self) -> None:
        self._begin(UndoSidecars(), self._on_undone)

    def take(self, event: object) -> None:
        """Show how far it is, and what becomes of a sidecar."""
        if isinstance(event, Progress):
            words = self.tr("Looking at sidecars: {0} of {1}")
            self.status.setText(words.format(count(event.done), count(event.total)))
        elif isinstance(event, SidecarSaid):
            if event.code == _SEVERAL:
                self.names.show()
            if self._shown < _MOST_SHOWN:
                self._shown += 1
                self._add(event)

    def stopped(self) -> str:
        """Return what is said of a job that was stopped."""
        return self.tr("Stopped. What was written can be undone.")

    def _on_planned(self, ended: Finished) -> None:
        self._planned = ended.summary["written"]
        self.status.setText(
            self._sentence(ended, self.tr("%Ln sidecar(s) would change.", "", self._planned))
        )

    def _on_written(self, ended: Finished) -> None:
        words = self.tr("%Ln sidecar(s) were written.", "", ended.summary["written"])
        self.status.setText(self._sentence(ended, words))

    def _on_undone(self, ended: Finished) -> None:
        words = self.tr("%Ln sidecar(s) are as they were before.", "", ended.summary["written"])
        self.status.setText(self._sentence(ended, words))

    def _sentence(self, ended: Finished, words: str) -> str:
        refused = ended.summary["refused"]
        if refused:
            stay = self.tr("%Ln stay(s) unchanged, see the list.", "", refused)
            words = f"{words} {stay}"
        if self._shown == _MOST_SHOWN:
            shown = self.tr("The first {0} are listed.").format(count(_MOST_SHOWN))
            words = f"{words} {shown}"
        return words

    # ---- what is shown ------------------------------------------------------------------------

    def _add(self, change: SidecarSaid) -> None:
        name = Path(change.sidecar or change.photo).name
        title = self.tr("{0} (new)").format(name) if change.is_new else name
        item = QTreeWidgetItem([title, "", change.refusal])
        item.setToolTip(0, literally(change.sidecar))
        item.setToolTip(2, literally(change.refusal))
        for label, before, after in change.changes:
            child = QTreeWidgetItem([label, ", ".join(before), ", ".join(after)])
            child.setToolTip(1, literally("\n".join(before)))
            child.setToolTip(2, literally("\n".join(after)))
            item.addChild(child)
        self.tree.addTopLevelItem(item)
        item.setExpanded(self._shown <= 20)

    def show_buttons(self) -> None:
        """Show what can be done now."""
        is_running = self._job is not None
        self.stop.setVisible(is_running)
        self.photos.setEnabled(not is_running)
        self.allow.setVisible(not self._is_allowed)
        self.write.setVisible(self._is_allowed and not is_running)
        self.write.setEnabled(bool(self._planned))
        self.undo.setVisible(self._is_allowed and not is_running)


def _tree(titles: Sequence[str]) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderLabels(list(titles))
    tree.setUniformRowHeights(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header = tree.header()
    header.setStretchLastSection(True)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
    tree.setColumnWidth(0, 260)
    tree.setColumnWidth(1, 180)
    tree.setMinimumHeight(160)
    return tree
