"""Obscured locations: coordinates moved to a grid, and texts without words that say more.

The grid is fixed, so a location always moves to the same point, and many exports reveal no more
than one does. A keyword "Lyon" would reveal the place, so names of places are left out. So are
coordinates in texts, however they are written: geotagging programs leave `geo:lat=46.38444` in
keywords, loggers write `N46°23.066'`, cameras and people put `46.38444_16.43389` in file names.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.library.records import AcceptedName, Photo

if TYPE_CHECKING:
    from visret_desktop.places.gazetteer import Gazetteer
    from visret_desktop.places.place import Place, Spot


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


_KILOMETERS = 111.195  # in a degree of latitude
_NEAR = 150.0  # kilometers within which the name of a place tells where a photo was taken
_LONGEST = 4  # words of a name of a place
_UNKNOWN = "unknown"
_ALIAS_LETTERS = 12  # of a file's name
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_HUMP = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")  # ZagrebRiver
# What people call the branch of a tree of keywords in which places are, and programs the key.
_FOLDERS = re.compile(
    r"places?|locations?|localit(y|ies)|where|sites?|(iptc)?(sub)?location\w*|address|street|venue"
    r"|cit(y|ies)|towns?|villages?|state|province|county|region|municipality|sublocation"
    r"|orte?|stadt|gemeinde|adresse|fundorte?|lieux?|ville|commune|adresse|localité"
    r"|lugar(es)?|ciudad|luog(o|hi)|città|località|plaats(en)?",
    re.IGNORECASE,
)
_KEY = re.compile(r"[:=]")
# `taxonomy:` is of taxa only where what stands behind it is a rank.
_TAXON = re.compile(
    r"taxonomy:(?:kingdom|phylum|subphylum|class|order|family|subfamily|tribe|genus|subgenus"
    r"|species|subspecies|variety|form|binomial|trinomial|common|name|rank)=.*",
    re.IGNORECASE | re.DOTALL,
)
# What is said of an animal in other words may say where it was; these do not.
_KNOWN_WORDS = frozenset(
    (
        *("female", "male", "hermaphrodite", "mixed", "both", "unknown", "adult", "subadult"),
        *("juvenile", "immature", "chick", "pullus", "fledgling", "nestling", "egg", "eggs"),
        *("larva", "pupa", "nymph", "imago", "tadpole", "cub", "calf", "fawn", "seedling"),
        *("flowering", "fruiting", "budding", "breeding", "non-breeding", "feeding", "foraging"),
        *("hunting", "drinking", "resting", "sleeping", "grooming", "preening", "bathing"),
        *("walking", "running", "swimming", "diving", "flying", "gliding", "climbing", "jumping"),
        *("calling", "singing", "displaying", "courtship", "mating", "nesting", "incubating"),
        *("vigilance", "alert", "playing", "fighting", "marking", "digging", "travelling"),
    )
)
# What of more that was said is a number or one of a few words.
_MORE_KEPT = frozenset(
    (
        *("observationType", "cameraSetupType", "individualPositionRadius"),
        *("individualPositionAngle", "individualSpeed", "bboxX", "bboxY", "bboxWidth"),
        *("bboxHeight", "classificationProbability"),
    )
)


@dataclass(frozen=True)
class Cell:
    """A cell of the grid: the point in its middle, and how far the farthest point in it is."""

    latitude: float
    longitude: float
    meters: float


def cell_of(latitude: float, longitude: float, kilometers: float) -> Cell:
    """Return the cell that a point lies in."""
    rows = max(1, round(180 * _KILOMETERS / kilometers))
    height = 180 / rows
    row = min(rows - 1, max(0, math.floor((latitude + 90) / height)))
    south = -90 + row * height
    middle = south + height / 2
    # The widest side decides, so that no cell is narrower than was asked for.
    widest = min((abs(south), abs(south + height)))
    around = 360 * _KILOMETERS * math.cos(math.radians(widest))
    columns = max(1, math.floor(around / kilometers))
    width = 360 / columns
    column = math.floor(((longitude + 180) % 360) / width) % columns
    center = -180 + (column + 0.5) * width
    corners = (
        _meters(middle, 0, edge, width / 2) for edge in (max(-90, south), min(90, south + height))
    )
    return Cell(round(middle, 6), round(center, 6), math.ceil(max(corners)))


def _meters(latitude: float, longitude: float, other: float, east: float) -> float:
    a, b = math.radians(latitude), math.radians(other)
    turn = math.radians(min(180.0, east - longitude))
    half = math.sin((b - a) / 2) ** 2 + math.cos(a) * math.cos(b) * math.sin(turn / 2) ** 2
    return 2000 * _KILOMETERS * math.degrees(math.asin(math.sqrt(min(1.0, half))))


class Aliases:
    """Names in the place of contents and deployments, by a secret of the library.

    A plain hash could be confirmed by whoever guesses the name of a folder, and be joined with a
    table that was exported in full. By the secret each export of a library has the same aliases,
    so that what was published can be brought up to date, and nobody else can make them.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def of(self, name: str) -> str:
        """Return the alias of a name: 32 hex digits."""
        coded = name.encode("utf-8", "surrogateescape")
        return blake2b(coded, key=self._secret, digest_size=16).hexdigest()


