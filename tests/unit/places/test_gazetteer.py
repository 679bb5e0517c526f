"""Names of places and where points lie, from the files that ship."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from visret_desktop.places.gazetteer import LANGUAGES, Gazetteer, Place
from visret_desktop.places.towns import distances


@pytest.fixture(scope="module")
def gazetteer() -> Gazetteer:
    return Gazetteer.open()


def found(gazetteer: Gazetteer, name: str) -> tuple[str, str]:
    """Return kind and code of the likeliest place of a name, of a town its English name."""
    place = gazetteer.named(name)[0]
    if place.kind == "town":
        own = gazetteer.town(int(place.code))
        assert own is not None
        return "town", f"{own.country} {own.name}"
    return place.kind, place.code


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Kenya", "KE"), ("Kenia", "KE"), ("KÉNYA", "KE"),
        ("Deutschland", "DE"), ("Allemagne", "DE"), ("Germania", "DE"), ("Duitsland", "DE"),
        ("USA", "US"), ("Verenigde Staten", "US"), ("Holland", "NL"), ("Georgia", "GE"),
        ("Niederlande", "NL"), ("Südafrika", "ZA"), ("Islande", "IS"), ("Giappone", "JP"),
    ],
)  # fmt: skip
def test_countries_in_six_languages(gazetteer: Gazetteer, name: str, place: str) -> None:
    assert found(gazetteer, name) == ("country", place)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Bayern", "DE-BY"), ("Bavaria", "DE-BY"), ("Bavière", "DE-BY"), ("Baviera", "DE-BY"),
        ("Schottland", "GB-SCT"), ("Bretagne", "FR-BRE"), ("Toskana", "IT-52"),
        ("Andalucía", "ES-AN"), ("Cornwall", "GB-CON"), ("Ardèche", "FR-07"),
        ("California", "US-CA"), ("Kalifornien", "US-CA"), ("Korsika", "FR-20R"),
        ("Vlaanderen", "BE-VLG"), ("Québec", "CA-QC"),
    ],
)  # fmt: skip
def test_regions_in_six_languages(gazetteer: Gazetteer, name: str, place: str) -> None:
    assert found(gazetteer, name) == ("region", place)


@pytest.mark.parametrize(
    ("names", "place"),
    [
        ("Köln|Cologne|Colonia|Keulen|koln|Koeln", "DE Cologne"),
        ("Genève|Geneva|Genf|Ginebra|Ginevra", "CH Geneva"),
        ("München|Munich|Monaco di Baviera|Múnich", "DE Munich"),
        ("Florenz|Firenze|Florencia|Florence", "IT Florence"),
        ("Parijs|Parigi|París|PARIS", "FR Paris"),
        ("Wien|Vienna|Wenen|Viena", "AT Vienna"),
        ("Nizza|Niza", "FR Nice"),
        ("Lyon|Lione", "FR Lyon"),
        ("Windsor", "CA Windsor"),
        ("Saint Etienne|saint-étienne", "FR Saint-Étienne"),
        ("東京|Tokio", "JP Tokyo"),
    ],
)
def test_towns_by_their_names(gazetteer: Gazetteer, names: str, place: str) -> None:
    for name in names.split("|"):
        assert found(gazetteer, name) == ("town", place), name


def test_ambiguous_names_are_all_told(gazetteer: Gazetteer) -> None:
    windsors = gazetteer.named("Windsor")
    assert {"CA", "GB", "US", "AU"} <= {place.country for place in windsors}
    own = [place.population for place in windsors if not place.alias]
    assert own == sorted(own, reverse=True)


def test_what_is_no_name(gazetteer: Gazetteer) -> None:
    for name in ("", " ", "---", "\0", "qqqqq", "x" * 100_000, "spring water", "\ud800"):
        assert gazetteer.named(name) == []


def test_a_rare_name_is_an_alias(gazetteer: Gazetteer) -> None:
    lyon = gazetteer.named("lion")[0]
    assert (lyon.name, lyon.alias) == ("Lyon", True)
    assert not gazetteer.named("Lyon")[0].alias


def test_completions(gazetteer: Gazetteer) -> None:
    assert gazetteer.completions("Lyo")[0] == "Lyon"
    assert gazetteer.completions("münch")[0] == "München"
    assert gazetteer.completions("ken")[0] in ("Kenya", "Kenia")
    assert len(gazetteer.completions("s", 7)) == 7
    assert gazetteer.completions("") == gazetteer.completions("qqqqq") == []


def test_places_by_code(gazetteer: Gazetteer) -> None:
    def name(place: Place | None) -> str:
        return place.name if place is not None else ""

    german = [name(gazetteer.country("DE", language)) for language in LANGUAGES]
    assert german == ["Germany", "Deutschland", "Allemagne", "Alemania", "Germania", "Duitsland"]
    assert name(gazetteer.region("IT-52", "nl")) == "Toscane"
    assert name(gazetteer.town(2886242, "it")) == "Colonia"
    assert name(gazetteer.town(2886242)) == "Cologne"
    assert name(gazetteer.town(2988507, "xx")) == "Paris"
    assert gazetteer.country("IT-52") is gazetteer.region("IT") is gazetteer.town(1) is None
    assert gazetteer.town(2**70) is gazetteer.town(-1) is gazetteer.country("") is None


def test_parts_of_a_larger_region(gazetteer: Gazetteer) -> None:
    scotland = gazetteer.region("GB-SCT")
    spot = gazetteer.spot(57.48, -4.22)  # Inverness
    assert scotland is not None
    assert spot.region in scotland.parts
    assert gazetteer.region_made_of(scotland.parts) == scotland
    assert gazetteer.region_made_of(scotland.parts[1:]) is None
    bavaria = gazetteer.region("DE-BY")
    assert bavaria is not None
    assert bavaria.parts == ("DE-BY",)


@pytest.mark.parametrize(
    ("latitude", "longitude", "country", "region", "town"),
    [
        (45.76, 4.84, "FR", "FR-69", "Lyon"),
        (45.756, 4.868, "FR", "FR-69", "Lyon"),
        (48.8867, 2.3431, "FR", "FR-75", "Paris"),
        (42.3001, -83.0164, "CA", "CA-ON", "Windsor"),
        (42.3314, -83.0458, "US", "US-MI", "Detroit"),
        (-29.31, 27.48, "LS", "LS-A", "Maseru"),
        (41.9029, 12.4534, "VA", "", "Vatican City"),
        (41.8902, 12.4922, "IT", "IT-RM", "Rome"),
        (43.7384, 7.4246, "MC", "", "Monaco"),
        (54.71, 20.51, "RU", "RU-KGD", "Kaliningrad"),
        (61.2181, -149.9003, "US", "US-AK", "Anchorage"),
        (66.16, -169.81, "RU", "RU-CHU", "Uelen"),
        (-16.85, 179.9, "FJ", "FJ-N", ""),
        (-16.8, -179.98, "FJ", "FJ-N", ""),
        (47.6603, 9.1758, "DE", "DE-BW", "Konstanz"),
        (47.65, 9.175, "CH", "CH-TG", "Kreuzlingen"),
        (35.8894, -5.3198, "ES", "ES-CE", "Ceuta"),
        (36.14, -5.353, "GI", "", "Gibraltar"),
        (-20.88, 55.45, "RE", "", ""),
        (78.22, 15.65, "SJ", "", "Longyearbyen"),
        (4.175, 73.51, "MV", "MV-12", "Male"),
        (44.95, 34.1, "UA", "UA-43", "Simferopol"),
        (42.66, 21.17, "XK", "", ""),
        (53.545, 9.97, "DE", "DE-HH", "Hamburg"),
        (-33.855, 151.22, "AU", "AU-NSW", "Sydney"),
        (-90, 0, "AQ", "", ""),
    ],
)
def test_where_points_lie(
    gazetteer: Gazetteer, latitude: float, longitude: float, country: str, region: str, town: str
) -> None:
    spot = gazetteer.spot(latitude, longitude)
    assert (spot.country, spot.region) == (country, region)
    if town:
        place = gazetteer.town(spot.town)
        assert place is not None
        assert place.name == town
        assert spot.direction == ""


@pytest.mark.parametrize(
    ("latitude", "longitude"),
    [(45, -30), (0, 0), (90, 0), (-48.87, -123.39), (91, 0), (0, 181), (float("nan"), 1)],
)
def test_nothing_is_said_of_the_high_sea(
    gazetteer: Gazetteer, latitude: float, longitude: float
) -> None:
    spot = gazetteer.spot(latitude, longitude)
    assert (spot.country, spot.region, spot.town, spot.direction) == ("", "", 0, "")


def test_the_sea_of_a_coast(gazetteer: Gazetteer) -> None:
    """Whales are watched ten kilometers from Tarifa, in Spain's waters, not Morocco's."""
    spot = gazetteer.spot(35.95, -5.7)
    assert (spot.country, spot.direction) == ("ES", "SW")
    assert 8 < spot.kilometers < 14
    assert gazetteer.spot(41.9, -9.6).country == ""  # 60 km from Portugal


def test_direction_and_distance(gazetteer: Gazetteer) -> None:
    """Where a town lies alone: some 30 km to each side of Coober Pedy."""
    for north, east, direction in (
        (0.27, 0, "N"),
        (-0.27, 0, "S"),
        (0, 0.3, "E"),
        (0.2, -0.22, "NW"),
    ):
        spot = gazetteer.spot(-29.013 + north, 134.754 + east)
        place = gazetteer.town(spot.town)
        assert place is not None
        assert place.name == "Coober Pedy"
        assert spot.direction == direction
        away = distances(
            np.array(place.latitude),
            np.array(place.longitude),
            np.array(-29.013 + north),
            np.array(134.754 + east),
        )
        assert spot.kilometers == pytest.approx(float(away), abs=0.06)


def test_towns_lie_in_their_countries(gazetteer: Gazetteer) -> None:
    """Of towns drawn by chance, 999 in a thousand are where they say, found at once or together."""
    chosen = np.random.default_rng(5).integers(0, len(gazetteer._numbers), 3000)
    towns = [gazetteer.town(int(gazetteer._numbers[at])) for at in chosen]
    known = [town for town in towns if town is not None]
    spots = gazetteer.spots([t.latitude for t in known], [t.longitude for t in known])
    right = sum(spot.country == t.country for spot, t in zip(spots, known, strict=True))
    assert len(known) == 3000
    assert right >= 2997
    for at in range(0, 3000, 100):
        assert gazetteer.spot(known[at].latitude, known[at].longitude) == spots[at]


def test_the_nearest_town_is_the_nearest(gazetteer: Gazetteer) -> None:
    """As a search through all towns of the country says."""
    towns = gazetteer._towns
    rng = np.random.default_rng(3)
    for latitude, longitude in zip(
        rng.uniform(-55, 70, 60), rng.uniform(-180, 180, 60), strict=True
    ):
        spot = gazetteer.spot(latitude, longitude)
        if not spot.town:
            continue
        number = next(
            n for n, row in enumerate(gazetteer._rows.countries, 1) if row.code == spot.country
        )
        (theirs,) = np.nonzero((gazetteer._countries == number) & ~towns._quarters)
        away = distances(
            np.array(latitude),
            np.array(longitude),
            towns.latitudes[theirs],
            towns.longitudes[theirs],
        )
        nearest = theirs[(away - towns.radii[theirs]).argmin()]
        assert spot.town == gazetteer._numbers[nearest]


def test_from_several_threads(gazetteer: Gazetteer) -> None:
    fresh = Gazetteer()
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: (fresh.named("Lyon"), fresh.spot(45.76, 4.84)), range(64)))
    assert all(one == found[0] for one in found)
    assert found[0] == (gazetteer.named("Lyon"), gazetteer.spot(45.76, 4.84))


def test_bounds_go_over_the_date_line(gazetteer: Gazetteer) -> None:
    for code in ("FJ", "RU", "US"):
        place = gazetteer.country(code)
        assert place is not None
        assert place.bounds is not None
        south, west, north, east = place.bounds
        assert south < north
        assert west > east
    france = gazetteer.country("FR")
    assert france is not None
    assert france.bounds == pytest.approx((41.36, -5.14, 51.1, 9.56), abs=0.1)
