"""The lists of a ranking and places in them, in words."""

import pytest

from visret_desktop.gui.grid.list_names import by_list, list_words, ordinal, place_in_list


@pytest.mark.parametrize(
    ("rank", "words"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
        (1003, "1,003rd"),
    ],
)
def test_ordinals(rank: int, words: str) -> None:
    assert ordinal(rank) == words


def test_letters_are_sketches_and_the_rest_has_names() -> None:
    assert list_words("A") == "sketch A"
    assert list_words("text and photo") == "text and photo"
    assert by_list("instruction") == "by instruction"
    assert place_in_list("B", 2) == "2nd by sketch B"


def test_the_lists_of_a_second_encoder_say_whose_they_are() -> None:
    assert by_list("text@bioclip-2") == "by text, bioclip-2"
    assert place_in_list("A@bioclip-2", 3) == "3rd by sketch A, bioclip-2"
