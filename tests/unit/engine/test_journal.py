"""What an engine worked on when it died is known to the next one."""

from pathlib import Path

from visret_desktop.engine.journal import Journal


def test_leftovers_are_suspects(tmp_path: Path) -> None:
    died = Journal(tmp_path / "in_flight")
    died.enter(0, "/photos/a long name.jpg")
    died.enter(0, "/photos/b.jpg")
    died.enter(1, "/photos/caf\udce9.jpg")
    died.enter(2, "/photos/done.jpg")
    died.leave(2)
    died.enter(None, "/photos/on trial.jpg")
    suspects, condemned = Journal(tmp_path / "in_flight").take_leftovers()
    assert suspects == ["/photos/b.jpg", "/photos/caf\udce9.jpg"]
    assert condemned == "/photos/on trial.jpg"
    assert Journal(tmp_path / "in_flight").take_leftovers() == ([], None)


def test_orderly_end_leaves_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "in_flight")
    journal.enter(0, "/photos/a.jpg")
    journal.close()
    assert list(tmp_path.iterdir()) == []
