"""Make installers: `installer/build --out DIR`."""

import argparse
import os
import sys
from pathlib import Path

from installer import options
from installer.linux import archives, bundle
from installer.steps import look_for, step
from installer.systems import LINUX, WINDOWS
from installer.windows import building as windows


def main() -> int:
    """Make what is asked for, and return an exit code."""
    asked = _arguments()
    os.umask(0o022)  # what is packed is for everybody to read
    return options.carry_out("installer/build", asked.out, lambda: _made(asked))


def _made(asked: argparse.Namespace) -> list[Path]:
    made = [path for name in asked.system for path in _MAKERS[name](asked)]
    archives.sum_up(asked.out)
    return made


def _linux(asked: argparse.Namespace) -> list[Path]:
    look_for(*_PROGRAMS)
    out: Path = asked.out
    folder, version = bundle.make(out, asked.python, asked.wheels, asked.torch, asked.releases)
    folded = out / f"{folder.name}.tar.zst"
    package = out / f"visret_{version}_amd64.deb"
    with step("Compressing the folder"):
        archives.compress(folder, folded)
    with step("Making the Debian package"):
        archives.package(folder, version, asked.releases, package, asked.maintainer)
    return [folded, package]


_PROGRAMS = ("uv", "git", "readelf", "strip", "patchelf", "tar", "zstd", "dpkg-deb")
_MAKERS = {LINUX.name: _linux, WINDOWS.name: windows.make_asked}


def _arguments() -> argparse.Namespace:
    parser = options.of_a_build(__doc__ or "", "installer/build")
    for name, meaning, metavar in (
        ("--python", "copy this Python instead of fetching one", "PREFIX"),
        ("--wheels", "has our wheels; without it they are built", "DIR"),
        (
            "--torch",
            "has the wheel of torch for processors alone; without it uv fetches it from PyTorch",
            "DIR",
        ),
    ):
        options.add_path(parser, name, meaning, metavar)
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
