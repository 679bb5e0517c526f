"""What is found out about compiled libraries, of small ones that are compiled here."""

import subprocess
from pathlib import Path

import pytest

from installer.checking import elf


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library that needs another one, which lies in a folder of its own."""
    made = tmp_path_factory.mktemp("bundle")
    (made / "parts").mkdir()
    _compile(made / "parts" / "libpart.so.1", "-Wl,-soname,libpart.so.1")
    return made


def _compile(path: Path, *options: str) -> None:
    text = '#include <stdio.h>\nint shown(void) { return puts(""); }\n'
    command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-x", "none", "-o", str(path), *options]
    subprocess.run(command, input=text, text=True, check=True)


def _needing(folder: Path, name: str, search: str) -> list[elf.Library]:
    """Compile what needs the part and searches at one place, and read both."""
    part = next(folder.rglob("libpart.so.1"))
    _compile(folder / name, "-Wl,--no-as-needed", str(part), f"-Wl,-rpath,{search}")
    found = elf.libraries(folder)
    assert len(found) >= 2
    return [library for library in found if library.path.name in (name, part.name)]


def test_what_is_searched_for_at_the_right_place_is_not_missing(folder: Path) -> None:
    found = _needing(folder, "right.so", "$ORIGIN/parts")
    assert list(elf.missing(found, {"libc.so.6"})) == []
    assert list(elf.searched_elsewhere(found, folder)) == []


def test_what_is_in_the_bundle_but_not_searched_for_there_is_missing(folder: Path) -> None:
    found = _needing(folder, "wrong.so", "$ORIGIN/other")
    assert list(elf.missing(found, {"libc.so.6"})) == ["libpart.so.1 (for wrong.so)"]


def test_what_lies_beside_but_is_not_searched_for_there_is_missing(folder: Path) -> None:
    found = _needing(folder / "parts", "beside.so", "$ORIGIN/other")
    assert list(elf.missing(found, {"libc.so.6"})) == ["libpart.so.1 (for beside.so)"]


def test_what_is_not_on_the_list_is_missing(folder: Path) -> None:
    found = _needing(folder, "right.so", "$ORIGIN/parts")
    assert set(elf.missing(found, ())) == {
        "libc.so.6 (for libpart.so.1)",
        "libc.so.6 (for right.so)",
    }


@pytest.mark.parametrize(
    "search", ["/usr/lib", "$ORIGIN/parts:", ".", "$ORIGIN/../../../elsewhere"]
)
def test_places_outside_the_bundle_are_found(folder: Path, search: str) -> None:
    found = _needing(folder, "outside.so", search)
    assert len(list(elf.searched_elsewhere(found, folder))) == 1


def test_a_library_for_newer_systems_is_found(folder: Path) -> None:
    found = _needing(folder, "right.so", "$ORIGIN/parts")
    assert list(elf.too_new(found, elf.NEWEST)) == []
    assert list(elf.too_new(found, {"GLIBC": (2, 0)}))
    assert ("GLIBC", (2, 2, 5)) in found[0].versions


def test_a_version_with_a_name_is_as_new_as_it_is(tmp_path: Path) -> None:
    _compile(tmp_path / "packed.so", "-Wl,-z,pack-relative-relocs")
    assert list(elf.too_new(elf.libraries(tmp_path), elf.NEWEST)) == ["packed.so (GLIBC 2.36)"]


def test_a_text_that_is_called_a_library_is_left_out(folder: Path) -> None:
    (folder / "script.so").write_text("INPUT(libpart.so.1)")
    assert "script.so" not in {library.path.name for library in elf.libraries(folder)}


def test_what_nothing_needs_any_more_is_found_on_the_list(folder: Path) -> None:
    found = _needing(folder, "right.so", "$ORIGIN/parts")
    assert list(elf.unused(found, ("libc.so.6", "libgone.so.1"))) == ["libgone.so.1"]
