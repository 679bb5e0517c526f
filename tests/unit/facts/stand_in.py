"""A small library and a few places, to read lines against."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from visret_desktop.facts.fact import folded

_FOLDERS = {
    "/photos": 90,
    "/photos/2019": 40,
    "/photos/2019/Kenya trip": 20,
    "/photos/Trash": 5,
    "/old/Trash": 2,
}


@dataclass(frozen=True)
class Place:
    kind: Literal["country", "region", "town"]
    code: str
    name: str
    country: str
    region: str
    latitude: float
    longitude: float
    population: int
    parts: tuple[str, ...] = ()
    alias: bool = False


# kind, code, names with those of other languages, country, region, latitude, longitude, people
_TABLE = """
country FR France|Frankreich|Francia|Frankrijk FR - 46.2 2.2 67000000
country IT Italy|Italien|Italie|Italia|Italië IT - 42.8 12.8 60000000
country ES Spain|Spanien|Espagne|España|Spagna|Spanje ES - 40 -4 47000000
country KE Kenya|Kenia KE - 0.5 37.9 51000000
country AU Australia|Australien|Australie|Australië AU - -25.3 134 25000000
country NZ New_Zealand|Neuseeland|Nieuw-Zeeland NZ - -41.8 172 5000000
country AR Argentina|Argentinien|Argentine AR - -34 -64 44000000
country TR Turkey|Türkei|Turquie|Turquía|Turchia|Turkije TR - 39 35 82000000
country GE Georgia|Georgien|Géorgie GE - 42 43.5 3700000
region US-GA Georgia US US-GA 32.7 -83.4 10700000
region US-ME Maine US US-ME 45.3 -69.2 1300000
region DE-BY Bavaria|Bayern|Bavière|Baviera|Beieren DE DE-BY 48.9 11.4 13000000
town 2996944 Lyon|Lione FR FR-ARA 45.748 4.846 522000
town 2988507 Paris|Parigi|Parijs|París FR FR-IDF 48.853 2.349 2138000
town 4717560 Paris US US-TX 33.66 -95.55 25000
town 2990440 Nice|Nizza FR FR-PAC 43.7 7.27 342000
town 2972191 Tours FR FR-CVL 47.39 0.69 136000
town 3169070 Rome|Roma|Rom IT IT-62 41.89 12.48 2318000
town 3172394 Naples|Napoli|Neapel|Nápoles|Napels IT IT-72 40.85 14.27 909000
town 2657896 Zurich|Zürich|Zurigo|Zúrich CH CH-ZH 47.37 8.55 341000
town 2660646 Geneva|Genf|Genève|Ginebra|Ginevra CH CH-GE 46.2 6.15 183000
town 2867714 Munich|München|Múnich|Monaco_di_Baviera DE DE-BY 48.137 11.575 1260000
town 2886242 Cologne|Köln|Colonia|Keulen DE DE-NW 50.93 6.95 963000
town 2928810 Essen DE DE-NW 51.45 7.01 593000
town 2950159 Berlin|Berlino|Berlijn DE DE-BE 52.52 13.41 3426000
town 4975802 Portland US US-ME 43.66 -70.25 66000
town 5746545 Portland US US-OR 45.52 -122.67 632000
town 2759794 Amsterdam NL NL-NH 52.37 4.89 741000
town 2747891 Rotterdam NL NL-ZH 51.92 4.48 598000
town 2158177 Melbourne AU AU-VIC -37.8 144.96 4917000
town 3928245 Valencia VE VE-G 10.16 -68 1385000
town 2509954 Valencia ES ES-VC 39.47 -0.38 814000
"""


class StandInNames:
    """Some places, found as the real gazetteer finds all."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self._named: dict[str, list[Place]] = {}
        for line in _TABLE.strip().splitlines():
            kind, code, names, country, region, latitude, longitude, people = line.split()
            name = names.split("|")[0].replace("_", " ")
            known = "" if region == "-" else region
            place = Place(
                kind,  # type: ignore[arg-type]
                code,
                name,
                country,
                known,
                float(latitude),
                float(longitude),
                int(people),
            )
            self.places.append(place)
            for one in {folded(name) for name in names.replace("_", " ").split("|")}:
                self._named.setdefault(one, []).append(place)
        for found in self._named.values():
            found.sort(key=lambda place: -place.population)

    def named(self, name: str) -> list[Place]:
        return self._named.get(folded(name).strip(), [])

    def completions(self, start: str, most: int = 10) -> list[str]:
        begin = folded(start)
        return [p.name for p in self.places if folded(p.name).startswith(begin)][:most]

    def _coded(self, kind: str, code: str) -> Place | None:
        return next((p for p in self.places if (p.kind, p.code) == (kind, code)), None)

    def country(self, code: str, language: str = "en") -> Place | None:
        return self._coded("country", code)

    def region(self, code: str, language: str = "en") -> Place | None:
        return self._coded("region", code)

    def region_made_of(self, parts: Iterable[str], language: str = "en") -> Place | None:
        return None

    def town(self, number: int, language: str = "en") -> Place | None:
        return self._coded("town", str(number))


class StandInLibrary:
    """What a library may have."""

    def cameras(self) -> Sequence[str]:
        return (
            "Apple iPhone 12",
            "Canon EOS R5",
            "Canon EOS R5 Mark II",
            "NIKON Z 8",
            "RECONYX HP2X",
            'a "quoted" one',
        )

    def lenses(self) -> Sequence[str]:
        return (
            "NIKKOR Z 400mm f/4.5 VR S",
            "RF100mm F2.8 L MACRO IS USM",
            "RF15-35mm F2.8 L IS USM",
        )

    def keywords(self) -> Sequence[str]:
        return ("family", "Family", "frog", "animal|bird|owl")

    def kinds(self) -> Sequence[str]:
        return ("HEIC", "JPEG", "PNG", "RAW")

    def labels(self) -> Sequence[str]:
        return ("Red", "Green")

    def detections(self) -> Sequence[tuple[str, str]]:
        return (("animal", ""), ("Vulpes vulpes", "red fox"))

    def folders(self) -> Sequence[str]:
        return tuple(_FOLDERS)

    def photos_in_folders(self) -> Mapping[str, int]:
        return _FOLDERS

    def species(self) -> Sequence[str]:
        return ("Vulpes vulpes", "Strix aluco")

    def common_names(self) -> Mapping[str, str]:
        return {"Red fox": "Vulpes vulpes"}

    def has_light(self) -> bool:
        return False

    def other_names(self) -> Mapping[str, Sequence[str]]:
        return {"Canidae": ("Vulpes vulpes",), "Owls": ("Strix aluco",)}
