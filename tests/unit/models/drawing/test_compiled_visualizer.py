"""What draws is made once, whole or anew, is stopped when nobody waits, and says why it cannot."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from visret_desktop import file_changes
from visret_desktop.errors import Cancelled, DiskFull
from visret_desktop.models.drawing import compiled_visualizer, visualizer
from visret_desktop.models.drawing.compiled_visualizer import (
    CompiledVisualizer,
    ensure_compiled,
    find_compiled,
    place,
)
from visret_desktop.models.drawing.diffusion_visualizer import DiffusionVisualizer
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.drawing.visualizer import (
    compiled_for,
    open_visualizer,
    prepare_visualizer,
)
from visret_desktop.models.runtimes.compiled_files import NotCompiling, find_damage
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes.limited_run import Watch
from visret_desktop.roles import Role


@pytest.fixture(scope="session")
def pack(starter_pack: Callable[[Role], Pack]) -> Pack:
    return starter_pack(Role.VISUALIZER)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for folder in (made.data, made.cache, made.compiled):
        folder.mkdir()
    return made


@pytest.fixture
def own(drawing: CompiledVisualizer, pack: Pack, paths: Paths) -> Path:
    """A copy of the compiled starter in a profile of its own."""
    shutil.copytree(drawing.directory, place(pack, paths))
    return place(pack, paths)


def test_what_is_whole_is_used_as_it_is(own: Path, pack: Pack, paths: Paths) -> None:
    before = (own / "export.json").read_bytes()
    assert find_compiled(pack, paths)
    assert isinstance(open_visualizer(pack, paths), OpenVinoVisualizer)
    assert json.loads((own / "export.json").read_bytes())["plan"] == json.loads(before)["plan"]


@pytest.mark.parametrize("damage", ["truncate", "remove", "record", "settings"])
def test_what_is_broken_or_of_other_settings_is_made_anew(
    own: Path, pack: Pack, paths: Paths, damage: str
) -> None:
    if damage == "truncate":
        (own / "denoiser.bin").write_bytes(b"half")
    elif damage == "remove":
        (own / "decoder.xml").unlink()
    elif damage == "record":
        (own / "export.json").write_text("[1, 2")
    else:
        pack = replace(pack, settings={**pack.settings, "steps": 3})
    assert find_compiled(pack, paths) is None
    assert (find_damage(own) != "") == (damage != "settings")


def test_size_and_template_do_not_count(own: Path, pack: Pack, paths: Paths) -> None:
    other = {"pixels": 128, "prompt_template": "{instruction}, drawn"}
    assert find_compiled(replace(pack, settings={**pack.settings, **other}), paths)


def test_nobody_waits_any_more(pack: Pack, paths: Paths) -> None:
    """The process is ended, and nothing is left behind."""
    said: list[str] = []
    watch = Watch(said.append, lambda: bool(said))
    with pytest.raises(Cancelled):
        prepare_visualizer(pack, paths, watch=watch)
    assert said[0].split()[0] == "0"
    assert list(paths.compiled.iterdir()) == []
    assert not [one for one in psutil.Process().children() if "compiling" in str(one.cmdline())]


@pytest.mark.slow("All that compiles is loaded in a process of its own, and the model.")
def test_a_model_that_is_drawn_in_another_way_is_left_to_diffusers(
    pack: Pack, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason is kept, so that it is not tried again."""
    monkeypatch.setattr(visualizer, "_given_up", {})  # it stays for as long as the process
    settings = {**pack.settings, "steps": 1, "scheduler": {"clip_sample": True}}
    clipped = replace(pack, settings=settings)
    with pytest.raises(NotCompiling, match="more than add up"):
        ensure_compiled(clipped, paths)
    with pytest.raises(NotCompiling, match="more than add up"):
        find_compiled(clipped, paths)
    assert compiled_for(clipped, paths) is None
    assert isinstance(open_visualizer(clipped, paths), DiffusionVisualizer)


def test_without_room_diffusers_draws(
    pack: Pack, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled_visualizer, "_ROOM", 10**18)  # more than any disk has
    with pytest.raises(DiskFull):
        ensure_compiled(pack, paths)
    assert list(paths.compiled.iterdir()) == []


def test_what_is_given_up_is_a_pack_with_its_settings(
    own: Path, pack: Pack, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other settings it is tried again, without a new start of the engine."""
    monkeypatch.setattr(visualizer, "_given_up", {})
    monkeypatch.setattr(compiled_visualizer, "_ROOM", 10**18)
    schedule = {"scheduler": {"clip_sample": True}}
    assert compiled_for(replace(pack, settings={**pack.settings, **schedule}), paths) is None
    assert compiled_for(pack, paths) is not None


def test_what_a_killed_program_left_goes(own: Path, pack: Pack, paths: Paths) -> None:
    abandoned = paths.compiled / f"{own.name}.new-abandoned"
    abandoned.mkdir()
    file_changes.remove(own / "export.json")
    watch = Watch(lambda _: None, lambda: not abandoned.exists())
    with pytest.raises(Cancelled):
        ensure_compiled(pack, paths, watch)
    assert not abandoned.exists()
    assert (own / "denoiser.xml").exists()  # the old is there until the new is whole
