"""The Python of a bundle for Linux: only what a program needs that brings its own libraries."""

import shutil
from pathlib import Path

from installer import pruning
from installer.steps import BuildError, run
from installer.systems import LINUX, System

# Other people's packages, tests, and what needs Tk, a terminal or a compiler.
_LEFT_OUT = pruning.without(
    r"lib2to3|config-3.*|curses|dbm|EXTERNALLY-MANAGED"
    r"|(_tkinter|readline|_curses|_dbm|_gdbm|nis|_crypt|_test|_xxtest|_ctypes_test|xx|ossaudiodev)"
    r".*\.so"
)


def fetch(into: Path) -> Path:
    """Fetch a Python that can be moved anywhere, checked by uv, and return its prefix.

    Raises:
        BuildError: there is none.
    """
    run(["uv", "python", "install", "--no-bin", "--install-dir", into, LINUX.python])
    for prefix in into.glob(f"cpython-{LINUX.python}.*"):
        return prefix.resolve()
    raise BuildError(f"uv has put no Python {LINUX.python} into {into}")


def copy(prefix: Path, python: Path, system: System = LINUX) -> None:
    """Copy the Python of a prefix, links as what they point at.

    Raises:
        BuildError: the prefix has no Python of our version.
    """
    if not (prefix / system.interpreter).is_file():
        raise BuildError(f"{prefix} has no {system.interpreter}")
    interpreter = python / system.interpreter
    interpreter.parent.mkdir(parents=True)
    shutil.copy(prefix / system.interpreter, interpreter)
    standard = f"lib/python{system.python}"
    shutil.copytree(prefix / standard, python / standard, ignore=_LEFT_OUT)
    shared = f"libpython{system.python}.so.1.0"
    if shared in run(["readelf", "-d", interpreter]):
        shutil.copy(prefix / "lib" / shared, python / "lib" / shared)
    (python / system.libraries).mkdir()
