"""A name is a name on every system, and no path."""

import pytest

from visret_desktop import names
from visret_desktop.errors import UsageError


@pytest.mark.parametrize("name", ["a", "Z9", "siglip2-b-16-256", "a.b_c-d", "x" * 64, "console"])
def test_names_are_taken(name: str) -> None:
    assert names.check(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../..", "a/b", "a\\b", "/etc", "C:", "C:x", "~", "a\0b", "a\nb", "a b"),
        *(" a", "a ", "a.", ".hidden", "-x", "_x", "con", "NUL", "aux.txt", "lpt1.a.b", "x" * 65),
        *("*", "a?", "é", "ａ", "а", "a\u200b", "a\u202eb", 'a"', "a|b", "$a", "%a"),
    ],
)
def test_everything_else_is_not(name: str) -> None:
    with pytest.raises(UsageError, match=r"Choose another name\."):
        names.check(name)


def test_what_is_no_text_is_no_name() -> None:
    assert names.fault(None) == names.fault(7) == "a name is empty"


@pytest.mark.parametrize(
    ("name", "other"), [("Mine", "mine"), ("mine", "ＭＩＮＥ"), ("strasse", "straße"), ("k", "K")]
)
def test_twins_are_known_by_case_and_by_what_letters_stand_for(name: str, other: str) -> None:
    assert names.twin(name, ["else", name, other]) == other
    assert names.twin(name, ["else", name]) == ""
