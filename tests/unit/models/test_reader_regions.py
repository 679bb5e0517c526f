"""Boxes to a model's numbers and back, in every format."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from llama_cpp import LlamaGrammar

from training.box_writing import written
from visret_desktop.models.answering.reader_regions import BOX_FORMATS, MOST_BOXES
from visret_desktop.models.interfaces import Box

SIDES = st.integers(8, 1_024)
EDGES = st.floats(0, 1)


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    left, top = draw(st.floats(0, 0.8)), draw(st.floats(0, 0.8))
    return left, top, draw(st.floats(left + 0.15, 1)), draw(st.floats(top + 0.15, 1))


@pytest.mark.parametrize("name", BOX_FORMATS)
@settings(max_examples=40, deadline=None)
@given(st.lists(boxes(), max_size=MOST_BOXES), SIDES, SIDES)
def test_what_is_written_is_read_again(
    name: str, drawn: list[Box], width: int, height: int
) -> None:
    form = BOX_FORMATS[name]
    if max(width, height) > 5 * min(width, height):
        return  # in hundredths of the square so little is left of a side that boxes vanish
    found = form.read(written(form, drawn, (width, height)), (width, height))
    assert len(found) == len(drawn)
    unit = max(width, height) / min(width, height) / (form.whole or min(width, height))
    for box, again in zip(drawn, found, strict=True):
        assert np.allclose(box, again, atol=unit)


@pytest.mark.parametrize("name", BOX_FORMATS)
@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 99_999), min_size=4, max_size=4), max_size=20), SIDES, SIDES
)
def test_any_numbers_are_boxes_within_the_picture(
    name: str, numbers: list[list[int]], width: int, height: int
) -> None:
    found = BOX_FORMATS[name].read(str(numbers), (width, height))
    assert len(found) <= min(len(numbers), MOST_BOXES)
    for left, top, right, bottom in found:
        assert 0 <= left < right <= 1
        assert 0 <= top < bottom <= 1


@settings(deadline=None)
@given(st.text("[], 0123456789x\n", max_size=80))
def test_any_text_is_read(text: str) -> None:
    for form in BOX_FORMATS.values():
        assert len(form.read(text, (100, 50))) <= MOST_BOXES


@pytest.mark.parametrize(
    ("name", "text", "size", "box"),
    [
        ("thousandths", "[[100,200,300,400]]", (640, 480), (0.1, 0.2, 0.3, 0.4)),
        ("thousandths y first", "[[200, 100, 400, 300]]", (640, 480), (0.1, 0.2, 0.3, 0.4)),
        ("pixels", "[[64,48,320,240]]", (640, 480), (0.1, 0.1, 0.5, 0.5)),
        # A picture twice as wide as high lies between a quarter and three quarters of the square.
        ("hundredths of the padded square", "[[0,25,50,75]]", (96, 48), (0, 0, 0.5, 1)),
        ("hundredths of the padded square", "[[25,0,75,50]]", (48, 96), (0, 0, 1, 0.5)),
        ("hundredths of the padded square", "[[0,0,100,100]]", (48, 96), (0, 0, 1, 1)),
        ("hundredths of the padded square y first", "[[25,0,75,50]]", (96, 48), (0, 0, 0.5, 1)),
        ("thousandths", "[[300,400,100,200]]", (640, 480), (0.1, 0.2, 0.3, 0.4)),
        ("thousandths", 'so [{"bbox": [100, 200, 300, 400]}]', (640, 480), (0.1, 0.2, 0.3, 0.4)),
    ],
)
def test_known_boxes(name: str, text: str, size: tuple[int, int], box: Box) -> None:
    (found,) = BOX_FORMATS[name].read(text, size)
    assert np.allclose(found, box)


@pytest.mark.parametrize(
    "text", ["[]", "", "[[5,5,5,50]]", "[[5,5,50,5]]", "[[1,2,3]]", "[[1,2,3,"]
)
def test_no_boxes(text: str) -> None:
    assert BOX_FORMATS["thousandths"].read(text, (100, 100)) == ()


def test_a_box_in_the_padding_alone_is_none() -> None:
    padded = BOX_FORMATS["hundredths of the padded square"]
    (found,) = padded.read("[[0,0,100,20],[0,30,100,60]]", (96, 48))
    assert np.allclose(found, (0, 0.1, 1, 0.7))


@pytest.mark.parametrize("name", BOX_FORMATS)
def test_the_words_and_the_grammar_fit_the_format(name: str) -> None:
    form = BOX_FORMATS[name]
    first = form.words.index("top") < form.words.index("left")
    assert first == name.endswith("y first")
    assert LlamaGrammar.from_string(form.grammar, verbose=False)
