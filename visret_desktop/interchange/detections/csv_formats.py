"""Tables with names of photos: by programs, by people, or by both, as far as they tell which."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from visret_desktop.interchange.detections.entries import (
    NOTHING_THERE,
    UNSURE,
    Entry,
    Finding,
    NotedGroup,
    is_no_result,
    is_nothing,
    label_of,
    label_of_taxonomy,
    share_of,
    text_of,
)
from visret_desktop.interchange.detections.json_formats import BAD_BOX, BAD_CONFIDENCE, box_of
from visret_desktop.library.catalog.catalog_detections import Box, Label
from visret_desktop.library.records import MOST_INDIVIDUALS

BAD_COUNT = "count"
_WHOLE = re.compile(r"(\d{1,9})(?:[.,]00?)?", re.ASCII)  # 2, or 2,0; 1,000 may be one or a thousand
_TRUE = {"true", "1", "yes", "y", "t"}
_NOT_STATED = {
    *("", "na", "n/a", "nan", "null", "none"),
    *("unknown", "undetermined", "undefined", "unidentified"),
}
# Columns of what a person noted beside a name; the first that says something counts.
_COUNTS = (
    *("number_of_objects", "number_of_animals", "individuals", "individualcount"),
    *("count", "number", "quantity", "sighting quantity"),
)
_SEXES = {"m": "male", "f": "female"}
_DETAILS = {
    "sex": ("sex", "sighting sex"),
    "life_stage": (
        *("lifestage", "life_stage", "age", "ageclass", "age_class"),
        *("life stage", "sighting life stage"),
    ),
    "behavior": ("behavior", "behaviour"),
    "by": ("identified_by", "identifiedby", "classifiedby", "analyst", "observer"),
}
_MORE = {
    "individualID": ("individual_id", "individualid"),
    "observationComments": ("individual_animal_notes", "comments", "comment", "notes", "remarks"),
}
Cells = Mapping[str, str]  # by the name of the column in small letters


class CsvFormat(ABC):
    """Reads the rows of one table. `flaws` counts what was wrong with them, by code."""

    title: ClassVar[str]
    columns: ClassVar[frozenset[str]]  # that tell it from other tables
    model = ""
    advised: float | None = None

    def __init__(self) -> None:
        self.flaws: dict[str, int] = {}

    @abstractmethod
    def entry(self, cells: Cells) -> Entry | None:
        """Read a row; None: it names no photo."""

    def label(self, key: str) -> Label | None:
        """Return what a finding's key stands for; None: nothing was found."""
        return label_of_taxonomy(key[1:]) if key[0] == "t" else label_of(key[1:])

    def found(self, key: str, confidence: str) -> list[Finding]:
        """Return a name with a confidence, which may be empty: the file just says it."""
        if not confidence:
            return [Finding(key, UNSURE)]
        try:
            share = share_of(float(confidence.replace(",", ".")))
        except ValueError:
            share = None
        if share is None:
            self.flaws[BAD_CONFIDENCE] = self.flaws.get(BAD_CONFIDENCE, 0) + 1
            return []
        return [Finding(key, share)]

    def group(self, key: str, cells: Cells) -> tuple[NotedGroup, ...]:
        """Return what a row says that a person noted of what has this key."""
        details = {name: _detail(cells, columns) for name, columns in _DETAILS.items()}
        details["sex"] = _SEXES.get(details["sex"].lower(), details["sex"])
        more = ((name, _detail(cells, columns)) for name, columns in _MORE.items())
        stated = tuple(pair for pair in more if pair[1])
        return (NotedGroup(key, self._count(_detail(cells, _COUNTS)), **details, more=stated),)

    def _count(self, text: str) -> int | None:
        """Return how many there are; None: nobody counted, as where a template begins with 0."""
        match = _WHOLE.fullmatch(text or "0")
        if match is None or int(match[1]) > MOST_INDIVIDUALS:
            self.flaws[BAD_COUNT] = self.flaws.get(BAD_COUNT, 0) + 1
            return None
        return int(match[1]) or None


