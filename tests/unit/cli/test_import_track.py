"""`visret import-track`: told first, kept then, and taken back."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.interchange.made_tracks import gpx, stamp
from tests.unit.library.test_catalog import put
from visret_desktop.cli.main import main
from visret_desktop.interchange.tracks.gpx import source_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Metadata, Notes, OwnPlace

Run = Callable[..., dict[str, Any]]
WALK = gpx([(43.46, 11.88, stamp(0)), (43.47, 11.88, stamp(500)), (43.47, 11.89, stamp(1000))])
FIRST, SECOND, THIRD = "1" * 32, "2" * 32, "3" * 32


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of three photos whose camera was 100 s slow; one has a place of its own."""
    for name in ("data", "cache", "config", "photos", "photos/sub"):
        (tmp_path / name).mkdir()
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    folder = tmp_path / "photos"
    (tmp_path / "walk.gpx").write_bytes(WALK)
    with_place = Metadata(taken_at="2024-05-03T14:02:30", latitude=43.465, longitude=11.88)
    with catalog_of(folder) as catalog:
        catalog.roots.add(folder)
        put(catalog, 1, "a.jpg", FIRST, Metadata(taken_at="2024-05-03T14:00:00"))
        put(catalog, 1, "known.jpg", SECOND, with_place)
        put(catalog, 1, "sub/b.jpg", THIRD, Metadata(taken_at="2024-05-03T18:00:00"))
    return folder


class catalog_of:  # noqa: N801 - reads as a function
    """The catalog of the library, for the length of a `with` block."""

    def __init__(self, folder: Path) -> None:
        self._path = folder.parent / "data" / "catalog.db"

    def __enter__(self) -> Catalog:
        self._catalog = Catalog.open(self._path)
        return self._catalog

    def __exit__(self, *_: object) -> None:
        self._catalog.close()


@pytest.fixture
def run(photos: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        given = list(map(str, arguments))
        if "--undo" not in given and not given[0].endswith(".gpx"):
            given.insert(0, str(photos.parent / "walk.gpx"))
        assert main(["import-track", *given, "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def places(photos: Path) -> dict[str, OwnPlace | None]:
    with catalog_of(photos) as catalog:
        found = catalog.notes.of([FIRST, SECOND, THIRD])
        return {name: notes.place for name, notes in found.items()}


def test_a_dry_run_tells_everything_and_keeps_nothing(run: Run, photos: Path) -> None:
    told = run("--dry-run")
    assert (told["offset"], told["zone"], told["kept"]) == ("+0:00:00", "Europe/Rome", False)
    assert told["tracks"][0] | {"name": ""} == {
        "name": "",
        "points": 3,
        "segments": 1,
        "from": stamp(0),
        "to": stamp(1000),
    }
    assert told["placed"] == [
        {
            "path": str(photos / "a.jpg"),
            "latitude": 43.46,
            "longitude": 11.88,
            "altitude": 12.5,
            "seconds": 0.0,
            "track": source_of(photos.parent / "walk.gpx"),
        }
    ]
    assert told["known"] == [{"path": str(photos / "known.jpg"), "meters": 222.4}]
    late = {"path": str(photos / "sub" / "b.jpg"), "why": "after", "seconds": 13_400.0}
    assert told["outside"] == [late]
    assert places(photos) == {}


def test_places_are_kept_and_taken_back(run: Run, photos: Path) -> None:
    told = run("--offset", "find")
    assert (told["offset"], told["offset_by"]) == ("+0:01:40", {"photos": 1, "meters": 0.0})
    assert told["kept"]
    walk = photos.parent / "walk.gpx"
    label = source_of(walk)
    made = OwnPlace(43.462, 11.88, 12.5, label)
    assert places(photos) == {FIRST: made}, "nothing of what has its own place"
    with catalog_of(photos) as catalog:
        (photo,) = catalog.photos([1])
        assert photo.placed_by == label
        row = catalog._db.execute("SELECT country FROM photo WHERE id = 1").fetchone()
        assert row == ("IT",), "it is found by country at once"
    other = photos.parent / "elsewhere" / "walk.gpx"
    other.parent.mkdir()
    other.write_bytes(WALK + b" ")
    assert "gave no photo its place" in run("--undo", other, code=2)["error"]["sentence"]
    assert places(photos) == {FIRST: made}, "another track of the same name"
    assert run("--undo", walk) == {"forgotten": {label: 1}}
    assert places(photos) == {}
    assert "Tracks that did: none" in run("--undo", walk, code=2)["error"]["sentence"]
    run("--offset", "find")
    walk.unlink()
    assert run("--undo", label) == {"forgotten": {label: 1}}


def test_a_place_of_an_older_version_is_taken_back_by_its_name(run: Run, photos: Path) -> None:
    with catalog_of(photos) as catalog:
        catalog.annotations.put_notes({FIRST: Notes(place=OwnPlace(43.4, 11.8, None, "walk.gpx"))})
    assert run("--undo", "walk.gpx") == {"forgotten": {"walk.gpx": 1}}


@pytest.mark.parametrize(
    ("options", "offset", "placed"),
    [
        (("--offset", "-0:00:10"), "-0:00:10", 1),
        (("--offset", "+1:00:00", "--zone", "+03:00"), "+1:00:00", 1),
        (("--offset", "-4:00:00", "--folder", "{}/sub"), "-4:00:00", 1),
        (("--clock", "{}/a.jpg=14:01:00"), "+0:01:00", 1),
        (("--offset", "-4:00:00", "--where", "taken:2024"), "-4:00:00", 1),
        (("--offset", "0:04:00", "--largest-gap", "90s"), "+0:04:00", 0),
    ],
)
def test_the_clock_is_given(
    run: Run, photos: Path, options: tuple[str, ...], offset: str, placed: int
) -> None:
    told = run(*(option.format(photos) for option in options), "--dry-run")
    assert (told["offset"], len(told["placed"])) == (offset, placed)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("gone.gpx",), "There is no file"),
        (("bad.gpx",), "it begins with <kml>"),
        (("--offset", "soon"), "no offset"),
        (("--zone", "Atlantis"), "no time zone"),
        (("--clock", "{}/gone.jpg=14:00:00"), "no photo of the library"),
        (("--clock", "{}/a.jpg=noon"), "no time"),
        (("--offset", "find", "--folder", "{}/sub"), "place of its own"),
        (("--largest-gap", "soon"), "no duration"),
        (("--offset", "+0:00:01", "--clock", "a=1"), "not allowed with"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    run: Run, photos: Path, options: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(photos.parent)
    Path("bad.gpx").write_bytes(b"<kml/>")
    code = 3 if options[0] == "gone.gpx" else 2
    assert said in run(*(one.format(photos) for one in options), code=code)["error"]["sentence"]
    assert places(photos) == {}


def test_lines_for_people(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = photos.parent / "walk.gpx"
    file.write_bytes(WALK[: WALK.rindex(b"</trkseg>")])
    (photos.parent / "bad.gpx").write_bytes(b"no track")
    assert main(["import-track", str(photos.parent / "bad.gpx"), str(file), "--dry-run"]) == 0
    said = capsys.readouterr()
    assert "no GPX file" in said.err
    assert "ends in the middle" in said.err
    assert "1 photo would be placed." in said.out
    assert "222 m from where the track was" in said.out
    assert "3.7 h after it ends" in said.out
