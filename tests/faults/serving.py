"""A model pack from a hub on loopback, slowly enough to be in the middle of fetching it."""

import sys
from collections.abc import Iterator
from subprocess import PIPE, Popen

import pytest

from tests.end_to_end.conftest import Profile
from tests.hub.server import Fault, Hub
from visret_desktop.packs.manifest import FILE_NAME
from visret_desktop.paths import bundled

PACK = "starter-encoder-own"  # the name that such an address gets
_REPOSITORY = "fieldbook/starter-encoder"
_WEIGHTS = "open_clip_model.safetensors"


@pytest.fixture
def served() -> Iterator[Hub]:
    """A hub that serves the built-in encoder."""
    hub = Hub()
    built_in = bundled("starter", "encoder")
    files = {path.name: path.read_bytes() for path in built_in.iterdir() if path.name != FILE_NAME}
    hub.add(_REPOSITORY, files)
    hub.always[_WEIGHTS] = Fault(seconds_per_piece=0.003)
    try:
        yield hub
    finally:
        hub.close()


def install_served(profile: Profile, *options: str) -> "Popen[str]":
    """Start to install the pack, by a command that may ask the hub on loopback."""
    online = {key: v for key, v in profile.environment.items() if not key.startswith("HF_")}
    own = {"HF_HOME": str(profile.home / "cache" / "hf"), "NO_PROXY": "127.0.0.1"}
    command = ("packs", "install", f"hf:{_REPOSITORY}", *options, "--json")
    return Popen(
        [sys.executable, "-m", "visret_desktop", *command],
        env={**online, **own},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    )
