"""A filter gives just the photos that a look at each of them gives."""

import math
import os
import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest
from msgspec import ValidationError, to_builtins

from visret_desktop import typed_values
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog import photo_filter
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_annotations import let_ask_for_marks
from visret_desktop.library.catalog.catalog_detections import (
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.catalog.catalog_embeddings import PhotoLabels
from visret_desktop.library.catalog.filter_values import (
    Area,
    Circle,
    Detected,
    Hours,
    Light,
    Moon,
    Outline,
    Range,
    Rating,
    Span,
)
from visret_desktop.library.catalog.photo_filter import Clause, Condition, Field, Filter
from visret_desktop.library.records import (
    AcceptedName,
    Fingerprint,
    FolderState,
    Metadata,
    Notes,
    Photo,
)

COUNT = 150
LIGHTS, MOONS = get_args(Light), get_args(Moon)
ODD = os.fsdecode(b"d\xe9r")
ROOTS = ("a", "a0", "b/inner", f"b/{ODD}")
INSIDE = ("", "sub/", "sub/deep/", "sub0/", f"{ODD}/", f"sub/{ODD}/", "SUB/")
CAMERAS = ("Canon R5", "NIKON Z 8", "nikon z 8", "it's; DROP TABLE photo; --", None)
DAYS = ("2023-12-31T23:59:59", "2024-02-29T00:00:00+02:00", "2024-03-01T08:30:00", None)
WORDS = ("Küste", "heron", "hero", "grey sky", "Øland", 'say "no"')
PATHS = ("Tiere|Küste", "Tiere|heron", "Tiere|heron|grey", "Tiere}")
SPECIES = ("Ardea cinerea", "Rana temporaria", "it's")
DEGREES = (-180.0, -179.5, -90.0, -0.5, 0.0, 0.5, 45.0, 90.0, 179.5, 180.0, None)
PLACED = (("FR", "FR-ARA", 2996944), ("FR", "FR-IDF", 2988507), ("KE", "", 0), (None,) * 3)
WRITTEN = ("ENTRANCE to the Küste", "exit only", "Eingang")
SIDES = (
    ((-1, -1), (-1, 91), (46, 91), (46, -1)),
    ((-89, 170), (89, 175), (89, 190), (-89, 190)),
    ((-60, -200), (60, -170), (10, 10), (60, 100), (-61, 99)),
)
VECTOR = np.asarray([1, 0, 0], np.float32)


@dataclass(frozen=True)
class Drawn:
    """A catalog of photos that differ in all fields, and the photos."""

    catalog: Catalog
    root: Path
    photos: Sequence[Photo]
    labels: PhotoLabels

    def passing(self, wanted: Filter) -> set[int]:
        found: list[int] = self.catalog.photo_ids("date", wanted).tolist()
        assert len(found) == len(set(found))
        assert self.catalog.counts(wanted)[0] == len(found)
        labels = self.catalog.embeddings.labels(wanted, "encoder")
        assert labels.tolist() == self.labels.passing(self.catalog._db, wanted).tolist()
        return set(found)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Drawn]:
    root = tmp_path_factory.mktemp("filtered")
    chance = random.Random(13)
    catalog = Catalog.open(root / "catalog.db")
    folders = []
    for name in ROOTS:
        (root / name).mkdir(parents=True)
        folders.append(catalog.roots.add(root / name).id)
    with catalog.batch():
        ids = [_put(catalog, chance.choice(folders), number, chance) for number in range(COUNT)]
        catalog.set_offline(ids[::7])
    catalog.roots.set_state(folders[1], FolderState.OFFLINE)
    catalog.annotations.put_notes({f"{number:032x}": _noted(chance) for number in range(0, 50, 2)})
    photos = [photo for number in ids if (photo := catalog.photo(number))]
    assert len(photos) == COUNT
    FILES.update({photo.id: photo.path for photo in photos})
    _detect(catalog, chance)
    judgments = Judgments.open(root / "judgments.jsonl")
    for is_right, contents in MARKED.items():
        for content in contents:
            judgments.mark(f"query {content[-1]}", Path("/a", content), is_right, content)
    judgments.save()
    let_ask_for_marks(catalog._db, lambda: judgments.path)
    yield Drawn(catalog, root, photos, catalog.embeddings.photo_labels("encoder"))
    catalog.close()


