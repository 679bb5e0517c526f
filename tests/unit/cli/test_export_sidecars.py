"""`visret export xmp`: told as a diff, written where it is allowed, and put back."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.exporters.exported import Run, Shelf, runner
from visret_desktop.cli.main import main
from visret_desktop.library.photos.xmp import read_xmp


@pytest.fixture
def shelf(profile: Path, tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.library.close()


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return runner(capsys)


def sidecars(shelf: Shelf) -> list[Path]:
    return sorted(shelf.root.rglob("*.xmp"))


def counts(body: dict[str, Any]) -> tuple[int, int]:
    return body["written"], body["refused"]


def test_a_dry_run_prints_what_changes(shelf: Shelf, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "xmp", "--dry-run", "--folder", str(shelf.root / "one")]) == 0
    told = capsys.readouterr().out
    assert f"{shelf.root / 'one' / 'heron.jpg.xmp'} (new)" in told
    assert "  + dc:subject: Ardea cinerea" in told
    assert "  + xmp:Rating: 3" in told
    assert "1 sidecar would change" in told
    assert not sidecars(shelf)


def test_nothing_is_written_unless_it_is_allowed_and_all_can_be_undone(
    shelf: Shelf, run: Run
) -> None:
    error = run("xmp", "--where", "rating:3", code=2)["error"]
    assert error["code"] == "sidecars-not-allowed"
    assert not sidecars(shelf)
    body = run("xmp", "--allow", "--where", "rating:3")
    assert counts(body) == (2, 0)
    assert [path.name for path in sidecars(shelf)] == ["heron.jpg.xmp"] * 2
    assert "Ardea cinerea" in read_xmp(sidecars(shelf)[0].read_bytes()).keywords
    assert counts(run("xmp", "--where", "rating:3")) == (0, 0)  # it stays allowed
    assert counts(run("xmp", "--undo")) == (2, 0)
    assert not sidecars(shelf)


def test_two_sidecars_of_a_photo_are_asked_about(shelf: Shelf, run: Run) -> None:
    folder = shelf.root / "one"
    for name in ("heron.xmp", "heron.jpg.xmp"):
        (folder / name).write_bytes(
            b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/'
            b'22-rdf-syntax-ns#"><rdf:Description/></rdf:RDF></x:xmpmeta>'
        )
    body = run("xmp", "--dry-run", "--folder", folder, code=1)
    assert body["sidecars"][0]["refusal"]["code"] == "several-sidecars"
    body = run("xmp", "--dry-run", "--folder", folder, "--prefer", "stem")
    assert body["sidecars"][0]["sidecar"] == str(folder / "heron.xmp")
    assert run("xmp", "--dry-run", "--where", "before:1990")["sidecars"] == []
