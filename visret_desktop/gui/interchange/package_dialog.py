"""What a Camtrap DP package, or a table, says of photos; kept only on a click."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QTreeWidgetItem, QWidget

from visret_desktop.engine.field_messages import ImportPackage, PackageSaid
from visret_desktop.engine.messages import Request
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog, count_tree
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill

_SIZE = (720, 600)
_KINDS = "*.json *.zip *.csv *.tsv *.txt"


class PackageDialog(JobDialog):
    """Reads a package as soon as one is chosen. `kept` names it once its names are accepted."""

    kept = Signal(str, int)  # source, photos

    def __init__(self, run: Callable[[Request], JobHandle], parent: QWidget | None = None) -> None:
        super().__init__(run, parent)
        self.setWindowTitle(self.tr("Import deployments"))
        self._path: Path | None = None
        self._said: PackageSaid | None = None
        self.intro = PlainLabel(
            self.tr(
                "Deployments and what people observed are taken from a Camtrap DP package, "
                "deployments from a table of stations, or what people observed from a table of "
                "Timelapse, Wildlife Insights, Camelot, camtrapR or AddaxAI, for those photos "
                "that are in your library. Names keep who gave them, and when. Photos are not "
                "copied and not changed."
            ),
            is_wrapped=True,
        )
        self.tree = count_tree((self.tr("In the file"), self.tr("In your library")))
        self.tree.setAccessibleName(self.tr("What would be kept"))
        self.file = self.button(self.tr("Choose a file …"), self._choose_file)
        self.folder = self.button(self.tr("Choose a folder …"), self._choose_folder)
        self.keep = self.button(self.tr("Keep"), self._keep, is_primary=True)
        close = self.button(self.tr("Close"), self.reject)
        choosing, buttons = QHBoxLayout(), QHBoxLayout()
        fill(choosing, self.folder, self.file, None, spacing=8)
        fill(buttons, None, self.keep, close, spacing=8)
        parts = (self.intro, choosing, self.status, (self.tree, 1), buttons)
        self.lay_out(parts, _SIZE)
        self.show_buttons()

    def read(self, path: Path) -> None:
        """Read a package or a table, and show what would be kept."""
        self._path, self._said = path, None
        self.tree.clear()
        self.status.setText(self.tr("Reading “{0}” …").format(path.name))
        self.begin(self._request(is_dry_run=True), lambda _: self._fill())

    def _request(self, *, is_dry_run: bool) -> ImportPackage:
        return ImportPackage(path=str(self._path), is_dry_run=is_dry_run)

    # ---- jobs -------------------------------------------------------------------------------

    def _keep(self) -> None:
        self.begin(self._request(is_dry_run=False), lambda _: self._end())

    def _end(self) -> None:
        if self._said is not None:
            self.kept.emit(self._said.source, self._said.matched)
        self.accept()

    def take(self, event: object) -> None:
        """Keep what the package says."""
        if isinstance(event, PackageSaid):
            self._said = event

    def stopped(self) -> str:
        """Return what is said where nothing was read."""
        return self.tr("It could not be read. Try again.")

    # ---- what is shown ------------------------------------------------------------------------

    def _fill(self) -> None:
        preview = self._said
        if preview is None:
            return
        rest = (translated(sentence) for sentence in preview.sentences)
        self.status.setText(" ".join((*self._sums(preview), *rest)))
        self.tree.clear()
        if preview.file_kind != "observations":
            self._list_deployments(preview)
        if preview.file_kind == "stations":
            return
        group = self._group(self.tr("Names"), len(preview.names))
        for name, number in preview.names:
            group.addChild(QTreeWidgetItem([name, count(number)]))
        lacking = preview.media - preview.matched
        if lacking:
            group = self._group(self.tr("Photos that are not in your library"), lacking)
            group.setExpanded(False)
            for name in preview.unmatched:
                group.addChild(QTreeWidgetItem([name, ""]))

    def _list_deployments(self, preview: PackageSaid) -> None:
        group = self._group(self.tr("Deployments"), len(preview.deployments))
        for name, where, media, matched in preview.deployments:
            matches = count(matched)
            if preview.file_kind == "package":
                matches = self.tr("{0} of {1} photos").format(matches, count(media))
            is_told = where and where != name
            group.addChild(QTreeWidgetItem([f"{name} · {where}" if is_told else name, matches]))

    def _sums(self, preview: PackageSaid) -> Sequence[str]:
        if preview.file_kind == "stations":
            words = self.tr(
                "“{0}”: %Ln photo(s) of your library belong to its stations.", "", preview.matched
            )
            return (words.format(preview.title),)
        words = self.tr("“{0}”: {1} of its {2} photos are in your library.")
        photos = words.format(preview.title, count(preview.matched), count(preview.media))
        if preview.file_kind == "observations":
            words = self.tr("{0} of the {1} names that people noted would be accepted.")
            return photos, words.format(count(preview.taken), count(preview.observations))
        words = self.tr("{0} of its {1} observations, in {2} events, would be accepted names.")
        names = words.format(
            count(preview.taken), count(preview.observations), count(preview.events)
        )
        return photos, names

    def _group(self, title: str, number: int) -> QTreeWidgetItem:
        group = QTreeWidgetItem([title, count(number)])
        self.tree.addTopLevelItem(group)
        group.setExpanded(True)
        return group

    def show_buttons(self) -> None:
        """Show what can be done now."""
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


def _home() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
