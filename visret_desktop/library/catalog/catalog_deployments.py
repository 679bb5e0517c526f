"""Where cameras stood, as people described it, and what is to be said of all in a package.

Only what somebody said is kept: of a folder, a drive or an outing, or what a package brought with
it, whose photos are noted by content. Which deployments there are is guessed from the photos each
time (`interchange/deployments`), and what was said takes its place there.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal, NamedTuple, get_args

from msgspec import Meta

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    CatalogPart,
    batched,
    from_sql,
    marks,
    to_sql,
)
from visret_desktop.library.catalog.catalog_facts import EACH_NAME
from visret_desktop.library.catalog.catalog_locations import TOLD_LATITUDE, TOLD_LONGITUDE
from visret_desktop.library.records import Text
from visret_desktop.library.stored_values import read, read_foreign, read_text, stored

Kind = Literal["folder", "drive", "outing", "package"]
KINDS: tuple[Kind, ...] = get_args(Kind)
By = Literal["folder", "drive", "outing"]  # what makes a deployment where no package says so
FileKind = Literal["package", "stations", "observations"]  # that deployments and names come from
Fields = Annotated[dict[Text, Text], Meta(max_length=200)]  # by the names of Camtrap DP
_PACKAGE = "package"  # key in the table `meta`
# What a package said of a photo, but for its time where the clock was corrected here.
_MEDIA = (
    "ifnull(iif(json_valid(media) AND EXISTS (SELECT 1 FROM clock WHERE clock.content_hash ="
    " deployed.content_hash), json_remove(media, '$.timestamp'), media), '')"
)
DEPLOYMENT_COLUMNS = "id, kind, ifnull(folder_id, 0), inside, began, name, source, fields"

# Of several packages the one that was imported last.
_LATEST = (
    "deployed ON deployed.deployment_id = (SELECT max(latest.deployment_id) FROM deployed AS latest"
    " WHERE latest.content_hash = deployed.content_hash)"
)


class DeploymentKey(NamedTuple):
    """What a deployment is of: of a package's the name stands in `inside`, its source in `began`.

    `folder_id` is a folder of the library, `inside` a path in it; `began` when an outing did.
    """

    kind: Kind
    folder_id: int = 0
    inside: str = ""
    began: Text = ""


@dataclass(frozen=True)
class StoredDeployment:
    """What somebody said of a deployment. `fields` are those of Camtrap DP, as texts, and others.

    `name` is its deploymentID; "" where the guessed one stays. `source` is the package that it came
    from; "": from here.
    """

    key: DeploymentKey
    name: Text = ""
    source: Text = ""
    fields: Fields = field(default_factory=dict)
    number: int = 0


@dataclass(frozen=True)
class PackageFacts:
    """What a package says of itself, and by which the deployments are guessed; "": not said yet."""

    by: By = "folder"
    title: Text = ""
    description: Text = ""
    contributor: Text = ""
    email: Text = ""
    organization: Text = ""
    license: Text = ""  # of the data
    media_license: Text = ""
    project: Text = ""
    sampling_design: Text = ""
    capture_method: Text = ""


class PhotoAtWork(NamedTuple):
    """What decides to which deployment a photo belongs, and what that says of it.

    `deployment` is the number of the package's that it was imported with, else 0; `media` is what
    that said of the photo, as JSON; `sequence` is that of its maker.
    """

    photo_id: int
    content_hash: str
    folder_id: int
    relative: str
    taken_at: str | None
    latitude: float | None
    longitude: float | None
    event: int
    deployment: int
    media: str
    sequence: str = ""


class Deployments(CatalogPart):
    """The deployments of one catalog, for reading."""

    def stored(self) -> list[StoredDeployment]:
        """Return what was said of deployments, in the order in which it was."""
        rows = self._db.execute(f"SELECT {DEPLOYMENT_COLUMNS} FROM deployment ORDER BY id")
        return [one for row in rows if (one := deployment_of_row(row)) is not None]

    def said_of(self, keys: Iterable[DeploymentKey]) -> tuple[StoredDeployment, ...]:
        """Return what was said of deployments, in their order, without numbers of the catalog."""
        by_key = {one.key: replace(one, number=0) for one in self.stored()}
        return tuple(by_key.get(key, StoredDeployment(key)) for key in keys)

    def sources(self) -> dict[str, int]:
        """Return the packages that deployments came from, and how many."""
        rows = self._db.execute(
            "SELECT source, count(*) FROM deployment WHERE source > '' GROUP BY source"
        )
        return dict(rows.fetchall())

    def package_sources(self) -> list[str]:
        """Return the labels of packages that deployments or accepted names came from."""
        named = self._db.execute(
            "SELECT DISTINCT json_extract(names, one.fullkey || '.source') AS source"
            f" FROM note, {EACH_NAME} WHERE typeof(source) = 'text' AND source > ''"
        )
        found = {*self.sources(), *(source for (source,) in named)}
        return sorted(found - {"typed"})

    def package(self) -> PackageFacts:
        """Return what packages say of themselves."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (_PACKAGE,)).fetchone()
        return (row and read(read_text(row[0]), PackageFacts)) or PackageFacts()

    def photos(self, photo_ids: Iterable[int]) -> Iterator[PhotoAtWork]:
        """Yield photos, in no order; those that left the catalog are left out."""
        for chunk in batched(photo_ids, CHUNK):
            rows = self._db.execute(
                "SELECT photo.id, photo.content_hash, photo.folder_id, relative, taken_at,"
                f" {TOLD_LATITUDE}, {TOLD_LONGITUDE}, ifnull(event, 0), ifnull(deployment_id, 0),"
                f" {_MEDIA}, ifnull(sequence, '') FROM photo"
                " LEFT JOIN photo_group ON photo_id = photo.id"
                f" LEFT JOIN {_LATEST} AND deployed.content_hash = photo.content_hash"
                f" WHERE photo.id IN ({marks(chunk)}) ORDER BY photo.id",
                chunk,
            )
            for number, content, folder, relative, *rest in rows.fetchall():
                yield PhotoAtWork(number, content, folder, from_sql(relative), *rest)

    def doubled(self) -> set[str]:
        """Return the contents that several photos have."""
        rows = self._db.execute(
            "SELECT content_hash FROM photo GROUP BY content_hash HAVING count(*) > 1"
        )
        return {content_hash for (content_hash,) in rows}

    def with_names(self, photo_ids: Iterable[int]) -> list[int]:
        """Return those of photos that have accepted names."""
        found: list[int] = []
        for chunk in batched(photo_ids, CHUNK):
            rows = self._db.execute(
                f"SELECT id FROM photo WHERE id IN ({marks(chunk)}) AND EXISTS"
                " (SELECT 1 FROM noted_name WHERE noted_name.content_hash = photo.content_hash)",
                chunk,
            )
            found.extend(number for (number,) in rows)
        return found

    def beginnings(self, events: Iterable[int]) -> dict[int, tuple[str, str]]:
        """Return by event the content hash of its first photo, and when that was taken."""
        beginnings_by_folder: dict[int, tuple[str, str]] = {}
        for chunk in batched(events, CHUNK):
            rows = self._db.execute(
                "SELECT id, content_hash, coalesce(camera_time, taken_at, '') FROM photo"
                f" WHERE id IN ({marks(chunk)})",
                chunk,
            )
            beginnings_by_folder.update(
                (number, (content, taken)) for number, content, taken in rows
            )
        return beginnings_by_folder

    def media_of(self, hashes: Iterable[str]) -> dict[str, dict[str, str]]:
        """Return what packages said of photos, by content hash, as columns of Camtrap DP."""
        found: dict[str, dict[str, str]] = {}
        for chunk in batched(hashes, CHUNK):
            query = (
                f"SELECT content_hash, {_MEDIA} FROM {_LATEST.replace(' ON ', ' WHERE ')}"
                f" AND content_hash IN ({marks(chunk)})"
            )
            found.update((name, fields_of(media)) for name, media in self._db.execute(query, chunk))
        return found

    def machine_observations(self, hashes: Iterable[str]) -> dict[str, list[dict[str, str]]]:
        """Return what packages say that machines observed, by content, as columns of Camtrap DP."""
        rows_by_hash: dict[str, list[dict[str, str]]] = {}
        for chunk in batched(hashes, CHUNK):
            query = (
                "SELECT machine.content_hash, fields FROM machine_observation AS machine"
                f" JOIN {_LATEST} AND deployed.content_hash = machine.content_hash"
                " AND deployed.deployment_id = machine.deployment_id"
                f" WHERE machine.content_hash IN ({marks(chunk)}) ORDER BY machine.id"
            )
            for name, fields in self._db.execute(query, chunk):
                if row := fields_of(fields):
                    rows_by_hash.setdefault(name, []).append(row)
        return rows_by_hash

    def descriptions(self, sources: Iterable[str]) -> list[dict[str, Any]]:
        """Return what stands in the descriptions of packages, that of the latest first."""
        wanted = set(sources)
        rows = self._db.execute("SELECT source, description FROM package ORDER BY number DESC")
        values = [read_foreign(text) for source, text in rows if source in wanted]
        return [one for one in values if isinstance(one, dict)]

    def contents(self, deployment: int) -> list[str]:
        """Return the contents that packages said to be of a deployment, and no later one of others.

        `deployment` is its number.
        """
        rows = self._db.execute(
            f"SELECT content_hash FROM {_LATEST.replace(' ON ', ' WHERE ')} AND deployment_id = ?",
            (deployment,),
        )
        return [content_hash for (content_hash,) in rows]

    def contents_on_drive(self, folder_id: int) -> list[str]:
        """Return the contents in all folders of the library on the drive of one of them."""
        rows = self._db.execute(
            "SELECT content_hash FROM photo JOIN folder ON folder.id = photo.folder_id WHERE"
            " folder.volume_uid = (SELECT volume_uid FROM folder WHERE id = ?)",
            (folder_id,),
        )
        return [content_hash for (content_hash,) in rows]

    def with_names_from(self, source: str) -> list[str]:
        """Return the contents with accepted names from a source."""
        rows = self._db.execute(
            f"SELECT content_hash FROM note WHERE EXISTS (SELECT 1 FROM {EACH_NAME}"
            " WHERE json_extract(names, one.fullkey || '.source') = ?)",
            (source,),
        )
        return [content_hash for (content_hash,) in rows]


