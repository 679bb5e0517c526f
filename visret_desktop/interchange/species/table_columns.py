"""Which column of a table of species has what: by its header, or as a person says.

Headers are compared without case, accents, spaces and digits. They are those of Darwin Core, eBird
and Clements, GBIF, iNaturalist, and of national lists in English, German, French, Spanish, Italian,
Dutch and Portuguese.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from visret_desktop.errors import UsageError
from visret_desktop.facts.values import MONTHS
from visret_desktop.sentences import sentence

COLUMNS: dict[str, tuple[str, ...]] = {
    "name": (
        *("scientificname", "sciname", "scientific", "acceptedscientificname", "canonicalname"),
        *("taxonscientificname", "speciesscientificname", "latinname", "latin", "binomial"),
        *("wissenschaftlichername", "wissenschaftlicherartname", "wissname", "lateinischername"),
        *("artnamewissenschaftlich", "namewissenschaftlich", "taxonname", "gultigername"),
        *("nomscientifique", "nomlatin", "nomvalide", "lbnom", "nombrecientifico", "nombrelatino"),
        *("nomescientifico", "nomelatino", "nomecientifico", "wetenschappelijkenaam"),
        *("wetenschappelijke", "latijnsenaam", "soortnaamwetenschappelijk", "species", "name"),
        *("taxon", "especie", "espece", "specie", "soort", "art"),
    ),
    "common": (
        *("vernacularname", "commonname", "primarycomname", "comname", "common", "englishname"),
        *("english", "nameenglish", "speciesenglish", "deutschername", "deutscherartname"),
        *("artnamedeutsch", "namedeutsch", "trivialname", "deutsch", "nomvernaculaire"),
        *("nomvern", "nomfrancais", "nomcommun", "francais", "nombrecomun", "nombrevulgar"),
        *("nomecomune", "nomevolgare", "nomeitaliano", "italiano", "nederlandsenaam"),
        *("nederlands", "nomevernaculo", "nomecomum", "nomevulgar"),
    ),
    "genus": ("genus", "gattung", "genre", "genero", "genere", "geslacht"),
    "epithet": ("specificepithet", "epithet", "artepitheton", "species"),
    "author": ("scientificnameauthorship", "authorship", "authority", "author", "autor", "auteur"),
    "rank": ("taxonrank", "rank", "rang", "rango", "categoria", "category"),
    "months": ("months", "month", "season", "phenology"),
    "date": ("eventdate", "date"),
    "country": ("countrycode",),
    "part": ("stateprovince", "region", "regions", "locality", "locationid", "country"),
    "language": ("language",),
    "status": ("occurrencestatus",),
    "id": ("taxonid", "id"),
    "accepted": ("acceptednameusageid",),
    "accepted_name": ("acceptednameusage", "acceptedscientificname", "acceptedname"),
    "synonyms": ("synonym", "synonyms", "synonyme", "synonymes", "sinonimos", "sinonimi"),
    "kingdom": ("kingdom", "reich", "regne", "reino", "regno"),
    "class": ("class", "klasse", "classe", "clase"),
    "order": ("order", "ordnung", "ordre", "orden", "ordine", "orde", "ordem"),
    "family": ("family", "familie", "famille", "familia", "famiglia", "familyname"),
    "group": ("speciesgroup", "familyenglishname", "englishfamilyname", "familyenglish", "gruppe"),
}
TAXA = ("kingdom", "class", "order", "family", "group")
OF_HEADER = {
    header: name for name, headers in reversed(COLUMNS.items()) for header in headers
}  # of "species" the name
_NAMED = ("name", "common", "rank", "months", "country", "part")  # that a person may say
_RANGE = re.compile(r"\s*(?:-|–|\.\.|/|\bto\b)\s*")
_LOOKED_AT = 200  # rows
_MOST_SHOWN = 30  # columns
_MOSTLY = 0.6  # of the rows of a column with names
_BINOMIAL = re.compile(r"[A-Z][a-zë-]+ [a-zë-]{2,}\b.*")
# Genus, maybe a subgenus, and all that is written small behind it: "Quercus robur subsp. robur".
_NAME = re.compile(r"[A-Z][a-zë-]+(?: \([A-Z][a-z]+\))?(?: (?:[a-zë-]{2,}\.?|[x×]))+(?= )")
_AUTHOR = re.compile(
    r".*\b\d{4}\b.*|(?=.*[.(])(?:\(?(?:[A-Z][\w'.-]*|de|den|der|du|la|van|von|ex|et|and|in|&)[,)]*\s?)+"
)


class ColumnsUnknown(ValueError):
    """A table has headers of which none says where the names are."""


def plain_header(header: str) -> str:
    """Return a header without case, accents, and all that is no letter."""
    letters = unicodedata.normalize("NFKD", header.lower())
    return re.sub(r"[^a-z]", "", letters)


def known_columns(cells: Iterable[str]) -> dict[str, int]:
    """Return where the columns are that we know, by our name; of several the first in our order."""
    plain = [plain_header(cell) for cell in cells]
    places = {
        name: next(plain.index(header) for header in headers if header in plain)
        for name, headers in COLUMNS.items()
        if not set(headers).isdisjoint(plain)
    }
    return places if "name" in places or "common" in places else {}


def asked_columns(cells: Sequence[str], chosen: Mapping[str, str]) -> dict[str, int]:
    """Return where the columns are that a person named, by header or number from 1 on.

    Raises:
        UsageError: there is no such column, or nothing of that name can stand in one.
    """
    plain = [plain_header(cell) or cell.strip() for cell in cells]
    places = {}
    for name, header in chosen.items():
        if name not in _NAMED:
            reason = sentence(
                "A table has no {name} that is read. There are: {known}.",
                name=repr(name),
                known=", ".join(_NAMED),
            )
            raise UsageError(reason=reason)
        is_number = header.isascii() and header.isdigit() and 1 <= int(header[:6]) <= len(plain)
        if is_number:
            places[name] = int(header) - 1
        elif (wanted := plain_header(header) or header.strip()) in plain:
            places[name] = plain.index(wanted)
        else:
            reason = sentence(
                "The table has no column {header}. It has: {columns}.",
                header=repr(header[:60]),
                columns=_shown(cells),
            )
            raise UsageError(reason=reason)
    return places


def check_is_no_table(rows: Sequence[Sequence[str]]) -> None:
    """Let rows without known headers pass if they are names, one a line, maybe with another name.

    Raises:
        ColumnsUnknown: they are a table, and it cannot be told which column has the names.
    """
    if not rows:
        return
    head, *body = rows[:_LOOKED_AT]
    width = len(head)
    is_wide = width > 2 and all(len(row) == width for row in body)
    has_header = any(
        not _BINOMIAL.fullmatch(head[at].strip()) and _are_names([row[at] for row in body])
        for at in range(width)
        if body and all(len(row) > at for row in body)
    )
    if is_wide or (has_header and len(body) > 1):
        reason = sentence(
            "its columns are {columns}, and it cannot be told which has the names. Say so by"
            " --column, such as --column name=1 common=2, or call the first row of that column"
            " “scientific name”",
            columns=_shown(head),
        )
        raise ColumnsUnknown(reason)


def are_headers(rows: Sequence[Sequence[str]], at: int) -> bool:
    """Tell whether the first row has no name where the second has one."""
    first, second = (row[at].strip() if at < len(row) else "" for row in (rows[0], rows[-1]))
    return not _BINOMIAL.fullmatch(first) and bool(_BINOMIAL.fullmatch(second))


def without_author(name: str, author: str = "") -> str:
    """Return a scientific name without who gave it and when: "Lynx lynx (Linnaeus, 1758)"."""
    if author and name.endswith(f" {author}"):
        return name.removesuffix(author).strip()
    start = _NAME.match(name)
    if start and _AUTHOR.fullmatch(name[start.end() :].strip()):
        return start[0]
    return name


def _are_names(cells: Sequence[str]) -> bool:
    return sum(bool(_BINOMIAL.fullmatch(cell.strip())) for cell in cells) >= _MOSTLY * len(cells)


def _shown(cells: Sequence[str]) -> str:
    texts = [f"{number} “{cell.strip()[:40]}”" for number, cell in enumerate(cells, 1)]
    return ", ".join(texts[:_MOST_SHOWN]) + (", …" if len(texts) > _MOST_SHOWN else "")


def read_months(text: str) -> set[int]:
    """Return the months of '5', 'May-July', '11..2' or '3;4;5'; what is none is passed over."""
    months: set[int] = set()
    for part in re.split(r"[;,|]", text.lower()):
        ends = [_month(word) for word in _RANGE.split(part.strip(), maxsplit=1)]
        if len(ends) == 2 and all(ends):
            first, last = ends
            months |= {
                (month - 1) % 12 + 1 for month in range(first, last + 12 * (last < first) + 1)
            }
        elif ends[0]:
            months.add(ends[0])
    return months


def _month(word: str) -> int:
    word = word.strip().rstrip(".")
    if word.isascii() and word.isdigit():
        return int(word) if 1 <= int(word[:3]) <= len(MONTHS) else 0
    is_one = len(word) >= 3 and [month.startswith(word) for month in MONTHS]
    return is_one.index(True) + 1 if is_one and True in is_one else 0


def month_of(date: str) -> set[int]:
    """Return the month of a date such as 2026-05-01."""
    match = re.match(r"\d{4}-(\d\d)\b", date.strip())
    return {int(match[1])} if match and 1 <= int(match[1]) <= len(MONTHS) else set()
