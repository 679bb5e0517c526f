"""Put an empty library in the place of libx265, which is under the GPL, in pillow-heif's wheel.

libheif, which reads HEIC, is under the LGPL and is linked with that encoder, so that it does not
load without a library of its name. The one put there has the two functions that libheif names; it
is compiled for all systems by the same compiler, zig's, which is fetched for that.
pi-heif is pillow-heif without the encoder, but its libheif was months behind with repairs: it died
of 6 of 2,460 damaged files, the one in pillow-heif of none of 20,000.
"""

from pathlib import Path

from installer.steps import BuildError, run
from installer.systems import LINUX, MACOS, WINDOWS, System

_COMPILER = "ziglang==0.17.1"
_SOURCE = Path(__file__).with_suffix(".c")
_TARGETS = {
    LINUX.name: ("x86_64-linux-gnu.2.17",),
    WINDOWS.name: ("x86_64-windows-gnu",),
    # A library of a lower version than the one it was linked with is refused there.
    MACOS.name: (
        "aarch64-macos.14.0",
        "-Wl,-compatibility_version,217.0.0,-current_version,217.0.0",
        "-Wl,-install_name,@loader_path/libx265.217.dylib",
    ),
}
# By the number in their names: a later x265 asks for a function of another name.
NAMES = ("libx265*.so.217", "libx265-217-*.dll", "libx265.217.dylib")


class X265NotFound(BuildError):
    """There is not one libx265 of the version that the empty one stands for."""


def leave_out(packages: Path, system: System) -> None:
    """Replace libx265 below a folder of installed packages.

    Raises:
        X265NotFound: pillow-heif has changed; look again.
        BuildError: the compiler fails.
    """
    found = [path for name in NAMES for path in packages.rglob(name)]
    if len(found) != 1:
        raise X265NotFound(f"{len(found)} libx265 of version 217 below {packages}")
    compile_into(found[0], system)


def compile_into(path: Path, system: System) -> None:
    """Write the empty library for a system."""
    target, *more = _TARGETS[system.name]
    command: list[str | Path] = ["uv", "run", "--quiet", "--no-project", "--with", _COMPILER]
    command += ["python", "-P", "-m", "ziglang", "cc"]
    command += ["-target", target, "-shared", "-O2", "-s", *more]
    path.unlink(missing_ok=True)
    run([*command, "-o", path, _SOURCE])
    for ending in (".lib", ".pdb"):  # Windows: for linking and debugging
        path.with_name(f"{_SOURCE.stem}{ending}").unlink(missing_ok=True)
