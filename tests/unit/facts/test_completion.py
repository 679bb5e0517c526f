"""What is suggested while a line is typed."""

import pytest

from tests.unit.facts.stand_in import StandInLibrary, StandInNames
from visret_desktop.facts.completion import complete


@pytest.mark.parametrize(
    ("typed", "texts"),
    [
        ("frogs ca", ["camera:"]),
        ("frogs -ca", ["camera:"]),
        ("frogs c", []),
        ("camera:can", ['"Canon EOS R5"', '"Canon EOS R5 Mark II"']),
        ('camera:"Canon EOS R5","nik', ['"NIKON Z 8"']),
        ("lens:macro", ['"RF100mm F2.8 L MACRO IS USM"']),
        ("in:ly", ['"Lyon"']),
        ("month:ju", ["june", "july"]),
        ("folder:/photos/T", ['"/photos/Trash"']),
        ("has:", ["place", "date"]),
        ("owl ken", ['folder:"/photos/2019/Kenya trip"']),
        ("owl tri", ['folder:"/photos/2019/Kenya trip"']),
        ("owl qx", []),
        ("foo:b", []),
        ("https://a", []),
        ("", []),
    ],
)
def test_values_are_suggested(typed: str, texts: list[str]) -> None:
    found = complete(typed + " rest", len(typed), StandInLibrary(), StandInNames())
    assert [one.text for one in found] == texts
    for one in found:
        assert one.end == len(typed)
        assert typed[: one.start].rstrip("-").rsplit(" ", 1)[-1].partition(":")[0] != one.text


def test_suggestions_take_the_place_of_what_was_begun() -> None:
    line = 'owl camera:"NIKON Z 8",cano'
    first = complete(line, len(line), StandInLibrary(), StandInNames())[0]
    assert line[: first.start] + first.text == 'owl camera:"NIKON Z 8","Canon EOS R5"'
