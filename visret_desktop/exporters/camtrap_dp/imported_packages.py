"""What packages that were imported say of themselves, and goes out again with their photos.

A person says it better: what stands under Deployments goes before what a package says.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from visret_desktop.exporters.exporter import Export
from visret_desktop.interchange.camtrap.reading import faults
from visret_desktop.interchange.deployments.deployment import CHOICES
from visret_desktop.interchange.deployments.survey import Survey
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import LONGEST_TEXT

Description = dict[str, Any]
_PASSED_ON = (
    *("version", "keywords", "homepage", "bibliographicCitation", "relatedIdentifiers"),
    *("references", "coordinatePrecision"),
)
_OF_ONE = ("id", "name")  # of a package that goes out as it came, with whatever was added


def descriptions_of(export: Export, surveyed: Survey) -> list[Description]:
    """Return the descriptions of the packages that photos of an export came with, latest first.

    Where places are obscured there are none: their words, and their ids, may say where it was.
    """
    if export.choices.obscure_km:
        return []
    numbers = set(surveyed.of.tolist())
    sources = {surveyed.deployments[number].source for number in numbers}
    return export.reader.deployments.descriptions(sources)


def facts_with(facts: PackageFacts, packages: Sequence[Mapping[str, Any]]) -> PackageFacts:
    """Return what is said of the whole; where nothing is, what the latest package says."""
    for package in packages[:1]:
        people = _objects(package.get("contributors"))
        contact = next((one for one in people if one.get("role") == "contact"), {})
        contact = contact or next(iter(people), {})
        project = package.get("project")
        project = project if isinstance(project, dict) else {}
        methods = project.get("captureMethod")
        licenses = {
            str(one.get("scope")): one.get("name") or one.get("path")
            for one in _objects(package.get("licenses"))
        }
        values: dict[str, Any] = {
            "title": package.get("title"),
            "description": package.get("description"),
            "contributor": contact.get("title"),
            "email": contact.get("email"),
            "organization": contact.get("organization"),
            "license": licenses.get("data"),
            "media_license": licenses.get("media"),
            "project": project.get("title"),
            "sampling_design": project.get("samplingDesign"),
            "capture_method": ",".join(map(str, methods)) if isinstance(methods, list) else "",
        }
        of_package: dict[str, Any] = {
            name: value[:LONGEST_TEXT]
            for name, value in values.items()
            if isinstance(value, str)
            and not getattr(facts, name)
            and (name not in CHOICES or value in CHOICES[name])
        }
        facts = replace(facts, **of_package)
    return facts


def with_packages(
    description: Description, packages: Sequence[Mapping[str, Any]], *, is_whole: bool
) -> Description:
    """Return a description of an export with what imported packages say beside it.

    `is_whole`: all of the export came with one package. What the profile does not allow stays out.
    """
    merged = dict(description)
    for package in reversed(packages):
        names = _PASSED_ON + (_OF_ONE if is_whole else ())
        merged |= {name: package[name] for name in names if package.get(name)}
        if isinstance(project := package.get("project"), dict):
            merged["project"] = project | description.get("project", {})
        for name, key in (("contributors", "title"), ("sources", "title")):
            merged[name] = _joined(package.get(name), merged.get(name, ()), key)
        taxa = {one["scientificName"]: one for one in merged.get("taxonomic", ())}
        for one in _objects(package.get("taxonomic")):
            if isinstance(taxon := one.get("scientificName"), str) and taxon in taxa:
                taxa[taxon] = taxa[taxon] | one
        if taxa:
            merged["taxonomic"] = list(taxa.values())
    for name in {at.partition(".")[0].partition("[")[0] for at, _ in faults(merged)}:
        merged.pop(name, None)
        merged |= {name: description[name]} if name in description else {}
    return merged


def _joined(theirs: object, ours: Iterable[Description], key: str) -> list[Description]:
    """Return the objects of a package, and behind them those of ours that are not among them."""
    first = _objects(theirs)
    there = [one.get(key) for one in first]  # anything, so in no set
    return [*first, *(one for one in ours if one.get(key) not in there)]


def _objects(values: object) -> list[Description]:
    listed = values if isinstance(values, list) else []
    return [one for one in listed if isinstance(one, dict)]
