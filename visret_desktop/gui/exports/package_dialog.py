"""What a Camtrap DP package says of the photos of the library; kept only on a click."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.field_messages import ImportPackage, PackageSaid
from visret_desktop.engine.messages import Failed, Finished, Request
from visret_desktop.gui.engine.job_handle import JobHandle
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.lifetimes import while_there
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on

_SIZE = (720, 600)
_KINDS = "datapackage.json *.zip"


class PackageDialog(Dialog):
    """Reads a package as soon as one is chosen. `kept` names it once its names are accepted."""

    kept = Signal(str, int)  # source, photos

    def __init__(
        self,
        run: Callable[[Request], JobHandle],
        parent: QWidget | None = None,
        path: Path | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import a Camtrap DP package"))
        self._run = run
        self._job: JobHandle | None = None
        self._path = path
        self._said: PackageSaid | None = None
        self.intro = PlainLabel(
            self.tr(
                "Deployments and what people observed are taken from a package, for the photos of "
                "it that are in your library. Names keep who gave them, and when. Photos are not "
                "copied and not changed."
            ),
            is_wrapped=True,
        )
        self.status = PlainLabel(is_wrapped=True)
        self.tree = _tree((self.tr("In the package"), self.tr("In your library")))
        self.tree.setAccessibleName(self.tr("What would be kept"))
        self.file = self._button(self.tr("Choose a file …"), self._choose_file)
        self.folder = self._button(self.tr("Choose a folder …"), self._choose_folder)
        self.keep = self._button(self.tr("Keep"), self._keep)
        self.keep.setObjectName("primary")
        close = self._button(self.tr("Close"), self.reject)
        choosing, buttons = QHBoxLayout(), QHBoxLayout()
        fill(choosing, self.folder, self.file, None, spacing=8)
        fill(buttons, None, self.keep, close, spacing=8)
        parts = (self.intro, choosing, self.status, (self.tree, 1), buttons)
        fill(QVBoxLayout(self), *parts, margins=(24, 24, 24, 16), spacing=12)
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))
        self.finished.connect(lambda _: self._stop())
        self._show()
        if path is not None:
            self.read(path)

    def read(self, path: Path) -> None:
        """Read a package, and show what would be kept."""
        self._path, self._said = path, None
        self.tree.clear()
        self.status.setText(self.tr("Reading “{0}” …").format(path.name))
        self._begin(is_dry_run=True)

    # ---- jobs -------------------------------------------------------------------------------

    def _begin(self, *, is_dry_run: bool) -> None:
        self._stop()
        job = self._run(ImportPackage(path=str(self._path), is_dry_run=is_dry_run))
        self._job = job
        job.said.connect(while_there(self, partial(self._on_said, job)))
        ended = partial(self._on_ended, is_dry_run=is_dry_run)
        job.ended.connect(while_there(self, ended))
        self._show()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _keep(self) -> None:
        self._begin(is_dry_run=False)

    def _on_said(self, job: JobHandle, event: object) -> None:
        if job is self._job and isinstance(event, PackageSaid):
            self._said = event

    def _on_ended(self, job: JobHandle, *, is_dry_run: bool) -> None:
        if job is not self._job:
            return
        self._job = None
        said = self._said
        if isinstance(job.ending, Finished) and said is not None:
            if is_dry_run:
                self._fill(said)
            else:
                self.kept.emit(said.source, said.matched)
                self.accept()
        elif isinstance(job.ending, Failed):
            self.status.setText(job.ending.sentence)
        else:
            self.status.setText(self.tr("It could not be read. Try again."))
        self._show()

    # ---- what is shown ------------------------------------------------------------------------

    def _fill(self, said: PackageSaid) -> None:
        words = self.tr("“{0}”: {1} of its {2} photos are in your library.")
        photos = words.format(said.title, count(said.matched), count(said.media))
        words = self.tr("{0} of its {1} observations, in {2} events, would be accepted names.")
        names = words.format(count(said.taken), count(said.observations), count(said.events))
        rest = " ".join(translated(sentence) for sentence in said.sentences)
        self.status.setText(" ".join(filter(None, (photos, names, rest))))
        self.tree.clear()
        group = self._group(self.tr("Deployments"), len(said.deployments))
        for name, where, media, matched in said.deployments:
            found = self.tr("{0} of {1} photos").format(count(matched), count(media))
            group.addChild(QTreeWidgetItem([f"{name} · {where}" if where else name, found]))
        group = self._group(self.tr("Names"), len(said.names))
        for name, number in said.names:
            group.addChild(QTreeWidgetItem([name, count(number)]))
        lacking = said.media - said.matched
        if lacking:
            group = self._group(self.tr("Photos that are not in your library"), lacking)
            group.setExpanded(False)
            for name in said.unmatched:
                group.addChild(QTreeWidgetItem([name, ""]))

    def _group(self, title: str, number: int) -> QTreeWidgetItem:
        group = QTreeWidgetItem([title, count(number)])
        self.tree.addTopLevelItem(group)
        group.setExpanded(True)
        return group

    def _show(self) -> None:
        self.keep.setEnabled(self._job is None and bool(self._said and self._said.matched))

    def _choose_file(self) -> None:
        title, kind = self.tr("Choose a package"), self.tr("Packages ({0})").format(_KINDS)
        path, _ = QFileDialog.getOpenFileName(self, title, _home(), kind)
        if path:
            self.read(Path(path))

    def _choose_folder(self) -> None:
        path = QFileDialog.getExistingDirectory(self, self.tr("Choose a package"), _home())
        if path:
            self.read(Path(path))

    def _button(self, text: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: slot())
        return button


def _home() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)


def _tree(titles: Sequence[str]) -> QTreeWidget:
    tree = QTreeWidget()
    tree.setHeaderLabels(list(titles))
    tree.setUniformRowHeights(True)
    tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header = tree.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
    return tree
