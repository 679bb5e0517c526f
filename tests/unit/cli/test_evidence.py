from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image, ImageChops

from visret_desktop.cli.asking import evidence
from visret_desktop.cli.asking.evidence_sheet import sheet_file
from visret_desktop.cli.contact_sheet import SheetCell, draw_cells
from visret_desktop.engine.messages import Answered, Evidence, Said
from visret_desktop.library.photos.sketch_tag import is_drawn

PHOTO = Evidence(
    1, path="/p/a.jpg", name="a.jpg", content_hash="aa", state="shows", said="turquoise"
)
ANSWER = Answered(
    question="what color are its feet?",
    answer="turquoise",
    verdict="answer",
    source="photos",
    sentence="Turquoise, in photo 1.",
    said=(Said("turquoise", 0, (1,)),),
    evidence=(PHOTO,),
    is_settled=True,
    reader="starter-reader-0123",
)


def said(**changed: object) -> str:
    """The line of one photo."""
    answered = replace(ANSWER, evidence=(replace(PHOTO, **changed),))  # type: ignore[arg-type]
    _, line = evidence.lines(answered)
    return line


def drawn(answered: Answered) -> Image.Image:
    def thumbnail(_content_hash: str) -> bytes:
        buffer = BytesIO()
        Image.new("RGB", (384, 288), (20, 60, 160)).save(buffer, "JPEG")
        return buffer.getvalue()

    file = sheet_file(".png", answered, thumbnail)
    assert is_drawn(file)
    return Image.open(BytesIO(file)).convert("RGB")


def test_the_body_has_what_scripts_rely_on() -> None:
    body = evidence.body(ANSWER)
    assert body["answer"] == "turquoise"
    assert body["answered"]
    assert body["said"] == [{"text": "turquoise", "entity": 0, "photos": [1], "witnesses": 1}]
    assert (body["evidence"][0]["n"], body["evidence"][0]["path"]) == (1, "/p/a.jpg")
    nothing = evidence.body(replace(ANSWER, answer="", verdict="not-shown", source=""))
    assert (nothing["answer"], nothing["answered"]) == (None, False)


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "   1  /p/a.jpg: turquoise"),
        ({"decides": True}, "   1  /p/a.jpg: turquoise, decides"),
        (
            {"boxes": ((0.12, 0.3, 0.4, 0.55), (0, 0, 1, 1)), "boxes_kind": "read"},
            "   1  /p/a.jpg: turquoise, at 12–40 % across, 30–55 % down;"
            " 0–100 % across, 0–100 % down",
        ),
        (
            {"boxes": ((0.12, 0.3, 0.4, 0.55),), "boxes_kind": "approximate"},
            "   1  /p/a.jpg: turquoise, about at 12–40 % across, 30–55 % down",
        ),
        ({"is_sketch": True}, "   1  /p/a.jpg  (sketch, not a record): turquoise"),
        ({"is_thumbnail": True}, "   1  /p/a.jpg  (offline: its thumbnail): turquoise"),
        ({"state": "not-shown", "said": ""}, "   1  /p/a.jpg: does not show it"),
        (
            {"state": "unreadable", "said": "", "note": "It is not there any more."},
            "   1  /p/a.jpg: cannot be read now (It is not there any more)",
        ),
        ({"state": "waiting", "said": ""}, "   1  /p/a.jpg: not read"),
        ({"state": "not-needed", "said": ""}, "      1 more was not needed."),
    ],
)
def test_a_line_says_what_a_photo_said_and_where(changed: dict[str, object], line: str) -> None:
    assert said(**changed) == line


def test_the_sentence_comes_first_and_reasons_last() -> None:
    first, *_, headline, reason = evidence.lines(replace(ANSWER, reasoning="It has feet."))
    assert first == "Turquoise, in photo 1."
    assert (headline, reason) == ("How the reader came to it:", "  It has feet.")


def test_what_was_stopped_does_not_say_that_it_goes_on() -> None:
    (first, *_) = evidence.lines(replace(ANSWER, verdict="reading", sentence="Reading 2 more …"))
    assert first == "There is no answer yet."


def test_what_is_compared_stands_apart() -> None:
    photos = tuple(replace(PHOTO, n=n, entity=entity) for n, entity in enumerate((0, 1, 0, -1), 1))
    answered = replace(ANSWER, entities=("the tarn heron", "the moss owl"), evidence=photos)
    _, *shown = evidence.lines(answered)
    assert [line[:4].strip() or line for line in shown if "═" in line] == ["══ t", "══ t", "══ o"]
    assert [line.split()[0] for line in shown if "═" not in line] == ["1", "3", "2", "4"]
    assert [name for name, _ in evidence.in_groups(answered)] == [*answered.entities, ""]


def test_the_sheet_shows_boxes_and_what_was_read_only() -> None:
    plain = drawn(ANSWER)
    boxed = drawn(replace(ANSWER, evidence=(replace(PHOTO, boxes=((0.25, 0.25, 0.5, 0.75),)),)))
    left, top, right, bottom = ImageChops.difference(plain, boxed).getbbox() or (0, 0, 0, 0)
    assert abs((right - left) - 240 / 4) <= 4
    assert abs((bottom - top) - 180 / 2) <= 4
    waiting = replace(PHOTO, n=2, state="waiting")
    assert drawn(replace(ANSWER, evidence=(PHOTO, waiting))).tobytes() == plain.tobytes()
    assert drawn(replace(ANSWER, evidence=())).width == plain.width


def test_boxes_that_are_nonsense_stay_inside() -> None:
    buffer = BytesIO()
    Image.new("RGB", (30, 20), (20, 60, 160)).save(buffer, "PNG")
    for box in ((-5.0, -1.0, 9.0, 3.0), (0.9, 0.9, 0.1, 0.1), (0.0, 0.0, 0.0, 0.0)):
        sheet = draw_cells(["x"], [SheetCell(buffer.getvalue(), (), (box,))])
        assert sheet.size == draw_cells(["x"], [SheetCell(None, ())]).size
