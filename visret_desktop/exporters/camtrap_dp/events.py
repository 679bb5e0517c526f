"""What people observed, in photos and in whole events, as rows of Camtrap DP's observations.

What the photos of an event show together is a row of the event, which most readers go by. Such
rows follow from the accepted names of the photos and say so, so that an import of the package does
not take them for something that a person said: the names make them again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from visret_desktop.exporters.camtrap_dp.tables import Row
from visret_desktop.interchange.camtrap.observations import (
    SUMMARY,
    clean,
    observation,
    short,
    type_of,
)
from visret_desktop.interchange.deployments.deployment import NAME
from visret_desktop.library.records import AcceptedName

_SUMMARIZED = ("animal", "human", "vehicle")


class Observed(NamedTuple):
    """An observation: what was named, and its row of Camtrap DP."""

    name: AcceptedName
    row: Row


class _Kind(NamedTuple):
    """What counts as the same in the photos of an event."""

    type: str
    name: str
    life_stage: str
    sex: str

    @classmethod
    def of(cls, name: AcceptedName) -> "_Kind":
        return cls(
            type_of(name), *map(clean, (name.name, name.life_stage.lower(), name.sex.lower()))
        )


@dataclass
class _Seen:
    """What was seen of one kind in the photos of an event."""

    first: AcceptedName
    most: int | None = None  # counted in one photo
    at: str = ""
    by: dict[str, None] = field(default_factory=dict)
    behaviors: dict[str, None] = field(default_factory=dict)

    def add(self, names: Iterable[AcceptedName]) -> None:
        """Note the names of one photo that are of this kind."""
        counts = []
        for name in names:
            counts += [] if name.count is None else [name.count]
            self.at = max(self.at, name.at)
            self.by |= dict.fromkeys(filter(None, [clean(name.by)]))
            self.behaviors |= dict.fromkeys(filter(None, [clean(name.behavior)]))
        if counts:
            self.most = max(self.most or 0, sum(counts))

    def name(self) -> AcceptedName:
        """Return what all photos say together."""
        return replace(
            self.first,
            count=self.most,
            behavior=" | ".join(self.behaviors),
            by=" | ".join(self.by),
            at=self.at,
            more=tuple(pair for pair in self.first.more if pair[0] == "observationType"),
        )


@dataclass
class EventSummary:
    """The event that goes on. Without `has_absences` a name with a count of 0 is nothing."""

    event: str
    deployment: str
    start: str
    end: str
    has_absences: bool
    _kinds: dict[_Kind, _Seen] = field(default_factory=dict)
    _of_event: set[str] = field(default_factory=set)  # names that somebody gave the whole event

    def add(self, time: str, names: Iterable[AcceptedName]) -> None:
        """Note a photo and its names."""
        self.end = time
        kinds: dict[_Kind, list[AcceptedName]] = {}
        for name in names:
            if name.event:
                self._of_event.add(clean(name.name))
            elif name.count != 0 or self.has_absences:
                kinds.setdefault(_Kind.of(name), []).append(name)
        for kind, of_photo in kinds.items():
            if kind.type in _SUMMARIZED:
                self._kinds.setdefault(kind, _Seen(of_photo[0])).add(of_photo)

    def observations(self) -> Iterator[Observed]:
        """Yield one for each kind that nobody named for the event as a whole."""
        numbers = Counter[str]()
        present = {kind.name for kind, seen in self._kinds.items() if seen.most != 0}
        for kind, seen in sorted(self._kinds.items()):
            if kind.name in self._of_event or (seen.most == 0 and kind.name in present):
                continue
            first = f"{self.event}-{short(kind.name)}"
            numbers[first] += 1
            number = f"-{numbers[first]}" if numbers[first] > 1 else ""
            name = seen.name()
            row = observation(name) | {
                "observationID": f"{first}{number}",
                NAME: self.deployment,
                "eventID": self.event,
                "eventStart": self.start,
                "eventEnd": self.end,
                "observationLevel": "event",
                "observationComments": SUMMARY,
            }
            yield Observed(name, row)


@dataclass
class EventsOfDeployment:
    """The events of a deployment, whose photos come in the order of time.

    An event is what a package said it is, or begins after a long pause. Observations of a package
    keep their ids, unless one is in `used` already: two packages may have the same.
    """

    has_absences: bool = False
    used: set[str] = field(default_factory=set)
    event: str = ""  # id of the one that goes on
    _end: datetime | None = None  # of what a package calls an event
    _summary: EventSummary | None = None
    _finished: list[Observed] = field(default_factory=list)
    _known: set[AcceptedName] = field(default_factory=set)
    _numbers: Counter[str] = field(default_factory=Counter)

    def go_on(
        self, media: Mapping[str, str], time: str, names: Sequence[AcceptedName], begins: bool
    ) -> None:
        """Go on to the next photo, taken at `time`; "": nobody knows when."""
        self._find_event(media, time, names, begins)
        if self._summary is None or self._summary.event != self.event:
            self._finish()
            self._summary = EventSummary(self.event, media[NAME], time, time, self.has_absences)
        self._summary.add(time, names)

    def finished(self, *, is_end: bool = False) -> list[Observed]:
        """Return what events show that ended; with `is_end` also the one that goes on."""
        if is_end:
            self._finish()
        ended, self._finished = self._finished, []
        return ended

    def _finish(self) -> None:
        if self._summary is not None:
            self._finished += self._summary.observations()
            self._summary = None

    def _find_event(
        self, media: Mapping[str, str], time: str, names: Iterable[AcceptedName], begins: bool
    ) -> None:
        of_package = next((text for name in names for text in _id(name, "eventID")), "")
        spans = [name.event for name in names if name.event]
        if spans:
            start, _, end = spans[0].partition("/")
            self.event = of_package or f"{short(media[NAME])}-{short(start)}"
            self._end = datetime.fromisoformat(end or start)
        elif of_package:
            self.event = of_package
        elif not self._is_in_span(time) and (begins or self._end):
            self.event, self._end = f"event-{media['mediaID']}", None

    def _is_in_span(self, time: str) -> bool:
        at = datetime.fromisoformat(time) if time else None
        # A time without a zone cannot be compared.
        return bool(self._end and at and at.tzinfo and at <= self._end)

    def of_photo(
        self, media: Mapping[str, str], time: str, names: Iterable[AcceptedName]
    ) -> Iterator[Observed]:
        """Yield what people said of a photo, and of whole events that begin with it."""
        where = {NAME: media[NAME], "eventID": self.event}
        numbers = Counter[str]()
        for name in names:
            if name.count == 0 and not self.has_absences:
                continue
            identifier = short(clean(name.name) or type_of(name))
            if not name.event:
                numbers[identifier] += 1
                number = f"-{numbers[identifier]}" if numbers[identifier] > 1 else ""
                of_media = {
                    "observationID": self._id_of(name, f"{media['mediaID']}-{identifier}{number}"),
                    "mediaID": media["mediaID"],
                    "observationLevel": "media",
                    "eventStart": time,
                    "eventEnd": time,
                }
                yield Observed(name, observation(name) | where | of_media)
            elif name not in self._known:
                self._known.add(name)
                start, _, end = name.event.partition("/")
                of_event = {
                    "observationID": self._id_of(name, f"{self.event}-{identifier}"),
                    "observationLevel": "event",
                    "eventStart": start,
                    "eventEnd": end or start,
                }
                yield Observed(name, observation(name) | where | of_event)

    def of_machines(
        self, media: Mapping[str, str], observations: Iterable[Mapping[str, str]]
    ) -> Iterator[Observed]:
        """Yield what machines observed in a photo, as a package had it: nobody accepted it."""
        for row in observations:
            name = AcceptedName("", more=(("observationID", row.get("observationID", "")),))
            where = {NAME: media[NAME], "eventID": row.get("eventID") or self.event}
            where["observationID"] = self._id_of(name, f"{media['mediaID']}-machine")
            if row.get("observationLevel") == "media":
                where["mediaID"] = media["mediaID"]
            yield Observed(name, dict(row) | where)

    def _id_of(self, name: AcceptedName, identifier: str) -> str:
        """Return the id of a package's observation; else this one, with a number if it is known."""
        for own in _id(name, "observationID"):
            if own not in self.used:
                self.used.add(own)
                return own
        self._numbers[identifier] += 1
        number = self._numbers[identifier]
        return identifier if number == 1 else f"{identifier}-{number}"


def _id(name: AcceptedName, column: str) -> list[str]:
    return [text for key, text in name.more if key == column]
