"""Coordinates in texts, however people and programs write them.

Geotagging programs leave `geo:lat=46.38444` in keywords, loggers write `N46°23.066'`, cameras and
people put `46.38444_16.43389` in names of files. A text with one of these tells an exact place.
"""

import re
import unicodedata

_NUMBER = r"[-+−]?\d{1,3}"
# Keys of machine tags, of exif and of addresses on the web, with whatever stands behind them.
_KEYED = re.compile(
    r"\b(?:geo(?:hash|uri|tag)?|gps\w*|lat(?:itude)?|lon(?:gitude)?|lng|long|coord\w*|utm|mgrs|osgb"
    r"|koordinat\w*|breite|länge|wgs\s?84|epsg|olc|plus\s?code|what3words|w3w)"
    r"(?:\s*[:=]|\s+[-+−]?\d)",
    re.IGNORECASE,
)
# Two numbers with decimals beside each other, of which the first may be a latitude.
_PAIR = re.compile(
    rf"(?<![\d.]){_NUMBER}[.,]\d{{2,}}°?\s*[NSns]?\s*[,;:/_|xX\s+-]+\s*(?:[EWOew]\s*)?"
    rf"{_NUMBER}[.,]\d{{2,}}(?![\d.])"
)
# One number that is told to some ten meters.
_EXACT = re.compile(r"(?<![\d.,])[-+−]?\d{1,3}[.,]\d{4,}(?![\d.,]*[.,]\d)")
# Degrees, with minutes or seconds, or with the side of the world.
_DEGREES = re.compile(
    r"\d\s*[°˚]\s*\d|\d\s*[°˚]\s*[NSEWO]\b|\d\s*(?:deg|grad)\b\.?\s*\d|\d{1,3}d\d{1,2}m(?!m)",
    re.IGNORECASE,
)
_SIDED = re.compile(
    r"(?<![^\W_])[NS][\s_]*\d{1,2}(?:[.,]\d{2,}|[\s_:.-]+\d{1,2}(?:[.,]\d+|[\s_:.-]+\d))"
    r"|(?<![\d.])\d{1,2}(?:[.,]\d{2,}|[\s_:-]+\d{1,2}(?:[.,]\d+|[\s_:-]+\d{1,2}(?:[.,]\d+)?))[\s_'\"′″]*[NS]"
    r"(?![^\W_])"
    r"|(?<![^\W_])[EWO][\s_]*\d{1,3}(?:[.,]\d{2,}|[\s_:.-]+\d{1,2}[.,]\d+)"
)
# Six or seven digits twice, as grids in meters have them, with the zone or without.
_GRID = re.compile(
    r"\b\d{1,2}\s?[C-HJ-NP-X]\s*[_ ,]?\s*\d{6}(?:[.,]\d+)?\s*m?E?[\s_,;]+\d{7}"
    r"|\b\d{1,2}\s?[C-HJ-NP-X]\s?[A-HJ-NP-Z]{2}\s?(?:\d{10}|\d{8}|\d{6}|\d{5}\s?\d{5}|\d{4}\s\d{4}|\d{3}\s\d{3})\b"
    r"|(?<!\d)\d{6}(?:[.,]\d+)?[\s_,;/]+\d{7}(?:[.,]\d+)?(?!\d)"
)
_PLUS_CODE = re.compile(
    r"(?<![^\W_])(?:[23456789CFGHJMPQRVWX]{4}){1,2}\+[23456789CFGHJMPQRVWX]{2,3}(?![^\W_])"
)
_LOCATOR = re.compile(r"(?<![^\W_])[A-R]{2}\d{2}[A-Xa-x]{2}(?:\d{2})?(?![^\W_])")
_THREE_WORDS = re.compile(r"///\w+\.\w+\.\w+")
_PACKED = re.compile(
    r"(?<![^\W_])[NS]\d{4}[.,]\d{2,}|(?<!\d)\d{4,6}(?:[.,]\d+)?[NS][\s_,;]*\d{5,7}(?:[.,]\d+)?[EWO]"
)
_DEGREE_SIGNS = str.maketrans("º˚", "°°")  # as they are typed
_FORMS = (
    _PACKED,
    _KEYED,
    _PAIR,
    _EXACT,
    _DEGREES,
    _SIDED,
    _GRID,
    _PLUS_CODE,
    _LOCATOR,
    _THREE_WORDS,
)


def has_coordinates(text: str) -> bool:
    """Tell whether a text has what looks like coordinates."""
    plain = unicodedata.normalize("NFKC", text.translate(_DEGREE_SIGNS))
    return any(form.search(plain) for form in _FORMS)
