"""Species in other colors, what a picture shows of them, and questions with their answers."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from bench.fieldbook.morphs import (
    held_out_colors,
    named_colors,
    own_look,
    random_morph,
)
from bench.fieldbook.truth import PARTS, Truth, render_truth
from training.photo_questions import (
    KINDS,
    NOT_SHOWN,
    PhotoQuestion,
    ask,
    regions_request,
)
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.world import COLORS, SPECIES, VIEWS


@pytest.fixture(scope="module")
def truths() -> list[Truth]:
    """What is true of 120 pictures, every other of a morph."""
    stream = Random(6)
    found = []
    for number in range(120):
        spec = random_spec(stream)
        species = spec.species
        look = random_morph(species, stream, True) if number % 2 else own_look(species)
        found.append(render_truth(spec, look, 96, (96, 72)[number % 2])[1])
    return found


def test_each_species_drawn_by_its_own_look_is_as_ever() -> None:
    for name, look in SPECIES.items():
        for view in VIEWS[look["group"]]:
            spec = Spec(name, view, 1, "reef", "dusk", 5)
            drawn, _, _ = render_truth(spec, own_look(name), 64, 48)
            assert np.array_equal(drawn, render(spec, 64, 48))


def test_a_morph_has_no_color_of_its_species_and_none_that_is_kept_for_the_other_use() -> None:
    stream = Random(2)
    for species in SPECIES:
        own = named_colors(own_look(species))
        trained, tested = (random_morph(species, stream, held_out) for held_out in (False, True))
        for part in PARTS[SPECIES[species]["group"]]:
            kept = held_out_colors(species, part)
            assert own.get(part) not in (trained[part], tested[part])
            assert trained[part] in COLORS.keys() - kept
            assert tested[part] in kept


def test_parts_are_where_another_color_changes_the_picture() -> None:
    stream = Random(9)
    for _ in range(12):
        spec = replace(random_spec(stream), light="day", weather="clear")
        names = named_colors(own_look(spec.species))
        look = own_look(spec.species) | dict(zip(names, COLORS, strict=False))
        spare = list(COLORS)[len(names) :]
        for part in PARTS[spec.group]:
            one, other = (look | {part: color} for color in spare[:2])
            pixels, truth, masks = render_truth(spec, one, 80)
            changed = np.abs(pixels.astype(int) - render(spec, 80, look=other)).max(-1) > 16
            assert (part in truth.parts) == (part in masks)
            if not truth.areas.get(part):
                assert not changed.any()
            else:
                assert changed[masks[part]].mean() > 0.95
                left, top, right, bottom = (round(80 * edge) for edge in _around(truth, part))
                changed[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = False
                assert changed.sum() < 0.1 * masks[part].sum()  # thin outlines


def _around(truth: Truth, part: str) -> tuple[float, float, float, float]:
    left, top, right, bottom = zip(*truth.parts[part], strict=True)
    return min(left), min(top), max(right), max(bottom)


def test_each_animal_has_a_box(truths: list[Truth]) -> None:
    for truth in truths:
        assert len(truth.animals) == truth.spec.count
        for left, top, right, bottom in truth.animals:
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1


def test_eggs_show_on_nests_alone(truths: list[Truth]) -> None:
    birds = [truth for truth in truths if truth.spec.group == "bird"]
    assert {truth.spec.view for truth in birds if truth.shows("eggs")} == {"nest"}
    assert all(truth.shows("eggs") is False for truth in birds if truth.spec.view != "nest")


def test_colors_are_the_truth_and_missing_ones_are_missing(truths: list[Truth]) -> None:
    for truth, question in _asked(truths, "color"):
        shown = {color for part, color in truth.colors.items() if truth.shows(part)}
        assert question.answer in shown
        assert question.regions
    for truth, question in _asked(truths, "missing color"):
        assert question.answer == NOT_SHOWN
        assert not question.regions
        names = [name for name in SPECIES if name in question.text]
        if names in ([], [truth.spec.species]):
            words = {word for part, words in _parts(truth) if truth.shows(part) for word in words}
            assert not any(f" {word}" in f" {question.text}" for word in words)


def _parts(truth: Truth) -> list[tuple[str, tuple[str, ...]]]:
    return list(PARTS[truth.spec.group].items())


def _asked(truths: list[Truth], kind: str) -> list[tuple[Truth, PhotoQuestion]]:
    stream = Random(1)
    asked = [(truth, ask(kind, truth, stream)) for truth in truths]
    return [(truth, question) for truth, question in asked if question]


def test_every_kind_is_answered_both_ways(truths: list[Truth]) -> None:
    for kind in KINDS:
        answers = {question.answer for _, question in _asked(truths, kind)}
        assert answers == {NOT_SHOWN} if kind in ("missing color", "outside") else len(answers) > 1
    assert {q.answer for _, q in _asked(truths, "yes or no")} == {"yes", "no", NOT_SHOWN}


def test_held_out_wordings_are_in_no_training(truths: list[Truth]) -> None:
    for kind in ("color", "species", "count", "place", "light", "weather", "view"):
        stream = Random(4)
        known, new = (
            {q.text for truth in truths for _ in range(40) if (q := ask(kind, truth, stream, out))}
            for out in (False, True)
        )
        assert not known & new, kind


def test_regions_are_asked_for_with_the_question() -> None:
    assert regions_request("what is this?") == "where: what is this?"