# What each of two files found in contents: names with confidences; in some nobody looked.
DETECTED: dict[str, dict[str, list[tuple[str, float | None]]]] = {}
LABELS = [Label("animal"), Label("person"), Label("Vulpes vulpes", "red fox", "species", True)]


def _detect(catalog: Catalog, chance: random.Random) -> None:
    for name in ("first", "second"):
        photos = []
        for content in sorted(f"{number:032x}" for number in chance.sample(range(50), 35)):
            is_failed = chance.random() < 0.2
            found = [
                (chance.randrange(3), chance.choice((-1, 0, 2500, 4000, 9999)))
                for _ in range(0 if is_failed else chance.randrange(3))
            ]
            rows = [[label, share, -1, -1, -1, -1] for label, share in found]
            photos.append(PhotoFindings(content, rows, "damaged" if is_failed else ""))
            if not is_failed:
                DETECTED.setdefault(content, {})[name] = [
                    (LABELS[label].name, None if share < 0 else share / 10_000)
                    for label, share in found
                ]
        catalog.annotations.put_detections(
            DetectionFile(Path("/det", name), "MegaDetector"), LABELS, photos
        )


def _noted(chance: random.Random) -> Notes:
    names = tuple(AcceptedName(name) for name in chance.sample(SPECIES, chance.randrange(3)))
    rating = chance.choice((None, *range(-1, 6)))
    return Notes(tuple(chance.sample(WORDS + PATHS, chance.randrange(3))), rating, names)


def _put(catalog: Catalog, folder: int, number: int, chance: random.Random) -> int:
    content = f"{number % 50:032x}"  # three files have the same bytes
    metadata = Metadata(
        format=chance.choice(("JPEG", "PNG", "RAW")),
        taken_at=chance.choice(DAYS),
        latitude=chance.choice([degrees for degrees in DEGREES if abs(degrees or 0) <= 90]),
        longitude=chance.choice(DEGREES),
        camera=chance.choice(CAMERAS),
        lens=chance.choice(("50mm", "", None)),
        rating=chance.choice((None, *range(-1, 6))),
        title=chance.choice((None, *WORDS)),
        description=chance.choice((None, "far out at the coast")),
        keywords=tuple(chance.sample(WORDS + PATHS, chance.randrange(4))),
        exposure_seconds=chance.choice((None, 1 / 250, 0.5, 30.0)),
        f_number=chance.choice((None, 1.8, 8.0)),
        focal_length_mm=chance.choice((None, 24.0, 105.0, 600.0)),
        iso=chance.choice((None, 100, 3200)),
        altitude=chance.choice((None, -20.0, 90.0, 2500.0)),
        color_label=chance.choice((None, "Red", "red", "Grün", "ÄSCHE")),
    )
    relative = f"{chance.choice(INSIDE)}{number}.jpg"
    print_ = Fingerprint(10, (1_700_000_000 + number % 9) * 10**9)
    photo = catalog.put_photo(folder, relative, print_, content, "uid", metadata)
    catalog.put_embedding(content, "encoder", VECTOR)
    place = PLACES[photo] = chance.choice(PLACED)
    catalog._db.execute(
        "UPDATE photo SET (country, region, town) = (?, ?, ?) WHERE id = ?", (*place, photo)
    )
    sky = SKIES[photo] = ((*LIGHTS, "")[number % 5], (*MOONS, "")[number % 9])
    catalog._db.execute("UPDATE photo SET (light, moon) = (?, ?) WHERE id = ?", (*sky, photo))
    if number < 40:
        seen = (content, WRITTEN[number % len(WRITTEN)])
        catalog._db.execute("INSERT INTO inscription (content_hash, words) VALUES (?, ?)", seen)
    group = GROUPS[photo] = (number % 7 or None, number % 11 or None)
    catalog.put_groups([(photo, *group)])
    return photo


# ---- what each field means, said once more in Python ----------------------------------------


def _is_below(photo: Photo, value: str) -> bool:
    return Path(value) in photo.path.parents


def _is_taken(photo: Photo, span: Span) -> bool:
    taken = photo.metadata.taken_at
    return taken is not None and (span.start or "") <= taken[:19] < (span.end or "9999")


def _is_in(photo: Photo, area: Area) -> bool:
    north, east = photo.metadata.latitude, photo.metadata.longitude
    if north is None or east is None:
        return False
    is_crossing = area.west > area.east
    is_between = area.west <= east <= area.east
    is_around = is_crossing and (east >= area.west or east <= area.east)
    return area.south <= north <= area.north and (is_between or is_around)


