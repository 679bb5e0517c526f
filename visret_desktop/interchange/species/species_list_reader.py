"""Read lists of species: a text with a name a line, a table, or a Darwin Core archive.

Files are other people's: sizes, rows and lengths have bounds, XML is read without entities, and of
an archive only the files that its description names are opened, in memory.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from itertools import chain, islice
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any
from xml.etree.ElementTree import ParseError

from defusedxml import ElementTree as Xml

from visret_desktop.errors import FileMissing, VisretError
from visret_desktop.facts.values import MONTHS
from visret_desktop.interchange.foreign_files import (
    BROKEN,
    Archive,
    decoded,
    reason_of,
    rows_of,
    separator_of,
)
from visret_desktop.interchange.species.name_lists import (
    MOST_NAMES,
    MOST_WORDS,
    ListedName,
    NameList,
)
from visret_desktop.interchange.species.table_columns import (
    COLUMNS,
    OF_HEADER,
    TAXA,
    are_headers,
    asked_columns,
    check_is_no_table,
    known_columns,
    month_of,
    plain_header,
    read_months,
    without_author,
)
from visret_desktop.library.records import LONGEST_TEXT
from visret_desktop.names import MOST_LETTERS
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.sentences import sentence

_MOST_BYTES = 1_000_000_000  # of an archive's file, unpacked
_MOST_TEXT = 200_000_000  # of a list that is no archive
_MOST_ROWS = 20_000_000
_MOST_META = 1_000_000
_LOOKED_AT = 200  # lines, for whether they are a table
_WORDS = re.compile(r"[()]")


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
    also: dict[str, None] = field(default_factory=dict)
    taxa: dict[str, None] = field(default_factory=dict)


def read_list(
    path: Path, title: str, encoding: str = "", columns: Mapping[str, str] = MappingProxyType({})
) -> NameList:
    """Read a list.

    `encoding` is that of a text; "": it is found out, and asked for where that cannot be. `columns`
    are those of a table that a person named: "name", "common" and others, by header or number.

    Raises:
        FileMissing: the file is not there.
        ListUnreadable: there is no name in it, it is no list, or it does not say where names are.
        UsageError: a column is not there.
    """
    if not path.is_file():
        raise FileMissing(path=path)
    try:
        is_archive = zipfile.is_zipfile(path)
        entries = _archive(path) if is_archive else _plain(path, encoding, columns)
    except (*BROKEN, ParseError) as error:
        raise ListUnreadable(name=path.name, reason=reason_of(error)) from error
    if not entries:
        raise ListUnreadable(name=path.name, reason=sentence("there is no name in it"))
    known: dict[str, tuple[str, ...]] = {}
    names = []
    for name, entry in entries.items():
        places = sorted(entry.places)
        known |= {place: codes_of(place) for place in places if place not in known}
        regions = tuple(dict.fromkeys(code for place in places for code in known[place]))
        # Names of places that nobody knows must not keep a species out everywhere.
        is_whole = all(known[place] for place in places)
        months = tuple(sorted(entry.months)) if len(entry.months) < len(MONTHS) else ()
        kept = regions if is_whole else ()
        also = tuple(one for one in entry.also if one not in (name, entry.common))[:MOST_WORDS]
        taxa = tuple(entry.taxa)[:MOST_WORDS]
        names.append(ListedName(name, entry.common, entry.rank, months, kept, also, taxa))
    at = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    return NameList(title, path.name, at, tuple(names))


# ---- texts and tables ---------------------------------------------------------------------------


def _plain(path: Path, encoding: str, chosen: Mapping[str, str]) -> dict[str, _Gathered]:
    if path.stat().st_size > _MOST_TEXT:
        raise ValueError(f"it is larger than {_MOST_TEXT // 1_000_000} MB")
    text = decoded(path.read_bytes(), encoding)
    if "\0" in text[:10_000]:
        raise ValueError("it is no text")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = separator_of(first)
    cells = next(rows_of(io.StringIO(first), separator), [])
    places = asked_columns(cells, chosen) if chosen else known_columns(cells)
    further = [at for at, cell in enumerate(cells) if plain_header(cell) in COLUMNS["common"]]
    entries: dict[str, _Gathered] = {}
    if places:
        rows = (row for row in rows_of(io.StringIO(text), separator) if any(map(str.strip, row)))
        table = list(islice(rows, 2))
        is_headed = not all(map(str.isdigit, chosen.values())) or known_columns(cells)
        if is_headed or are_headers(table, next(iter(places.values()))):
            table = table[1:]
        for cells in chain(table, rows):
            row = {name: cells[at] for name, at in places.items() if at < len(cells)}
            _take(entries, row | {"also": "|".join(cells[at] for at in further if at < len(cells))})
        return entries
    lines = [line for line in text.splitlines() if line.strip() and line.lstrip()[0] != "#"]
    check_is_no_table(
        [next(rows_of(io.StringIO(one), separator), []) for one in lines[:_LOOKED_AT]]
    )
    for line in lines:
        name, _, common = (part.strip() for part in re.sub(r"[;,]", "\t", line).partition("\t"))
        _take(entries, {"name": name, "common": common})
    return entries


def _take(found: dict[str, _Gathered], row: Mapping[str, str]) -> None:
    """Add what a row says."""
    name = synonym = _name_of(row)
    if accepted := without_author(_clean(row.get("accepted_name", "")), ""):
        name = accepted
    if not name or row.get("status", "").strip().lower() in ("absent", "excluded"):
        return
    if name not in found and len(found) >= MOST_NAMES:
        raise ValueError(f"it has more than {MOST_NAMES:,} names")
    entry = found.setdefault(name, _Gathered())
    common = _clean(row.get("common", ""))
    entry.common = entry.common or (common if common != name else "")
    synonyms = [without_author(_clean(one), "") for one in _split(row.get("synonyms", ""))]
    entry.also |= dict.fromkeys(filter(None, [synonym, *synonyms]))
    entry.also |= dict.fromkeys(filter(None, map(_clean, _split(row.get("also", "")))))
    for rank in TAXA:
        # Clements has "Strigidae (Owls)".
        entry.taxa |= dict.fromkeys(filter(None, map(_clean, _WORDS.split(row.get(rank, "")))))
    entry.rank = entry.rank or _clean(row.get("rank", "")).lower()
    entry.months |= read_months(row.get("months", "")) | month_of(row.get("date", ""))
    country = row.get("country", "").strip()
    parts = [part.strip() for part in re.split(r"[;|]", row.get("part", ""))]
    entry.places |= {_clean(place) for place in (parts if any(parts) else [country]) if place}
    if country and any(parts):
        entry.places -= set(parts)
        entry.places |= {f"{country}, {part}" for part in parts if part}


def _split(text: str) -> list[str]:
    return re.split(r"[;|]", text)


def _name_of(row: Mapping[str, str]) -> str:
    """Return the scientific name of a row, without its author; else the common one."""
    name = without_author(_clean(row.get("name", "")), _clean(row.get("author", "")))
    genus, epithet = _clean(row.get("genus", "")), _clean(row.get("epithet", ""))
    if genus and epithet and (not name or name == epithet) and " " not in epithet:
        name = f"{genus} {epithet}"
    return name or _clean(row.get("common", ""))


def _clean(text: str) -> str:
    words = "".join(sign if sign >= " " and sign != "\x7f" else " " for sign in text)
    return " ".join(words.encode("utf-8", "replace").decode().split())[:LONGEST_TEXT]


# ---- Darwin Core archives -----------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A file of an archive, as its description has it; `columns` by our names."""

    file: PurePosixPath
    kind: str  # the last part of its row type
    id_column: int
    columns: dict[str, int]
    fixed: dict[str, str]
    separator: str
    quote: str
    encoding: str
    skipped: int


