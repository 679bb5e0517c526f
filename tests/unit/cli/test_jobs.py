import os
import signal
from pathlib import Path

import pytest

from visret_desktop.cli import jobs
from visret_desktop.cli.output import Output, progress_display
from visret_desktop.engine.messages import Finished, Hit, PhotoProblem
from visret_desktop.library.records import Folder, FolderState


def folder(number: int, path: str) -> Folder:
    return Folder(number, Path(path), FolderState.ONLINE, 1, "uid", 0.0)


KNOWN = [folder(1, "/photos/one"), folder(2, "/photos/two")]


def test_scope_tells_whole_folders_from_parts() -> None:
    scope = jobs._scope(KNOWN, [Path("/photos"), Path("/photos/one"), Path("/photos/two/trip")])
    assert scope == {
        Path("/photos"): True,
        Path("/photos/one"): True,
        Path("/photos/two/trip"): False,
    }


def test_scope_refuses_what_the_library_does_not_have() -> None:
    with pytest.raises(jobs.FolderUnknown, match="/elsewhere is not in the library"):
        jobs._scope(KNOWN, [Path("/elsewhere")])
    with pytest.raises(jobs.FolderUnknown):
        jobs._scope(KNOWN, [Path("/photos/on")])


def test_hits_below_a_folder_are_numbered_anew_and_shown_by_their_copy_there() -> None:
    hits = (
        Hit(rank=1, path="/photos/one/a.jpg", name="a.jpg", ranks={"text": 1}),
        Hit(
            rank=2,
            path="/photos/one/b.jpg",
            name="b.jpg",
            copies=("/photos/two/trip/c.jpg",),
            ranks={"text": 2},
        ),
    )
    (hit,) = jobs._below(hits, {Path("/photos/two/trip"): False})
    assert (hit.rank, hit.path, hit.name) == (1, "/photos/two/trip/c.jpg", "c.jpg")
    assert hit.ranks == {"text": 1}


def test_first_interrupt_asks_and_second_ends(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[bool] = []
    before = signal.getsignal(signal.SIGINT)
    with jobs.interrupts(lambda: asked.append(True), Output(None, as_json=False)):  # type: ignore[arg-type]
        os.kill(os.getpid(), signal.SIGINT)
        assert asked == [True]
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    assert "Ctrl-C again" in capsys.readouterr().err


def test_terms_have_weights_and_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pool.jpg").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    first, second, third = jobs.terms_of("2:golden retriever + ./pool.jpg - fruit")
    assert (first.text, first.image, first.weight) == ("golden retriever", "", 2.0)
    assert (second.image, second.weight) == (str(tmp_path / "pool.jpg"), 1.0)
    assert (third.text, third.weight) == ("fruit", -1.0)


def test_letters_that_the_locale_lacks_are_repaired() -> None:
    (term,) = jobs.terms_of("\udce5\udc86\udc99 of a bird \udcff")
    assert term.text == "写 of a bird \ufffd"


def test_a_folder_that_cannot_be_read_is_among_the_problems() -> None:
    kept = {"path": "/p/bad.jpg", "code": "empty", "reason": "It is empty.", "indexed": False}
    events = [
        PhotoProblem(path="/p/closed", code="unreadable", reason="It is closed."),
        PhotoProblem(path="/p/bad.jpg", code="empty", reason="It is empty."),
        Finished(summary={"photos": 1, "problems": [kept]}),
    ]
    with progress_display() as display:
        summary = jobs._follow(iter(events), display)
    assert [problem["path"] for problem in summary["problems"]] == ["/p/bad.jpg", "/p/closed"]
    assert summary["problems"][1].keys() == kept.keys()
