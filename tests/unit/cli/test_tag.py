"""`visret tag`: told first, kept then, and taken back; `visret names`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.cli.main import main
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Metadata, Notes, OwnPlace

Run = Callable[..., dict[str, Any]]
FIRST, SECOND, THIRD = "1" * 32, "2" * 32, "3" * 32


@pytest.fixture
def photos(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("data", "cache", "config", "photos", "photos/sub"):
        (tmp_path / name).mkdir()
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    folder = tmp_path / "photos"
    catalog = Catalog.open(tmp_path / "data" / "catalog.db")
    catalog.roots.add(folder)
    put(catalog, 1, "a.jpg", FIRST, Metadata(keywords=("b/w",)))
    put(catalog, 1, "copy.jpg", FIRST)
    put(catalog, 1, "sub/b.jpg", SECOND, Metadata(rating=2))
    put(catalog, 1, "sub/c.jpg", THIRD)
    catalog.close()
    return folder


@pytest.fixture
def run(photos: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str | Path, code: int = 0, name: str = "tag") -> dict[str, Any]:
        assert main([name, *map(str, arguments), "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def notes(photos: Path) -> dict[str, Notes]:
    catalog = Catalog.open(photos.parent / "data" / "catalog.db")
    found = catalog.notes.of([FIRST, SECOND, THIRD])
    catalog.close()
    return found


def test_tags_are_added_removed_and_taken_back(run: Run, photos: Path) -> None:
    path = photos / "sub"
    told = run(path, "--add", "Animals/Birds/Grey heron", "--add", "b/w", "--dry-run")
    assert (told["photos"], told["changed"], told["kept"]) == (2, 2, False)
    assert notes(photos) == {}
    run(path, "--add", "Animals/Birds/Grey heron", "--add", "b/w", "--rate", "5")
    assert notes(photos)[SECOND] == Notes(("Animals|Birds|Grey heron", "b/w"), 5)
    assert run("keyword:animals", "keyword:b/w")["photos"] == 2
    run("keyword:animals", "--remove", "grey HERON", "--rate", "none")
    assert notes(photos)[THIRD] == Notes(("b/w",))
    assert run("--undo") == {"undone": 2, "changed_since": 0}
    assert notes(photos)[THIRD] == Notes(("Animals|Birds|Grey heron", "b/w"), 5)
    assert "no `visret tag`" in run("--undo", code=2)["error"]["sentence"]


def test_what_others_changed_since_is_not_taken_back(run: Run, photos: Path) -> None:
    run("--folder", photos, "--add", "pond")
    catalog = Catalog.open(photos.parent / "data" / "catalog.db")
    catalog.annotations.put_notes({SECOND: Notes(("lake",))})
    catalog.close()
    assert run("--undo") == {"undone": 2, "changed_since": 1}
    assert notes(photos) == {SECOND: Notes(("lake",))}


def test_a_list_of_names_replaces_none_without_a_word(
    photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, is_second in (("sub", False), (".", True)):
        (photos / folder / "list.txt").write_text("Ardea cinerea\n")
        assert main(["names", "import", str(photos / folder / "list.txt")]) == 0
        assert ("takes the place of the list list" in capsys.readouterr().err) is is_second
    assert main(["names", "import", str(photos / "list.txt"), "--as", "other"]) == 0
    assert "takes the place" not in capsys.readouterr().err


def test_names_keep_who_and_when(run: Run, photos: Path) -> None:
    (photos.parent / "list.txt").write_text("Ardea cinerea; Grey heron\n")
    run("import", photos.parent / "list.txt", "--as", "own", name="names")
    assert [one["names"] for one in run("list", name="names")["lists"]] == [1]
    run(
        photos / "a.jpg", "--name", "grey heron", "--count", "2", "--stage", "juvenile", "--by", "A"
    )
    (heron,) = notes(photos)[FIRST].names
    assert (heron.name, heron.common, heron.count, heron.by) == (
        "Ardea cinerea",
        "Grey heron",
        2,
        "A",
    )
    assert (heron.life_stage, heron.source, heron.at[-1]) == ("juvenile", "typed", "Z")
    assert run('species:"grey heron"')["photos"] == 1
    assert run("--where", "-species:any")["photos"] == 2
    assert run(photos / "copy.jpg", "--drop-name", "GREY heron")["changed"] == 1
    assert notes(photos) == {}
    run("drop", "own", name="names")
    assert "`visret names import`" in run("drop", "own", name="names", code=3)["error"]["sentence"]
    wrong = run("suggest", photos / "a.jpg", name="names", code=3)
    assert wrong["error"]["code"] == "no-name-lists"


def test_a_sow_with_piglets_is_noted(
    run: Run, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wild_boar = (photos / "a.jpg", "--by", "A", "--name", "Sus scrofa")
    run(*wild_boar)
    run(*wild_boar, "--count", "2", "--sex", "female", "--stage", "adult")
    run(*wild_boar, "--count", "5", "--stage", "juvenile", "--behavior", "nursing")
    groups = [(one.count, one.sex, one.life_stage) for one in notes(photos)[FIRST].names]
    assert groups == [(2, "female", "adult"), (5, "", "juvenile")]
    assert main(["tag", str(photos / "a.jpg")]) == 0
    assert "Sus scrofa: 2 × female adult + 5 × juvenile nursing" in capsys.readouterr().out
    assert run('species:"Sus scrofa"')["photos"] == 1
    run("--undo")
    assert len(notes(photos)[FIRST].names) == 1
    run(*wild_boar, "--count", "7", "--instead")
    assert [one.count for one in notes(photos)[FIRST].names] == [7]
    run(photos / "a.jpg", "--drop-name", "sus scrofa")
    assert notes(photos) == {}


@pytest.mark.parametrize(
    ("given", "code", "sentence"),
    [
        (["--add", "x"], 2, "Say which photos"),
        (["sub", "--add", " / "], 2, "is no tag"),
        (["sub", "--rate", "6"], 2, "is no rating"),
        (["sub", "--count", "2"], 2, "give it by --name"),
        (["sub", "--count", "-2", "--name", "x"], 2, "--count"),
        (["sub", "--instead"], 2, "give it by --name"),
        (["sub", "--undo"], 2, "stands alone"),
        (["sub", "owl", "--add", "x"], 2, "not both: owl"),
        (["sub/none.jpg", "--add", "x"], 3, "is not in the library"),
        (["keyword:nothing", "--add", "x"], 2, "has no keyword"),
    ],
)
def test_wrong_input_is_a_sentence(
    given: list[str],
    code: int,
    sentence: str,
    run: Run,
    photos: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(photos)
    assert sentence in run(*given, code=code)["error"]["sentence"]
    assert notes(photos) == {}


def test_a_tag_of_several_meanings_is_not_guessed(run: Run, photos: Path) -> None:
    run(photos / "a.jpg", "--add", "A|x", "--add", "B|x")
    refused = run(photos / "a.jpg", "--remove", "x", code=2)["error"]["sentence"]
    assert "A|x, B|x" in refused


def test_the_place_of_another_photo_is_noted_where_a_photo_knows_none(
    run: Run, photos: Path
) -> None:
    catalog = Catalog.open(photos.parent / "data" / "catalog.db")
    put(catalog, 1, "gps.jpg", "4" * 32, Metadata(latitude=45.9, longitude=15.5, altitude=160))
    catalog.close()
    run(photos, "--place-of", photos / "gps.jpg")
    place = OwnPlace(45.9, 15.5, 160, "photo gps.jpg")
    assert {one.place for one in notes(photos).values()} == {place}
    run("--undo")
    assert notes(photos) == {}
    run(photos / "sub", "--place-of", photos / "sub" / "b.jpg", code=2)
    run(photos / "sub", "--place-of", photos / "none.jpg", code=3)
    run(photos / "sub", "--place-of", photos / "gps.jpg")
    run(photos / "sub", "--drop-place")
    assert notes(photos) == {}