def _archive(path: Path) -> dict[str, _Gathered]:
    with Archive(path) as archive:
        meta = archive.outermost("meta.xml")
        if meta is None:
            raise ValueError("it is no Darwin Core archive: it has no meta.xml")
        with archive.bounded(meta, _MOST_META) as file:
            core, *others = _tables(file.read(), meta.parent)
        rows = [
            (table, _rows(archive, table))
            for table in (core, *(one for one in others if _adds(one)))
        ]
        entries: dict[str, _Gathered] = {}
        name_of: dict[str, str] = {}
        synonyms: list[tuple[str, str]] = []
        for number, row in rows[0][1]:
            accepted = row.get("accepted", "").strip()
            if accepted and accepted not in (number, row.get("id", "")):
                synonyms.append((accepted, _name_of(row)))
                continue
            row = {key: text for key, text in row.items() if key != "accepted_name"}
            _take(entries, row)
            name_of[number] = name_of[row.get("id", number)] = _name_of(row)
        for accepted, synonym in synonyms:
            if synonym and (entry := entries.get(name_of.get(accepted, ""))):
                entry.also[synonym] = None
        for table, more in rows[1:]:
            for number, row in more:
                if entry := entries.get(name_of.get(number, "")):
                    _add_more(entry, table, row)
        return entries


