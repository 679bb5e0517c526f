"""How the programs here are asked, and how they end."""

import argparse
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from installer.steps import BuildError, megabytes, say, size


def add_path(
    parser: argparse.ArgumentParser, name: str, meaning: str, metavar: str = "DIR", **more: Any
) -> None:
    """Add a path, which then holds wherever a tool is started."""
    parser.add_argument(
        name, type=lambda text: Path(text).resolve(), metavar=metavar, help=meaning, **more
    )


def of_a_build(description: str, program: str | None = None) -> argparse.ArgumentParser:
    """Return a parser of what all builds are asked."""
    parser = argparse.ArgumentParser(prog=program, description=description)
    add_path(parser, "--out", "where they go", required=True)
    parser.add_argument(
        "--releases", default="", metavar="URL", help="where the program looks for a newer version"
    )
    return parser


def carry_out(program: str, out: Path, make: Callable[[], Iterable[Path]]) -> int:
    """Make what belongs into a folder, say how large it is, and return an exit code."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        made = list(make())
    except (BuildError, OSError) as error:
        sys.stderr.write(f"{program}: {error}\n")
        return 1
    for path in made:
        say(f"{megabytes(size(path)):>10}  {path.name}")
    return 0
