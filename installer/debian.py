"""What the computer that builds knows of its packages, whose libraries are copied into bundles."""

import platform
from dataclasses import dataclass
from pathlib import Path

from installer.steps import BuildError, run

_TEXTS = Path("/usr/share/doc")


@dataclass(frozen=True)
class Package:
    """A package of Debian, or of a system made from it.

    Attributes:
        name: such as "libssl3".
        version: as the package manager compares it.
        text: under which terms it is, and who made it.
        system: "debian", "ubuntu" and the like.
    """

    name: str
    version: str
    text: str
    system: str


def package(name: str) -> Package:
    """Return what is known of an installed package.

    Raises:
        BuildError: it is not installed, or came without its license.
    """
    version = run(["dpkg-query", "--show", "--showformat=${Version}", name])
    text = _TEXTS / name / "copyright"
    if not text.is_file():
        raise BuildError(f"{text} is missing: the license of what is copied from that package")
    return Package(
        name,
        version,
        text.read_text("utf-8", errors="replace"),
        platform.freedesktop_os_release()["ID"],
    )