def deployment_of_row(row: Sequence[Any]) -> StoredDeployment | None:
    """Return the deployment in a row of `DEPLOYMENT_COLUMNS`; None if it cannot be read."""
    number, kind, folder, inside, began, name, source, fields = row
    key = (kind, folder, from_sql(inside), began)
    plain = {
        "key": key,
        "name": name,
        "source": source,
        "fields": read_text(fields),
        "number": number,
    }
    return read(plain, StoredDeployment)


def fields_of(text: str) -> dict[str, str]:
    """Return what was said by column, as it is stored; what cannot be read is left out."""
    return read(read_text(text), Fields) or {}


# ---- writing ----------------------------------------------------------------------------------


def put_deployments(db: sqlite3.Connection, deployments: Iterable[StoredDeployment]) -> list[int]:
    """Keep what was said of deployments in place of what was said of the same; return their ids.

    One of which nothing is said any more is dropped, unless a package brought it; its id is 0.

    Raises:
        ValueUnfit: it is not as it would be read again.
    """
    numbers = []
    for one in deployments:
        key, plain = one.key, stored(one)
        place = (key.kind, key.folder_id or None, to_sql(key.inside), key.began)
        row = db.execute(
            "SELECT id FROM deployment WHERE kind = ? AND folder_id IS ? AND inside = ?"
            " AND began = ?",
            place,
        ).fetchone()
        known = row[0] if row else None
        if not (one.name or one.fields or one.source):
            db.execute("DELETE FROM deployment WHERE id = ?", (known,))
            numbers.append(0)
            continue
        cursor = db.execute(
            "INSERT INTO deployment (id, kind, folder_id, inside, began, name, source, fields)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,"
            " source = excluded.source, fields = excluded.fields",
            (known, *place, one.name, one.source, json.dumps(plain["fields"])),
        )
        numbers.append(int(known or cursor.lastrowid or 0))
    return numbers


