"""A profile with the starter packs, whose encoder is exported once for all tests."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, default_paths
from visret_desktop.roles import Role


@pytest.fixture(scope="session")
def own_compiled(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Path:
    """A copy, in which 8-bit forms come and go."""
    return shutil.copytree(compiled, tmp_path_factory.mktemp("own") / "compiled")


@pytest.fixture(scope="session")
def furnish(own_compiled: Path, starter_pack: Callable[[Role], Pack]) -> Callable[[], Paths]:
    """Install all starter packs in the profile that the environment names."""

    def install() -> Paths:
        paths = default_paths()
        paths.compiled.symlink_to(own_compiled)
        paths.packs.mkdir()
        for role in (Role.REWRITER, Role.VISUALIZER):
            pack = starter_pack(role)
            (paths.packs / pack.name).symlink_to(pack.directory)
        return paths

    return install


@pytest.fixture
def home(profile: Path, furnish: Callable[[], Paths]) -> Paths:
    """Directories of a profile in which all starter packs are installed."""
    del profile  # it is what default_paths finds
    return furnish()


@pytest.fixture
def starter_copy(home: Paths, starter_pack: Callable[[Role], Pack]) -> Callable[[str], Path]:
    """Install the built-in encoder again under another name; its export is the same."""
    pack = starter_pack(Role.ENCODER)

    def copy(name: str) -> Path:
        directory = home.packs / name
        shutil.copytree(pack.directory, directory)
        export = home.compiled / f"{name}-{pack.digest}"
        if not export.exists():
            export.symlink_to(f"{pack.name}-{pack.digest}")
        manifest = directory / "manifest.json"
        renamed = manifest.read_text().replace('"name": "starter"', f'"name": "{name}"')
        manifest.write_text(renamed)
        return directory

    return copy
