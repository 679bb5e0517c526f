"""Makes the setup for Windows: `python -m installer.windows.building --out DIR`.

It runs on Linux and Windows. What it cannot fetch is given: Python as python.org publishes it, with
its signatures, Microsoft's runtime, and wheels of ours that were made on Windows. Without them the
setup can only be made to test the setup itself, which it says before anything else.
"""

import argparse
import os
import shutil
import sys
from pathlib import Path

from installer import bytecode, icons, licenses, mark, options, packages, pruning
from installer.steps import BuildError, megabytes, say, size, step
from installer.systems import WINDOWS
from installer.windows import compiling, libraries
from installer.windows.pruning import RULES

_BESIDE = Path(__file__).parent
_NEEDED = ("python.exe", "pythonw.exe", "python313.dll", "vcruntime140.dll", "Lib/os.py")
# What a program needs that brings its own libraries, and no Tk, tests and headers.
_LEFT_OUT = pruning.without(
    r"venv|Doc|include|libs|tcl|Tools|Scripts|_tkinter\.pyd|t[ck]l?86t\.dll"
    r"|_test.*\.pyd|_ctypes_test\.pyd|python3.*\._pth|.*\.nupkg|.*\.pdb"
)
MOST_LETTERS = 160


def make(
    out: Path,
    wheels: Path | None,
    releases: str = "",
    python: Path | None = None,
    runtime: Path | None = None,
    incomplete: bool = False,
    compression: str = "lzma",
) -> list[Path]:
    """Make the tree and its setup in a folder, and return the setup.

    Args:
        out: where the setup comes to lie, beside the folder that it installs.
        wheels: a folder with our wheels of hnswlib and llama-cpp-python for Windows.
        releases: where the program looks for newer versions; "" for nowhere.
        python: a folder with Python for Windows.
        runtime: a folder with Microsoft's runtime; on Windows this computer's own if it is None.
        incomplete: go on without these three.
        compression: as NSIS calls it: "lzma" or "zlib".

    Raises:
        BuildError: something is missing, or a tool fails.
    """
    if runtime is None and sys.platform == "win32":
        runtime = Path(os.environ["SYSTEMROOT"], "System32")
    parts = {"Python": python, "hnswlib and llama-cpp-python": wheels, "runtime": runtime}
    lacking = [name for name, given in parts.items() if given is None]
    if lacking and not incomplete:
        raise BuildError(
            f"The setup for Windows lacks {' and '.join(lacking)}: name the folders with "
            "--windows-python, --windows-wheels and --windows-runtime. With --incomplete it is "
            "made all the same, only good for testing the setup itself."
        )
    tree, version = assemble(out, wheels, releases, python, runtime)
    if not lacking:
        with step("Looking for what libraries ask for"):
            libraries.check(tree / "python")
    missing = f"it has no {' and no '.join(lacking)}" if lacking else ""
    setup = out / f"{tree.name}{'-incomplete' if missing else ''}-setup.exe"
    with step("Compiling the setup"):
        compiling.compile_setup(tree, setup, version, missing, compression)
    if missing:
        say(f"    INCOMPLETE: {missing}; only good for testing the setup itself")
    return [setup]


def assemble(
    out: Path, wheels: Path | None, releases: str, python: Path | None, runtime: Path | None
) -> tuple[Path, str]:
    """Make the folder that the setup installs, and return it and the version of visret."""
    making = out / "making-windows"
    shutil.rmtree(making, ignore_errors=True)
    installed = making / "python" / WINDOWS.libraries
    if python is not None:
        with step("Copying Python"):
            copy_python(python, making / "python")
    version = packages.install_all(WINDOWS, installed, wheels, RULES)
    if runtime is not None:
        with step("Copying Microsoft's runtime"):
            libraries.complete(making / "python", runtime)
    with step("Writing licenses"):
        licenses.write(making)
        packages.drop_texts(installed)
    if python is not None and sys.platform == "win32":
        with step("Compiling modules"):
            library = making / "python" / "Lib"
            bytecode.compile_modules(making / "python" / "python.exe", library, installed)
    with step("Adding the launcher, the icon and the mark"):
        (making / "bin").mkdir()
        for name in ("visret.cmd", "visret-desktop.cmd"):
            shutil.copy(_BESIDE / name, making / "bin")
        shutil.copy(_BESIDE / "README.txt", making)
        shutil.copy(_BESIDE.parent / "cuda.py", installed / "sitecustomize.py")
        icons.draw("visret.ico", making)
        mark.write(making, "windows", version, releases)
    check_paths(making)
    tree = out / f"visret-{version}-{WINDOWS.name}"
    shutil.rmtree(tree, ignore_errors=True)
    making.rename(tree)
    say(f"    {tree.name}: {megabytes(size(tree))} installed")
    return tree, version


def check_paths(tree: Path) -> None:
    """Check that the tree can be installed below a folder of usual length.

    Raises:
        BuildError: a path in it is too long.
    """
    longest = compiling.longest(tree)
    if longest > MOST_LETTERS:
        raise BuildError(f"a path in {tree} has {longest} characters; {MOST_LETTERS} are agreed")


def copy_python(python: Path, to: Path) -> None:
    """Copy what a program needs of a Python for Windows.

    Raises:
        BuildError: it is not such a Python.
    """
    for name in _NEEDED:
        if not (python / name).is_file():
            raise BuildError(f"{python} is not Python {WINDOWS.python} for Windows: no {name}")
    shutil.copytree(python, to, ignore=_LEFT_OUT)
    for part in (to / "Lib" / "site-packages", to / "DLLs"):
        part.mkdir(exist_ok=True)


def main() -> int:
    """Make what is asked for, and return an exit code."""
    parser = options.of_a_build("Make the setup for Windows.")
    add_options(parser)
    asked = parser.parse_args()
    return options.carry_out("windows/build", asked.out, lambda: make_asked(asked))


def make_asked(asked: argparse.Namespace) -> list[Path]:
    """Make what a command line asks for."""
    return make(
        asked.out,
        asked.windows_wheels,
        asked.releases,
        asked.windows_python,
        asked.windows_runtime,
        asked.incomplete,
        asked.compression,
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what can be said about a setup for Windows."""
    for name, meaning in (
        ("--windows-python", "has python.org's Python for Windows"),
        ("--windows-wheels", "has our wheels for Windows"),
        (
            "--windows-runtime",
            "has Microsoft's runtime; on Windows this computer's own is taken without it",
        ),
    ):
        options.add_path(parser, name, meaning)
    parser.add_argument(
        "--incomplete",
        action="store_true",
        help="make a setup without these three, only good for testing the setup itself",
    )
    parser.add_argument(
        "--compression", choices=["lzma", "zlib"], default="lzma", help="zlib is quicker to make"
    )


if __name__ == "__main__":
    sys.exit(main())
