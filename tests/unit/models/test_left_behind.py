"""Opening models leaves nothing outside of the profile, and needs nothing outside of it."""

import getpass
import os
import subprocess
from pathlib import Path

from visret_desktop.own_python import statements

_USE_BOTH = """
from dataclasses import replace
from visret_desktop.models.encoder import open_encoder
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.models.visualizer import open_visualizer
from visret_desktop.packs.registry import find
from visret_desktop.paths import default_paths

paths = default_paths()
assert open_encoder(find(paths, "starter"), paths).embed_texts(["a heron"]).shape == (1, 128)
pack = find(paths, "starter-visualizer")
short = replace(pack, settings={**pack.settings, "steps": 1})
visualizer = open_visualizer(short, paths, drawing="diffusers")
((_, picture),) = visualizer.visualize([SketchOrder("a heron", 1)], lambda step: False)
assert picture.size == (64, 64)
"""


def test_an_export_and_a_sketch_leave_nothing_outside_of_the_profile(
    profile: Path, tmp_path: Path
) -> None:
    home, temporary = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    temporary.mkdir()
    in_the_way = temporary / f"torchinductor_{getpass.getuser()}"
    in_the_way.write_text("somebody's notes")
    bare = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    places = {"HOME": str(home), "USERPROFILE": str(home)}
    places |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    subprocess.run(statements(_USE_BOTH), env=bare | places, cwd=tmp_path, check=True, timeout=200)
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
    told = "from visret_desktop import quiet; import os, sys; from pathlib import Path\n"
    told += "quiet.keep_at_home(Path(sys.argv[1])); print(os.environ['TORCHINDUCTOR_CACHE_DIR'])"
    for cache in (tmp_path, tmp_path / "not there"):
        asked = subprocess.run(
            statements(told, str(cache)), capture_output=True, text=True, check=True
        )
        assert Path(asked.stdout.strip()).is_dir()
    assert {path.name for path in tmp_path.iterdir()} == {"torch"}
