"""Opening models leaves nothing outside of the profile, needs nothing there, and is quiet."""

import getpass
import os
import subprocess
from pathlib import Path

import pytest

from tests.unit.models.original_layout import write_checkpoint
from tests.unit.models.tiny_families import SETTINGS, described, tiny_pack
from visret_desktop.processes.own_python import statements

_USE_ALL = """
import socket, sys
from dataclasses import replace
from pathlib import Path

def refuse(*_): raise SystemExit("it went to the network")
socket.socket.connect = socket.getaddrinfo = refuse

from visret_desktop.models.rewriting import rewriter
from visret_desktop.models.drawing import checkpoint
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.packs.manifest import read_pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import default_paths
assert not {"torch", "diffusers", "transformers", "llama_cpp"} & set(sys.modules)

paths = default_paths()
assert open_encoder(find(paths, "starter"), paths).embed_texts(["a heron"]).shape == (1, 128)

def draw(pack):
    visualizer = open_visualizer(pack, paths, drawing="diffusers")
    assert visualizer._pipeline.unet.dtype.itemsize == 4
    ((_, picture),) = visualizer.visualize([SketchOrder("a heron", 1)], lambda step: False)
    return picture

pack = find(paths, "starter-visualizer")
assert draw(replace(pack, settings={**pack.settings, "steps": 3})).size == (64, 64)
families, of_one_file = map(Path, sys.argv[1:])
checkpoint.bundled = lambda _: families
draw(read_pack(of_one_file))
"""
# WORKAROUND https://github.com/pytorch/pytorch/issues/136264, as in pyproject.toml
_STRICT = ("-W", "error", "-W", "ignore:__array__ implementation:DeprecationWarning")


@pytest.fixture
def of_one_file(families: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture model in one file."""
    folder, made = tmp_path_factory.mktemp("folder"), tmp_path_factory.mktemp("made")
    tiny = tiny_pack(families / "sd15", folder / "sd15")
    write_checkpoint(tiny.directory, made / "dream.safetensors", None)
    return described(made, {**SETTINGS, "checkpoint": "dream.safetensors"}).directory


@pytest.mark.slow("All that makes and opens models is loaded, and the encoder exported.")
def test_models_leave_nothing_outside_of_the_profile_say_nothing_and_ask_nobody(
    profile: Path, families: Path, of_one_file: Path, tmp_path: Path
) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    in_the_way = temporary / f"torchinductor_{getpass.getuser()}"
    in_the_way.write_text("somebody's notes")
    bare = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    places = {"HOME": str(home), "USERPROFILE": str(home)}
    places |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    python, *command = statements(_USE_ALL, str(families), str(of_one_file))
    done = subprocess.run(
        [python, *_STRICT, *command],
        env=bare | places,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert in_the_way.read_text() == "somebody's notes"
    assert list(temporary.iterdir()) == [in_the_way]
    assert list(home.iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} == {"home", "temporary", "profile"}
    assert {path.name for path in (profile / "data").iterdir()} <= {
        *(".visret-own", "compiled", "compiled.lock")
    }
    assert list((profile / "cache" / "torch").iterdir()) == []


def test_torch_has_a_folder_where_the_cache_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "torch").write_text("in the way")
    told = "import os, sys; from pathlib import Path\n"
    told += "from visret_desktop.processes import library_environment\n"
    told += "library_environment.keep_at_home(Path(sys.argv[1]))\n"
    told += "print(os.environ['TORCHINDUCTOR_CACHE_DIR'])"
    for cache in (tmp_path, tmp_path / "not there"):
        asked = subprocess.run(
            statements(told, str(cache)), capture_output=True, text=True, check=True
        )
        assert Path(asked.stdout.strip()).is_dir()
    assert {path.name for path in tmp_path.iterdir()} == {"torch"}
