"""Where cameras stood, in a table to be filled in, and what is said of packages."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.field_messages import KeepDeployments
from visret_desktop.engine.messages import Failed, Finished
from visret_desktop.errors import UsageError
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.interchange.deployment_table import COLUMNS, DeploymentTable, choices_of
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.lifetimes import while_there
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill, room_on
from visret_desktop.interchange.deployments.deployment import (
    CHOICES,
    LICENSES,
    Deployment,
    with_fact,
)
from visret_desktop.interchange.deployments.survey import Survey, survey
from visret_desktop.library.catalog.catalog_deployments import PackageFacts

if TYPE_CHECKING:
    from visret_desktop.gui.interchange.deployment_table import Index
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


class PackageForm(QWidget):
    """`say` gets what changed, `complain` why something is not taken."""

    def __init__(
        self, say: Callable[[PackageFacts], None], complain: Callable[[str], None]
    ) -> None:
        super().__init__()
        self._say, self._complain = say, complain
        self._facts = PackageFacts()
        self.fields: dict[str, QLineEdit | QComboBox] = {}
        self._form = QFormLayout()
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._add("title", self.tr("Title"), self.tr("Otters of the lower Sava, 2026"))
        self._add("description", self.tr("Description"))
        self._add("contributor", self.tr("Who made it"), self.tr("Your name"))
        self._add("email", self.tr("Mail address"))
        self._add("organization", self.tr("Organization"))
        self._add("license", self.tr("License of the data"))
        self._add("media_license", self.tr("License of the photos"))
        self._add("project", self.tr("Title of the project"))
        self._add("sampling_design", self.tr("How places were chosen"))
        self._add("capture_method", self.tr("How cameras are triggered"))
        words = self.tr(
            "This stands in Camtrap DP packages and Darwin Core Archives. Darwin Core wants a "
            "title, a name and a license; Camtrap DP a name and the last three. GBIF takes data "
            "under one of the three licenses only."
        )
        fill(
            QVBoxLayout(self),
            PlainLabel(words, is_wrapped=True),
            self._form,
            (None, 1),
            margins=(4, 12, 4, 4),
            spacing=12,
        )

    def show_facts(self, facts: PackageFacts) -> None:
        """Show what is said so far."""
        self._facts = facts
        for name, widget in self.fields.items():
            text = str(getattr(facts, name))
            if isinstance(widget, QLineEdit):
                widget.setText(text)
            elif widget.isEditable():
                widget.setCurrentText(text)
            else:
                widget.setCurrentIndex(max(0, widget.findData(text)))

    def take(self, name: str, text: str) -> None:
        """Take what a person said of one fact."""
        if text.strip() == getattr(self._facts, name):
            return
        try:
            self._facts = with_fact(self._facts, name, text)
        except UsageError as error:
            self._complain(translated(error))
            self.show_facts(self._facts)
            return
        self._say(self._facts)

    def _add(self, name: str, label: str, example: str = "") -> None:
        widget: QLineEdit | QComboBox
        if name in CHOICES:
            widget = QComboBox()
            widget.addItem(self.tr("not said yet"), "")
            for value in CHOICES[name]:
                widget.addItem(self._words(value), value)
            box = widget
            widget.activated.connect(lambda _: self.take(name, box.currentData()))
        elif name == "media_license":
            widget = QComboBox()
            widget.setEditable(True)
            widget.addItems(["", *LICENSES, "CC-BY-SA-4.0", "CC-BY-NC-SA-4.0"])
            line = widget.lineEdit()
            assert line is not None  # it is editable
            line.editingFinished.connect(lambda: self.take(name, line.text()))
            widget.activated.connect(lambda _: self.take(name, line.text()))
        else:
            widget = QLineEdit()
            widget.setPlaceholderText(example)
            edit = widget
            widget.editingFinished.connect(lambda: self.take(name, edit.text()))
        widget.setAccessibleName(label)
        self.fields[name] = widget
        self._form.addRow(PlainLabel(label), widget)

    def _words(self, value: str) -> str:
        words = {
            "simpleRandom": self.tr("at random"),
            "systematicRandom": self.tr("at random, on a grid"),
            "clusteredRandom": self.tr("at random, in clusters"),
            "experimental": self.tr("for an experiment"),
            "targeted": self.tr("for certain species"),
            "opportunistic": self.tr("as it happened"),
            "activityDetection": self.tr("by movement"),
            "timeLapse": self.tr("by the clock"),
            "activityDetection,timeLapse": self.tr("by movement and by the clock"),
        }
        return words.get(value, value)


_SIZE = (1000, 640)
_WIDEST = 260  # pixels of a column, at first


class DeploymentsDialog(Dialog):
    """Reads as it opens; what is changed is kept at once."""

    def __init__(
        self,
        reader: "CatalogReader",
        run: Callable[[KeepDeployments], JobHandle],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Deployments"))
        self._reader, self._run = reader, run
        self._background = Background(self, threads=1)
        self._facts = PackageFacts()
        self._open_jobs = 0
        self.by = QComboBox()
        self.by.setAccessibleName(self.tr("What a deployment is"))
        for words, by in (
            (self.tr("Each folder with photos is a deployment"), "folder"),
            (self.tr("Each drive or card is a deployment"), "drive"),
            (self.tr("Each outing is a deployment: photos without a long pause"), "outing"),
        ):
            self.by.addItem(words, by)
        self.model = DeploymentTable(self._keep, self._say, self)
        self.table = _table(self.model, self.tr("Deployments"))
        self.form = PackageForm(self._keep_facts, self._say)
        self.status = PlainLabel(is_wrapped=True)
        self.tabs = QTabWidget()
        first = QWidget()
        words = self.tr(
            "A deployment is a camera at one place for a while. What the photos say of it is in "
            "italics; type over it what you know better, or empty it to go back to that."
        )
        parts = (PlainLabel(words, is_wrapped=True), self.by, (self.table, 1))
        fill(QVBoxLayout(first), *parts, margins=(4, 12, 4, 4), spacing=10)
        self.tabs.addTab(first, self.tr("Deployments"))
        self.tabs.addTab(self.form, self.tr("The package"))
        close = self.button(self.tr("Close"), self.accept)
        buttons = QHBoxLayout()
        fill(buttons, (self.status, 1), close, spacing=12)
        fill(QVBoxLayout(self), (self.tabs, 1), buttons, margins=(20, 16, 20, 16), spacing=12)
        self.resize(QSize(*_SIZE).boundedTo(room_on(self)))
        self.by.activated.connect(lambda _: self.form.take("by", self.by.currentData()))
        self.finished.connect(lambda _: self._background.close())
        self._read()

    def _read(self) -> None:
        self.status.setText(self.tr("Looking at the photos …"))
        self._background.run("survey", self._survey, self._on_survey)

    def _survey(self) -> tuple[Survey, PackageFacts]:
        surveyed = survey(self._reader, self._reader.photo_ids("name").tolist())
        return surveyed, self._reader.deployments.package()

    def _on_survey(self, outcome: object) -> None:
        if not isinstance(outcome, tuple):
            self._say(self.tr("The library could not be read: {0}").format(outcome))
            return
        deployments, self._facts = outcome
        self.model.show(deployments.deployments)
        self.form.show_facts(self._facts)
        self.by.setCurrentIndex(max(0, self.by.findData(self._facts.by)))
        self.table.resizeColumnsToContents()
        for column in range(len(COLUMNS)):
            self.table.setColumnWidth(column, min(_WIDEST, self.table.columnWidth(column)))
        self._count()

    def _count(self) -> None:
        deployments = self.model.deployments
        lacking = sum(one.place is None and one.is_dated for one in deployments)
        words = self.tr("%Ln deployment(s).", "", len(deployments))
        if lacking:
            lack = self.tr("%Ln of them lack(s) a place.", "", lacking)
            words = f"{words} {lack}"
        self.status.setText(words)

    def _say(self, words: str) -> None:
        self.status.setText(words)

    # ---- keeping ------------------------------------------------------------------------------

    def _keep(self, changed: Deployment) -> None:
        self._begin(KeepDeployments(said=(changed.stored(),)))

    def _keep_facts(self, facts: PackageFacts) -> None:
        is_other = facts.by != self._facts.by
        self._facts = facts
        self._begin(KeepDeployments(package=facts), reads=is_other)

    def _begin(self, request: KeepDeployments, *, reads: bool = False) -> None:
        job = self._run(request)
        self._open_jobs += 1
        job.ended.connect(while_there(self, partial(self._on_kept, reads=reads)))

    def _on_kept(self, job: JobHandle, *, reads: bool) -> None:
        self._open_jobs -= 1
        if isinstance(job.ending, Finished):
            if reads:
                self._read()
            else:
                self._count()
        elif isinstance(job.ending, Failed):
            self._say(job.ending.sentence)
        else:
            self._say(self.tr("It could not be kept. Try again."))


class _Choosing(QStyledItemDelegate):
    """Offers a list where the standard has one."""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: "Index"
    ) -> QWidget:
        """Return the editor of a cell."""
        choices = choices_of(COLUMNS[index.column()])
        if not choices:
            return super().createEditor(parent, option, index)
        box = QComboBox(parent)
        box.addItems(["", *choices])
        box.activated.connect(lambda _: self._done(box))
        return box

    def setEditorData(self, editor: QWidget, index: "Index") -> None:
        """Show what the cell says."""
        if isinstance(editor, QComboBox):
            editor.setCurrentText(index.data(Qt.ItemDataRole.EditRole))
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: "Index") -> None:
        """Take what was chosen."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)

    def _done(self, box: QComboBox) -> None:
        self.commitData.emit(box)
        self.closeEditor.emit(box)


def _table(model: DeploymentTable, title: str) -> QTableView:
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(title)
    table.setItemDelegate(_Choosing(table))
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setAlternatingRowColors(False)
    table.verticalHeader().hide()
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setWordWrap(False)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
    return table
