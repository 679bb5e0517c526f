"""The proofs' own judgment of files: each finds what it is there to find."""

import hashlib
import os
import shutil
from pathlib import Path

import pytest

from installer.checking import files
from installer.checking.outcome import Wrong
from installer.checking.subject import differences, state


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which nothing is wrong."""
    made = tmp_path / "bundle"
    (made / "python").mkdir(parents=True)
    (made / "python" / "module.py").write_text("pass\n")
    for path in (made, *made.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return made


def test_plain_files_are_right(folder: Path) -> None:
    assert files.prove_files(folder)["files"] == "1"


def test_a_symbolic_link_is_found(folder: Path) -> None:
    (folder / "link").symlink_to("python")
    with pytest.raises(Wrong, match=r"link \(a symbolic link\)"):
        files.prove_files(folder)


@pytest.mark.parametrize(("mode", "said"), [(0o600, "for everybody to read"), (0o666, "to write")])
def test_odd_rights_are_found(folder: Path, mode: int, said: str) -> None:
    (folder / "python" / "module.py").chmod(mode)
    with pytest.raises(Wrong, match=said):
        files.prove_files(folder)


def test_a_pipe_is_found(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert list(files.not_plain(folder)) == ["pipe (neither file nor folder)"]


def test_a_long_path_is_found_and_one_that_just_fits_is_not(folder: Path) -> None:
    room = files.LONGEST_PATH - len(files.USUAL_PLACE)
    (folder / ("a" * room)).touch()
    assert not list(files.too_long(folder))
    (folder / ("b" * (room + 1))).touch()
    assert list(files.too_long(folder)) == [f"{'b' * (room + 1)} ({files.LONGEST_PATH + 1})"]


def test_names_that_are_one_without_capitals_are_found(folder: Path) -> None:
    (folder / "python" / "Module.py").touch()
    assert len(list(files.alike(folder))) == 1


def test_too_many_bytes_are_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST_FOLDER", 4)
    with pytest.raises(Wrong, match="installed"):
        files.prove_files(folder)


def test_downloads_are_compared_with_their_sums(tmp_path: Path) -> None:
    download, sums = tmp_path / "visret.deb", tmp_path / "SHA256SUMS"
    with pytest.raises(Wrong, match="no SHA256SUMS"):
        files.prove_downloads(tmp_path)
    download.write_bytes(b"whole")
    sums.write_text(f"{hashlib.sha256(b'whole').hexdigest()}  visret.deb\n")
    assert files.prove_downloads(tmp_path) == {"visret.deb": "0.0 MB"}
    (tmp_path / "visret.exe").touch()
    with pytest.raises(Wrong, match=r"does not name: visret\.exe"):
        files.prove_downloads(tmp_path)
    download.write_bytes(b"other")
    with pytest.raises(Wrong, match=r"visret\.deb is not what"):
        files.prove_downloads(tmp_path)
    download.unlink()
    with pytest.raises(Wrong, match="not there"):
        files.prove_downloads(tmp_path)


def test_differences_of_two_folders_are_named(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for each in (one, other):
        each.mkdir()
        (each / "same").write_text("same")
        (each / "altered").write_text(f"of {each.name:>5}")
    (one / "lost").touch()
    (other / "added").touch()
    assert list(differences(one, other)) == [
        "added (only in other)",
        "lost (only in one)",
        "altered (not the same)",
    ]


def test_the_state_of_a_folder_tells_what_was_altered_or_replaced(folder: Path) -> None:
    module = folder / "python" / "module.py"
    before = state(folder)
    assert state(folder) == before
    module.write_text("past\n")
    os.utime(module, ns=(1, 1))
    altered = state(folder)
    assert altered != before
    shutil.copy2(module, folder / "new")
    (folder / "new").replace(module)
    assert state(folder) != altered
