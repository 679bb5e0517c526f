"""The tables of Timelapse and of Wildlife Insights: names for whole photos, without boxes."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from visret_desktop.interchange.detections.entries import (
    UNSURE,
    Entry,
    Finding,
    is_no_result,
    is_nothing,
    label_of,
    label_of_taxonomy,
    share_of,
)
from visret_desktop.interchange.detections.json_formats import BAD_CONFIDENCE
from visret_desktop.library.catalog.catalog_detections import Label

_TRUE = {"true", "1", "yes", "y", "t"}
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


def _first(cells: Cells, names: Sequence[str]) -> str:
    return next((cells[name] for name in names if cells.get(name)), "")


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
        if is_flagged or (stated and not species):
            return Entry(path, [], unsure=float(is_named))
        if not is_named:
            return Entry(path, [], "nobody named what it shows")
        found = self.found(f"n{species}", _first(cells, ("confidence",)))
        return Entry(path, found, unsure=float(not found))


class WildlifeInsights(CsvFormat):
    """A row for each name in a photo; the photo is in a folder of its deployment."""

    title = "Wildlife Insights"
    columns = frozenset({"is_blank", "common_name", "species"})
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
        is_blank = cells.get("is_blank", "").lower() in _TRUE or is_nothing(common or "x")
        if is_blank:
            names = [part for part in ranks if not (is_nothing(part) or is_no_result(part))]
            return Entry(path, [], is_loose=True, unsure=float(bool(names)))
        if not any(ranks):
            return Entry(path, [], "nobody named what it shows", is_loose=True)
        key = "t" + ";".join(["", *(part.replace(";", ",") for part in ranks)])
        found = self.found(key, cells.get("cv_confidence", ""))
        return Entry(path, found, is_loose=True, unsure=float(not found))


CSV_FORMATS: tuple[type[CsvFormat], ...] = (Timelapse, WildlifeInsights)
