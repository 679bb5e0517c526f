"""The protocol survives a round trip and refuses what it does not know."""

import io
import json
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.engine.malformed_lines import MALFORMED, NUMBERLESS
from visret_desktop.engine.field_messages import PackageSaid
from visret_desktop.engine.message_lines import (
    MOST_BYTES,
    ProtocolError,
    parse_job,
    parse_line,
    read_lines,
)
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    AskedPhoto,
    AskedSketch,
    Cancel,
    Evidence,
    Failed,
    Finished,
    Hit,
    Message,
    QueryTerm,
    Ranked,
    Said,
    Search,
)
from visret_desktop.library.catalog.filter_values import Area, Span
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.sentences import Sentence, sentence


@given(st.text(), st.floats(-1000, 1000), st.integers(0, 10**9))
def test_search_survives_a_round_trip(text: str, weight: float, job: int) -> None:
    wanted = Filter.of(folder=[1, 2], area=[Area(-1, 170, 1, -170)], taken=[Span("2025", None)])
    message = Search(job, (QueryTerm(text, "", weight), QueryTerm("", "ä.jpg")), filter=wanted)
    line = message.to_line()
    assert line.count("\n") == 1
    assert parse_line(line) == message


def test_ranking_survives_a_round_trip() -> None:
    row = (7, "ab", "/p/ä b.jpg", "ä b.jpg", None, 4, 3, True, "2025-05-01")
    hit = Hit(*row, rank=1, score=0.5, ranks={"text": 1}, band="maybe", copies=("x",), column=2)
    message = Ranked(3, (hit,), True, {"encode": 0.01}, ("text",), True)
    assert parse_line(message.to_line()) == message


def test_answers_survive_a_round_trip() -> None:
    photos = (AskedPhoto("ab", -1), AskedPhoto("cd", 1))
    asked = Ask(
        3,
        "Wie viele?",
        photos,
        ("a", "b"),
        knowledge="photos+sketch",
        sketches=(AskedSketch("/s.png"),),
    )
    assert parse_job(asked.to_line().encode()) == asked
    one = Evidence(1, name="caf\udce9.jpg", state="shows", boxes=((0.0, 0.1, 0.2, 1.0),))
    said = Answered(3, "Wie viele?", "2", "answer", "photos", said=(Said("2", 0, (1,)),))
    message = replace(said, evidence=(one,), timings={"read": 0.5})
    assert parse_line(message.to_line()) == message


def test_undecodable_file_name_survives() -> None:
    message = Finished(1, {"path": "caf\udce9.jpg"})
    assert parse_line(message.to_line()) == message


@pytest.mark.parametrize(
    "message",
    [
        Failed(1, "no-disk", cast(Sentence, "no disk")),
        PackageSaid(1, sentences=(sentence("a form"), cast(Sentence, "a text"))),
        Answered(1, "?", "", "answer", "photos", evidence=(Evidence(1, note=cast(Sentence, "x")),)),
    ],
    ids=["field", "list", "nested"],
)
def test_a_plain_text_is_not_written_where_a_sentence_is_declared(message: Message) -> None:
    with pytest.raises(TypeError, match="is a plain text and no sentence"):
        message.to_line()


@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED)
def test_malformed_jobs_are_refused_by_their_number(line: bytes) -> None:
    with pytest.raises(ProtocolError) as refused:
        parse_job(line)
    assert refused.value.job == 7
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("line", NUMBERLESS.values(), ids=NUMBERLESS)
def test_lines_without_a_number_are_refused(line: bytes) -> None:
    with pytest.raises(ProtocolError) as refused:
        parse_job(line)
    assert refused.value.job == 0


def test_a_word_of_a_query_is_not_taken_for_a_number() -> None:
    line = json.dumps({"kind": "search", "terms": [{"text": '"job": 5,'}], "m": -1})
    with pytest.raises(ProtocolError) as refused:
        parse_line(line)
    assert refused.value.job == 0


def test_a_line_that_is_too_long_is_refused_and_the_next_one_read() -> None:
    head = b'{"kind": "search", "job": 7, "terms": ['
    stream = io.BytesIO(head + b"[]," * MOST_BYTES + b"\n" + Cancel(8, 7).to_line().encode())
    long, good = read_lines(stream)
    assert len(long) == MOST_BYTES
    with pytest.raises(ProtocolError, match="longer than") as refused:
        parse_job(long)
    assert refused.value.job == 7
    assert parse_job(good) == Cancel(8, 7)
