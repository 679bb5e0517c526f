"""Nothing that a decoder says is believed: each lie is refused."""

import io
import json
import math
from dataclasses import asdict, replace
from typing import Any, cast

import pytest

from visret_desktop.decoding import messages
from visret_desktop.decoding.messages import DecodeReply, Order, ReadFile, Rendition
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.sentences import Sentence, sentence

VIEWS = (Rendition(96), Rendition(8, 8, {"side": 8}))
READ = ReadFile("0" * 32, Fingerprint(1234, -5, 7), True)
METADATA = Metadata(
    4000, 3000, "JPEG", "2024-05-01T10:20:30", 52.5, 13.4, -3.0, "Maker", None, 0.01, 2.8, 35.0,
    200, 5, "Heron", "At the lake", ("bird", "lake"),
)  # fmt: skip
ANSWER = DecodeReply(METADATA, ("truncated", sentence("The file ends early.")), ((96, 72), (8, 8)))


def test_what_is_said_arrives() -> None:
    assert messages.read_from_json(messages.read_to_json(READ)) == READ
    assert messages.answer_from_json(messages.answer_to_json(ANSWER), VIEWS, 10) == ANSWER
    order = Order("/photos/caf\udce9\n.jpg", "/photos/a.xmp", views=VIEWS, seconds=2.5)
    assert messages.order_from_json(messages.order_to_json(order)) == order


def test_a_warning_that_is_a_plain_text_is_not_written() -> None:
    warning = ("truncated", cast(Sentence, "The file ends early."))
    with pytest.raises(TypeError, match="is a plain text and no sentence"):
        messages.answer_to_json(replace(ANSWER, warning=warning))


def test_a_refusal_arrives_in_the_place_of_any_answer() -> None:
    refusal = messages.refusal_to_json(PhotoUnreadable("empty", "The file is empty."))
    for read in (messages.read_from_json, lambda m: messages.answer_from_json(m, VIEWS, 10)):
        with pytest.raises(PhotoUnreadable, match=r"The file is empty\.") as caught:
            read(refusal)
        assert caught.value.reason_code == "empty"


@pytest.mark.parametrize(
    "lie",
    [
        {"content_hash": "../../etc/passwd"},
        {"content_hash": "A" * 32},
        {"content_hash": 7},
        {"fingerprint": {"size": -1, "mtime_ns": 0}},
        {"fingerprint": {"size": 2**70, "mtime_ns": 0}},
        {"fingerprint": {"size": 1.5, "mtime_ns": 0}},
        {"fingerprint": {"size": True, "mtime_ns": 0}},
        {"fingerprint": {"size": 1, "mtime_ns": 2**63}},
        {"fingerprint": []},
    ],
)
def test_lies_about_a_file(lie: dict[str, Any]) -> None:
    message = json.dumps({"read": asdict(READ) | lie}).encode()
    with pytest.raises(ValueError):
        messages.read_from_json(message)


@pytest.mark.parametrize(
    "lie",
    [
        {"width": -1},
        {"width": 1e3},
        {"width": 10**20},
        {"format": None},
        {"title": "x" * 2001},
        {"title": "half a letter \ud800"},
        {"title": "a\0b"},
        {"title": ["a"]},
        {"latitude": math.nan},
        {"altitude": math.inf},
        {"f_number": "2.8"},
        {"rating": 9},
        {"iso": 2**40},
        {"keywords": "bird"},
        {"keywords": ["bird"] * 201},
        {"keywords": [1]},
        {"another": 1},
    ],
)
def test_lies_about_what_a_photo_says(lie: dict[str, Any]) -> None:
    said = asdict(ANSWER) | {"metadata": asdict(METADATA) | lie}
    with pytest.raises(ValueError):
        messages.answer_from_json(json.dumps({"answer": said}).encode(), VIEWS, 10)


@pytest.mark.parametrize(
    ("view", "size"),
    [
        (VIEWS[0], (97, 10)),
        (VIEWS[0], (0, 10)),
        (VIEWS[0], (10,)),
        (VIEWS[0], (10.0, 10)),
        (Rendition(), (4000, 3000)),
        (VIEWS[1], (8, 7)),
        (VIEWS[1], (9, 9)),
    ],
)
def test_pictures_that_nobody_asked_for(view: Rendition, size: tuple[int, ...]) -> None:
    said = asdict(ANSWER) | {"sizes": [size]}
    with pytest.raises(ValueError):
        messages.answer_from_json(json.dumps({"answer": said}).encode(), [view], 10)


@pytest.mark.parametrize("sizes", [[], [[96, 72]], [[96, 72], [8, 8], [8, 8]], 7])
def test_other_pictures_than_were_asked_for(sizes: Any) -> None:
    said = asdict(ANSWER) | {"sizes": sizes}
    with pytest.raises(ValueError):
        messages.answer_from_json(json.dumps({"answer": said}).encode(), VIEWS, 10)


@pytest.mark.parametrize(
    "message",
    [
        b"", b"null", b"[]", b"{}", b"7", b"\xff\xfe", b"[" * 100_000, b'{"answer": 1}',
        b'{"answer": {}}', b'{"code": "x"}', b'{"code": 7, "reason": {"form": "a", "values": {}}}',
        b'{"code": "Not A Code", "reason": {"form": "a", "values": {}}}',
        b'{"code": "empty", "reason": 7}', b'{"code": "empty", "reason": "a"}',
        b'{"code": "empty", "reason": {"form": "{a}", "values": {}}}',
        b'{"code": "empty", "reason": {"form": "\\u0000", "values": {}}}',
        b'{"code": "empty", "reason": {"form": "' + b"a" * 2001 + b'", "values": {}}}',
        b'{"answer": {"metadata": null, "warning": ["a"], "sizes": []}}',
        b'{"answer": {"metadata": null, "warning": 7, "sizes": 7}}',
    ],
)  # fmt: skip
def test_messages_that_make_no_sense(message: bytes) -> None:
    with pytest.raises(ValueError):
        messages.answer_from_json(message, VIEWS, 10)
    with pytest.raises(ValueError):
        messages.read_from_json(message)


def test_messages_have_a_length_and_an_end() -> None:
    pipe = io.BytesIO()
    messages.send(pipe, b"one")  # type: ignore[arg-type]
    messages.send_in_parts(pipe, 5, (b"", b"tw", b"oth"))  # type: ignore[arg-type]
    pipe.write(b"\0\0\0\0\0\0\0\x09cut")
    pipe.seek(0)
    assert messages.receive(pipe, 3) == b"one"  # type: ignore[arg-type]
    assert messages.receive(pipe, 5) == b"twoth"  # type: ignore[arg-type]
    assert messages.receive(pipe, 9) is None  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="where 100 are allowed"):
        messages.receive(io.BytesIO(b"\x7f" + b"\xff" * 7), 100)  # type: ignore[arg-type]
