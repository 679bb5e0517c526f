"""What the measurements of one run share: a place to work, sizes, and what is slow to make."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from bench.embeddings import Embeddings
from bench.own_folders import copy_tree
from bench.random_pack import write_random_pack
from visret_desktop import file_changes
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.corpus import BenchPaths
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.models.runtimes.compiled_files import RECORD_NAME
from visret_desktop.paths import Paths, bundled
from visret_desktop.settings import Settings

STARTER = "starter"
_MODEL = "ViT-B-32"
_BATCH = 10_000
_PER_FOLDER = 10_000
_WORDS = ("harbour", "feeder", "walk", "garden", "winter", "birthday", "lake", "summit", "market")
_TOWNS, _WITH_PLACE = 100, 0.7
# Names of values, and up to which chance a photo has one of them, or one before it.
SHARES = {"rare": 0.001, "some": 0.011, "many": 0.111}
_LENSES = ("Ember 50", "Fjord 100 Macro", None)
_CAMERAS = ("Aster 500", "Birch D7", "Cedar X", "Dune Phone 12")


@dataclass(frozen=True)
class Desk:
    """Where one run measures.

    `work` is a measurement's own folder; `shared` is kept for the next ones. `home` has the
    person's packs; `photos`, if given, is a folder of real photos. `compares_runtimes`: also with
    what models are computed by elsewhere.
    """

    work: Path
    shared: Path
    home: Paths
    is_quick: bool
    photos: Path | None = None
    compares_runtimes: bool = False

    def size(self, full: int, quick: int) -> int:
        """Return how many of something this run takes."""
        return quick if self.is_quick else full

    @cached_property
    def pack(self) -> Path:
        """The encoder that speed is measured with: ViT-B-32, or the small one in a quick run."""
        if self.is_quick:
            pack = self._packs.data / STARTER  # beside its form that is ready in `home`
            if not pack.exists():
                copy_tree(bundled(STARTER, "encoder"), pack)
            return pack
        pack = self.shared / "random"
        if not pack.exists():
            write_random_pack(_MODEL, pack)
        return pack

    @property
    def encoder(self) -> str:
        """The name of that encoder's pack."""
        return STARTER if self.is_quick else self.pack.name

    def paths(self, name: str) -> Paths:
        """Return directories of a profile of its own that has the encoder."""
        root = self.work / name
        paths = BenchPaths(root / "data", root / "cache", root / "config", self._packs)
        for directory in (paths.data, paths.cache, paths.config):
            directory.mkdir(parents=True, exist_ok=True)
        return paths

    @cached_property
    def _packs(self) -> Paths:
        paths = Paths(self.shared, self.shared, self.shared)
        paths.packs.mkdir(exist_ok=True)
        links = list(self.home.packs.iterdir()) if self.home.packs.is_dir() else []
        links += [] if self.is_quick else [self.pack]
        for pack in links:
            if not (paths.packs / pack.name).exists():
                file_changes.link(pack, paths.packs / pack.name)
        # A copy: what is checked on made-up photos is not to be noted in the person's.
        for record in self.home.compiled.glob(f"{STARTER}*/{RECORD_NAME}"):  # not half made ones
            copy_tree(record.parent, paths.compiled / record.parent.name)
        return paths

    @contextmanager
    def library(self, count: int, encoder: str, **chosen: Any) -> Iterator[Library]:
        """Open a library of `count` made-up photos, embedded as by `encoder`."""
        paths = self.paths(f"library-{encoder}-{count}")
        settings = Settings(encoder=encoder, **chosen)
        is_new = not paths.catalog.exists()
        with Library.open(paths, settings) as library:
            if is_new:
                dimension = library.encoder.dimension
                write_catalog(paths.catalog, self.work, count, library.encoder.name, dimension)
            yield library


def write_catalog(
    path: Path, root: Path, count: int, encoder: str = "", dimension: int = 0
) -> None:
    """Write a catalog of `count` made-up photos below folders in `root`.

    With an `encoder` each gets an embedding with the structure of real ones.
    """
    stream = random.Random(count)
    made = Embeddings(count, dimension) if encoder else None
    catalog = Catalog.open(path)
    folder = 0
    for start in range(0, count, _BATCH):
        if start % _PER_FOLDER == 0:
            directory = root / "photos" / f"{start // _PER_FOLDER:04}"
            directory.mkdir(parents=True, exist_ok=True)
            folder = catalog.roots.add(directory).id
        numbers = range(start, min(start + _BATCH, count))
        with catalog.batch():
            for number in numbers:
                _put(catalog, folder, number, stream)
            if made is not None:
                for number, vector in zip(numbers, made.photos(len(numbers)), strict=True):
                    catalog.put_embedding(content_hash(number), encoder, vector)
    catalog.close()


def content_hash(number: int) -> str:
    """Return the hash of a made-up photo."""
    return f"{number:032x}"


def _put(catalog: Catalog, folder: int, number: int, stream: random.Random) -> None:
    when = f"20{stream.randrange(10, 26)}-{stream.randrange(1, 13):02}-{stream.randrange(1, 29):02}"
    latitude, longitude = _place(number)
    metadata = Metadata(
        width=4000,
        height=3000,
        format="JPEG",
        taken_at=f"{when}T{stream.randrange(24):02}:{stream.randrange(60):02}:00",
        camera=_with_share(stream) or stream.choice(_CAMERAS),
        lens=_with_share(stream) or stream.choice(_LENSES),
        iso=stream.choice((100, 200, 400, 800)),
        rating=stream.choice((None, None, 1, 2, 3, 4, 5)),
        title=" ".join(stream.sample(_WORDS, 2)),
        keywords=(_with_share(stream) or "usual", stream.choice(_WORDS)),
        latitude=latitude,
        longitude=longitude,
    )
    relative = f"{when[:7]} {stream.choice(_WORDS)}/IMG_{number:07}.jpg"
    fingerprint = Fingerprint(2_500_000 + number, number)
    catalog.put_photo(folder, relative, fingerprint, content_hash(number), "", metadata)


def _place(number: int) -> tuple[float, float] | tuple[None, None]:
    """Return where a made-up photo is: seven of ten within some kilometers of a hundred towns."""
    stream = random.Random(number)
    if stream.random() > _WITH_PLACE:
        return None, None
    town = random.Random(stream.randrange(_TOWNS))
    latitude = town.uniform(-50, 65) + stream.gauss(0, 0.1)
    longitude = town.uniform(-179, 179) + stream.gauss(0, 0.1)
    return round(latitude, 5), round(longitude, 5)


def _with_share(stream: random.Random) -> str:
    """Return a name that a thousandth, a hundredth or a tenth of all photos have; else ""."""
    chance = stream.random()
    return next((name for name, bound in SHARES.items() if chance < bound), "")


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Return median and 95th percentile in milliseconds."""
    median, slow = np.percentile(seconds, [50, 95]) * 1000
    return float(median), float(slow)
