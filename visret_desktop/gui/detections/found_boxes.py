"""What detectors found in a photo, as boxes over it and as words beside it."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from visret_desktop.gui.languages import figures
from visret_desktop.gui.widgets.photo_boxes import Boxes, Shares
from visret_desktop.library.catalog.catalog_detections import Detection, FileDetections

translate = QCoreApplication.translate


def boxes_of(looks: Sequence[FileDetections]) -> Boxes | None:
    """Return where things were found; None: nowhere. A thing and its name share a box."""
    said: dict[Shares, list[Detection]] = {}
    for look in looks:
        for one in look.found:
            if one.box is not None:
                left, top, width, height = one.box
                said.setdefault((left, top, left + width, top + height), []).append(one)
    if not said:
        return None
    labels = (" · ".join(map(words_of, _most_telling(found))) for found in said.values())
    return Boxes("", "", tuple(said), labels=tuple(labels))


def _most_telling(found: Sequence[Detection]) -> Sequence[Detection]:
    """Return the names, or what else was found where there is none."""
    named = [one for one in found if one.label.is_name]
    return list(dict.fromkeys(named or found))


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
