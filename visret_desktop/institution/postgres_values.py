"""The values that facts have in a library on a server, to read queries by."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from visret_desktop.library.catalog.catalog_facts import VALUES, KnownFacts

if TYPE_CHECKING:
    import psycopg


def known_facts(db: "psycopg.Connection[Any]") -> KnownFacts:
    """Return what cameras, lenses, keywords … there are."""
    rows = db.execute("SELECT kind, name, common FROM vocabulary ORDER BY kind, name, common")
    offered: dict[str, list[tuple[str, str]]] = {}
    for kind, name, common in rows:
        offered.setdefault(kind, []).append((name, common))
    species = offered.get("species", [])
    return KnownFacts(
        of_cameras=_values(db, "camera"),
        of_lenses=_values(db, "lens"),
        of_keywords=_names(offered.get("keyword", [])),
        of_kinds=_values(db, "format"),
        of_labels=_values(db, "color_label"),
        of_folders=dict.fromkeys(_names(offered.get("folder", [])), 0),  # nobody counts them
        of_detections=[*dict(offered.get("detection", [])).items()],
        of_species=_names(species),
        of_common_names={common: name for name, common in species if common},
    )


def _names(offered: Sequence[tuple[str, str]]) -> list[str]:
    return list(dict.fromkeys(name for name, _ in offered))


def _values(db: "psycopg.Connection[Any]", column: str) -> list[str]:
    return [row[0] for row in db.execute(VALUES.format(column=column, table="photo"))]


def labels_called(db: "psycopg.Connection[Any]", names: Sequence[str]) -> list[str]:
    """Return the color labels that there are of these names, in any case."""
    wanted = {name.casefold() for name in names}
    return [name for name in _values(db, "color_label") if name.casefold() in wanted]
