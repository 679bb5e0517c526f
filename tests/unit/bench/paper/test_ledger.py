"""What is done is kept, whatever ends a run."""

from pathlib import Path

import pytest

from bench.paper.ledger import Entry, Ledger, key_of

ENTRIES = [Entry(f"k{n}", "rank", "an encoder", 2.0, {"ranks": [n]}) for n in range(3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A ledger with three entries."""
    ledger = Ledger(tmp_path / "ledger.jsonl")
    ledger.begin(is_fresh=False)
    for entry in ENTRIES:
        ledger.add(entry)
    return tmp_path / "ledger.jsonl"


def done(path: Path) -> list[str]:
    ledger = Ledger(path)
    return [entry.key for entry in ENTRIES if ledger.value(entry.key) == entry.value]


def test_a_kill_in_the_middle_of_a_line_costs_that_line(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    assert done(path) == ["k0", "k1"]
    again = Ledger(path)
    again.begin(is_fresh=False)
    again.add(ENTRIES[2])
    assert path.read_bytes() == whole


def test_a_damaged_line_costs_no_other(path: Path) -> None:
    path.write_text(path.read_text().replace('"key": "k1"', '"key": 1'))
    assert done(path) == ["k0", "k2"]


def test_what_is_fresh_forgets_it_all(path: Path) -> None:
    Ledger(path).begin(is_fresh=True)
    assert done(path) == []


def test_costs_are_told_so_far_and_to_come(path: Path) -> None:
    ledger = Ledger(path)
    cost = ledger.cost("rank", "an encoder", ["k0", "k1", "k1", "k9", ""])
    assert (cost.done, cost.total, cost.seconds) == (3, 5, 4.0)
    assert cost.to_come == pytest.approx(2 * 4.0 / 3)
    assert ledger.cost("rank", "an encoder", ["k9"]).to_come is None
    assert ledger.cost("rank", "an encoder", ["k0"]).to_come == 0
    assert ledger.missing(["k0", "k9"]) == {"k9"}


def test_a_key_has_all_that_an_item_depends_on() -> None:
    assert key_of("rank", ["a", "b"]) == key_of("rank", ["a", "b"])
    assert len({key_of("rank", ["a", "b"]), key_of("rank", ["ab"]), key_of("rank", "a", "b")}) == 3
