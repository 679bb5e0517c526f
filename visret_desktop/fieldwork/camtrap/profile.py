"""Check the description of a package by the profile of Camtrap DP, without a network."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from visret_desktop.assets import bundled
from visret_desktop.fieldwork.camtrap.json_schema import SchemaChecker
from visret_desktop.fieldwork.camtrap.table_schema import FOLDER, VERSION, Table

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
