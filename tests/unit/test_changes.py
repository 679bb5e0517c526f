"""What changed is found by git, and decides whether benchmarks run."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import changes
from tests.changes import (
    BENCHMARK_GROUND,
    ROOT,
    base,
    changed_files,
    is_benchmark_ground,
    wants_benchmarks,
)

Git = Callable[..., str]
_WHO = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """A repository with two commits on its main branch, and the command in it."""
    monkeypatch.delenv("VISRET_TEST_SINCE", raising=False)

    def run(*arguments: str) -> str:
        command = ["git", "-C", str(tmp_path), *_WHO, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    run("init", "--quiet", "--initial-branch=main")
    for name in ("first.py", "second.py"):
        (tmp_path / name).touch()
        run("add", ".")
        run("commit", "--quiet", "--message", name)
    return run


def test_a_branch_is_compared_with_where_it_left_the_main_one(tmp_path: Path, git: Git) -> None:
    left = git("rev-parse", "HEAD")
    git("switch", "--quiet", "--create", "work")
    (tmp_path / "ours.py").touch()
    git("add", ".")
    git("commit", "--quiet", "--message", "ours")
    git("rm", "--quiet", "first.py")
    (tmp_path / "not yet added.py").touch()
    assert base(tmp_path) == left
    assert changed_files(left, tmp_path) == ["first.py", "not yet added.py", "ours.py"]


def test_the_main_branch_is_compared_with_the_commit_before(tmp_path: Path, git: Git) -> None:
    before = git("rev-parse", "HEAD^")
    assert base(tmp_path) == before
    assert changed_files(before, tmp_path) == ["second.py"]


def test_a_person_may_name_the_commit(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISRET_TEST_SINCE", "main")
    assert base(tmp_path) == git("rev-parse", "main")
    monkeypatch.setenv("VISRET_TEST_SINCE", "no such commit")
    assert base(tmp_path) is None


def test_what_git_does_not_know_has_benchmarks_run(tmp_path: Path) -> None:
    assert wants_benchmarks(tmp_path) == (True, "nobody knows what changed")


@pytest.mark.parametrize(
    ("path", "is_run"),
    [
        ("visret_desktop/retrieval/fusion.py", True),
        ("visret_desktop/engine/search/search_job.py", True),
        ("visret_desktop/engine/server.py", False),
        ("visret_desktop/gui/app.py", False),
        ("docs/measuring.md", False),
    ],
)
def test_benchmarks_run_where_their_ground_changed(
    tmp_path: Path, git: Git, path: str, *, is_run: bool
) -> None:
    git("switch", "--quiet", "--create", "work")
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).touch()
    wanted, reason = wants_benchmarks(tmp_path)
    assert wanted is is_run
    assert ("nothing that they measure" in reason) is not is_run


def test_every_row_of_the_ground_is_there() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("visret_desktop/**/*.py")]
    files += [path.relative_to(ROOT).as_posix() for path in ROOT.glob("bench/**/*.py")]
    files += [path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/*.py")]
    for row in BENCHMARK_GROUND:
        assert any(path.startswith(row) for path in files), row
    assert is_benchmark_ground([files[0], f"{BENCHMARK_GROUND[0]}new.py"])


def test_a_script_learns_whether_benchmarks_run(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git("switch", "--quiet", "--create", "work")
    monkeypatch.setattr(changes, "wants_benchmarks", lambda: wants_benchmarks(tmp_path))
    assert changes.main() == 0
    (tmp_path / BENCHMARK_GROUND[0]).mkdir()
    (tmp_path / BENCHMARK_GROUND[0] / "new.py").touch()
    assert changes.main() == 1
    left_out, run = capsys.readouterr().out.splitlines()
    assert left_out.startswith("benchmarks: left out (nothing that they measure changed since")
    assert run.startswith("benchmarks: run (what they measure changed since")
