"""Read lists of species: a text with a name a line, a table, or a Darwin Core archive.

Files are other people's: sizes, rows and lengths have bounds, XML is read without entities, and of
an archive only the files that its description names are opened, in memory.
"""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml import ElementTree as Xml

from visret_desktop.errors import FileMissing, VisretError
from visret_desktop.facts.values import MONTHS
from visret_desktop.interchange.species.name_lists import MOST_NAMES, ListedName, NameList
from visret_desktop.interchange.tables import decoded, rows_of
from visret_desktop.library.records import LONGEST_TEXT
from visret_desktop.names import MOST_LETTERS
from visret_desktop.sentences import said_by, sentence

Codes = Callable[[str], tuple[str, ...]]  # ISO codes of what a list says of a place
_MOST_BYTES = 1_000_000_000  # of an archive's file, unpacked
_MOST_TEXT = 200_000_000  # of a list that is no archive
_MOST_ROWS = 20_000_000
_MOST_META = 1_000_000
_COLUMNS = {
    "name": ("scientificname", "scientific", "species", "name", "latinname", "taxon"),
    "common": ("vernacularname", "commonname", "common", "englishname", "english"),
    "rank": ("taxonrank", "rank"),
    "months": ("months", "month", "season", "phenology"),
    "date": ("eventdate", "date"),
    "country": ("countrycode",),
    "part": ("stateprovince", "region", "regions", "locality", "locationid", "country"),
    "language": ("language",),
    "status": ("occurrencestatus",),
    "id": ("taxonid", "id"),
    "accepted": ("acceptednameusageid",),
}
_OF_HEADER = {header: name for name, headers in _COLUMNS.items() for header in headers}
_RANGE = re.compile(r"\s*(?:-|–|\.\.|/|\bto\b)\s*")


class ListUnreadable(VisretError):
    """A file that was to be a list of names and is none."""

    code = "list-unreadable"
    sentence = "{name} cannot be used as a list of names: {reason}."
    exit_code = 2


@dataclass
class _Gathered:
    """What the rows of a list say of one name."""

    common: str = ""
    rank: str = ""
    months: set[int] = field(default_factory=set)
    places: set[str] = field(default_factory=set)


