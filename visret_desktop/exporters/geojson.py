"""GeoJSON (RFC 7946) for maps: a point for each photo that has a place, longitude first."""

from collections.abc import Iterator

from visret_desktop.exporters.exporter import Export, ExportTarget, Lack, Report
from visret_desktop.exporters.json_lines import encoded
from visret_desktop.exporters.photos import Outgoing, outgoing, row_of
from visret_desktop.sentences import form

NO_PLACE = Lack(
    "no-place",
    form("1 photo has no place and is left out."),
    form("{count:,} photos have no place and are left out."),
)
_DECIMALS = 7  # of a degree: a centimeter


def write(export: Export, target: ExportTarget, report: Report) -> Iterator[int]:
    """Write the photos that have a place; those without are noted."""
    with target.file() as out:
        out.write(b'{"type": "FeatureCollection", "features": [')
        before = b"\n"
        for done, one in enumerate(outgoing(export, report), 1):
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
