"""The catalog's schema as append-only steps; a released step is never changed."""

import sqlite3
from collections.abc import Callable
from typing import Any

_SET = "catalog"
_steps: list[Callable[[Any], None]] = []


def step(change: Callable[[Any], None]) -> Callable[[Any], None]:
    """Append a step, which gets a `sqlite_utils.Database`."""
    _steps.append(change)
    return change


def names() -> list[str]:
    """Return the names of all steps, in order."""
    return [change.__name__ for change in _steps]


def applied(catalog: sqlite3.Connection) -> set[str]:
    """Return the names of the steps that made a catalog what it is, maybe a newer program's.

    Raises:
        sqlite3.OperationalError: it has tables, but none that says so.
    """
    if catalog.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        return set()
    rows = catalog.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (_SET,))
    return {name for (name,) in rows}


def apply(catalog: sqlite3.Connection) -> None:
    """Apply the steps that are missing."""
    import sqlite_utils  # takes as long as a catalog does that misses nothing
    from sqlite_utils.migrations import Migrations

    migrations = Migrations(_SET)
    for change in _steps:
        migrations()(change)
    migrations.apply(sqlite_utils.Database(catalog))


@step
def first_schema(db: Any) -> None:
    """Folders, photos, embeddings, problems, recent queries and the words of photos."""
    db["meta"].create({"key": str, "value": str}, pk="key")
    db["folder"].create(
        {
            "id": int,
            "path": str,
            "volume_uid": str,
            "path_in_volume": str,
            "state": str,
            "added_at": float,
        },
        pk="id",
        not_null={"path", "volume_uid", "path_in_volume", "state", "added_at"},
    )
    db["photo"].create(
        {
            "id": int,
            "folder_id": int,
            "relative": str,
            "name": str,
            "size": int,
            "mtime_ns": int,
            "content_hash": str,
            "volume_uid": str,
            "online": int,
            "sort_key": str,
            "companion": str,
            "sidecar_size": int,
            "sidecar_mtime_ns": int,
            "width": int,
            "height": int,
            "format": str,
            "taken_at": str,
            "latitude": float,
            "longitude": float,
            "altitude": float,
            "camera": str,
            "lens": str,
            "exposure_seconds": float,
            "f_number": float,
            "focal_length_mm": float,
            "iso": int,
            "rating": int,
            "title": str,
            "description": str,
            "keywords": str,
        },
        pk="id",
        not_null={"folder_id", "relative", "name", "size", "mtime_ns", "content_hash", "online"},
    )
    db.execute("CREATE UNIQUE INDEX photo_place ON photo (folder_id, relative)")
    db.execute("CREATE INDEX photo_content ON photo (content_hash)")
    db.execute("CREATE INDEX photo_date ON photo (sort_key DESC, id)")
    db.execute(
        "CREATE TABLE embedding (label INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT"
        " NOT NULL, encoder TEXT NOT NULL, vector BLOB NOT NULL, UNIQUE (content_hash, encoder))"
    )
    db.execute(
        "CREATE TABLE problem (folder_id INTEGER NOT NULL REFERENCES folder(id) ON DELETE CASCADE,"
        " relative TEXT NOT NULL, size INTEGER, mtime_ns INTEGER, code TEXT NOT NULL,"
        " reason TEXT NOT NULL, indexed INTEGER NOT NULL, content_hash TEXT,"
        " PRIMARY KEY (folder_id, relative))"
    )
    db["photo"].add_foreign_key("folder_id", "folder", "id")
    db["recent_query"].create({"text": str, "asked_at": float}, pk="text")
    db.execute(
        "CREATE VIRTUAL TABLE photo_text USING fts5(name, folder, title, description, keywords,"
        " tokenize = 'unicode61 remove_diacritics 2')"
    )
    db.execute(
        "CREATE TRIGGER photo_text_gone AFTER DELETE ON photo BEGIN"
        " DELETE FROM photo_text WHERE rowid = old.id; END"
    )
    db.execute("INSERT INTO meta VALUES ('generation', '0'), ('catalog', hex(randomblob(8)))")


@step
def photos_by_name(db: Any) -> None:
    """Photos in the order of their names, without sorting a million of them."""
    db.execute("CREATE INDEX photo_name ON photo (name COLLATE NOCASE, id)")


@step
def reasons_of_folders(db: Any) -> None:
    """Why a folder is offline, where it is not just unplugged."""
    db.execute("ALTER TABLE folder ADD COLUMN offline_reason TEXT NOT NULL DEFAULT ''")


