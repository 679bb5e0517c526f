"""What people type in six languages is understood, and nothing is filtered that is not meant."""

import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tests.unit.facts.stand_in import StandInLibrary, StandInNames
from visret_desktop.facts.fact import ParsedLine, PlaceNames
from visret_desktop.facts.languages import LANGUAGES
from visret_desktop.facts.line import read_line
from visret_desktop.facts.operators import fact_of, operators_in, read_operator
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.places.gazetteer import Gazetteer

_PHRASES = tomllib.loads(Path(__file__).with_name("phrases.toml").read_text("utf-8"))
_HELD_OUT = tomllib.loads(Path(__file__).with_name("held_out.toml").read_text("utf-8"))
_WITH_FILLER = tomllib.loads(Path(__file__).with_name("with_filler.toml").read_text("utf-8"))
_COMPARISONS = tomllib.loads(Path(__file__).with_name("comparisons.toml").read_text("utf-8"))
_CAMERAS = KnownFacts(("Apple iPhone 13", "Canon EOS R5", "NIKON Z 8"), of_kinds=("JPEG", "RAW"))
_LIBRARY, _NAMES = StandInLibrary(), StandInNames()


def _conditions(texts: list[str], names: PlaceNames) -> list[Any]:
    return [fact_of(text, _LIBRARY, names).condition for text in texts]


