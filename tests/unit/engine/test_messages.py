"""The protocol survives a round trip and refuses what it does not know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visret_desktop.engine.message_lines import ProtocolError, parse_line
from visret_desktop.engine.messages import (
    Finished,
    Hit,
    QueryTerm,
    Ranked,
    Search,
)


@given(st.text(), st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 10**9))
def test_search_survives_a_round_trip(text: str, weight: float, job: int) -> None:
    message = Search(job, (QueryTerm(text, "", weight), QueryTerm("", "ä.jpg")), folder_ids=(1, 2))
    line = message.to_line()
    assert line.count("\n") == 1
    assert parse_line(line) == message


def test_ranking_survives_a_round_trip() -> None:
    hit = Hit(
        1, 7, "ab", "/p/ä b.jpg", "ä b.jpg", None, 4, 3, True, 0.5, {"text": 1}, "maybe", ("x",)
    )
    message = Ranked(3, (hit,), True, {"encode": 0.01})
    assert parse_line(message.to_line()) == message


def test_undecodable_file_name_survives() -> None:
    message = Finished(1, {"path": "caf\udce9.jpg"})
    assert parse_line(message.to_line()) == message


@pytest.mark.parametrize(
    "line", ["", "null", "[]", '{"kind": "nonsense"}', '{"kind": "search", "unknown": 1}', "{"]
)
def test_other_lines_are_refused(line: str) -> None:
    with pytest.raises(ProtocolError):
        parse_line(line)
