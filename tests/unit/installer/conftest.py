"""A bundle folder as small as it can be, with the files that are put in place for real."""

import shutil
from pathlib import Path

import pytest

from installer import linux, mark

_LINUX = Path(linux.__file__).parent


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A folder whose interpreter says only what it was started with."""
    folder = tmp_path / "a stick" / "visret-1.2.3-linux-x86_64"
    (folder / "bin").mkdir(parents=True)
    (folder / "python" / "bin").mkdir(parents=True)
    python = folder / "python" / "bin" / "python3.11"
    python.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    python.chmod(0o755)
    for name in ("visret", "visret-desktop"):
        shutil.copy(_LINUX / name, folder / "bin" / name)
    shutil.copy(_LINUX / "install.sh", folder)
    shutil.copy(_LINUX / "README.txt", folder)
    shutil.copytree(_LINUX / "share", folder / "share")
    mark.write(folder, "folder", "1.2.3", "")
    return folder
