"""Make installers: `installer/build --out DIR`."""

import argparse
import os
import sys
from pathlib import Path

from installer.linux import archives, bundle
from installer.steps import BuildError, look_for, megabytes, say, size, step
from installer.systems import LINUX, WINDOWS
from installer.windows import building as windows


def main() -> int:
    """Make what is asked for, and return an exit code."""
    asked = _arguments()
    out: Path = asked.out
    os.umask(0o022)  # what is packed is for everybody to read
    try:
        out.mkdir(parents=True, exist_ok=True)
        made = [path for name in asked.system for path in _MAKERS[name](out, asked)]
        archives.sum_up(out)
    except (BuildError, OSError) as error:
        sys.stderr.write(f"installer/build: {error}\n")
        return 1
    for path in made:
        say(f"{megabytes(size(path)):>10}  {path.name}")
    return 0


def _linux(out: Path, asked: argparse.Namespace) -> list[Path]:
    look_for(*_PROGRAMS)
    folder, version = bundle.make(out, asked.python, asked.wheels, asked.torch, asked.releases)
    folded = out / f"{folder.name}.tar.zst"
    package = out / f"visret_{version}_amd64.deb"
    with step("Compressing the folder"):
        archives.compress(folder, folded)
    with step("Making the Debian package"):
        archives.package(folder, version, asked.releases, package, asked.maintainer)
    return [folded, package]


def _windows(out: Path, asked: argparse.Namespace) -> list[Path]:
    return windows.make(
        out,
        asked.windows_wheels,
        asked.releases,
        asked.windows_python,
        asked.windows_runtime,
        asked.incomplete,
        asked.compression,
    )


_PROGRAMS = ("uv", "git", "readelf", "strip", "patchelf", "tar", "zstd", "dpkg-deb")
_MAKERS = {LINUX.name: _linux, WINDOWS.name: _windows}


def _place(text: str) -> Path:
    """Return a path that holds wherever a tool is started."""
    return Path(text).resolve()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="installer/build", description=__doc__)
    parser.add_argument("--out", type=_place, required=True, metavar="DIR", help="where they go")
    parser.add_argument(
        "--python", type=_place, metavar="PREFIX", help="copy this Python instead of fetching one"
    )
    parser.add_argument(
        "--wheels", type=_place, metavar="DIR", help="has our wheels; without it they are built"
    )
    parser.add_argument(
        "--torch",
        type=_place,
        metavar="DIR",
        help="has the wheel of torch for processors alone; without it uv fetches it from PyTorch",
    )
    parser.add_argument(
        "--releases", default="", metavar="URL", help="where the program looks for a newer version"
    )
    parser.add_argument(
        "--maintainer",
        default=archives.MAINTAINER,
        metavar="'NAME <ADDRESS>'",
        help="who answers for the Debian package",
    )
    parser.add_argument(
        "--system", nargs="+", default=[LINUX.name], choices=_MAKERS, metavar="NAME"
    )
    windows.add_options(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
