"""The dialog that takes in what a detector found: seen first, and kept with a chosen confidence."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QProgressBar,
    QSlider,
    QTreeWidgetItem,
    QWidget,
)

from visret_desktop.engine.field_messages import DetectionsSaid, DropDetections, ImportDetections
from visret_desktop.engine.messages import Finished, Progress, Request
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog, count_tree
from visret_desktop.gui.languages import figures
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.catalog.catalog_detections import DetectionFile

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_SIZE = (760, 720)
_STEPS = 20  # of confidence, in which photos are counted
_MOST_LABELS = 500
_PATH = Qt.ItemDataRole.UserRole


class DetectionsDialog(JobDialog):
    """Reads a file as soon as it is chosen; what is counted follows the confidence at once."""

    def __init__(
        self,
        run: Callable[[Request], JobHandle],
        reader: "CatalogReader",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(run, parent)
        self.setWindowTitle(self.tr("Take in what a detector found"))
        self._reader = reader
        self._path: Path | None = None
        self._said: DetectionsSaid | None = None
        self._build()
        self._lay_out_parts()
        self._connect()
        self._count()
        self._show_files()
        self.show_buttons()

    def _build(self) -> None:
        self.intro = PlainLabel(
            self.tr(
                "MegaDetector, SpeciesNet, Timelapse and Wildlife Insights write files of what "
                "is in photos. What they say is shown with its source; it becomes a name of a "
                "photo only when you accept it."
            ),
            is_wrapped=True,
        )
        self.file = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.choose = self.button(self.tr("Choose a file …"), self._choose_file)
        self.folders = QComboBox()
        self.folders.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.folders.addItem(self.tr("All photos of the library"), "")
        for folder in self._reader.folders():
            self.folders.addItem(str(folder.path), str(folder.path))
        self.confidence = QSlider(Qt.Orientation.Horizontal)
        self.confidence.setRange(0, _STEPS)
        self.confidence.setPageStep(2)
        self.confidence.setValue(4)
        self.confidence.setAccessibleName(self.tr("Least confidence"))
        self.share = PlainLabel()
        self.share.setMinimumWidth(self.fontMetrics().horizontalAdvance("100 %") + 8)
        self.found = count_tree((self.tr("What the file says"), self.tr("Photos")))
        self.found.setAccessibleName(self.tr("What the file says"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.keep = self.button(self.tr("Keep this"), self._keep, is_primary=True)
        self.stop = self.button(self.tr("Stop"), self.stop_job)
        self.shut = self.button(self.tr("Close"), self.reject)
        titles = (self.tr("Kept files"), self.tr("Photos"), self.tr("Blank"), self.tr("At least"))
        self.files = count_tree(titles)
        self.files.setRootIsDecorated(False)
        self.files.setAccessibleName(self.tr("Kept files"))
        self.files.setMaximumHeight(140)
        self.drop = self.button(self.tr("Remove"), self._drop)

    def _lay_out_parts(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        chosen, least, removing, buttons = (QHBoxLayout() for _ in range(4))
        fill(chosen, (self.file, 1), self.choose, spacing=8)
        fill(least, (self.confidence, 1), self.share, spacing=8)
        form.addRow(self.tr("File"), chosen)
        form.addRow(self.tr("Photos"), self.folders)
        form.addRow(self.tr("Confidence"), least)
        fill(removing, (self.files, 1), self.drop, spacing=8)
        removing.setAlignment(self.drop, Qt.AlignmentFlag.AlignTop)
        fill(buttons, (self.status, 1), self.stop, self.keep, self.shut, spacing=8)
        parts = (self.intro, form, (self.found, 1), self.bar, buttons, removing)
        self.lay_out(parts, _SIZE)

    def _connect(self) -> None:
        self.folders.currentIndexChanged.connect(lambda _: self._plan())
        self.confidence.valueChanged.connect(lambda _: self._count())
        self.files.itemSelectionChanged.connect(self.show_buttons)

    # ---- jobs -------------------------------------------------------------------------------

    def read(self, path: Path) -> None:
        """Read a file and show what it says."""
        self._path = path
        self.file.setText(str(path))
        self._plan(is_new=True)

    def _plan(self, *, is_new: bool = False) -> None:
        if self._path is None:
            return
        self._said = None
        self.found.clear()

        def done(_ended: Finished) -> None:
            if self._said is not None and is_new:
                self.confidence.setValue(round(self._said.advised * _STEPS))
            self._show_said()

        self._begin(self._request(is_dry_run=True), self.tr("Reading …"), done)

    def _keep(self) -> None:
        def done(ended: Finished) -> None:
            self._show_files()
            self.status.setText(
                self.tr("What the file says of %Ln photo(s) is kept.", "", ended.summary["kept"])
            )

        self._begin(self._request(is_dry_run=False), self.tr("Reading and keeping …"), done)

    def _request(self, *, is_dry_run: bool) -> ImportDetections:
        return ImportDetections(
            path=str(self._path),
            folder=self.folders.currentData(),
            least=self.confidence.value() / _STEPS,
            is_dry_run=is_dry_run,
        )

    def _drop(self) -> None:
        def done(_ended: Finished) -> None:
            self._show_files()
            self.status.setText(self.tr("The file’s detections are removed."))

        selected = self.files.selectedItems()
        if selected:
            request = DropDetections(path=selected[0].data(0, _PATH))
            self._begin(request, self.tr("Removing …"), done)

    def _begin(self, request: Request, words: str, done: Callable[[Finished], None]) -> None:
        self.status.setText(words)
        self.bar.setRange(0, 0)
        self.begin(request, done)

    def take(self, event: object) -> None:
        """Show how far it is, and keep what the file says."""
        if isinstance(event, Progress):
            self.bar.setRange(0, 1000)
            self.bar.setValue(1000 * event.done // max(1, event.total))
        elif isinstance(event, DetectionsSaid):
            self._said = event

    def stopped(self) -> str:
        """Return what is said of a job that was stopped."""
        return self.tr("Stopped. Nothing was kept.")

    def _choose_file(self) -> None:
        places = QStandardPaths.standardLocations(QStandardPaths.StandardLocation.DocumentsLocation)
        around = str(self._path.parent) if self._path else (places or [""])[0]
        kinds = self.tr("Files of detectors (*.json *.csv);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a file"), around, kinds)
        if path:
            self.read(Path(path))

    # ---- what is shown ------------------------------------------------------------------------

    def _show_said(self) -> None:
        preview = self._said
        if preview is None:
            return
        kind = f"{preview.format} ({preview.model})" if preview.model else preview.format
        words = self.tr("{0}: it speaks of %Ln photo(s) of the library.", "", self._matched())
        self.status.setText(" ".join((words.format(kind), *self._flaws(preview))))
        self._count()

    def _matched(self) -> int:
        return 0 if self._said is None else self._said.outcomes.get("matched", 0)

    def _flaws(self, preview: DetectionsSaid) -> Sequence[str]:
        odd = preview.flaws.get("category", 0) + preview.flaws.get("finding", 0)
        flaws = {**preview.flaws, "odd": odd}
        confidence, box = flaws.get("confidence", 0), flaws.get("box", 0)
        words = {
            "path": self.tr("%Ln entries name no photo.", "", flaws.get("path", 0)),
            "confidence": self.tr("%Ln finding(s) have no usable confidence.", "", confidence),
            "odd": self.tr(
                "%Ln finding(s) are not understood; their photos are not blank.", "", odd
            ),
            "box": self.tr("%Ln box(es) do not lie in their photo.", "", box),
            "cut": self.tr("The file ends in the middle, or is damaged there."),
        }
        return [words[code] for code, number in flaws.items() if number and code in words]

    def _count(self) -> None:
        """Show how many photos there are with at least the chosen confidence."""
        step = self.confidence.value()
        self.share.setText(self.tr("{0} %").format(figures.count(100 * step // _STEPS)))
        preview = self._said
        if preview is None:
            return
        self.found.clear()
        for name, common, photos in preview.labels[:_MOST_LABELS]:
            words = self.tr("{0} – {1}").format(name, common) if common else name
            self._row(words, photos[step])
        self._row(self.tr("Nothing: blank frames"), preview.blank[step])
        for code, title in self._outcomes():
            if preview.outcomes.get(code):
                paths = [path for path in preview.examples.get(code, ()) if path]
                self._row(title, preview.outcomes[code], paths)

    def _outcomes(self) -> Sequence[tuple[str, str]]:
        return (
            ("failed", self.tr("Could not be looked at")),
            ("ambiguous", self.tr("Passed over: several photos fit equally")),
            ("elsewhere", self.tr("Passed over: this name is in other folders (choose one above)")),
            ("unknown", self.tr("Passed over: not in the library")),
            ("duplicate", self.tr("Passed over: said before of the same photo")),
        )

    def _row(self, words: str, count: int, paths: Sequence[str] = ()) -> None:
        item = QTreeWidgetItem([words, figures.count(count)])
        for path in paths:
            inner = QTreeWidgetItem([path, ""])
            inner.setToolTip(0, literally(path))
            item.addChild(inner)
        if count > len(paths) > 0:
            item.addChild(QTreeWidgetItem([self.tr("and others …"), ""]))
        self.found.addTopLevelItem(item)

    def _show_files(self) -> None:
        self.files.clear()
        known = self._reader.detections.files()
        for file in known:
            self.files.addTopLevelItem(self._file_row(file))
        for widget in (self.files, self.drop):
            widget.setVisible(bool(known))

    def _file_row(self, file: DetectionFile) -> QTreeWidgetItem:
        least = self.tr("{0} %").format(figures.count(round(100 * file.least)))
        words = (file.path.name, figures.count(file.photos), figures.count(file.blank), least)
        item = QTreeWidgetItem(list(words))
        item.setData(0, _PATH, str(file.path))
        item.setToolTip(0, literally(f"{file.path}\n{file.model or file.format}"))
        return item

    def show_buttons(self) -> None:
        """Show what can be done now."""
        is_running = self._job is not None
        self.bar.setVisible(is_running)
        self.stop.setVisible(is_running)
        self.keep.setVisible(not is_running)
        self.keep.setEnabled(self._matched() > 0)
        self.folders.setEnabled(not is_running)
        self.choose.setEnabled(not is_running)
        self.drop.setEnabled(not is_running and bool(self.files.selectedItems()))
