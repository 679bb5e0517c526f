"""What a copy says about itself: names, tags, stars and time; a place only of the grid."""

from lxml import etree
from PIL import ExifTags, Image

from visret_desktop.exporters.obscuring import Cell
from visret_desktop.exporters.sidecars.merging import clean, words_and_paths
from visret_desktop.library.records import Photo

_X, _RDF = "adobe:ns:meta/", "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_DC, _XMP = "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/"
_LR, _XML = "http://ns.adobe.com/lightroom/1.0/", "http://www.w3.org/XML/1998/namespace"
_PREFIXES = {"rdf": _RDF, "dc": _DC, "xmp": _XMP, "lr": _LR}
_MOST_BYTES = 60_000  # a JPEG has room for little more
_MILLIONTHS = 1_000_000


def packet_of(photo: Photo) -> bytes:
    """Return an XMP packet with names, tags and stars."""
    names = ", ".join(accepted.common or accepted.name for accepted in photo.notes.names)
    words, paths = words_and_paths(photo)
    root = etree.Element(f"{{{_X}}}xmpmeta", nsmap={"x": _X})
    rdf = etree.SubElement(root, f"{{{_RDF}}}RDF", nsmap=_PREFIXES)
    about = etree.SubElement(rdf, f"{{{_RDF}}}Description", {f"{{{_RDF}}}about": ""})
    if photo.rating is not None:
        about.set(f"{{{_XMP}}}Rating", str(photo.rating))
    for tag, text in (
        ("title", names or photo.metadata.title),
        ("description", photo.metadata.description),
    ):
        if text:
            _add(about, f"{{{_DC}}}{tag}", "Alt", [text])
    keywords = [*photo.metadata.keywords, *words]
    while True:
        for tag, kind, values in (
            (f"{{{_DC}}}subject", "Bag", keywords),
            (f"{{{_LR}}}hierarchicalSubject", "Bag", paths),
        ):
            for before in about.findall(tag):
                about.remove(before)
            if values:
                _add(about, tag, kind, values)
        written: bytes = etree.tostring(root, encoding="utf-8")
        if len(written) <= _MOST_BYTES:
            return written
        keywords, paths = keywords[: len(keywords) // 2], paths[: len(paths) // 2]


def _add(about: "etree._Element", tag: str, kind: str, values: list[str]) -> None:
    holder = etree.SubElement(etree.SubElement(about, tag), f"{{{_RDF}}}{kind}")
    for value in dict.fromkeys(map(clean, values)):
        entry = etree.SubElement(holder, f"{{{_RDF}}}li")
        entry.text = value
        if kind == "Alt":
            entry.set(f"{{{_XML}}}lang", "x-default")


def exif_of(photo: Photo, cell: Cell | None) -> Image.Exif:
    """Return when a photo was taken and, of a place of the grid, where."""
    exif = Image.Exif()
    taken = photo.metadata.taken_at
    if taken and len(taken) >= 19:
        times = exif.get_ifd(ExifTags.IFD.Exif)
        times[ExifTags.Base.DateTimeOriginal] = taken[:19].replace("-", ":").replace("T", " ")
        if len(taken) == 25:
            times[ExifTags.Base.OffsetTimeOriginal] = taken[19:]
    if cell is not None:
        place = exif.get_ifd(ExifTags.IFD.GPSInfo)
        place[ExifTags.GPS.GPSVersionID] = b"\2\3\0\0"
        for degrees, reference, value, signs in (
            (cell.latitude, ExifTags.GPS.GPSLatitudeRef, ExifTags.GPS.GPSLatitude, "NS"),
            (cell.longitude, ExifTags.GPS.GPSLongitudeRef, ExifTags.GPS.GPSLongitude, "EW"),
        ):
            place[reference] = signs[degrees < 0]
            place[value] = _sixtieths(abs(degrees))
        place[ExifTags.GPS.GPSHPositioningError] = float(cell.meters)
    return exif


def _sixtieths(degrees: float) -> tuple[float, float, float]:
    whole, rest = divmod(round(degrees * 3600 * _MILLIONTHS), 3600 * _MILLIONTHS)
    minutes, seconds = divmod(rest, 60 * _MILLIONTHS)
    return float(whole), float(minutes), seconds / _MILLIONTHS
