"""What a photo says about itself, from EXIF, IPTC, XMP and its sidecar, as plain values.

Nothing here raises: metadata is often damaged and sometimes hostile, and a photo without it is
still a photo. Where sources disagree the sidecar wins, then XMP, then EXIF, then IPTC; dates are in
the order of `_dates`.
"""

import math
import re
from datetime import datetime
from io import BytesIO
from pathlib import PurePath
from typing import Any

from PIL import Image

from visret_desktop.library.photos.formats import RAW_EXTENSIONS
from visret_desktop.library.photos.maker_notes import sequence_of
from visret_desktop.library.photos.picture import DECODER_FAULTS, Decoded
from visret_desktop.library.photos.xmp import Xmp, read_xmp
from visret_desktop.library.records import LAST_CHANGE, LONGEST_TEXT, MOST_KEYWORDS, Metadata
from visret_desktop.sentences import Sentence, sentence

_EXIF_IFD, _GPS_IFD = 0x8769, 0x8825
_IPTC_DATE, _IPTC_TIME = (2, 55), (2, 60)
_IPTC_TITLE, _IPTC_KEYWORD, _IPTC_CAPTION = (2, 5), (2, 25), (2, 120)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_DATE = re.compile(r"(\d{4})[:\-/](\d{2})[:\-/](\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2}))?)?")
_OFFSET = re.compile(r"([+-]\d{2}:\d{2}|Z)$")


def read_metadata(
    decoded: Decoded, data: bytes, name: str, sidecar: bytes | None
) -> tuple[Metadata, tuple[str, Sentence] | None]:
    """Gather metadata of a decoded photo; `data` is its file, `sidecar` its .xmp, if any.

    The second part is (code, sentence) if XMP about it could not be read.
    """
    exif = _exif(decoded, data, name)
    beside, inside = read_xmp(sidecar), read_xmp(decoded.xmp)
    return _gathered(decoded, exif, beside, inside), _fault(beside, inside)


def _fault(beside: Xmp, inside: Xmp) -> tuple[str, Sentence] | None:
    fault, place = beside.fault, "in its .xmp file"
    if not fault:
        fault, place = inside.fault, "inside it (XMP)"
    if not fault:
        return None
    reason = sentence(
        "The words about this photo {place} could not be read: they are {fault}.",
        place=place,
        fault=fault,
    )
    return "words-unreadable", reason


def _gathered(decoded: Decoded, exif: dict[str, Any], beside: Xmp, inside: Xmp) -> Metadata:
    iptc = decoded.iptc or {}
    latitude, longitude = _position(exif, (beside, inside))
    taken_at = _first(*_dates(exif, beside, inside, iptc))
    changed_at = None if taken_at else _date(exif.get("DateTime"))
    sequence = sequence_of(exif.get("MakerNote"), _text(exif.get("Make")) or "")
    return Metadata(
        width=decoded.width,
        height=decoded.height,
        format=decoded.format,
        taken_at=taken_at or changed_at,
        taken_from=LAST_CHANGE if changed_at else None,
        latitude=latitude,
        longitude=longitude,
        altitude=_altitude(exif),
        camera=_camera(exif),
        lens=_first(_text(exif.get("LensModel")), _text(inside.lens)),
        exposure_seconds=_positive(exif.get("ExposureTime")),
        f_number=_positive(exif.get("FNumber")),
        focal_length_mm=_positive(exif.get("FocalLength")),
        iso=_iso(exif.get("ISOSpeedRatings")),
        rating=_first(beside.rating, inside.rating, _rating(exif.get("Rating"))),
        title=_first(
            _text(beside.title), _text(inside.title), _text(exif.get("XPTitle")),
            _text(iptc.get(_IPTC_TITLE)),
        ),
        description=_first(
            _text(beside.description), _text(inside.description),
            _text(exif.get("ImageDescription")), _text(exif.get("UserComment")),
            _text(iptc.get(_IPTC_CAPTION)),
        ),
        keywords=_keywords(beside, inside, exif, iptc),
        color_label=_first(_text(beside.label), _text(inside.label)),
        sequence=str(sequence) if sequence else None,
    )  # fmt: skip


