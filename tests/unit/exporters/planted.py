"""Texts that say where a photo was taken, made by kind, and texts that say nothing of it."""

import math
import random
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field

from visret_desktop.places.gazetteer import Gazetteer

# Towns of many countries, of many people and of few, by what they call themselves.
TOWNS = (
    *("Čakovec", "Zagreb", "Karlovac", "Bled", "Szeged", "Győr", "Kraków", "Gdańsk", "Plzeň"),
    *("Brno", "Košice", "Timișoara", "Cluj-Napoca", "Plovdiv", "Niš", "Mostar", "Innsbruck"),
    *("Graz", "Lübeck", "Göttingen", "Freiburg im Breisgau", "Bern", "Lausanne", "Besançon"),
    *("Angoulême", "Saint-Étienne", "Aix-en-Provence", "Tarragona", "Córdoba", "Coimbra"),
    *("Évora", "Livorno", "Perugia", "Malmö", "Jyväskylä", "Ålesund", "Tromsø", "Aalborg"),
    *("Reykjavík", "Inverness", "Galway", "Nijmegen", "Liège", "Tartu", "Daugavpils"),
    *("Ioannina", "Bursa", "Nakuru", "Gaborone", "Antananarivo", "Valparaíso", "Medellín"),
    *("Ushuaia", "Iquitos", "Boulder", "Missoula", "Halifax", "Darwin", "Dunedin", "Kyoto"),
)
SLOTS = (
    *("keyword", "tag", "file", "title", "behavior", "sex", "life_stage", "by", "comment"),
    *("color_label", "rank"),
)
_SPECIES = (
    *("Lutra lutra", "Ardea cinerea", "Parus major", "Vulpes vulpes", "Capreolus capreolus"),
    *("Meles meles", "Alcedo atthis", "Bufo bufo", "Sus scrofa", "Canis lupus", "Ursus arctos"),
    *("Pica pica", "Turdus merula", "Cervus elaphus", "Lepus europaeus", "Felis silvestris"),
    *("Buteo buteo", "Falco tinnunculus", "Strix aluco", "Ciconia ciconia", "Apis mellifera"),
    *("Papilio machaon", "Inachis io", "Salamandra salamandra", "Natrix natrix", "Rana arvalis"),
    *("Quercus robur", "Fagus sylvatica", "Primula veris", "Orchis militaris", "Amanita muscaria"),
)
HARMLESS = (
    *(f"IMG_{number}" for number in (2041, 1, 9999, 120, 7734)),
    *("DSC_0001", "DSC01234", "P1010023", "GOPR0123", "DJI_0001", "PXL_20210101_123456789"),
    *("IMG_20150613_103022", "IMG-20150613-WA0007", "20150613_103022", "2015-06-13", "2015.06.13"),
    *(
        "2015-06-13 10.30.22",
        "10.06.2015",
        "scan0001",
        "Screenshot 2021-01-01 12.34.56",
        "_MG_4411",
    ),
    *("50mm", "24-70mm", "f-2.8", "f/2.8", "EF70-200mm f/2.8", "E 55-210mm F4.5-6.3", "4.0-6.3"),
    *("ISO 400", "ISO-3200", "1/250", "1-250 s", "1920x1080", "300dpi", "16:9", "raw", "jpeg"),
    *("Canon EOS 5D", "NIKON Z 8", "GX80", "TZ101", "Sony A7 III", "Reconyx HC500", "Bushnell"),
    *("Zoo", "bird", "birds", "mammal", "otter", "heron", "grey heron", "fox", "red fox", "deer"),
    *("Animals|Birds|Grey heron", "Animals|Mammals|Otter", "Plants|Trees", "family", "holiday"),
    *("birthday", "wedding", "macro", "panorama", "black and white", "portrait", "landscape"),
    *("sunset", "sunrise", "night", "winter", "summer", "autumn", "spring", "snow", "rain", "fog"),
    *("forest", "river", "lake", "pond", "meadow", "beach", "mountain", "garden", "street"),
    *("favorite", "best of", "to print", "todo", "rejected", "5 stars", "reviewed", "project A"),
    *("juvenile", "adult male", "female", "nest", "eggs", "tracks", "scat", "feeding", "flying"),
    *("camera 3", "card 12", "SD-04", "trap-07", "cam_B2", "station 5", "set 1", "batch-2"),
    *("black", "white", "red", "blue sky", "green", "flower", "flowers", "tree", "mushroom"),
    *("insect", "butterfly", "spider", "frog", "snake", "fish", "dog", "cat", "horse", "cow"),
    *("car", "bike", "boat", "train", "house", "church", "bridge", "tower", "window", "door"),
    *("1", "12", "2041", "v1.2.3", "100%", "3.14", "2.5 kg", "12.5x4.2 cm", "N95", "S2", "E10"),
    *_SPECIES,
    *(f"taxonomy:species={name}" for name in _SPECIES[:12]),
    *(f"taxonomy:genus={name.split()[0]}" for name in _SPECIES[:6]),
    *("Graureiher", "Fuchs", "Wildschwein", "Héron cendré", "Renard roux", "Martin-pêcheur"),
    *("Nutria", "garza real", "lontra", "volpe", "airone cenerino", "vos", "blauwe reiger"),
)


@dataclass(frozen=True)
class Planted:
    """A text that says where, in one of the `SLOTS` of a photo at a point near a town."""

    kind: str
    slot: str
    text: str
    town: str
    latitude: float
    longitude: float