@step
def contents_that_are_gone(db: Any) -> None:
    """Since when no photo has had these bytes, so that what is kept of them can go."""
    db.execute("CREATE TABLE gone (content_hash TEXT PRIMARY KEY, since REAL NOT NULL)")


@step
def tries_of_problems(db: Any) -> None:
    """When files were last changed in any way, and how often and with which limit they failed."""
    db.execute("ALTER TABLE photo ADD COLUMN changed_ns INTEGER")
    db.execute("ALTER TABLE problem ADD COLUMN changed_ns INTEGER")
    db.execute("ALTER TABLE problem ADD COLUMN tries INTEGER NOT NULL DEFAULT 1")
    db.execute("ALTER TABLE problem ADD COLUMN tried_at REAL NOT NULL DEFAULT 0")
    db.execute("ALTER TABLE problem ADD COLUMN allowed INTEGER")


@step
def spaces_regions_and_passes(db: Any) -> None:
    """Embeddings by space and region of the picture; what other passes made of each content."""
    db.execute(
        "CREATE TABLE embedding_of_region (label INTEGER PRIMARY KEY AUTOINCREMENT,"
        " content_hash TEXT NOT NULL, space TEXT NOT NULL, region TEXT NOT NULL,"
        " vector BLOB NOT NULL, UNIQUE (content_hash, space, region))"
    )
    db.execute(
        "INSERT INTO embedding_of_region SELECT label, content_hash, encoder, '', vector"
        " FROM embedding ORDER BY label"
    )
    # A label that was given once is never given again, also where its row is gone.
    db.execute("DELETE FROM sqlite_sequence WHERE name = 'embedding_of_region'")
    db.execute(
        "INSERT INTO sqlite_sequence SELECT 'embedding_of_region', seq FROM sqlite_sequence"
        " WHERE name = 'embedding'"
    )
    db.execute("DROP TABLE embedding")
    db.execute("ALTER TABLE embedding_of_region RENAME TO embedding")
    db.execute("CREATE INDEX embedding_part ON embedding (space) WHERE region != ''")
    db.execute(
        "CREATE TABLE pass_result (content_hash TEXT NOT NULL, pass TEXT NOT NULL,"
        " version TEXT NOT NULL, value, PRIMARY KEY (pass, content_hash)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX pass_result_content ON pass_result (content_hash)")
    db.execute("DROP TABLE recent_query")


@step
def facts(db: Any) -> None:
    """Where photos were taken, by name; facts to filter a million photos by; words in pictures."""
    db.execute("ALTER TABLE photo ADD COLUMN color_label TEXT")
    # NULL: nobody looked yet; '' and 0: it lies in none.
    db.execute("ALTER TABLE photo ADD COLUMN country TEXT")
    db.execute("ALTER TABLE photo ADD COLUMN region TEXT")
    db.execute("ALTER TABLE photo ADD COLUMN town INTEGER")
    db.execute("ALTER TABLE photo ADD COLUMN town_meters INTEGER")
    db.execute("ALTER TABLE photo ADD COLUMN town_direction TEXT")
    for name in ("camera", "lens", "color_label", "rating", "iso", "f_number", "focal_length_mm"):
        db.execute(f"CREATE INDEX photo_{name} ON photo ({name}) WHERE {name} IS NOT NULL")
    for name in ("exposure_seconds", "country", "region", "town"):
        db.execute(f"CREATE INDEX photo_{name} ON photo ({name}) WHERE {name} IS NOT NULL")
    db.execute("CREATE INDEX photo_format ON photo (format)")
    db.execute("CREATE INDEX photo_position ON photo (latitude, longitude)")
    for name, part in (
        ("taken", "sort_key"),
        ("month", "substr(sort_key, 6, 2)"),
        ("hour", "substr(sort_key, 12, 5)"),
        ("weekday", "strftime('%w', sort_key)"),
    ):
        db.execute(f"CREATE INDEX photo_{name} ON photo ({part}) WHERE taken_at > ''")
    db.execute(
        "CREATE INDEX photo_unplaced ON photo (id) WHERE country IS NULL AND"
        " (latitude IS NOT NULL AND longitude IS NOT NULL OR region IS NOT NULL)"
    )
    db.execute("CREATE INDEX photo_undated ON photo (id) WHERE ifnull(taken_at, '') = ''")
    _keywords(db)
    _inscriptions(db)


