"""What is understood of a line before Enter."""

from collections.abc import Sequence
from datetime import date

import pytest

from tests.unit.facts.stand_in import StandInLibrary, StandInNames
from visret_desktop.facts.query import ParsedQuery, read_query
from visret_desktop.gui.facts.line_reader import LineReader
from visret_desktop.gui.search.typed_query import TypedQuery, read_typed
from visret_desktop.library.catalog.catalog_facts import KnownFacts


def read(text: str) -> ParsedQuery:
    return read_query(text, StandInLibrary(), StandInNames(), date(2026, 11, 26))


def shown(typed: TypedQuery | None) -> tuple[list[str], list[str], list[str]] | None:
    if typed is None:
        return None
    chips = [f"{term.weight:+g} {term.text}" for term in typed.chips]
    return [term.text for term in typed.words], chips, [fact.text for fact in typed.facts]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", ([], [], [])),
        ("o", None),
        ("ow", (["ow"], [], [])),
        ("\u9dfa", (["\u9dfa"], [], [])),  # a heron is one letter
        ("owl -ree", (["owl"], [], [])),
        ("owl -reeds ", (["owl"], ["-1 reeds"], [])),
        ("owl - reeds + ice", (["owl"], ["-1 reeds"], [])),
        ("owl - reeds + ice ", (["owl"], ["-1 reeds", "+1 ice"], [])),
        ("owl in May 2019", (["owl"], [], [])),
        ("owl in May 2019 ", (["owl"], [], ["taken:2019-05"])),
        ("owl camera:can", (["owl"], [], [])),
        ("camera:can", None),
        ("red AND blue", None),
        ("/photos/heron.jpg", None),
        ("/photos/heron", (["/photos/heron"], [], [])),
    ],
)
def test_a_line_is_understood_as_far_as_it_is_finished(
    line: str, expected: tuple[list[str], ...] | None
) -> None:
    assert shown(read_typed(line, read, is_resting=False)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("owl -reeds", (["owl"], ["-1 reeds"], [])),
        ("owl in May 2019", (["owl"], [], ["taken:2019-05"])),
    ],
)
def test_a_line_at_rest_is_finished(line: str, expected: tuple[list[str], ...]) -> None:
    assert shown(read_typed(line, read, is_resting=True)) == expected


class Foldered(KnownFacts):
    """A library of so many folders that they are not to be looked at for each key."""

    def folders(self) -> Sequence[str]:
        raise AssertionError("folders are offered for a line that is only being typed")


def test_no_folder_is_looked_at_for_each_key() -> None:
    reader = LineReader()
    reader.take(Foldered())
    typed = read_typed("a heron in 2019 ", reader.read_typed, is_resting=False)
    assert shown(typed) == (["a heron"], [], ["taken:2019"])
