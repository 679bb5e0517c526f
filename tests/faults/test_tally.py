from tests.faults.conftest import Tally


def test_injections_of_one_fault_add_up() -> None:
    tally = Tally()
    tally.add("kill -9", 20, "nothing lost")
    tally.add("kill -9", 5, "nothing lost")
    assert tally.markdown().splitlines()[2:] == ["| kill -9 | 25 | nothing lost |"]