@pytest.mark.parametrize("names", [_NAMES, Gazetteer.open()], ids=["few places", "all places"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_phrases_are_understood(language: str, names: PlaceNames) -> None:
    phrases = _PHRASES[language]
    assert len(phrases) == 50
    wrong_facts, odd = [], []
    for phrase in phrases:
        today = phrase.get("today", _PHRASES["today"])
        line = read_line(phrase["text"], _LIBRARY, names, today)
        wanted = _conditions(phrase.get("facts", []), names)
        offered = _conditions(phrase.get("offers", []), names)
        found = [fact.condition for fact in line.facts]
        offers = [offer.fact.condition for offer in line.suggestions]
        wrong_facts += [phrase["text"] for one in found if one not in wanted]
        is_right = (
            line.rest == phrase["rest"]
            and not line.notes
            and sorted(map(repr, found)) == sorted(map(repr, wanted))
            and sorted(map(repr, offers)) == sorted(map(repr, offered))
        )
        odd += [] if is_right else [phrase["text"]]
    assert wrong_facts == []
    assert len(odd) <= 0.05 * len(phrases), odd


@pytest.mark.parametrize(("table", "count"), [(_HELD_OUT, 120), (_WITH_FILLER, 40)])
def test_phrases_of_others_and_with_filler_are_never_misread(
    table: dict[str, Any], count: int
) -> None:
    phrases = [phrase for language in LANGUAGES for phrase in table[language]]
    known = KnownFacts(
        ("Apple iPhone 13", "Canon EOS R5", "NIKON Z 8"),
        ("Canon EF 100mm f/2.8L Macro IS USM", "RF 24-70mm"),
        of_kinds=("HEIC", "JPEG", "RAW"),
    )
    names, today, odd = Gazetteer.open(), table["today"], []
    for phrase in phrases:
        line = read_line(phrase["text"], known, names, today)
        wanted = {fact_of(text, known, names).condition for text in phrase.get("facts", [])}
        found = {fact.condition for fact in line.facts}
        assert found <= wanted, phrase["text"]
        is_right = found == wanted and line.rest.strip(" ,") == phrase["rest"].strip(" ,")
        odd += [] if is_right else [phrase["text"]]
    assert len(phrases) == count
    assert len(odd) <= 0.05 * len(phrases), odd


def test_texts_of_facts_read_as_the_same_facts() -> None:
    for language in LANGUAGES:
        for phrase in _PHRASES[language]:
            line = read_line(phrase["text"], _LIBRARY, _NAMES, _PHRASES["today"])
            for fact in line.facts:
                again = fact_of(fact.text, _LIBRARY, _NAMES)
                assert (again.text, again.condition) == (fact.text, fact.condition)
                assert fact.source in phrase["text"]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("frogs in May - snow", "frogs - snow"),
        ("frogs + in May", "frogs"),
        ("in May + ./in Paris 2020/pool.jpg", "+ ./in Paris 2020/pool.jpg"),
        ('sign "in Paris" in May', 'sign "in Paris"'),
        ("2:owl in May + 3:dusk", "2:owl + 3:dusk"),
        ("frogs, in May, and toads", "frogs, and toads"),
    ],
)
def test_signs_quotes_and_pictures_keep_their_meaning(text: str, rest: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert (line.rest, [fact.text for fact in line.facts]) == (rest, ["month:may"])


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("frogs, but only those that were taken in May", "frogs"),
        ("frogs only in May", "frogs"),
        ("frogs that we photographed in May, the raw files", "frogs"),
        ("solo in May", "solo"),  # 'only' in Spanish and Italian
        ("Enkel im Mai", "Enkel"),  # 'only' in Dutch, a grandchild in German
        ("an only child in May", "an only child"),
        ('"only" in May', '"only"'),
        ("cake I made in May", "cake I made"),
        ("flowers that die in May", "flowers that die"),
        ("hotel in May five stars", "hotel five stars"),
    ],
)
def test_only_words_that_belong_to_facts_are_left_out(text: str, rest: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert (line.rest, line.facts[0].text) == (rest, "month:may")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("duplicates", ["is:duplicate"]),
        ("duplicates of keys", []),
        ("duplicate keys", []),
        ("only raw fish", []),
        ("only raw", ["type:raw"]),
        ("me with the iPhone", []),
        ("Bücher, die ich 2021 gelesen habe", []),
        ("frogs near Lyon 30 km", ['near:"Lyon" 30km']),
        ("frogs near Lyon (5 km)", ['near:"Lyon" 5km']),
        ("near Lyon, 3 mice", ['near:"Lyon" 20km']),
        ("frogs not in Paris", ['-in:"Paris"']),
        ("nicht letzten Sommer", ["-taken:2026-06..2026-08"]),
        ("in Paris or Lyon", ['in:"Paris","Lyon"']),
        ("in Paris and in Lyon", ['in:"Paris","Lyon"']),
        ("sunset like in Kenya", []),
        ("people in Georgia", []),  # country or state
        ("no photos from 2019", []),
        ("photos of Florence", ()),
        ("on 31 February 2020", []),
        ("- last summer", []),
        ("today's special", []),
        ("bridge in Köln 2019", ['in:"Köln"', "taken:2019"]),
        ("in Kenya two lions", ['in:"Kenya"']),
        ("not rated 5", ["-rating:5"]),
        ("", []),
    ],
)
def test_what_is_not_certain_is_no_fact(text: str, facts: list[str]) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert [fact.text for fact in line.facts] == list(facts)
    assert not line.notes


def test_two_times_that_exclude_each_other_are_pointed_out() -> None:
    today = date(2026, 11, 23)
    for text, first, second in (
        ("in 2018 in 2019", "in 2018", "in 2019"),
        ("heron in spring 2024 and last winter", "in spring 2024", "last winter"),
    ):
        line = read_line(text, _LIBRARY, _NAMES, today)
        assert len(line.facts) == len(line.suggestions) == 1  # both would find nothing
        assert [(note.code, note.values) for note in line.notes] == [
            ("only-first", (first, second))
        ]


def test_no_comma_is_left_of_a_fact_before_a_sign() -> None:
    line = read_line("heron in 2021, rated 4 or more - snow", _LIBRARY, _NAMES, date(2026, 11, 23))
    assert line.rest == "heron - snow"