def _dates(
    exif: dict[str, Any], beside: Xmp, inside: Xmp, iptc: dict[tuple[int, int], Any]
) -> tuple[str | None, ...]:
    """Return when a photo was taken by each source, the most trustworthy first.

    ModifyDate is none of them: a program that changed the picture may have written it.
    """
    return (
        _date(beside.date),
        _exif_date(exif),
        _date(inside.date),
        _iptc_date(iptc),
        _date(beside.digitized),
        _date(inside.digitized),
    )


def _iptc_date(iptc: dict[tuple[int, int], Any]) -> str | None:
    """Return the time of '20240511' and '143000+0200'; without a time it is midnight."""
    day, clock = _text(iptc.get(_IPTC_DATE)) or "", _text(iptc.get(_IPTC_TIME)) or ""
    if not re.fullmatch(r"[0-9]{8}", day):
        return None
    time = re.fullmatch(r"([0-9]{2})([0-9]{2})([0-9]{2})(?:([+-][0-9]{2})([0-9]{2}))?", clock)
    written = f"{day[:4]}-{day[4:6]}-{day[6:]}"
    if time:
        written += f"T{time[1]}:{time[2]}:{time[3]}" + (f"{time[4]}:{time[5]}" if time[4] else "")
    return _date(written)


# ---- EXIF -----------------------------------------------------------------------------------


def _exif(decoded: Decoded, data: bytes, name: str) -> dict[str, Any]:
    """Return EXIF by tag name, 'GPS' holding its own dictionary by number."""
    try:
        if PurePath(name).suffix.lower() in RAW_EXTENSIONS:
            return _raw_exif(data)
        return _pillow_exif(decoded.exif) if decoded.exif else {}
    except DECODER_FAULTS:
        return {}


def _pillow_exif(block: bytes) -> dict[str, Any]:
    from PIL.ExifTags import TAGS

    exif = Image.Exif()
    exif.load(block)
    fields = {TAGS.get(tag, ""): value for tag, value in exif.items()}
    fields |= {TAGS.get(tag, ""): value for tag, value in exif.get_ifd(_EXIF_IFD).items()}
    fields["GPS"] = dict(exif.get_ifd(_GPS_IFD))
    return fields


_RAW_NAMES = {
    "Image Make": "Make", "Image Model": "Model", "Image DateTime": "DateTime",
    "EXIF DateTimeOriginal": "DateTimeOriginal", "EXIF OffsetTimeOriginal": "OffsetTimeOriginal",
    "EXIF LensModel": "LensModel", "EXIF ExposureTime": "ExposureTime", "EXIF FNumber": "FNumber",
    "EXIF FocalLength": "FocalLength", "EXIF ISOSpeedRatings": "ISOSpeedRatings",
    "Image ImageDescription": "ImageDescription",
}  # fmt: skip
_RAW_GPS = {
    "GPS GPSLatitudeRef": 1, "GPS GPSLatitude": 2, "GPS GPSLongitudeRef": 3,
    "GPS GPSLongitude": 4, "GPS GPSAltitudeRef": 5, "GPS GPSAltitude": 6,
}  # fmt: skip


def _raw_exif(data: bytes) -> dict[str, Any]:
    import exifread

    tags = exifread.process_file(BytesIO(data), details=False)
    fields: dict[str, Any] = {
        ours: _raw_value(tags[theirs]) for theirs, ours in _RAW_NAMES.items() if theirs in tags
    }
    fields["GPS"] = {
        ours: _raw_value(tags[theirs]) for theirs, ours in _RAW_GPS.items() if theirs in tags
    }
    return fields


def _raw_value(tag: Any) -> Any:
    values = tag.values
    return values[0] if isinstance(values, list) and len(values) == 1 else values


def _exif_date(exif: dict[str, Any]) -> str | None:
    taken: str | None = _first(
        _date(exif.get("DateTimeOriginal")), _date(exif.get("DateTimeDigitized"))
    )
    offset = _text(exif.get("OffsetTimeOriginal")) or _text(exif.get("OffsetTime")) or ""
    if taken and _OFFSET.fullmatch(offset) and not _OFFSET.search(taken):
        return taken + offset
    return taken


