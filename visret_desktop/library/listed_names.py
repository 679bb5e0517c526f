"""What else accepted names are called: by imported lists of species, and by packages.

A list, a JSON file beside the catalog (`interchange.species.name_lists` writes it), has for each
name its synonyms, its common names in all languages, and the taxa around it, such as its family.
"""

import json
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError

from visret_desktop import typed_values

_MOST_BYTES = 100_000_000
_TAXA = ("kingdom", "phylum", "class", "order", "family")
_log = logging.getLogger(__name__)


class _Entry(Struct):
    """A name, and how else it is called; what else a list says of it is passed over."""

    name: str
    common: str = ""
    also: tuple[str, ...] = ()
    taxa: tuple[str, ...] = ()


class _List(Struct):
    names: tuple[_Entry, ...] = ()


def names_by_word(
    folder: Path, descriptions: Iterable[str], accepted: Collection[str]
) -> Mapping[str, tuple[str, ...]]:
    """Return those of the accepted names that are meant by other words: synonyms, families, ….

    `descriptions` are those of packages, as JSON. A name and its synonym mean each other.
    """
    wanted = frozenset(accepted)
    meant: dict[str, dict[str, None]] = {}
    entries = (one for each in (_of_lists(folder), _of_packages(descriptions)) for one in each)
    for entry in entries if wanted else ():
        names = [one for one in (entry.name, *entry.also) if one in wanted]
        for word in (entry.name, entry.common, *entry.also, *entry.taxa) if names else ():
            if word:
                meant.setdefault(word, {}).update(dict.fromkeys(names))
    return {word: tuple(names) for word, names in meant.items()}


def _of_lists(folder: Path) -> Iterator[_Entry]:
    for path in sorted(folder.glob("*.json")):
        try:
            if path.stat().st_size <= _MOST_BYTES:
                yield from typed_values.convert(json.loads(path.read_bytes()), _List).names
        except (OSError, ValueError, ValidationError, RecursionError) as error:
            _log.warning("the list of names %s cannot be read: %s", path.name, error)


def _of_packages(descriptions: Iterable[str]) -> Iterator[_Entry]:
    for text in descriptions:
        try:
            package: Any = json.loads(text)
        except (ValueError, RecursionError):
            continue
        taxa = package.get("taxonomic") if isinstance(package, dict) else None
        for taxon in taxa if isinstance(taxa, list) else ():
            if isinstance(taxon, dict) and isinstance(taxon.get("scientificName"), str):
                common = taxon.get("vernacularNames")
                words = common.values() if isinstance(common, dict) else ()
                around = (taxon.get(rank) for rank in _TAXA)
                yield _Entry(taxon["scientificName"], "", _texts(words), _texts(around))


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    return tuple(one for one in values if isinstance(one, str))
