"""`visret import-detections`: told first, kept then, and dropped."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader

Run = Callable[..., dict[str, Any]]
NAMES = ("fox.jpg", "blank.jpg", "low.jpg")
BOX = [0.1, 0.2, 0.3, 0.4]


def entry(path: str, *shares: float) -> dict[str, Any]:
    found = [{"category": "1", "conf": share, "bbox": BOX} for share in shares]
    return {"file": path, "detections": found}


IMAGES = [
    entry("D:\\cards\\photos\\fox.jpg", 0.9, 0.1),
    entry("photos/blank.jpg"),
    entry("photos/low.jpg", 0.15),
    entry("card/fox.jpg", 0.5),
    entry("photos/gone.jpg", 0.5),
]


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("data", "cache", "config", "photos"):
        (tmp_path / name).mkdir()
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    catalog = Catalog.open(tmp_path / "data" / "catalog.db")
    catalog.roots.add(tmp_path / "photos")
    for number, name in enumerate(NAMES):
        put(catalog, 1, name, f"{number:032x}")
    catalog.close()
    content = {"images": IMAGES, "info": {"format_version": "1.6", "detector": "md_v5a"}}
    (tmp_path / "result.json").write_text(json.dumps(content))
    return tmp_path / "photos"


@pytest.fixture
def run(photos: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*options: str | Path, code: int = 0) -> dict[str, Any]:
        given = [str(photos.parent / "result.json"), *map(str, options)]
        assert main(["import-detections", *given, "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def kept(photos: Path) -> dict[str, list[float | None]]:
    reader = CatalogReader(photos.parent / "data" / "catalog.db")
    found = {
        name: [one.confidence for look in reader.detections.of(f"{n:032x}") for one in look.found]
        for n, name in enumerate(NAMES)
        if reader.detections.of(f"{n:032x}")
    }
    reader.close()
    return found


def test_a_file_is_told_kept_and_dropped(
    run: Run, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = run("--dry-run")
    assert (told["format"], told["model"], told["entries"]) == ("MegaDetector", "md_v5a", 5)
    assert (told["matched"], told["elsewhere"], told["unknown"]) == (3, 1, 1)
    assert (told["kept"], told["blank"], told["least"]) == (3, 2, 0.2)
    assert told["labels"] == [{"name": "animal", "common": "", "photos": 1}]
    assert kept(photos) == {}
    assert run() == told
    assert kept(photos) == {"fox.jpg": [0.9], "blank.jpg": [], "low.jpg": []}
    assert run("--confidence", "10%")["blank"] == 1
    assert kept(photos) == {"fox.jpg": [0.9, 0.1], "blank.jpg": [], "low.jpg": [0.15]}
    capsys.readouterr()
    assert main(["import-detections", str(photos / "result.json"), "--drop"]) == 2
    assert f"1: {photos.parent / 'result.json'}" in capsys.readouterr().err, "of the same name"
    assert run("--drop")["dropped"] == 3
    assert kept(photos) == {}
    assert "was not imported" in run("--drop", code=2)["error"]["sentence"]


def test_in_a_folder_the_name_is_enough(run: Run, photos: Path) -> None:
    content = {"images": [entry("card/fox.jpg", 0.5)]}
    (photos.parent / "result.json").write_text(json.dumps(content))
    assert run("--dry-run", code=1)["elsewhere"] == run(code=1)["elsewhere"] == 1
    assert kept(photos) == {}
    assert run("--folder", photos)["matched"] == 1
    assert kept(photos) == {"fox.jpg": [0.5]}
    assert run("--folder", photos.parent / "data", code=3)["error"]["code"] == "folder-missing"


@pytest.mark.parametrize(
    ("content", "options", "said", "code"),
    [
        (b"<kml/>", (), "none of the files that are known: MegaDetector", 2),
        (None, (), "There is no file", 3),
        (b"[]", ("--confidence", "2"), "no number from 0 to 1", 2),
        (b"[]", ("--dry-run", "--drop"), "not allowed with", 2),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    run: Run, photos: Path, content: bytes | None, options: tuple[str, ...], said: str, code: int
) -> None:
    file = photos.parent / "result.json"
    file.unlink()
    if content is not None:
        file.write_bytes(content)
    assert said in run(*options, code=code)["error"]["sentence"]
    assert kept(photos) == {}


def test_lines_for_people(photos: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = photos.parent / "result.json"
    file.write_text(file.read_text()[:-60].replace("0.15", "NaN"))
    assert main(["import-detections", str(file), "--dry-run"]) == 0
    said = capsys.readouterr().out
    assert "1 not understood: without a confidence from 0 to 1" in said
    assert "1 entry passed over: photos of this name lie in folders of other names" in said
    assert "would be kept, with a confidence of at least 0.2" in said
    assert "nothing: these are blank" in said
