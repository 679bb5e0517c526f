"""A person's environment that is full of traps, each of which says so when it is sprung."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from installer.checking.empty_system import HOME, PROGRAM, Visit
from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.checking.subject import Subject
from installer.checking.using import (
    DESKTOP,
    VISRET,
    elsewhere,
    find,
    prove_healthy,
    query_of,
    show,
)

_SPRUNG = Path("/tmp/sprung")
_HERE = HOME / "current folder"
_TRAPS = HOME / "traps"
_MODULES = ("numpy", "torch", "PySide6", "PIL", "msgspec", "visret_desktop", "sitecustomize")
_STANDARD = ("json", "sqlite3", "random", "logging", "typing", "usercustomize")
_LIBRARIES = (
    *("libggml-cpu-x64.so", "libggml-cpu-haswell.so", "libggml-cpu.so", "libggml-base.so"),
    *("libllama.so", "libsqlite3.so.0", "sqlite3.so", "_sqlite3.so", "libgomp.so.1", "libz.so.1"),
    *("libpython3.11.so.1.0", "libQt6Core.so.6", "libstdc++.so.6", "libc10.so"),
)
_PLUGIN = Path("platforms", "libqxcb.so")
_PLUGIN_OPENS = "libof-plugin.so"
_QT_CONF = "[Paths]\nPrefix = .\nPlugins = .\n"
# Works even before Python can open files.
_MODULE = """\
import posix
sprung = posix.open({sprung!r}, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND, 0o666)
posix.write(sprung, {name!r}.encode() + b"\\n")
posix.close(sprung)
raise SystemExit("a trap: {name}")
"""
_LIBRARY = """\
#include <stdio.h>
__attribute__((constructor)) static void sprung(void) {
    FILE *file = fopen(SPRUNG, "a");
    if (file) { fputs(NAME "\\n", file); fclose(file); }
}
"""
_LOADS = "import warnings, zlib, msgspec, numpy; warnings.warn('x'); print('\\u00c9t\\u00e9')"
_OPENS = "from PySide6.QtGui import QGuiApplication; QGuiApplication([])"


@dataclass(frozen=True)
class Kind:
    """A kind of trap.

    Attributes:
        name: for whoever reads what is wrong.
        environment: variables that lead into it.
        flags: of the Python that is to be caught, so that no other kind catches it before.
        caught_at: where it is then caught; "": it only breaks.
        statements: what it runs.
        is_set: whether the variables are set for visret, too. Those of Qt a person sets on purpose.
    """

    name: str
    environment: dict[str, str]
    flags: tuple[str, ...] = ("-P", "-s")
    caught_at: str = ""
    statements: str = _LOADS
    is_set: bool = True


KINDS = (
    Kind("the current folder", {}, flags=("-s",), caught_at=str(_HERE)),
    Kind("the person's packages", {}, flags=("-P",), caught_at=str(HOME / ".local")),
    Kind("PYTHONPATH", {"PYTHONPATH": f"{_TRAPS}:"}, caught_at=str(_TRAPS)),
    Kind("PYTHONHOME", {"PYTHONHOME": str(_TRAPS)}, caught_at=str(_TRAPS)),
    Kind(
        "PYTHONUSERBASE",
        {"PYTHONUSERBASE": str(_TRAPS)},
        flags=("-P",),
        caught_at=str(_TRAPS),
    ),
    Kind("PYTHONPLATLIBDIR", {"PYTHONPLATLIBDIR": "traps"}),
    Kind("PYTHONEXECUTABLE", {"PYTHONEXECUTABLE": str(_TRAPS / "python")}),
    Kind("__PYVENV_LAUNCHER__", {"__PYVENV_LAUNCHER__": str(_TRAPS / "python")}),
    Kind("PYTHONWARNINGS", {"PYTHONWARNINGS": "error"}),
    Kind("PYTHONIOENCODING", {"PYTHONIOENCODING": "ascii", "LC_ALL": "C"}),
    # An empty part means the current folder, and stays behind easily.
    Kind("LD_LIBRARY_PATH", {"LD_LIBRARY_PATH": ":/nowhere:"}, caught_at="lib"),
    Kind(
        "a plugin of Qt",
        {"QT_PLUGIN_PATH": ".", "QT_QPA_PLATFORM": "xcb"},
        caught_at=_PLUGIN_OPENS,
        statements=_OPENS,
        is_set=False,
    ),
)


def prove_hostile(subject: Subject) -> Figures:
    """Neither modules nor libraries of others are loaded, wherever they lie and are named."""
    visit = subject.first
    _set_traps(subject, visit)
    _try_traps(subject)
    before = set(visit.left_behind())
    for environment in environments():
        words = {"at": _HERE, "environment": environment}
        name = ", ".join(environment) or "the current folder"
        said = visit.run(VISRET, "--version", **words)  # type: ignore[arg-type]
        _not_sprung(visit, name)
        said.checked()
    everything = environments()[-1]
    figures = {"traps": str(sum(1 for path in before if path.is_relative_to(HOME)))}
    if not subject.short:
        prove_healthy(visit, VISRET, "--check", at=_HERE, environment=everything)
        _not_sprung(visit, "doctor")
    find(subject, visit, VISRET, "--seed", "200", at=_HERE, environment=everything)
    _not_sprung(visit, "search")
    if not subject.short:
        window = (DESKTOP, "--query", query_of(subject))
        picture = subject.report / "window-among-traps.png"
        show(visit, window, picture, "window", at=_HERE, environment=everything)
        _not_sprung(visit, "window")
    new = sorted(set(visit.left_behind()) - before)
    nothing_of(elsewhere(new), "written elsewhere, among traps")
    return figures


def environments() -> list[dict[str, str]]:
    """Return hostile environments: none, one by one, and at last all together."""
    each = [kind.environment for kind in KINDS if kind.is_set and kind.environment]
    return [{}, *each, {name: value for part in each for name, value in part.items()}]


def _set_traps(subject: Subject, visit: Visit) -> None:
    packages = Path("lib", f"python{subject.python}", "site-packages")
    for folder in (HOME / ".local" / packages, _TRAPS / packages, _TRAPS, _HERE):
        _set_modules(visit, folder, (*_MODULES, *_STANDARD))
        (visit.inside(folder) / "trap.pth").write_text("import json\n", encoding="utf-8")
    _set_modules(visit, _TRAPS / packages.parent, ("encodings", "os"))
    (visit.inside(_TRAPS) / "pyvenv.cfg").write_text(f"home = {_TRAPS}\n", encoding="utf-8")
    for name in (*_LIBRARIES, _PLUGIN_OPENS):
        _compile(visit.inside(_HERE / name))
    _set_plugin(subject, visit)
    visit.give(visit.inside(HOME))


def _set_modules(visit: Visit, folder: Path, names: tuple[str, ...]) -> None:
    place = visit.inside(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name in names:
        text = _MODULE.format(sprung=str(_SPRUNG), name=f"{folder}/{name}")
        (place / f"{name}.py").write_text(text, encoding="utf-8")


def _set_plugin(subject: Subject, visit: Visit) -> None:
    """Put a plugin that Qt takes for its own into the current folder; it opens a trap.

    Qt opens only what it knows as a plugin, so it is Qt's own, altered.
    """
    qt = Path("python", "lib", f"python{subject.python}", "site-packages", "PySide6", "Qt")
    plugin = visit.inside(_HERE / _PLUGIN)
    plugin.parent.mkdir(exist_ok=True)
    shutil.copyfile(subject.bundle / qt / "plugins" / _PLUGIN, plugin)
    _do(["patchelf", "--add-needed", _PLUGIN_OPENS, str(plugin)])
    _do(["patchelf", "--set-rpath", f"{PROGRAM / qt / 'lib'}:{_HERE}", str(plugin)])
    (visit.inside(_HERE) / "qt.conf").write_text(_QT_CONF, encoding="utf-8")


def _compile(path: Path) -> None:
    texts = [f'-DSPRUNG="{_SPRUNG}"', f'-DNAME="{path.name}"']
    _do(["cc", "-shared", "-fPIC", *texts, "-x", "c", "-", "-o", str(path)], _LIBRARY)


def _do(command: list[str], said: str = "") -> None:
    if shutil.which(command[0]) is None:
        raise Wrong(f"{command[0]} is needed on this computer, to make traps")
    subprocess.run(command, input=said, text=True, check=True, capture_output=True)


def _try_traps(subject: Subject) -> None:
    """Let each kind catch a Python without our flags, which runs well where there is none."""
    visit = subject.first
    python = PROGRAM / "python" / "bin" / f"python{subject.python}"
    ended = visit.run(python, "-P", "-s", "-c", _LOADS, at=_HERE)
    nothing_of(_sprung(visit), "a trap is sprung by itself")
    ended.checked()
    for kind in KINDS:
        tried = (*kind.flags, "-c", kind.statements)
        ended = visit.run(python, *tried, at=_HERE, environment=kind.environment)
        caught = [name for name in _sprung(visit) if kind.caught_at in name]
        if not (caught if kind.caught_at else ended.code):
            raise Wrong(f"a trap did not work, so this proves nothing: {kind.name}")


def _sprung(visit: Visit) -> Iterator[str]:
    """Say which traps were sprung, and set them again."""
    told = visit.inside(_SPRUNG)
    if told.is_file():
        yield from sorted(set(told.read_text(encoding="utf-8").splitlines()))
        told.unlink()


def _not_sprung(visit: Visit, where: str) -> None:
    nothing_of(_sprung(visit), f"loaded what is not ours ({where})")
