"""What the photos of one catalog say, by fact: which cameras, keywords, folders … there are.

They are read from indexes, so that they are there at once also for a million photos.
"""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop.library.catalog.catalog_connection import CatalogPart, Connections, from_sql
from visret_desktop.library.listed_names import names_by_word

# From each value to the next one by the index: as many steps as there are values.
VALUES = (
    "WITH RECURSIVE found (value) AS (SELECT min({column}) FROM {table} WHERE {column} IS NOT NULL"
    " UNION ALL SELECT (SELECT min({column}) FROM {table} WHERE {column} > found.value)"
    " FROM found WHERE found.value IS NOT NULL)"
    " SELECT value FROM found WHERE value IS NOT NULL AND value <> ''"
)
_FOLDERS = (
    "SELECT folder.path, inside, photos FROM (SELECT folder_id, inside, count(*) AS photos"
    " FROM photo WHERE typeof(relative) = 'text' GROUP BY folder_id, inside)"
    " JOIN folder ON folder.id = folder_id"
)
# The names that people accepted, each by its path; of a note that cannot be read there are none.
_NAMES = "iif(json_valid(note.names) AND note.names LIKE '[%', note.names, '[]')"
EACH_NAME = f"json_each({_NAMES}) AS one"
_COMMON_NAMES = (
    "SELECT DISTINCT common, name FROM noted_name WHERE common > '' ORDER BY common, name"
)


@dataclass(frozen=True)
class KnownFacts:
    """The values that facts have, as they were when the library was read."""

    of_cameras: Sequence[str] = ()
    of_lenses: Sequence[str] = ()
    of_keywords: Sequence[str] = ()
    of_kinds: Sequence[str] = ()
    of_labels: Sequence[str] = ()
    of_folders: Mapping[str, int] = field(default_factory=dict)  # with how many photos are in each
    of_detections: Sequence[tuple[str, str]] = ()
    of_species: Sequence[str] = ()
    of_common_names: Mapping[str, str] = field(default_factory=dict)
    of_other_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of_light: bool = False

    def cameras(self) -> Sequence[str]:
        """Return the names of cameras."""
        return self.of_cameras

    def lenses(self) -> Sequence[str]:
        """Return the names of lenses."""
        return self.of_lenses

    def keywords(self) -> Sequence[str]:
        """Return the keywords."""
        return self.of_keywords

    def kinds(self) -> Sequence[str]:
        """Return the kinds of files."""
        return self.of_kinds

    def labels(self) -> Sequence[str]:
        """Return the color labels."""
        return self.of_labels

    def folders(self) -> Sequence[str]:
        """Return the absolute paths of folders."""
        return tuple(self.of_folders)

    def photos_in_folders(self) -> Mapping[str, int]:
        """Return folders, each with how many photos are in it at any depth."""
        return self.of_folders

    def detections(self) -> Sequence[tuple[str, str]]:
        """Return what detectors found: each name, and its common name or ""."""
        return self.of_detections

    def species(self) -> Sequence[str]:
        """Return the names that were accepted."""
        return self.of_species

    def common_names(self) -> Mapping[str, str]:
        """Return the names that were accepted, by their common ones."""
        return self.of_common_names

    def other_names(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names that were accepted, by synonyms, families and the like."""
        return self.of_other_names

    def has_light(self) -> bool:
        """Return whether of any photo it is known how the sun stood."""
        return self.of_light


class FactsOfPhotos(CatalogPart):
    """The values that facts have in one catalog, each once and sorted; for reading."""

    def __init__(self, connections: Connections, profile: Path) -> None:
        """Read a catalog, and the lists of species in a profile."""
        self._connections, self._name_lists = connections, profile / "names"

    def cameras(self) -> Sequence[str]:
        """Return the names of cameras."""
        return self._values("camera")

    def lenses(self) -> Sequence[str]:
        """Return the names of lenses."""
        return self._values("lens")

    def keywords(self) -> Sequence[str]:
        """Return the keywords."""
        return self._values("keyword", "photo_keyword")

    def kinds(self) -> Sequence[str]:
        """Return the kinds of files, such as 'JPEG'."""
        return self._values("format")

    def labels(self) -> Sequence[str]:
        """Return the color labels."""
        return self._values("color_label")

    def folders(self) -> Sequence[str]:
        """Return the absolute paths of all folders with photos, and of those around them."""
        return tuple(self.photos_in_folders())

    def photos_in_folders(self) -> Mapping[str, int]:
        """Return folders, each with how many photos are in it at any depth."""
        counts: Counter[tuple[str | bytes, str]] = Counter()  # by root and "", "a/", "a/b/" …
        for root, inside, count in self._db.execute(_FOLDERS):
            counts[root, inside] += count
            while inside:
                inside = inside[: inside.rfind("/", 0, -1) + 1]
                counts[root, inside] += count
        photos: Counter[str] = Counter()  # a root may lie in another one
        for (root, inside), count in counts.items():
            path = os.path.join(from_sql(root), *inside.split("/")[:-1])  # noqa: PTH118 - a Path takes 10 times as long
            photos[path] += count
        return dict(sorted(photos.items()))

    def species(self) -> Sequence[str]:
        """Return the names that were accepted for photos."""
        return self._values("name", "noted_name")

    def common_names(self) -> Mapping[str, str]:
        """Return the names that were accepted, by their common ones."""
        return dict(self._db.execute(_COMMON_NAMES).fetchall())

    def other_names(self) -> Mapping[str, tuple[str, ...]]:
        """Return the names that were accepted, by what lists and packages call them besides."""
        rows = self._db.execute("SELECT description FROM package")
        texts = [text for (text,) in rows if isinstance(text, str)]
        return names_by_word(self._name_lists, texts, self.species())

    def has_light(self) -> bool:
        """Return whether of any photo it is known how the sun stood."""
        query = "SELECT EXISTS (SELECT 1 FROM photo WHERE light > '')"
        return bool(self._db.execute(query).fetchone()[0])

    def all(self) -> KnownFacts:
        """Return all values, read once."""
        texts = (self.cameras(), self.lenses(), self.keywords(), self.kinds(), self.labels())
        names = (self.detections(), self.species(), self.common_names(), self.other_names())
        return KnownFacts(*texts, self.photos_in_folders(), *names, self.has_light())

    def detections(self) -> Sequence[tuple[str, str]]:
        """Return what detectors found: each name, and its common name or ""."""
        query = "SELECT name, max(common) FROM detection_label GROUP BY name ORDER BY name"
        return self._db.execute(query).fetchall()

    def _values(self, column: str, table: str = "photo") -> Sequence[str]:
        rows = self._db.execute(VALUES.format(column=column, table=table))
        return [value for (value,) in rows if isinstance(value, str)]