def _date(value: object) -> str | None:
    """Return ISO 8601 of an EXIF or XMP date; None where it is no real one."""
    text = _text(value) or ""
    match = _DATE.match(text)
    if not match:
        return None
    try:
        moment = datetime(*(int(part or 0) for part in match.groups()))  # type: ignore[arg-type]
    except ValueError:
        return None
    offset = _OFFSET.search(text)
    return moment.isoformat() + (offset[1].replace("Z", "+00:00") if offset else "")


def _position(exif: dict[str, Any], packets: tuple[Xmp, ...]) -> tuple[float | None, float | None]:
    gps = exif.get("GPS") or {}
    latitude = _degrees(gps.get(2), gps.get(1), 90)
    longitude = _degrees(gps.get(4), gps.get(3), 180)
    for packet in packets:
        if latitude is None or longitude is None:
            latitude, longitude = packet.latitude, packet.longitude
    if latitude is None or longitude is None:
        return None, None
    if latitude == longitude == 0 and not _altitude(exif):
        return None, None  # a camera without a fix writes zeros
    return latitude, longitude


def _degrees(value: Any, reference: object, limit: float) -> float | None:
    parts = [_number(part) for part in value] if isinstance(value, tuple | list) else []
    if not parts or parts[0] is None:
        return None
    degrees = sum((part or 0.0) / 60**power for power, part in enumerate(parts[:3]))
    sign = -1 if (_text(reference) or "").upper()[:1] in ("S", "W") else 1
    return round(sign * degrees, 7) if abs(degrees) <= limit else None


def _altitude(exif: dict[str, Any]) -> float | None:
    gps = exif.get("GPS") or {}
    altitude = _number(gps.get(6))
    if altitude is None or abs(altitude) > 100_000:
        return None
    below = gps.get(5) in (1, b"\x01")
    return round(-altitude if below else altitude, 2)


def _camera(exif: dict[str, Any]) -> str | None:
    make, model = _text(exif.get("Make")) or "", _text(exif.get("Model")) or ""
    if not model or model.lower().startswith(make.split(" ")[0].lower()):
        return model or make or None
    return f"{make} {model}".strip()


def _iso(value: object) -> int | None:
    number = _number(value[0] if isinstance(value, tuple | list) and value else value)
    return int(number) if number and 0 < number < 10_000_000 else None


def _rating(value: object) -> int | None:
    number = _number(value)
    return int(number) if number is not None and -1 <= number <= 5 else None


# ---- words ----------------------------------------------------------------------------------


def _keywords(
    beside: Xmp, inside: Xmp, exif: dict[str, Any], iptc: dict[tuple[int, int], Any]
) -> tuple[str, ...]:
    coded = iptc.get(_IPTC_KEYWORD) or []
    given = [*beside.keywords, *inside.keywords]
    given += coded if isinstance(coded, list) else [coded]
    given += (_text(exif.get("XPKeywords")) or "").split(";")
    cleaned = (_text(keyword) for keyword in given)
    return tuple(dict.fromkeys(k for k in cleaned if k))[:MOST_KEYWORDS]


def _text(value: object) -> str | None:
    """Return clean text of what a tag holds: text, bytes in some encoding, or a list of them."""
    if isinstance(value, list | tuple):
        value = bytes(value) if value and all(_is_byte(v) for v in value) else value[:1]
        value = value[0] if isinstance(value, list | tuple) and value else value
    if isinstance(value, bytes):
        value = _decode(value)
    if not isinstance(value, str):
        return None
    return _CONTROL.sub("", value).strip()[:LONGEST_TEXT] or None


def _is_byte(value: object) -> bool:
    return isinstance(value, int) and 0 <= value <= 255


def _decode(value: bytes) -> str:
    for marker, encoding in ((b"ASCII\0\0\0", "ascii"), (b"UNICODE\0", "utf-16")):
        if value.startswith(marker):
            return value[8:].decode(encoding, errors="replace")
    if value.startswith(b"\0" * 8):
        value = value[8:]
    if len(value) >= 4 and value[1::2].count(0) > len(value) // 4:
        return value.decode("utf-16-le", errors="replace")
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


# ---- numbers --------------------------------------------------------------------------------


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _positive(value: Any) -> float | None:
    number = _number(value)
    return number if number and number > 0 else None


def _first(*values: Any) -> Any:
    return next((value for value in values if value is not None), None)
