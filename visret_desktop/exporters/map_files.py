"""Photos that have a place, for maps: GeoJSON, and KML for Google Earth and other globes."""

import html
from collections.abc import Iterator
from typing import Any

from lxml import etree

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.lists import cell, encoded
from visret_desktop.exporters.photos import Outgoing, Row, outgoing, row_of
from visret_desktop.sentences import form, visible

NO_PLACE = Lack(
    "no-place",
    form("1 photo has no place and is left out."),
    form("{count:,} photos have no place and are left out."),
)
_DECIMALS = 7  # of a degree: a centimeter


def write_geojson(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the photos that have a place; those without are noted."""
    with target.file() as out:
        out.write(b'{"type": "FeatureCollection", "features": [')
        before = b"\n"
        for done, one in enumerate(outgoing(export, report, looks_around=True), 1):
            point = point_of(one, report)
            if point is not None:
                out.write(before + encoded(_feature(one, point)))
                before = b",\n"
                report.count()
            yield done
        out.write(b"\n]}\n")


def point_of(one: Outgoing, report: Report) -> tuple[float, float] | None:
    """Return longitude and latitude; a photo without is noted.

    What a damaged file says may lie beyond the earth.
    """
    latitude, longitude = one.photo.metadata.latitude, one.photo.metadata.longitude
    is_known = latitude is not None and longitude is not None
    if not is_known or abs(latitude) > 90 or abs(longitude) > 180:  # type: ignore[arg-type]
        report.note(NO_PLACE, one.photo.name)
        return None
    assert latitude is not None
    assert longitude is not None
    return round(longitude, _DECIMALS), round(latitude, _DECIMALS)


def _feature(one: Outgoing, point: tuple[float, float]) -> dict[str, object]:
    row = row_of(one)
    properties = {
        name: value
        for name, value in row.items()
        if name not in ("latitude", "longitude") and value not in (None, "", ())
    }
    geometry = {"type": "Point", "coordinates": point}
    return {"type": "Feature", "geometry": geometry, "properties": properties}


_KML = "http://www.opengis.net/kml/2.2"
# What is said already in elements of its own.
_ELSEWHERE = {"latitude", "longitude", "name", "description"}


def write_kml(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the photos that have a place; those without are noted."""
    with (
        target.file() as out,
        etree.xmlfile(out, encoding="utf-8") as document,
    ):
        document.write_declaration()
        with document.element("kml", nsmap={None: _KML}), document.element("Document"):
            for done, one in enumerate(outgoing(export, report, looks_around=True), 1):
                point = point_of(one, report)
                if point is not None:
                    document.write(_placemark(one, point))
                    report.count()
                yield done


def _placemark(one: Outgoing, point: tuple[float, float]) -> Any:
    """Return the element of a photo. A description is taken for HTML, so it is escaped twice."""
    row = row_of(one)
    mark = etree.Element("Placemark")
    called = (accepted.common or accepted.name for accepted in one.photo.notes.names)
    names = list(dict.fromkeys(called))
    _add(mark, "name", ", ".join(names) or one.photo.name)
    if row["description"]:
        _add(mark, "description", html.escape(str(row["description"])))
    if row["taken_at"]:
        offset = str(row["utc_offset"] or "").removeprefix("UTC")
        _add(etree.SubElement(mark, "TimeStamp"), "when", _time(str(row["taken_at"]), offset))
    _add_values(etree.SubElement(mark, "ExtendedData"), row)
    _add(etree.SubElement(mark, "Point"), "coordinates", f"{point[0]},{point[1]}")
    return mark


def _add_values(holder: Any, row: Row) -> None:
    for name, value in row.items():
        if name not in _ELSEWHERE and value not in (None, "", ()):
            inner = etree.SubElement(holder, "Data", name=name)
            _add(inner, "value", str(cell(value)))


def _add(parent: Any, tag: str, text: str) -> None:
    etree.SubElement(parent, tag).text = _clean(text)


def _time(taken_at: str, offset: str) -> str:
    """Return a time as XML has it; without an offset where none is known."""
    return taken_at if taken_at.endswith(offset) else f"{taken_at}{offset}"


def _clean(text: str) -> str:
    """Return a text that XML can hold: what is no text is shown as an escape."""
    whole = text.encode("utf-8", "backslashreplace").decode()
    return visible(whole, keep="\n").replace("\ufffe", "").replace("\uffff", "")