def put_deployed(
    db: sqlite3.Connection, deployment: int, media: Mapping[str, Mapping[str, str]]
) -> None:
    """Note which contents belong to a package's deployment, and what it says of each.

    Raises:
        ValueUnfit: something is not as it would be read again.
    """
    db.executemany(
        "INSERT OR REPLACE INTO deployed VALUES (?, ?, ?)",
        [(name, deployment, json.dumps(stored(fields, Fields))) for name, fields in media.items()],
    )


def put_machine_observations(
    db: sqlite3.Connection, deployment: int, rows: Iterable[tuple[str, Mapping[str, str]]]
) -> None:
    """Keep what machines observed in contents of a deployment.

    Raises:
        ValueUnfit: something is not as it would be read again.
    """
    db.executemany(
        "INSERT INTO machine_observation (content_hash, deployment_id, fields) VALUES (?, ?, ?)",
        [(name, deployment, json.dumps(stored(fields, Fields))) for name, fields in rows],
    )


def put_description(db: sqlite3.Connection, source: str, description: str) -> None:
    """Keep what stands in the description of a package, as JSON."""
    db.execute("DELETE FROM package WHERE source = ?", (source,))
    db.execute("INSERT INTO package (source, description) VALUES (?, ?)", (source, description))


def drop_source(db: sqlite3.Connection, source: str) -> int:
    """Drop the deployments that a package brought; return how many there were."""
    db.execute("DELETE FROM package WHERE source = ?", (source,))
    return db.execute("DELETE FROM deployment WHERE source = ?", (source,)).rowcount


