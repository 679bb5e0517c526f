"""Bands relative to the library under the same query, and to the sketches."""

import numpy as np
import pytest

from visret_desktop.retrieval.cutoff import CLOSENESS, HEIGHT, Scale, answers, bands, closeness


@pytest.mark.parametrize("scale", [HEIGHT, CLOSENESS])
def test_limits_belong_to_the_better_band(scale: Scale) -> None:
    values = (scale.confident, scale.confident - 1e-6, scale.maybe, scale.maybe - 1e-6, -9.0)
    assert bands(values, scale) == ["confident", "maybe", "maybe", "weak", "weak"]
    assert bands([], scale) == []


def test_one_hit_is_enough_for_an_answer() -> None:
    scale = Scale(confident=3.0, maybe=1.0, answered=2.0)
    assert answers([0.0, 2.0], scale)
    assert not answers([1.9, 1.0], scale)
    assert not answers([], scale)


def test_a_photo_like_the_best_sketch_is_as_close_as_it_looks_like_them() -> None:
    words = np.array([3.0, 3.0, 1.0])
    pictures = np.array([[4.0, 0.0, 4.0], [2.0, 0.0, 2.0]])
    like, words_only, pictures_only = closeness(words, pictures, 3.0)
    assert words_only == 0.0
    assert like > words_only > pictures_only


def test_better_sketches_ask_for_more() -> None:
    words, pictures = np.array([3.0]), np.array([[2.0]])
    assert closeness(words, pictures, 3.5) < closeness(words, pictures, 2.0)


def test_sketches_that_do_not_show_what_is_asked_are_no_measure() -> None:
    words, pictures = np.array([2.0]), np.array([[2.0]])
    (value,) = closeness(words, pictures, -0.3)
    assert value < CLOSENESS.maybe
