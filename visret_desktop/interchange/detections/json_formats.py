"""The JSON files of MegaDetector, of its newer version by Microsoft, and of SpeciesNet."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from visret_desktop.interchange.detections.entries import (
    NOT_UNDERSTOOD,
    NOTHING_THERE,
    Entry,
    Finding,
    NotedGroup,
    label_of,
    label_of_taxonomy,
    share_of,
    text_of,
)
from visret_desktop.library.catalog.catalog_detections import Box, Label

BAD_CONFIDENCE, BAD_BOX, BAD_CATEGORY, BAD_FINDING = "confidence", "box", "category", "finding"
# Which numbers stand for what, in files that do not say it.
_USUAL = {"1": "animal", "2": "person", "3": "vehicle"}
_FAILURES = ("failure", "failures", "error")  # keys of why nobody looked
_OVERSHOT = 0.02  # of a photo, that a box may reach beyond it


def box_of(corners: Any) -> Box | None:
    """Return left, top, width and height, which may reach a little beyond the photo, as shares."""
    try:
        left, top, width, height = map(float, corners)
    except (TypeError, ValueError, OverflowError):
        return None
    right, bottom = left + width, top + height
    if not (
        -_OVERSHOT <= left < right <= 1 + _OVERSHOT and -_OVERSHOT <= top < bottom <= 1 + _OVERSHOT
    ):
        return None
    left, top = max(left, 0.0), max(top, 0.0)
    return left, top, min(right, 1.0) - left, min(bottom, 1.0) - top


class JsonFormat(ABC):
    """Reads the entries of one file. `flaws` counts what was wrong with them, by code."""

    title: ClassVar[str]
    lists: ClassVar[tuple[str, ...]]  # keys of the list of photos
    has_pixels: ClassVar[bool] = False  # boxes are corners in pixels

    def __init__(self) -> None:
        self.flaws: dict[str, int] = {}
        self.model = ""
        self.advised: float | None = None  # the least confidence that the file advises

    def note(self, key: str, value: Any) -> None:  # noqa: B027 - most have nothing to note
        """Take what a file says beside its list of photos."""

    @abstractmethod
    def entry(self, member: dict[str, Any]) -> Entry | None:
        """Read a photo; None: it is none of this format."""

    @abstractmethod
    def label(self, key: str) -> Label | None:
        """Return what a finding's key stands for, once all was read; None: nothing was found."""

    def found(self, key: str, confidence: Any, corners: Any) -> Finding | None:
        """Check a finding; None where its confidence is none."""
        share = share_of(confidence)
        if share is None:
            self.count(BAD_CONFIDENCE)
            return None
        return Finding(key, share, self.box(corners))

    def _member(self, one: Any, confidence: Any) -> Finding | None:
        """Read a member of a list of detections; None: it is not understood."""
        if not isinstance(one, dict):
            self.count(BAD_FINDING)
            return None
        if one.get("category") is None:
            self.count(BAD_CATEGORY)
            return None
        return self.found(f"d{one['category']}", confidence, one.get("bbox"))

    def box(self, corners: Any) -> Box | None:
        """Check a box, as shares."""
        if (box := box_of(corners)) is None:
            self.count(BAD_BOX)
        return box

    def count(self, code: str) -> None:
        """Count a flaw."""
        self.flaws[code] = self.flaws.get(code, 0) + 1


