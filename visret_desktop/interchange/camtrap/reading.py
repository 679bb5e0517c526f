"""Read a Camtrap DP package: a folder, its `datapackage.json`, or a zip; row by row, bounded.

Check the description of a package by the profile of Camtrap DP, without a network.
"""

import codecs
import io
import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import IO, Any, TextIO

import xxhash

from visret_desktop.errors import VisretError
from visret_desktop.interchange.camtrap_schemas import (
    FOLDER,
    TABLES,
    VERSION,
    SchemaChecker,
    Table,
    columns,
)
from visret_desktop.interchange.foreign_files import (
    BROKEN,
    Archive,
    as_it_was,
    label_of,
    reason_of,
    rows_of,
)
from visret_desktop.library.stored_values import plain_text, read_foreign
from visret_desktop.paths import bundled
from visret_desktop.plain_files import open_plain
from visret_desktop.sentences import sentence

_ADDRESS = f"https://raw.githubusercontent.com/tdwg/camtrap-dp/{VERSION}"
PROFILE = f"{_ADDRESS}/camtrap-dp-profile.json"
# Of GeoJSON what a package of ours has.
_GEOMETRY = {
    "type": "object",
    "required": ["type", "coordinates"],
    "properties": {
        "type": {"enum": ["Point", "Polygon", "MultiPoint", "MultiPolygon"]},
        "coordinates": {"type": "array", "minItems": 1},
    },
}


def schema_address(table: Table) -> str:
    """Return the address by which a package names the schema of a table."""
    return f"{_ADDRESS}/{table}-table-schema.json"


