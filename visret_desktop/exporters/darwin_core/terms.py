"""The columns of a Darwin Core Archive, by the standard's terms."""

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
