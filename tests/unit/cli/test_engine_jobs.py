import os
import signal
import sys
from pathlib import Path

import pytest

from visret_desktop.cli import engine_jobs, search_results
from visret_desktop.cli.output import Output, progress_display
from visret_desktop.engine.messages import (
    Finished,
    Hit,
    PhotoProblem,
    Planned,
    Ranked,
    Sketch,
    SketchProgress,
    SketchReady,
)
from visret_desktop.errors import FolderMissing
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Folder, FolderState


class KnownLibrary:
    """Knows two folders and, in one of them, a photo on a drive that is offline."""

    def __init__(self, root: Path) -> None:
        self._roots = [root / "one", root / "two"]

    def folders(self) -> list[Folder]:
        return [Folder(n, p, FolderState.ONLINE, 1, "", 0.0) for n, p in enumerate(self._roots)]

    def counts(self, only: Filter) -> tuple[int, int]:
        (path,) = only.conditions[0].values
        is_away = Path(path).name == "away"
        return int(is_away), int(is_away)


@pytest.mark.parametrize("inside", ["", "one", "two/trip", "two/away"])
def test_folders_of_the_library_may_be_searched(tmp_path: Path, inside: str) -> None:
    (tmp_path / "two" / "trip").mkdir(parents=True)
    engine_jobs.check_scope(KnownLibrary(tmp_path), 30, [tmp_path / inside])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["elsewhere", "on"])
def test_folders_that_the_library_does_not_have_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(engine_jobs.FolderUnknown, match=f"{name} is not in the library"):
        engine_jobs.check_scope(KnownLibrary(tmp_path), 30, [tmp_path / name])  # type: ignore[arg-type]


def test_a_mistyped_folder_inside_the_library_is_told(tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with pytest.raises(FolderMissing, match=r"There is no folder .*tripp"):
        engine_jobs.check_scope(KnownLibrary(tmp_path), 30, [tmp_path / "two" / "tripp"])  # type: ignore[arg-type]


def test_first_interrupt_asks_and_second_ends(capsys: pytest.CaptureFixture[str]) -> None:
    asked: list[bool] = []
    before = signal.getsignal(signal.SIGINT)
    with engine_jobs.interrupts(lambda: asked.append(True), Output(None, as_json=False)):  # type: ignore[arg-type]
        os.kill(os.getpid(), signal.SIGINT)
        assert asked == [True]
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
    assert "Ctrl-C again" in capsys.readouterr().err


def test_terms_have_weights_and_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pool.jpg").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    first, second, third = engine_jobs.terms_of("2:golden retriever + ./pool.jpg - fruit")
    assert (first.text, first.image, first.weight) == ("golden retriever", "", 2.0)
    assert (second.image, second.weight) == (str(tmp_path / "pool.jpg"), 1.0)
    assert (third.text, third.weight) == ("fruit", -1.0)


def test_letters_that_the_locale_lacks_are_repaired() -> None:
    (term,) = engine_jobs.terms_of("\udce5\udc86\udc99 of a bird \udcff")
    assert term.text == "写 of a bird \ufffd"


def test_a_folder_that_cannot_be_read_is_among_the_problems() -> None:
    kept = {"path": "/p/bad.jpg", "code": "empty", "reason": "It is empty.", "indexed": False}
    events = [
        PhotoProblem(path="/p/closed", code="unreadable", reason="It is closed."),
        PhotoProblem(path="/p/bad.jpg", code="empty", reason="It is empty."),
        Finished(summary={"photos": 1, "problems": [kept]}),
    ]
    with progress_display() as display:
        summary = engine_jobs._follow(iter(events), display)
    assert [problem["path"] for problem in summary["problems"]] == ["/p/bad.jpg", "/p/closed"]
    assert summary["problems"][1].keys() == kept.keys()


class _Shown:
    """Keeps which stages were shown, in order."""

    def __init__(self) -> None:
        self.stages: list[str] = []
        self.left: dict[str, float] = {}

    def show(self, stage: str, done: int, total: int, rate: float, seconds_left: float) -> None:
        if self.stages[-1:] != [stage]:
            self.stages.append(stage)
        self.left.setdefault(stage, seconds_left)


def test_no_part_of_a_search_goes_by_unsaid(capsys: pytest.CaptureFixture[str]) -> None:
    sketch = Sketch("A", "a heron", 1)
    known = {"photo_id": 1, "content_hash": "", "name": "a.jpg", "taken_at": "", "sort_key": ""}
    size = {"width": 1, "height": 1, "online": True}
    ranked = Ranked(hits=(Hit(path="/a.jpg", rank=1, **known, **size),))
    events = [
        ranked,
        Planned(instructions=("a heron",), sketches=(sketch,), expected_seconds=12.0),
        SketchProgress(name="A", step=1, steps=4, seconds_left=9.0),
        SketchReady(name="A", path="/s.png"),
        ranked,
        Finished(summary={}),
    ]
    shown = _Shown()
    search_results.follow(iter(events), shown, Output(sys.stdout, as_json=False), rewrites=True)
    assert shown.stages == ["search", "rewrite", "sketch", "search"]
    assert shown.left["sketch"] == 12.0
    assert "Sketch A: /s.png" in capsys.readouterr().err
    shown = _Shown()
    plain = [ranked, ranked, Finished(summary={})]
    search_results.follow(iter(plain), shown, Output(sys.stdout, as_json=False), rewrites=False)
    assert shown.stages == ["search"]
