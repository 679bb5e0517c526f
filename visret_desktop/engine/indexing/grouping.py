"""Find bursts and events, at the end of an indexing run, in the folders where something changed.

The catalog knows which photos were not looked at since they, or their event, changed. Each folder
is done in one transaction, so a run that is ended goes on with the next folder. Other rules, by the
settings or by an encoder that answers now, begin anew with all folders.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime

import numpy as np

from visret_desktop.decoding.messages import Picture, Rendition
from visret_desktop.engine.indexing.passes import Pass, from_thumbnails, store_all
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_groups import Grouped, Member, Place
from visret_desktop.library.photos.maker_notes import NO_SEQUENCE, MakerSequence
from visret_desktop.models.interfaces import Vectors
from visret_desktop.retrieval import bursts_and_events
from visret_desktop.retrieval.bursts_and_events import GroupRules, SeriesNumbers

_VERSION = 3  # raise it to have all photos grouped again
_AT_ONCE = 2048  # photos whose vectors are in memory
_SAMPLE = 512  # photos that show what is usual
_FEWEST = 32  # photos; fewer show nothing of what is usual
_USUAL = 0.5  # then
_EPOCH = datetime(1970, 1, 1)


def sharpness_of(picture: Picture) -> float:
    """Return how much neighboring pixels differ, beside how much the picture does.

    It compares photos of one burst; across different pictures it means nothing.
    """
    rgb = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    light = rgb @ np.array([0.299, 0.587, 0.114], np.float32)
    edges = 4 * light[1:-1, 1:-1] - light[:-2, 1:-1] - light[2:, 1:-1]
    edges -= light[1:-1, :-2] + light[1:-1, 2:]
    return float(edges.var() / (light.var() + 1)) if edges.size else 0.0


# Only photos in bursts are looked at, and their thumbnails will do: what is not to be seen in those
# does not make a better picture in the grid.
SHARPNESS = Pass("sharpness", "1", Rendition(384, 256), sharpness_of, thumbnail="always")


def group_photos(library: Library, catalog: Catalog, cancelled: Callable[[], bool]) -> bool:
    """Find the bursts and events of photos that are in none yet; tell whether there were any.

    Raises:
        Cancelled: `cancelled()` turned true.
    """
    settings, space = library.settings, " ".join(side.encoder.name for side in library.sides)
    rules = GroupRules(settings.burst_seconds, settings.burst_likeness, settings.event_seconds)
    # What is usual is measured again when the library has twice as many photos.
    photos, _ = catalog.counts()
    written = f"{_VERSION} {rules} {space} {photos.bit_length()} "
    if not catalog.groups.rules().startswith(written):
        samples = (catalog.embeddings.sample(side.encoder.name, _SAMPLE) for side in library.sides)
        values = " ".join(str(_usual(sample)) for sample in samples)
        with catalog.batch():
            catalog.begin_groups(f"{written}{values}")
    usual = [float(one) for one in catalog.groups.rules().removeprefix(written).split()]
    places = catalog.groups.ungrouped()
    for place in places:
        if cancelled():
            raise Cancelled
        for side, of_side in zip(library.sides, usual, strict=True):
            if side.folders is None or place[0] in side.folders:
                _Folder(side, catalog, place, rules, of_side).group()
    return bool(places)


def _usual(sample: Vectors) -> float:
    return bursts_and_events.usual_similarity(sample) if len(sample) >= _FEWEST else _USUAL


class _Folder:
    """The photos of one folder, without those in folders inside it."""

    def __init__(
        self, library: Library, catalog: Catalog, place: Place, rules: GroupRules, usual: float
    ) -> None:
        self._library, self._catalog = library, catalog
        self._rules, self._usual = rules, usual
        self._members = catalog.groups.members(place)

    def group(self) -> None:
        """Find and keep the groups, and what had to be known for that."""
        dated = [one for one in self._members if _seconds(one.taken) is not None]
        dated.sort(key=lambda one: (one.source, one.taken, one.name, one.photo_id))
        rows: dict[int, Grouped] = {m.photo_id: (m.photo_id, None, None) for m in self._members}
        rows |= {row[0]: row for row in self._rows(dated)}
        stored = self._catalog.groups.stored(rows)
        changed = [row for row in rows.values() if row not in stored]
        with self._catalog.batch():
            self._catalog.put_groups(changed)

    def _rows(self, dated: Sequence[Member]) -> list[Grouped]:
        if not dated:
            return []
        sources = _numbered(one.source for one in dated)
        times = np.array([_seconds(one.taken) for one in dated], np.int64)
        numbers = SeriesNumbers()
        notes = (MakerSequence.of(one.sequence) or NO_SEQUENCE for one in dated)
        series = np.array([numbers.of(one.series, one.number) for one in notes], np.int64)
        event = bursts_and_events.events(sources, times, self._rules, series)
        bursts = self._bursts(dated, bursts_and_events.near_in_time(sources, times, self._rules))
        fronts = self._fronts(bursts)
        return [
            (one.photo_id, fronts.get(one.photo_id), dated[first].photo_id)
            for one, first in zip(dated, event.tolist(), strict=True)
        ]

    def _bursts(self, dated: Sequence[Member], may: bursts_and_events.Flags) -> list[list[Member]]:
        """Return the bursts: of photos that may continue one, those that are alike."""
        continues = may.copy()
        wanted = np.flatnonzero(may)
        for start in range(0, len(wanted), _AT_ONCE):
            chosen = wanted[start : start + _AT_ONCE]
            pairs = [(dated[n - 1].content_hash, dated[n].content_hash) for n in chosen.tolist()]
            continues[chosen] = self._are_alike(pairs)
        return [[dated[n] for n in burst] for burst in bursts_and_events.bursts(continues)]

    def _are_alike(self, pairs: Sequence[tuple[str, str]]) -> list[bool]:
        hashes = {name for pair in pairs for name in pair}
        vectors = self._catalog.embeddings.whole(hashes, self._library.encoder.name)
        known = [pair for pair in pairs if pair[0] in vectors and pair[1] in vectors]
        if not known:
            return [one == other for one, other in pairs]
        first, second = (np.stack([vectors[pair[side]] for pair in known]) for side in (0, 1))
        similarities = np.einsum("nd,nd->n", first, second)
        likeness = bursts_and_events.likeness(similarities, self._usual)
        alike = dict(zip(known, (likeness >= self._rules.burst_likeness).tolist(), strict=True))
        return [pair[0] == pair[1] or alike.get(pair, False) for pair in pairs]

    def _fronts(self, bursts: Sequence[Sequence[Member]]) -> dict[int, int]:
        """Return by photo the one in front of its burst: the sharpest, of equal ones the first."""
        sharpness = self._sharpness({one.content_hash for burst in bursts for one in burst})
        fronts: dict[int, int] = {}
        for burst in bursts:
            front = max(burst, key=lambda one: sharpness.get(one.content_hash, 0.0))
            fronts |= dict.fromkeys((one.photo_id for one in burst), front.photo_id)
        return fronts

    def _sharpness(self, hashes: Iterable[str]) -> dict[str, float]:
        wanted = sorted(hashes)
        known = self._catalog.passes.values(SHARPNESS.name, SHARPNESS.version, wanted)
        lacking = [name for name in wanted if name not in known]
        made = list(from_thumbnails(SHARPNESS, lacking, self._library.thumbnails))
        with self._catalog.batch():
            store_all(self._catalog, [SHARPNESS], [(SHARPNESS, *each) for each in made])
        known |= dict(made)
        return {name: value for name, value in known.items() if isinstance(value, float)}


def _numbered(values: Iterable[Hashable]) -> bursts_and_events.Numbers:
    """Return a number for each value, the same for equal ones."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int64)


def _seconds(taken: str) -> int | None:
    """Return local time as a number of seconds; None: it is no time."""
    try:
        return int((datetime.fromisoformat(taken[:19]) - _EPOCH).total_seconds())
    except (ValueError, TypeError):  # cameras write any digits
        return None
