"""Say in the form of CycloneDX what is in a bundle."""

from collections.abc import Iterable
from importlib.metadata import Distribution
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

from installer.licenses import Part, Table, normalized

_PROGRAM = "visret-desktop"


def write_sbom(
    path: Path, shipped: Iterable[Distribution], libraries: Iterable[Part], rows: Table
) -> None:
    """Write a list of the packages and libraries of a bundle, with versions and licenses."""
    bom, licenses = Bom(), LicenseFactory()
    program: Component | None = None
    for found in shipped:
        name = normalized(found.name)
        component = Component(
            type=ComponentType.APPLICATION if name == _PROGRAM else ComponentType.LIBRARY,
            name=name,
            version=found.version,
            bom_ref=f"package:{name}",
            purl=PackageURL("pypi", None, name, found.version.partition("+")[0]),
            licenses=[licenses.make_from_string(rows.distributions[name])],
        )
        if name == _PROGRAM:
            bom.metadata.component = program = component
        else:
            bom.components.add(component)
    for part in libraries:
        native = part.native
        for package in part.packages:
            bom.components.add(
                Component(
                    type=ComponentType.LIBRARY,
                    name=package.name,
                    version=package.version,
                    bom_ref=f"package:{package.name}",
                    purl=PackageURL("deb", package.system, package.name, package.version),
                    licenses=[licenses.make_from_string(native.license)],
                )
            )
        if not part.wheels:
            continue
        links = [
            ExternalReference(type=ExternalReferenceType.DISTRIBUTION, url=XsUri(native.sources))
        ]
        bom.components.add(
            Component(
                type=ComponentType.LIBRARY,
                name=native.name,
                version=_version(part),
                bom_ref=f"library:{native.name}",
                licenses=[licenses.make_from_string(native.license)],
                external_references=links if native.sources else [],
            )
        )
    if program:
        bom.register_dependency(program, bom.components)
    path.write_text(JsonV1Dot6(bom).output_as_string(indent=1), "utf-8")


def _version(part: Part) -> str:
    """Return the version of a library, or what it came in where its own is said nowhere."""
    name = f"{part.native.name} "
    own = [wheel.removeprefix(name) for wheel in part.wheels if wheel.startswith(name)]
    return own[0] if own else f"in {', '.join(part.wheels)}"