class MegaDetector(JsonFormat):
    """`images` with boxes as shares; categories, and names by a classifier, are numbers.

    AddaxAI writes it, too, and notes which photos a person `manually_checked`: then the boxes of
    full confidence are theirs.
    """

    title = "MegaDetector"
    lists = ("images",)

    def __init__(self) -> None:
        super().__init__()
        self._categories: Mapping[str, Any] = _USUAL
        self._names: Mapping[str, Any] = {}
        self._described: Mapping[str, Any] = {}

    def note(self, key: str, value: Any) -> None:
        """Take the names of categories, and what found them."""
        if not isinstance(value, dict):
            return
        if key == "detection_categories":
            self._categories = value
        elif key == "classification_categories":
            self._names = value
        elif key == "classification_category_descriptions":
            self._described = value
        elif key == "info":
            models = (text_of(value.get(name)) for name in ("detector", "classifier"))
            self.model = " + ".join(name for name in models if name)
            about = value.get("detector_metadata")
            if isinstance(about, dict):
                self.advised = share_of(about.get("typical_detection_threshold"))

    def entry(self, member: dict[str, Any]) -> Entry | None:
        """Read a photo. One that could not be looked at has no list of detections."""
        path, listed = member.get("file"), member.get("detections")
        if not isinstance(path, str):
            return None
        failure = _failure_of(member)
        if not isinstance(listed, list):
            return Entry(path, [], failure or "it has no detections")
        findings = []
        unsure = share_of(member.get("max_detection_conf")) or 0.0 if not listed else 0.0
        if member.get("classifications"):  # of no box
            unsure = 1.0
        for one in listed:
            found = self._member(one, one.get("conf") if isinstance(one, dict) else None)
            if found is None:
                unsure = 1.0
                continue
            findings.append(found)
            if classes := one.get("classifications"):
                findings += self._classified(classes, found)
        failure = "" if findings else failure
        groups = _checked(listed) if member.get("manually_checked") is True else ()
        return Entry(path, findings, failure, _hash_of(member), unsure=unsure, groups=groups)

    def _classified(self, classes: Any, box: Finding) -> Sequence[Finding]:
        """Return the likeliest name; the others are listed after it."""
        try:
            key, confidence = classes[0]
        except (TypeError, ValueError, KeyError, IndexError):
            return ()
        share = share_of(confidence)
        if share is None:
            self.count(BAD_CONFIDENCE)
            return ()
        return (Finding(f"c{key}", share, box.box, box.confidence),)

    def label(self, key: str) -> Label | None:
        """Return the name of a category; those that the file does not explain find nothing."""
        kind, number = key[0], key[1:]
        if kind == "d":
            category = text_of(self._categories.get(number))
            return label_of(category) if category else NOT_UNDERSTOOD
        name, described = text_of(self._names.get(number)), self._described.get(number)
        if isinstance(described, str) and described.count(";") >= 5:
            by_taxonomy = _of_description(described, name)
            if by_taxonomy is not None:
                return by_taxonomy
        return label_of(name or number)


def _checked(listed: Sequence[Any]) -> tuple[NotedGroup, ...]:
    """Return what a person left of the boxes of a photo: each is an individual."""
    if not listed:
        return (NotedGroup(NOTHING_THERE),)
    boxes = (one for one in listed if isinstance(one, dict) and one.get("conf") == 1)
    return tuple(NotedGroup(f"d{one['category']}", 1) for one in boxes if "category" in one)


def _of_description(described: str, common: str) -> Label | None:
    """Read SpeciesNet's taxonomy, or 'animalia;phylum;class;…;species' beside a common name."""
    kingdom, _, ranks = described.partition(";")
    if kingdom.strip().lower() != "animalia":
        return label_of_taxonomy(described)
    *above, species = ranks.split(";")[1:]
    if species and " " not in species:  # as 'vulpesvulpes', which cannot be taken apart
        return label_of(common)
    return label_of_taxonomy(";".join([*above[:3], "", species, common]))


class MegaDetectorList(JsonFormat):
    """A list of photos, or `annotations`, with boxes as corners in pixels."""

    title = "MegaDetector by Microsoft (PytorchWildlife)"
    lists = ("", "annotations")
    has_pixels = True

    def __init__(self) -> None:
        super().__init__()
        self._names: dict[str, Mapping[str, Any]] = {}

    def note(self, key: str, value: Any) -> None:
        """Take the names of categories, where they are numbers."""
        if isinstance(value, dict) and key in ("categories", "det_categories", "clf_categories"):
            self._names["c" if key == "clf_categories" else "d"] = value

    def entry(self, member: dict[str, Any]) -> Entry | None:
        """Read a photo: its detections are a list, or lists side by side."""
        listed = member.get("detections")
        path = member.get("file", member.get("img_id"))
        if not isinstance(path, str):
            return None
        failure = _failure_of(member)
        if "bbox" in member:
            kept, is_whole = self._side_by_side(member)
            return Entry(path, kept, "" if kept else failure, unsure=float(not is_whole))
        if not isinstance(listed, list):
            return Entry(path, [], failure or "it has no detections")
        found = [self._member(one, _first(one, ("confidence", "conf"))) for one in listed]
        kept = [one for one in found if one is not None]
        unsure = float(len(kept) < len(found))
        return Entry(path, kept, "" if kept else failure, _hash_of(member), unsure=unsure)

    def _side_by_side(self, member: dict[str, Any]) -> tuple[list[Finding], bool]:
        """Return the findings, and whether all that is said was understood."""
        boxes = member["bbox"]
        findings: list[Finding | None] = []
        is_whole = isinstance(boxes, list)
        for kind, names, shares in (
            ("d", ("category", "det_category"), ("confidence", "det_confidence")),
            ("c", ("clf_category",), ("clf_confidence",)),
        ):
            lists: list[Any] = [
                next((member[name] for name in wanted if name in member), [])
                for wanted in (names, shares)
            ]
            if all(isinstance(one, list) for one in (boxes, *lists)):
                # Names by a classifier may be missing; a box without a category is not understood,
                # nor is a name without a box.
                counts = {len(boxes), *map(len, lists)}
                is_whole &= max(counts) == len(boxes) if kind == "c" else len(counts) == 1
                for row, (box, key, share) in enumerate(zip(boxes, *lists, strict=False)):
                    finding = self.found(f"{kind}{key}", share, box)
                    named = findings[row] if kind == "c" and row < len(findings) else None
                    if finding and named:
                        finding = finding._replace(of_box=named.confidence)
                    findings.append(finding)
            else:
                is_whole = False
        kept = [one for one in findings if one is not None]
        return kept, is_whole and len(kept) == len(findings)

    def box(self, corners: Any) -> Box | None:
        """Check two corners in pixels; how many a photo has is known later."""
        try:
            left, top, right, bottom = map(float, corners)
        except (TypeError, ValueError, OverflowError):
            self.count(BAD_BOX)
            return None
        if not (left < right < 1e6 and top < bottom < 1e6 and min(left, top) > -1e6):
            self.count(BAD_BOX)
            return None
        return left, top, right - left, bottom - top

    def label(self, key: str) -> Label | None:
        """Return the name of a category. Where it is a number, 0 is an animal."""
        kind, name = key[0], key[1:]
        usual = {"0": "animal", "1": "person", "2": "vehicle"} if kind == "d" else {}
        said = text_of(self._names.get(kind, usual).get(name, name))
        return label_of(said) if said else NOT_UNDERSTOOD


