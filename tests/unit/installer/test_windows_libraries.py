"""What libraries of a Windows tree ask for; tried with one that makensis brings."""

import shutil
from pathlib import Path

import pytest

from installer.steps import BuildError
from installer.windows import libraries

_DLL = Path("/usr/share/nsis/Plugins/amd64-unicode/System.dll")


def _asks_for(path: Path, name: str) -> Path:
    """Write a library that asks for another one, whose name has 12 letters at most."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = _DLL.read_bytes()
    known = b"KERNEL32.dll"
    assert content.count(known) == 1
    put = name.encode().ljust(len(known), b"\0")
    assert len(put) == len(known)
    path.write_bytes(content.replace(known, put))
    return path


def test_what_it_asks_for_is_read() -> None:
    asked = libraries.needed(_DLL)
    assert "kernel32.dll" in asked
    assert set(asked) <= libraries.WINDOWS_HAS


def test_a_library_that_is_nowhere_is_named(tmp_path: Path) -> None:
    asking = _asks_for(tmp_path / "Lib" / "inner" / "asks.pyd", "nowhere.dll")
    assert libraries.lacking(tmp_path) == {"nowhere.dll": asking}
    with pytest.raises(BuildError, match=r"nowhere\.dll, for Lib.inner.asks\.pyd"):
        libraries.check(tmp_path)
    shutil.copy(_DLL, tmp_path / "Lib" / "Nowhere.dll")
    libraries.check(tmp_path)


def test_the_runtime_must_lie_beside_python_or_who_needs_it(tmp_path: Path) -> None:
    python = tmp_path / "python"
    asking = _asks_for(python / "Lib" / "torch" / "torch.dll", "MSVCP140.dll")
    elsewhere = python / "Lib" / "PySide6" / "msvcp140.dll"
    elsewhere.parent.mkdir()
    shutil.copy(_DLL, elsewhere)
    assert libraries.lacking(python) == {"msvcp140.dll": asking}
    elsewhere.rename(asking.with_name("msvcp140.dll"))
    libraries.check(python)


def test_the_runtime_is_copied_with_what_it_needs_itself(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    python = tmp_path / "python"
    _asks_for(python / "Lib" / "torch.pyd", "MSVCP140.dll")
    with pytest.raises(BuildError, match=r"lacks msvcp140\.dll"):
        libraries.complete(python, runtime)
    _asks_for(runtime / "msvcp140.dll", "VCOMP140.dll")
    shutil.copy(_DLL, runtime / "vcomp140.dll")
    shutil.copy(_DLL, runtime / "concrt140.dll")
    libraries.complete(python, runtime)
    assert {path.name for path in python.glob("*.dll")} == {"msvcp140.dll", "vcomp140.dll"}
    libraries.check(python)