@pytest.mark.parametrize(
    ("text", "rest", "rating"),
    [
        ("heron with rating 4 or more", "heron", ">=4"),
        ("heron, rating of at least 3", "heron", ">=3"),
        ("heron with a rating of 5", "heron", "5"),
        ("Reiher mit Bewertung 4 oder mehr", "Reiher", ">=4"),
        ("Reiher mit einer Bewertung von mindestens 3 Sternen", "Reiher", ">=3"),
        ("héron avec une note d'au moins 4", "héron", ">=4"),
        ("héron avec note 4 ou plus", "héron", ">=4"),
        ("garza con una puntuación de 4 o más", "garza", ">=4"),
        ("garza con valoración de al menos 3", "garza", ">=3"),
        ("airone con voto 4 o più", "airone", ">=4"),
        ("airone con una valutazione di almeno 3 stelle", "airone", ">=3"),
        ("reiger met waardering 4 of hoger", "reiger", ">=4"),
        ("reiger met een beoordeling van minstens 3 sterren", "reiger", ">=3"),
    ],
)
def test_a_rating_may_be_called_one(text: str, rest: str, rating: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert line.rest.strip(" ,") == rest
    assert [fact.text for fact in line.facts] == [f"rating:{rating}"]


@pytest.mark.parametrize("text", ["a film with a PG rating", "rating agency", "beoordeling 4"])
def test_other_ratings_are_words(text: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert (line.rest, line.facts, line.notes) == (text, (), ())


def test_a_lens_that_took_no_photo_is_said() -> None:
    line = read_line("frogs, with the fisheye lens", _LIBRARY, _NAMES, date(2026, 11, 23))
    assert (line.rest, line.facts) == ("frogs, with the fisheye lens", ())
    assert [note.values[:2] for note in line.notes] == [("lens", "fisheye")]
    assert not read_line("man with the broken lens", _LIBRARY, _NAMES, date(2026, 11, 23)).notes


def test_ambiguous_places_are_all_offered() -> None:
    line = read_line("orange in Valencia", _LIBRARY, _NAMES, date(2026, 11, 23))
    offered = [offer.fact.condition.values for offer in line.suggestions]
    assert offered == [(3928245,), (2509954,)]
    assert {offer.words for offer in line.suggestions} == {"in Valencia"}


def test_seasons_are_those_of_places_that_are_typed_as_operators() -> None:
    line = read_line('last summer near:"Melbourne"', _LIBRARY, _NAMES, date(2026, 11, 23))
    assert line.facts[0].text == "taken:2025-12..2026-02"


@pytest.mark.parametrize(
    ("today", "text", "taken"),
    [
        (date(2026, 11, 23), "last november", "2025-11"),
        (date(2026, 12, 1), "last november", "2026-11"),
        (date(2026, 11, 30), "last autumn", "2025-09..2025-11"),
        (date(2026, 12, 1), "last autumn", "2026-09..2026-11"),
        (date(2026, 2, 28), "last winter", "2024-12..2025-02"),
        (date(2026, 3, 1), "last winter", "2025-12..2026-02"),
        (date(2024, 2, 29), "one year ago", "2023"),
        (date(2024, 3, 31), "the last month", "2024-02"),
        (date(2024, 3, 31), "the last 1 month", "2024-02-29.."),
        (date(2026, 1, 1), "yesterday", "2025-12-31"),
        (date(2026, 11, 22), "last weekend", "2026-11-14..2026-11-15"),
        (date(2026, 11, 22), "last sunday", "2026-11-15"),
    ],
)
def test_relative_dates_at_the_edges_of_calendars(today: date, text: str, taken: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, today)
    assert [fact.text for fact in line.facts] == [f"taken:{taken}"]


@pytest.mark.parametrize(
    "text",
    [
        *("in " * 1300, "last " * 700, '"' * 3999, "((((" * 900, "İ in Paris " * 300, "a" * 9999),
        *("from may to " * 300, "1/" * 1900, "in:" * 1000, "near:\0\0", "'s " * 1000, "12." * 1300),
        "in Paris or " * 330,
    ],
)
def test_hostile_lines_are_read(text: str) -> None:
    line = read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))
    assert len(line.rest) <= len(text)


def test_words_of_folders_names_are_offered_with_their_photos() -> None:
    def read(text: str) -> ParsedLine:
        return read_line(text, _LIBRARY, _NAMES, date(2026, 11, 23))

    offers = {o.words: (o.fact.text, o.photos) for o in read("a lion in Kenya trips").suggestions}
    assert offers["kenya trips"] == ('folder:"Kenya trip"', 20)
    assert read("trash").suggestions[0].fact.condition.values == ("/photos/Trash", "/old/Trash")
    assert read("trash").suggestions[0].photos == 7
    assert not read("photos").suggestions  # all of the library
    assert read("folder:kenya").facts[0].condition.values == ("/photos/2019/Kenya trip",)


