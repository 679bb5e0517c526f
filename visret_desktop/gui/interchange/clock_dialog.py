"""The dialog that corrects the times of photos whose camera's clock was wrong, after a preview."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QTreeWidgetItem,
    QWidget,
)

from visret_desktop.engine.field_messages import ClockSaid, CorrectClock, DropCorrection
from visret_desktop.engine.messages import Finished, Request
from visret_desktop.errors import UsageError
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.engine.job_dialog import JobDialog, count_tree
from visret_desktop.gui.languages import figures
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.dialog import ask_line
from visret_desktop.gui.widgets.lifetimes import while_there
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.interchange.tracks import clock
from visret_desktop.interchange.tracks.clock_change import ClockChange
from visret_desktop.library.catalog.catalog_clocks import MOST_DRIFT

if TYPE_CHECKING:
    from visret_desktop.gui.interchange.export_form import Photos
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_SIZE = (760, 680)
_PAUSE_MS = 400  # in typing, before times are looked at
_NUMBER = Qt.ItemDataRole.UserRole
_TAKEN, _PATH = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class ClockDialog(JobDialog):
    """Shows what times become while one types; what was corrected before can be taken back."""

    def __init__(
        self,
        run: Callable[[Request], JobHandle],
        reader: "CatalogReader",
        photos: "Sequence[Photos]",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(run, parent)
        self.setWindowTitle(self.tr("Correct a camera’s clock"))
        self._reader = reader
        self._preview: ClockSaid | None = None
        self._is_change = False  # else the preview only lists the photos
        self._done = ""  # what was kept or taken back last
        self._build(photos)
        self._lay_out_parts()
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self.look)
        for line in (self.shift, self.zone, self.since):
            line.textChanged.connect(lambda _: self._wait())
        self.drift.valueChanged.connect(lambda _: self._wait())
        self.photos.currentIndexChanged.connect(lambda _: self._wait())
        self.kept.itemSelectionChanged.connect(self.show_buttons)
        self.finished.connect(lambda _: self._pause.stop())
        self._show_kept()
        self._wait()

    def _build(self, photos: "Sequence[Photos]") -> None:
        self.intro = PlainLabel(
            self.tr(
                "Search, timeline, events and exports go by the corrected times. The files stay "
                "as they are, the time that the camera wrote stays beside it, and each correction "
                "can be taken back."
            ),
            is_wrapped=True,
        )
        self.photos = QComboBox()
        self.photos.setAccessibleName(self.tr("Photos"))
        for words, ids in photos:
            self.photos.addItem(words, ids or ())
        self.shift, self.zone = QLineEdit(), QLineEdit()
        self.shift.setPlaceholderText(
            self.tr("+0:01:32 if the clock was slow, -0:01:32 if it was fast")
        )
        self.shift.setAccessibleName(self.tr("Add to the time"))
        self.zone.setPlaceholderText(self.tr("Europe/Rome, or +01:00 for winter time all year"))
        self.zone.setAccessibleName(self.tr("The clock was set to the zone"))
        self.by_clock = self.button(self.tr("By a photo of a clock …"), self._ask_clock)
        self.by_pair = self.button(self.tr("By a photo of another camera …"), self._ask_photo)
        self.drift = QDoubleSpinBox()
        self.drift.setRange(-MOST_DRIFT, MOST_DRIFT)
        self.drift.setKeyboardTracking(False)
        self.drift.setSuffix(self.tr(" s"))
        self.drift.setAccessibleName(self.tr("Add for each day"))
        self.since = QLineEdit()
        self.since.setPlaceholderText(self.tr("since when, such as 2026-03-01"))
        self.since.setAccessibleName(self.tr("Since when"))
        self.times = count_tree((self.tr("Photo"), self.tr("Now"), self.tr("Then")))
        self.times.setRootIsDecorated(False)
        self.times.setAccessibleName(self.tr("What times become"))
        self.correct = self.button(self.tr("Correct"), self._correct, is_primary=True)
        self.shut = self.button(self.tr("Close"), self.reject)
        self.kept = count_tree((self.tr("Corrections"), self.tr("Photos")))
        self.kept.setRootIsDecorated(False)
        self.kept.setAccessibleName(self.tr("Corrections"))
        self.kept.setMaximumHeight(140)
        self.drop = self.button(self.tr("Take back"), self._drop)

    def _lay_out_parts(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(self.tr("Photos"), self.photos)
        by_photos, drifting = QHBoxLayout(), QHBoxLayout()
        fill(by_photos, self.by_clock, self.by_pair, None, spacing=8)
        fill(drifting, self.drift, (self.since, 1), spacing=8)
        form.addRow(self.tr("Add to the time"), self.shift)
        form.addRow("", by_photos)
        form.addRow(self.tr("Add for each day"), drifting)
        form.addRow(self.tr("The clock was set to the zone"), self.zone)
        buttons, taking_back = QHBoxLayout(), QHBoxLayout()
        fill(buttons, (self.status, 1), self.correct, self.shut, spacing=8)
        fill(taking_back, (self.kept, 1), self.drop, spacing=8)
        taking_back.setAlignment(self.drop, Qt.AlignmentFlag.AlignTop)
        self.lay_out((self.intro, form, (self.times, 1), buttons, taking_back), _SIZE)

    # ---- jobs -------------------------------------------------------------------------------

    def _wait(self) -> None:
        """Look at times once nothing more is typed; till then nothing can be kept."""
        self.forget_job()
        self._done = ""
        self._clear()
        self._pause.start()
        self.show_buttons()

    def _clear(self) -> None:
        self._preview = None
        self.times.clear()
        self.status.setText(self._done)

    def look(self) -> None:
        """Have the engine say what times become."""
        if (request := self._request(is_dry_run=True)) is not None:
            self.begin(request, lambda _: self._show_times())

    def _request(self, *, is_dry_run: bool) -> CorrectClock | None:
        typed, zone = self.shift.text().strip(), self.zone.text().strip()
        drift, since = self.drift.value(), self.since.text().strip()
        if drift and not since:
            self.status.setText(self.tr("Say since when the clock was wrong, such as 2026-03-01."))
            return None
        try:
            seconds = clock.read_offset(typed) if typed else 0.0
        except UsageError as error:
            self.status.setText(translated(error.message))
            return None
        change = ClockChange(seconds, drift, since if drift else "", zone)
        self._is_change = bool(change.words())  # not where it is +0:00:00
        if not (self._is_change or is_dry_run):
            return None
        label = f"{change.words()}; {self._photos_named()}"
        return CorrectClock(
            photos=self.photos.currentData(),
            seconds=change.seconds,
            drift=change.drift,
            since=change.since,
            zone=zone,
            label=label,
            is_dry_run=is_dry_run,
        )

    def _photos_named(self) -> str:
        """Return the first photo, in its folder, by which a correction is known later."""
        times = self._preview.times if self._preview is not None else ()
        names = ["/".join(Path(path).parts[-2:]) for path, _, _ in times[:2]]
        return names[0] + " …" * (len(names) > 1) if names else self.photos.currentText()

    def _correct(self) -> None:
        if (request := self._request(is_dry_run=False)) is not None:
            self._write(request, lambda _: self._on_corrected())

    def _write(self, request: Request, done: Callable[[Finished], None]) -> None:
        """Keep a correction or take one back; however that ends, list what there is then."""
        self._pause.stop()  # looking at times would stop it
        self.begin(request, done)
        if self._job is not None:
            self._job.ended.connect(while_there(self, lambda _: self._show_kept()))

    def _on_corrected(self) -> None:
        corrected = self._preview.corrected if self._preview else 0
        fields = (self.shift, self.zone, self.drift, self.since)
        for field in fields:
            field.blockSignals(True)  # the same would be added once more
            field.clear()
        self.drift.setValue(0)
        for field in fields:
            field.blockSignals(False)
        self._look_again(self.tr("%Ln photo(s) corrected.", "", corrected))

    def _drop(self) -> None:
        def done(_ended: Finished) -> None:
            self._look_again(self.tr("The correction is taken back."))

        if selected := self.kept.selectedItems():
            self._write(DropCorrection(number=selected[0].data(0, _NUMBER)), done)

    def _look_again(self, done: str) -> None:
        """Show what was done, and times as they are now."""
        self._done = done
        self._clear()
        self.look()

    # ---- by photos ----------------------------------------------------------------------------

    def _ask_clock(self) -> None:
        """Ask what the clock in the selected photo shows."""
        if (item := self._selected()) is None:
            return
        words = self.tr(
            "“{0}” was taken at {1} by the camera's clock.\nWhat does the clock in it show?"
        )
        title, taken = self.tr("A photo of a clock"), item.data(0, _TAKEN)
        shown = ask_line(self, title, words.format(item.text(0), item.text(1)), item.text(1)[:19])
        if shown is not None:
            zone = self.zone.text().strip() or "UTC"
            self._take_offset(partial(clock.offset_by_clock, taken, shown, zone))

    def _ask_photo(self) -> None:
        """Ask for a photo of the same moment as the selected one."""
        if (item := self._selected()) is None:
            return
        title = self.tr("A photo of the same moment, by a camera that was right")
        name, _ = QFileDialog.getOpenFileName(self, title, str(Path(item.data(0, _PATH)).parent))
        if not name:
            return
        other = self._reader.placing.at(Path(name))
        if other is None:
            words = self.tr("“{0}” is no photo of your library. Add its folder first.")
            self.status.setText(words.format(Path(name).name))
            return
        taken, zone = item.data(0, _TAKEN), self.zone.text().strip()
        self._take_offset(partial(clock.offset_by_pair, taken, other.taken_at, zone))

    def _selected(self) -> QTreeWidgetItem | None:
        if not (selected := self.times.selectedItems()):
            words = self.tr("Select a photo of this camera in the list first.")
            self.status.setText(words)
        return selected[0] if selected else None

    def _take_offset(self, offset: Callable[[], float]) -> None:
        try:
            self.shift.setText(clock.offset_text(offset()))
        except UsageError as error:
            self.status.setText(translated(error.message))

    def take(self, event: object) -> None:
        """Note what the times would become; they are shown when the job ends."""
        if isinstance(event, ClockSaid):
            self._preview = event

    def stopped(self) -> str:
        """Return what is said of a job that was lost with the engine."""
        return self.tr("Stopped. Look below whether it was kept.")

    # ---- what is shown ------------------------------------------------------------------------

    def _show_times(self) -> None:
        preview = self._preview
        if preview is None:
            return
        for path, now, then in preview.times:
            # As a camera has them, to the second: that may be what is wrong.
            times = (now.replace("T", " "), then.replace("T", " ") if self._is_change else "")
            item = QTreeWidgetItem([Path(path).name, *times])
            item.setToolTip(0, literally(path))
            item.setData(0, _TAKEN, now)
            item.setData(0, _PATH, path)
            self.times.addTopLevelItem(item)
        if self._is_change:
            self.status.setText(" ".join(self._sentences(preview)))
        elif not self._done:
            words = self.tr("Type what is to be added, or let a photo say it.")
            self.status.setText(words)

    def _sentences(self, preview: ClockSaid) -> Sequence[str]:
        corrected, undated = preview.corrected, preview.undated
        twice, never = preview.twice, preview.never
        listed = figures.count(len(preview.times))
        words = (
            (True, self.tr("%Ln photo(s) would be corrected.", "", corrected)),
            (corrected > len(preview.times), self.tr("The first {0} are listed.").format(listed)),
            (undated, self.tr("%Ln photo(s) without a time.", "", undated)),
            (
                twice,
                self.tr(
                    "%Ln photo(s) from the hour that a clock shows twice when summer time ends: "
                    "the first is meant.",
                    "",
                    twice,
                ),
            ),
            (
                never,
                self.tr(
                    "%Ln photo(s) with a time that a clock in this zone never shows: was it set "
                    "to another zone?",
                    "",
                    never,
                ),
            ),
        )
        return [sentence for is_so, sentence in words if is_so]

    def _show_kept(self) -> None:
        self.kept.clear()
        known = self._reader.clocks.all()
        for one in known:
            item = QTreeWidgetItem([one.label, figures.count(one.photos)])
            item.setData(0, _NUMBER, one.number)
            self.kept.addTopLevelItem(item)
        for widget in (self.kept, self.drop):
            widget.setVisible(bool(known))

    def show_buttons(self) -> None:
        """Show what can be done now."""
        is_running = self._job is not None
        is_ready = self._is_change and self._preview is not None and self._preview.corrected > 0
        self.correct.setEnabled(is_ready and not is_running)
        self.drop.setEnabled(not is_running and bool(self.kept.selectedItems()))
        # Whoever typed on would not see how it ended, and might correct once more.
        is_writing = self._job is not None and not getattr(self._job.request, "is_dry_run", False)
        for widget in (self.photos, self.shift, self.by_clock, self.by_pair, self.drift, self.zone):
            widget.setEnabled(not is_writing)
        self.since.setEnabled(not is_writing and bool(self.drift.value()))