def _has_words(photo: Photo, value: str) -> bool:
    told = photo.metadata
    relative = str(photo.path).encode(errors="replace").decode().partition("/filtered0/")[2]
    for name in ROOTS:
        relative = relative.removeprefix(f"{name.encode(errors='replace').decode()}/")
    noted = (*photo.notes.tags, *(each.name for each in photo.notes.names))
    texts = (relative, told.title or "", told.description or "", *told.keywords, *noted)
    known = [word for text in texts for word in re.findall(r"\w+", _plain(text))]
    asked = re.findall(r"\w+", _plain(value))
    return bool(asked) and all(any(word.startswith(a) for word in known) for a in asked)


def _plain(text: str) -> str:
    split = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in split if not unicodedata.combining(letter)).casefold()


def _has(photo: Photo, name: str) -> bool:
    told = photo.metadata
    if name == "date":
        return told.taken_at is not None
    return told.latitude is not None and told.longitude is not None


def _is_near(photo: Photo, circle: Circle) -> bool:
    """By vectors from the middle of the earth, not by the haversine."""
    north, east = photo.metadata.latitude, photo.metadata.longitude
    if north is None or east is None:
        return False
    here, there = _vector(north, east), _vector(circle.latitude, circle.longitude)
    angle = math.atan2(np.linalg.norm(np.cross(here, there)), here @ there)
    return angle * 6371.0088 <= circle.kilometers


def _vector(latitude: float, longitude: float) -> Any:
    north, east = math.radians(latitude), math.radians(longitude)
    flat = math.cos(north)
    return np.array([flat * math.cos(east), flat * math.sin(east), math.sin(north)])


def _is_inside(photo: Photo, outline: Outline) -> bool:
    """By the angles under which the sides are seen, which add up to nothing outside."""
    north, east = photo.metadata.latitude, photo.metadata.longitude
    if north is None or east is None:
        return False
    return any(_winds(outline.points, north, east + turn) for turn in (-360, 0, 360))


def _winds(points: Sequence[tuple[float, float]], north: float, east: float) -> bool:
    angles = [math.atan2(y - north, x - east) for y, x in points]
    turns = [(b - a + math.pi) % math.tau - math.pi for a, b in pairwise([*angles, angles[0]])]
    return abs(sum(turns)) > math.pi


def _moment(photo: Photo) -> datetime | None:
    taken = photo.metadata.taken_at
    return None if taken is None else datetime.fromisoformat(taken)


def _is_at(photo: Photo, hours: Hours) -> bool:
    moment = _moment(photo)
    if moment is None:
        return False
    begins, ends = f"{moment:%H:%M}" >= hours.start, f"{moment:%H:%M}" < hours.end
    return (begins and ends) if hours.start < hours.end else (begins or ends)


def _range(column: str) -> Callable[[Photo, Range], bool]:
    def is_between(photo: Photo, wanted: Range) -> bool:
        value = getattr(photo.metadata, column)
        low, high = -math.inf if wanted.low is None else wanted.low, wanted.high
        return value is not None and low <= value and (high is None or value <= high)

    return is_between


def _placed(column: int) -> Callable[[Photo, Any], bool]:
    return lambda photo, value: PLACES[photo.id][column] == value


def _is_written(photo: Photo, value: str) -> bool:
    number = int(photo.content_hash, 16)
    known = re.findall(r"\w+", _plain(WRITTEN[number % len(WRITTEN)])) if number < 40 else []
    asked = re.findall(r"\w+", _plain(value))
    return bool(asked) and all(any(word.startswith(a) for word in known) for a in asked)


def _is_either(photo: Photo, group: Sequence[Condition]) -> bool:
    return all(_passes(photo, condition) for condition in group)


def _of_group(column: int) -> Callable[[Photo, Any], bool]:
    def is_with(photo: Photo, value: str) -> bool:
        group = GROUPS[photo.id][column]
        named = [GROUPS[number][column] for number, path in FILES.items() if _is_file(path, value)]
        return group is not None and group in named

    return is_with


def _is_file(path: Path, asked: str) -> bool:
    return asked == str(path) or asked.lower() == path.name.lower()