def _keywords(db: Any) -> None:
    """Each keyword of each photo, as triggers keep it."""
    db.execute(
        "CREATE TABLE photo_keyword (keyword TEXT NOT NULL, photo_id INTEGER NOT NULL,"
        " PRIMARY KEY (keyword, photo_id)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX photo_keyword_of ON photo_keyword (photo_id)")
    put = (
        "INSERT OR IGNORE INTO photo_keyword SELECT value, {0}.id FROM"
        " json_each(iif(json_valid({0}.keywords), {0}.keywords, '[]')) WHERE type = 'text'"
    )
    db.execute(f"{put.format('photo').replace(' FROM', ' FROM photo,', 1)}")
    drop = "DELETE FROM photo_keyword WHERE photo_id = old.id"
    for name, moment, work in (
        ("put", "INSERT", put.format("new")),
        ("changed", "UPDATE OF keywords", f"{drop}; {put.format('new')}"),
        ("gone", "DELETE", drop),
    ):
        db.execute(f"CREATE TRIGGER photo_keyword_{name} AFTER {moment} ON photo BEGIN {work}; END")


def _inscriptions(db: Any) -> None:
    """The words that were read in pictures, by content, and an index of them."""
    db.execute(
        "CREATE TABLE inscription (id INTEGER PRIMARY KEY, content_hash TEXT NOT NULL UNIQUE,"
        " words TEXT NOT NULL)"
    )
    db.execute(
        "CREATE VIRTUAL TABLE inscription_text USING fts5(words, content = 'inscription',"
        " content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2')"
    )
    put = "INSERT INTO inscription_text (rowid, words) VALUES (new.id, new.words)"
    drop = (
        "INSERT INTO inscription_text (inscription_text, rowid, words)"
        " VALUES ('delete', old.id, old.words)"
    )
    for name, moment, work in (
        ("put", "INSERT", put),
        ("changed", "UPDATE", f"{drop}; {put}"),
        ("gone", "DELETE", drop),
    ):
        db.execute(
            f"CREATE TRIGGER inscription_{name} AFTER {moment} ON inscription BEGIN {work}; END"
        )


@step
def bursts_and_events(db: Any) -> None:
    """Which photos belong together. A photo without a row has still to be looked at."""
    db.execute(
        "CREATE TABLE photo_group (photo_id INTEGER PRIMARY KEY, burst INTEGER, event INTEGER)"
    )
    for name in ("burst", "event"):
        db.execute(f"CREATE INDEX photo_{name} ON photo_group ({name}) WHERE {name} IS NOT NULL")
    # What is left of an event is looked at again, too: it may have become two.
    drop = (
        "DELETE FROM photo_group WHERE event ="
        " (SELECT event FROM photo_group WHERE photo_id = old.id);"
        " DELETE FROM photo_group WHERE photo_id = old.id"
    )
    changed = " OR ".join(
        f"old.{name} IS NOT new.{name}"
        for name in ("content_hash", "taken_at", "camera", "folder_id", "relative")
    )
    db.execute(f"CREATE TRIGGER photo_group_gone AFTER DELETE ON photo BEGIN {drop}; END")
    db.execute(
        "CREATE TRIGGER photo_group_changed AFTER UPDATE OF"
        " content_hash, taken_at, camera, folder_id, relative ON photo"
        f" WHEN {changed} BEGIN {drop}; END"
    )


@step
def notes_and_detections(db: Any) -> None:
    """What people noted of contents, what detectors found in them, and where cameras stood."""
    db.execute("ALTER TABLE photo ADD COLUMN own_rating INTEGER")
    db.execute("ALTER TABLE photo ADD COLUMN placed_by TEXT")  # NULL: by the photo itself
    db.execute("DROP INDEX photo_rating")
    db.execute(
        "CREATE INDEX photo_rating ON photo (ifnull(own_rating, rating))"
        " WHERE ifnull(own_rating, rating) IS NOT NULL"
    )
    # `folder_id`: where the content lay when it was noted. Tags and names are JSON.
    db.execute(
        "CREATE TABLE note (content_hash TEXT PRIMARY KEY, folder_id INTEGER,"
        " tags TEXT NOT NULL, rating INTEGER, names TEXT NOT NULL,"
        " latitude REAL, longitude REAL, altitude REAL, place_source TEXT,"
        " changed_at REAL NOT NULL) WITHOUT ROWID"
    )
    db.execute(
        "CREATE TABLE noted_name (name TEXT NOT NULL, content_hash TEXT NOT NULL,"
        " PRIMARY KEY (name, content_hash)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX noted_name_of ON noted_name (content_hash)")
    _detections(db)
    # A deployment that somebody described: of a folder, a drive, an outing that `began` then, or
    # one that a package brought, whose photos are in `deployed`. Fields are JSON.
    db.execute(
        "CREATE TABLE deployment (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, folder_id INTEGER"
        " REFERENCES folder(id) ON DELETE CASCADE, inside TEXT NOT NULL, began TEXT NOT NULL,"
        " name TEXT NOT NULL, source TEXT NOT NULL, fields TEXT NOT NULL)"
    )
    db.execute("CREATE INDEX deployment_source ON deployment (source)")
    db.execute("CREATE INDEX deployment_place ON deployment (folder_id, inside)")
    db.execute(
        "CREATE TABLE deployed (content_hash TEXT PRIMARY KEY, deployment_id INTEGER NOT NULL"
        " REFERENCES deployment(id) ON DELETE CASCADE, media TEXT NOT NULL) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX deployed_in ON deployed (deployment_id)")
    # What in a sidecar is from us, as JSON.
    db.execute(
        "CREATE TABLE sidecar (folder_id INTEGER NOT NULL REFERENCES folder(id) ON DELETE CASCADE,"
        " relative TEXT NOT NULL, ours TEXT NOT NULL, PRIMARY KEY (folder_id, relative))"
        " WITHOUT ROWID"
    )


