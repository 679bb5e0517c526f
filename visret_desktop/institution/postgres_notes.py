"""What people note on a server: tags, ratings and accepted names, judgments, saved searches.

Each person, who is a user of the server, has rows of their own. Everybody reads all notes and
judgments and changes their own, which the server itself sees to (row-level security). So two people
never write over each other, and where they disagree both stay: `conflicts` lists it. Notes and
judgments are of contents, and outlive that these are forgotten.

What filters look up stands beside `body`, which has the whole note.
"""

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from msgspec import to_builtins

from visret_desktop import typed_values
from visret_desktop.engine.field_messages import ChangeNotes
from visret_desktop.engine.fieldwork.annotations_job import changed
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import MOST, NameInUse, TooManySearches, search_named
from visret_desktop.institution.postgres_rows import Row, key_of, keywords_around
from visret_desktop.institution.store import Conflict
from visret_desktop.institution.word_vectors import vector_of
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.catalog.filter_values import Rating
from visret_desktop.library.keyword_paths import last_part
from visret_desktop.library.records import Notes
from visret_desktop.library.stored_values import stored

if TYPE_CHECKING:
    import psycopg

Run = Callable[[Callable[["psycopg.Connection[Any]"], Any]], Any]  # in a transaction of its own

_LONGEST_NAME = 1200  # bytes, of which an index takes two
_LONGEST_LIST = 50_000  # contents; 2 MB
_RATED = "SELECT content_hash FROM note WHERE rating IS NOT NULL"
# One's own rating, else the latest of anybody.
_RATED_IN_RANGE = (
    "SELECT content_hash FROM (SELECT DISTINCT ON (content_hash) content_hash, rating FROM note"
    " WHERE rating IS NOT NULL ORDER BY content_hash, person = session_user DESC, changed_at DESC)"
    " AS rated WHERE rating BETWEEN ? AND ?"
)
_OWN = "person = session_user"
TABLES = (
    "CREATE TABLE note (content_hash uuid NOT NULL, person text NOT NULL DEFAULT session_user,"
    ' body jsonb NOT NULL, keyword_paths text[] COLLATE "C" NOT NULL, rating smallint,'
    ' species text[] COLLATE "C" NOT NULL, words tsvector NOT NULL,'
    " changed_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (content_hash, person))",
    "CREATE INDEX note_keyword ON note USING gin (keyword_paths)",
    "CREATE INDEX note_species ON note USING gin (species)",
    "CREATE INDEX note_words ON note USING gin (words)",
    "CREATE INDEX note_rating ON note (content_hash) WHERE rating IS NOT NULL",
    "CREATE TABLE judgment (content_hash uuid NOT NULL, person text NOT NULL DEFAULT session_user,"
    " query text NOT NULL, is_right boolean NOT NULL,"
    " changed_at timestamptz NOT NULL DEFAULT now())",
    # A query may be longer than an index takes.
    "CREATE UNIQUE INDEX judgment_of ON judgment (person, content_hash, md5(query))",
    "CREATE INDEX judgment_query ON judgment (md5(query))",
    "CREATE TABLE saved_search (person text NOT NULL DEFAULT session_user, key text NOT NULL,"
    " body jsonb NOT NULL, saved_at timestamptz NOT NULL DEFAULT clock_timestamp(),"
    " PRIMARY KEY (person, key))",
    *(f"ALTER TABLE {name} ENABLE ROW LEVEL SECURITY" for name in ("note", "judgment")),
    "ALTER TABLE saved_search ENABLE ROW LEVEL SECURITY",
    *(f"CREATE POLICY all_read ON {name} FOR SELECT USING (true)" for name in ("note", "judgment")),
    *(
        f"CREATE POLICY own ON {name} USING ({_OWN}) WITH CHECK ({_OWN})"
        for name in ("note", "judgment", "saved_search")
    ),
)
_PUT = (
    "INSERT INTO note (content_hash, body, keyword_paths, rating, species, words)"
    " VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (content_hash, person) DO UPDATE SET"
    " body = excluded.body, keyword_paths = excluded.keyword_paths, rating = excluded.rating,"
    " species = excluded.species, words = excluded.words, changed_at = now()"
)
_JUDGE = (
    "INSERT INTO judgment (content_hash, query, is_right) VALUES (%s, %s, %s)"
    " ON CONFLICT (person, content_hash, md5(query)) DO UPDATE"
    " SET is_right = excluded.is_right, changed_at = now()"
)
_CONFLICTS = (
    "SELECT 'rating', '', content_hash, jsonb_object_agg(person, rating) FROM note"
    " WHERE rating IS NOT NULL GROUP BY content_hash HAVING count(DISTINCT rating) > 1"
    " UNION ALL SELECT 'name', '', content_hash, jsonb_object_agg(person, species) FROM note"
    " WHERE species <> '{}' GROUP BY content_hash HAVING count(DISTINCT species) > 1"
    " UNION ALL SELECT 'judgment', query, content_hash, jsonb_object_agg(person, is_right)"
    " FROM judgment GROUP BY content_hash, query HAVING count(DISTINCT is_right) > 1"
)


