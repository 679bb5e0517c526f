"""Our checks of packages and tables say what independent ones say, without a network."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft4Validator, FormatChecker
from referencing import Registry, Resource

from visret_desktop.interchange.camtrap import reading
from visret_desktop.interchange.camtrap_schemas import (
    FOLDER,
    TABLES,
    SchemaChecker,
    TableCheck,
    columns,
)
from visret_desktop.paths import bundled

Package = dict[str, Any]


@pytest.fixture(scope="module")
def package(material: Path) -> Package:
    path = material / "camtrap-dp" / "example" / "datapackage.json"
    said: Package = json.loads(path.read_text("utf-8"))
    return said


def read(name: str) -> Any:
    return json.loads(bundled(*FOLDER, name).read_text("utf-8"))


def oracle(said: Package) -> bool:
    """What jsonschema says, with the same schemas from the disk."""
    from referencing.jsonschema import DRAFT4

    others = {
        "https://specs.frictionlessdata.io/schemas/data-package.json": read(
            "data-package-profile.json"
        ),
        "http://json.schemastore.org/geojson.json": {"type": "object", "required": ["type"]},
    }
    resources = [
        (address, Resource.from_contents(schema, default_specification=DRAFT4))
        for address, schema in others.items()
    ]
    registry: Registry[Any] = Registry().with_resources(resources)
    checker = Draft4Validator(
        read("camtrap-dp-profile.json"), registry=registry, format_checker=FormatChecker()
    )
    return bool(checker.is_valid(said))


def _set(*path: Any) -> Callable[[Package], None]:
    *keys, last, value = path

    def change(said: Package) -> None:
        for key in keys:
            said = said[key]
        said[last] = value

    return change


def _drop(*path: Any) -> Callable[[Package], None]:
    *keys, last = path

    def change(said: Package) -> None:
        for key in keys:
            said = said[key]
        del said[last]

    return change


CHANGES: list[Callable[[Package], None]] = [
    lambda said: None,
    _drop("contributors"),
    _drop("project", "samplingDesign"),
    _drop("resources", 0, "schema"),
    _drop("temporal", "end"),
    _drop("taxonomic", 0, "scientificName"),
    _drop("licenses", 0, "scope"),
    _drop("licenses", 0),
    _drop("title"),
    _drop("spatial"),
    _set("name", "Not a Name"),
    _set("contributors", []),
    _set("contributors", 0, "role", "king"),
    _set("contributors", 0, "title", 7),
    _set("project", "samplingDesign", "by chance"),
    _set("project", "captureMethod", []),
    _set("project", "captureMethod", ["timeLapse", "timeLapse"]),
    _set("project", "individualAnimals", "no"),
    _set("project", "title", None),
    _set("resources", 0, "name", "deployment"),
    _set("resources", 0, "schema", "https://example.org/2.0/schema.json"),
    _set("resources", 0, "profile", "data-resource"),
    _set("resources", []),
    _set("taxonomic", 0, "taxonRank", "tribe"),
    _set("taxonomic", 0, "vernacularNames", {"english": "fox"}),
    _set("coordinatePrecision", "low"),
    _set("references", [1]),
]


@pytest.mark.parametrize("number", range(len(CHANGES)))
def test_a_package_is_valid_where_jsonschema_says_so(package: Package, number: int) -> None:
    said = copy.deepcopy(package)
    CHANGES[number](said)
    assert (not any(reading.faults(said))) == oracle(said)


def test_most_changes_are_faults(package: Package) -> None:
    said = [copy.deepcopy(package) for _ in CHANGES]
    for one, change in zip(said, CHANGES, strict=True):
        change(one)
    assert sum(any(reading.faults(one)) for one in said) >= len(CHANGES) - 3


def test_a_fault_says_where_it_is(package: Package) -> None:
    said = copy.deepcopy(package)
    said["project"]["samplingDesign"] = "by chance"
    assert ("project.samplingDesign", "it is none of ") in [
        (at, reason[:14]) for at, reason in reading.faults(said)
    ]


def test_nesting_ends() -> None:
    schema = {"properties": {"a": {"$ref": "#"}}}
    value: dict[str, Any] = {}
    for _ in range(200):
        value = {"a": value}
    assert any("deeply" in reason for _, reason in SchemaChecker(schema, {}).faults(value))


# ---- tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_the_schemas_that_ship_are_those_of_the_standard(table: str, material: Path) -> None:
    for name in (f"{table}-table-schema.json", "camtrap-dp-profile.json"):
        ours, theirs = bundled(*FOLDER, name), material / "camtrap-dp" / name
        assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize(
    ("column", "text", "is_right"),
    [
        ("latitude", "90", True),
        ("latitude", "90.001", False),
        ("latitude", "1e1", True),
        ("latitude", "nan", False),
        ("latitude", "", False),
        ("longitude", "12,5", False),
        ("coordinateUncertainty", "0", False),
        ("coordinateUncertainty", "1.5", False),
        ("deploymentStart", "2020-05-30T04:57:37+02:00", True),
        ("deploymentStart", "2020-05-30T04:57:37Z", True),
        ("deploymentStart", "2020-05-30T04:57:37", False),
        ("deploymentStart", "2020-02-30T04:57:37Z", False),
        ("baitUse", "true", True),
        ("baitUse", "yes", False),
        ("featureType", "sofa", False),
        ("habitat", "anything, also 'this'", True),
    ],
)
def test_values(column: str, text: str, is_right: bool) -> None:
    assert (not columns("deployments")[column].fault(text)) == is_right


@pytest.mark.parametrize("path", ["../a.jpg", "/a.jpg", "./a.jpg", "~/a.jpg", "a/../b.jpg"])
def test_paths_that_lead_out_are_no_paths(path: str) -> None:
    assert columns("media")["filePath"].fault(path)
    assert not columns("media")["filePath"].fault("a/b.jpg")


def test_an_id_is_there_once() -> None:
    check = TableCheck("media")
    row = {"mediaID": "1", "deploymentID": "1", "timestamp": "2020-05-30T04:57:37Z"}
    row |= {"filePath": "a.jpg", "filePublic": "true", "fileMediatype": "image/jpeg"}
    assert not list(check.faults(row))
    assert list(check.faults(row)) == [("mediaID", "it is there twice")]
