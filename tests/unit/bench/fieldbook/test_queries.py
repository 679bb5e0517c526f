"""What people ask, what is relevant, and what no training sees."""

from itertools import pairwise
from random import Random

from bench.fieldbook.held_out import is_held_out
from bench.fieldbook.queries import (
    KINDS_OF_QUERIES,
    description,
    is_for_testing,
    keywords,
    random_query,
    unknown,
)
from training.captions import caption, prompt, subjects
from visret_desktop.fieldbook.demo import example_queries, plan_shots
from visret_desktop.fieldbook.grammar import (
    GROUPS,
    KINDS,
    DescribedPhoto,
    all_of,
    comparison,
    instruction,
    question,
    species_of,
)
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import PARTS, VIEWS
from visret_desktop.fieldbook.world import SPECIES


def test_wanted_matches_what_it_says_and_nothing_else() -> None:
    spec = Spec("moss owl", "nest", 1, "snow", "dusk", 1)
    assert DescribedPhoto("moss owl").matches(spec)
    assert DescribedPhoto("owl", "nest").matches(spec)
    assert DescribedPhoto("bird", light="dusk").matches(spec)
    assert not DescribedPhoto("frog").matches(spec)
    assert not DescribedPhoto("moss owl", "head").matches(spec)
    assert not DescribedPhoto("bird", count=2).matches(spec)
    assert not DescribedPhoto("bird", weather="rain").matches(spec)


def test_a_picture_matches_its_own_description() -> None:
    stream = Random(1)
    for _ in range(200):
        spec = random_spec(stream)
        assert all_of(spec).matches(spec)
        query = description(stream, spec=spec)
        assert query.wanted[0].matches(spec)
        assert query.rewrite == instruction(query.wanted[0])


def test_every_name_covers_species_of_one_group() -> None:
    assert len(set(subjects())) == len(SPECIES) + len(KINDS) + len(GROUPS)
    for name in subjects():
        assert len({SPECIES[species]["group"] for species in species_of(name)}) == 1


def test_no_instruction_stands_for_two_meanings() -> None:
    said: dict[str, DescribedPhoto] = {}
    for species, look in SPECIES.items():
        for view in VIEWS[look["group"]]:
            for count in (None, 2, 3):
                wanted = DescribedPhoto(species, view, count)
                assert said.setdefault(instruction(wanted), wanted) == wanted


def test_wordings() -> None:
    asked = question(Random(2), species="tarn heron", view="feet")
    assert asked.rewrite == "a close-up of the feet of a tarn heron"
    assert asked.kind == "question"
    said = instruction(DescribedPhoto("owl", "nest", 2, "snow", "dusk", "rain"))
    assert said == "two owls on a nest with eggs in the snow in the rain at dusk"
    assert instruction(DescribedPhoto("bird", light="night")) == "a bird at night"


def test_questions_ask_about_what_their_view_shows() -> None:
    stream = Random(3)
    for _ in range(300):
        query = question(stream)
        (wanted,) = query.wanted
        parts = PARTS[SPECIES[wanted.subject]["group"]][wanted.view]
        assert any(part in query.text for part in parts)
        assert wanted.subject in query.text


def test_comparisons_ask_about_two_of_a_group() -> None:
    stream = Random(3)
    for _ in range(100):
        one, other = comparison(stream).wanted
        assert one.subject != other.subject
        assert one.view == other.view
        assert SPECIES[one.subject]["group"] == SPECIES[other.subject]["group"]


def test_held_out_wordings_are_others() -> None:
    stream = Random(4)
    for kind in ("question", "comparison"):
        make = KINDS_OF_QUERIES[kind]
        known = {_shape(make(stream, False).text) for _ in range(400)}
        assert not known & {_shape(make(stream, True).text) for _ in range(100)}


def _shape(text: str) -> str:
    for name in SPECIES:
        text = text.replace(name, "*")
    for parts in PARTS.values():
        for words in parts.values():
            for word in sorted(words, key=len, reverse=True):
                text = text.replace(word, "#")
    return text


def test_unknown_things_are_left_alone() -> None:
    stream = Random(5)
    for held_out in (False, True):
        for _ in range(500):
            query = unknown(stream, held_out)
            assert query.rewrite == query.text
            assert not query.wanted
            assert not any(name in query.text for name in SPECIES)


def test_keywords_name_their_subject() -> None:
    stream = Random(6)
    for _ in range(100):
        query = keywords(stream)
        assert query.wanted[0].subject[:5] in query.text


def test_a_tenth_is_held_out_of_everything_that_is_trained() -> None:
    stream = Random(7)
    specs = [random_spec(stream) for _ in range(2_000)]
    assert 0.1 < sum(map(is_held_out, specs)) / len(specs) < 0.3
    queries = [random_query(stream) for _ in range(2_000)]
    assert 0.03 < sum(map(is_for_testing, queries)) / len(queries) < 0.3


def test_captions_seldom_name_the_view_and_prompts_mostly() -> None:
    stream = Random(8)
    spec = Spec("tarn heron", "feet", 1, "pond", "day", 3)
    captions = [caption(spec, stream) for _ in range(500)]
    naming = [c for c in captions if "feet" in c or "legs" in c]
    assert 0.2 < len(naming) / 500 < 0.42
    assert 0.65 < sum("tarn heron" in c for c in captions) / 500 < 0.95
    prompts = [prompt(spec, stream)[1].view for _ in range(500)]
    assert 0.85 < prompts.count("feet") / 500 < 0.95


def test_same_seed_same_words() -> None:
    made = [[random_query(stream).text for _ in range(50)] for stream in (Random(9), Random(9))]
    assert all(one == other for one, other in pairwise(made))


def test_examples_have_answers_in_their_library() -> None:
    for count in (20, 200):
        shots = plan_shots(count, 11)
        examples = example_queries(shots, 11)
        paths = {shot.path: shot.spec for shot in shots if not shot.is_empty_scene}
        assert {"question", "description"} <= {example["kind"] for example in examples}
        for example in examples:
            assert example["relevant"]
            assert {SPECIES[paths[path].species]["group"] for path in example["relevant"]}
