"""Whether the parts that are no Python load on this computer, tried in processes of their own.

    python -m visret_desktop.cli.native_libraries hnswlib rawpy

A part that does not fit the computer may end the process that loads it. So a child says what it
begins with, and another goes on after it.
"""

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from subprocess import TimeoutExpired

from visret_desktop import installation
from visret_desktop.paths import bundled
from visret_desktop.processes import own_python

_SECONDS = 120.0  # on a disk that is slow, for the first time
# What a bundle leaves to Linux, because it belongs to the drivers or the desktop, and who has it.
_OF_LINUX = {
    "libEGL.so": "libegl1",
    "libGL.so": "libgl1",
    "libX11.so": "libx11-6",
    "libX11-xcb.so": "libx11-xcb1",
    "libdbus-1.so": "libdbus-1-3",
    "libfontconfig.so": "libfontconfig1",
    "libfreetype.so": "libfreetype6",
    "libglib-2.0.so": "libglib2.0-0",
    "libgthread-2.0.so": "libglib2.0-0",
    "libwayland-client.so": "libwayland-client0",
    "libwayland-cursor.so": "libwayland-cursor0",
    "libwayland-egl.so": "libwayland-egl1",
    "libxcb.so": "libxcb1",
    "libxcb-glx.so": "libxcb-glx0",
    "libxcb-randr.so": "libxcb-randr0",
    "libxcb-render.so": "libxcb-render0",
    "libxcb-shape.so": "libxcb-shape0",
    "libxcb-shm.so": "libxcb-shm0",
    "libxcb-sync.so": "libxcb-sync1",
    "libxcb-xfixes.so": "libxcb-xfixes0",
    "libxkbcommon.so": "libxkbcommon0",
}
# What PySide6 wants of Linux where it came as a Python package, by the program that installs it.
FOR_WINDOWS = {
    "apt-get install": (
        "libegl1 libgl1 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 "
        "libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 "
        "libxcb-xinerama0 libxcb-xkb1"
    ),
    "dnf install": (
        "mesa-libEGL mesa-libGL libxkbcommon-x11 dbus-libs fontconfig xcb-util-cursor xcb-util-wm "
        "xcb-util-image xcb-util-keysyms xcb-util-renderutil"
    ),
    "pacman -S": (
        "libglvnd libxkbcommon-x11 dbus fontconfig xcb-util-cursor xcb-util-wm xcb-util-image "
        "xcb-util-keysyms xcb-util-renderutil"
    ),
    "zypper install": (
        "libEGL1 libGL1 libxkbcommon-x11-0 libdbus-1-3 fontconfig libxcb-cursor0 libxcb-icccm4 "
        "libxcb-image0 libxcb-keysyms1 libxcb-render-util0"
    ),
}
WINDOW = "PySide6"


@dataclass(frozen=True)
class LoadAttempt:
    """What came of loading a part.

    Attributes:
        reason: why it does not load; "" if it does.
        devices: what it can compute on, where it was asked.
    """

    reason: str
    devices: tuple[str, ...] = ()


def _import(*modules: str) -> None:
    for module in modules:
        import_module(module)


def _load_onnxruntime() -> list[str]:
    import onnxruntime

    providers: list[str] = onnxruntime.get_available_providers()
    return providers


def _load_openvino() -> list[str]:
    from visret_desktop.models.runtimes.openvino_runtime import processor

    return [processor()]


def _load_torch() -> list[str]:
    import torch

    cards = [torch.cuda.get_device_name(n) for n in range(torch.cuda.device_count())]
    return cards + (["Metal"] if torch.backends.mps.is_available() else [])


def _open_window_system() -> None:
    """Let Qt open what it draws windows with; where there is no display, only load it.

    Raises:
        ImportError: a library of the system is missing; the message names it.
    """
    import_module("PySide6.QtWidgets")
    core, gui = import_module("PySide6.QtCore"), import_module("PySide6.QtGui")
    named = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    on_wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    if sys.platform == "linux" and not (on_wayland and not named):
        plugins = core.QLibraryInfo.path(core.QLibraryInfo.LibraryPath.PluginsPath)
        plugin = core.QPluginLoader(f"{plugins}/platforms/libq{named or 'xcb'}.so")
        if not plugin.load():
            raise ImportError(plugin.errorString())
    if named or has_display():
        # Qt ends the process over what it cannot open; what it says before that is the reason.
        core.qInstallMessageHandler(lambda _kind, _context, message: _report(WINDOW, message))
        application = gui.QGuiApplication([])
        core.qInstallMessageHandler(None)
        application.processEvents()


