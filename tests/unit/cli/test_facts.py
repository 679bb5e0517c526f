"""Facts at the command line: what a query comes to is what a look at each photo gives."""

import io
import math
import random
from argparse import Namespace
from collections.abc import Iterator
from datetime import date, datetime, timedelta

import pytest

from visret_desktop.cli import facts
from visret_desktop.cli.arguments import build_parser
from visret_desktop.cli.main import main
from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata, Photo

SENTENCE = "Frogs, last spring, near Lyon, with the macro lens, not the duplicates"
LYON = 45.748, 4.846
LENSES = ("Canon EF 100mm f/2.8L Macro IS USM", "Canon EF 24-70mm", None)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """600 photos of the last two years, most of them around Lyon; every third one a copy."""
    root, chance = tmp_path_factory.mktemp("facts"), random.Random(18)
    made = Catalog.open(root / "catalog.db")
    (root / "photos").mkdir()
    folder = made.roots.add(root / "photos").id
    began = datetime.combine(date.today(), datetime.min.time()) - timedelta(days=800)
    with made.batch():
        for number in range(600):
            moment = began + timedelta(minutes=chance.randrange(800 * 24 * 60))
            has_place = chance.random() < 0.9
            told = Metadata(
                format="JPEG",
                taken_at=moment.isoformat() if chance.random() < 0.9 else None,
                latitude=LYON[0] + chance.gauss(0, 0.15) if has_place else None,
                longitude=LYON[1] + chance.gauss(0, 0.2) if has_place else None,
                lens=chance.choice(LENSES),
            )
            print_, content = Fingerprint(1, number), f"{number - number // 3 % 2:032x}"
            made.put_photo(folder, f"{number}.jpg", print_, content, "", told)
    yield made
    made.close()


@pytest.fixture
def out() -> Output:
    return Output(io.StringIO(), as_json=False)


def asked(where: str = "", *, as_typed: bool = False) -> Namespace:
    return Namespace(where=where, as_typed=as_typed)


def last_spring() -> tuple[datetime, datetime]:
    today = date.today()
    year = today.year if today >= date(today.year, 6, 1) else today.year - 1
    return datetime(year, 3, 1), datetime(year, 6, 1)


def kilometers(photo: Photo) -> float:
    told = photo.metadata
    if told.latitude is None or told.longitude is None:
        return math.inf
    north, south = math.radians(told.latitude), math.radians(LYON[0])
    half = math.sin((north - south) / 2) ** 2
    turn = math.sin(math.radians(told.longitude - LYON[1]) / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(half + math.cos(north) * math.cos(south) * turn))


def test_the_sentence_finds_what_a_look_at_each_photo_finds(catalog: Catalog, out: Output) -> None:
    query = facts.of_query(catalog, SENTENCE, asked(), out)
    assert query.line.rest == "Frogs"
    found = set(catalog.photo_ids("date", facts.narrowed(Filter(), query.line.facts)).tolist())
    begins, ends = last_spring()
    seen: set[str] = set()
    expected, doubtful = set(), set()
    for photo in sorted(catalog.photos(catalog.photo_ids().tolist()), key=lambda one: one.id):
        is_copy = photo.content_hash in seen
        seen.add(photo.content_hash)
        taken = photo.metadata.taken_at
        is_then = taken is not None and begins <= datetime.fromisoformat(taken) < ends
        if is_then and "Macro" in (photo.metadata.lens or "") and not is_copy:
            if kilometers(photo) <= 20:
                expected.add(photo.id)
            if abs(kilometers(photo) - 20) < 1.5:  # where the middle of Lyon is, is not said
                doubtful.add(photo.id)
    assert found - doubtful == expected - doubtful
    assert expected


def test_where_takes_facts_alone(catalog: Catalog, out: Output) -> None:
    query = facts.of_query(catalog, "frogs", asked("lens:macro -is:duplicate"), out)
    assert [fact.text for fact in query.line.facts] == ['lens:"macro"', "-is:duplicate"]
    with pytest.raises(UsageError, match="'frogs'"):
        facts.of_where(catalog, asked("lens:macro frogs"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("camera:R5", "no camera"),
        ("lens:fisheye", "Canon EF 24-70mm"),
        ("aperture:wide", "aperture|f:"),
        ("nearby:Lyon", "near"),
        ("rating:9", "rating"),
        ("near:Nowhereville", "No place"),
    ],
)
def test_what_is_not_known_ends_in_a_sentence(
    text: str, sentence: str, catalog: Catalog, out: Output
) -> None:
    with pytest.raises(UsageError, match=sentence) as error:
        facts.of_query(catalog, text, asked(), out)
    assert error.value.exit_code == 2


def test_as_typed_takes_nothing_out(catalog: Catalog, out: Output) -> None:
    query = facts.of_query(catalog, SENTENCE, asked(as_typed=True), out)
    assert (query.line.rest, query.line.facts) == (SENTENCE, ())


def test_formulas_are_understood(catalog: Catalog, out: Output) -> None:
    query = facts.of_query(catalog, "frog AND NOT lens:macro", asked(), out)
    assert str(query.formula) == 'frog AND NOT lens:"macro"'
    alone = facts.of_query(catalog, "has:place AND NOT lens:macro", asked(), out)
    assert alone.formula is None
    (fact,) = alone.line.facts
    found = catalog.counts(Filter((fact.condition,)))[0]
    photos = catalog.photos(catalog.photo_ids().tolist())
    placed = [one for one in photos if one.metadata.latitude is not None]
    assert found == sum("Macro" not in (one.metadata.lens or "") for one in placed)


def test_a_fact_that_is_excluded_is_no_option(capsys: pytest.CaptureFixture[str]) -> None:
    parsed = build_parser().parse_args(["search", " -type:raw", "owl", "--where", " -has:date"])
    assert (parsed.query, parsed.where) == ([" -type:raw", "owl"], " -has:date")
    assert main(["search", "-xyz", "owl"]) == 2
    assert "-xyz" in capsys.readouterr().err
