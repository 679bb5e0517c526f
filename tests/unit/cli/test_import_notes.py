"""Two people note the same photos in two libraries; joined, nothing of either is lost."""

import json
import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.cli.main import main
from visret_desktop.interchange.note_files import joined_notes
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import CHUNK
from visret_desktop.library.records import AcceptedName, Notes

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in somebody's library and return what `--json` says."""

    def command(who: str, *arguments: object) -> Any:
        for name in ("DATA", "CONFIG", "CACHE"):
            monkeypatch.setenv(f"VISRET_{name}_DIR", str(tmp_path / who / name.lower()))
        code = main([*map(str, arguments), "--json"])
        out = capsys.readouterr().out
        assert code == 0, out
        return json.loads(out)

    return command


@pytest.fixture
def cards(tmp_path: Path) -> dict[str, Path]:
    """Copies of four photos in the libraries of two people, below other names."""
    folders = {who: tmp_path / f"card of {who}" for who in ("Ana", "Ben")}
    for who, folder in folders.items():
        folder.mkdir()
        (tmp_path / who / "data").mkdir(parents=True)
        catalog = Catalog.open(tmp_path / who / "data" / "catalog.db")
        catalog.roots.add(folder)
        for number in range(4):
            put(catalog, 1, f"{number}.jpg", str(number) * 32)
        catalog.close()
    return folders


def notes_of(run: Run, who: str, folder: Path) -> dict[str, Any]:
    found = run(who, "tag", folder)["notes"]
    return {Path(one["path"]).name: one["notes"] for one in found}


def test_the_work_of_two_is_joined_without_loss(
    run: Run, cards: dict[str, Path], tmp_path: Path
) -> None:
    otter = ("--name", "Lutra lutra", "--by")
    ana, ben = cards["Ana"], cards["Ben"]
    run("Ana", "tag", ana / "0.jpg", "--add", "weir", "--rate", 3, *otter, "Ana", "--count", 2)
    run("Ana", "tag", ana / "1.jpg", *otter, "Ana", "--sex", "female", "--stage", "adult")
    run("Ana", "tag", ana / "2.jpg", "--name", "Mustela putorius", "--by", "Ana")
    run("Ben", "tag", ben / "0.jpg", "--add", "night", "--rate", 5, *otter, "Ben", "--count", 3)
    run("Ben", "tag", ben / "1.jpg", *otter, "Ben", "--stage", "juvenile", "--count", 1)
    run("Ben", "tag", ben / "2.jpg", *otter, "Ben")
    run("Ben", "tag", ben / "3.jpg", "--rate", 1)
    before, file = notes_of(run, "Ana", ana), tmp_path / "Ben.notes"
    assert run("Ben", "export", "notes", "--out", file)["counts"]["photos"] == 4

    preview = run("Ana", "import-notes", file, "--dry-run")
    assert notes_of(run, "Ana", ana) == before
    said = run("Ana", "import-notes", file)
    assert said == {**preview, "kept": True}
    assert (said["contents"], said["in_library"], said["changed"]) == (4, 4, 4)
    different = {Path(one["path"]).name: one["says"] for one in said["different"]}
    assert different == {
        "0.jpg": ["Lutra lutra: 3 × (Ben)", "rating 5 (Ben)"],
        "2.jpg": ["named Lutra lutra (Ben)"],
    }
    joined = notes_of(run, "Ana", ana)
    assert joined["0.jpg"]["rating"] == 3
    assert joined["0.jpg"]["tags"] == [
        *("weir", "night"),
        *("To decide|Lutra lutra: 3 × (Ben)", "To decide|rating 5 (Ben)"),
    ]
    assert [(one["count"], one["by"]) for one in joined["0.jpg"]["names"]] == [(2, "Ana")]
    # Groups of one species stand beside each other, and so do names.
    groups = [(one["life_stage"], one["by"]) for one in joined["1.jpg"]["names"]]
    assert groups == [("adult", "Ana"), ("juvenile", "Ben")]
    assert [one["by"] for one in joined["2.jpg"]["names"]] == ["Ana", "Ben"]
    assert joined["3.jpg"]["rating"] == 1
    assert run("Ana", "tag", 'keyword:"To decide"')["photos"] == 2

    assert run("Ana", "import-notes", file)["changed"] == 0, "again it changes nothing"
    back = tmp_path / "Ana.notes"
    run("Ana", "export", "notes", "--out", back)
    run("Ben", "import-notes", back)
    theirs = notes_of(run, "Ben", ben)
    assert theirs["0.jpg"]["tags"] == [
        *("night", "weir"),
        *("To decide|Lutra lutra: 2 × (Ana)", "To decide|rating 3 (Ana)"),
    ], "what Ana has to decide of Ben's notes is not his"
    assert len(theirs["1.jpg"]["names"]) == len(theirs["2.jpg"]["names"]) == 2
    assert run("Ana", "import-notes", "--undo")["undone"] == 4
    assert notes_of(run, "Ana", ana) == before


