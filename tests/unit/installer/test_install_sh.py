"""install.sh, run for real over a small bundle: in place, newer, away again, and never too much."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from installer import mark


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / """Zoë's "$HOME" & 100% | \\1"""
    folder.mkdir()
    return folder


def _run(
    script: Path, home: Path, *words: str, at: Path | None = None, **told: str
) -> subprocess.CompletedProcess[str]:
    told |= {"HOME": str(home), "PATH": os.environ["PATH"]}
    command = ["sh", str(script), *words]
    return subprocess.run(command, env=told, cwd=at, capture_output=True, text=True, check=False)


def _install(bundle: Path, home: Path) -> Path:
    done = _run(bundle / "install.sh", home)
    assert (done.returncode, done.stderr) == (0, "")
    return home / ".local/lib/visret"


def _remove(target: Path, home: Path) -> str:
    done = _run(target / "install.sh", home, "--remove")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def _files(folder: Path) -> list[Path]:
    """Return what is no folder, but for what desktops make of all desktop files and types."""
    made = (folder / ".local/share/applications/mimeinfo.cache", folder / ".local/share/mime")
    paths = (path for path in folder.rglob("*") if not path.is_dir())
    return sorted(path for path in paths if not any(path.is_relative_to(name) for name in made))


def test_what_is_installed_starts(bundle: Path, home: Path) -> None:
    _install(bundle, home)
    shutil.rmtree(bundle)
    for name, more in (("visret", []), ("visret-desktop", ["gui"])):
        command = home / ".local/bin" / name
        said = subprocess.check_output([command, "a b", "--c"], text=True).splitlines()
        flags = ["-P", "-s", "-E", "-B", "-X", "utf8", "-m", "visret_desktop"]
        assert said == [*flags, *more, "a b", "--c"]


@pytest.mark.parametrize(
    "name",
    [
        "applications/visret.desktop",
        "kio/servicemenus/visret.desktop",
        "nemo/actions/visret.nemo_action",
    ],
)
def test_desktop_files_name_the_whole_path(bundle: Path, home: Path, name: str) -> None:
    target = _install(bundle, home)
    text = (home / ".local/share" / name).read_text()
    (line,) = [line for line in text.splitlines() if line.startswith("Exec=")]
    # As the specification reads it: first the value as a string, then words in quotes, then codes.
    value = line.removeprefix("Exec=").replace("\\\\", "\\")
    assert value.startswith('"')
    word, at = "", 1
    while value[at] != '"':
        at += value[at] == "\\"
        word += value[at]
        at += 1
    assert word.replace("%%", "%") == str(target / "bin/visret-desktop")
    assert "TryExec" not in text


def test_all_of_it_goes_and_nothing_else(bundle: Path, home: Path) -> None:
    library = home / ".local/share/visret/catalog.db"
    library.parent.mkdir(parents=True)
    library.write_text("photos")
    target = _install(bundle, home)
    assert len(_files(home)) > len(_files(target)) + 2
    _remove(target, home)
    assert _files(home) == [library]


def test_a_newer_version_takes_the_place_of_the_whole_older_one(bundle: Path, home: Path) -> None:
    (bundle / "python" / "older").touch()
    gone = bundle / "share/applications/older.desktop"
    gone.touch()
    target = _install(bundle, home)
    (bundle / "python" / "older").unlink()
    gone.unlink()
    mark.write(bundle, "folder", "1.3.0", "")
    _install(bundle, home)
    assert "1.3.0" in (target / mark.NAME).read_text()
    assert not list(home.rglob("older*"))
    assert [path.name for path in target.parent.iterdir()] == ["visret"]


def test_the_portable_folder_stays_where_it_is(bundle: Path, home: Path) -> None:
    (bundle / "portable" / "data").mkdir(parents=True)
    assert not (_install(bundle, home) / "portable").exists()


def test_from_a_medium_that_cannot_be_written(bundle: Path, home: Path) -> None:
    for path in (*bundle.rglob("*"), bundle):
        path.chmod(0o555 if path.is_dir() else 0o444)
    target = _install(bundle, home)
    assert os.access(target / "python/bin/python3.11", os.X_OK)
    assert all(path.stat().st_mode & 0o200 for path in target.rglob("*"))
    assert _run(target / "install.sh", home, "--remove").returncode == 0
    for path in (bundle, *bundle.rglob("*")):
        path.chmod(0o755)


@pytest.mark.parametrize("words", [[], ["--remove"]])
def test_a_folder_of_somebody_else_is_left_alone(
    bundle: Path, home: Path, words: list[str]
) -> None:
    theirs = home / ".local/lib/visret/thesis.txt"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("years of work")
    done = _run(bundle / "install.sh", home, *words)
    assert done.returncode == 1
    assert done.stderr.startswith("install.sh: ")
    assert _files(home) == [theirs]


@pytest.mark.parametrize("has_mark", [False, True])
def test_what_lies_where_a_copy_would_is_left_alone(
    bundle: Path, home: Path, has_mark: bool
) -> None:
    theirs = home / ".local/lib/visret.new/thesis.txt"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("years of work")
    if has_mark:
        shutil.copy(bundle / mark.NAME, theirs.parent)
    assert _run(bundle / "install.sh", home).returncode == 1
    assert theirs.read_text() == "years of work"


def test_a_command_of_somebody_else_is_left_alone(bundle: Path, home: Path) -> None:
    theirs = home / ".local/bin/visret"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("#!/bin/sh\necho mine\n")
    target = _install(bundle, home)
    assert theirs.read_text() == "#!/bin/sh\necho mine\n"
    assert _run(target / "install.sh", home, "--remove").returncode == 0
    assert theirs.read_text() == "#!/bin/sh\necho mine\n"