@dataclass
class Maker:
    """Makes texts of each kind; the seed decides which."""

    seed: int
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        gazetteer = Gazetteer.open()
        self.places = {
            name: next(p for p in gazetteer.named(name) if p.kind not in ("country", "region"))
            for name in TOWNS
        }

    def make(self, count: int) -> list[Planted]:
        """Return so many, the kinds and slots in turn."""
        kinds = [*_OF_POINTS, *_OF_TOWNS]
        found = []
        for number in range(count):
            kind = kinds[number % len(kinds)]
            slot = self.chance.choice(SLOTS[:3] if number % 3 else SLOTS)
            town = self.chance.choice(TOWNS)
            place = self.places[town]
            latitude = place.latitude + self.chance.uniform(-0.05, 0.05)
            longitude = place.longitude + self.chance.uniform(-0.05, 0.05)
            if kind in _OF_POINTS:
                text = _OF_POINTS[kind](latitude, longitude, self.chance)
            else:
                text = _OF_TOWNS[kind](town, self.chance)
            if slot == "file":
                text = text.replace("/", "_")
            found.append(Planted(kind, slot, text, town, latitude, longitude))
        return found


def _sixtieths(degrees: float) -> tuple[int, int, float]:
    whole, rest = divmod(abs(degrees) * 3600, 3600)
    minutes, seconds = divmod(rest, 60)
    return int(whole), int(minutes), seconds


def _side(latitude: float, longitude: float) -> tuple[str, str]:
    return "NS"[latitude < 0], "EW"[longitude < 0]


def _pair(a: float, b: float, chance: random.Random) -> str:
    digits = chance.choice([3, 4, 5, 6])
    return chance.choice([", ", ",", " ", "_", "/", "; ", " x ", " | "]).join(
        (f"{a:.{digits}f}", f"{b:.{digits}f}")
    )


def _degrees(a: float, b: float, chance: random.Random) -> str:
    (d, m, s), (e, n, t) = _sixtieths(a), _sixtieths(b)
    north, east = _side(a, b)
    return chance.choice(
        [
            f"{d}°{m:02}'{s:04.1f}\"{north} {e}°{n:02}'{t:04.1f}\"{east}",
            f"{north}{d}°{m + s / 60:06.3f}' {east}{e}°{n + t / 60:06.3f}'",
            f"{d} {m} {s:.0f} {north}, {e} {n} {t:.0f} {east}",
            f"{d}º {m}' {north} {e}º {n}' {east}",
            f"{d}d{m}m{s:.0f}s{north}",
            f"{north}{d:02}{m + s / 60:06.3f} {east}{e:03}{n + t / 60:06.3f}",
            f"{north}{abs(a):.5f} {east}{abs(b):.5f}",
            f"{abs(a):.4f}{north} {abs(b):.4f}{east}",
        ]
    )


def _grid(a: float, b: float, chance: random.Random) -> str:
    zone = int((b + 180) // 6) + 1
    band = "CDEFGHJKLMNPQRSTUVWX"[min(19, max(0, int((a + 80) // 8)))]
    easting = 500_000 + round((b - (6 * zone - 183)) * 111_320 * math.cos(math.radians(a)))
    northing = round(a * 110_574) % 10_000_000
    return chance.choice(
        [
            f"{zone}{band} {easting:06} {northing:07}",
            f"{zone}{band}TM{easting % 100_000:05}{northing % 100_000:05}",
            f"{easting:06}_{northing:07}",
        ]
    )


def _keyed(a: float, b: float, chance: random.Random) -> str:
    return chance.choice(
        [
            f"geo:lat={a:.5f}",
            f"geo:lon={b:.5f}",
            f"geo:{a:.4f},{b:.4f}",
            f"lat={a:.2f}",
            f"Longitude: {b:.3f}",
            f"GPS: {a:.2f} {b:.2f}",
            f"gps:latitude={a:.1f}",
            f"geo:locality={round(a)}",
        ]
    )


def _exact(a: float, b: float, chance: random.Random) -> str:
    return f"den {chance.choice([a, b]):.5f}"


_OF_POINTS: dict[str, Callable[[float, float, random.Random], str]] = {
    "two decimals": _pair,
    "degrees": _degrees,
    "grid": _grid,
    "machine tag": _keyed,
    "one decimal": _exact,
}
_OF_TOWNS: dict[str, Callable[[str, random.Random], str]] = {
    "the name": lambda town, chance: chance.choice([town, town.lower(), town.upper()]),
    "hyphens": lambda town, chance: chance.choice(
        [f"{town}-river-{chance.randint(1, 99):02}", f"IMG-{town.lower()}", f"Zoo-{town}"]
    ),
    "underscores": lambda town, chance: f"{chance.randint(1, 99)}_{town}_heron",
    "decomposed": lambda town, chance: unicodedata.normalize(
        "NFD", chance.choice([f"Grüße aus {town}", f"die Brücke in {town}", f"{town} é"])
    ),
    "without accents": lambda town, _: _plain(f"old mill at {town}"),
    "humps": lambda town, chance: f"{town.title().replace(' ', '')}River{chance.randint(1, 9)}",
    "digits": lambda town, chance: f"{chance.randint(100, 999)}{town}{chance.randint(1, 9)}",
    "taxonomy": lambda town, chance: chance.choice(
        [f"taxonomy:locality={town}", f'"taxonomy:place={town}"']
    ),
    "a path": lambda town, chance: chance.choice(
        [f"Europe|Somewhere|{town}", f"Places|our den {chance.randint(100, 999)}", f"{town}|den"]
    ),
    "a key": lambda town, chance: chance.choice(
        [f"city={town}", f"place:{town}", f"location: den {chance.randint(1000, 9999)}"]
    ),
    "wide letters": lambda town, _: "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in _plain(town)
    ),
}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