def _adds(table: _Table) -> bool:
    return bool({"common", "country", "part", "months"} & table.columns.keys())


def _add_more(said: _Gathered, table: _Table, row: Mapping[str, str]) -> None:
    is_english = row.get("language", "").strip().lower()[:2] in ("", "en")
    if table.kind == "VernacularName" or "common" in table.columns:
        common = _clean(row.get("common", ""))
        said.also |= dict.fromkeys(filter(None, [common]))
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


def _tables(meta: bytes, folder: PurePosixPath) -> list[_Table]:
    root = Xml.fromstring(meta)
    tables = [_table(element, folder) for element in root if _local(element.tag) == "core"]
    tables += [_table(element, folder) for element in root if _local(element.tag) == "extension"]
    if not tables or "name" not in tables[0].columns | tables[0].fixed:
        raise ValueError("its meta.xml names no scientificName")
    return tables


def _table(element: Any, folder: PurePosixPath) -> _Table:
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
        term = plain_header(part.get("term", "").rpartition("/")[2])
        name = OF_HEADER.get(term)
        if name is None or rank.get(name, 99) < COLUMNS[name].index(term):
            continue
        rank[name] = COLUMNS[name].index(term)
        if part.get("index") is not None:
            columns[name] = _number(part.get("index"))
        elif part.get("default"):
            fixed[name] = part.get("default")
    return _Table(
        folder / location,
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


def _rows(archive: Archive, table: _Table) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the id of each row and what its columns say."""
    try:
        file = archive.bounded(table.file, _MOST_BYTES)
    except FileNotFoundError:
        name = str(table.file)[:100]
        raise ValueError(f"it has no file {name!r}, which its meta.xml names") from None
    with io.TextIOWrapper(file, table.encoding, "replace", newline="") as lines:
        rows = rows_of(lines, table.separator or ",", _MOST_BYTES, table.quote or None)
        for number, cells in enumerate(rows):
            if number >= _MOST_ROWS:
                raise ValueError(f"it has more than {_MOST_ROWS:,} rows")
            if number < table.skipped or not cells:
                continue
            fields = {name: cells[at] for name, at in table.columns.items() if at < len(cells)}
            own = cells[table.id_column] if 0 <= table.id_column < len(cells) else str(number)
            yield own, table.fixed | fields


def title_of(path: Path) -> str:
    """Return what a list is called after its file."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", path.stem).strip("-._")[:MOST_LETTERS] or "names"


def codes_of(place: str) -> tuple[str, ...]:
    """Return the ISO codes of a place that a list names: "KE", "DE-BY", "Kenya", "DE, Bavaria".

    Of the last these are the codes of the part; of the country, if the part is in none.
    """
    country, _, part = (half.strip() for half in place.partition(","))
    if part:
        found = tuple(code for code in _codes(part) if code.partition("-")[0] in _codes(country))
        return found or _codes(country)
    return _codes(country)


@cache
def _codes(name: str) -> tuple[str, ...]:
    gazetteer = Gazetteer.open()
    code = name.upper().removeprefix("ISO:").removeprefix("ISO_3166-2:")
    if re.fullmatch(r"[A-Z]{2}", code) and gazetteer.country(code):
        return (code,)
    if re.fullmatch(r"[A-Z]{2}-[A-Z0-9]{1,6}", code) and gazetteer.region(code):
        return (code,)
    places = [one for one in gazetteer.named(name) if one.kind in ("country", "region")]
    countries = [one.code for one in places if one.kind == "country"]
    if countries:
        return (countries[0],)
    return tuple(part for one in places[:1] for part in (one.parts or (one.code,)))