def drop_unused(db: sqlite3.Connection) -> None:
    """Drop what packages brought of contents that no photo has any more."""
    db.execute("DELETE FROM deployed WHERE content_hash NOT IN (SELECT content_hash FROM photo)")
    db.execute(
        "DELETE FROM deployment WHERE source > ''"
        " AND id NOT IN (SELECT deployment_id FROM deployed)"
        # A camera that took no photo counts as long as others of its table have some.
        " AND NOT (json_valid(fields) AND ifnull(json_extract(fields, '$.photos') = '0', 0)"
        " AND source IN (SELECT other.source FROM deployment AS other"
        " JOIN deployed ON deployed.deployment_id = other.id))"
    )
    db.execute(
        "DELETE FROM machine_observation WHERE content_hash NOT IN (SELECT content_hash FROM photo)"
    )
    db.execute("DELETE FROM package WHERE source NOT IN (SELECT source FROM deployment)")


def move_into(db: sqlite3.Connection, inner: int, outer: int, prefix: str) -> None:
    """Let what was said of a folder of the library be said of it as a part of another one."""
    rows = db.execute("SELECT id, inside FROM deployment WHERE folder_id = ?", (inner,)).fetchall()
    for number, inside in rows:
        whole = f"{prefix}/{from_sql(inside)}".rstrip("/")
        db.execute(
            "UPDATE deployment SET folder_id = ?, inside = ? WHERE id = ?",
            (outer, to_sql(whole), number),
        )


def put_package(db: sqlite3.Connection, facts: PackageFacts) -> None:
    """Keep what packages say of themselves.

    Raises:
        ValueUnfit: it is not as it would be read again.
    """
    text = json.dumps(stored(facts))
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_PACKAGE, text))
