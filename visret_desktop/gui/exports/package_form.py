"""What is said of a package as a whole, line by line; each line is kept as it is left."""

from collections.abc import Callable

from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from visret_desktop.errors import UsageError
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.interchange.deployments.deployment import CHOICES, LICENSES, with_fact
from visret_desktop.library.catalog.catalog_deployments import PackageFacts


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