FILES: dict[int, Path] = {}  # of photos
MARKED = {is_right: {f"{n:032x}" for n in range(is_right, 30, 7)} for is_right in (True, False)}
GROUPS: dict[int, tuple[int | None, int | None]] = {}  # burst and event by photo
SKIES: dict[int, tuple[str, str]] = {}  # light and moon by photo
PLACES: dict[int, tuple[Any, ...]] = {}  # country, region and town by photo
MEANINGS: dict[str, Callable[[Photo, Any], bool]] = {
    "folder": lambda photo, value: photo.folder_id == value,
    "below": _is_below,
    "taken": _is_taken,
    "area": _is_in,
    "camera": lambda photo, value: photo.metadata.camera == value,
    "lens": lambda photo, value: photo.metadata.lens == value,
    "kind": lambda photo, value: photo.metadata.format == value,
    "keyword": lambda photo, value: any(
        value in (one, one.rpartition("|")[2] if one in photo.notes.tags else one)
        or one.startswith(f"{value}|")
        for one in (*photo.metadata.keywords, *photo.notes.tags)
    ),
    "species": lambda photo, value: bool(
        photo.notes.names if value == "any" else value in [each.name for each in photo.notes.names]
    ),
    "words": _has_words,
    "rating": lambda photo, value: (
        photo.rating is not None and value.low <= photo.rating <= value.high
    ),
    "has": _has,
    "near": _is_near,
    "inside": _is_inside,
    "country": _placed(0),
    "region": _placed(1),
    "town": _placed(2),
    "month": lambda photo, value: getattr(_moment(photo), "month", 0) == value,
    "hour": _is_at,
    "light": lambda photo, value: SKIES[photo.id][0] == value,
    "moon": lambda photo, value: SKIES[photo.id][1] == value,
    "weekday": lambda photo, value: (day := _moment(photo)) and day.isoweekday() == value,
    "exposure": _range("exposure_seconds"),
    "aperture": _range("f_number"),
    "focal": _range("focal_length_mm"),
    "iso": _range("iso"),
    "altitude": _range("altitude"),
    "label": lambda photo, value: (photo.metadata.color_label or "").casefold() == value.casefold(),
    "text": _is_written,
    "mark": lambda photo, value: (
        (photo.content_hash in MARKED[True] and value != "wrong")
        or (photo.content_hash in MARKED[False] and value != "right")
    ),
    "detected": lambda photo, value: any(
        label == value.name and (share is None or share >= value.least)
        for seen in DETECTED.get(photo.content_hash, {}).values()
        for label, share in seen
    ),
    "blank": lambda photo, _: (
        any(not seen for seen in DETECTED.get(photo.content_hash, {}).values())
        and not any(DETECTED[photo.content_hash].values())
    ),
    # Three files have the same bytes; the first has the lowest number.
    "copy": lambda photo, value: (photo.id > 50) is value,
    "photo": lambda photo, value: (
        value in (str(photo.path), photo.path.name) or value.lower() == photo.path.name.lower()
    ),
    "burst": _of_group(0),
    "event": _of_group(1),
    "either": _is_either,
}