def _decode(name: str) -> None:
    from visret_desktop.library.photos.imaging import decode_file

    decode_file(bundled("tiny_pictures", name))


# By name, in the order in which they are tried.
_PARTS: dict[str, Callable[[], list[str] | None]] = {
    "onnxruntime": _load_onnxruntime,
    "openvino": _load_openvino,
    "hnswlib": partial(_import, "hnswlib"),
    "llama_cpp": partial(_import, "visret_desktop.models.runtimes.llama"),
    "rawpy": partial(_import, "rawpy"),
    "HEIC": partial(_decode, "red.heic"),
    "JPEG XL": partial(_decode, "red.jxl"),
    "AVIF": partial(_decode, "red.avif"),
    "WebP": partial(_decode, "red.webp"),
    WINDOW: _open_window_system,
    "torch": _load_torch,
}
SMALL = tuple(name for name in _PARTS if name not in (WINDOW, "torch"))


def has_display() -> bool:
    """Return whether a window would be visible."""
    if os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "minimal", "vnc")):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def window_fault() -> str:
    """Return why no window can open on the display, and what cures it; "" if one can."""
    ((name, outcome),) = tried([WINDOW])
    return f"{name} {load_failure(name, outcome.reason)}" if outcome.reason else ""


def load_failure(name: str, reason: str) -> str:
    """Say that a part does not load, why, and what to do about it."""
    return f"does not load: {reason}; {_advice(name, reason)}"


def tried(wanted: Iterable[str]) -> Iterator[tuple[str, LoadAttempt]]:
    """Load parts elsewhere; yield the name of each and what came of it."""
    names = list(wanted)
    while names:
        command = own_python.module(__spec__.name, *names)
        try:
            done = own_python.run(command, _SECONDS)
            output, code = done.stdout, done.returncode
        except TimeoutExpired as error:
            output, code = error.output, None
        outcomes = dict(_read(output, names))
        yield from outcomes.items()
        names = [name for name in names if name not in outcomes]
        if names:  # the first of them ended the process
            yield names.pop(0), LoadAttempt(_ending(code))


def _read(output: str, names: list[str]) -> Iterator[tuple[str, LoadAttempt]]:
    for line in output.splitlines():  # libraries may print, too
        try:
            name, reason, devices = json.loads(line)
        except (ValueError, TypeError):
            continue
        if name in names:
            yield name, LoadAttempt(reason, tuple(devices))


def _ending(code: int | None) -> str:
    if code is None:
        return f"no answer in {_SECONDS:g} seconds"
    if code < 0:
        return f"it ends the process ({signal.Signals(-code).name})"
    return f"it ends the process with code {code}"


def _advice(name: str, reason: str) -> str:
    """Say what to do about a part that does not load."""
    if installation.bundle() is None:
        if name == WINDOW and sys.platform == "linux":
            return f"this brings what is missing:  {_command_for_windows()}"
        return "install the Python packages of visret again"
    lacking = re.search(r"(lib[\w.+-]*?\.so)[.\d]*: cannot open shared object", reason)
    package = _OF_LINUX.get(lacking[1]) if lacking else None
    if package:
        return (
            f"it belongs to the drivers or the desktop of your system, which lacks it; on Debian "
            f"and Ubuntu the package {package} has it"
        )
    return "a file of the program is missing or damaged, so install visret again"


def _command_for_windows() -> str:
    """Return the line that installs what a window needs, for this system."""
    known = (command for command in FOR_WINDOWS if shutil.which(command.partition(" ")[0]))
    command = next(known, next(iter(FOR_WINDOWS)))
    sudo = "sudo " if os.geteuid() else ""
    return f"{sudo}{command} {FOR_WINDOWS[command]}"


def _report(name: str, reason: str, devices: Sequence[str] = ()) -> None:
    sys.stdout.write(json.dumps([name, reason.rstrip("."), devices]) + "\n")
    sys.stdout.flush()


def main(names: list[str]) -> int:
    """Load parts, and say of each why it does not load."""
    for name in names:
        devices: list[str] = []
        try:
            devices = _PARTS[name]() or []
        except Exception as error:  # noqa: BLE001 - native libraries raise anything
            reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        else:
            reason = ""
        _report(name, reason, devices)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