class SpeciesNet(JsonFormat):
    """`predictions`: boxes as shares, and for the whole photo a class with its taxonomy."""

    title = "SpeciesNet"
    lists = ("predictions",)

    def entry(self, member: dict[str, Any]) -> Entry | None:
        """Read a photo; a part of the models may have failed with it."""
        path = member.get("filepath")
        if not isinstance(path, str):
            return None
        listed = member.get("detections")
        findings, unsure = [], float(not isinstance(listed, list | None))
        for one in listed if isinstance(listed, list) else ():
            found = self._labelled(one)
            findings += [] if found is None else [found]
            unsure = 1.0 if found is None else unsure
        self.model = self.model or text_of(member.get("model_version"))
        taxon, score = _prediction(member)
        if taxon is None:
            self.count(BAD_FINDING)
            unsure = 1.0
        elif taxon:
            share = share_of(score)
            if share is None:
                self.count(BAD_CONFIDENCE)
                unsure = 1.0
            else:
                findings.append(Finding(f"t{taxon}", share))
        failed = _failure_of(member)
        if not (findings or taxon or isinstance(listed, list)):
            return Entry(path, [], failed or "it has no prediction")
        return Entry(path, findings, "" if findings else failed, _hash_of(member), unsure=unsure)

    def _labelled(self, one: Any) -> Finding | None:
        if not isinstance(one, dict):
            self.count(BAD_FINDING)
            return None
        name = one.get("label") or _USUAL.get(str(one.get("category")), "")
        return self.found(f"d{name}", one.get("conf"), one.get("bbox"))

    def label(self, key: str) -> Label | None:
        """Return what a class stands for."""
        if key == "d":
            return NOT_UNDERSTOOD
        return label_of(key[1:]) if key[0] == "d" else label_of_taxonomy(key[1:])


def _prediction(member: dict[str, Any]) -> tuple[str | None, Any]:
    """Return the class of a photo: what all models agree on, else the classifier's likeliest.

    "": there is none; None: what is there is not understood.
    """
    prediction = member.get("prediction")
    if isinstance(prediction, str):
        return prediction[:1000], member.get("prediction_score")
    classified = member.get("classifications")
    if prediction is None and not classified:
        return "", None
    try:
        best, score = classified["classes"][0], classified["scores"][0]  # type: ignore[index]
    except (TypeError, KeyError, IndexError):
        return None, None
    return (best[:1000], score) if isinstance(best, str) else (None, None)


def _failure_of(member: Mapping[str, Any]) -> str:
    """Return why nobody looked at a photo; "" where that is not said."""
    reason = next((member[name] for name in _FAILURES if member.get(name)), None)
    if reason is None:
        return ""
    parts = reason if isinstance(reason, list) else [reason]
    return text_of(", ".join(filter(None, map(text_of, parts)))) or "it failed"


def _first(member: Any, names: Sequence[str]) -> Any:
    """Return the first of these that a member of a list has; None: it has none."""
    if not isinstance(member, dict):
        return None
    return next((member[name] for name in names if name in member), None)


def _hash_of(member: dict[str, Any]) -> str:
    """Return the content hash that our own files have."""
    content_hash = member.get("content_hash")
    return content_hash if isinstance(content_hash, str) and len(content_hash) == 32 else ""


JSON_FORMATS: tuple[type[JsonFormat], ...] = (MegaDetector, MegaDetectorList, SpeciesNet)