def test_a_name_of_too_many_folders_is_no_offer() -> None:
    folders = {f"/photos/{number}/harbor": 1 for number in range(1001)} | {"/photos": 2000}
    line = read_line("harbor", KnownFacts(of_folders=folders), _NAMES, date(2026, 11, 27))
    assert (line.rest, line.suggestions, line.notes) == ("harbor", (), ())
    del folders["/photos/0/harbor"]
    line = read_line("harbor", KnownFacts(of_folders=folders), _NAMES, date(2026, 11, 27))
    assert [offer.photos for offer in line.suggestions] == [1000]


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("a fox at night", ["light:night"]),
        ("deer at dusk", ["light:dusk"]),
        ("hares at dawn", ["light:dawn"]),
        ("full moon", ["moon:full"]),
        ("eine Eule nachts", ["light:night"]),
        ("Dachs bei Vollmond", ["moon:full"]),
        ("un renard à l'aube", ["light:dawn"]),
        ("un zorro de noche", ["light:night"]),
        ("una volpe di notte", ["light:night"]),
        ("een vos bij volle maan", ["moon:full"]),
        # What a photo shows, or a name, is neither.
        ("night sky", []),
        ("full moon party", []),
        ("the dawn chorus", []),
        ("Twilight Imperium", []),
    ],
)
def test_sun_and_moon_are_offered_where_the_library_knows_them(
    text: str, offers: list[str]
) -> None:
    known = KnownFacts(of_light=True)
    line, other = (
        read_line(text, one, _NAMES, date(2026, 11, 23)) for one in (known, KnownFacts())
    )
    assert not line.facts
    assert [offer.fact.text for offer in line.suggestions] == offers
    texts = [offer.fact.text for offer in other.suggestions]
    assert not any(one.startswith(("light", "moon")) for one in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_comparisons_and_alternatives_are_read_or_offered(language: str) -> None:
    names, today = Gazetteer.open(), date(2026, 11, 27)
    for text, wanted in _COMPARISONS[language]:
        line = read_line(text, _CAMERAS, names, today)
        conditions = [
            read_operator(one, _CAMERAS, names).condition
            for one in operators_in(wanted.removeprefix("?"))
        ]
        if wanted.startswith("?"):
            offered = [offer.fact.condition for offer in line.suggestions]
            assert (line.facts, line.rest) == ((), text)
            assert set(conditions) <= set(offered), text
        else:
            assert [fact.condition for fact in line.facts] == conditions, text
            assert not (line.rest and wanted), text
        assert not line.notes, text


def test_what_only_looks_like_a_comparison_is_no_fact() -> None:
    names = Gazetteer.open()
    for text in _COMPARISONS["words"]:
        line = read_line(text, _CAMERAS, names, date(2026, 11, 27))
        assert (line.facts, line.rest, line.notes) == ((), text, ()), text


@pytest.mark.parametrize(
    ("text", "offers"),
    [
        ("above 1/500", ["exposure:>1/500", "exposure:<1/500"]),  # a higher speed or a longer time
        ("f/8 or smaller", ["f:8"]),
        ("raw or jpeg files", ["type:jpeg"]),
        ("taken with a Canon or an old Zenit", ['camera:"Canon"']),
        ("December or January 2007", ["taken:2007-01"]),  # December 2006?
        ("in summer 2007 or 2008", ["taken:2007-06..2007-08", "taken:2008"]),
        ("ISO 800", ["iso:800"]),
        ("apple photos", ['camera:"apple"']),
    ],
)
def test_what_may_be_meant_otherwise_is_only_offered(text: str, offers: list[str]) -> None:
    line = read_line(text, _CAMERAS, Gazetteer.open(), date(2026, 11, 27))
    assert line.facts == ()
    assert [offer.fact.text for offer in line.suggestions] == offers
