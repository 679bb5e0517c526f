"""The descriptions in a Darwin Core Archive: `meta.xml` of its files, `eml.xml` of its data.

The columns of the archive's tables, by the terms of the standard, are listed here, too.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from uuid import NAMESPACE_URL, uuid5

from lxml import etree

from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.paths import bundled

_DWC = "http://rs.tdwg.org/dwc/terms/"
_DC = "http://purl.org/dc/terms/"

OCCURRENCE = f"{_DWC}Occurrence"
MULTIMEDIA = "http://rs.gbif.org/terms/1.0/Multimedia"
_OF_DC = ("license", "rightsHolder")

# The first is what records are linked by.
OCCURRENCE_TERMS = {
    name: f"{_DC if name in _OF_DC else _DWC}{name}"
    for name in (
        *("occurrenceID", "basisOfRecord", "occurrenceStatus", "eventID", "parentEventID"),
        *("eventDate", "scientificName", "vernacularName", "taxonRank", "individualCount"),
        *("sex", "lifeStage", "behavior", "recordedBy", "identifiedBy", "dateIdentified"),
        *("decimalLatitude", "decimalLongitude", "geodeticDatum"),
        *("coordinateUncertaintyInMeters", "dataGeneralizations", "locationID", "locality"),
        *("habitat", "samplingProtocol", "datasetName", "rightsHolder", "license"),
        *("samplingEffort", "organismID", "occurrenceRemarks"),
    )
}
MULTIMEDIA_TERMS = {
    name: f"{_DC}{name}"
    for name in ("type", "format", "identifier", "title", "created", "rightsHolder", "license")
}
LICENSES = {
    "CC0-1.0": "http://creativecommons.org/publicdomain/zero/1.0/legalcode",
    "CC-BY-4.0": "http://creativecommons.org/licenses/by/4.0/legalcode",
    "CC-BY-NC-4.0": "http://creativecommons.org/licenses/by-nc/4.0/legalcode",
}
EARTH = "WGS84"


def license_address(name: str) -> str:
    """Return a license as archives name it."""
    return LICENSES.get(name, name)


OCCURRENCES, MEDIA = "occurrence.txt", "multimedia.txt"
_TEXT = "http://rs.tdwg.org/dwc/text/"
_EML = "eml://ecoinformatics.org/eml-2.1.1"
_XML = "http://www.w3.org/XML/1998/namespace"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_IMPORT = "{http://www.w3.org/2001/XMLSchema}import"
Box = tuple[float, float, float, float]  # west, east, north, south
Days = tuple[str, str]


def meta() -> bytes:
    """Return `meta.xml`."""
    root = etree.Element(f"{{{_TEXT}}}archive", nsmap={None: _TEXT}, metadata="eml.xml")
    _file(root, "core", OCCURRENCES, OCCURRENCE, "id", ["", *OCCURRENCE_TERMS.values()])
    _file(root, "extension", MEDIA, MULTIMEDIA, "coreid", ["", *MULTIMEDIA_TERMS.values()])
    return _written(root)


def _file(
    root: etree._Element, kind: str, name: str, row: str, key: str, terms: Sequence[str]
) -> None:
    part = etree.SubElement(root, f"{{{_TEXT}}}{kind}")
    for attribute, value in (
        *(("encoding", "UTF-8"), ("fieldsTerminatedBy", "\\t"), ("linesTerminatedBy", "\\n")),
        *(("fieldsEnclosedBy", ""), ("ignoreHeaderLines", "1"), ("rowType", row)),
    ):
        part.set(attribute, value)
    files = etree.SubElement(part, f"{{{_TEXT}}}files")
    etree.SubElement(files, f"{{{_TEXT}}}location").text = name
    etree.SubElement(part, f"{{{_TEXT}}}{key}", index="0")
    for index, term in enumerate(terms):
        if term:
            etree.SubElement(part, f"{{{_TEXT}}}field", index=str(index), term=term)


def faults_of_meta(content: bytes) -> list[str]:
    """Return where `meta.xml` is not as the standard's own schema wants it."""
    schema = _schema()
    schema.validate(etree.fromstring(content, _parser()))
    return [str(error.message) for error in schema.error_log]


@cache
def _schema() -> etree.XMLSchema:
    path = bundled("standards", "darwin-core", "tdwg_dwc_text.xsd")
    tree = etree.fromstring(path.read_bytes(), _parser())
    for each in tree.findall(_IMPORT):  # of schemas on the network, of which it uses nothing
        tree.remove(each)
    return etree.XMLSchema(tree)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(resolve_entities=False, no_network=True)


def eml(facts: PackageFacts, box: Box | None, dates: Days | None, now: datetime) -> bytes:
    """Return `eml.xml`. `dates` are the first and the last day."""
    identifier = uuid5(NAMESPACE_URL, f"{facts.title} {facts.contributor} {facts.project}")
    names = {"eml": _EML, "xsi": _XSI}
    root = etree.Element(f"{{{_EML}}}eml", nsmap=names)
    root.set("packageId", str(identifier))
    root.set("system", "visret")
    root.set("scope", "system")
    data = etree.SubElement(root, "dataset")
    _add(data, "title", facts.title or facts.project)
    _person(data, "creator", facts)
    _add(data, "pubDate", now.date().isoformat())
    words = facts.description or facts.title or facts.project
    _add(etree.SubElement(data, "abstract"), "para", words)
    if facts.license:
        rights = f"This work is licensed under {license_address(facts.license)}."
        _add(etree.SubElement(data, "intellectualRights"), "para", rights)
    if box or dates:
        _cover(etree.SubElement(data, "coverage"), box, dates)
    _person(data, "contact", facts)
    if facts.project:
        project = etree.SubElement(data, "project")
        _add(project, "title", facts.project)
        _person(project, "personnel", facts, role="contact")
    return _written(root)


def _cover(part: etree._Element, box: Box | None, dates: Days | None) -> None:
    if box:
        where = etree.SubElement(part, "geographicCoverage")
        _add(where, "geographicDescription", "The box around all places in the data.")
        bounds = etree.SubElement(where, "boundingCoordinates")
        for side, degrees in zip(("west", "east", "north", "south"), box, strict=True):
            _add(bounds, f"{side}BoundingCoordinate", f"{degrees:.6f}")
    if dates:
        span = etree.SubElement(etree.SubElement(part, "temporalCoverage"), "rangeOfDates")
        for name, day in zip(("beginDate", "endDate"), dates, strict=True):
            _add(etree.SubElement(span, name), "calendarDate", day)


def _person(parent: etree._Element, kind: str, facts: PackageFacts, role: str = "") -> None:
    person = etree.SubElement(parent, kind)
    given, _, last = facts.contributor.rpartition(" ")
    name = etree.SubElement(person, "individualName")
    for part, text in (("givenName", given), ("surName", last)):
        if text:
            _add(name, part, text)
    for part, text in (
        ("organizationName", facts.organization),
        ("electronicMailAddress", facts.email),
        ("role", role),
    ):
        if text:
            _add(person, part, text)


def _add(parent: etree._Element, name: str, text: str) -> None:
    # What XML cannot say is left out.
    etree.SubElement(parent, name).text = "".join(one for one in text if one.isprintable())


def _written(root: etree._Element) -> bytes:
    content: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)
    return content


def box_of(places: Iterable[tuple[float, float]]) -> Box | None:
    """Return the box around places, as latitude and longitude."""
    known = list(places)
    if not known:
        return None
    north, south = max(lat for lat, _ in known), min(lat for lat, _ in known)
    return min(lon for _, lon in known), max(lon for _, lon in known), north, south
