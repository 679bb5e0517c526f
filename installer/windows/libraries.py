"""What compiled files of the Windows tree ask for: it is in the tree, or Windows has it.

Microsoft's runtime lies beside python.exe: there every library in any folder finds it. Some
packages bring copies of their own, which others cannot find.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from installer.steps import BuildError, run, say

_COMPILED = (".dll", ".pyd", ".exe")
_IMPORTED = re.compile(r"^\tDLL Name: (\S+)", re.MULTILINE)
_RUNTIME = re.compile(r"(?:msvcp|vcruntime|concrt|vccorlib|vcomp|vcamp)140(?:_\w+)?\.dll")
# Names under which Windows hands out parts of its own.
_OF_WINDOWS = re.compile(r"(?:api|ext)-ms-win-.*\.dll")
# What Windows 10, version 1809, has.
WINDOWS_HAS = frozenset(
    f"{name}.dll"
    for name in (
        *("advapi32", "authz", "bcrypt", "bcryptprimitives", "cabinet", "combase", "comctl32"),
        *("comdlg32", "crypt32", "d2d1", "d3d11", "d3d12", "d3d9", "d3dcompiler_47", "dbghelp"),
        *("dnsapi", "dwmapi", "dwrite", "dxgi", "gdi32", "icuuc", "imagehlp", "imm32", "iphlpapi"),
        *("kernel32", "mpr", "msi", "msvcrt", "ncrypt", "netapi32", "ntdll", "ole32", "oleaut32"),
        *("pdh", "powrprof", "propsys", "psapi", "rpcrt4", "secur32", "setupapi", "shell32"),
        *("shlwapi", "uiautomationcore", "user32", "userenv", "uxtheme", "version", "winhttp"),
        *("winmm", "wintrust", "ws2_32", "wtsapi32"),
    )
)


def needed(path: Path) -> list[str]:
    """Return the names of the libraries that a compiled file asks for when it is loaded.

    Those that it asks for later, if ever ("delayed"), are not among them.
    """
    return [name.lower() for name in _IMPORTED.findall(run(["objdump", "-p", path]))]


def complete(python: Path, runtime: Path) -> None:
    """Copy what the tree needs of Microsoft's runtime beside python.exe.

    Args:
        python: the folder `python` of the tree.
        runtime: a folder with the runtime, at least as new as what any package was made with.

    Raises:
        BuildError: it lacks something.
    """
    offered = {path.name.lower(): path for path in runtime.glob("*140*.dll")}
    paths = list(_compiled(python))
    copied: set[str] = set()
    while paths:
        for name in needed(paths.pop()):
            if _RUNTIME.fullmatch(name) and name not in copied:
                if name not in offered:
                    raise BuildError(f"{runtime} lacks {name}, which is a part of the runtime")
                shutil.copyfile(offered[name], python / name)
                paths.append(python / name)
                copied.add(name)
    say(f"    {', '.join(sorted(copied))}")


def lacking(python: Path) -> dict[str, Path]:
    """Return the libraries that are neither in the tree nor in Windows, each with who needs it.

    Packages tell Windows about folders of their own, so that a library may lie anywhere in the
    tree; the runtime must lie beside python.exe or who needs it.
    """
    paths = list(_compiled(python))
    anywhere = {path.name.lower() for path in paths}
    beside = {path.name.lower() for path in python.iterdir()}
    found: dict[str, Path] = {}
    for path in paths:
        own = {other.name.lower() for other in path.parent.iterdir()}
        for name in needed(path):
            there = beside | own if _RUNTIME.fullmatch(name) else anywhere
            if name not in there | WINDOWS_HAS and not _OF_WINDOWS.fullmatch(name):
                found.setdefault(name, path)
    return found


def check(python: Path) -> None:
    """Check that every library that is asked for will be found.

    Raises:
        BuildError: one will not be.
    """
    found = lacking(python)
    if found:
        lines = [f"{name}, for {path.relative_to(python)}" for name, path in sorted(found.items())]
        raise BuildError("Neither in the tree nor in Windows:\n" + "\n".join(lines))


def _compiled(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in _COMPILED)
