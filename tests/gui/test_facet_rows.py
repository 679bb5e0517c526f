"""What the panel of facets lists, and how facts are worded."""

from datetime import date

import pytest
from PySide6.QtCore import QLocale

from visret_desktop.facts.fact import Fact
from visret_desktop.facts.line import read_line
from visret_desktop.gui.facts.condition_text import fact_words, gazetteer
from visret_desktop.gui.facts.facet_panel import FacetModel, fact_of_condition
from visret_desktop.gui.facts.facet_rows import ON, OUT, FacetRow, facet_rows, negated
from visret_desktop.gui.facts.filter_counter import FEW, MOST, NO_DATE, NO_PLACE, FacetCounts
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.fact_columns import FACETS, FacetCount
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Condition

KNOWN = KnownFacts(
    of_detections=(("Vulpes vulpes", "red fox"),),
    of_cameras=("Canon EOS R5", "Z 8"),
    of_keywords=("frog", 'so "called"', "animal|frog|moor frog"),
    of_kinds=("JPEG", "RAW"),
    of_folders={"/a/Kenya": 1, "/b/Kenya": 1},
    of_species=("Rana arvalis",),
    of_common_names={"moor frog": "Rana arvalis"},
)


def counted(facet: str, *values: tuple[object, int]) -> list[FacetCount]:
    condition = FACETS[facet].condition
    return [FacetCount(value, photos, condition(value)) for value, photos in values]


def words(rows: list[FacetRow]) -> list[tuple[str, str]]:
    return [(row.words, row.count) for row in rows]


def test_values_stand_below_titles_with_their_parts() -> None:
    year = FacetCount(2023, 4, Condition("taken", (Span("2023", "2024"),)))
    may = FacetCount(202305, 3, Condition("taken", (Span("2023-05", "2023-06"),)))
    other = FacetCount(202205, 3, Condition("taken", (Span("2022-05", "2022-06"),)))
    counts = {
        "year": [year],
        "month": [may, other],
        "country": counted("country", ("FR", 3), ("KE", 1)),
        "region": counted("region", ("FR-ARA", 2), ("KE-30", 1)),
        "rating": counted("rating", (5, 2), (0, 1), (-1, 1)),
        "no place": [FacetCount("", 1200, NO_PLACE)],
        "no date": [FacetCount("", 1, NO_DATE)],
    }
    rows = facet_rows(FacetCounts(1300, counts), (), ())
    assert words(rows) == [
        ("Year", ""), ("2023", "4"),
        ("Country", ""), ("France", "3"), ("Kenya", "1"),
        ("Rating", ""), ("★★★★★", "2"), ("no stars", "1"), ("rejected", "1"),
        ("Not said", ""), ("no place", "1,200"), ("no date", "1"),
    ]  # fmt: skip
    assert words(list(rows[1].rows)) == [("May", "3")]
    assert words(list(rows[3].rows)) == [("Auvergne-Rhône-Alpes", "2")]


def test_few_are_listed_until_more_are_wanted() -> None:
    found = counted("camera", *((f"camera {n}", 900 - n) for n in range(MOST + 1)))
    counts = FacetCounts(1000, {"camera": found})
    few = facet_rows(counts, (), ())
    assert len(few) == 1 + FEW + 1
    assert (few[-1].words, few[-1].opens) == ("more …", "camera")
    every = facet_rows(counts, (), {"camera"})
    assert len(every) == 1 + MOST + 1
    assert str(MOST) in every[-1].words


def test_folders_are_told_apart_and_those_around_all_left_out() -> None:
    found = counted("folder", ("/a", 9), ("/a/2019/owls", 4), ("/a/2020/owls", 3), ("/a/x", 1))
    rows = facet_rows(FacetCounts(9, {"folder": found}), (), ())
    assert words(rows) == [("Folder", ""), ("2019/owls", "4"), ("2020/owls", "3"), ("x", "1")]
    assert [row.tip for row in rows[1:]] == ["/a/2019/owls", "/a/2020/owls", "/a/x"]


def test_keywords_stand_below_those_around_them() -> None:
    found = counted(
        "keyword",
        ("Tier", 9),
        ("pond", 8),
        ("Tier|Vogel", 7),
        ("Tier|Vogel|Uhu", 2),
        ("Tier|Reh", 1),
    )
    off = Fact("", Condition("keyword", ("Tier|Vogel|Star",), negated=True))
    rows = facet_rows(FacetCounts(9, {"keyword": found}), (off,), ())
    assert words(rows) == [
        ("Keyword", ""),
        ("Tier › Vogel › Star", ""),
        ("Tier", "9"),
        ("pond", "8"),
    ]
    assert words(list(rows[2].rows)) == [("Vogel", "7"), ("Reh", "1")]
    (owl,) = rows[2].rows[0].rows
    assert (owl.words, owl.tip) == ("Uhu", "Tier › Vogel › Uhu")
    assert owl.condition == Condition("keyword", ("Tier|Vogel|Uhu",))


