"""Compiled forms are kept from one run of the tests to the next, but not for ever."""

import os
from pathlib import Path

import pytest

from tests import kept_forms


@pytest.fixture
def shelves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where shelves are, of a checkout in which little lies."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("visret_desktop/models", "visret_desktop/packs", "resources/starter"):
        (tmp_path / "checkout" / name).mkdir(parents=True)
        (tmp_path / "checkout" / name / "file").write_text("before")
    monkeypatch.setattr(kept_forms, "_ROOT", tmp_path / "checkout")
    return tmp_path / "cache" / "visret-desktop-tests"


def make(directory: Path, text: str) -> str:
    """Return what lies in a folder of forms; `text` is made unless some lie there."""
    with kept_forms.kept(directory):
        if not directory.exists():
            directory.mkdir(parents=True)
            (directory / "form").write_text(text)
    return (directory / "form").read_text()


def make_anew(directory: Path) -> None:
    with kept_forms.kept(directory):
        directory.mkdir()


def test_what_is_made_once_is_there_in_the_next_run(shelves: Path, tmp_path: Path) -> None:
    assert make(tmp_path / "one" / "encoder", "first") == "first"
    assert make(tmp_path / "two" / "encoder", "second") == "first"
    assert make(tmp_path / "two" / "other", "third") == "third"


def test_what_was_not_made_to_the_end_is_not_kept(shelves: Path, tmp_path: Path) -> None:
    taken = tmp_path / "one" / "encoder"
    taken.parent.mkdir()
    taken.touch()  # where a folder is to be made
    with pytest.raises(FileExistsError):
        make_anew(taken)
    assert make(tmp_path / "two" / "encoder", "second") == "second"


def test_the_key_is_of_what_makes_the_forms(
    shelves: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert make(tmp_path / "one" / "encoder", "first") == "first"
    (tmp_path / "checkout" / "visret_desktop" / "packs" / "file").write_text("after")
    assert make(tmp_path / "two" / "encoder", "second") == "second"
    monkeypatch.setattr(kept_forms, "_PACKAGES", ("numpy",))
    assert make(tmp_path / "three" / "encoder", "third") == "third"


def test_shelves_that_have_not_been_used_for_longest_go(shelves: Path, tmp_path: Path) -> None:
    make(tmp_path / "one" / "encoder", "first")
    (own,) = shelves.iterdir()
    for age in range(1, 12):
        (shelves / f"of {age} days").mkdir()
        os.utime(shelves / f"of {age} days", (1e9 - age * 86_400,) * 2)
    os.utime(own, (0, 0))  # used long ago, and now again
    assert make(tmp_path / "two" / "encoder", "second") == "first"
    assert {one.name for one in shelves.iterdir()} == {own.name} | {
        f"of {age} days" for age in range(1, 8)
    }
