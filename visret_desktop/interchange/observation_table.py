"""What people noted in photos, by tables of other programs such as Timelapse.

The files are those of detections, which say of each photo what programs found and what people noted
(`detections/formats.py`). Only the latter become accepted names. A table says what it says now:
imported again, it takes the place of what it said before.
"""

from collections.abc import Generator, Sequence
from pathlib import Path

from visret_desktop.interchange.camtrap.import_plan import MOST_UNMATCHED, ImportPlan
from visret_desktop.interchange.camtrap.station_plan import source_of
from visret_desktop.interchange.detections.csv_formats import BAD_COUNT
from visret_desktop.interchange.detections.detection_reader import KnownPhotos
from visret_desktop.interchange.detections.entries import (
    NOTHING_THERE,
    Entry,
    NotedGroup,
    PathMatch,
)
from visret_desktop.interchange.detections.formats import CUT, DetectionSource, open_file
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import AcceptedName
from visret_desktop.library.stored_values import fits
from visret_desktop.sentences import Sentence, form

_SHOWN_EVERY = 2000  # entries
_BLANK = "blank"
_WORDS = {
    "person": "human",
    "people": "human",
    "car": "vehicle",
}
_REMARKS = {
    "found": (
        form("1 entry is of a program: it can be imported as a detection."),
        form("{count:,} entries are of programs: they can be imported as detections."),
    ),
    "uncertain": (
        form("1 entry is left out, because several photos fit its path equally."),
        form("{count:,} entries are left out, because several photos fit their paths equally."),
    ),
    "again": (
        form("1 entry is left out, because another one says the same, or is about a copy."),
        form("{count:,} entries are left out, because others say the same, or are about copies."),
    ),
    "not-named": (
        form("1 group is left out, because its name was not understood."),
        form("{count:,} groups are left out, because their names were not understood."),
    ),
    BAD_COUNT: (
        form("1 number of individuals is none, and is left out."),
        form("{count:,} numbers of individuals are none, and are left out."),
    ),
    CUT: 2 * (form("The file ends in the middle, or is damaged; it was read up to there."),),
}


def plan_observations(
    path: Path, reader: CatalogReader, photos: KnownPhotos, *, is_name_enough: bool = False
) -> Generator[tuple[int, int], None, ImportPlan]:
    """Yield how many bytes of how many were read, and return what people noted in a table.

    `is_name_enough`: a photo is found by its name even if no folder agrees.

    Raises:
        FileMissing: it is not there.
        DetectionsUnusable: it is of no known format, or damaged from the start.
    """
    plan = ImportPlan(source_of(path), path.name, "observations", looked_at=photos.hashes)
    work = _TableReader(plan, photos, is_name_enough=is_name_enough)
    with open_file(path) as source:
        for number, entry in enumerate(source.entries(), 1):
            work.take(entry)
            if number % _SHOWN_EVERY == 0:
                yield source.progress()
        work.finish(source)
    plan.title = f"{path.name} ({source.title})"
    plan.count_crowded(reader)
    return plan


class _TableReader:
    """The groups of each content, by the entry whose path fits it best."""

    def __init__(self, plan: ImportPlan, photos: KnownPhotos, *, is_name_enough: bool) -> None:
        self._plan, self._photos, self._is_name_enough = plan, photos, is_name_enough
        self._of: dict[int, tuple[int, str, list[Entry]]] = {}  # how well it fits, its path

    def take(self, entry: Entry) -> None:
        """Note an entry; rows about one photo add up, but for one that is there twice."""
        counts = self._plan.counts
        if not entry.groups:
            counts["found"] += bool(entry.findings)
            return
        match = self._photos.tails.find(
            entry.path, is_name_enough=self._is_name_enough or entry.is_loose
        )
        if match.outcome is not PathMatch.FOUND:
            counts["media"] += 1
            counts["uncertain"] += match.outcome is PathMatch.AMBIGUOUS
            counts["observations"] += len(entry.groups)
            if len(self._plan.unmatched) < MOST_UNMATCHED:
                self._plan.unmatched.append(entry.path[:1000])
            return
        tail, path, entries = self._of.get(match.content, (0, "", []))
        if match.tail > tail:
            counts["again"] += len(entries)
            self._of[match.content] = (match.tail, entry.path, [entry])
        elif match.tail < tail or entry.path != path or entry in entries:
            counts["again"] += 1
        else:
            entries.append(entry)

    def finish(self, source: DetectionSource) -> None:
        """Put the names into the plan: only now all are known."""
        plan = self._plan
        for content, (_, _, entries) in self._of.items():
            groups = [group for entry in entries for group in entry.groups]
            names = self._names(_added_up(groups), source)
            plan.counts["media"] += 1
            plan.counts["observations"] += len(names)
            plan.counts["taken"] += len(names)
            if names:
                plan.names[self._photos.hashes[content]] = names
        plan.counts.update({code: source.flaws.get(code, 0) for code in (BAD_COUNT, CUT)})
        for code, forms in _REMARKS.items():
            if count := plan.counts[code]:
                plan.remarks.append(Sentence(forms[count > 1], {"count": count}))

    def _names(self, groups: Sequence[NotedGroup], source: DetectionSource) -> list[AcceptedName]:
        names = []
        for group in groups:
            label = source.label(group.key) if group.key != NOTHING_THERE else None
            name = label.name if label else _BLANK
            accepted = AcceptedName(
                _WORDS.get(name.lower(), name),
                label.common if label else "",
                label.rank if label else "",
                group.individuals,
                *(group.sex, group.life_stage, group.behavior, group.by),
                source=self._plan.source,
                more=group.more,
            )
            if name and fits(accepted):
                names.append(accepted)
            else:
                self._plan.counts["not-named"] += 1
        return names


def _added_up(groups: Sequence[NotedGroup]) -> list[NotedGroup]:
    """Return the groups of a photo, of which several rows or boxes may be individuals."""
    sums: dict[NotedGroup, int | None] = {}
    for group in groups:
        same = group._replace(individuals=None)
        counts = [one for one in (sums.get(same), group.individuals) if one is not None]
        sums[same] = sum(counts) if counts else None
    return [same._replace(individuals=count) for same, count in sums.items()]