def test_a_file_of_others_is_refused_by_its_line(
    run: Run, cards: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = notes_of(run, "Ana", cards["Ana"])
    header = '{"format": "visret-notes", "version": 1, "observer": "Ben"}\n'
    broken = {
        "": "it is empty",
        "a,b,c\n": "line 1 is not as this program writes it",
        "{}\n": "line 1 is not as this program writes it",
        header + '{"hash": "12"}\n': "line 2 is not as this program writes it",
        header.replace("1", "2"): "line 1 is not as this program writes it",
    }
    for text, reason in broken.items():
        (tmp_path / "odd.notes").write_text(text)
        assert main(["import-notes", str(tmp_path / "odd.notes")]) == 2
        assert reason in capsys.readouterr().err
    assert main(["import-notes", str(tmp_path / "none.notes")]) == 2
    assert main(["import-notes"]) == 2
    assert notes_of(run, "Ana", cards["Ana"]) == before


def test_what_has_no_room_is_told(run: Run, cards: dict[str, Path], tmp_path: Path) -> None:
    ana, ben = cards["Ana"] / "0.jpg", cards["Ben"] / "0.jpg"
    tags = (text for number in range(199) for text in ("--add", f"tag {number}"))
    run("Ana", "tag", ana, "--rate", 3, *tags)
    run("Ben", "tag", ben, "--rate", 5, "--add", "otter", "--add", "weir")
    run("Ben", "export", "notes", "--out", tmp_path / "Ben.notes")
    for changed in (1, 0):
        outcome = run("Ana", "import-notes", tmp_path / "Ben.notes")
        assert (outcome["changed"], outcome["left_out"]) == (changed, 2)
        assert outcome["different"][0]["says"] == ["rating 5 (Ben)"]
    assert notes_of(run, "Ana", cards["Ana"])["0.jpg"]["tags"][-2:] == ["tag 198", "otter"]


def test_what_is_noted_while_the_file_is_read_stays(
    run: Run, cards: dict[str, Path], tmp_path: Path
) -> None:
    ana, file, slow = cards["Ana"] / "0.jpg", tmp_path / "Ben.notes", tmp_path / "slow.notes"
    run("Ben", "tag", cards["Ben"] / "0.jpg", "--add", "night")
    run("Ben", "export", "notes", "--out", file)
    header, line = file.read_text().splitlines(keepends=True)
    others = [line.replace("0" * 32, f"{number:032x}") for number in range(10 * CHUNK, 12 * CHUNK)]

    def noting() -> None:
        # Once a pipe takes so much, the first photos have been read, but not the last.
        with slow.open("w") as pipe:
            pipe.write("".join((header, line, *others)))
            pipe.flush()
            with closing(Catalog.open(tmp_path / "Ana" / "data" / "catalog.db")) as window:
                window.annotations.put_notes({"0" * 32: Notes(tags=("weir",))})

    os.mkfifo(slow)
    window = Thread(target=noting)
    window.start()
    assert run("Ana", "import-notes", slow)["changed"] == 1
    window.join()
    assert run("Ana", "tag", ana)["notes"][0]["notes"]["tags"] == ["weir", "night"]
    run("Ana", "import-notes", "--undo")
    assert run("Ana", "tag", ana)["notes"][0]["notes"]["tags"] == ["weir"]


def test_groups_that_differ_in_more_say_in_what() -> None:
    ours = AcceptedName("Lutra lutra", count=1, more=(("observationTags", "limping"),))
    theirs = replace(ours, more=(("observationTags", "wet"),))
    both = joined_notes(Notes(names=(ours,)), Notes(names=(theirs,)), "Ben")
    assert both.differences == ("Lutra lutra: 1 × observationTags wet (Ben)",)
    bare = replace(theirs, count=None)
    both = joined_notes(Notes(names=(ours,)), Notes(names=(bare,)), "Ben")
    assert both.differences == ("Lutra lutra: observationTags wet (Ben)",)
