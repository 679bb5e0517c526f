"""Sentences: their English, their JSON, and what is none."""

import copy
import json
import math
import pickle
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visret_desktop.errors import FolderMissing, PackDamaged
from visret_desktop.sentence_json import from_body, from_text, to_body, to_text
from visret_desktop.sentences import NOTHING, Sentence, joined, said_by, sentence, verbatim

_REASON = sentence("{name} takes {size:.1f} GB", name=Path("/a.gguf"), size=1.26)
_SAID = sentence(
    "{count:,} packs are damaged ({share:.0%}): {reason}.", count=12_345, share=0.5, reason=_REASON
)


def test_a_sentence_is_its_english_text() -> None:
    assert _SAID == "12,345 packs are damaged (50%): /a.gguf takes 1.3 GB."
    assert f"{_SAID}" == str(_SAID)
    assert json.dumps({"said": _SAID}) == json.dumps({"said": str(_SAID)})
    assert type(str(_SAID)) is str
    assert _SAID.form == "{count:,} packs are damaged ({share:.0%}): {reason}."
    assert dict(_SAID.values) == {"count": 12_345, "share": 0.5, "reason": _REASON}
    assert not NOTHING


def test_an_error_is_filled_in_as_its_sentence() -> None:
    error = FolderMissing(path="/photos")
    around = PackDamaged(name="x", reason=error)
    assert around.message.values["reason"] is error.message
    assert str(error) in str(around) == around.message


def test_what_an_exception_carries_stays_a_sentence() -> None:
    carried = ValueError(_REASON)
    assert said_by(carried) is _REASON
    assert sentence("{why}", why=carried).values["why"] is _REASON
    assert said_by(ValueError("other words")) is None
    assert said_by(OSError(2, "no such file")) is None


def test_parts_are_joined_without_losing_their_forms() -> None:
    both = joined([_REASON, "and {so} on", 7], "; ")
    assert both == f"{_REASON}; and {{so}} on; 7"
    assert list(both.values.values()) == [_REASON, "and {so} on", 7]
    assert joined([]) == ""
    assert joined(["a", "b"], "{}") == "a{}b"


def test_another_process_gets_the_sentence() -> None:
    said = sentence("{count:,} photos in {place}", count=1200, place=verbatim("a marsh"))
    sent = pickle.loads(pickle.dumps(said))
    assert (sent, sent.form, sent.values) == (said, said.form, said.values)


def test_a_sentence_stays_as_it_is() -> None:
    with pytest.raises(AttributeError):
        _SAID.form = "other"
    with pytest.raises(TypeError):
        _SAID.values["count"] = 3  # type: ignore[index]
    assert copy.copy(_SAID) is _SAID
    assert copy.deepcopy([_SAID])[0] is _SAID
    assert verbatim(_SAID) is _SAID
    assert verbatim("{x}") == "{x}"


_values = st.recursive(
    st.text(max_size=20) | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3).map(joined),
    max_leaves=6,
)


@settings(max_examples=30)
@given(st.lists(_values, max_size=5).map(joined))
def test_json_and_kept_texts_bring_a_sentence_back(said: Sentence) -> None:
    for back in (from_body(json.loads(json.dumps(to_body(said)))), from_text(to_text(said))):
        assert back == said
        assert (back.form, dict(back.values)) == (said.form, dict(said.values))


@pytest.mark.parametrize("text", ["", "The file is empty.", '{"form": ', '{"form": "{x}"}'])
def test_texts_kept_before_are_taken_as_they_are(text: str) -> None:
    assert from_text(text) == text
    assert to_text(text) == text


def test_numbers_of_other_kinds_are_numbers_and_the_rest_is_text() -> None:
    said = sentence(
        "{a:,} {b:.1f} {c:.1f} {d}", a=np.int64(1234), b=np.float32(0.25), c=math.inf, d=True
    )
    assert said == "1,234 0.2 inf True"
    assert from_body(to_body(said)) == said


@pytest.mark.parametrize(
    "said",
    [
        sentence("{text}", text="x" * 50_000),
        joined(range(2000)),
        reduce(lambda inner, _: sentence("{a}", a=inner), range(20), sentence("deep")),
        sentence("{number}", number=10**4000),
        sentence("{path}", path="caf\udce9"),
        "x" * 50_000,
    ],
)
def test_what_is_too_much_for_json_arrives_as_a_text(said: str) -> None:
    """Or else an error with a long reason would never reach the window."""
    back = from_body(json.loads(json.dumps(to_body(said))))
    assert back == str(said)[:40_000]


def _deep(depth: int) -> dict[str, Any]:
    body: dict[str, Any] = {"form": "", "values": {}}
    for _ in range(depth):
        body = {"form": "{a}", "values": {"a": body}}
    return body


@pytest.mark.parametrize(
    "body",
    [
        None,
        "text",
        [],
        {},
        {"form": "x"},
        {"form": 1, "values": {}},
        {"form": "x", "values": [1]},
        {"form": "x", "values": {}, "more": 1},
        {"form": "x" * 5001, "values": {}},
        {"form": "{a}", "values": {}},
        {"form": "{a", "values": {"a": 1}},
        {"form": "{}", "values": {"": 1}},
        {"form": "{a.__class__}", "values": {"a": 1}},
        {"form": "{a[0]}", "values": {"a": "x"}},
        {"form": "{a!r}", "values": {"a": 1}},
        {"form": "{a:1000000000}", "values": {"a": 1}},
        {"form": "{a:.99f}", "values": {"a": 1}},
        {"form": "{a:{b}}", "values": {"a": 1, "b": 9}},
        {"form": "x", "values": {"a": None}},
        {"form": "x", "values": {"a": True}},
        {"form": "x", "values": {"a": [1]}},
        {"form": "x", "values": {"a": 10**7000}},
        {"form": "x", "values": {"a": "x" * 40_001}},
        {"form": "x", "values": {"a" * 101: 1}},
        {"form": "x", "values": {f"a{n}": n for n in range(1001)}},
        _deep(9),
        _deep(100_000),
    ],
)
def test_what_is_no_sentence_is_refused(body: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_body(body)
