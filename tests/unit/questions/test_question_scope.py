"""A visit that a question names is looked up, and a question that follows says everything."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from bench.questions import LANGUAGES, drawn_catalog, drawn_photos
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.operators import condition_text
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.questions.catalog_question import QuestionBefore
from visret_desktop.questions.question_reader import read_question
from visret_desktop.questions.question_scope import ScopedQuestion, may_be_put, scoped

TODAY = date(2024, 6, 15)
DAYS = {
    "Marsh/1.jpg": "2023-05-03T08:00:00",
    "Marsh/2.jpg": "2024-05-03T08:00:00",
    "Marsh/3.jpg": "2024-05-03T09:00:00",
    "Marsh/4.jpg": None,
    "Garden/5.jpg": "2024-06-01T09:00:00",
}
VISITS = {
    "what color were the flowers on our last trip to the marsh?": "what color were the flowers?",
    "On our last trip to the marsh, what color were the flowers?": "what color were the flowers?",
    "how many photos did I take during my last visit to the marsh?": "how many photos did I take?",
    "Welche Farbe hatten die Blumen bei unserem letzten Ausflug nach Marsh?": (
        "Welche Farbe hatten die Blumen?"
    ),
    "De quelle couleur étaient les fleurs lors de notre dernière sortie à Marsh ?": (
        "De quelle couleur étaient les fleurs?"
    ),
    "¿De qué color eran las flores en nuestra última excursión a Marsh?": (
        "¿De qué color eran las flores?"
    ),
    "Di che colore erano i fiori durante la nostra ultima gita a Marsh?": (
        "Di che colore erano i fiori?"
    ),
    "Welke kleur hadden de bloemen op onze laatste wandeling naar Marsh?": (
        "Welke kleur hadden de bloemen?"
    ),
}
NO_VISITS = (
    "what color is the last owl?",
    "what did the owl do on its last trip?",
    "when was our last visit to the marsh",
    "what is on the last day of the calendar",
    "the marsh at dawn",
)


@pytest.fixture(scope="module")
def marsh() -> Iterator[Catalog]:
    with drawn_catalog([], "en") as catalog:
        (folder,) = catalog.folders()
        for number, (name, taken) in enumerate(DAYS.items()):
            metadata = Metadata(format="JPEG", taken_at=taken)
            print_ = Fingerprint(1, number)
            catalog.put_photo(folder.id, name, print_, f"{number:032x}", "", metadata)
        yield catalog


@pytest.fixture(scope="module")
def drawn() -> Iterator[Catalog]:
    with drawn_catalog(drawn_photos(7), "en") as catalog:
        yield catalog


def ask(
    catalog: Catalog, text: str, before: QuestionBefore | None = None, only: Filter = ALL_PHOTOS
) -> ScopedQuestion | None:
    return scoped(text, catalog, Gazetteer.open(), TODAY, only, before)


def names(catalog: Catalog, question: ScopedQuestion) -> set[str]:
    ids = catalog.photo_ids(only=Filter(question.conditions))
    return {row.name for row in catalog.rows_of_ids(ids.tolist()).values()}


@pytest.mark.parametrize("text", VISITS)
def test_a_visit_is_the_photos_of_its_last_day_there(marsh: Catalog, text: str) -> None:
    assert may_be_put(text)
    question = ask(marsh, text)
    assert question is not None
    assert question.question == VISITS[text]
    assert names(marsh, question) == {"2.jpg", "3.jpg"}
    assert [one.field for one in question.conditions] == ["below", "taken"]


def test_the_first_visit_and_one_without_a_place(marsh: Catalog) -> None:
    first = ask(marsh, "what color were the flowers on our first trip to the marsh?")
    assert first is not None
    assert names(marsh, first) == {"1.jpg"}
    last = ask(marsh, "what color were the flowers on our last trip?")
    assert last is not None
    assert names(marsh, last) == {"5.jpg"}
    inside = Filter.of(photo=["1.jpg"])
    there = ask(marsh, "what color were the flowers on our last trip?", only=inside)
    assert there is not None
    assert names(marsh, there) == {"1.jpg"}


@pytest.mark.parametrize(
    ("before", "text", "question", "fields"),
    [
        ("what color were the flowers?", "and on our last trip to the marsh?", None, []),
        ("what color were the flowers?", "what about on our first visit to the marsh", None, []),
        ("was für Blumen waren das?", "und bei unserem letzten Ausflug nach Marsh?", None, []),
        ("how many photos did I take in 2023?", "and on our last trip to the marsh?",
         "how many photos did I take?", []),
        ("what color is the heron's beak?", "and its feet on our last trip to the marsh?",
         "what color are the heron's feet?", []),
        ("how many photos?", "and on our last trip?", "how many photos?", ["camera"]),
    ],
)  # fmt: skip
def test_a_visit_follows(
    marsh: Catalog, before: str, text: str, question: str | None, fields: list[str]
) -> None:
    facts = Filter.of(taken=[Span("2023", "2024")])
    facts = Filter((*facts.conditions, *Filter.of(camera=["K-1"]).conditions)) if fields else facts
    read = Filter.of(photo=["/elsewhere.jpg"])
    asked = ask(marsh, text, QuestionBefore(before, facts, read))
    assert asked is not None
    assert asked.question == (question or before)
    place = ["below"] if "arsh" in text else []
    assert [one.field for one in asked.conditions] == [*fields, *place, "taken"]
    day = asked.conditions[-1].values[0]
    assert isinstance(day, Span)
    first = "2023-05-03" if "first" in text else "2024-05-03" if place else "2024-06-01"
    assert day.start == first


def test_another_thing_follows_on_a_visit(drawn: Catalog) -> None:
    asked = ask(drawn, "and foxes on our last trip?", OTTERS)
    assert asked is not None
    assert (asked.question, [one.field for one in asked.conditions]) == (
        "how many foxes?",
        ["taken"],
    )
    assert asked.conditions != OTTERS.facts.conditions


def test_what_names_a_visit_and_does_not_follow_is_the_question_itself(marsh: Catalog) -> None:
    text = "what color were the flowers on our last trip to the marsh?"
    assert ask(marsh, text, OTTERS) == ask(marsh, text)
    assert ask(marsh, "and on our last trip to the marsh?") == ask(
        marsh, "and on our last trip to the marsh?", QuestionBefore()
    )


def test_a_place_that_nothing_is_called_is_told(marsh: Catalog) -> None:
    text = "what color were the flowers on our last trip to the volcano?"
    question = ask(marsh, text)
    assert question is not None
    assert (
        question.note
        == "No folder, place or keyword is called “volcano”, so all photos are searched."
    )
    assert (question.question, question.conditions) == (text, ())


@pytest.mark.parametrize("text", NO_VISITS)
def test_what_names_no_visit_is_left_alone(marsh: Catalog, text: str) -> None:
    assert ask(marsh, text) is None


OTTERS = QuestionBefore(
    "how many otters?",
    Filter.of(taken=[{"start": "2023", "end": "2024"}]),
    Filter.of(taken=[{"start": "2023", "end": "2024"}], species=["Lutra lutra"]),
)
HERON = QuestionBefore(
    "what color is the tarn heron's beak?", Filter(), Filter.of(photo=["/photos/1.jpg"])
)

COLOR = replace(HERON, question="what is the color of the tarn heron's beak?")
DUTCH = replace(HERON, question="welke kleur is Anna's jas?")
HEN = replace(OTTERS, question="when did I last photograph a hen?")


@pytest.mark.parametrize(
    ("before", "text", "question", "fields"),
    [
        (OTTERS, "and in 2022?", "how many otters?", ["taken"]),
        (OTTERS, "what about in Norway?", "how many otters?", ["taken", "country"]),
        (OTTERS, "and foxes?", "how many foxes?", ["taken"]),
        (HEN, "and fox?", "when did I last photograph a fox?", ["taken"]),
        (OTTERS, "where was that?", "where was that?", ["taken", "species"]),
        (OTTERS, "and when were those taken?", "when were those taken?", ["taken", "species"]),
        (OTTERS, "which camera was that?", "which camera was that?", ["taken", "species"]),
        (HERON, "and its feet?", "what color are the tarn heron's feet?", ["photo"]),
        (HERON, "and its abdomen?", "what color is the tarn heron's abdomen?", ["photo"]),
        (COLOR, "and its feet?", "what is the color of the tarn heron's feet?", ["photo"]),
        (DUTCH, "en haar handschoens?", "welke kleur is Anna's handschoens?", ["photo"]),
        (HERON, "where was that?", "where was that?", ["photo"]),
        (HERON, "and in 2022?", HERON.question, ["taken"]),
    ],
)
def test_what_follows_says_everything(
    drawn: Catalog, before: QuestionBefore, text: str, question: str, fields: list[str]
) -> None:
    assert may_be_put(text)
    asked = ask(drawn, text, before)
    assert asked is not None
    assert asked.question == question
    assert [one.field for one in asked.conditions] == fields
    if "that" in text or "those" in text:
        gazetteer = Gazetteer.open()
        facts = [Fact(condition_text(one, gazetteer), one) for one in asked.conditions]
        full = read_question(asked.question, drawn.facts, gazetteer, TODAY, facts)
        assert full.question is not None, "the catalog knows it"
    assert ask(drawn, text) is None, "nothing is before it"


@pytest.mark.parametrize(
    "text",
    [
        "how many foxes in 2022?",
        "and purple submarines jumping over a fence",
        "what color is the owl?",
        "its feet",
        "is it raining?",
        "where was the photo taken?",
        "and",
    ],
)
def test_what_does_not_follow_is_left_alone(drawn: Catalog, text: str) -> None:
    assert ask(drawn, text, OTTERS) is None


def test_another_year_takes_the_place_of_one_that_stands_in_the_question(drawn: Catalog) -> None:
    """'Und 2024?' after 'Wie viele Fotos habe ich 2023 gemacht?' asked for photos of both years."""
    year, gazetteer = "Wie viele Fotos habe ich {}gemacht?", Gazetteer.open()
    before = QuestionBefore(year.format("2023 "))
    for text, question, taken in (
        ("und 2024?", year.format("2024 "), []),
        ("und im Mai 2024?", year.format(""), ["taken:2024-05"]),
        ("und in Norwegen?", year.format("2023 "), ['in:"Norway"']),
    ):
        asked = ask(drawn, text, before)
        assert asked is not None
        assert asked.question == question
        assert [condition_text(one, gazetteer) for one in asked.conditions] == taken


def test_a_chip_beside_takes_the_place_of_a_year_in_the_question(drawn: Catalog) -> None:
    before = QuestionBefore("Wie viele Fotos habe ich 2023 gemacht?")
    asked = ask(drawn, "und im Mai 2024?", before, Filter.of(taken=[Span("2024-05", "2024-06")]))
    assert asked is not None
    assert asked.question == "Wie viele Fotos habe ich gemacht?"


def test_all_languages_follow(drawn: Catalog) -> None:
    said = {
        "en": "and in 2022?",
        "de": "und 2022?",
        "fr": "et en 2022 ?",
        "es": "¿y en 2022?",
        "it": "e nel 2022?",
        "nl": "en in 2022?",
    }
    assert said.keys() == set(LANGUAGES)
    for text in said.values():
        asked = ask(drawn, text, OTTERS)
        assert asked is not None, text
        assert asked.question == OTTERS.question


def test_a_visit_to_a_place_of_more_folders_than_a_condition_takes() -> None:
    with drawn_catalog([], "en") as catalog:
        (folder,) = catalog.folders()
        with catalog.batch():
            for number in range(1100):
                day = date(2020, 1, 1) + timedelta(days=number * 383 % 1100)  # in no order
                metadata = Metadata(format="JPEG", taken_at=f"{day}T08:00:00")
                name, print_ = f"Marsh {number:04}/1.jpg", Fingerprint(1, number)
                catalog.put_photo(folder.id, name, print_, f"{number:032x}", "", metadata)
        for text, number in {"first": 0, "last": 1099}.items():
            visit = ask(catalog, f"how many photos did I take on our {text} trip to the marsh?")
            assert visit is not None
            day = date(2020, 1, 1) + timedelta(days=number)
            assert visit.conditions[-1].values == (Span(f"{day}", f"{day + timedelta(days=1)}"),)
            assert len(names(catalog, visit)) == 1
            assert len(visit.conditions[0].values) == 1  # of 1,100, it is said which one
