"""Connects the annotations in the photo panel with the engine: suggestions, details, removals.

`NameDetails` asks for the details of an identification: count, sex, life stage, behavior.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.field_messages import (
    MOST_CONTENTS,
    NamesSuggested,
    SuggestedName,
    SuggestNames,
)
from visret_desktop.engine.messages import Failed, Finished, Progress
from visret_desktop.errors import VisretError
from visret_desktop.file_changes import as_usual
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.tagging.note_chips import NoteChip, tag_words
from visret_desktop.gui.tagging.notes_section import NotesSection, Suggestions, accepted_of
from visret_desktop.gui.tagging.tagging_controller import TaggingController
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.dialog import Dialog
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import LONGEST_TEXT, AcceptedName, Photo
from visret_desktop.paths import Paths

# In the words that Darwin Core and Camtrap DP have for them: they are kept, and exported, so.
_SEXES = ("", "female", "male", "unknown")
_STAGES = ("", "adult", "subadult", "juvenile", "unknown")
_MOST = 1_000_000


class NameDetails(Dialog):
    """A form; `accepted_name` is what it says once it was accepted."""

    def __init__(self, name: AcceptedName, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.setWindowTitle(name.common or name.name)
        self.count = QSpinBox()
        self.count.setRange(0, _MOST)
        self.count.setSpecialValueText(self.tr("not counted"))
        self.count.setValue(name.count or 0)
        self.sex, self.stage = _choice(_SEXES, name.sex), _choice(_STAGES, name.life_stage)
        self.behavior = QLineEdit(name.behavior)
        self.behavior.setMaxLength(LONGEST_TEXT)
        form = QFormLayout()
        form.addRow(self.tr("Individuals"), self.count)
        form.addRow(self.tr("Sex"), self.sex)
        form.addRow(self.tr("Life stage"), self.stage)
        form.addRow(self.tr("Behavior"), self.behavior)
        box = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(box.Ok | box.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        fill(QVBoxLayout(self), form, buttons, margins=(24, 24, 24, 16), spacing=16)

    def accepted_name(self) -> AcceptedName:
        """Return the name with what the form says."""
        return replace(
            self._name,
            count=self.count.value() or None,
            sex=_clean(self.sex.currentText()),
            life_stage=_clean(self.stage.currentText()),
            behavior=_clean(self.behavior.text()),
        )


def _choice(values: tuple[str, ...], value: str) -> QComboBox:
    made = QComboBox()
    made.setEditable(True)
    made.addItems(values if value in values else (*values, value))
    made.setCurrentText(value)
    return made


def _clean(text: str) -> str:
    return " ".join(text.split())[:LONGEST_TEXT]


_KEY = "names"  # of sentences in the banner


class PanelNotes(QObject):
    """Makes the section of the panel; what was suggested stays while the same photos are shown."""

    def __init__(
        self,
        client: EngineClient,
        paths: Paths,
        panel: PhotoPanel,
        tagging: TaggingController,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._client, self._paths, self._panel = client, paths, panel
        self._tagging, self._banner, self._window = tagging, banner, window
        self._background = Background(self, threads=1)
        self._hashes: tuple[str, ...] = ()
        self._known = Suggestions()
        self._job: JobHandle | None = None
        self._takes_keyboard = False  # the suggestions, once they are there
        panel.notes_of = self._section
        tagging.notes_changed.connect(panel.read_again)

    def suggest(self) -> None:
        """Suggest names for the photos in the panel; the suggestions get the keyboard."""
        if not self._hashes:
            return
        self._takes_keyboard = True
        self._panel.appear()
        self._known = Suggestions(sentence=self.tr("Comparing …"), is_working=True)
        if self._job is not None:
            self._job.abandon()
        job = self._job = self._client.run(SuggestNames(hashes=self._hashes[:MOST_CONTENTS]))
        job.said.connect(partial(self._on_said, self._hashes))
        job.ended.connect(self._on_ended)
        self._panel.fill_again()

    def import_names(self) -> None:
        """Let a person choose a list of names, and read it."""
        kinds = self.tr("Lists of names (*.txt *.csv *.tsv *.zip)")
        with as_usual():
            title = self.tr("Import names")
            chosen, _ = QFileDialog.getOpenFileName(self._window, title, "", kinds)
        if chosen:
            work = partial(_imported, Path(chosen), self._paths)
            self._background.run("import", work, self._on_imported)

    def _on_imported(self, outcome: object) -> None:
        if isinstance(outcome, VisretError):
            self._banner.say(_KEY, translated(outcome))
        elif isinstance(outcome, int):
            words = self.tr("%Ln name(s) can be suggested and completed now.", "", outcome)
            self._banner.say(_KEY, words, is_hint=True)
            self._tagging.read_known()
            self._panel.fill_again()
        else:
            self._banner.say(_KEY, self.tr("The list could not be read: {0}").format(outcome))

    # ---- the section ------------------------------------------------------------------------

    def _section(self, photos: Sequence[Photo]) -> QWidget | None:
        hashes = tuple(dict.fromkeys(photo.content_hash for photo in photos))
        if hashes != self._hashes:
            self._hashes, self._known = hashes, Suggestions()
        has_lists = any(self._paths.name_lists.glob("*.json"))
        section = NotesSection(photos, self._known, has_lists=has_lists)
        section.removed.connect(self._remove)
        section.edited.connect(self._edit)
        section.grouped.connect(self._add_group)
        section.accepted.connect(self._accept)
        section.suggestions_wanted.connect(self.suggest)
        section.import_wanted.connect(self.import_names)
        if self._takes_keyboard and section.list is not None:
            self._takes_keyboard = False
            self._panel.focus_when_shown(section.list)
        return section

    def _remove(self, chip: NoteChip) -> None:
        words = chip.value if chip.is_name else tag_words(chip.value)
        self._tagging.remove(self.tr("Removed: {0}").format(words), self._hashes, chip)

    def _edit(self, name: AcceptedName) -> None:
        self._ask(name, instead_of=name)

    def _add_group(self, name: AcceptedName) -> None:
        self._ask(AcceptedName(name.name, name.common, name.rank), instead_of=None)

    def _ask(self, name: AcceptedName, instead_of: AcceptedName | None) -> None:
        dialog = NameDetails(name, self._window)
        dialog.accepted.connect(
            lambda: self._tagging.accept_name(self._hashes, dialog.accepted_name(), instead_of)
        )
        dialog.open()

    def _accept(self, suggested: SuggestedName) -> None:
        self._known = Suggestions()
        self._tagging.accept_name(self._hashes, accepted_of(suggested))

    def _on_said(self, hashes: tuple[str, ...], event: object) -> None:
        if isinstance(event, Progress) and hashes == self._hashes:
            words = self.tr("Comparing: {0} of {1}")
            progress = words.format(count(event.done), count(event.total))
            self._known = Suggestions(sentence=progress, is_working=True)
            self._panel.fill_again()
        if isinstance(event, NamesSuggested) and hashes == self._hashes:
            words = self.tr("Likeness to a name as {0} sees it, no certainty.").format(
                event.encoder.rpartition("-")[0] or event.encoder
            )
            if event.left_out:
                left_out = self.tr(
                    "%Ln name(s) do not occur there or then, as their lists say.",
                    "",
                    event.left_out,
                )
                words = f"{words} {left_out}"
            if not event.names:
                words = self.tr("No name of the lists occurs there and then.")
            self._known = Suggestions(event, words)

    def _on_ended(self, job: JobHandle) -> None:
        if job is not self._job:
            return
        self._job = None
        if not isinstance(job.ending, Finished):
            lost = self.tr("The names could not be compared. Try again.")
            sentence = job.ending.sentence if isinstance(job.ending, Failed) else lost
            self._known = Suggestions(sentence=sentence)
        self._panel.fill_again()


def _imported(path: Path, paths: Paths) -> int:
    from visret_desktop.interchange.species.name_lists import NameLists
    from visret_desktop.interchange.species.species_list_reader import read_list, title_of

    name_list = read_list(path, title_of(path))
    NameLists(paths.name_lists).put(name_list)
    return len(name_list.names)
