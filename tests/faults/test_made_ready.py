"""What is made of models for this computer: damaged, killed in the making, or with no place."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import psutil
import pytest

from bench.pack_writing import write_manifest
from tests.faults.damage import damage_in_place
from tests.faults.killing import kill_at, when_new
from tests.faults.making import DRAWING, FORM
from visret_desktop.errors import PackDamaged
from visret_desktop.models.drawing import compiled_visualizer, variant_choice
from visret_desktop.models.drawing import visualizer as opening
from visret_desktop.models.drawing.compiled_visualizer import (
    CompiledVisualizer,
    find_compiled,
    place,
    reference_name,
)
from visret_desktop.models.drawing.visualizer import open_visualizer, prepare_visualizer
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.models.encoders.precision_export import make_again
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.models.runtimes import compiled_files
from visret_desktop.models.runtimes.compiled_files import NotCompiling, find_damage
from visret_desktop.packs.manifest import FILE_NAME, Pack
from visret_desktop.paths import Paths
from visret_desktop.processes.limited_run import Watch
from visret_desktop.roles import Role

TallyUp = Callable[[str, int, str], None]
_ORDER = SketchOrder("a tarn heron", 5)


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    for folder in (made.data, made.cache, made.compiled, made.packs):
        folder.mkdir()
    return made


@pytest.fixture
def visualizer(starter_pack: Callable[[Role], Pack]) -> Pack:
    return starter_pack(Role.VISUALIZER)


@pytest.fixture
def encoder(starter_pack: Callable[[Role], Pack], compiled: Path, paths: Paths) -> Pack:
    """The built-in encoder; it is made ready in this test's own profile, too."""
    pack = starter_pack(Role.ENCODER)
    name = f"{pack.name}-{pack.digest}"
    shutil.copytree(compiled / name, paths.compiled / name)
    return pack


@pytest.fixture
def own(drawing: CompiledVisualizer, visualizer: Pack, paths: Paths) -> Path:
    """What draws, copied into a profile of its own."""
    shutil.copytree(drawing.directory, place(visualizer, paths))
    return place(visualizer, paths)