def faults(package: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield where a package's description is not as the profile wants it, and why."""
    return _checker().faults(package)


@cache
def _checker() -> SchemaChecker:
    def read(name: str) -> Any:
        return json.loads(bundled(*FOLDER, name).read_text("utf-8"))

    return SchemaChecker(
        read("camtrap-dp-profile.json"),
        {
            "https://specs.frictionlessdata.io/schemas/data-package.json": read(
                "data-package-profile.json"
            ),
            "http://json.schemastore.org/geojson.json": _GEOMETRY,
        },
    )


DESCRIPTION = "datapackage.json"
_MOST_BYTES = 4_000_000_000  # of a table
_MOST_ROWS = 10_000_000
_LONGEST_DESCRIPTION = 16_000_000
_LONGEST_KEPT = 1_000_000
# Without these nobody knows what a row is about. What else the standard wants may lack.
ESSENTIAL: dict[Table, tuple[str, ...]] = {
    "deployments": ("deploymentID",),
    "media": ("mediaID", "deploymentID", "timestamp", "filePath"),
    "observations": ("observationID", "deploymentID"),
}
_MOST_OBJECTS = 500_000  # in it, of some 250 bytes each in memory
_CHUNK = 1 << 20
_BEFORE_FIRST = re.compile(r"/camtrap-dp/(0\.[\w.-]+)/")  # in the address of a profile


class PackageUnreadable(VisretError):
    """A path that was to be a Camtrap DP package is none."""

    code = "package-unreadable"
    sentence = "{path} cannot be imported as a Camtrap DP package: {reason}."
    exit_code = 2


class CamtrapPackage:
    """A package on a disk. `said` is what stands in its `datapackage.json`."""

    def __init__(self, path: Path) -> None:
        """Open a folder, a `datapackage.json` or a zip.

        Raises:
            PackageUnreadable: it is none, or of a version before 1.0.
        """
        self.path = path
        self._zip: Archive | None = None
        self._inside = PurePosixPath()
        try:
            if path.is_dir():
                self._folder = path
            elif path.is_file() and zipfile.is_zipfile(path):
                self._zip = Archive(path)
                self._inside = self._description_in(self._zip)
            else:
                self._folder = path.parent
            name = DESCRIPTION if self._zip or path.is_dir() else path.name
            self.said = self._described(name)
            self._resources = self._found_resources()
        except PackageUnreadable:
            self.close()
            raise
        except BROKEN as error:
            self.close()
            raise self._fault(reason_of(error)) from error

    def close(self) -> None:
        """Close the zip, if it is one."""
        if self._zip is not None:
            self._zip.close()

    def __enter__(self) -> "CamtrapPackage":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """What the package is called."""
        name = self.said.get("name") or self.said.get("title")
        found = name if isinstance(name, str) else ""
        return plain_text(found, 200) or plain_text(self.path.name, 200)

    def source(self) -> str:
        """Return the label of what comes from the package, by which that can be dropped again.

        It is of the package's own `id`, so that a newer state takes the place of an older one; of
        all its bytes where it has none.

        Raises:
            PackageUnreadable: a table cannot be read.
        """
        content = xxhash.xxh3_128()
        own = self.said.get("id")
        if isinstance(own, str) and own.strip():
            content.update(own.strip().encode("utf-8", "replace"))
            return label_of(self.name, content.hexdigest())
        content.update(json.dumps(self.said, sort_keys=True).encode())
        for table in TABLES:
            with (
                self._reading(table),
                self._file(self._path_of(self._resources[table], table)) as file,
            ):
                for chunk in iter(partial(file.read, _CHUNK), b""):
                    content.update(chunk)
        return label_of(self.name, content.hexdigest())

    @property
    def title(self) -> str:
        """The title of the package, else its name."""
        title = self.said.get("title")
        return plain_text(title, 500) if isinstance(title, str) else self.name

    def kept_description(self) -> str:
        """Return what stands in the description, as JSON, but for its tables; "" if it is long."""
        kept = {name: value for name, value in self.said.items() if name != "resources"}
        text = plain_text(json.dumps(kept), _LONGEST_KEPT + 1)
        return text if len(text) <= _LONGEST_KEPT else ""

    def taxa(self) -> Iterator[tuple[str, str, str]]:
        """Yield scientific names with a common name and a rank, as far as the package has them."""
        taxa = self.said.get("taxonomic")
        for one in taxa if isinstance(taxa, list) else ():
            if isinstance(one, dict) and isinstance(name := one.get("scientificName"), str):
                common = one.get("vernacularNames")
                names = common if isinstance(common, dict) else {}
                called = names.get("eng") or next(iter(names.values()), "")
                rank = str(one.get("taxonRank") or "")
                yield name, plain_text(str(called), 200), plain_text(rank, 50)

    def rows(self, table: Table) -> Iterator[dict[str, str]]:
        """Yield the rows of a table, by the columns that the standard has.

        Raises:
            PackageUnreadable: it is no table, or beyond all limits.
        """
        known = columns(table)
        with self._reading(table), self._text(table) as text:
            rows = rows_of(text, self._delimiter(table), _MOST_BYTES)
            header = [name.strip() for name in next(rows, [])]
            lacking = [name for name in ESSENTIAL[table] if name not in header]
            if lacking:
                reason = sentence(
                    "its table {table} has no column {lacking}, as Camtrap DP 1.0 has it",
                    table=table,
                    lacking=lacking[0],
                )
                raise self._fault(reason)
            wanted = [(n, name) for n, name in enumerate(header) if name in known]
            for number, row in enumerate(rows):
                if number >= _MOST_ROWS:
                    raise self._fault(
                        sentence(
                            "its table {table} has more than {most:,} rows",
                            table=table,
                            most=_MOST_ROWS,
                        )
                    )
                if row:
                    yield {name: as_it_was(row[n].strip()) for n, name in wanted if n < len(row)}

    # ---- files --------------------------------------------------------------------------------

    @contextmanager
    def _reading(self, table: Table) -> Iterator[None]:
        """Let what is broken in the `with` block be told of a table."""
        try:
            yield
        except BROKEN as error:
            raise self._fault(
                sentence(
                    "its table {table} cannot be read ({error})",
                    table=table,
                    error=reason_of(error),
                )
            ) from error

    def _fault(self, reason: str) -> PackageUnreadable:
        return PackageUnreadable(path=self.path, reason=reason)

    def _description_in(self, archive: Archive) -> PurePosixPath:
        path = archive.outermost(DESCRIPTION)
        if path is None:
            raise self._fault(sentence("there is no {description} in it", description=DESCRIPTION))
        return path.parent

    def _described(self, name: str) -> dict[str, Any]:
        try:
            with self._file(name) as file:
                content = file.read(_LONGEST_DESCRIPTION + 1)
        except FileNotFoundError:
            raise self._fault(
                sentence("there is no {description} in it", description=DESCRIPTION)
            ) from None
        if len(content) > _LONGEST_DESCRIPTION or sum(map(content.count, b"{[")) > _MOST_OBJECTS:
            raise self._fault(sentence("its {description} is too large", description=DESCRIPTION))
        package = read_foreign(content.removeprefix(codecs.BOM_UTF8))
        if package is None and name != DESCRIPTION:
            raise self._fault(
                sentence("it is no folder, no zip and no {description}", description=DESCRIPTION)
            )
        if package is None:
            raise self._fault(sentence("its {description} is no JSON", description=DESCRIPTION))
        if not isinstance(package, dict) or not isinstance(package.get("resources"), list):
            raise self._fault(
                sentence("its {description} names no tables", description=DESCRIPTION)
            )
        if match := _BEFORE_FIRST.search(str(package.get("profile"))):
            raise self._fault(
                sentence(
                    "it is of version {version} of the standard, from before version 1.0. Export"
                    " it once more from where it came",
                    version=match[1],
                )
            )
        return package

    def _found_resources(self) -> dict[Table, dict[str, Any]]:
        resources: dict[Table, dict[str, Any]] = {}
        for each in self.said["resources"]:
            for table in TABLES:
                if isinstance(each, dict) and each.get("name") == table:
                    resources[table] = each
        for table in TABLES:
            if table not in resources:
                raise self._fault(sentence("it has no table {table}", table=table))
            self._path_of(resources[table], table)
        return resources

    def _path_of(self, resource: dict[str, Any], table: Table) -> str:
        path = resource.get("path")
        if isinstance(path, list) and len(path) == 1:
            path = path[0]
        if not isinstance(path, str) or not path:
            raise self._fault(sentence("its table {table} is no file of its own", table=table))
        parts = PurePosixPath(path).parts
        is_inside = not path.startswith(("/", "~")) and ".." not in parts and "\\" not in path
        if "://" in path or not is_inside or not parts or ":" in parts[0]:
            raise self._fault(sentence("its table {table} does not lie inside of it", table=table))
        return path

    def _delimiter(self, table: Table) -> str:
        dialect = self._resources[table].get("dialect")
        given = dialect.get("delimiter") if isinstance(dialect, dict) else None
        return given if given in (",", ";", "\t", "|") else ","

    @contextmanager
    def _text(self, table: Table) -> Iterator[TextIO]:
        resource = self._resources[table]
        encoding = str(resource.get("encoding") or "utf-8").lower()
        try:
            is_utf8 = codecs.lookup(encoding).name == "utf-8"
        except (LookupError, ValueError):
            raise self._fault(
                sentence("its table {table} has an unknown encoding", table=table)
            ) from None
        with (
            self._file(self._path_of(resource, table)) as file,
            io.TextIOWrapper(file, "utf-8-sig" if is_utf8 else encoding, newline="") as text,
        ):
            yield text

    def _file(self, name: str) -> AbstractContextManager[IO[bytes]]:
        if self._zip is not None:
            return self._zip.bounded(self._inside / name, _MOST_BYTES)
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder.resolve()):
            raise self._fault(sentence("{name} does not lie inside of it", name=name))
        return open_plain(path)
