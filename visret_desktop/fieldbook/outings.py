"""Plan the demonstration library: what was photographed where, when and how. No drawing."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from random import Random

from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.world import SPECIES

# Invented places on real coordinates: title, latitude, longitude, UTC offset, habitats there.
_PLACES = (
    ("Heron marsh", 70.08, 29.10, "+02:00", ("pond", "meadow")),
    ("Larch hollow", 47.32, 11.38, "+02:00", ("forest", "meadow")),
    ("White fell", 68.42, 18.15, "+01:00", ("snow", "rocks")),
    ("Amber dunes", 55.30, 20.95, "+03:00", ("dunes", "meadow")),
    ("Coral garden", 27.80, 34.28, "+02:00", ("reef",)),
    ("Kelp bay", 50.06, -5.10, "+01:00", ("kelp", "pebbles")),
    ("Slate pass", 46.55, 8.56, "+02:00", ("rocks", "snow")),
    ("Lily pond", 51.48, -0.29, "+01:00", ("pond", "forest")),
    ("Brook ford", 45.83, 6.86, "+02:00", ("pebbles",)),
    ("Heather moor", 57.10, -3.60, "+01:00", ("meadow", "rocks")),
)
_CAMERAS = (("Calder", "Calder R5", "Calder 100-500mm"), ("Ostrava", "Ostrava X2", "Ostrava 35mm"))
_SEA = ("reef", "kelp", "pebbles")


@dataclass(frozen=True)
class Shot:
    """One photo to be written; `path` is '/'-separated and relative."""

    path: str
    spec: Spec
    taken: datetime
    offset: str
    latitude: float
    longitude: float
    camera: tuple[str, str, str]
    size: tuple[int, int]
    orientation: int = 1
    has_keywords: bool = False
    has_sidecar: bool = False
    is_empty_scene: bool = False


def plan_shots(count: int, seed: int) -> list[Shot]:
    """Return `count` shots in outings, with bursts, the same for the same seed."""
    stream = Random(seed)
    shots: list[Shot] = []
    outing = 0
    while len(shots) < count:
        shots += _outing(stream, outing, min(count - len(shots), stream.randint(30, 60)))
        outing += 1
    return shots


def _outing(stream: Random, number: int, count: int) -> Iterator[Shot]:
    title, latitude, longitude, offset, habitats = _PLACES[number % len(_PLACES)]
    when = datetime(2023, 4, 2, 7, 30) + timedelta(days=37 * number, minutes=stream.randint(0, 90))
    folder = f"{when:%Y-%m-%d} {title}"
    camera = _CAMERAS[number % len(_CAMERAS)]
    shot = None
    for frame in range(count):
        burst = shot is not None and stream.random() < 0.12
        when += timedelta(seconds=1 if burst else stream.randint(20, 400))
        latitude += stream.gauss(0, 0.0004)
        longitude += stream.gauss(0, 0.0006)
        spec = _again(stream, shot.spec) if burst and shot else _spec(stream, habitats, when)
        shot = Shot(
            path=f"{folder}/{camera[0][:3].upper()}{number:02}{frame:03}.jpg",
            spec=spec,
            taken=when,
            offset=offset,
            latitude=latitude,
            longitude=longitude,
            camera=camera,
            size=stream.choices([(960, 720), (960, 640), (720, 960)], weights=[5, 3, 2])[0],
            orientation=stream.choices([1, 6, 8], weights=[8, 1, 1])[0],
            has_keywords=stream.random() < 0.3,
            has_sidecar=stream.random() < 0.05,
            is_empty_scene=stream.random() < 0.03,
        )
        yield shot


def _spec(stream: Random, habitats: tuple[str, ...], when: datetime) -> Spec:
    habitat = stream.choice(habitats)
    groups = ("fish",) if habitat in _SEA else ("bird", "frog", "butterfly", "flower")
    names = [name for name, look in SPECIES.items() if look["group"] in groups]
    light = "day" if when.hour < 18 else "dusk" if when.hour < 21 else "night"
    return replace(random_spec(stream, stream.choice(names)), habitat=habitat, light=light)


def _again(stream: Random, spec: Spec) -> Spec:
    """Return the next picture of a burst: the same animal, a moment later."""
    return replace(spec, seed=stream.randrange(1 << 30))
