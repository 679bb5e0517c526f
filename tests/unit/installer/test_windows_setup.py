"""The setup for Windows compiles; what it does is proved under Wine, see installer/README.md."""

import re
import shutil
from pathlib import Path

import pytest
from PIL import Image

from installer import mark, versions
from installer.steps import BuildError
from installer.windows import building, compiling
from visret_desktop.library.photos.formats import EXTENSIONS


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The folder that a setup installs, as small as it can be."""
    folder = tmp_path / "the tree"
    (folder / "python" / "Lib").mkdir(parents=True)
    (folder / "python" / "Lib" / "module.py").write_text("")
    Image.new("RGBA", (16, 16)).save(folder / "visret.ico")
    mark.write(folder, "windows", "1.2.3", "")
    return folder


@pytest.mark.parametrize("target", ["amd64-unicode", "x86-unicode"])
def test_the_script_compiles(
    tree: Path, tmp_path: Path, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shutil.which("makensis"), "compiling the setup needs the system's package nsis"
    monkeypatch.setattr(compiling, "TARGET", target)
    setup = tmp_path / "visret-setup.exe"
    compiling.compile_setup(tree, setup, "1.2.3rc1", "it has no Python", "zlib")
    assert setup.read_bytes()[:2] == b"MZ"
    assert not list(tmp_path.glob("*.nsh"))


def test_only_what_we_installed_is_named(tree: Path) -> None:
    macros = compiling.removal(tree)
    removed = re.findall(r'^  (?:RMDir /r|Delete) "(.*)"$', macros, re.MULTILINE)
    assert removed == [r"$INSTDIR\python", r"$INSTDIR\visret.ico"]


@pytest.mark.parametrize("name", ["portable", "Portable", "uninstall.exe"])
def test_a_tree_never_has_what_is_the_persons(tree: Path, name: str) -> None:
    (tree / name).mkdir()
    with pytest.raises(BuildError, match="not ours"):
        compiling.compile_setup(tree, tree.parent / "visret-setup.exe", "1.2.3")


def test_a_tree_without_our_mark_is_refused(tree: Path) -> None:
    mark.write(tree, "folder", "1.2.3", "")
    with pytest.raises(BuildError, match="form"):
        compiling.compile_setup(tree, tree.parent / "visret-setup.exe", "1.2.3")


def test_no_folder_is_removed_whole_but_our_own() -> None:
    script = compiling.SCRIPT.read_text()
    assert "RMDir /r" not in script
    assert not re.search(r"RMDir /REBOOTOK|Delete .*\*", script)


@pytest.mark.parametrize(
    ("version", "numbers"),
    [("0.1.0", "0.1.0.0"), ("1.2", "1.2.0.0"), ("0.2.0rc1", "0.2.0.0"), ("1.2.3+local", "1.2.3.0")],
)
def test_versions_as_windows_wants_them(version: str, numbers: str) -> None:
    assert versions.numbers(version, 4) == numbers


def test_an_incomplete_setup_must_be_asked_for(tmp_path: Path) -> None:
    with pytest.raises(
        BuildError, match=r"Python and hnswlib and llama-cpp-python and runtime.*--inc"
    ):
        building.make(tmp_path, None)


def test_other_folders_are_not_taken_for_python(tmp_path: Path) -> None:
    (tmp_path / "python.exe").write_bytes(b"")
    with pytest.raises(BuildError, match=r"no pythonw\.exe"):
        building.copy_python(tmp_path, tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "started"),
    [("visret", "python.exe"), ("visret-desktop", "pythonw.exe")],
)
def test_launchers_start_python_as_the_shortcut_does(name: str, started: str) -> None:
    command = Path(building.__file__).with_name(f"{name}.cmd").read_text()
    front = "gui " if name == "visret-desktop" else ""
    assert f'{started}" {compiling.FLAGS} -m visret_desktop {front}%*' in command


def test_every_ending_of_a_photo_is_offered() -> None:
    named = set(re.findall(r"^  !insertmacro \$\{of\} (\S+)$", compiling.endings(), re.MULTILINE))
    assert named == EXTENSIONS
