"""The drawn library: what is true of it, and that a seed makes it."""

from collections import Counter

import pytest

from visret_desktop.evaluation.answers.book import Book
from visret_desktop.evaluation.answers.colors import right_claim
from visret_desktop.evaluation.answers.world import (
    COMPARISONS,
    QUESTIONS,
    Asker,
    draw_world,
    looks,
    specs,
)
from visret_desktop.fieldbook.morphs import held_out_colors, named_colors, own_look
from visret_desktop.fieldbook.wording import COMPARISONS_HELD_OUT, QUESTIONS_HELD_OUT
from visret_desktop.fieldbook.world import SPECIES

SEED = 7
PHOTOS = 4


@pytest.fixture(scope="module")
def world() -> Book:
    return draw_world(SEED, PHOTOS)


def test_half_of_the_species_have_colors_that_no_training_shows() -> None:
    seen = looks(SEED)
    morphs = [name for name, look in seen.items() if look != own_look(name)]
    assert len(morphs) == len(SPECIES) // 2
    for name in morphs:
        for part, color in named_colors(seen[name]).items():
            assert color in held_out_colors(name, part)
    assert looks(SEED) == seen
    assert looks(SEED + 1) != seen


def test_every_question_can_be_answered_from_few_photos(world: Book) -> None:
    assert len({one.text for one in world.questions}) == len(world.questions) > 100
    for one in (*world.questions, *world.comparisons):
        for thing in one.truth.things:
            assert 0 < len(world.showing(thing, one.part)) <= PHOTOS // 2


def test_wordings_are_kept_from_training(world: Book) -> None:
    openings = {wording.split("{")[0].capitalize() for wording in QUESTIONS_HELD_OUT}
    assert all(one.text.startswith(tuple(openings)) for one in world.questions)
    relations = {one.truth.relation: one.text for one in world.comparisons}
    assert relations["difference"].startswith(COMPARISONS_HELD_OUT[0].split("{")[0].capitalize())


def test_comparisons_have_one_answer_and_half_of_those_asked_are_the_same(world: Book) -> None:
    counts = Counter(one.truth.relation for one in world.comparisons)
    assert set(counts) == {"difference", "lighter", "same"}
    claims = Counter(
        right_claim(one.truth) for one in world.comparisons if one.truth.relation == "same"
    )
    assert claims[True] == claims[False] > 0
    for one in world.comparisons:
        if one.truth.relation == "lighter":
            assert right_claim(one.truth) in one.truth.things


def test_a_seed_makes_the_same_scenes_and_questions(world: Book) -> None:
    assert specs(SEED, PHOTOS) == specs(SEED, PHOTOS)
    again = Asker(looks(SEED), world.photos, SEED)
    assert again.questions(QUESTIONS) == world.questions
    assert again.comparisons(COMPARISONS) == world.comparisons
