"""What is typed as `field:value` is one condition, and its text reads as the same condition."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tests.unit.facts.stand_in import StandInLibrary, StandInNames
from visret_desktop.facts.operators import (
    OPERATORS,
    condition_text,
    fact_of,
    operators_in,
    read_operator,
)
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.filter_values import (
    Area,
    Circle,
    Detected,
    Hours,
    Outline,
    Range,
    Rating,
    Span,
)
from visret_desktop.library.catalog.photo_filter import Condition

_LIBRARY, _NAMES = StandInLibrary(), StandInNames()
_LYON = (45.748, 4.846)


@pytest.mark.parametrize(
    ("typed", "text", "field", "values"),
    [
        ("before:2023-05", "before:2023-05", "taken", [Span(None, "2023-05")]),
        ("after:2023", "taken:2024..", "taken", [Span("2024", None)]),
        ("taken:2023", "taken:2023", "taken", [Span("2023", "2024")]),
        ("date:12.5.2021", "taken:2021-05-12", "taken", [Span("2021-05-12", "2021-05-13")]),
        ("taken:2023-3..2023-05", "taken:2023-03..2023-05", "taken", [Span("2023-03", "2023-06")]),
        ("taken:2020..2022,<2010", "taken:2020..2022,<2010", "taken",
         [Span("2020", "2023"), Span(None, "2010")]),
        ("taken:>=2020-12-31", "taken:2020-12-31..", "taken", [Span("2020-12-31", None)]),
        ("month:june..august", "month:june,july,august", "month", [6, 7, 8]),
        ("month:11..2", "month:november,december,january,february", "month", [11, 12, 1, 2]),
        ("day:sat|sun", "weekday:saturday,sunday", "weekday", [6, 7]),
        ("time:22..6", "time:22:00..06:00", "hour", [Hours("22:00", "06:00")]),
        ("time:18", "time:18:00..19:00", "hour", [Hours("18:00", "19:00")]),
        ("in:kenia", 'in:"kenia"', "country", ["KE"]),
        ('place:"Portland, Maine"', 'in:"Portland, Maine"', "town", [4975802]),
        ("in:US-TX", 'in:"US-TX"', None, None),
        ('near:"Lyon" 20km', 'near:"Lyon" 20km', "near", [Circle(*_LYON, 20)]),
        ("near:Lyon 2mi", 'near:"Lyon" 3.218688km', "near", [Circle(*_LYON, 2 * 1.609344)]),
        ("near:-45.5,4.8 500m", "near:-45.5,4.8 0.5km", "near", [Circle(-45.5, 4.8, 0.5)]),
        ("area:45,4,46,5", "area:45,4,46,5", "area", [Area(45, 4, 46, 5)]),
        ("inside:45,4;46,5;45,6", "inside:45,4;46,5;45,6", "inside",
         [Outline(((45, 4), (46, 5), (45, 6)))]),
        ("camera:R5", 'camera:"R5"', "camera", ["Canon EOS R5", "Canon EOS R5 Mark II"]),
        ('camera:"canon eos r5"', 'camera:"Canon EOS R5"', "camera", ["Canon EOS R5"]),
        ('camera:"a ""quoted"" one"', 'camera:"a ""quoted"" one"', "camera", ['a "quoted" one']),
        ("-camera:“NIKON Z 8”", '-camera:"NIKON Z 8"', "camera", ["NIKON Z 8"]),
        ("lens:macro", 'lens:"macro"', "lens", ["RF100mm F2.8 L MACRO IS USM"]),
        ("exposure:1/60..1/1000", "exposure:1/1000..1/60", "exposure", [Range(1 / 1000, 1 / 60)]),
        ("exposure:2s", "exposure:2", "exposure", [Range(2, 2)]),
        ("f:1.8..2.8", "f:1.8..2.8", "aperture", [Range(1.8, 2.8)]),
        ("aperture:f/2.8", "f:2.8", "aperture", [Range(2.8, 2.8)]),
        ("focal:24..70mm", "focal:24..70", "focal", [Range(24, 70)]),
        ("iso:>=1600", "iso:>=1600", "iso", [Range(1600, None)]),
        ("folder:Trash", 'folder:"Trash"', "below", ["/photos/Trash", "/old/Trash"]),
        ('folder:"2019/Kenya trip"', 'folder:"2019/Kenya trip"', "below",
         ["/photos/2019/Kenya trip"]),
        ("type:jpg|raw", "type:jpg,raw", "kind", ["JPEG", "RAW"]),
        ("tag:family", 'keyword:"family"', "keyword", ["family"]),
        ("tag:FAMILY", 'keyword:"FAMILY"', "keyword", ["family", "Family"]),
        ("keyword:owl", 'keyword:"owl"', "keyword", ["animal|bird|owl"]),
        ("keyword:animal/Bird", 'keyword:"animal/Bird"', "keyword", ["animal|bird"]),
        ('keyword:"animal|bird"', 'keyword:"animal|bird"', "keyword", ["animal|bird"]),
        ('species:"vulpes vulpes"', 'species:"vulpes vulpes"', "species", ["Vulpes vulpes"]),
        ('species:"red fox",Aluco', 'species:"red fox","Aluco"', "species",
         ["Vulpes vulpes", "Strix aluco"]),
        ("species:canidae", 'species:"canidae"', "species", ["Vulpes vulpes"]),
        ("species:owl", 'species:"owl"', "species", ["Strix aluco"]),
        ("-species:any", "-species:any", "species", ["any"]),
        ("rating:>3", "rating:>=4", "rating", [Rating(4, 5)]),
        ("rating:rejected", "rating:rejected", "rating", [Rating(-1, -1)]),
        ("rating:2..4", "rating:2..4", "rating", [Rating(2, 4)]),
        ("label:red", 'label:"Red"', "label", ["Red"]),
        ('photo:"IMG 1.jpg"', 'photo:"IMG 1.jpg"', "photo", ["IMG 1.jpg"]),
        ("event:a.jpg|b.jpg", 'event:"a.jpg","b.jpg"', "event", ["a.jpg", "b.jpg"]),
        ('-burst:"/photos/2019/a ""b"".jpg"', '-burst:"/photos/2019/a ""b"".jpg"', "burst",
         ['/photos/2019/a "b".jpg']),
        ("text:entrance", 'text:"entrance"', "text", ["entrance"]),
        ('title:"old bridge"', 'title:"old bridge"', "words", ["old bridge"]),
        ("-has:gps", "-has:place", "has", ["place"]),
        ("is:duplicate", "is:duplicate", "copy", [True]),
        ("is:Wrong", "is:wrong", "mark", ["wrong"]),
        ("is:Blank", "is:blank", "blank", ["blank"]),
        ("detected:animal", "detected:animal", "detected", [Detected("animal")]),
        ("detected:Animal>=40%", 'detected:"Animal">=0.4', "detected", [Detected("animal", 0.4)]),
        ('-detected:"red fox">=.25,animal', '-detected:"red fox">=0.25,animal', "detected",
         [Detected("Vulpes vulpes", 0.25), Detected("animal")]),
        ("detected:animal>=1.1", "", None, []),
        ("detected:wolf", "", None, []),
        ("is:right,marked", "is:right,marked", "mark", ["right", "marked"]),
    ],
)  # fmt: skip
def test_operators_are_read(typed: str, text: str, field: str | None, values: list[Any]) -> None:
    if field is None:
        with pytest.raises(Misread):
            fact_of(typed, _LIBRARY, _NAMES)
        return
    fact = fact_of(typed, _LIBRARY, _NAMES)
    assert fact.text == text
    assert fact.condition == Condition(field, tuple(values), typed.startswith("-"))
    assert fact_of(fact.text, _LIBRARY, _NAMES).condition == fact.condition
    again = condition_text(fact.condition, _NAMES)
    assert fact_of(again, _LIBRARY, _NAMES).condition == fact.condition


def test_places_of_different_kinds_are_alternatives() -> None:
    fact = fact_of('in:"Kenya","Lyon","Paris"', _LIBRARY, _NAMES)
    groups = ((Condition("country", ("KE",)),), (Condition("town", (2996944, 2988507)),))
    assert fact.condition == Condition("either", groups)
    assert fact_of(fact.text, _LIBRARY, _NAMES).condition == fact.condition


@pytest.mark.parametrize(
    "text",
    ["https://example.org/a", "C:\\photos", "C:/photos", "2:golden", "10:30", "Rome: the forum",
     'say "in:Kenya" loud', "title: the forum", "f:/photos"],
)  # fmt: skip
def test_what_is_no_operator_stays_as_it_is(text: str) -> None:
    assert list(operators_in(text)) == []


@pytest.mark.parametrize(
    ("typed", "code", "named"),
    [
        ("foo:bar", "unknown-field", "camera"),
        ("camera:Leica", "unknown-value", "NIKON Z 8"),
        ("keyword:wolf", "unknown-value", "frog"),
        ("species:wolf", "unknown-value", "Red fox"),
        ("folder:Nowhere", "unknown-value", "/photos/Trash"),
        ("type:gif", "unknown-value", "JPEG"),
        ("in:Atlantis", "unknown-place", "Atlantis"),
        ("near:Kenya", "bad-value", "in:"),
        ("near:95,4 5km", "bad-value", "near"),
        ("rating:7", "bad-value", "rating"),
        ("rating:1e999", "bad-value", "rating"),
        ("rating:>1e999", "bad-value", "rating"),
        ("rating:0..1e999", "bad-value", "rating"),
        ("iso:>1e999", "bad-value", "iso"),
        ("f:1e999/1e-9", "bad-value", "f:"),
        ("rating:４", "bad-value", "rating"),
        ("taken:2023-13", "bad-value", "taken"),
        ("taken:2023..2020", "bad-value", "taken"),
        ("before:0001", "bad-value", "before"),
        ("iso:fast", "bad-value", "iso"),
        ("time:25", "bad-value", "time"),
        ("has:hat", "bad-value", "place"),
        ("camera:", "bad-value", "camera"),
    ],
)
def test_what_is_not_understood_is_said(typed: str, code: str, named: str) -> None:
    if typed == "before:0001":
        assert fact_of(typed, _LIBRARY, _NAMES).condition.values == (Span(None, "0001"),)
        return
    with pytest.raises(Misread) as caught:
        read_operator(next(operators_in(typed)), _LIBRARY, _NAMES)
    assert caught.value.note.code == code
    assert named in caught.value.note.sentence


def test_examples_are_read() -> None:
    for operator in OPERATORS:
        fact_of(f"{operator.name}:{operator.example}", _LIBRARY, _NAMES)


_NUMBERS = some.floats(0, 1e6).map(lambda number: round(number, 4))


@given(some.sampled_from(["exposure", "aperture", "focal", "iso"]), _NUMBERS, _NUMBERS,
       some.sampled_from(["both", "low", "high"]))  # fmt: skip
def test_ranges_are_written_as_they_read(field: str, one: float, other: float, ends: str) -> None:
    low, high = sorted((one, other))
    value = Range(None if ends == "high" else low, None if ends == "low" else high)
    condition = Condition(field, (value,))
    assert fact_of(condition_text(condition, _NAMES), _LIBRARY, _NAMES).condition == condition


@given(some.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    for typed in operators_in(f"camera:{text} in:{text} near:{text} taken:{text} f:{text}"):
        with suppress(Misread):
            fact = read_operator(typed, _LIBRARY, _NAMES)
            assert fact_of(fact.text, _LIBRARY, _NAMES).condition == fact.condition
