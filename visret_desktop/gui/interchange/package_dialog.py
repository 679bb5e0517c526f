"""What files of others say of photos is shown, and kept only on a click."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QPushButton, QTreeWidgetItem, QWidget

from visret_desktop.engine.field_messages import ImportPackage, JoinNotes, JoinSaid, PackageSaid
from visret_desktop.engine.messages import Request
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog, count_tree
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.interchange.note_files import TO_DECIDE

_SIZE = (720, 600)
_MOST_LISTED = 500  # photos of which something is to be decided, and sentences
_MOST_SAID = 3  # sentences above the list; where there are more, they are a part of it
_KINDS = "*.json *.zip *.csv *.tsv *.txt"


class ImportDialog(JobDialog):
    """Reads a file as soon as one is chosen, and shows in `tree` what would be kept of it."""

    def __init__(self, run: Callable[[Request], JobHandle], parent: QWidget | None = None) -> None:
        super().__init__(run, parent)
        self._path: Path | None = None
        self.tree = count_tree((self.tr("In the file"), self.tr("In your library")))
        self.tree.setAccessibleName(self.tr("What would be kept"))
        self.file = self.button(self.tr("Choose a file …"), self._choose_file)
        self.keep = self.button(self.tr("Keep"), self._keep, is_primary=True)

    def _show(self, title: str, intro: str, *choices: QPushButton) -> None:
        """Put the parts under each other, with the buttons by which something is chosen."""
        self.setWindowTitle(title)
        self.intro = PlainLabel(intro, is_wrapped=True)
        choosing, buttons = QHBoxLayout(), QHBoxLayout()
        fill(choosing, *choices, None, spacing=8)
        fill(buttons, None, self.keep, self.button(self.tr("Close"), self.reject), spacing=8)
        self.lay_out((self.intro, choosing, self.status, (self.tree, 1), buttons), _SIZE)
        self.show_buttons()

    def read(self, path: Path) -> None:
        """Read a file, and show what would be kept."""
        self._path = path
        self.tree.clear()
        self.status.setText(self.tr("Reading “{0}” …").format(path.name))
        self.begin(self._request(is_dry_run=True), lambda _: self._fill())

    def _request(self, *, is_dry_run: bool) -> Request:
        raise NotImplementedError

    def _fill(self) -> None:
        """Show what was read."""

    def _keep(self) -> None:
        """Keep it."""

    def _choose_file(self) -> None:
        """Ask for a file."""

    def stopped(self) -> str:
        """Return what is said where nothing was read."""
        return self.tr("It could not be read. Try again.")

    def _group(self, title: str, number: int) -> QTreeWidgetItem:
        group = QTreeWidgetItem([title, count(number)])
        self.tree.addTopLevelItem(group)
        group.setExpanded(True)
        return group


class PackageDialog(ImportDialog):
    """For Camtrap DP packages, and tables of stations or names. `kept` names what was kept."""

    kept = Signal(str, int)  # source, photos

    def __init__(self, run: Callable[[Request], JobHandle], parent: QWidget | None = None) -> None:
        super().__init__(run, parent)
        self._said: PackageSaid | None = None
        self.folder = self.button(self.tr("Choose a folder …"), self._choose_folder)
        intro = self.tr(
            "Deployments and what people observed are taken from a Camtrap DP package, "
            "deployments from a table of stations, or what people observed from a table of "
            "Timelapse, Wildlife Insights, Camelot, camtrapR or AddaxAI, for those photos "
            "that are in your library. Names keep who gave them, and when. Photos are not "
            "copied and not changed."
        )
        self._show(self.tr("Import deployments"), intro, self.folder, self.file)

    def read(self, path: Path) -> None:
        """Read a package or a table, and show what would be kept."""
        self._said = None
        super().read(path)

    def _request(self, *, is_dry_run: bool) -> ImportPackage:
        return ImportPackage(path=str(self._path), is_dry_run=is_dry_run)

    # ---- jobs -------------------------------------------------------------------------------

    def _keep(self) -> None:
        self.status.setText(self.tr("Keeping …"))
        self.begin(self._request(is_dry_run=False), lambda _: self._end())

    def _end(self) -> None:
        if self._said is not None:
            self.kept.emit(self._said.source, self._said.matched)
        self.accept()

    def take(self, event: object) -> None:
        """Keep what the package says."""
        if isinstance(event, PackageSaid):
            self._said = event

    # ---- what is shown ------------------------------------------------------------------------

    def _fill(self) -> None:
        preview = self._said
        if preview is None:
            return
        rest = [translated(sentence) for sentence in preview.sentences]
        is_short = len(rest) <= _MOST_SAID
        shown = rest if is_short else ()
        self.status.setText("\n".join((" ".join(self._sums(preview)), *shown)))
        self.tree.clear()
        if not is_short:
            group = self._group(self.tr("What is odd or left out"), len(rest))
            for words in rest[:_MOST_LISTED]:
                row = QTreeWidgetItem([words, ""])
                row.setToolTip(0, literally(words))
                group.addChild(row)
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


class NotesDialog(ImportDialog):
    """For what another person noted of the same photos."""

    keep_requested = Signal(str, str)  # path, who noted it

    def __init__(self, run: Callable[[Request], JobHandle], parent: QWidget | None = None) -> None:
        super().__init__(run, parent)
        self._preview: JoinSaid | None = None
        self.tree.setHeaderLabels([self.tr("Said differently"), ""])
        intro = self.tr(
            "What a colleague noted of the same photos, exported as notes, is joined with yours: "
            "tags, ratings, names and places. Nothing of yours changes. What the two of you say "
            "differently becomes a tag below “{0}”, which you take away when it is decided."
        )
        self._show(self.tr("Join a colleague’s notes"), intro.format(TO_DECIDE), self.file)

    def read(self, path: Path) -> None:
        """Read a file of notes, and show what would change."""
        self._preview = None
        super().read(path)

    def _request(self, *, is_dry_run: bool) -> JoinNotes:
        return JoinNotes(path=str(self._path), is_dry_run=is_dry_run)

    def take(self, event: object) -> None:
        """Keep what the file says."""
        if isinstance(event, JoinSaid):
            self._preview = event

    def _fill(self) -> None:
        preview = self._preview
        if preview is None:
            return
        words = self.tr("{0} of the {1} photos that {2} noted something of are in your library.")
        sums = [words.format(count(preview.in_library), count(preview.contents), preview.who)]
        sums.append(self.tr("The notes of %Ln photo(s) would change.", "", preview.changed))
        if preview.left_out:
            words = self.tr("%Ln tag(s) and name(s) have no room.", "", preview.left_out)
            sums.append(words)
        self.status.setText(" ".join(sums))
        if preview.differing:
            group = self._group(self.tr("To be decided"), preview.differing)
            for path, words_of_photo in preview.different[:_MOST_LISTED]:
                row = QTreeWidgetItem([f"{Path(path).name}: {'; '.join(words_of_photo)}", ""])
                row.setToolTip(0, literally(path))
                group.addChild(row)

    def _keep(self) -> None:
        if self._preview is not None:
            self.keep_requested.emit(str(self._path), self._preview.who)
        self.accept()

    def show_buttons(self) -> None:
        """Show what can be done now."""
        self.keep.setEnabled(self._job is None and bool(self._preview and self._preview.changed))

    def _choose_file(self) -> None:
        title, kind = self.tr("Choose a file of notes"), self.tr("Notes ({0})").format("*.notes")
        path, _ = QFileDialog.getOpenFileName(self, title, _home(), kind)
        if path:
            self.read(Path(path))


def _home() -> str:
    return QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)
