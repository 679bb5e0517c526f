"""`visret clock`: told first, kept beside the photos, and taken back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.interchange.made_tracks import gpx, stamp
from tests.unit.library.test_catalog import put
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Metadata, Notes
from visret_desktop.paths import default_paths

Run = Callable[..., dict[str, Any]]
# From 12:00:00 UTC of 3 May 2024 on, which is 14:00:00 there.
WALK = gpx([(43.46, 11.88, stamp(0)), (43.47, 11.88, stamp(500)), (43.47, 11.89, stamp(1000))])
FIRST, SECOND, THIRD, LOST = "1" * 32, "2" * 32, "3" * 32, "4" * 32


@pytest.fixture
def folder(tmp_path: Path, profile: Path, compiled: Path) -> Path:
    """A library whose camera was set to 2018, and 100 s slow; a photo has a place of its own."""
    folder = tmp_path / "photos"
    (folder / "sub").mkdir(parents=True)
    (profile / "data").mkdir(parents=True)
    (profile / "data" / "compiled").symlink_to(compiled)
    (tmp_path / "walk.gpx").write_bytes(WALK)
    known = Metadata(taken_at="2018-05-03T14:02:30", latitude=43.465, longitude=11.88, camera="A")
    catalog = Catalog.open(profile / "data" / "catalog.db")
    catalog.roots.add(folder)
    put(catalog, 1, "a.jpg", FIRST, Metadata(taken_at="2018-05-03T14:00:00", camera="A"))
    put(catalog, 1, "known.jpg", SECOND, known)
    put(catalog, 1, "sub/b.jpg", THIRD, Metadata(taken_at="2018-10-28T02:30:00", camera="B"))
    put(catalog, 1, "sub/c.jpg", LOST, Metadata(camera="B"))
    catalog.annotations.put_notes({FIRST: Notes(names=(AcceptedName("Lutra lutra"),))})
    catalog.close()
    return folder


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        assert main([*map(str, arguments), "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def times() -> dict[str, str]:
    catalog = Catalog.open(default_paths().catalog)
    found = catalog.photos(catalog.photo_ids("name").tolist())
    catalog.close()
    return {one.name: one.metadata.taken_at or "" for one in found}


def test_a_dry_run_keeps_nothing_and_undo_gives_all_back(run: Run, folder: Path) -> None:
    before = times()
    told = run("clock", "--shift=-1:00:00", "--camera", "A", "--dry-run")
    assert (told["number"], len(told["corrected"])) == (None, 2)
    assert times() == before
    kept = run("clock", "--shift=-1:00:00", "--camera", "A")
    assert kept["corrected"] == told["corrected"]
    assert times() == before | {
        "a.jpg": "2018-05-03T13:00:00",
        "known.jpg": "2018-05-03T13:02:30",
    }
    run("clock", "--shift=0:00:30", "--folder", folder)
    listed = run("clock")["corrections"]
    assert [(one["number"], one["photos"]) for one in listed] == [(1, 2), (2, 3)]
    assert run("clock", "--undo", "1")["undone"]["photos"] == 2
    assert times()["a.jpg"] == "2018-05-03T14:00:30"
    run("clock", "--undo")
    assert times() == before


def test_photos_of_a_deployment_or_a_folder(run: Run, folder: Path) -> None:
    names = [one["id"] for one in run("deployments")["deployments"]]
    told = run("clock", "--shift", "1:00:00", "--deployment", names[1], "--dry-run")
    assert [Path(one["path"]).name for one in told["corrected"]] == ["b.jpg"]
    assert [Path(path).name for path in told["undated"]] == ["c.jpg"]
    zoned = run("clock", "--zone", "Europe/Rome", "--folder", folder / "sub", "--dry-run")
    assert [Path(path).name for path in zoned["shown_twice"]] == ["b.jpg"]


def test_what_a_track_says_corrects_times_everywhere(run: Run, folder: Path) -> None:
    walk = folder.parent / "walk.gpx"
    told = run("clock", "--from-track", walk, "--folder", folder, "--camera", "A")
    assert told["found_by"]["photos"] == 1
    assert times()["a.jpg"] == "2024-05-03T14:01:40+02:00"
    out = folder.parent / "photos.jsonl"
    run("export", "jsonl", "--out", out, "--where", "taken:2024")
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert {(row["taken_at"], row["camera_time"]) for row in rows} == {
        ("2024-05-03T14:01:40+02:00", "2018-05-03T14:00:00"),
        ("2024-05-03T14:04:10+02:00", "2018-05-03T14:02:30"),
    }


def test_a_track_offers_the_correction_and_keeps_it_if_asked(
    run: Run, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walk = folder.parent / "walk.gpx"
    arguments = ["import-track", str(walk), "--folder", str(folder), "--offset", "find"]
    assert main([*arguments, "--dry-run"]) == 0
    assert "--keep-clock" in capsys.readouterr().out
    kept = run(*arguments, "--keep-clock")
    assert kept["clock_corrected"] == 2
    assert times()["a.jpg"] == "2024-05-03T14:01:40+02:00"
    assert times()["b.jpg"] == "2018-10-28T02:30:00"  # the track says nothing of it
    assert kept["shown_twice"] == [str(folder / "sub" / "b.jpg")]
    # By the corrected clock the photos are where they were.
    again = run("import-track", walk, "--folder", folder, "--dry-run")
    places = {one["path"]: (one["latitude"], one["longitude"]) for one in kept["placed"]}
    assert {p["path"]: (p["latitude"], p["longitude"]) for p in again["placed"]} == places
    assert main([*arguments[:2], "--dry-run"]) == 0
    assert "--keep-clock" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--shift", "1:00:00"), "--folder"),
        (("--shift", "an hour", "--camera", "A"), "no offset"),
        (("--zone", "Rome", "--camera", "A"), "no time zone"),
        (("--drift", "1", "--camera", "A"), "--since"),
        (("--shift", "1:00:00", "--deployment", "nowhere"), "no deployment"),
        (("--shift", "1:00:00", "--camera", "Z"), "no camera"),
        (("--undo", "7"), "No clock"),
    ],
)
def test_mistakes_are_sentences(run: Run, arguments: tuple[str, ...], says: str) -> None:
    error = run("clock", *arguments, code=2)["error"]
    assert says in error["sentence"]
    assert error["sentence"].endswith(".")


def test_another_camera_that_was_right_says_the_shift(run: Run, folder: Path) -> None:
    pair = f"{folder / 'a.jpg'}={folder / 'known.jpg'}"
    told = run("clock", "--clock", pair, "--camera", "A", "--dry-run")
    assert told["correction"].startswith("+0:02:30;")
    error = run(
        "clock", "--clock", f"{folder / 'a.jpg'}={folder / 'x.jpg'}", "--camera", "A", code=2
    )
    assert "is no time" in error["error"]["sentence"]
    (folder / "x.jpg").touch()  # as a photo that is not indexed yet
    error = run(
        "clock", "--clock", f"{folder / 'a.jpg'}={folder / 'x.jpg'}", "--camera", "A", code=2
    )
    assert error["error"]["sentence"].endswith("x.jpg is no photo of the library. Index it first.")
