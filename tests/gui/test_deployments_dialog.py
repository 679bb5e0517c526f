"""Deployments are described in a table; what others noted is seen before it is kept, and undone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.unit.exporters.made_library import fill
from tests.unit.exporters.test_camtrap_round_trip import put_media
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import JOBS
from visret_desktop.engine.messages import Failed
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.interchange.deployment_table import COLUMNS, DeploymentTable
from visret_desktop.gui.interchange.deployments_dialog import DeploymentsDialog
from visret_desktop.gui.interchange.package_dialog import NotesDialog, PackageDialog
from visret_desktop.gui.tagging.note_changes import NoteChanges
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.window.interchange_controllers import DeploymentController, NotesController
from visret_desktop.interchange.deployments.deployment import Deployment
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.interchange.note_files import NotedContent, NoteHeader, line_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey, PackageFacts
from visret_desktop.library.records import Notes
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import claim, default_paths
from visret_desktop.settings import Settings


class Desk:
    """A library, and an engine whose jobs are done here when `answer` is called."""

    def __init__(self, root: Path, qtbot: QtBot, example: Path | None = None) -> None:
        paths = default_paths()
        claim(paths)
        (root / "otters").mkdir()
        catalog = Catalog.open(paths.catalog)
        fill(catalog, root / "otters")
        if example is not None:
            put_media(catalog, example, leave_out=3)
        catalog.close()
        self.library = Library(paths, Settings())
        self.client, self.banner, self.window = EngineClient(), Banner(), QWidget()
        for widget in (self.window, self.banner):
            qtbot.addWidget(widget)
        self.window.show()
        reader = self.library.reader
        self.history = UndoHistory(self.window)
        self.work = DeploymentController(
            self.client, lambda: reader, self.history, self.banner, self.window
        )
        self._qtbot = qtbot

    def answer(self) -> None:
        waiting, self.client._waiting = self.client._waiting, []
        for request in waiting:
            job = next(job for job in JOBS if isinstance(request, job.request))
            try:
                for event in job.run(self.library, request, Control()):
                    self.client.take(event)
            except VisretError as error:
                self.client.take(Failed(request.job, error.code, str(error)))

    def deployments(self) -> DeploymentsDialog:
        dialog = self.work.open()
        assert isinstance(dialog, DeploymentsDialog)
        self._qtbot.waitUntil(lambda: dialog.model.rowCount() > 0)
        return dialog

    def packages(self, path: Path) -> PackageDialog:
        self.work.import_package()
        (dialog,) = self.window.findChildren(PackageDialog)
        dialog.read(path)
        self.answer()
        return dialog


@pytest.fixture
def desk(tmp_path: Path, profile: Path, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(tmp_path, qtbot)
    yield made
    made.library.close()


def cell(dialog: DeploymentsDialog, name: str, column: str) -> QModelIndex:
    rows = [one.name for one in dialog.model.deployments]
    return dialog.model.index(rows.index(name), COLUMNS.index(column))


def test_what_is_typed_is_kept(desk: Desk) -> None:
    dialog = desk.deployments()
    assert dialog.status.text().startswith("2 deployment")
    latitude = cell(dialog, "otters/weir", "latitude")
    assert latitude.data() == "45.900000"
    assert latitude.data(Qt.ItemDataRole.FontRole).italic(), "the photos say so"
    assert dialog.model.setData(latitude, "45.91")
    assert not latitude.data(Qt.ItemDataRole.FontRole)
    assert cell(dialog, "otters/weir", "longitude").data() == "fill in", "not mixed with a guess"
    assert "1 of them lack" not in dialog.status.text()
    desk.answer()
    assert "1 of them lack" in dialog.status.text()
    dialog.model.setData(cell(dialog, "otters/weir", "longitude"), "15.51")
    dialog.model.setData(cell(dialog, "otters/weir", "deploymentID"), "weir")
    desk.answer()
    reader = desk.library.reader
    weir = survey(reader, reader.photo_ids().tolist()).named("weir")
    assert weir is not None
    assert weir.place == (45.91, 15.51)
    dialog.model.setData(cell(dialog, "weir", "latitude"), "")
    dialog.model.setData(cell(dialog, "weir", "longitude"), "")
    assert cell(dialog, "weir", "latitude").data() == "45.900000"
    dialog.accept()


def test_what_is_typed_is_undone_and_done_again(desk: Desk) -> None:
    dialog = desk.deployments()
    habitat = cell(dialog, "otters/weir", "habitat")
    assert dialog.model.setData(habitat, "reeds")
    assert dialog.model.setData(habitat, "willows")
    dialog.form.take("title", "Otters")
    desk.answer()
    dialog.accept()
    reader, history = desk.library.reader, desk.history

    def said() -> tuple[list[str], str]:
        habitats = [one.fields["habitat"] for one in reader.deployments.stored()]
        return habitats, reader.deployments.package().title

    assert said() == (["willows"], "Otters")
    for expected in ((["willows"], ""), (["reeds"], ""), ([], "")):
        assert history.undo()
        desk.answer()
        assert said() == expected
    assert not history.undo()
    for expected in ((["reeds"], ""), (["willows"], ""), (["willows"], "Otters")):
        assert history.redo()
        desk.answer()
        assert said() == expected


def test_what_another_program_said_since_is_not_undone(desk: Desk) -> None:
    dialog = desk.deployments()
    dialog.model.setData(cell(dialog, "otters/weir", "habitat"), "reeds")
    dialog.form.take("title", "Otters")
    desk.answer()
    dialog.accept()
    with desk.library.adding() as catalog:
        (weir,) = catalog.deployments.stored()
        catalog.annotations.put_deployments([replace(weir, fields={"habitat": "willows"})])
        catalog.annotations.put_package(PackageFacts(title="Weirs"))
    deployments = desk.library.reader.deployments
    for step in (desk.history.undo, desk.history.undo, desk.history.redo):
        desk.banner.clear("package")
        assert step()
        desk.answer()
        assert "It was changed again since" in desk.banner.text()
        assert deployments.stored()[0].fields == {"habitat": "willows"}
        assert deployments.package().title == "Weirs"


def test_an_undo_that_fails_can_be_tried_again(desk: Desk) -> None:
    dialog = desk.deployments()
    assert dialog.model.setData(cell(dialog, "otters/weir", "habitat"), "reeds")
    desk.answer()
    dialog.accept()
    another = WriterLock(default_paths().writer_lock)
    another.acquire_soon(0)
    assert desk.history.undo()
    desk.answer()
    another.release()
    assert "Another visret process" in desk.banner.text()
    assert desk.history.undo()
    desk.answer()
    assert desk.library.reader.deployments.stored() == []


def test_a_place_is_asked_for_where_the_count_below_says_that_one_lacks() -> None:
    dated = Deployment(DeploymentKey("folder", 1, "a"), "a", 1)
    table = DeploymentTable(lambda *_: None, lambda _: None)
    table.show([dated, replace(dated, is_dated=False)])
    latitude = COLUMNS.index("latitude")
    assert [table.index(row, latitude).data() for row in range(2)] == ["fill in", ""]


def test_what_cannot_be_is_a_sentence(desk: Desk) -> None:
    dialog = desk.deployments()
    assert not dialog.model.setData(cell(dialog, "otters/weir", "latitude"), "north")
    assert "cannot be the latitude" in dialog.status.text()
    assert not dialog.model.setData(cell(dialog, "otters/weir", "deploymentID"), "otters/mill")
    assert "already" in dialog.status.text()
    assert desk.client._waiting == []
    dialog.accept()


def test_lists_are_offered_where_the_standard_has_them(desk: Desk) -> None:
    dialog = desk.deployments()
    index = cell(dialog, "otters/weir", "captureMethod")
    dialog.table.setCurrentIndex(index)
    dialog.table.edit(index)
    (box,) = dialog.table.findChildren(QComboBox)
    box.setCurrentText("timeLapse")
    box.activated.emit(box.currentIndex())
    assert cell(dialog, "otters/weir", "captureMethod").data() == "timeLapse"
    dialog.accept()


def test_the_package_and_what_a_deployment_is(desk: Desk, qtbot: QtBot) -> None:
    dialog = desk.deployments()
    dialog.form.take("title", "Otters")
    dialog.form.take("sampling_design", "targeted")
    dialog.form.take("email", "nobody")
    assert "no address" in dialog.status.text()
    desk.answer()
    assert desk.library.reader.deployments.package().title == "Otters"
    dialog.by.setCurrentIndex(1)
    dialog.by.activated.emit(1)
    desk.answer()
    qtbot.waitUntil(lambda: dialog.model.rowCount() == 1)
    assert [one.name for one in dialog.model.deployments] == ["otters"]
    dialog.accept()


def test_a_package_is_seen_kept_and_undone(
    tmp_path: Path, profile: Path, qtbot: QtBot, material: Path
) -> None:
    example = material / "camtrap-dp" / "example"
    desk = Desk(tmp_path, qtbot, example)
    deployments = desk.library.reader.deployments
    dialog = desk.packages(example)
    assert "420 of its 423 photos" in dialog.status.text()
    dialog.read(example / "deployments.csv")
    desk.answer()
    assert "420 of its 423 photos" in dialog.status.text(), "no table of stations: of a package"
    groups = [dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount())]
    assert (groups[0].text(0), groups[0].childCount()) == ("Deployments", 4)
    assert groups[2].childCount() == 3, "those that are not in the library"
    assert deployments.sources() == {}, "nothing is kept yet"
    dialog.keep.click()
    desk.answer()
    ((source, count),) = deployments.sources().items()
    assert source.startswith("camtrap-dp-example-dataset · ")
    assert count == 4
    assert desk.banner.text().startswith("420 photo")
    another = WriterLock(default_paths().writer_lock)
    another.acquire_soon(0)
    desk.banner._on_button()
    desk.answer()
    another.release()
    assert deployments.sources()[source] == 4, "another process writes: nothing is undone"
    assert "Another visret process" in desk.banner.text()
    assert source in desk.history.undo_action.text()
    desk.banner._on_button()
    desk.answer()
    assert deployments.sources() == {}
    assert desk.library.reader.notes.names() == {"Lutra lutra": 3, "Ardea cinerea": 4, "blank": 1}
    assert not desk.history.undo()
    assert not desk.history.redo(), "it is imported again by its dialog alone"
    desk.library.close()


def test_a_table_with_many_faults_lists_them(desk: Desk, tmp_path: Path) -> None:
    lines = [f"<b>weir</b>,2026-05-{day:02},2026-05-01,45,15" for day in range(2, 30)]
    for count in (3, 28):
        table = tmp_path / f"{count}.csv"
        header = "Station,Setup_date,Retrieval_date,lat,lon"
        table.write_text("\n".join([header, *lines[:count], "weir,2026-04-29,2026-05-11,45,15"]))
        dialog = desk.packages(table)
        first = dialog.tree.topLevelItem(0)
        assert ("Line 2: <b>weir</b> would end" in dialog.status.text()) is (count == 3)
        assert (first.text(0), first.childCount()) == (
            ("Deployments", 1) if count == 3 else ("What is odd or left out", 28)
        )
        tip = "<qt>Line 2: &lt;b&gt;weir&lt;/b&gt; would end"  # each letter as it is
        assert first.child(0).toolTip(0).startswith(tip) is (count == 28)
        dialog.reject()
        dialog.deleteLater()
        desk.window.findChildren(PackageDialog)[0].setParent(None)


def test_what_is_no_package_is_a_sentence(desk: Desk, tmp_path: Path) -> None:
    dialog = desk.packages(tmp_path / "otters")
    assert "there is no datapackage.json in it" in dialog.status.text()
    assert not dialog.keep.isEnabled()
    dialog.reject()


def test_the_notes_of_another_are_seen_joined_and_undone(desk: Desk, tmp_path: Path) -> None:
    reader, file = desk.library.reader, tmp_path / "ben.notes"
    otter, heron = (row.content_hash for row in reader.photo_rows("name")[:2])
    ours = {otter: Notes(("weir",), rating=3), heron: Notes()}
    with desk.library.adding() as catalog:
        catalog.annotations.put_notes(ours)
    theirs = {otter: Notes(("night",), rating=5), heron: Notes(rating=1), "f" * 32: Notes(rating=2)}
    lines = [NotedContent(name, "x.jpg", notes) for name, notes in theirs.items()]
    file.write_bytes(b"".join(map(line_of, (NoteHeader("visret-notes", 1, "Ben"), *lines))))
    changes = NoteChanges(desk.client, desk.history, desk.window)
    work = NotesController(desk.client, changes, desk.banner, desk.window)
    work.open()
    (dialog,) = desk.window.findChildren(NotesDialog)
    dialog.read(tmp_path)
    desk.answer()
    assert "cannot be read as notes of another library" in dialog.status.text()
    assert not dialog.keep.isEnabled()
    dialog.read(file)
    desk.answer()
    assert dialog.status.text().startswith("2 of the 3 photos that Ben noted something of")
    (group,) = (dialog.tree.topLevelItem(row) for row in range(dialog.tree.topLevelItemCount()))
    assert group.child(0).text(0).endswith(": rating 5 (Ben)")
    assert group.childCount() == 1
    assert reader.notes.of(theirs) == {otter: ours[otter]}, "nothing is kept yet"
    dialog.keep.click()
    desk.answer()
    joined = {
        otter: Notes(("weir", "night", "To decide|rating 5 (Ben)"), rating=3),
        heron: Notes(rating=1),
    }
    assert reader.notes.of(theirs) == joined
    assert desk.banner.text().startswith("2 photo")
    desk.banner._on_button()
    desk.answer()
    assert reader.notes.of(theirs) == {otter: ours[otter]}
    assert "Ben" in desk.history.redo_action.text()
    desk.history.redo()
    desk.answer()
    assert reader.notes.of(theirs) == joined