def _value(field: str, drawn: Drawn, chance: random.Random) -> Any:
    if field == "either":
        return tuple(_condition(inner, drawn, chance) for inner in chance.choices(INNER, k=2))
    days = ("2023", "2024", "2024-02-29", "2024-03", "2024-03-01T08:30:00", "2024-03-01T08:31")
    south, north = sorted(chance.choices([d for d in DEGREES if d and abs(d) <= 90], k=2))
    west, east = chance.choices([d for d in DEGREES if d is not None], k=2)
    start, end = sorted(chance.sample(days, 2))
    low, high = sorted(chance.choices(range(-1, 6), k=2))
    places = [str(drawn.root / name / inside) for name in (*ROOTS, "b", "") for inside in INSIDE]
    return {
        "folder": chance.randrange(1, 7),
        "below": chance.choice([*places, "/", str(drawn.root / "su"), "/nowhere"]),
        "taken": Span(chance.choice((start, None)), chance.choice((end, None))),
        "area": Area(south, west, north, east),
        "camera": chance.choice([camera for camera in CAMERAS if camera]),
        "lens": chance.choice(("50mm", "", "85mm", os.fsdecode(b"\xe9"))),
        "kind": chance.choice(("JPEG", "RAW", "jpeg")),
        "keyword": chance.choice((*WORDS, *PATHS, "Tiere", "grey", "sky", "%")),
        "species": chance.choice((*SPECIES, "Bufo bufo", "any")),
        "words": chance.choice((*WORDS, "kuste coast", "sub jpg", "12", "?!", 'NOT "a" OR NEAR(')),
        "rating": Rating(low, high),
        "has": chance.choice(("place", "date")),
        "near": Circle(south, east, chance.choice((1, 500, 9_000, 20_000))),
        "inside": Outline(chance.choice(SIDES)),
        "country": chance.choice(("FR", "KE", "DE")),
        "region": chance.choice(("FR-ARA", "FR-IDF", "KE-30")),
        "town": chance.choice((2996944, 2988507, 1)),
        "month": chance.randrange(1, 13),
        "light": chance.choice(LIGHTS),
        "moon": chance.choice(MOONS),
        "hour": chance.choice((Hours("00:00", "08:30"), Hours("08:30", "00:01"))),
        "weekday": chance.randrange(1, 8),
        "exposure": chance.choice((Range(0.001, 0.5), Range(1), Range(high=0.4))),
        "aperture": chance.choice((Range(1.8, 1.8), Range(2, 22))),
        "focal": chance.choice((Range(20, 110), Range(105))),
        "iso": chance.choice((Range(high=100), Range(101, 6400))),
        "altitude": chance.choice((Range(high=100), Range(90, 2500), Range(1000))),
        "label": chance.choice(("RED", "GRÜN", "Äsche", "blue")),
        "text": chance.choice(("entrance", "kuste entr", "EIN", "only exit", "?")),
        "mark": chance.choice(("right", "wrong", "marked")),
        "copy": chance.random() < 0.5,
        "blank": "blank",
        "detected": Detected(
            chance.choice(("animal", "Vulpes vulpes", "wolf")), chance.choice((0, 0.25, 0.3, 1))
        ),
        "photo": _file(drawn, chance),
        "burst": _file(drawn, chance),
        "event": _file(drawn, chance),
    }[field]


def _file(drawn: Drawn, chance: random.Random) -> str:
    path = chance.choice(drawn.photos).path
    return chance.choice((str(path), path.name, path.name.upper(), "/nowhere/1.jpg", "none.jpg"))


INNER = ("camera", "month", "taken", "country", "keyword", "area")


def _condition(field: str, drawn: Drawn, chance: random.Random) -> Condition:
    values = tuple(_value(field, drawn, chance) for _ in range(chance.randrange(1, 4)))
    return Condition(field, values, negated=chance.random() < 0.5)


def _passes(photo: Photo, condition: Condition) -> bool:
    means = MEANINGS[condition.field]
    return any(means(photo, value) for value in condition.values) is not condition.negated


@pytest.mark.parametrize("field", MEANINGS)
def test_a_condition_gives_what_a_look_at_each_photo_gives(field: str, drawn: Drawn) -> None:
    chance = random.Random(field)
    sizes = set()
    for _ in range(40):
        condition = _condition(field, drawn, chance)
        found = drawn.passing(Filter((condition,)))
        assert found == {p.id for p in drawn.photos if _passes(p, condition)}, condition
        sizes.add(len(found))
    assert sizes - {0, COUNT}


def test_every_field_is_checked_here() -> None:
    assert MEANINGS.keys() == photo_filter.FIELDS.keys()


def test_conditions_must_all_hold(drawn: Drawn) -> None:
    chance = random.Random(5)
    sizes = []
    for _ in range(150):
        fields = chance.choices(list(MEANINGS), k=chance.randrange(2, 5))
        wanted = Filter(tuple(_condition(field, drawn, chance) for field in fields))
        expected = {p.id for p in drawn.photos if all(_passes(p, c) for c in wanted.conditions)}
        assert drawn.passing(wanted) == expected, wanted
        sizes.append(len(expected))
    assert sum(map(bool, sizes)) > 50


def test_a_condition_and_its_opposite_share_the_photos_out(drawn: Drawn) -> None:
    chance = random.Random(6)
    for field in MEANINGS:
        values = (_value(field, drawn, chance),)
        one, other = (drawn.passing(Filter((Condition(field, values, n),))) for n in (False, True))
        assert not one & other
        assert one | other == {photo.id for photo in drawn.photos}


