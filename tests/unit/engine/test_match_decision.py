"""Bands and "nothing matches", by the starter models on a small library that was drawn for it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication

from tests.unit.engine.conftest import Desk
from tests.unit.models.parrot import parrot_pack
from visret_desktop.engine.caches.reference_phrases import PhraseVectors, ordinary_phrases
from visret_desktop.engine.messages import (
    ONLY_ENGLISH,
    Hit,
    Notice,
    QueryTerm,
    Ranked,
    Search,
    SketchReady,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.engine.search.match_decision import HitScorer, may_deny
from visret_desktop.engine.search.query_vectors import QueryVectors
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import UsageError
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import random_spec
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.library.catalog.catalog_text import put_inscription
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.models.drawing.compiled_visualizer import place
from visret_desktop.ocr_lines import InscribedLine
from visret_desktop.packs.manifest import SOFT_TOKENS, Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

HERON = "tarn heron"
OTHERS = [name for name in SPECIES if name != HERON]
FEW = (0, 1, 50, 51, 52)
ANSWERS = ("confident", "maybe")


@pytest.fixture(scope="module")
def desk(
    tmp_path_factory: pytest.TempPathFactory,
    compiled: Path,
    starter_pack: Callable[[Role], Pack],
    qapp: QApplication,
) -> Iterator[Desk]:
    """A library of 97 pictures, 24 of them of herons, every other in snow; a few in a folder."""
    root, stream = tmp_path_factory.mktemp("verdicts"), Random("verdicts")
    for number in range(96):
        spec, kind = random_spec(stream, stream.choice(OTHERS)), "other"
        if number < 24:
            kind = "white" if number % 2 else "green"  # no name that a query has words of
            habitat = "snow" if number % 2 else "meadow"
            spec = replace(random_spec(stream, HERON, "standing"), habitat=habitat, light="day")
        folder = root / "photos" / ("few" if number in FEW else "many")
        folder.mkdir(parents=True, exist_ok=True)
        Image.fromarray(render(spec, 64)).save(folder / f"{kind}-{number:02}.png")
    with Image.open(next((root / "photos").rglob("*-60.png"))) as picture:
        picture.save(root / "photos" / "many" / "copy.png", compress_level=1)
        picture.save(root / "pasted.jpg", quality=90)
    with _indexed(root, compiled, starter_pack) as made:
        yield made


@pytest.fixture(scope="module")
def marsh(
    tmp_path_factory: pytest.TempPathFactory,
    compiled: Path,
    starter_pack: Callable[[Role], Pack],
    qapp: QApplication,
) -> Iterator[Desk]:
    """A library with a folder "Heron marsh" of 8 herons and 8 butterflies by day, and 40 others."""
    root, stream = tmp_path_factory.mktemp("marsh"), Random("marsh")
    for number in range(56):
        kind = "other" if number >= 16 else "butterfly" if number % 2 else HERON
        species = [name for name in SPECIES if name.endswith(kind)] or OTHERS
        spec = replace(random_spec(stream, stream.choice(species)), light="day")
        folder = root / "photos" / ("many" if kind == "other" else "Heron marsh")
        folder.mkdir(parents=True, exist_ok=True)
        name = {HERON: "bird", "butterfly": "insect"}.get(kind, kind)
        Image.fromarray(render(spec, 64)).save(folder / f"{name}-{number:02}.png")
    with _indexed(root, compiled, starter_pack) as made:
        yield made


@contextmanager
def _indexed(root: Path, compiled: Path, starter_pack: Callable[[Role], Pack]) -> Iterator[Desk]:
    paths = Paths(root / "data", root / "cache", root / "config")
    pack = starter_pack(Role.ENCODER)
    paths.compiled.mkdir(parents=True)
    for name in (f"{pack.name}-{pack.digest}", place(starter_pack(Role.VISUALIZER), paths).name):
        (paths.compiled / name).symlink_to(compiled / name)
    with Library.open(paths, Settings()) as library:
        made = Desk(library)
        made.index(root / "photos")
        yield made


def by_words(*terms: str, **fields: object) -> Search:
    """Ask for words, and for what begins with a minus not."""
    asked = tuple(QueryTerm(t.lstrip("-"), weight=-1.0 if t[0] == "-" else 1.0) for t in terms)
    return replace(Search(1, asked), **fields)  # type: ignore[arg-type]


def found(ranked: Ranked) -> tuple[Hit, ...]:
    assert ranked.is_settled
    assert [hit.band in ANSWERS for hit in ranked.hits] == sorted(
        (hit.band in ANSWERS for hit in ranked.hits), reverse=True
    )
    assert ranked.found == sum(hit.band in ANSWERS for hit in ranked.hits)
    return ranked.hits[: ranked.found]


def kinds(hits: tuple[Hit, ...]) -> list[str]:
    return [hit.name.split("-")[0] for hit in hits]


# ---- words --------------------------------------------------------------------------------------


def test_words_find_what_fits_them_better_than_any_ordinary_phrase(desk: Desk) -> None:
    hits = found(desk.search(by_words(HERON)))
    assert len(hits) >= 22  # of 24
    assert kinds(hits).count("other") <= 2


def test_sketches_hide_nothing_that_words_find(desk: Desk) -> None:
    for text in (HERON, "heron", "moss owl"):
        by_text = {hit.photo_id for hit in found(desk.search(by_words(text)))}
        with_sketches = desk.search(by_words(text, strategy="hybrid", m=2))
        assert by_text <= {hit.photo_id for hit in found(with_sketches)}


def test_a_minus_takes_away_what_it_names_and_nothing_else(desk: Desk) -> None:
    hits = found(desk.search(by_words(HERON, "-snow")))
    assert len(hits) >= 5
    assert set(kinds(hits)) == {"green"}


def test_a_photo_that_shows_what_is_not_wanted_is_not_named(desk: Desk) -> None:
    plain, without = (desk.search(by_words("white", *more)) for more in ((), ("-snow",)))
    assert set(kinds(tuple(hit for hit in plain.hits if hit.named))) == {"white"}
    assert not any(hit.named for hit in without.hits)


def test_weights_of_one_thing_change_nothing(desk: Desk) -> None:
    plain, heavy = (
        desk.search(Search(1, (QueryTerm(HERON, weight=weight),))) for weight in (1.0, 7.0)
    )
    assert [hit.band for hit in plain.hits] == [hit.band for hit in heavy.hits]


def test_of_another_world_words_alone_say_nothing(desk: Desk) -> None:
    for text in ("a submarine", "my brother with a saxophone", "zufilo"):
        ranked = desk.search(by_words(text))
        assert (ranked.is_settled, ranked.found, ranked.nothing_matches) == (True, -1, False)
        assert {hit.band for hit in ranked.hits} == {""}
        assert not ranked.answered


def test_what_the_encoder_tells_apart_by_name_words_alone_know_to_be_absent(desk: Desk) -> None:
    for text in ("nest with eggs", "at night", "in the dunes"):  # all stand by day, elsewhere
        ranked = desk.search(by_words(f"{HERON} {text}"))
        assert (ranked.found, ranked.nothing_matches) == (0, True), text
    assert not desk.search(by_words(HERON)).nothing_matches


def test_what_lacks_one_of_the_things_that_are_named_is_below_the_line(desk: Desk) -> None:
    for text, kind in ((f"{HERON} in the snow", "white"), (f"{HERON} in a meadow", "green")):
        hits = found(desk.search(by_words(text)))
        assert len(hits) >= 10, text  # of 12
        assert set(kinds(hits)) == {kind}, text


def test_what_fits_the_translation_of_a_query_is_an_answer(desk: Desk) -> None:
    assert desk.search(by_words("Reiher im Sumpf", strategy="rephrase")).found == -1
    parrot_pack(desk.library.paths.packs / "parrot", f"a {HERON} standing in the snow")
    with closing(Library(desk.library.paths, Settings(rewriter="parrot"))) as library:
        ranked = Desk(library).search(by_words("Reiher im Sumpf", strategy="rephrase"))
    assert "translation" in ranked.lists
    hits = found(ranked)
    # Of words that it does not know, the encoder makes a few hits of its own.
    assert kinds(hits).count("white") > max(3, len(hits) / 2)


def test_to_models_that_read_english_another_language_gets_no_verdict(desk: Desk) -> None:
    events = list(desk.ask(by_words("ein Reiher auf einem Stein im Regen", strategy="hybrid", m=1)))
    (notice,) = [one for one in events if isinstance(one, Notice)]
    assert (notice.code, "read English" in notice.sentence) == (ONLY_ENGLISH, True)
    assert not any(isinstance(one, SketchReady) for one in events), "nobody knows what it would be"
    last = [one for one in events if isinstance(one, Ranked)][-1]
    assert (last.is_settled, last.found, last.nothing_matches) == (True, -1, False)
    plain = desk.ask(by_words("a heron on a stone in the rain"))
    assert not any(isinstance(one, Notice) for one in plain)


def test_a_name_of_another_language_is_drawn(desk: Desk) -> None:
    events = list(desk.ask(by_words("a heron in Las Vegas", strategy="hybrid", m=1)))
    assert any(isinstance(one, SketchReady) for one in events)
    events = list(desk.ask(by_words("Las Vegas", strategy="hybrid", m=1)))
    assert any(isinstance(one, SketchReady) for one in events)


def test_an_instruction_that_the_visualizer_does_not_read_is_not_drawn(desk: Desk) -> None:
    own = ("ein Reiher auf einem Stein im Regen",)
    events = list(desk.ask(by_words("a heron", strategy="hybrid", m=1, instructions=own)))
    (notice,) = [one for one in events if isinstance(one, Notice)]
    assert "No sketch is drawn" in notice.sentence
    assert own[0] in notice.sentence
    assert not any(isinstance(one, SketchReady) for one in events)


def test_with_sketches_it_is_said_that_nothing_matches_and_only_at_last(desk: Desk) -> None:
    request = by_words("my brother with a saxophone", strategy="hybrid", m=2)
    *before, last = [event for event in desk.ask(request) if isinstance(event, Ranked)]
    assert (last.is_settled, last.found, last.nothing_matches) == (True, 0, True)
    assert len(before) >= 2
    for ranked in before:
        assert (ranked.is_settled, ranked.found, ranked.nothing_matches) == (False, -1, False)
        assert {hit.band for hit in ranked.hits} == {""}


def test_with_sketches_what_looks_like_them_is_found(desk: Desk) -> None:
    text = f"a {HERON} standing in the snow during the day"
    hits = found(desk.search(by_words(text, strategy="hybrid", m=2)))
    assert hits
    assert set(kinds(hits)) == {"white"}


def test_a_folder_of_few_is_judged_by_the_whole_library(desk: Desk) -> None:
    (folder,) = desk.library.reader.folders()
    few = Filter.of(below=[str(Path(folder.path) / "few")])
    ranked = desk.search(by_words(HERON, filter=few))
    assert len(ranked.hits) == len(FEW)
    assert set(kinds(found(ranked))) <= {"green", "white"}
    assert found(ranked)


# ---- pictures -----------------------------------------------------------------------------------


def test_a_pasted_copy_is_confident_though_copies_stand_beside_it(desk: Desk) -> None:
    (folder,) = desk.library.reader.folders()
    pasted = Path(folder.path).parent / "pasted.jpg"
    ranked = desk.search(Search(1, (QueryTerm(image=str(pasted)),)))
    assert {hit.name for hit in ranked.hits[:2]} == {"other-60.png", "copy.png"}
    assert [hit.band for hit in ranked.hits[:2]] == ["confident", "confident"]
    assert found(ranked)


def test_an_example_away_from_snow_is_judged_by_the_example(desk: Desk) -> None:
    (first,) = [hit for hit in desk.search(by_words(HERON)).hits if hit.name == "green-00.png"]
    example = QueryTerm(image=first.path)
    ranked = desk.search(Search(1, (example, QueryTerm("snow", weight=-0.5))))
    assert "green-00.png" in [hit.name for hit in found(ranked)]
    assert "white" not in kinds(found(ranked))


def test_words_and_a_picture_together_have_no_verdict(desk: Desk) -> None:
    example = QueryTerm(image=desk.search(by_words(HERON)).hits[0].path)
    ranked = desk.search(Search(1, (QueryTerm(HERON), example)))
    assert (ranked.found, ranked.nothing_matches) == (-1, False)


# ---- where nothing can be said ------------------------------------------------------------------


@pytest.mark.usefixtures("indexed_photos")
def test_a_library_of_few_photos_shows_nothing_of_what_is_usual(
    desk: Desk, open_desk: Callable[..., Desk], photos: Path
) -> None:
    small = open_desk()
    for strategy in ("original", "rephrase"):
        ranked = small.search(by_words("a bird", strategy=strategy))
        assert (ranked.is_settled, ranked.found, ranked.nothing_matches) == (True, -1, False)
        assert {hit.band for hit in ranked.hits} == {""}


def test_until_the_phrases_are_embedded_there_is_no_verdict(desk: Desk) -> None:
    library = desk.library
    kept, library.phrases = library.phrases, PhraseVectors(library.paths.cache / "elsewhere")
    try:
        first, second = (e for e in desk.ask(by_words(HERON)) if isinstance(e, Ranked))
        assert (first.is_settled, first.found) == (False, -1)
        assert second.is_settled
        assert len(found(second)) >= 12
        assert [hit.path for hit in first.hits] == [hit.path for hit in second.hits]
        assert len([e for e in desk.ask(by_words(HERON)) if isinstance(e, Ranked)]) == 1
    finally:
        library.phrases = kept


def test_no_verdict_on_words_with_a_focus_and_none_is_prepared(desk: Desk) -> None:
    library, clock = desk.library, StageClock()
    pack, request = library.pack(Role.ENCODER), by_words("weather: fog")
    focused = replace(pack, settings={**pack.settings, SOFT_TOKENS: 70})
    search = EncoderSearch(
        STRATEGIES["original"],
        library.settings,
        Ranker(library, request, clock),
        QueryVectors(library, clock, library.encoder),
    )
    search.ask(request.terms, request.terms)
    elsewhere = PhraseVectors(library.paths.cache / "nowhere")  # no phrase is embedded there
    assert HitScorer(search, elsewhere, pack).lacks_phrases()
    assert not HitScorer(search, elsewhere, focused).lacks_phrases()
    library.phrases.make(library.encoder, 60.0, lambda: False)
    assert HitScorer(search, library.phrases, pack).opinion(0, search.text.labels[:9])
    assert HitScorer(search, library.phrases, focused).opinion(0, search.text.labels[:9]) is None


def test_phrases_are_made_in_portions_and_kept(desk: Desk) -> None:
    encoder, places = desk.library.encoder, desk.library.paths.cache / "portions"
    made = PhraseVectors(places)
    assert made.make(encoder, 0.0, lambda: False) is None
    assert made.make(encoder, 60.0, lambda: True) is None
    stops = iter([False, True])
    assert made.make(encoder, 60.0, lambda: next(stops)) is None
    assert made.get(encoder.name, encoder.dimension) is None
    (file,) = places.iterdir()
    begun = file.stat().st_size
    vectors = PhraseVectors(places).make(encoder, 60.0, lambda: False)
    assert vectors is not None
    assert vectors.shape == (len(ordinary_phrases()), encoder.dimension)
    assert file.stat().st_size > begun
    again = PhraseVectors(places).get(encoder.name, encoder.dimension)
    assert again is not None
    assert (again == vectors).all()
    file.write_bytes(file.read_bytes()[:200])
    assert PhraseVectors(places).get(encoder.name, encoder.dimension) is None


# ---- formulas ------------------------------------------------------------------------------------


def by_formula(text: str, **fields: object) -> Search:
    return replace(Search(1, (QueryTerm(text),), formula=text), **fields)  # type: ignore[arg-type]


def test_a_formula_tells_what_is_wanted_from_what_is_not(desk: Desk) -> None:
    for text, kind in (("heron AND snow", "white"), ("heron AND NOT snow", "green")):
        hits = found(desk.search(by_formula(text)))
        assert len(hits) >= 5
        assert set(kinds(hits)) == {kind}, text


def test_a_formula_finds_what_its_words_find_only_together(desk: Desk) -> None:
    for text, kind in (("heron AND meadow", "green"), ("heron AND snow AND day", "white")):
        hits = found(desk.search(by_formula(text)))
        assert len(hits) >= 10, text  # of 12
        assert set(kinds(hits)) == {kind}, text
    assert len(found(desk.search(by_formula("heron AND by day")))) >= 20  # of 24
    for text in ("heron AND night", "heron AND dunes"):  # no heron is there
        assert desk.search(by_formula(text)).found == 0, text


def test_a_formula_draws_the_line_that_a_search_by_its_word_draws(desk: Desk) -> None:
    by_word = {hit.name for hit in found(desk.search(by_words("heron")))}
    by_formula_of_it = found(desk.search(by_formula("heron AND NOT submarine")))
    assert {hit.name for hit in by_formula_of_it} == by_word


def test_the_name_of_a_folder_says_nothing_of_what_each_photo_in_it_shows(marsh: Desk) -> None:
    ranked = marsh.search(by_formula("heron AND by day"))
    found_kinds = kinds(found(ranked))
    assert found_kinds.count("bird") >= 5  # of 8
    assert "insect" not in found_kinds
    insects = [hit for hit in ranked.hits if hit.name.startswith("insect")]
    assert len(insects) == 8
    assert "yes" not in {hit.says["heron"] for hit in insects}
    assert "insect" in kinds(found(marsh.search(by_formula("butterfly AND NOT heron"))))


def test_the_name_of_a_folder_ranks_what_is_doubtful(marsh: Desk) -> None:
    ranked = marsh.search(by_formula("heron AND NOT submarine"))
    doubtful = kinds(ranked.hits[ranked.found :])
    assert doubtful[:6] == ["insect"] * 6  # of 8; the others may show a submarine


def test_each_photo_says_something_of_each_part(desk: Desk) -> None:
    ranked = desk.search(by_formula('heron AND NOT snow AND folder:"few"'))
    assert {hit.name for hit in ranked.hits} == {f"{k}-{n:02}.png" for k, n in FEW_PHOTOS}
    for hit in ranked.hits:
        assert list(hit.says) == ["heron", "snow", 'folder:"few"']
        assert hit.says['folder:"few"'] == "yes"
        assert set(hit.says.values()) <= {"yes", "no", "unknown"}
        assert set(hit.ranks) <= {"heron", "snow"}
    assert ranked.lists == ("heron", "snow")


FEW_PHOTOS = (("green", 0), ("white", 1), ("other", 50), ("other", 51), ("other", 52))


def test_what_a_fact_speaks_against_is_left_out(desk: Desk) -> None:
    hits = desk.search(by_formula('(heron OR owl) AND NOT folder:"few"')).hits
    assert len(hits) == len(desk.search(by_words("heron")).hits) - len(FEW)
    assert not desk.search(by_formula("heron AND before:2000")).hits  # none says when


def test_what_photos_do_not_say_is_unknown(desk: Desk) -> None:
    hits = desk.search(by_formula("heron AND (snow OR before:2000)")).hits
    assert {hit.says["before:2000"] for hit in hits} == {"unknown"}


def test_alternatives_are_each_found(desk: Desk) -> None:
    hits = found(desk.search(by_formula("(heron AND meadow) OR (heron AND snow)")))
    assert {"green", "white"} >= set(kinds(hits))
    assert "white" in kinds(hits)


@pytest.mark.parametrize(
    ("formula", "sentence"),
    [
        ("heron AND (", "formula|parenthes"),
        ("NOT snow AND NOT heron", "nearly the whole library"),
        ("heron AND NOT heron", "wanted and excluded"),
        ("before:2000 AND rating:5", "says nothing of what the photos show"),
        ("heron AND camera:nothing", "camera"),
    ],
)
def test_what_is_no_formula_is_refused(desk: Desk, formula: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        desk.search(by_formula(formula))


# ---- words in pictures ---------------------------------------------------------------------------


def test_a_picture_with_the_words_of_a_query_in_it_may_be_meant(desk: Desk) -> None:
    query = by_words(HERON)
    before = desk.search(query)
    sign = next(hit for hit in reversed(before.hits) if hit.band == "weak")
    line = InscribedLine("TARN HERON RESERVE · Entrance", (0, 0, 1, 0, 1, 0.1, 0, 0.1))
    with desk.library.writing() as catalog, catalog.batch():
        put_inscription(catalog._db, "1", sign.content_hash, [line])
    ranked = desk.search(query)
    others = desk.search(by_words("tarn heron gate")).hits
    with desk.library.writing() as catalog, catalog.batch():
        put_inscription(catalog._db, "1", sign.content_hash, [])
    (found,) = [hit for hit in ranked.hits if "inscription" in hit.ranks]
    assert found.name == sign.name
    assert (found.band, found.ranks["inscription"]) == ("maybe", 1)
    assert "inscription" in ranked.lists
    assert ranked.found == before.found + 1
    assert not any("inscription" in hit.ranks for hit in others)


def test_that_nothing_matches_several_things_is_only_said_where_no_photo_is_near() -> None:
    assert may_deny(["dog"], 0.49)
    assert not may_deny(["dog in snow"], 0.49), "a photo of both is near to neither"
    assert may_deny(["dog in snow"], 0.3)
