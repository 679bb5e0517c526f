"""Commands of `visret bench` that the package `bench` brings, which is no part of this one.

It is found by an entry point of the group `visret_desktop.bench`, which names a tuple of
`AddedCommand`. Where no package offers one, `visret bench` says how to get it.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import dataclass

GROUP = "visret_desktop.bench"
NOT_HERE = (
    "Measurements are no part of this installation: get the source code of visret, and run "
    "`uv run visret bench` or `pip install ./bench` in its folder"
)


@dataclass(frozen=True)
class AddedCommand:
    """One command: `name` in full, what `--help` says, its options, and what runs it."""

    name: str
    help: str
    add_options: Callable[[ArgumentParser], None]
    function: str  # `module:function`; loaded when the command is run


def added_commands() -> list[AddedCommand]:
    """Return the commands that are installed beside this package; looking takes some 10 ms."""
    from importlib.metadata import entry_points

    return [command for point in entry_points(group=GROUP) for command in point.load()]