class PostgresNotes:
    """What people noted in one library."""

    def __init__(self, run: Run) -> None:
        """`run` calls what it gets with a connection, in a transaction of its own."""
        self._run = run

    def person(self) -> str:
        """Return whose notes are written here: the name of the server's user."""
        return str(self._run(lambda db: db.execute("SELECT session_user").fetchone()[0]))

    # ---- tags, ratings, names ---------------------------------------------------------------

    def of(self, hashes: Iterable[str]) -> dict[str, dict[str, Notes]]:
        """Return the notes of contents, by hash and person; those without any have no entry."""
        query = (
            "SELECT content_hash, person, body FROM note WHERE content_hash = ANY (%s)"
            " ORDER BY content_hash, person"
        )
        wanted = [UUID(one) for one in hashes]
        notes: dict[str, dict[str, Notes]] = {}
        for content_hash, person, body in self._run(
            lambda db: db.execute(query, (wanted,)).fetchall()
        ):
            notes.setdefault(content_hash.hex, {})[person] = typed_values.convert(body, Notes)
        return notes

    def change(self, change: ChangeNotes) -> dict[str, Notes]:
        """Change one's own notes of `change.hashes`; return those that were there before.

        It begins with what is there now, so two computers of one person lose nothing.
        """

        def write(db: "psycopg.Connection[Any]") -> dict[str, Notes]:
            before = _own(db, change.hashes)
            _put(db, {name: changed(noted, change) for name, noted in before.items()})
            return before

        kept: dict[str, Notes] = self._run(write)
        return kept

    def put(
        self, notes: Mapping[str, Notes], expected: Mapping[str, Notes] | None = None
    ) -> set[str]:
        """Note this oneself, in place of what one noted before; return what stayed as it was.

        With `expected`, only where that is what is there.
        """

        def write(db: "psycopg.Connection[Any]") -> set[str]:
            there = _own(db, notes)
            changed_since = set() if expected is None else {
                name for name, noted in there.items() if noted != expected.get(name, Notes())
            }  # fmt: skip
            _put(db, {name: noted for name, noted in notes.items() if name not in changed_since})
            return changed_since

        changed_since: set[str] = self._run(write)
        return changed_since

    # ---- judgments --------------------------------------------------------------------------

    def judge(self, query: str, hashes: Collection[str], is_right: bool | None) -> None:
        """Mark contents as right or wrong for a query; None takes one's own mark away."""
        wanted = sorted(UUID(one) for one in hashes)

        def write(db: "psycopg.Connection[Any]") -> None:
            if is_right is None:
                db.execute(
                    f"DELETE FROM judgment WHERE {_OWN} AND query = %s AND content_hash = ANY (%s)",
                    (query, wanted),
                )
                return
            with db.cursor() as cursor:
                cursor.executemany(_JUDGE, [(one, query, is_right) for one in wanted])

        self._run(write)

    def judgments(self, query: str) -> dict[str, dict[str, bool]]:
        """Return what was marked for a query, by content hash and person."""
        sql = "SELECT content_hash, person, is_right FROM judgment WHERE md5(query) = md5(%s)"
        marks: dict[str, dict[str, bool]] = {}
        for content_hash, person, is_right in self._run(
            lambda db: db.execute(f"{sql} ORDER BY content_hash, person", (query,)).fetchall()
        ):
            marks.setdefault(content_hash.hex, {})[person] = is_right
        return marks

    def conflicts(self, most: int) -> list[Conflict]:
        """Return in what people disagree, up to so many, by the paths of photos."""
        query = (
            "SELECT kind, query, content_hash, (SELECT min(path) FROM file"
            " WHERE file.content_hash = one.content_hash) AS path, opinions"
            f" FROM ({_CONFLICTS}) AS one (kind, query, content_hash, opinions)"
            " ORDER BY path, kind, query LIMIT %s"
        )
        rows = self._run(lambda db: db.execute(query, (most,)).fetchall())
        return [
            Conflict(kind, query, content_hash.hex, os.fsdecode(path or b""), opinions)
            for kind, query, content_hash, path, opinions in rows
        ]

    # ---- saved searches ---------------------------------------------------------------------

    def searches(self) -> tuple[SavedSearch, ...]:
        """Return one's own saved searches, the oldest first."""
        query = f"SELECT body FROM saved_search WHERE {_OWN} ORDER BY saved_at, key"
        rows = self._run(lambda db: db.execute(query).fetchall())
        return tuple(typed_values.convert(body, SavedSearch) for (body,) in rows)

    def save_search(self, search: SavedSearch, *, is_replacing: bool = False) -> None:
        """Keep a search, or have it take the place of one's own of that name.

        Raises:
            NameInUse: there is one, and `is_replacing` is false.
            TooManySearches: there is no room.
        """
        put = "INSERT INTO saved_search (key, body) VALUES (%s, %s) ON CONFLICT (person, key) DO"
        put += " UPDATE SET body = excluded.body" if is_replacing else " NOTHING"

        def write(db: "psycopg.Connection[Any]") -> None:
            _alone(db)
            values = (search.name.casefold(), _json(to_builtins(search)))
            if not db.execute(put, values).rowcount:
                raise NameInUse(name=search.name)
            row = db.execute(f"SELECT count(*) FROM saved_search WHERE {_OWN}").fetchone()
            if row and row[0] > MOST:
                raise TooManySearches(most=MOST)

        self._run(write)

    def remove_search(self, name: str) -> SavedSearch:
        """Take one's own saved search away; return it.

        Raises:
            SearchUnknown: there is none.
        """
        search = search_named(self.searches(), name)
        query = f"DELETE FROM saved_search WHERE {_OWN} AND key = %s"
        self._run(lambda db: db.execute(query, (search.name.casefold(),)))
        return search


