"""Compiles the setup of a Windows tree with NSIS."""

import sys
from pathlib import Path

from installer import mark as mark_file
from installer.steps import BuildError, run
from installer.versions import numbers
from visret_desktop import APP_ID
from visret_desktop.library.photos.formats import EXTENSIONS

SCRIPT = Path(__file__).with_name("visret.nsi")
MARK_LINE = ' "form": "windows"'  # as installer/mark.py writes it
FLAGS = "-P -s -E -B -X utf8"
# The makensis for Windows makes no setups of 64 bits; Wine often runs no others.
TARGET = "x86-unicode" if sys.platform == "win32" else "amd64-unicode"
# Names at the top of the trees of older versions, which an update removes, too.
FORMER: tuple[str, ...] = ()
# What persons make beside the program.
NEVER_OURS = frozenset({"portable", "uninstall.exe"})


def compile_setup(
    tree: Path, out: Path, version: str, incomplete: str = "", compression: str = "lzma"
) -> None:
    """Write the setup that installs a tree.

    Args:
        tree: the folder that is installed.
        out: where to write the setup.
        version: of visret.
        incomplete: what is missing in the tree, which the setup says before anything else.
        compression: "lzma", or "zlib", which takes a sixth of the time.

    Raises:
        BuildError: the tree has no mark or no icon, or something that no setup of ours may have.
    """
    _check(tree)
    ours = out.with_name(out.name + ".nsh")
    ours.write_text(removal(tree) + endings(), encoding="utf-8")
    defined = {
        "TREE": str(tree.absolute()),
        "OURS": str(ours.absolute()),
        "MARK": mark_file.NAME,
        "MARK_LINE": MARK_LINE,
        "OUT": str(out.absolute()),
        "VERSION": version,
        "NUMBERS": numbers(version, 4),
        "APP_ID": APP_ID,
        "FLAGS": FLAGS,
        "LONGEST": str(1 + longest(tree)),
    }
    if incomplete:
        defined["INCOMPLETE"] = incomplete
    makensis(SCRIPT, defined, compression)
    ours.unlink()


def makensis(script: Path, defined: dict[str, str], compression: str) -> None:
    """Compile a script for NSIS; warnings are errors.

    Raises:
        BuildError: it fails, or makensis is not there: the package nsis of Linux systems has it.
    """
    command = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8"]
    command += [f"-XSetCompressor /FINAL {compression}", f"-DTARGET={TARGET}"]
    run([*command, *(f"-D{name}={value}" for name, value in defined.items()), script])


def longest(tree: Path) -> int:
    """Return how many characters the longest path in a folder has."""
    return max(len(str(path.relative_to(tree))) for path in tree.rglob("*"))


def _check(tree: Path) -> None:
    mark = tree / mark_file.NAME
    lines = mark.read_text(encoding="utf-8").splitlines() if mark.is_file() else []
    if not any(line.startswith(MARK_LINE) for line in lines):
        raise BuildError(f"{mark} has no line {MARK_LINE}: by that the setup knows its own.")
    if not (tree / "visret.ico").is_file():
        raise BuildError(f"{tree} has no visret.ico.")
    for path in tree.rglob("*"):
        if path.is_symlink():
            raise BuildError(f"{path} is a symbolic link; many Windows drives have none.")
    taken = NEVER_OURS & {path.name.lower() for path in tree.iterdir()}
    if taken:
        raise BuildError(f"{tree} has {', '.join(sorted(taken))}, which is not ours to remove.")


def removal(tree: Path) -> str:
    """Return macros that remove what lies at the top of the tree, and look for what stayed."""
    top = sorted(tree.iterdir())
    folders = [*(path.name for path in top if path.is_dir()), *FORMER]
    files = [
        *(path.name for path in top if path.is_file() and path.name != mark_file.NAME),
        *FORMER,
    ]
    lines = ["!macro RemoveOurs"]
    lines += [f'  RMDir /r "$INSTDIR\\{name}"' for name in folders]
    lines += [f'  Delete "$INSTDIR\\{name}"' for name in files]
    lines += ["!macroend", "!macro LookForOurs"]
    lines += [f'  !insertmacro LookForOne "{name}"' for name in [*folders, *files]]
    return "\n".join([*lines, "!macroend", ""])


def endings() -> str:
    """Return a macro that inserts another one for each ending of a photo."""
    lines = [f"  !insertmacro ${{of}} {ending}" for ending in sorted(EXTENSIONS)]
    return "\n".join(["!macro ForEndings of", *lines, "!macroend", ""])