@step
def undated_photos_last(db: Any) -> None:
    """Photos without a date of their own after all others, no longer at their file's time."""
    undated = "ifnull(taken_at, '') = '' AND sort_key NOT LIKE '-%'"
    db.execute(f"UPDATE photo SET sort_key = '-' || sort_key WHERE {undated}")


def _detections(db: Any) -> None:
    """What the files of detectors say of contents. Only what was kept at the import is there."""
    db.execute(
        "CREATE TABLE detection_file (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE,"
        " format TEXT NOT NULL, model TEXT NOT NULL, least REAL NOT NULL,"
        " imported_at REAL NOT NULL)"
    )
    db.execute(
        "CREATE TABLE detection_label (id INTEGER PRIMARY KEY, file_id INTEGER NOT NULL"
        " REFERENCES detection_file(id) ON DELETE CASCADE, name TEXT NOT NULL,"
        " common TEXT NOT NULL, rank TEXT NOT NULL, is_name INTEGER NOT NULL)"
    )
    db.execute("CREATE INDEX detection_label_name ON detection_label (name)")
    db.execute("CREATE INDEX detection_label_file ON detection_label (file_id)")
    # Each label that a content has, with its highest confidence; NULL: the file gives none.
    db.execute(
        "CREATE TABLE detection (label_id INTEGER NOT NULL REFERENCES detection_label(id)"
        " ON DELETE CASCADE, content_hash TEXT NOT NULL, confidence REAL,"
        " PRIMARY KEY (label_id, content_hash)) WITHOUT ROWID"
    )
    # Each content that a file speaks of, also where nothing was found in it. `found` is JSON:
    # lists of a label's id, confidence, left, top, width and height, in units of 1/10,000.
    db.execute(
        "CREATE TABLE detected (content_hash TEXT NOT NULL, file_id INTEGER NOT NULL"
        " REFERENCES detection_file(id) ON DELETE CASCADE, is_blank INTEGER NOT NULL,"
        " failure TEXT NOT NULL, found TEXT NOT NULL,"
        " PRIMARY KEY (content_hash, file_id)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX detected_file ON detected (file_id)")
    db.execute("CREATE INDEX detected_blank ON detected (content_hash) WHERE is_blank")


@step
def export_secret(db: Any) -> None:
    """What names photos and deployments in exports that do not say where they were."""
    db.execute("INSERT INTO meta VALUES ('export_secret', hex(randomblob(32)))")


@step
def sources_of_dates(db: Any) -> None:
    """Whether a photo only says when it was last changed."""
    db.execute("ALTER TABLE photo ADD COLUMN taken_from TEXT")


@step
def clocks(db: Any) -> None:
    """What is added to times of photos whose camera's clock was wrong, and what that had said."""
    db.execute("ALTER TABLE photo ADD COLUMN camera_time TEXT")  # NULL: `taken_at` is the file's
    db.execute(
        "CREATE TABLE clock_correction (id INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL,"
        " made_at REAL NOT NULL)"
    )
    db.execute(
        "CREATE TABLE clock (content_hash TEXT NOT NULL, correction_id INTEGER NOT NULL REFERENCES"
        " clock_correction(id) ON DELETE CASCADE, seconds REAL NOT NULL, utc_offset TEXT NOT NULL,"
        " PRIMARY KEY (content_hash, correction_id)) WITHOUT ROWID"
    )
    db.execute("CREATE INDEX clock_of ON clock (correction_id)")