def _start(program: str, paths: Paths) -> "subprocess.Popen[str]":
    places = (paths.data, paths.cache, paths.config)
    return subprocess.Popen(
        [sys.executable, "-c", program, *map(str, places)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _compilers(paths: Paths) -> Iterator[psutil.Process]:
    """Yield the processes that make something of a model in this profile."""
    for process in psutil.process_iter(["cmdline"]):
        words = process.info["cmdline"] or ()
        if any(word.startswith(str(paths.compiled)) for word in words):
            yield process


# ---- damage ---------------------------------------------------------------------------------


def _change(path: Path, chance: Random) -> None:
    damage_in_place(path, chance)


def _truncate(path: Path, chance: Random) -> None:
    os.truncate(path, chance.randrange(path.stat().st_size))


def _lose(path: Path, _: Random) -> None:
    path.unlink()


def _put_folder(path: Path, _: Random) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("way", [_change, _truncate, _lose, _put_folder])
def test_damage_of_any_file_of_what_draws_is_noticed(
    own: Path,
    visualizer: Pack,
    paths: Paths,
    way: Callable[[Path, Random], None],
    chance: Random,
    tally: TallyUp,
) -> None:
    files = [path for path in own.iterdir() if path.name != compiled_files.RECORD_NAME]
    assert len(files) > 20
    for path in files:
        aside = path.with_name("aside")
        shutil.copy2(path, aside)
        way(path, chance)
        assert find_compiled(visualizer, paths) is None, path.name
        assert find_damage(own) != "", path.name
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        aside.rename(path)
        assert find_compiled(visualizer, paths)
    tally("bytes of what draws changed, cut, lost, a folder in its way", len(files), "noticed")


@pytest.mark.parametrize("way", [_truncate, _lose, _put_folder])
def test_a_damaged_record_is_as_none(
    own: Path,
    visualizer: Pack,
    paths: Paths,
    way: Callable[[Path, Random], None],
    chance: Random,
) -> None:
    way(own / compiled_files.RECORD_NAME, chance)
    assert find_compiled(visualizer, paths) is None
    compiled_files.remove_record(own)
    assert not (own / compiled_files.RECORD_NAME).exists()


@pytest.mark.long  # makes it ready twice
@pytest.mark.parametrize("name", ["decoder.bin", "denoiser.xml", "tokenizer.json"])
def test_what_draws_is_made_anew_and_draws_the_same(
    own: Path,
    visualizer: Pack,
    paths: Paths,
    name: str,
    caplog: pytest.LogCaptureFixture,
    tally: TallyUp,
) -> None:
    """It is damaged after it was opened, and not even the disk says so."""
    before = (own / name).stat()
    ((_, expected),) = open_visualizer(visualizer, paths).visualize([_ORDER], lambda _: False)
    opened = open_visualizer(visualizer, paths)
    if name == "decoder.bin":
        _put_folder(own / name, Random(0))
    else:
        (own / name).write_bytes(bytes(before.st_size))
        os.utime(own / name, ns=(before.st_atime_ns, before.st_mtime_ns))
    ((_, drawn),) = opened.visualize([_ORDER], lambda _: False)
    assert np.array_equal(np.asarray(drawn), np.asarray(expected))
    assert f"{visualizer.name} is compiled again" in caplog.text
    assert find_compiled(visualizer, paths)
    assert [path.name for path in paths.compiled.iterdir()] == [own.name]
    tally("networks that draw damaged under a running program", 1, "made anew, the same sketch")


@pytest.mark.parametrize("is_folder", [False, True])
def test_a_damaged_form_of_an_encoder_is_made_anew(
    encoder: Pack, paths: Paths, is_folder: bool, tally: TallyUp
) -> None:
    """Vectors go on being made in the form of those that there are."""
    compiled = ensure_compiled(encoder, paths)
    form = compiled.visual_in("int8")
    if is_folder:
        form.mkdir()  # before there is a form
        make_again(compiled, "int8")
        assert form.is_file()
        assert find_damage(compiled.directory) == ""
        return
    pixels = np.random.default_rng(3).normal(size=(2, 3, 64, 64)).astype(np.float32)
    whole = open_encoder(encoder, paths, precision="int8", is_used=True)
    expected = whole.embed_images(pixels)
    opened = open_encoder(encoder, paths, precision="int8", is_used=True)
    before = form.stat()
    form.write_bytes(bytes(before.st_size))
    os.utime(form, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert np.abs(opened.embed_images(pixels) - expected).max() < 1e-6
    assert find_damage(compiled.directory) == ""
    assert [path.name for path in paths.compiled.iterdir()] == [compiled.directory.name]
    tally("bytes of an encoder's other form changed", 1, "made anew in the same form")


def test_speeds_and_verdicts_that_cannot_be_kept(
    drawing: CompiledVisualizer, tmp_path: Path, paths: Paths, tally: TallyUp
) -> None:
    """Something is in the way of their files: what was measured and checked holds until the end."""
    paths.form_speeds.mkdir()
    speeds = variant_choice.measured_speeds(paths)
    assert variant_choice.measured_speeds(paths) is speeds
    compiled = replace(drawing, directory=tmp_path / "compiled")
    compiled.directory.mkdir()
    (compiled.directory / "checked").write_text("no folder")
    forms = variant_choice.unchecked_forms(compiled, ["encoder"], paths)
    for form in forms:
        variant_choice.note_verdict(compiled, form, {"encoder": 0.5})
    assert variant_choice.unchecked_forms(compiled, ["encoder"], paths) == []
    assert variant_choice.choose_form(compiled, ["encoder"], paths).form == "fp32"
    tally("a folder in the way of what was measured or checked", 2, "it holds until the end")


def test_a_lock_that_cannot_be_had(
    visualizer: Pack,
    paths: Paths,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(opening, "_given_up", {})  # this process goes on with other tests
    paths.compiled.with_name("drawing.lock").mkdir()
    prepare_visualizer(visualizer, paths)
    assert f"diffusers draws with {visualizer.name}" in caplog.text


# ---- kill -----------------------------------------------------------------------------------


@pytest.mark.slow("What draws is made ready twice.")
def test_kill_while_what_draws_is_made(
    own: Path, visualizer: Pack, paths: Paths, tally: TallyUp
) -> None:
    """The program, and then what makes it; the old one stays where it is."""
    compiled_files.remove_record(own)
    old = {path.name for path in own.iterdir()}
    with _start(DRAWING, paths) as program:
        making = f"{own.name}.new-*/compiled/task.json"
        assert kill_at(when_new(paths.compiled, making, 0.2), program, group=False)
    (abandoned,) = paths.compiled.glob(f"{own.name}.new-*")

    def kill_it(_: str) -> None:
        assert not abandoned.exists()
        if list(paths.compiled.glob(f"{own.name}.new-*/compiled/{reference_name(0)}")):
            for child in _compilers(paths):
                child.kill()

    with pytest.raises(PackDamaged, match=r"failed: exit code -9"):
        compiled_visualizer.ensure_compiled(visualizer, paths, Watch(kill_it))
    assert [path.name for path in paths.compiled.iterdir()] == [own.name]
    assert {path.name for path in own.iterdir()} == old
    assert find_compiled(visualizer, paths) is None  # and it is not taken for impossible
    tally("kill -9 while what draws is made ready", 2, "the old stays, the next start makes it")


def test_kill_while_a_form_is_made(encoder: Pack, paths: Paths, tally: TallyUp) -> None:
    compiled = ensure_compiled(encoder, paths)
    with _start(FORM, paths) as program:
        assert kill_at(when_new(compiled.directory, "forms.new-*", 0.1), program, group=False)
    assert len(list(compiled.directory.glob("forms.new-*"))) == 1
    opened = open_encoder(encoder, paths, precision="int8")
    assert list(compiled.directory.glob("forms.new-*")) == []
    assert opened.name == f"{encoder.name}-{encoder.digest}"
    assert find_damage(compiled.directory) == ""
    tally("kill -9 while a form of an encoder is made", 1, "as before, nothing left behind")


# ---- packs that mean harm, through the process that makes them ready ------------------------


@pytest.mark.parametrize(
    ("limit", "least", "reason"),
    [("_BASE_BYTES", 10**8, "GB of memory"), ("_BASE_SECONDS", 0.3, "too much time")],
)
def test_a_visualizer_that_takes_too_much(
    visualizer: Pack,
    paths: Paths,
    monkeypatch: pytest.MonkeyPatch,
    limit: str,
    least: float,
    reason: str,
    tally: TallyUp,
) -> None:
    monkeypatch.setattr(compiled_files, limit, least)
    small = replace(visualizer, files=())
    with pytest.raises(PackDamaged, match=f"takes .*{reason}, which its weights are not worth"):
        compiled_visualizer.ensure_compiled(small, paths)
    assert list(paths.compiled.iterdir()) == []
    assert list(_compilers(paths)) == []
    tally("a child that takes too much memory or time", 1, "ended, with a reason")


@pytest.mark.slow("What draws is made ready again after each fault.")
def test_a_visualizer_that_fails_in_the_making(
    visualizer: Pack, tmp_path: Path, paths: Paths, tally: TallyUp
) -> None:
    """It is refused there as here; that is noted, and it is not tried again."""
    folder = tmp_path / "hostile"
    shutil.copytree(visualizer.directory, folder)
    (folder / FILE_NAME).unlink()
    index = folder / "model_index.json"
    index.write_text(index.read_text().replace('"UNet2DConditionModel"', '"UNet3DConditionModel"'))
    hostile = write_manifest(
        folder,
        name="hostile",
        title="",
        role=Role.VISUALIZER,
        spdx="MIT",
        settings=dict(visualizer.settings),
    )
    with pytest.raises(NotCompiling):
        compiled_visualizer.ensure_compiled(hostile, paths)
    with pytest.raises(NotCompiling):
        compiled_visualizer.find_compiled(hostile, paths)
    (refused,) = paths.compiled.iterdir()
    assert [path.name for path in refused.iterdir()] == [compiled_files.RECORD_NAME]
    with pytest.raises(PackDamaged, match="hostile"):
        open_visualizer(hostile, paths)
    tally("a visualizer that fails in the making", 1, "a sentence, kept; not tried again")