def read_list(path: Path, title: str, codes: Codes, encoding: str = "") -> NameList:
    """Read a list; `codes` returns the ISO codes of places that it names.

    `encoding` is that of a text; "": it is found out, and asked for where that cannot be.

    Raises:
        FileMissing: the file is not there.
        ListUnreadable: there is no name in it, or it is no list.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    try:
        is_archive = zipfile.is_zipfile(path)
        found = _archive(path) if is_archive else _plain(path, encoding)
    except (OSError, EOFError, zipfile.BadZipFile, csv.Error, NotImplementedError) as error:
        reason = str(getattr(error, "strerror", "") or error).rstrip(".")
        raise ListUnreadable(name=path.name, reason=reason) from error
    except (ParseError, DefusedXmlException, LookupError, ValueError, RuntimeError) as error:
        raise ListUnreadable(
            name=path.name, reason=said_by(error) or str(error).rstrip(".")
        ) from error
    if not found:
        raise ListUnreadable(name=path.name, reason=sentence("there is no name in it"))
    known: dict[str, tuple[str, ...]] = {}
    names = []
    for name, said in found.items():
        places = sorted(said.places)
        known |= {place: codes(place) for place in places if place not in known}
        regions = tuple(dict.fromkeys(code for place in places for code in known[place]))
        # Names of places that nobody knows must not keep a species out everywhere.
        is_whole = all(known[place] for place in places)
        months = tuple(sorted(said.months)) if len(said.months) < len(MONTHS) else ()
        kept = regions if is_whole else ()
        names.append(ListedName(name, said.common, said.rank, months, kept))
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return NameList(title, path.name, at, tuple(names))


# ---- texts and tables ---------------------------------------------------------------------------


def _plain(path: Path, encoding: str) -> dict[str, _Gathered]:
    if path.stat().st_size > _MOST_TEXT:
        raise ValueError(f"it is larger than {_MOST_TEXT // 1_000_000} MB")
    text = decoded(path.read_bytes(), encoding)
    if "\0" in text[:10_000]:
        raise ValueError("it is no text")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = next((line for line in text.splitlines() if line.strip()), "")
    mark = max(",;\t", key=first.count)
    headers = _headers(next(csv.reader([first], delimiter=mark), []))
    found: dict[str, _Gathered] = {}
    if "name" in headers or "common" in headers:
        rows = rows_of(io.StringIO(text), mark)
        next((row for row in rows if any(cell.strip() for cell in row)), None)
        for cells in rows:
            _take(found, {name: cells[at] for name, at in headers.items() if at < len(cells)})
        return found
    for line in text.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            name, _, common = (part.strip() for part in re.sub(r"[;,]", "\t", line).partition("\t"))
            _take(found, {"name": name, "common": common})
    return found


def _headers(cells: Iterable[str]) -> dict[str, int]:
    """Return where the columns are that we know, by our name; of several the first in our order."""
    plain = [re.sub(r"[^a-z]", "", cell.lower()) for cell in cells]
    return {
        name: next(plain.index(header) for header in headers if header in plain)
        for name, headers in _COLUMNS.items()
        if not set(headers).isdisjoint(plain)
    }


def _take(found: dict[str, _Gathered], row: Mapping[str, str]) -> None:
    """Add what a row says."""
    name = _clean(row.get("name") or row.get("common") or "")
    if not name or row.get("status", "").strip().lower() in ("absent", "excluded"):
        return
    if name not in found and len(found) >= MOST_NAMES:
        raise ValueError(f"it has more than {MOST_NAMES:,} names")
    said = found.setdefault(name, _Gathered())
    common = _clean(row.get("common", ""))
    said.common = said.common or (common if common != name else "")
    said.rank = said.rank or _clean(row.get("rank", "")).lower()
    said.months |= read_months(row.get("months", "")) | _month_of(row.get("date", ""))
    country = row.get("country", "").strip()
    parts = [part.strip() for part in re.split(r"[;|]", row.get("part", ""))]
    said.places |= {_clean(place) for place in (parts if any(parts) else [country]) if place}
    if country and any(parts):
        said.places -= set(parts)
        said.places |= {f"{country}, {part}" for part in parts if part}


def _clean(text: str) -> str:
    words = "".join(sign if sign >= " " and sign != "\x7f" else " " for sign in text)
    return " ".join(words.encode("utf-8", "replace").decode().split())[:LONGEST_TEXT]


def read_months(text: str) -> set[int]:
    """Return the months of '5', 'May-July', '11..2' or '3;4;5'; what is none is passed over."""
    found: set[int] = set()
    for part in re.split(r"[;,|]", text.lower()):
        ends = [_month(word) for word in _RANGE.split(part.strip(), maxsplit=1)]
        if len(ends) == 2 and all(ends):
            first, last = ends
            found |= {
                (month - 1) % 12 + 1 for month in range(first, last + 12 * (last < first) + 1)
            }
        elif ends[0]:
            found.add(ends[0])
    return found


def _month(word: str) -> int:
    word = word.strip().rstrip(".")
    if word.isascii() and word.isdigit():
        return int(word) if 1 <= int(word[:3]) <= len(MONTHS) else 0
    is_one = len(word) >= 3 and [month.startswith(word) for month in MONTHS]
    return is_one.index(True) + 1 if is_one and True in is_one else 0


def _month_of(date: str) -> set[int]:
    match = re.match(r"\d{4}-(\d\d)\b", date.strip())
    return {int(match[1])} if match and 1 <= int(match[1]) <= len(MONTHS) else set()


# ---- Darwin Core archives -----------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A file of an archive, as its description has it; `columns` by our names."""

    file: str
    kind: str  # the last part of its row type
    id_column: int
    columns: dict[str, int]
    fixed: dict[str, str]
    separator: str
    quote: str
    encoding: str
    skipped: int


def _archive(path: Path) -> dict[str, _Gathered]:
    with zipfile.ZipFile(path) as archive:
        inside = {info.filename: info for info in archive.infolist()}
        meta = next((name for name in inside if name.rpartition("/")[2] == "meta.xml"), None)
        if meta is None:
            raise ValueError("it is no Darwin Core archive: it has no meta.xml")
        if inside[meta].file_size > _MOST_META:
            raise ValueError("its meta.xml is too large")
        tables = _tables(archive.read(meta), meta.rpartition("/")[0])
        core, *others = tables
        rows = [
            (table, _rows(archive, inside, table))
            for table in (core, *(one for one in others if _adds(one)))
        ]
        found: dict[str, _Gathered] = {}
        name_of: dict[str, str] = {}
        for number, row in rows[0][1]:
            accepted = row.get("accepted", "").strip()
            if accepted and accepted not in (number, row.get("id", "")):
                continue  # a synonym
            _take(found, row)
            if len(rows) > 1:
                name_of[number] = _clean(row.get("name", ""))
        for table, more in rows[1:]:
            for number, row in more:
                if said := found.get(name_of.get(number, "")):
                    _add_more(said, table, row)
        return found