def _first(cells: Cells, names: Sequence[str]) -> str:
    return next((cells[name] for name in names if cells.get(name)), "")


def _taxonomy_key(ranks: Iterable[str]) -> str:
    """Return the key of a name by its class, order, family, genus, species and common name."""
    return "t" + ";".join(["", *(part.replace(";", ",") for part in ranks)])


def _detail(cells: Cells, names: Sequence[str]) -> str:
    """Return the first of some columns that says something."""
    texts = (text_of(cells.get(name, "")) for name in names)
    return next((text for text in texts if text.lower() not in _NOT_STATED), "")


class Timelapse(CsvFormat):
    """A row for each photo, with columns that each project names itself."""

    title = "Timelapse"
    columns = frozenset({"file", "relativepath"})
    _SPECIES = (
        "scientificname",
        "scientific_name",
        "species",
        "speciesname",
        "commonname",
        "animal",
    )
    _BLANK = ("empty", "blank", "is_blank", "noanimal", "nothing")

    def entry(self, cells: Cells) -> Entry | None:
        """Read a photo. One of which nobody filled in anything was not looked at."""
        name = cells.get("file", "")
        if not name:
            return None
        path = "/".join(part for part in (cells.get("relativepath", ""), name) if part)
        stated = [cells[name] for name in self._SPECIES if cells.get(name)]
        species = next((name for name in stated if not is_nothing(name)), "")
        is_named = bool(species) and not is_no_result(species)
        is_flagged = _first(cells, self._BLANK).lower() in _TRUE
        confidence = _first(cells, ("confidence",))  # of a program that filled in the name
        if is_flagged or (stated and not species):
            groups = () if is_named or confidence else self.group(NOTHING_THERE, cells)
            return Entry(path, [], unsure=float(is_named), groups=groups)
        if not is_named:
            return Entry(path, [], "nobody named what it shows")
        key = f"n{species}"
        findings = self.found(key, confidence)
        groups = () if confidence else self.group(key, cells)
        return Entry(path, findings, unsure=float(not findings), groups=groups)


class WildlifeInsights(CsvFormat):
    """A row for each name in a photo; the photo is in a folder of its deployment."""

    title = "Wildlife Insights"
    columns = frozenset({"is_blank", "common_name", "species"})
    _PROGRAM = "computer vision"  # in the place of a person
    _RANKS = ("class", "order", "family", "genus", "species", "common_name")

    def entry(self, cells: Cells) -> Entry | None:
        """Read a name in a photo."""
        name = cells.get("filename") or cells.get("location", "")
        if not name:
            return None
        around = cells.get("deployment_id", "")
        path = name if "/" in name or "\\" in name or not around else f"{around}/{name}"
        common = cells.get("common_name", "")
        ranks = [cells.get(rank, "") for rank in self._RANKS]
        if any(is_no_result(part) for part in ranks if part) and not any(
            part and not is_no_result(part) for part in ranks
        ):
            return Entry(path, [], "nobody could tell what it shows", is_loose=True)
        by = _detail(cells, _DETAILS["by"])
        is_by_person = bool(by) and by.lower() != self._PROGRAM
        is_blank = cells.get("is_blank", "").lower() in _TRUE or is_nothing(common or "x")
        if is_blank:
            names = [part for part in ranks if not (is_nothing(part) or is_no_result(part))]
            groups = self.group(NOTHING_THERE, cells) if is_by_person and not names else ()
            return Entry(path, [], is_loose=True, unsure=float(bool(names)), groups=groups)
        if not any(ranks):
            return Entry(path, [], "nobody named what it shows", is_loose=True)
        key = _taxonomy_key(ranks)
        findings = self.found(key, cells.get("cv_confidence", ""))
        groups = self.group(key, cells) if is_by_person else ()
        return Entry(path, findings, is_loose=True, unsure=float(not findings), groups=groups)


