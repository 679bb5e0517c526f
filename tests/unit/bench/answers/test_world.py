"""The drawn library: what is true of it, and that a seed makes it. Nothing is drawn here."""

from collections import Counter

from bench.answers.book import DrawnPhoto
from bench.answers.colors import right_claim
from bench.answers.world import (
    COMPARISONS,
    QUESTIONS,
    Asker,
    looks,
    specs,
)
from bench.fieldbook.morphs import held_out_colors, named_colors, own_look
from visret_desktop.fieldbook.wording import COMPARISONS_HELD_OUT, QUESTIONS_HELD_OUT
from visret_desktop.fieldbook.world import SPECIES

SEED = 7
# Of each species two photos, of which one shows all parts.
PHOTOS = {
    name: {
        file: DrawnPhoto(dict.fromkeys(named_colors(own_look(name)), is_shown), {})
        for file, is_shown in (("0.jpg", True), ("1.jpg", False))
    }
    for name in SPECIES
}


def asker(seed: int = SEED) -> Asker:
    return Asker(looks(seed), PHOTOS, seed)


def test_half_of_the_species_have_colors_that_no_training_shows() -> None:
    seen = looks(SEED)
    morphs = [name for name, look in seen.items() if look != own_look(name)]
    assert len(morphs) == len(SPECIES) // 2
    for name in morphs:
        for part, color in named_colors(seen[name]).items():
            assert color in held_out_colors(name, part)
    assert looks(SEED) == seen
    assert looks(SEED + 1) != seen


def test_what_most_photos_show_is_not_asked() -> None:
    first, *_ = SPECIES
    shown = {
        file: DrawnPhoto(dict.fromkeys(photo.shows, True), {})
        for file, photo in PHOTOS[first].items()
    }
    found = Asker(looks(SEED), PHOTOS | {first: shown}, SEED)
    asked = {one.truth.things for one in found.questions(QUESTIONS)}
    assert {name for things in asked for name in things} == {*SPECIES} - {first}
    assert all(first not in one.truth.things for one in found.comparisons(COMPARISONS))


def test_wordings_are_kept_from_training() -> None:
    openings = tuple(wording.split("{")[0].capitalize() for wording in QUESTIONS_HELD_OUT)
    questions = asker().questions(QUESTIONS)
    assert len({one.text for one in questions}) == len(questions) == QUESTIONS
    assert all(one.text.startswith(openings) for one in questions)
    relations = {one.truth.relation: one.text for one in asker().comparisons(COMPARISONS)}
    assert relations["difference"].startswith(COMPARISONS_HELD_OUT[0].split("{")[0].capitalize())


def test_comparisons_are_of_three_kinds_and_half_of_those_asked_are_the_same() -> None:
    for seed in (2026, 5):
        found = asker(seed).comparisons(COMPARISONS)
        counts = Counter(one.truth.relation for one in found)
        assert len({one.text for one in found}) == len(found) == COMPARISONS
        assert counts == {"difference": 50, "lighter": 50, "same": 50}
        same = (right_claim(one.truth) for one in found if one.truth.relation == "same")
        assert Counter(same) == {True: 25, False: 25}


def test_comparisons_have_one_answer_and_name_their_things_in_order() -> None:
    for one in asker().comparisons(COMPARISONS):
        assert one.truth.relation != "lighter" or right_claim(one.truth) in one.truth.things
        places = [one.text.casefold().find(thing) for thing in one.truth.things]
        assert -1 < places[0] < places[1]


def test_a_seed_makes_the_same_scenes_and_questions() -> None:
    assert specs(SEED, 4) == specs(SEED, 4)
    assert asker().questions(QUESTIONS) == asker().questions(QUESTIONS)
    assert asker().comparisons(COMPARISONS) == asker().comparisons(COMPARISONS)
