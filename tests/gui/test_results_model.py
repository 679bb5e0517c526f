"""Identity, order and words of the grid's model."""

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from tests.gui.entries import entries, entry
from visret_desktop.engine.messages import Hit
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel, date_of, entry_of


def test_is_a_proper_model(qtmodeltester: ModelTester) -> None:
    model = ResultsModel()
    model.set_entries(entries(20))
    qtmodeltester.check(model, force_py=True)
    model.sort_by("name")
    model.set_entries(entries(3))
    qtmodeltester.check(model, force_py=True)


def test_orders_and_finds_rows() -> None:
    model = ResultsModel()
    model.set_entries(
        [
            entry(1, name="b.jpg", taken_at="2024-01-01T00:00:00"),
            entry(2, name="A.jpg", taken_at=None),
            entry(3, name="c.jpg", taken_at="2025-01-01T00:00:00"),
        ]
    )
    shown = {}
    for order in ("date", "name", "relevance"):
        model.sort_by(order)
        shown[order] = [e.photo_id for e in model.entries()]
        assert [model.row_of(number) for number in shown[order]] == [0, 1, 2]
    assert shown == {"date": [3, 1, 2], "name": [2, 1, 3], "relevance": [1, 2, 3]}
    assert model.row_of(99) == -1


def test_rows_have_names() -> None:
    model = ResultsModel()
    model.set_entries([entry(1)])
    assert model.index(0).data() == "IMG_000001.jpg"
    assert model.index(0).data(Qt.ItemDataRole.DecorationRole) is None
    assert model.data(model.index(5)) is None


def test_screen_readers_hear_name_date_and_verdict() -> None:
    model = ResultsModel()
    owl = entry(3, name="owl.jpg", taken_at="2025-04-12T08:00:00", band="confident")
    crow = entry(4, name="crow.jpg", taken_at=None, online=False, named="folder")
    assert model.spoken(owl) == f"owl.jpg, {date_of(owl)}, confident"
    assert "2025" in date_of(owl)
    assert model.spoken(crow) == "crow.jpg, named or tagged so, offline"
    model.set_columns(["owl", "crow"])
    assert model.spoken(owl).endswith(", owl")
    assert model.spoken(entry(5, column=-1)).startswith("IMG_000005.jpg")


def _ranking(**counts: int) -> list[GridEntry]:
    """Return so many of each group, in this order."""
    groups = [group for group, count in counts.items() for _ in range(count)]
    return [
        entry(n, rank=n, named="name" if group == "named" else "", band=group.replace("named", ""))
        for n, group in enumerate(groups, start=1)
    ]


def _headings(model: ResultsModel) -> list[tuple[str, int, int, int]]:
    sections = [section for block in model.blocks for column in block for section in column]
    return [(s.title, s.start, s.count, s.total) for s in sections]


def test_groups_have_headings_and_weak_ones_are_folded() -> None:
    model = ResultsModel()
    model.set_entries(_ranking(named=2, confident=3, weak=20))
    above = [("Named or tagged so", 0, 2, 2), ("Confident", 2, 3, 3)]
    assert _headings(model) == [*above, ("Less likely", 5, 0, 20)]
    assert model.rowCount() == 5
    model.fold(False)
    assert _headings(model) == [*above, ("Less likely", 5, 20, 20)]
    assert [e.rank for e in model.entries()] == list(range(1, 26))
    assert model.found_ids() == [1, 2, 3, 4, 5]
    assert len(model.whole_ids()) == 25
    model.set_entries(_ranking(weak=4))
    assert model.found_ids() == []


def test_without_a_verdict_there_is_no_heading_but_that_of_named_ones() -> None:
    model = ResultsModel()
    model.set_entries([entry(n) for n in range(1, 6)])
    assert _headings(model) == [("", 0, 5, 5)]
    model.set_entries([entry(1, named="title"), *(entry(n) for n in range(2, 6))])
    assert _headings(model) == [("Named or tagged so", 0, 1, 1), ("Closest first", 1, 4, 4)]


def test_weak_ones_alone_are_shown() -> None:
    model = ResultsModel()
    model.set_entries(_ranking(weak=4))
    assert _headings(model) == [("", 0, 4, 4)]


def test_other_orders_leave_folded_ones_away_but_those_by_a_list_do_not() -> None:
    model = ResultsModel()
    model.set_entries(_ranking(confident=3, weak=20))
    model.sort_by("date")
    assert _headings(model) == [("", 0, 3, 3), ("Less likely", 3, 0, 20)]
    model.sort_by("list:text")
    assert _headings(model) == [("", 0, 23, 23)]


def test_columns_wait_for_the_second_subject() -> None:
    model = ResultsModel()
    model.set_columns(["heron", "goose"])
    model.set_entries([entry(n, rank=n) for n in range(1, 6)])
    assert _headings(model) == [("", 0, 5, 5)]
    model.set_entries([entry(n, rank=n, column=n % 2) for n in range(1, 6)])
    assert [title for title, *_ in _headings(model)] == ["heron", "", "goose", ""]


def test_what_is_compared_stands_in_columns_between_named_and_weak_ones() -> None:
    model = ResultsModel()
    model.set_columns(["heron", "goose"])
    model.set_entries(
        [
            entry(1, rank=1, named="name", column=-1),
            entry(2, rank=2, band="confident", column=0),
            entry(3, rank=3, band="confident", column=1),
            entry(4, rank=4, band="maybe", column=0),
            entry(5, rank=5, band="weak", column=-1),
        ]
    )
    assert [e.photo_id for e in model.entries()] == [1, 2, 4, 3]
    first, compared, last = model.blocks
    assert [len(block) for block in (first, compared, last)] == [1, 2, 1]
    assert [[s.title for s in column] for column in compared] == [
        ["heron", "Confident", "Maybe"],
        ["goose", "Confident"],
    ]
    assert [(s.title, s.folds) for s in last[0]] == [("Less likely", True)]


def test_hits_keep_why_they_are_here() -> None:
    ranks = {"text": 14}
    row = (5, "ab", "/p/x.jpg", "x.jpg", None, 4, 3, False, "2025-05-01")
    shown = entry_of(Hit(*row, rank=3, score=0.25, ranks=ranks, band="maybe", copies=("/q",)))
    assert (shown.rank, shown.ranks, shown.band, shown.copies) == (3, ranks, "maybe", ("/q",))
    assert (shown.score, shown.online) == (0.25, False)