def test_a_copy_that_was_cut_off_is_begun_anew(bundle: Path, home: Path) -> None:
    half = home / ".local/lib/visret.new"
    half.mkdir(parents=True)
    shutil.copy(bundle / mark.NAME, half)
    (half / "python").mkdir()
    (half / "python" / "half a file").touch()
    target = _install(bundle, home)
    assert not half.exists()
    assert not (target / "python" / "half a file").exists()


def test_it_does_not_install_itself_over_itself(bundle: Path, home: Path) -> None:
    target = _install(bundle, home)
    before = _files(home)
    assert _run(target / "install.sh", home).returncode == 1
    assert _files(home) == before


# ---- what people put beside the program -------------------------------------------------------


def test_what_a_person_put_into_the_program_folder_stays(bundle: Path, home: Path) -> None:
    target = _install(bundle, home)
    theirs = {target / name for name in ("portable/data/catalog.db", "cuda/torch", "notes.txt")}
    for path in theirs:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(path.name)
    (target / "README.txt").write_text("older")
    _install(bundle, home)
    assert (target / "README.txt").read_text() != "older"
    assert all(path.read_text() == path.name for path in theirs)
    assert f"{target} has files that are yours" in _remove(target, home)
    assert set(_files(home)) == theirs


def test_it_can_be_installed_where_a_portable_folder_was_left(bundle: Path, home: Path) -> None:
    library = home / ".local/lib/visret/portable/data/catalog.db"
    for _ in range(2):
        target = _install(bundle, home)
        library.parent.mkdir(parents=True, exist_ok=True)
        library.write_text("photos")
        _remove(target, home)
        assert _files(home) == [library]


def test_what_a_person_put_beside_the_download_is_not_taken(bundle: Path, home: Path) -> None:
    (bundle / "cuda").mkdir()
    (bundle / "notes.txt").touch()
    done = _run(bundle / "install.sh", home)
    assert f"{bundle / 'cuda'} is yours, and was not copied." in done.stdout
    installed = {path.name for path in (home / ".local/lib/visret").iterdir()}
    assert not {"cuda", "notes.txt"} & installed


# ---- what lies outside of it ------------------------------------------------------------------

_OUTSIDE = (".local/bin/visret", ".local/share/applications/visret.desktop")


@pytest.mark.parametrize("name", _OUTSIDE)
def test_a_file_that_was_there_before_stays(bundle: Path, home: Path, name: str) -> None:
    theirs = home / name
    theirs.parent.mkdir(parents=True)
    theirs.write_text("mine")
    for _ in range(2):
        done = _run(bundle / "install.sh", home)
        assert done.returncode == 0
        assert f"{theirs} is not of this program" in done.stdout
        assert theirs.read_text() == "mine"
    _remove(home / ".local/lib/visret", home)
    assert _files(home) == [theirs]


@pytest.mark.parametrize("name", _OUTSIDE)
@pytest.mark.parametrize("updated", [False, True])
def test_a_file_that_was_changed_since_stays(
    bundle: Path, home: Path, name: str, updated: bool
) -> None:
    target = _install(bundle, home)
    theirs = home / name
    text = theirs.read_text() + "# and a line of my own\n"
    theirs.write_text(text)
    if updated:
        _install(bundle, home)
    assert theirs.read_text() == text
    _remove(target, home)
    assert theirs.read_text() == text
    assert _files(home) == [theirs]


def test_folders_that_were_made_go_and_others_stay(bundle: Path, home: Path) -> None:
    (home / ".local/bin").mkdir(parents=True)
    for _ in range(2):
        target = _install(bundle, home)
    _remove(target, home)
    made = (home / ".local/share/applications", home / ".local/share/mime")
    left = [path for path in home.rglob("*") if not any(path.is_relative_to(m) for m in made)]
    assert set(left) <= {home / name for name in (".local", ".local/bin", ".local/share")}
    assert (home / ".local/bin").is_dir()


# ---- where it goes ----------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["programs/visret", "programs/visret//", "./programs/visret"])
def test_a_folder_named_from_where_one_stands(
    bundle: Path, home: Path, tmp_path: Path, given: str
) -> None:
    done = _run(bundle / "install.sh", home, at=tmp_path, VISRET_PREFIX=given, XDG_DATA_HOME="x")
    assert (done.returncode, done.stderr) == (0, "")
    assert {path.name for path in (tmp_path / "programs").iterdir()} == {"visret"}
    assert "visret_desktop" in subprocess.check_output([home / ".local/bin/visret"], text=True)
    text = (home / ".local/share/applications/visret.desktop").read_text()
    assert f'Exec="{tmp_path}/' in text
    done = _run(bundle / "install.sh", home, "--remove", at=tmp_path, VISRET_PREFIX=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert _files(home) == []
    assert not (tmp_path / "programs").exists()


# ---- while it runs ----------------------------------------------------------------------------


@contextmanager
def _running(program: Path) -> Iterator[None]:
    """Start a program that waits for its input, in the place of the interpreter."""
    shutil.copy(shutil.which("cat") or "", program)
    with subprocess.Popen([program], stdin=subprocess.PIPE) as process:
        yield
        assert process.poll() is None


@pytest.mark.parametrize("words", [[], ["--remove"]])
def test_it_refuses_while_visret_runs(bundle: Path, home: Path, words: list[str]) -> None:
    target = _install(bundle, home)
    with _running(target / "python/bin/python3.11"):
        before = _files(home)
        done = _run(bundle / "install.sh", home, *words)
        assert done.returncode == 1
        assert "Close visret first." in done.stderr
        assert _files(home) == before
    assert _run(bundle / "install.sh", home, *words).returncode == 0
