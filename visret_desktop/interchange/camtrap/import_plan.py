"""What a Camtrap DP package says of the photos of the library; nothing is kept by it.

The photo that a row of its media is about is known by its content, where the package names it by
that; else by the end of its path, and where several photos fit equally well, by its time. Where
only the name of the file fits, the time must not contradict: cameras begin again at IMG_0001.

Observations by people become accepted names, with who and when. What was said of a whole event is
noted with the event's time: of its first photo, and of those of which nothing else was said.
Observations by machines are no accepted names: they are kept apart, for whoever gets the package
next.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

from visret_desktop.interchange.camtrap.observations import IDS, accepted_name, is_summary
from visret_desktop.interchange.camtrap.reading import ESSENTIAL, CamtrapPackage
from visret_desktop.interchange.camtrap_schemas import Table, TableCheck
from visret_desktop.interchange.deployments.deployment import NAME
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    FileKind,
    PhotoAtWork,
    StoredDeployment,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import LONGEST_TEXT, MOST_KEYWORDS, AcceptedName, Notes
from visret_desktop.library.stored_values import fits, is_text
from visret_desktop.sentences import Sentence, form

_SAME = timedelta(seconds=2)
_UPLOADED = re.compile(r"\d{14}-(?=.)")  # Agouti writes when a photo came before its name


class _Candidate(NamedTuple):
    parts: tuple[str, ...]  # of its path, the last first
    content_hash: str
    taken_at: str


class PhotoMatcher:
    """Finds photos of the library, whose contents are `hashes`."""

    def __init__(self, photos: Iterable[PhotoAtWork]) -> None:
        self.hashes: set[str] = set()
        self._named: dict[str, list[_Candidate]] = {}
        for photo in photos:
            self.hashes.add(photo.content_hash)
            parts = _parts(photo.relative)
            one = _Candidate(parts, photo.content_hash, photo.taken_at or "")
            self._named.setdefault(parts[0], []).append(one)

    def find(self, media: Mapping[str, str]) -> str:
        """Return the content hash of the photo that a row is about; "" if none surely is."""
        if media["mediaID"] in self.hashes:
            return media["mediaID"]
        name, path = media.get("fileName", ""), media["filePath"]
        wanted = _parts(path)
        if name and wanted[0] != _parts(name)[0]:  # an address that does not end with the name
            wanted = _parts(name)
        candidates: Sequence[_Candidate] = self._named.get(wanted[0], ())
        if not candidates and _UPLOADED.match(wanted[0]):
            wanted = (_UPLOADED.sub("", wanted[0], count=1),)
            candidates = [one for one in self._named.get(wanted[0], ()) if one.taken_at]
        best = max((_common(wanted, one.parts) for one in candidates), default=0)
        matches = [one for one in candidates if _common(wanted, one.parts) == best]
        if len({one.content_hash for one in matches}) > 1 or best == 1:
            agreeing = [one for one in matches if _agree(one.taken_at, media["timestamp"])]
            timed = [one for one in agreeing if one.taken_at]
            matches = timed or agreeing
        hashes = {one.content_hash for one in matches}
        return hashes.pop() if len(hashes) == 1 else ""


def _parts(path: str) -> tuple[str, ...]:
    parts = PurePosixPath(path.replace("\\", "/")).parts
    return tuple(part.casefold() for part in reversed(parts)) or ("",)


def _common(wanted: tuple[str, ...], parts: tuple[str, ...]) -> int:
    common = 0
    for one, other in zip(wanted, parts, strict=False):
        if one != other:
            break
        common += 1
    return common


def _agree(taken_at: str, timestamp: str) -> bool:
    """Tell whether two times may be of one moment; a photo that says none does not contradict."""
    try:
        taken, stated = datetime.fromisoformat(taken_at), datetime.fromisoformat(timestamp)
    except ValueError:
        return not taken_at
    if taken.tzinfo and stated.tzinfo:
        return abs(taken - stated) <= _SAME
    return abs(taken.replace(tzinfo=None) - stated.replace(tzinfo=None)) <= _SAME


MOST_UNMATCHED = 200  # photos that are not in the library
_MOST_EXAMPLES = 5  # of what is left out
_ANY_WORD = ("sex", "lifeStage")
_ABSENT = ("count", "0")


@dataclass(frozen=True)
class _Shot:
    """A photo of the package that is in the library."""

    content_hash: str
    deployment: str
    moment: datetime


@dataclass
class ImportPlan:
    """What would be kept, and what would not. `media` and `names` are by content hash.

    `looked_at` are the contents of which nothing that was said before stays. `machines` are
    observations of contents, by deployment; `description` is the package's, as JSON.
    """

    source: str
    title: str
    file_kind: FileKind = "package"
    deployments: dict[str, StoredDeployment] = field(default_factory=dict)
    media: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    names: dict[str, list[AcceptedName]] = field(default_factory=dict)
    looked_at: Collection[str] = ()
    machines: dict[str, list[tuple[str, dict[str, str]]]] = field(default_factory=dict)
    description: str = ""
    photos_of: Counter[str] = field(default_factory=Counter)  # in the package, by deployment
    counts: Counter[str] = field(default_factory=Counter)
    unmatched: list[str] = field(default_factory=list)
    examples: dict[str, list[str]] = field(default_factory=dict)  # of what is left out, by its code
    events: set[tuple[str, str]] = field(default_factory=set)
    remarks: list[Sentence] = field(default_factory=list)

    @property
    def matched(self) -> int:
        """How many photos of the package are in the library."""
        return len(self.names.keys() | {one for media in self.media.values() for one in media})

    def taken(self) -> Counter[str]:
        """Return how many observations of each name are taken."""
        return Counter(one.name for names in self.names.values() for one in names)

    def sentences(self) -> list[Sentence]:
        """Say what is left out, and why."""
        parts = (
            ("invalid", form("1 row is left out, because it lacks what it is about: {examples}.")),
            ("values", form("1 value is left out, because the standard has no such: {examples}.")),
            ("machine", form("1 observation by a machine is no name: it stays in packages.")),
            ("elsewhere", form("1 observation is of photos that are not in the library.")),
            (
                "crowded",
                form("1 observation is left out, as a photo can hold no more than {most} names."),
            ),
        )
        more = (
            form("{count:,} rows are left out, because they lack what they are about: {examples}."),
            form("{count:,} values are left out, because the standard has no such: {examples}."),
            form("{count:,} observations by machines are no names: they stay in packages."),
            form("{count:,} observations are of photos that are not in the library."),
            form(
                "{count:,} observations are left out, as a photo can hold no more than {most}"
                " names."
            ),
        )
        return [
            Sentence(
                one if self.counts[code] == 1 else many,
                {
                    "count": self.counts[code],
                    "examples": self._examples(code),
                    "most": MOST_KEYWORDS,
                },
            )
            for (code, one), many in zip(parts, more, strict=True)
            if self.counts[code]
        ] + self.remarks

    def _examples(self, code: str) -> str:
        examples = self.examples.get(code, ())
        return "; ".join(examples) + ("; …" if self.counts[code] > len(examples) else "")

    def notes(self, reader: CatalogReader) -> dict[str, Notes]:
        """Return the notes of photos with what the package says, in place of what it said before.

        A name that is noted already, by whomever, is not noted twice.
        """
        before = set(reader.deployments.with_names_from(self.source))
        contents = before.intersection(self.looked_at) | self.names.keys()
        known = reader.notes.of(contents)
        changed = {}
        for content_hash in sorted(contents):
            notes = known.get(content_hash, Notes())
            merged = tuple(self._merged(content_hash, notes)[:MOST_KEYWORDS])
            if merged != notes.names:
                changed[content_hash] = replace(notes, names=merged)
        return changed

    def count_crowded(self, reader: CatalogReader) -> None:
        """Count the names for which photos have no room."""
        noted = reader.notes.of(self.names)
        merged = (self._merged(one, noted.get(one, Notes())) for one in self.names)
        self.counts["crowded"] = sum(max(0, len(names) - MOST_KEYWORDS) for names in merged)
        self.counts["taken"] -= self.counts["crowded"]

    def _merged(self, content_hash: str, notes: Notes) -> list[AcceptedName]:
        kept = [one for one in notes.names if one.source != self.source]
        same = Counter(_essence(one) for one in kept)
        added = []
        for one in self.names.get(content_hash, ()):
            same[_essence(one)] -= 1
            if same[_essence(one)] < 0:
                added.append(one)
        return [*kept, *added]


def _essence(name: AcceptedName) -> AcceptedName:
    """Return a name without what does not make it another observation."""
    more = tuple(pair for pair in name.more if pair[0] not in IDS)
    return replace(name, common="", rank="", source="", more=more)


def plan_import(package: CamtrapPackage, reader: CatalogReader) -> ImportPlan:
    """Find out what a package says of the photos of the library.

    Raises:
        PackageUnreadable: a table cannot be read.
    """
    plan = ImportPlan(package.source(), package.title, description=package.kept_description())
    work = _PackageReader(package, plan)
    matcher = PhotoMatcher(reader.deployments.photos(reader.photo_ids().tolist()))
    plan.looked_at = matcher.hashes
    work.read_deployments()
    work.read_media(matcher)
    work.read_observations()
    plan.count_crowded(reader)
    return plan


def without_source(reader: CatalogReader, source: str) -> dict[str, Notes]:
    """Return the notes that have names from a package, without these."""
    known = reader.notes.of(reader.deployments.with_names_from(source))
    return {
        content_hash: replace(
            notes, names=tuple(one for one in notes.names if one.source != source)
        )
        for content_hash, notes in known.items()
    }


class _PackageReader:
    """The tables of a package, one after the other."""

    def __init__(self, package: CamtrapPackage, plan: ImportPlan) -> None:
        self._package, self._plan = package, plan
        self._fields: dict[str, dict[str, str]] = {}  # of deployments
        self._shots: dict[str, _Shot] = {}  # by media id

    def _rows(self, table: Table) -> Iterator[dict[str, str]]:
        """Yield the rows of a table without the values that the standard does not have.

        Words for sex and life stage stay, as a person may say any, and a count of 0, which says
        that it was not there. A row that lacks something essential is left out.
        """
        check = TableCheck(table)
        for row in self._package.rows(table):
            number = row.get(f"{table.removesuffix('s')}ID" if table != "media" else "mediaID", "")
            faults = [one for one in check.faults(row) if row.get(one[0])]
            faults += [(name, "") for name in ESSENTIAL[table] if not row.get(name)]
            wrong = [one for one in faults if one[0] in ESSENTIAL[table]]
            if wrong or not all(map(is_text, row.values())):
                self._leave_out("invalid", table, number, *(wrong or [("", "")])[0])
                continue
            for column, reason in faults:
                if column not in _ANY_WORD and (column, row[column]) != _ABSENT:
                    self._leave_out("values", table, number, column, reason)
                    del row[column]
            yield row

    def _leave_out(self, code: str, table: str, number: str, column: str, reason: str) -> None:
        self._plan.counts[code] += 1
        examples = self._plan.examples.setdefault(code, [])
        if len(examples) < _MOST_EXAMPLES:
            what = (
                f"{table} {number[:60]}, {column}: {reason}" if reason else f"{table} {number[:60]}"
            )
            examples.append(what)

    def read_deployments(self) -> None:
        for row in self._rows("deployments"):
            facts = {column: text for column, text in row.items() if text and column != NAME}
            self._fields[row[NAME]] = {c: text[:LONGEST_TEXT] for c, text in facts.items()}

    def read_media(self, matcher: PhotoMatcher) -> None:
        plan, taken = self._plan, set[str]()
        for row in self._rows("media"):
            plan.counts["media"] += 1
            plan.photos_of[row[NAME]] += 1
            content_hash = matcher.find(row)
            if not content_hash or content_hash in taken or row[NAME] not in self._fields:
                if len(plan.unmatched) < MOST_UNMATCHED:
                    plan.unmatched.append(row.get("fileName") or row["filePath"])
                continue
            taken.add(content_hash)
            facts = {
                column: text
                for column, text in row.items()
                if text not in ("", content_hash) and column != NAME and len(text) <= LONGEST_TEXT
            }
            plan.media.setdefault(row[NAME], {})[content_hash] = facts
            moment = datetime.fromisoformat(row["timestamp"])
            self._shots[row["mediaID"]] = _Shot(content_hash, row[NAME], moment)
        for name in plan.media:
            key = DeploymentKey("package", inside=name, began=plan.source)
            fields = self._fields[name]
            plan.deployments[name] = StoredDeployment(key, name, plan.source, fields)

    def read_observations(self) -> None:
        """Read those of photos first: what is said of events depends on them."""
        common = {name: called for name, called, _ in self._package.taxa()}
        ranks = {name: rank for name, _, rank in self._package.taxa()}
        names = self._plan.names
        of_events: list[tuple[dict[str, str], AcceptedName]] = []
        of_machines: list[dict[str, str]] = []
        for row in self._rows("observations"):
            if is_summary(row):
                continue
            self._plan.counts["observations"] += 1
            row.setdefault("observationLevel", "media" if row.get("mediaID") else "event")
            is_of_event = row["observationLevel"] == "event"
            if is_of_event and not (row.get("eventStart") and row.get("eventEnd")):
                number = row["observationID"]
                self._leave_out("invalid", "observations", number, "eventStart", "it is empty")
                continue
            if event := row.get("eventID") or (row["eventStart"] if is_of_event else ""):
                self._plan.events.add((row[NAME], event))
            if row.get("classificationMethod") == "machine":
                self._plan.counts["machine"] += 1
                of_machines.append(row)
                continue
            name = accepted_name(row, common, ranks, self._plan.source)
            if not fits(name):
                self._leave_out("invalid", "observations", row["observationID"], "", "")
                continue
            if is_of_event:
                of_events.append((row, name))
            elif shot := self._shots.get(row.get("mediaID", "")):
                names.setdefault(shot.content_hash, []).append(name)
                self._plan.counts["taken"] += 1
            else:
                self._plan.counts["elsewhere"] += 1
        self._take_events(of_events)
        for row in of_machines:
            shot = self._shots.get(row.get("mediaID", "")) or next(iter(self._in_event(row)), None)
            if shot:
                fields = {c: text[:LONGEST_TEXT] for c, text in row.items() if text and c != NAME}
                self._plan.machines.setdefault(row[NAME], []).append((shot.content_hash, fields))

    @cached_property
    def _in_order(self) -> dict[str, list[_Shot]]:
        """The photos of each deployment by time."""
        shots: dict[str, list[_Shot]] = {}
        for shot in sorted(self._shots.values(), key=lambda one: (one.moment, one.content_hash)):
            shots.setdefault(shot.deployment, []).append(shot)
        return shots

    def _in_event(self, row: Mapping[str, str]) -> Sequence[_Shot]:
        """Return the photos of the event that a row is about."""
        shots = self._in_order.get(row[NAME], [])
        if not (row.get("eventStart") and row.get("eventEnd")):
            return ()
        start, end = map(datetime.fromisoformat, (row["eventStart"], row["eventEnd"]))
        first = bisect_left(shots, start, key=lambda shot: shot.moment)
        return shots[first : bisect_right(shots, end, key=lambda shot: shot.moment)]

    def _take_events(self, said: Sequence[tuple[Mapping[str, str], AcceptedName]]) -> None:
        names, own = self._plan.names, set(self._plan.names)
        for row, name in said:
            shots = self._in_event(row)
            self._plan.counts["taken" if shots else "elsewhere"] += 1
            of_event = replace(name, event=f"{row['eventStart']}/{row['eventEnd']}")
            for number, shot in enumerate(shots):
                if number == 0 or shot.content_hash not in own:
                    names.setdefault(shot.content_hash, []).append(of_event)