def tagged(db: "psycopg.Connection[Any]", words: Sequence[str]) -> Clause:
    """Return the SQL of a `photo` that somebody gave one of these keywords."""
    return _among(db, "SELECT content_hash FROM note WHERE keyword_paths && ?::text[]", [*words])


def rated(
    db: "psycopg.Connection[Any]", ratings: Sequence[Rating]
) -> tuple[Clause, Sequence[Clause]]:
    """Return the SQL of a `photo` that somebody rated, and of one rated in each of these ranges."""
    return _among(db, _RATED), [_among(db, _RATED_IN_RANGE, one.low, one.high) for one in ratings]


def _among(db: "psycopg.Connection[Any]", contents: str, *values: Any) -> Clause:
    """Return the SQL of a `photo` that is among contents, as a list if that is not too long.

    How many are in a list PostgreSQL knows when it plans, and its index goes with those of facts.
    """
    query = (
        "SELECT count(*), array_agg(content_hash)::text"
        f" FROM ({contents} LIMIT {_LONGEST_LIST + 1}) AS noted"
    )
    count, listed = db.execute(query.replace("?", "%s"), values).fetchone() or (0, None)
    if count > _LONGEST_LIST:
        return Clause(f"photo.content_hash IN ({contents})", values)
    return Clause("photo.content_hash = ANY (?::uuid[])", (listed,)) if count else Clause("FALSE")


def note_row(content_hash: str, notes: Notes) -> Row:
    """Return a note as a row: what was noted, and what filters look up."""
    tags = [*notes.tags, *map(last_part, notes.tags)]
    names = [word for one in notes.names for word in (one.name, one.common)]
    return (
        UUID(content_hash),
        _json(stored(notes)),
        keywords_around(tags),
        notes.rating,
        sorted({key_of(one.name) for one in notes.names}),
        vector_of(" ".join((*notes.tags, *names))),
    )


def words_to_offer(notes: Iterable[Notes]) -> set[tuple[str, str, str]]:
    """Return what queries are read by: kind, name and common name."""
    words = set()
    for noted in notes:
        tags = (*noted.tags, *map(last_part, noted.tags))
        words |= {("keyword", key_of(tag), "") for tag in tags}
        words |= {named("species", one.name, one.common) for one in noted.names}
    return words


def named(kind: str, name: str, common: str) -> tuple[str, str, str]:
    """Return a name and its common one as they fit into an index together."""
    return kind, key_of(name, _LONGEST_NAME), key_of(common, _LONGEST_NAME)


def put_words_to_offer(
    db: "psycopg.Connection[Any]", words: Iterable[tuple[str, str, str]]
) -> None:
    """Keep words that queries are read by, of those that are not there."""
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO vocabulary VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", sorted(words)
        )


def _own(db: "psycopg.Connection[Any]", hashes: Iterable[str]) -> dict[str, Notes]:
    """Return one's own notes of contents, empty ones too; nobody else changes them meanwhile."""
    _alone(db)
    names = list(hashes)
    query = f"SELECT content_hash, body FROM note WHERE {_OWN} AND content_hash = ANY (%s)"
    rows = db.execute(query, ([UUID(one) for one in names],))
    there = {content_hash.hex: typed_values.convert(body, Notes) for content_hash, body in rows}
    return {name: there.get(name, Notes()) for name in names}


def _put(db: "psycopg.Connection[Any]", notes: Mapping[str, Notes]) -> None:
    rows = sorted(note_row(name, noted) for name, noted in notes.items() if noted)
    empty = [UUID(name) for name, noted in notes.items() if not noted]
    with db.cursor() as cursor:
        cursor.executemany(_PUT, rows)
    db.execute(f"DELETE FROM note WHERE {_OWN} AND content_hash = ANY (%s)", (empty,))
    put_words_to_offer(db, words_to_offer(notes.values()))


def _alone(db: "psycopg.Connection[Any]") -> None:
    """Wait until no other computer of this person is writing."""
    db.execute("SELECT pg_advisory_xact_lock(hashtext('visret'), hashtext(session_user))")


def _json(plain: Any) -> Any:
    from psycopg.types.json import Jsonb

    return Jsonb(plain)