def obscured_name(accepted: AcceptedName, tells: Callable[[str], bool]) -> AcceptedName:
    """Return an accepted name without free texts; `tells` says whether a text says where."""
    return replace(
        accepted,
        name=_UNKNOWN if has_coordinates(accepted.name) else accepted.name,
        common="" if has_coordinates(accepted.common) else accepted.common,
        rank="" if tells(accepted.rank) else accepted.rank,
        sex=_known_word(accepted.sex),
        life_stage=_known_word(accepted.life_stage),
        behavior=_known_word(accepted.behavior),
        by="" if tells(accepted.by) else accepted.by,
        source="",
        more=tuple((key, text) for key, text in accepted.more if key in _MORE_KEPT),
    )


def _without_coordinates(text: str | None) -> str | None:
    return None if text and has_coordinates(text) else text


def _known_word(text: str) -> str:
    return text if text.strip().casefold() in _KNOWN_WORDS else ""


class Obscurer:
    """Takes out of photos what says where they were taken; `kilometers` of 0: all of it.

    `aliases` gives photos names that tell nothing; with `is_neutral` each file has one, otherwise
    those whose own name may say where.
    """

    def __init__(
        self,
        gazetteer: "Gazetteer",
        kilometers: float,
        aliases: Aliases,
        *,
        is_neutral: bool = False,
    ) -> None:
        self.is_neutral = is_neutral
        self._gazetteer, self._kilometers, self._aliases = gazetteer, kilometers, aliases
        self._named = lru_cache(maxsize=50_000)(self._places_named)

    def cell(self, photo: Photo) -> Cell | None:
        """Return the cell of a photo's place; None: it has none, or all of it is taken out."""
        known = photo.metadata
        if not self._kilometers or known.latitude is None or known.longitude is None:
            return None
        return cell_of(known.latitude, known.longitude, self._kilometers)

    def obscured(self, photo: Photo, spot: "Spot | None") -> Photo:
        """Return a photo as it may leave: moved, and without words that say more.

        Free texts are taken out whole, because no list knows all names of places.
        """
        cell = self.cell(photo)
        known = replace(
            photo.metadata,
            latitude=cell.latitude if cell else None,
            longitude=cell.longitude if cell else None,
            altitude=None,
            camera=_without_coordinates(photo.metadata.camera),
            lens=_without_coordinates(photo.metadata.lens),
            title=None,
            description=None,
            color_label=None,  # in some programs any words
            sequence=None,  # it has the camera's serial number
            keywords=self.kept(photo.metadata.keywords, photo, spot),
        )
        notes = replace(
            photo.notes,
            tags=self.kept(photo.notes.tags, photo, spot),
            names=tuple(
                obscured_name(accepted, partial(self.is_place, photo=photo, spot=spot))
                for accepted in photo.notes.names
            ),
            place=None,
        )
        alias, name = self._aliases.of(photo.content_hash), photo.name
        if self.is_neutral or self.is_place(Path(name).stem, photo, spot):
            suffix = Path(name).suffix
            name = f"{alias[:_ALIAS_LETTERS]}{suffix if suffix[1:].isalnum() else ''}"
        return replace(
            photo,
            path=Path(name),
            name=name,
            content_hash=alias,
            metadata=known,
            notes=notes,
            companion=None,
            written="",
            placed_by="",
        )

    def tells(self, text: str, photo: Photo, spot: "Spot | None") -> bool:
        """Return whether a text has coordinates, or the name of a region or town of the photo's.

        Of a photo that knows no place all names count. Accepted names are no places.
        """
        if has_coordinates(text):
            return True
        plain = unicodedata.normalize("NFKC", text)
        spellings = {plain, _HUMP.sub(" ", plain)}
        return any(self._names_place(spelling, photo, spot) for spelling in spellings)

    def _names_place(self, text: str, photo: Photo, spot: "Spot | None") -> bool:
        words = _WORD.findall(text)
        names = {
            word.casefold()
            for accepted in photo.notes.names
            for word in _WORD.findall(f"{accepted.name} {accepted.common}")
        }
        pieces = {
            tuple(words[start : start + length])
            for start in range(len(words))
            for length in range(1, min(_LONGEST, len(words) - start) + 1)
        }
        return any(
            self._is_near(place, photo, spot)
            for piece in pieces
            if not all(word.casefold() in names for word in piece)
            for place in self._named(" ".join(piece))
        )

    def kept(self, keywords: Sequence[str], photo: Photo, spot: "Spot | None") -> tuple[str, ...]:
        """Return the keywords that are no places."""
        return tuple(word for word in keywords if not self.is_place(word, photo, spot))

    def is_place(self, keyword: str, photo: Photo, spot: "Spot | None") -> bool:
        """Return whether a keyword says where, by its words, its key or its branch."""
        if has_coordinates(keyword):
            return True
        plain = unicodedata.normalize("NFKC", keyword).strip('" ')
        if _TAXON.fullmatch(plain):
            return False
        parts = plain.split("|")
        keys = [*parts[:-1], *(key for part in parts for key in _KEY.split(part)[:-1])]
        is_filed = any(_FOLDERS.fullmatch(key.strip()) for key in keys)
        return is_filed or any(self.tells(part, photo, spot) for part in parts)

    def _places_named(self, name: str) -> "tuple[Place, ...]":
        if len(name) < 3:
            return ()
        return tuple(place for place in self._gazetteer.named(name) if place.kind != "country")

    def _is_near(self, place: "Place", photo: Photo, spot: "Spot | None") -> bool:
        known = photo.metadata
        if known.latitude is None or known.longitude is None:
            return not place.alias
        if spot and spot.region and (spot.region == place.code or spot.region in place.parts):
            return True
        south, west, north, east = place.bounds or (
            *(place.latitude, place.longitude),
            *(place.latitude, place.longitude),
        )
        latitude = min(max(known.latitude, south), north)
        is_between = (known.longitude - west) % 360 <= (east - west) % 360
        turn = 0.0 if is_between else min(_turn(known.longitude, side) for side in (west, east))
        return _meters(known.latitude, 0, latitude, turn) < 1000 * (_NEAR + self._kilometers)


def _turn(one: float, other: float) -> float:
    """Return the degrees between two longitudes, the shorter way."""
    return abs((one - other + 180) % 360 - 180)


def words_of(
    gazetteer: "Gazetteer", country: str, region: str, town: int, *, is_rough: bool
) -> str:
    """Return the names of a spot in English, from small to large; of a rough one the country."""
    words = [gazetteer.country(country)]
    if not is_rough:
        words = [gazetteer.town(town) if town else None, gazetteer.region(region), *words]
    return ", ".join(_once(place.name for place in words if place))


def _once(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(names))