def _adds(table: _Table) -> bool:
    return bool({"common", "country", "part", "months"} & table.columns.keys())


def _add_more(said: _Gathered, table: _Table, row: Mapping[str, str]) -> None:
    is_english = row.get("language", "").strip().lower()[:2] in ("", "en")
    if table.kind == "VernacularName" or "common" in table.columns:
        common = _clean(row.get("common", ""))
        said.common = (common if is_english and common else "") or said.common or common
        return
    kept = {
        "name": "x",
        **{key: row[key] for key in ("country", "part", "months", "status") if key in row},
    }
    taken: dict[str, _Gathered] = {}
    _take(taken, kept)
    for more in taken.values():
        said.months |= more.months
        said.places |= more.places


def _tables(meta: bytes, folder: str) -> list[_Table]:
    root = Xml.fromstring(meta)
    found = [_table(element, folder) for element in root if _local(element.tag) == "core"]
    found += [_table(element, folder) for element in root if _local(element.tag) == "extension"]
    if not found or "name" not in found[0].columns | found[0].fixed:
        raise ValueError("its meta.xml names no scientificName")
    return found


def _table(element: Any, folder: str) -> _Table:
    location = next(
        (part.text or "" for part in element.iter() if _local(part.tag) == "location"), ""
    ).strip()
    ids = [part for part in element if _local(part.tag) in ("id", "coreid")]
    columns: dict[str, int] = {}
    fixed: dict[str, str] = {}
    rank: dict[str, int] = {}
    for part in element:
        if _local(part.tag) != "field":
            continue
        term = re.sub(r"[^a-z]", "", part.get("term", "").rpartition("/")[2].lower())
        name = _OF_HEADER.get(term)
        if name is None or rank.get(name, 99) < _COLUMNS[name].index(term):
            continue
        rank[name] = _COLUMNS[name].index(term)
        if part.get("index") is not None:
            columns[name] = _number(part.get("index"))
        elif part.get("default"):
            fixed[name] = part.get("default")
    return _Table(
        f"{folder}/{location}" if folder else location,
        element.get("rowType", "").rpartition("/")[2],
        _number(ids[0].get("index", "0")) if ids else -1,
        columns,
        {name: value for name, value in fixed.items() if name not in columns},
        _sign(element.get("fieldsTerminatedBy"), ","),
        _sign(element.get("fieldsEnclosedBy"), '"'),
        element.get("encoding") or "utf-8",
        _number(element.get("ignoreHeaderLines") or "0"),
    )


def _local(tag: object) -> str:
    return str(tag).rpartition("}")[2]


def _number(text: str | None) -> int:
    number = int(text or "")
    if not 0 <= number < 10_000:
        raise ValueError("a number in its meta.xml is out of range")
    return number


def _sign(text: str | None, usual: str) -> str:
    if text is None:
        return usual
    return {"\\t": "\t", "\\n": "", "": ""}.get(text, text)[:1]


def _rows(
    archive: zipfile.ZipFile, inside: Mapping[str, zipfile.ZipInfo], table: _Table
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the id of each row and what its columns say."""
    info = inside.get(table.file)
    if info is None:
        raise ValueError(f"it has no file {table.file[:100]!r}, which its meta.xml names")
    if info.file_size > _MOST_BYTES:
        raise ValueError(f"{table.file[:100]!r} is larger than {_MOST_BYTES // 10**9} GB")
    with archive.open(info) as file:
        bounded = io.BufferedReader(_Bounded(file))
        lines = io.TextIOWrapper(bounded, table.encoding, "replace", newline="")
        rows = rows_of(lines, table.separator or ",", _MOST_BYTES, table.quote or None)
        for number, cells in enumerate(rows):
            if number >= _MOST_ROWS:
                raise ValueError(f"it has more than {_MOST_ROWS:,} rows")
            if number < table.skipped or not cells:
                continue
            said = {name: cells[at] for name, at in table.columns.items() if at < len(cells)}
            own = cells[table.id_column] if 0 <= table.id_column < len(cells) else str(number)
            yield own, table.fixed | said


class _Bounded(io.RawIOBase):
    """A file of which no more is read than is allowed, whatever the archive says of its size."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._left = file, _MOST_BYTES

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        part = self._file.read(len(buffer))
        self._left -= len(part)
        if self._left < 0:
            raise ValueError("a file in it is larger than it says")
        buffer[: len(part)] = part
        return len(part)


def title_of(path: Path) -> str:
    """Return what a list is called after its file."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", path.stem).strip("-._")[:MOST_LETTERS] or "names"
