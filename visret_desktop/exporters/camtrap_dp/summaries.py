"""What the photos of an event show together: rows of events, which most readers go by.

They follow from the accepted names of the photos and say so, so that an import of the package does
not take them for something that a person said: the names make them again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from visret_desktop.interchange.camtrap.observations import SUMMARY, clean, observation, short
from visret_desktop.interchange.deployments.deployment import NAME
from visret_desktop.library.records import AcceptedName

_SUMMARIZED = ("animal", "human", "vehicle")
_KIND = ("observationType", "scientificName", "lifeStage", "sex")
Kind = tuple[str, ...]


@dataclass
class _Seen:
    """What was seen of one kind in the photos of an event."""

    most: int = 0  # counted in one photo
    at: str = ""
    by: dict[str, None] = field(default_factory=dict)
    behaviors: dict[str, None] = field(default_factory=dict)

    def add(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Note the rows of one photo."""
        counted = 0
        for row in rows:
            counted += int(row["count"] or 0)
            self.at = max(self.at, row["classificationTimestamp"])
            self.by |= dict.fromkeys(filter(None, [row["classifiedBy"]]))
            self.behaviors |= dict.fromkeys(filter(None, [row["behavior"]]))
        self.most = max(self.most, counted)


@dataclass
class EventSummary:
    """The event that goes on."""

    event: str
    deployment: str
    start: str
    end: str
    _kinds: dict[Kind, _Seen] = field(default_factory=dict)
    _said: set[str] = field(default_factory=set)  # names that somebody gave the whole event

    def add(self, time: str, names: Iterable[AcceptedName]) -> None:
        """Note a photo and its names."""
        self.end = time
        kinds: dict[Kind, list[dict[str, str]]] = {}
        for name in names:
            if name.event:
                self._said.add(clean(name.name))
            elif name.count != 0:
                row = observation(name)
                kind = tuple(row.get(column, "") for column in _KIND)
                if kind[0] in _SUMMARIZED:
                    kinds.setdefault(kind, []).append(row)
        for kind, rows in kinds.items():
            self._kinds.setdefault(kind, _Seen()).add(rows)

    def rows(self) -> Iterator[dict[str, str]]:
        """Yield a row for each kind that nobody named for the event as a whole."""
        numbers: dict[str, int] = {}
        for kind, seen in sorted(self._kinds.items()):
            if (kind[1] or kind[0]) in self._said:
                continue
            first = f"{self.event}-{short(kind[1] or kind[0])}"
            numbers[first] = numbers.get(first, 0) + 1
            number = f"-{numbers[first]}" if numbers[first] > 1 else ""
            yield dict(zip(_KIND, kind, strict=True)) | {
                "observationID": f"{first}{number}",
                NAME: self.deployment,
                "eventID": self.event,
                "eventStart": self.start,
                "eventEnd": self.end,
                "observationLevel": "event",
                "count": str(seen.most) if seen.most else "",
                "behavior": " | ".join(seen.behaviors),
                "classificationMethod": "human",
                "classifiedBy": " | ".join(seen.by),
                "classificationTimestamp": seen.at,
                "observationComments": SUMMARY,
            }
