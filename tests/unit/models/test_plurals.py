"""Nouns that stand for several things are the same words as those for one."""

import pytest

from visret_desktop.models.answering.plurals import singular


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("toes", "toe"),
        ("potatoes", "potato"),
        ("buses", "bus"),
        ("houses", "house"),
        ("walruses", "walrus"),
        ("movies", "movie"),
        ("berries", "berry"),
        ("pies", "pie"),
        ("knives", "knife"),
        ("shelves", "shelf"),
        ("gloves", "glove"),
        ("boxes", "box"),
        ("axes", "axe"),
        ("churches", "church"),
        ("mustaches", "mustache"),
        ("glasses", "glass"),
        ("horses", "horse"),
        ("lenses", "lens"),
        ("geese", "goose"),
        ("men", "man"),
        ("women", "woman"),
        ("firemen", "fireman"),
        ("grandchildren", "grandchild"),
        ("herons", "heron"),
        ("keys", "key"),
    ],
)
def test_the_singular_of_a_noun(several: str, one: str) -> None:
    assert singular(several) == one
    assert singular(one) == one


@pytest.mark.parametrize(
    "word", ["", "s", "is", "grass", "cactus", "iris", "omen", "fish", "türen"]
)
def test_what_is_no_plural_stays(word: str) -> None:
    assert singular(word) == word