@step
def several_packages(db: Any) -> None:
    """What several packages say of one content; what they say of themselves; what they pass on.

    And the places that deployments give their photos.
    """
    db.execute("ALTER TABLE deployed RENAME TO deployed_once")
    db.execute("DROP INDEX deployed_in")
    db.execute(
        "CREATE TABLE deployed (content_hash TEXT NOT NULL, deployment_id INTEGER NOT NULL"
        " REFERENCES deployment(id) ON DELETE CASCADE, media TEXT NOT NULL,"
        " PRIMARY KEY (content_hash, deployment_id)) WITHOUT ROWID"
    )
    db.execute("INSERT INTO deployed SELECT content_hash, deployment_id, media FROM deployed_once")
    db.execute("DROP TABLE deployed_once")
    db.execute("CREATE INDEX deployed_in ON deployed (deployment_id)")
    # By content: where its deployment is, and which one says so. Made of the others.
    db.execute(
        "CREATE TABLE placed_content (content_hash TEXT PRIMARY KEY, name TEXT NOT NULL,"
        " latitude REAL NOT NULL, longitude REAL NOT NULL) WITHOUT ROWID"
    )
    # What stands in a package's description, as JSON; `number` in the order of their imports.
    db.execute(
        "CREATE TABLE package (number INTEGER PRIMARY KEY, source TEXT NOT NULL UNIQUE,"
        " description TEXT NOT NULL)"
    )
    # Observations of machines, which nobody accepted and which go on to whoever gets the package
    # next: of the first content that each is about. `fields` is JSON.
    db.execute(
        "CREATE TABLE machine_observation (id INTEGER PRIMARY KEY, content_hash TEXT NOT NULL,"
        " deployment_id INTEGER NOT NULL REFERENCES deployment(id) ON DELETE CASCADE,"
        " fields TEXT NOT NULL)"
    )
    db.execute("CREATE INDEX machine_observation_of ON machine_observation (content_hash)")
    db.execute("CREATE INDEX machine_observation_in ON machine_observation (deployment_id)")


@step
def makers_sequences(db: Any) -> None:
    """What makers of camera traps wrote of a series. Whoever gets it later is grouped again."""
    db.execute("ALTER TABLE photo ADD COLUMN sequence TEXT")
    db.execute(
        "CREATE TRIGGER photo_sequence_changed AFTER UPDATE OF sequence ON photo"
        " WHEN old.sequence IS NOT new.sequence BEGIN"
        " DELETE FROM photo_group WHERE event ="
        " (SELECT event FROM photo_group WHERE photo_id = old.id);"
        " DELETE FROM photo_group WHERE photo_id = old.id; END"
    )


@step
def skies(db: Any) -> None:
    """Light by the sun and phase of the moon; NULL: still to be looked up; '': nobody knows."""
    for name in ("light", "moon"):
        db.execute(f"ALTER TABLE photo ADD COLUMN {name} TEXT")
        db.execute(f"CREATE INDEX photo_{name} ON photo ({name}) WHERE {name} > ''")
    db.execute("CREATE INDEX photo_unlit ON photo (id) WHERE light IS NULL")
    parts = ("taken_at", "taken_from", "latitude", "longitude")
    changed = " OR ".join(f"old.{part} IS NOT new.{part}" for part in parts)
    db.execute(
        f"CREATE TRIGGER photo_sky_changed AFTER UPDATE OF {', '.join(parts)} ON photo"
        f" WHEN {changed} BEGIN UPDATE photo SET light = NULL, moon = NULL WHERE id = new.id; END"
    )


@step
def folders_and_common_names(db: Any) -> None:
    """Folders and common names from indexes, without a look at each photo and each note."""
    # The folder in which a photo lies, "" or "a/b/"; some SQLite reads only columns from an index.
    folder = "rtrim(relative, replace(relative, '/', ''))"
    db.execute(f"ALTER TABLE photo ADD COLUMN inside TEXT GENERATED ALWAYS AS ({folder}) VIRTUAL")
    db.execute(
        "CREATE INDEX photo_inside ON photo (folder_id, inside) WHERE typeof(relative) = 'text'"
    )
    db.execute("ALTER TABLE noted_name ADD COLUMN common TEXT NOT NULL DEFAULT ''")
    db.execute(
        "UPDATE noted_name SET common = told.common FROM (SELECT content_hash,"
        " json_extract(one.value, '$.name') AS name, json_extract(one.value, '$.common') AS common"
        " FROM note, json_each(iif(json_valid(names) AND names LIKE '[%', names, '[]')) AS one"
        " WHERE one.type = 'object' AND typeof(common) = 'text' AND common > '') AS told"
        " WHERE told.content_hash = noted_name.content_hash AND told.name = noted_name.name"
    )
    db.execute("CREATE INDEX noted_name_common ON noted_name (common, name) WHERE common > ''")
