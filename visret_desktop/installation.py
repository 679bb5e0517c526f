"""How this program came to be on this computer: a checkout, Python packages, or a bundle of ours.

A bundle is a folder with its own Python, in `python`, and a file `installation.json` beside that,
written when the bundle was made.
"""

import functools
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from visret_desktop import typed_values

MARK = "installation.json"


class BundleRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """What `installation.json` says.

    Attributes:
        form: "folder", "deb", "windows" or "macos".
        version: of visret.
        releases: address of a JSON file that names the newest version; "" for none.
    """

    form: str
    version: str
    releases: str = ""


@dataclass(frozen=True)
class Bundle:
    """The program folder of a bundle."""

    folder: Path
    record: BundleRecord

    @property
    def portable(self) -> Path | None:
        """The folder that keeps all that the program writes, if the person made one."""
        folder = self.folder / "portable"
        return folder if folder.is_dir() else None


@functools.cache
def bundle() -> Bundle | None:
    """Return the bundle that this Python is part of, or None."""
    folder = Path(sys.prefix).parent
    try:
        record = typed_values.decode((folder / MARK).read_bytes(), BundleRecord)
    except (OSError, msgspec.DecodeError):
        return None
    return Bundle(folder, record)


def described() -> str:
    """Say in words which kind of installation this is, and where."""
    own_bundle = bundle()
    if own_bundle is not None:
        portable = "everything beside it" if own_bundle.portable else "no"
        return f"bundle ({own_bundle.record.form}) in {own_bundle.folder}, portable: {portable}"
    package = Path(__file__).parent
    if (package.parent / "pyproject.toml").is_file():
        return f"checkout in {package.parent}"
    return f"Python packages in {package.parent}"
