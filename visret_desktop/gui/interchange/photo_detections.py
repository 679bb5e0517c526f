"""What detectors found in a photo, as boxes over it and as words beside it.

What detectors found in a photo, for the photo panel: by which file, and names to accept.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QGridLayout, QToolButton, QWidget

from visret_desktop.gui.languages import figures
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.photo_boxes import Boxes, Shares
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.library.catalog.catalog_detections import Detection, FileDetections

translate = QCoreApplication.translate


def boxes_of(looks: Sequence[FileDetections]) -> Boxes | None:
    """Return where things were found; None: nowhere. A thing and its name share a box."""
    by_box: dict[Shares, list[Detection]] = {}
    for look in looks:
        for one in look.found:
            if one.box is not None:
                left, top, width, height = one.box
                by_box.setdefault((left, top, left + width, top + height), []).append(one)
    if not by_box:
        return None
    labels = (
        " · ".join(map(words_of, _most_telling(detections))) for detections in by_box.values()
    )
    return Boxes("", "", tuple(by_box), labels=tuple(labels))


def _most_telling(detections: Sequence[Detection]) -> Sequence[Detection]:
    """Return the names, or what else was found where there is none."""
    named = [one for one in detections if one.label.is_name]
    return list(dict.fromkeys(named or detections))


def words_of(one: Detection) -> str:
    """Return 'animal 93 %'."""
    if one.confidence is None:
        return one.label.name
    words = translate("detections", "{0} {1} %")
    return words.format(one.label.name, figures.count(round(100 * one.confidence)))


def best_of(looks: Sequence[FileDetections]) -> list[tuple[FileDetections, Detection]]:
    """Return each thing that was found once, with its highest confidence; names come first."""
    best: dict[tuple[int, str], tuple[FileDetections, Detection]] = {}
    for look in looks:
        for one in look.found:
            key = (look.file.id, one.label.name)
            if key not in best or _share(one) > _share(best[key][1]):
                best[key] = (look, one)
    return sorted(best.values(), key=lambda both: (not both[1].label.is_name, -_share(both[1])))


def _share(one: Detection) -> float:
    return 1.0 if one.confidence is None else one.confidence


class FoundLines(QWidget):
    """A line for each thing, below its file. `accepted`: a `FileDetections`, a `Detection`."""

    accepted = Signal(object, object)

    def __init__(
        self, looks: Sequence[FileDetections], names: Collection[str], parent: QWidget | None = None
    ) -> None:
        """Show what was found; `names` were accepted already."""
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(0, 1)
        self._add(PlainLabel(self.tr("Detected"), is_bold=True))
        for look in looks:
            self._add_look(look, names)

    def _add_look(self, look: FileDetections, names: Collection[str]) -> None:
        source = PlainLabel(look.file.source, is_wrapped=True)
        set_text(source, Text.SMALL)
        source.setEnabled(False)
        if look.failure:
            words = self.tr("It could not be looked at: {0}").format(look.failure)
            self._add(PlainLabel(words, is_wrapped=True))
        elif not look.found:
            self._add(PlainLabel(self.tr("Nothing: a blank frame"), is_wrapped=True))
        for _, one in best_of([look]):
            label = PlainLabel(words_of(one), is_wrapped=True)
            if one.label.common:
                label.setToolTip(literally(one.label.common))
            row = self._add(label)
            if one.label.is_name:
                button = self._accept_button(one.label.name, one.label.name in names)
                button.clicked.connect(lambda _=False, one=one: self.accepted.emit(look, one))
                self._grid.addWidget(button, row, 1)
        self._add(source)

    def _accept_button(self, name: str, is_accepted: bool) -> QToolButton:
        button = QToolButton()
        button.setObjectName("flat")
        if is_accepted:
            button.setIcon(icon("check"))
            button.setEnabled(False)
            words = self.tr("You accepted this name")
        else:
            button.setText(self.tr("Accept"))
            words = self.tr("Note {0} as a name of this photo").format(name)
        button.setToolTip(literally(words))
        button.setAccessibleName(words)
        return button

    def _add(self, label: PlainLabel) -> int:
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0)
        return row