class RecordTable(CsvFormat):
    """The records of R's camtrapR, which Camelot writes, too: people named what is in them."""

    title = "camtrapR"
    columns = frozenset({"station", "species", "datetimeoriginal", "directory", "filename"})

    def entry(self, cells: Cells) -> Entry | None:
        """Read a record."""
        if not (name := cells.get("filename", "")):
            return None
        path, species = f"{cells.get('directory', '')}/{name}", cells.get("species", "")
        if not species or is_no_result(species):
            return Entry(path, [], "nobody named what it shows")
        if is_nothing(species):
            return Entry(path, [], groups=self.group(NOTHING_THERE, cells))
        key = f"n{species}"
        return Entry(path, self.found(key, ""), groups=self.group(key, cells))


class CamelotExport(CsvFormat):
    """Camelot's full or survey export: a row for each sighting, or for a photo without one."""

    title = "Camelot"
    columns = frozenset({"absolute path", "genus", "species", "sighting quantity"})
    _RANKS = ("class", "order", "family", "genus", "species", "species common name")

    def entry(self, cells: Cells) -> Entry | None:
        """Read a sighting. A photo without one is not blank: nobody says what it shows."""
        if not (path := cells.get("absolute path", "")):
            return None
        ranks = [cells.get(rank, "") for rank in self._RANKS]
        if not any(ranks) or is_no_result(ranks[-1]):
            return Entry(path, [], "nobody named what it shows")
        key = _taxonomy_key(ranks)
        is_blank = self.label(key) is None
        groups = self.group(NOTHING_THERE if is_blank else key, cells)
        return Entry(path, [] if is_blank else [Finding(key, UNSURE)], groups=groups)


class DeepFaune(CsvFormat):
    """A row for each photo, with the likeliest class and how sure it is."""

    title = "DeepFaune"
    columns = frozenset({"filename", "prediction", "score"})

    def entry(self, cells: Cells) -> Entry | None:
        """Read a photo."""
        path, name = cells.get("filename", ""), cells.get("prediction", "")
        if not path:
            return None
        if not name or is_no_result(name):
            return Entry(path, [], "it could not tell what it shows")
        findings = self.found(f"n{name}", cells.get("score", ""))
        if is_nothing(name):
            return Entry(path, [], unsure=float(not findings))
        return Entry(path, findings, unsure=float(not findings))


class AddaxAI(CsvFormat):
    """A row for each box, with its corners in pixels; a person may have verified the photo."""

    title = "AddaxAI"
    columns = frozenset({"relative_path", "label", "confidence", "human_verified"})
    _SIDES = ("bbox_left", "bbox_top", "bbox_right", "bbox_bottom", "file_width", "file_height")

    def entry(self, cells: Cells) -> Entry | None:
        """Read a box."""
        path, name = cells.get("relative_path", ""), cells.get("label", "")
        if not path:
            return None
        if is_nothing(name):
            return Entry(path, [], unsure=1.0)
        key = f"n{name}"
        box = self._box(cells)
        findings = [one._replace(box=box) for one in self.found(key, cells.get("confidence", ""))]
        is_verified = cells.get("human_verified", "").lower() in _TRUE
        groups = (NotedGroup(key, 1),) if is_verified else ()
        return Entry(path, findings, unsure=float(not findings), groups=groups)

    def _box(self, cells: Cells) -> Box | None:
        try:
            sides = [float(cells[name].replace(",", ".")) for name in self._SIDES]
            left, top, right, bottom, width, height = sides
            across, down = (right - left) / width, (bottom - top) / height
            box = box_of((left / width, top / height, across, down))
        except (KeyError, ValueError, ZeroDivisionError):
            box = None
        if box is not None:
            return box
        self.flaws[BAD_BOX] = self.flaws.get(BAD_BOX, 0) + 1
        return None


CSV_FORMATS: tuple[type[CsvFormat], ...] = (
    *(Timelapse, WildlifeInsights),
    *(RecordTable, CamelotExport, DeepFaune, AddaxAI),
)
