"""What is suggested while a line is typed."""

import time
from collections.abc import Sequence

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


class _ManyFolders(StandInLibrary):
    """As many folders as there are outings in half a lifetime."""

    of = tuple(f"/photos/{number // 100}/{number:05} marsh" for number in range(50_000))

    def folders(self) -> Sequence[str]:
        return self.of


def test_many_folders_are_looked_at_at_each_key() -> None:
    library, names = _ManyFolders(), StandInNames()
    assert complete("mar", 3, library, names)[0].shown == "00000 marsh"
    started = time.thread_time()
    for letters in ("mars", "marsh", "othe", "otter", "snow", "snowy"):
        complete(letters, len(letters), library, names)
    assert time.thread_time() - started < 0.4
