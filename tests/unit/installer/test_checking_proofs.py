"""How proofs are made, told and kept, and what they make of an empty system and a screen."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from installer.checking import desktop_files, hostile, proofs, screenshots, table, using
from installer.checking.__main__ import main
from installer.checking.empty_system import HOME, EmptySystem, Visit, namespaces
from installer.checking.outcome import Wrong, nothing_of
from installer.checking.subject import Subject


def test_every_proof_has_a_name_of_its_own_and_a_sentence() -> None:
    names = [proof.name for proof in proofs.PROOFS]
    assert len(set(names)) == len(names)
    assert all(proof.sentence for proof in proofs.PROOFS)
    assert any(proof.short for proof in proofs.PROOFS)


def test_a_folder_without_a_bundle_fails_every_proof(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["files", "downloads", "libraries", "desktop files", "windows"]
    assert main([str(tmp_path), "--work", str(tmp_path / "work"), "--only", *words]) == 1
    assert "0 of 5 hold" in capsys.readouterr().out
    kept = json.loads((tmp_path / "proofs" / "proofs.json").read_text())
    assert not kept["ok"]
    assert all(proof["wrong"] for proof in kept["proofs"])


def test_a_proof_that_breaks_is_no_proof(tmp_path: Path) -> None:
    def broken(_subject: Subject) -> dict[str, str]:
        raise ZeroDivisionError

    subject = Subject(tmp_path, tmp_path, tmp_path, None)
    row = proofs._row(proofs.Proof("broken", "It breaks", broken), subject)
    assert "ZeroDivisionError" in row.wrong
    assert "WRONG" in table.line(row)


def test_only_a_few_of_many_findings_are_named() -> None:
    nothing_of([], "nothing")
    with pytest.raises(Wrong, match="wrong: 0, 1, 2, 3, 4 and 3 more"):
        nothing_of(range(8), "wrong")


def test_files_left_elsewhere_are_found() -> None:
    own = [using.DATA / "catalog.db", using.CACHE / "x.png", HOME / ".cache/fontconfig/x"]
    assert using.elsewhere(own) == []
    others = [HOME / ".bashrc", HOME / ".local/share/visret-other/x", Path("/tmp/x")]
    assert using.elsewhere([*own, *others]) == others


_ENTER = ("unshare", "--net", "--mount")


def test_a_proof_brings_those_whose_work_it_uses() -> None:
    names = {proof.name for proof in proofs.PROOFS}
    assert {proof.needs for proof in proofs.PROOFS} - {""} <= names
    assert proofs.with_needed(["moved", "files"]) == {"demo", "moved", "files"}


def test_a_computer_that_allows_no_mounts_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Wrong, match="package util-linux"):
        namespaces()
    (tmp_path / "unshare").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "unshare").chmod(0o755)
    with pytest.raises(Wrong, match="user namespaces"):
        namespaces()


def test_without_the_right_of_root_a_user_is_root_there_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unshare").write_text(
        '#!/bin/sh\ncase "$*" in *--map-root-user*) ;; *) exit 1; esac\n'
    )
    (tmp_path / "unshare").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    system = EmptySystem(tmp_path / "root", namespaces())
    assert not system.has_administrator
    assert "--userspec" not in " ".join(Visit(system, tmp_path / "visit").command("visret"))


def test_empty_folders_that_stay_are_found(tmp_path: Path) -> None:
    visit = Visit(EmptySystem(tmp_path / "root", _ENTER), tmp_path / "visit")
    visit.show(Path("/media/program"), tmp_path)
    for folder in (Path("/media/program"), HOME / "empty" / "inner", HOME / "full"):
        visit.inside(folder).mkdir(parents=True)
    visit.inside(HOME / "full" / "file").touch()
    assert visit.folders_left() == [HOME / "empty" / "inner"]


def test_a_visit_knows_what_was_left_behind(tmp_path: Path) -> None:
    visit = Visit(EmptySystem(tmp_path / "root", _ENTER), tmp_path / "visit")
    assert visit.left_behind() == []
    visit.show(HOME / "seen.deb", tmp_path / "seen.deb")
    for path in (HOME / "file", HOME / "seen.deb"):
        visit.inside(path).parent.mkdir(parents=True, exist_ok=True)
        visit.inside(path).touch()
    (visit.work / "memory" / "shared").touch()
    assert visit.left_behind() == [Path("/dev/shm/shared"), HOME / "file"]


def test_a_visit_has_its_own_environment_and_no_network(tmp_path: Path) -> None:
    visit = Visit(EmptySystem(tmp_path / "root", _ENTER), tmp_path / "visit")
    command = visit.command("visret", "a b", environment={"LANG": "C"})
    assert command[0] == "unshare"
    assert "--userspec=1000:1000" in command[-1]
    last = shlex.split(command[-1].splitlines()[-1])
    assert "-i" in last
    assert {"LANG=C", f"HOME={HOME}"} <= set(last)
    assert last[-2:] == ["visret", "a b"]


def test_a_trap_says_that_it_was_sprung(tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    (tmp_path / "numpy.py").write_text(hostile._MODULE.format(sprung=str(sprung), name="numpy"))
    ended = subprocess.run([sys.executable, "-c", "import numpy"], cwd=tmp_path, check=False)
    assert ended.returncode
    assert sprung.read_text() == "numpy\n"


def test_the_last_environment_has_all_that_the_others_have() -> None:
    *each, everything = hostile.environments()
    assert {name for part in each for name in part} == set(everything)
    assert {"PYTHONHOME", "PYTHONPATH", "PYTHONUSERBASE", "LD_LIBRARY_PATH"} <= set(everything)


def test_a_bundle_without_a_desktop_file_is_found(tmp_path: Path) -> None:
    with pytest.raises(Wrong, match="there is no share"):
        desktop_files.prove_desktop_files(tmp_path)


def test_an_empty_screen_has_no_window() -> None:
    screen = Image.new("RGB", (200, 100))
    assert screenshots.colors(screen) == 1
    screen.paste(Image.radial_gradient("L").resize((90, 90)), (5, 5))
    assert screenshots.colors(screen) > 20


def test_a_search_without_a_model_is_found() -> None:
    drawn = [{"name": "A", "cached": False}]
    found = {"query": "a heron?", "instructions": ["a heron"], "sketches": drawn}
    using.judge_models(found)
    with pytest.raises(Wrong, match="rewriter"):
        using.judge_models({**found, "instructions": ["a heron?"]})
    with pytest.raises(Wrong, match="visualizer"):
        using.judge_models({**found, "sketches": [{"name": "A", "cached": True}]})
    with pytest.raises(Wrong, match="visualizer"):
        using.judge_models({**found, "sketches": []})


def test_a_search_that_finds_something_else_first_is_found() -> None:
    using.judge_hits(["/there/a.jpg", "/there/b.jpg"], ["/here/a.jpg", "/here/c.jpg"])
    for found in (["/there/b.jpg", "/there/a.jpg"], []):
        with pytest.raises(Wrong, match="should come first"):
            using.judge_hits(found, ["/here/a.jpg"])
