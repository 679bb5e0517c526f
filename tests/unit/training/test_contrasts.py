"""The rivals of a query: the same words, one thing exchanged."""

import json

import pytest

from training.contrasts import contrasts
from visret_desktop.paths import bundled
from visret_desktop.retrieval.content_words import Contrasts, contrasts_of

LIGHTS = (("by day", "in daylight", "day"), ("at night", "night"))
ANIMALS = (("owl", "owls"), ("snowy owl", "snowy owls"), ("duck", "ducks"))
WEATHERS = (("in fog",), ("in the rain",), ("",))
NUMBERS = (("two",), ("a",))
SETS = Contrasts((LIGHTS, ANIMALS, WEATHERS, NUMBERS))


@pytest.mark.parametrize(
    ("query", "rivals"),
    [
        ("Night", {"by day"}),
        ("a duck in daylight", {"a owl in daylight", "a snowy owl in daylight", "a duck at night"}),
        ("snowy owls", {"owl", "duck"}),  # the longest wording is what is named
        ("fog lights in fog", {"fog lights in the rain", "fog lights"}),  # whole wordings only
        ("two owls", {"a owls", "two snowy owl", "two duck"}),
        ("a daydream of knights", set()),  # articles and parts of words name nothing
        ("", set()),
    ],
)
def test_each_thing_that_is_named_is_exchanged(query: str, rivals: set[str]) -> None:
    assert set(SETS.rivals(query)) == rivals


def test_a_wording_of_two_sets_is_exchanged_in_both() -> None:
    views = Contrasts(
        ((("standing", "from the side"), ("flying",)), (("sitting", "from the side"), ("face",)))
    )
    assert set(views.rivals("owl from the side")) == {"owl flying", "owl face"}


def test_nothing_is_told_apart_without_sets() -> None:
    assert contrasts_of(()).rivals("a duck at night") == ()


def test_a_long_query_has_no_more_rivals_than_an_encoder_reads_at_once() -> None:
    many = Contrasts((tuple((f"thing{number}",) for number in range(500)),))
    assert len(many.rivals("thing7")) == 100


def test_the_starter_encoder_tells_apart_what_its_world_has() -> None:
    manifest = json.loads(bundled("starter/encoder/manifest.json").read_text("utf-8"))
    assert manifest["tells_apart"] == contrasts()
