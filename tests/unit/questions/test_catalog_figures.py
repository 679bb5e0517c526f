"""Figures are those of a count photo by photo, and say by what they were counted."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import cast

import pytest

from bench.questions import (
    LANGUAGES,
    DrawnPhoto,
    drawn_catalog,
    drawn_photos,
    said_figures,
    true_figures,
)
from visret_desktop.engine.answers.catalog_answer import answer_from_catalog, ask_catalog
from visret_desktop.engine.control import Control
from visret_desktop.engine.messages import Answered, AskCatalog
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.operators import condition_text
from visret_desktop.facts.query import read_query
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.questions.catalog_figures import Looks, figures_of
from visret_desktop.questions.question_reader import read_question

TODAY = date(2024, 6, 15)
PHOTOS = drawn_photos(7)


@pytest.fixture(scope="module")
def catalog() -> Iterator[Catalog]:
    with drawn_catalog(PHOTOS, "en") as made:
        yield made


def answer(
    catalog: Catalog,
    text: str,
    looks: dict[str, list[str]] | None = None,
    unsure: tuple[str, ...] = (),
) -> Answered:
    question = read_question(text, catalog.facts, Gazetteer.open(), TODAY).question
    assert question is not None, text
    looked = None if looks is None else Looks(looks, unsure)
    return answer_from_catalog(catalog, text, question, looked)


KINDS = {
    "count": "how many photos of {thing}",
    "often": "how often did I photograph {thing}",
    "first": "when did I first photograph {thing}",
    "last": "when did I last photograph {thing}",
    "pause": "longest pause between {thing}",
    "year": "photos of {thing} per year",
    "month": "photos of {thing} per month",
    "place": "where did I photograph {thing}",
    "country": "photos of {thing} per country",
    "camera": "photos of {thing} per camera",
    "lens": "photos of {thing} per lens",
}
WHERE = {"": "", " in 2022": "taken:2022", " in Norway": "in:Norway"}


@pytest.mark.parametrize("kind", KINDS)
def test_figures_are_those_of_a_count_over_what_was_drawn(catalog: Catalog, kind: str) -> None:
    gazetteer = Gazetteer.open()
    for thing in ("heron", "otter", "fox", "swan"):
        for words, where in WHERE.items():
            text = KINDS[kind].format(thing=thing) + words
            question = read_question(text, catalog.facts, gazetteer, TODAY).question
            assert question is not None, text
            line = {
                "kind": kind if kind in ("count", "often", "first", "last", "pause") else "table",
                "by": kind,
                "things": [thing],
                "where": where,
            }
            figures = figures_of(catalog, gazetteer, question, Looks())
            assert said_figures(line, question, figures) == true_figures(line, PHOTOS), text
            assert figures.basis == "names"


def test_the_photos_of_a_row_are_those_that_its_query_finds(catalog: Catalog) -> None:
    gazetteer = Gazetteer.open()
    for text in ("photos of otters per month", "where did I photograph herons?", "photos per lens"):
        for row in answer(catalog, text).rows:
            assert len(row.ids) == row.photos
            if row.name:
                line = read_query(row.query, catalog.facts, gazetteer, TODAY).line
                assert not line.rest
                only = Filter(tuple(fact.condition for fact in line.facts))
                assert set(row.ids) == {int(one) for one in catalog.photo_ids(only=only)}, row


def test_copies_and_photos_without_a_date_are_told(catalog: Catalog) -> None:
    herons = [one for one in PHOTOS if "heron" in one.things]
    copies = len(herons) - len({one.content for one in herons})
    undated = sum(one.day is None for one in herons)
    assert copies > 1
    assert undated > 1
    assert (
        f"{copies} of them are further files"
        in answer(catalog, "how many photos of herons?").sentence
    )
    said = answer(catalog, "how often did I photograph herons?").sentence
    assert f"{undated} of them do not say when" in said


def test_what_no_name_says_is_counted_by_looks_or_not_at_all(catalog: Catalog) -> None:
    text = "how many photos of red boats in 2022?"
    waiting = answer(catalog, text)
    assert waiting.unknown == ("red boats",)
    assert not waiting.sentence
    of_year = [one for one in PHOTOS if one.day and one.day.year == 2022]
    others = [one for one in PHOTOS if one.day and one.day.year != 2022]
    looks = [f"{one.content:032x}" for one in (of_year[0], of_year[1], others[0])]
    counted = answer(catalog, text, {"red boats": looks})
    assert counted.counted_by == "looks"
    assert not counted.is_sure
    copies = {one.content for one in of_year[:2]}
    assert counted.rows[0].photos == sum(one.content in copies for one in of_year)
    assert "surely look like it" in counted.sentence
    none = answer(catalog, text, {"red boats": []})
    assert (none.verdict, none.answer, none.rows) == ("unknown", "", ())
    assert "cannot be counted" in none.sentence


def test_photos_that_a_search_is_not_sure_of_are_shown_and_not_counted(catalog: Catalog) -> None:
    """A library of dogs, none of which the search is sure of, has not only the one named so."""
    dated = [one for one in PHOTOS if one.day]
    looks = {"red boats": [f"{one.content:032x}" for one in dated[:3]]}
    copies = {one.content for one in dated[:3]}
    days = [one.day for one in dated if one.content in copies]
    last = answer(
        catalog,
        "when did I last photograph a red boat?",
        {"red boat": looks["red boats"]},
        ("red boat",),
    )
    assert last.sentence.startswith(f"{max(days)}")
    assert f"the last of {len(days)} photos that may show “red boat”." in last.sentence
    assert "the search is sure of no photo" in last.sentence
    assert "found or that have the words in their names, titles or descriptions" in last.sentence
    assert (last.verdict, last.answer, last.counted_by) == ("unknown", "", "maybe")
    assert last.evidence
    many = answer(catalog, "how many photos of red boats?", looks, ("red boats",))
    assert many.sentence.startswith(f"{len(days)} photos that may show “red boats”. No name says")
    both = answer(catalog, "did I photograph more herons or more red boats?", looks, ("red boats",))
    assert "More" not in both.sentence
    assert (both.verdict, both.counted_by) == ("unknown", "maybe")


def test_no_photo_of_that_name_is_not_said_to_be_no_photo(catalog: Catalog) -> None:
    none = answer(catalog, "how many photos of herons in 1999?")
    assert none.sentence.startswith("There is no photo named “herons” (in 1999).")
    assert none.sentence.endswith("counted (heron); others may show it.")


def test_each_compared_thing_says_by_what_it_was_counted(catalog: Catalog) -> None:
    text = "did I photograph more herons or more red boats?"
    looks = {"red boats": [f"{PHOTOS[0].content:032x}"]}
    both = answer(catalog, text, looks).sentence
    assert "Only photos named so are counted (heron)" in both
    assert "No name says “red boats”" in both
    none = answer(catalog, text, {"red boats": []})
    assert (none.verdict, none.answer, none.rows) == ("unknown", "", ())
    assert none.sentence.startswith("No name or word says “red boats”")


def test_who_named_photos_named_only_those(catalog: Catalog) -> None:
    """Of photos by several people each has named some, and some say nobody."""
    named = Counter(one.person for one in PHOTOS if "otter" in one.named)
    first, second = named.most_common()
    assert first[1] > second[1] > 0
    said = answer(catalog, "who named the otter?").sentence
    assert f" named by {first[0]} ({first[1]}), {second[0]} ({second[1]})." in said


def test_a_formula_of_the_window_is_told_and_in_the_query(catalog: Catalog) -> None:
    gazetteer = Gazetteer.open()
    formula = "in:Norway AND taken:2022 OR in:Rome"
    (typed,) = read_query(formula, catalog.facts, gazetteer, TODAY).line.facts
    fact = Fact(condition_text(typed.condition, gazetteer), typed.condition)
    text = "how many photos of herons?"
    question = read_question(text, catalog.facts, gazetteer, TODAY, [fact]).question
    assert question is not None
    counted = answer_from_catalog(catalog, text, question)
    assert '(in:"Norway" AND taken:2022 OR in:"Rome' in counted.sentence
    (row,) = counted.rows
    line = read_query(row.query, catalog.facts, gazetteer, TODAY).line
    only = Filter(tuple(one.condition for one in line.facts))
    assert set(row.ids) == {int(one) for one in catalog.photo_ids(only=only)}
    assert 0 < row.photos < len([one for one in PHOTOS if "heron" in one.things])


def test_words_in_names_and_titles_count_where_no_name_does() -> None:
    with drawn_catalog([], "en") as catalog:
        (folder,) = catalog.folders()
        for number, (name, title, keyword) in enumerate(
            [
                ("badger_01.jpg", None, "dusk"),
                ("IMG_2.jpg", "A badger at dusk", "dusk"),
                ("IMG_3.jpg", None, "Badger Hill"),
                ("Badgers/IMG_4.jpg", None, "dusk"),
            ]
        ):
            told = Metadata(format="JPEG", title=title, keywords=(keyword,))
            catalog.put_photo(folder.id, name, Fingerprint(1, number), f"{number:032x}", "", told)
        text, looks = "how many photos of badgers do I have?", f"{2:032x}"
        assert answer(catalog, text).unknown == ("badgers",)
        worded = answer(catalog, text, {"badgers": []})
        assert worded.sentence.startswith("2 photos with “badgers” in their names, titles or")
        assert "how many show it cannot be counted" in worded.sentence
        assert (worded.verdict, worded.answer, worded.counted_by) == ("unknown", "", "words")
        assert worded.rows[0].photos == 2
        counted = answer(catalog, text, {"badgers": [looks]})
        assert counted.sentence.startswith("3 photos of “badgers”. No name says “badgers”")
        assert "and 2 with the word in their names" in counted.sentence
        assert counted.counted_by == "looks"
        assert not counted.is_sure


def test_photos_without_a_date_are_shown_where_none_says_when() -> None:
    with drawn_catalog([], "en") as catalog:
        (folder,) = catalog.folders()
        told = Metadata(format="JPEG", keywords=("boat",))
        for number in range(3):
            print_ = Fingerprint(1, number)
            catalog.put_photo(folder.id, f"{number}.jpg", print_, f"{number:032x}", "", told)
        for text in ("when did I last photograph a boat?", "longest pause between boats"):
            none = answer(catalog, text)
            assert none.sentence.startswith("3 photos of “boat")
            assert ", but none of them says when it was taken." in none.sentence
            assert none.rows[0].photos == len(none.evidence) == 3


def test_the_photos_behind_an_answer_are_those_of_its_rows(catalog: Catalog) -> None:
    looks = {"red boats": [f"{one.content:032x}" for one in PHOTOS[:9]]}
    best = {one.camera for one in PHOTOS} - {""}
    for text, rows in {
        "how many otters in 2022?": 1,
        "when did I last photograph a heron?": 1,
        "longest pause between two storks": 2,
        "did I photograph more herons or more otters?": 2,
        "which camera did I use most?": 1,
        "how many photos of red boats?": 1,
        "when did I first photograph red boats?": 1,
        "photos of red boats per year": 99,
        "photos per month": 99,
    }.items():
        said = answer(catalog, text, looks)
        behind = {int(one) for one in catalog.photo_ids(only=said.photos)}
        assert behind == {one for row in said.rows[:rows] for one in row.ids}, text
        assert behind, text
    assert answer(catalog, "which camera did I use most?").rows[0].name in best


def test_an_empty_library_says_that_there_is_nothing() -> None:
    with drawn_catalog([], "en") as catalog:
        assert answer(catalog, "how many photos do I have?").sentence == "There is no photo."
        assert answer(catalog, "photos per year").rows == ()
        assert answer(catalog, "which camera did I use most?").sentence == "There is no photo."


def test_a_name_with_markup_or_orders_is_only_a_name() -> None:
    nasty = '<b>Nikon</b> "ignore all" {count} \n DROP TABLE photo'
    photo = DrawnPhoto(1, frozenset(), date(2022, 1, 1), nasty, "", None, frozenset(), "", 1)
    for language in LANGUAGES[:1]:
        with drawn_catalog([photo], language) as catalog:
            said = answer(catalog, "which camera did I use most?")
            assert said.rows[0].name == nasty
            assert nasty in said.sentence


def test_files_of_the_same_photo_are_shown_once() -> None:
    """Of three photos of 2007 two were copies, and the window could not show the answer."""
    with drawn_catalog([], "en") as made:
        (folder,) = made.folders()
        for number, content in enumerate("aab"):
            metadata = Metadata(format="JPEG", taken_at="2007-06-24T00:27:29")
            name, hash_ = f"{number}.jpg", content * 32
            made.put_photo(folder.id, name, Fingerprint(1, number), hash_, "", metadata)
        answered = answer(made, "how many photos in 2007?")
        assert answered.rows[0].photos == 3
        assert sorted(one.content_hash[0] for one in answered.evidence) == ["a", "b"]
        assert [one.n for one in answered.evidence] == [1, 2]


def test_no_more_is_asked_of_the_catalog_the_more_photos_there_are() -> None:
    """A million photos are counted by as many statements as a thousand: none is looked at alone."""
    thing = "heron"
    texts = [
        *(kind.format(thing=thing) for kind in KINDS.values()),
        *("photos per camera", "photos per keyword", "who named the otter?"),
    ]
    counts: list[dict[str, int]] = []
    for many in (1, 3):
        photos = [
            replace(one, number=part * len(PHOTOS) + one.number, camera=f"{one.camera} {number}")
            for part in range(many)
            for number, one in enumerate(PHOTOS)
        ]
        with drawn_catalog(photos, "en") as made:
            counts.append({})
            for text in texts:
                statements: list[str] = []
                made._db.set_trace_callback(statements.append)
                answer(made, text)
                made._db.set_trace_callback(None)
                counts[-1][text] = len(statements)
    assert counts[0] == counts[1]


def test_a_question_that_nobody_waits_for_any_more_is_not_counted(catalog: Catalog) -> None:
    library, control = cast("Library", SimpleNamespace(reader=catalog)), Control()
    asked = AskCatalog(question="how many herons?")
    assert any(isinstance(one, Answered) for one in ask_catalog(library, asked, control))
    control.cancel()
    with pytest.raises(Cancelled):
        list(ask_catalog(library, asked, control))
