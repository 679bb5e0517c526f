"""Identity, order and words of the grid's model."""

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from tests.gui.entries import entries, entry
from visret_desktop.engine.messages import Hit
from visret_desktop.gui.grid.results_model import ResultsModel, entry_of


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


def test_roles() -> None:
    model = ResultsModel()
    shown = entry(1, score=0.5, rank=7)
    model.set_entries([shown])
    index = model.index(0)
    assert index.data() == shown.name
    assert index.data(Qt.ItemDataRole.ToolTipRole) == shown.path
    assert index.data(Qt.ItemDataRole.DecorationRole) is None
    assert model.data(model.index(5)) is None


def test_screen_readers_hear_place_name_date_and_band() -> None:
    model = ResultsModel()
    shown = entries(212)
    shown[2] = entry(3, name="owl.jpg", taken_at="2025-04-12T08:00:00", band="confident")
    shown[3] = entry(4, name="crow.jpg", taken_at=None, online=False)
    model.set_entries(shown)
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(2).data(role) == "photo 3 of 212, owl.jpg, 2025-04-12, confident"
    assert model.index(3).data(role) == "photo 4 of 212, crow.jpg, drive not plugged in"


def test_hits_keep_why_they_are_here() -> None:
    ranks = {"text": 14}
    row = (5, "ab", "/p/x.jpg", "x.jpg", None, 4, 3, False, "2025-05-01")
    shown = entry_of(Hit(*row, 3, 0.25, ranks, "maybe", ("/q",)))
    assert (shown.rank, shown.ranks, shown.band, shown.copies) == (3, ranks, "maybe", ("/q",))
    assert (shown.score, shown.online) == (0.25, False)