def test_contents_are_ranked_and_files_are_filtered(drawn: Drawn) -> None:
    folder = drawn.photos[0].folder_id
    inside = Filter.of(folder=[folder])
    outside = Filter((Condition("folder", (folder,), negated=True),))
    labels = drawn.catalog.embeddings.labels(inside, "encoder")
    assert labels.tolist() == sorted(set(labels.tolist()))
    shared = set(labels.tolist()) & set(
        drawn.catalog.embeddings.labels(outside, "encoder").tolist()
    )
    assert shared
    for wanted, is_inside in ((inside, True), (outside, False)):
        rows = drawn.catalog.rows_of_labels(sorted(shared), wanted)
        assert rows.keys() == shared
        shown = {row.photo_id for copies in rows.values() for row in copies}
        files = [photo for photo in drawn.photos if photo.id in shown]
        assert {photo.folder_id == folder for photo in files} == {is_inside}
    hashes = {photo.content_hash for photo in drawn.photos if photo.folder_id == folder}
    assert len(labels) == len(hashes)
    assert drawn.catalog.rows_by_hash(sorted(hashes), inside).keys() == hashes


def test_a_new_field_is_a_function_and_a_row(drawn: Drawn, monkeypatch: pytest.MonkeyPatch) -> None:
    def even(values: Sequence[Any]) -> Clause:
        return Clause("photo.id % ? = 0", (values[0],))

    field = Field("whose number can be divided by this one", int, even, most=1)
    monkeypatch.setitem(photo_filter.FIELDS, "toy", field)
    wanted = Filter.of(toy=[3], kind=["JPEG"])
    sent = typed_values.convert(to_builtins(wanted), Filter)
    assert sent == wanted
    photos = {p.id for p in drawn.photos if p.id % 3 == 0 and p.metadata.format == "JPEG"}
    assert drawn.passing(sent) == photos
    with pytest.raises(ValidationError, match="toy takes 1 to 1 values"):
        typed_values.convert({"conditions": [{"field": "toy", "values": [2, 3]}]}, Filter)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("folder", -1),
        ("folder", "1"),
        ("below", "photos"),
        ("below", "/a\0b"),
        ("taken", Span("May")),
        ("area", Area(-91, 0, 0, 0)),
        ("area", Area(0, 0, float("nan"), 0)),
        ("camera", 3),
        ("camera", "x" * 4001),
        ("rating", Rating(0, 6)),
        ("has", "photo.id"),
        ("online", 1),
        ("near", Circle(0, 0, 0)),
        ("inside", Outline(((0, 0), (1, 1)))),
        ("hour", Hours("24:00", "25:00")),
        ("iso", Range(-1)),
        ("country", "Kenya"),
        ("either", (Condition("either", ((Condition("iso", (Range(1),)),),)),)),
    ],
)
def test_values_out_of_bounds_are_refused(field: str, value: Any) -> None:
    with pytest.raises(ValueError, match=field):
        Condition(field, (value,))


def test_turned_round_bounds_are_refused() -> None:
    for make in (lambda: Span("2025", "2024"), lambda: Area(1, 0, 0, 0), lambda: Rating(5, 1)):
        with pytest.raises(ValueError, match=r"."):
            make()


def test_filters_are_values() -> None:
    one = Filter.of(area=[Area(0, 170, 1, -170)], below=["/a", "/b"])
    other = Filter.of(
        area=[{"south": 0, "west": 170, "north": 1, "east": -170}], below=["/a", "/b"]
    )
    assert one == other
    assert hash(one) == hash(other)
    assert not Filter()
    assert one
    with pytest.raises(AttributeError):
        one.conditions = ()  # type: ignore[misc]


def test_as_many_values_as_are_allowed_make_a_statement(drawn: Drawn) -> None:
    most = {"folder": range(10_000), "below": (f"/{n}" for n in range(1000))}
    spans = [Span(str(year), str(year + 1)) for year in range(1900, 2000)]
    lots = Filter.of(**most, taken=spans, words=[f"{n} {n}" for n in range(100)])
    long = "/" + "a/" * 16_000
    deep = Filter(tuple(Condition("below", (long,), negated=True) for _ in range(100)))
    assert drawn.passing(lots) == set()
    assert len(drawn.passing(deep)) == COUNT
    with pytest.raises(ValueError, match="at most"):
        Filter((Condition("folder", tuple(range(10_000))),) * 3)


def test_photos_below_a_part_of_a_folder_are_found_by_the_index(drawn: Drawn) -> None:
    where, values = Filter.of(below=[str(drawn.root / "a" / "sub")]).where()
    query = f"EXPLAIN QUERY PLAN SELECT id FROM photo WHERE {where}"
    plan = [row[3] for row in drawn.catalog._db.execute(query, values)]
    assert not [step for step in plan if step.startswith(("SCAN photo", "SCAN kept"))], plan
