"""What is compiled is compiled once on a computer, and again when something of it changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changes import ROOT

# Stands in for uv, and for pip below it: it names Python, and "compiles" an empty wheel.
UV = """#!/bin/sh
if [ "$1" = python ]; then echo "{python}"; exit; fi
while [ "$1" != --wheel-dir ]; do shift; done
mkdir -p "$2" && touch "$2/made.whl" && echo "made" >> "{noted}"
"""


class Checkout:
    """A checkout with a compiler and a cache of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.noted = root / "checkout", root / "noted"
        self.sources = self.root / "installer" / "wheels" / "sources.txt"
        self.sources.parent.mkdir(parents=True)
        self.sources.write_text("hnswlib==0.8.0\n")
        (self.root / ".ci").mkdir()
        shutil.copy(ROOT / ".ci" / "wheels", self.root / ".ci")
        programs = root / "bin"
        programs.mkdir()
        (programs / "uv").write_text(UV.format(python=sys.executable, noted=self.noted))
        (programs / "uv").chmod(0o755)
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        self.environment = {**os.environ, "PATH": path, "XDG_CACHE_HOME": str(root / "cache")}

    def wheels(self) -> Path:
        """Ask for the folder."""
        command = [self.root / ".ci" / "wheels"]
        asked = subprocess.run(
            command, env=self.environment, check=True, capture_output=True, text=True
        )
        return Path(asked.stdout.strip())

    def times_compiled(self) -> int:
        return len(self.noted.read_text().split())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_it_is_compiled_once(checkout: Checkout) -> None:
    first = checkout.wheels()
    assert [path.name for path in first.iterdir()] == ["made.whl"]
    assert checkout.wheels() == first
    assert checkout.times_compiled() == 1
    assert [path.name for path in first.parent.iterdir()] == [first.name], "nothing is left behind"


def test_another_version_or_compiler_is_another_folder(checkout: Checkout) -> None:
    first = checkout.wheels()
    checkout.sources.write_text("hnswlib==0.9.0\n")
    second = checkout.wheels()
    checkout.environment["CXX"] = "true"
    assert len({first, second, checkout.wheels()}) == checkout.times_compiled() == 3


def test_what_does_not_compile_leaves_no_folder(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "bin" / "uv").write_text(f"#!/bin/sh\n[ $1 = python ] && echo {sys.executable}\n")
    with pytest.raises(subprocess.CalledProcessError):
        checkout.wheels()
    assert list((tmp_path / "cache" / "visret-desktop-wheels").iterdir()) == []