def test_facts_that_are_on_or_out_are_marked_also_where_none_has_them() -> None:
    (z8,) = counted("camera", ("Z 8", 3))
    r5 = Condition("camera", ("Canon EOS R5",), negated=True)
    facts = [Fact("", z8.condition), Fact("", r5), Fact("", NO_PLACE)]
    rows = facet_rows(FacetCounts(3, {"camera": [z8]}), facts, ())
    told = [(row.words, row.count, row.state) for row in rows if row.condition is not None]
    assert told == [
        ("Canon EOS R5", "", OUT),
        ("Z 8", "3", ON),
        ("no place", "", ON),
    ]
    assert [row.condition for row in rows if row.state == OUT] == [negated(r5)]


def test_rows_keep_their_items_while_counts_change() -> None:
    model = FacetModel()
    rows = facet_rows(FacetCounts(9, {"kind": counted("kind", ("RAW", 6), ("JPEG", 3))}), (), ())
    model.show_rows(rows)
    raw = model.item(1)
    changed = counted("kind", ("JPEG", 5), ("RAW", 4))
    model.show_rows(facet_rows(FacetCounts(9, {"kind": changed}), (), ()))
    assert model.item(2) is raw
    assert [model.item(row).text() for row in range(3)] == ["File type", "JPEG", "RAW"]
    model.show_rows([])
    assert model.rowCount() == 0


WORDED = {
    'near:"Lyon" 20km': "near Lyon, 20 km",
    "taken:2026-03..2026-05": "March to May 2026",
    "taken:2020-11..2021-02": "November 2020 to February 2021",
    "taken:2023": "2023",
    "taken:2023-05-01": "1 May 2023",
    "before:2020": "before 2020",
    "taken:2020-06..": "from June 2020 on",
    '-camera:"Canon EOS R5"': "not: camera Canon EOS R5",
    'in:"Kenya","Lyon"': "Kenya or Lyon",
    "rating:>=3": "at least ★★★",
    "rating:rejected": "rejected",
    "exposure:1/1000..1/60": "1/1000 to 1/60 s",
    "f:<=2.8": "at most f/2.8",
    "iso:>=1600": "at least ISO 1600",
    "f:>8": "more than f/8",
    "focal:<100": "less than 100 mm",
    "altitude:>=1000": "altitude at least 1000 m",
    "month:may,june": "May or June of any year",
    "weekday:sunday": "Sunday",
    "time:22:00..04:00": "22:00 to 04:00",
    'folder:"Kenya"': "folder Kenya",
    "-has:place": "no place",
    "is:duplicate": "duplicates",
    'text:"exit"': "“exit” in the picture",
    "near:45.76,4.8 5km": "near 45.76°, 4.80°, 5 km",
    "area:45,4,46,5": "part of the map",
    'keyword:"so ""called"""': 'keyword so "called"',
    "keyword:animal/frog": "keyword animal › frog",
    'species:"moor frog"': "Rana arvalis",
    "species:any": "with an accepted name",
    "-species:any": "no accepted name",
}


@pytest.mark.parametrize(("text", "said"), WORDED.items())
def test_facts_are_worded_for_people(text: str, said: str) -> None:
    line = read_line(text, KNOWN, gazetteer(), date(2026, 11, 23))
    assert line.notes == ()
    assert [fact_words(fact) for fact in line.facts] == [said]


def test_names_are_in_the_language_of_the_system() -> None:
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    try:
        fact = fact_of_condition(Condition("country", ("KE",)))
        assert fact.text == 'in:"Kenya"'
        assert fact_words(fact) == "Kenia"
        months = Fact("", Condition("taken", (Span("2026-03", "2026-06"),)))
        assert "März" in fact_words(months)
    finally:
        QLocale.setDefault(before)


@pytest.mark.parametrize("facet", FACETS)
def test_a_fact_of_a_click_reads_as_its_condition(facet: str) -> None:
    values = {
        "country": "KE", "town": 2996944, "region": "FR-69", "camera": "Z 8", "kind": "RAW",
        "keyword": 'so "called"', "rating": 3, "folder": "/b/Kenya",
            "detected": "Vulpes vulpes", "blank": "blank",
            "species": "Rana arvalis",
    }  # fmt: skip
    if facet == "lens":
        known, value = KnownFacts(of_lenses=("Macro 105",)), "Macro 105"
    else:
        known, value = KNOWN, values[facet]
    for condition in (FACETS[facet].condition(value), negated(FACETS[facet].condition(value))):
        fact = fact_of_condition(condition)
        line = read_line(fact.text, known, gazetteer(), date(2026, 11, 23))
        assert [each.condition for each in line.facts] == [condition], fact.text
