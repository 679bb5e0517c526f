"""Sketches on OpenVINO are those of diffusers, one step at a time, without its libraries."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from visret_desktop.errors import Cancelled, PackDamaged
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer
from visret_desktop.models.interfaces import SketchOrder, SketchStep
from visret_desktop.models.pack_settings import DrawingSettings, read_settings
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes.own_python import statements
from visret_desktop.roles import Role

TOAD = SketchOrder("a brown toad with red feet", 7)
_MEAN_LEVELS = 0.5  # of 255


@pytest.fixture(scope="session")
def starter_visualizer(starter_pack: Callable[[Role], Pack]) -> Pack:
    return starter_pack(Role.VISUALIZER)


def opened(
    compiled: CompiledVisualizer,
    pack: Pack,
    renew: Callable[[], bool] = lambda: False,
    **settings: Any,
) -> OpenVinoVisualizer:
    chosen = replace(read_settings(pack, DrawingSettings), **settings)
    return OpenVinoVisualizer(compiled, chosen, "fp32", 1, "starter", renew)


def drawn(visualizer: OpenVinoVisualizer, *orders: SketchOrder) -> list[Image.Image]:
    return [picture for _, picture in visualizer.visualize(orders, lambda _: False)]


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(np.abs(np.asarray(one, np.float32) - np.asarray(other, np.float32)).mean())


def test_sketches_are_those_of_diffusers(
    drawing: CompiledVisualizer, starter_visualizer: Pack
) -> None:
    visualizer = opened(drawing, starter_visualizer)
    pictures = drawn(visualizer, *drawing.references[:3])
    for number, picture in enumerate(pictures):
        theirs = Image.open(drawing.reference_picture(number))
        assert picture.size == theirs.size
        assert difference(picture, theirs) < _MEAN_LEVELS
    assert difference(pictures[0], pictures[1]) > 10 * _MEAN_LEVELS
    assert drawn(visualizer, drawing.references[2]) == pictures[2:]


def test_steps_are_told_and_the_search_may_stop_at_one(
    drawing: CompiledVisualizer, starter_visualizer: Pack
) -> None:
    steps: list[SketchStep] = []

    def stop_at_three(step: SketchStep) -> bool:
        steps.append(step)
        return step.step == 3

    visualizer = opened(drawing, starter_visualizer)
    with pytest.raises(Cancelled):
        list(visualizer.visualize([TOAD], stop_at_three))
    assert [(step.step, step.steps) for step in steps] == [(1, 12), (2, 12), (3, 12)]
    preview = steps[-1].preview
    assert preview is not None
    assert preview.shape == (64, 64, 3)
    assert [step.preview for step in steps[:2]] == [None, None]


def test_previews_by_a_map_of_the_latents(
    drawing: CompiledVisualizer, starter_visualizer: Pack
) -> None:
    seen: list[Any] = []
    rgb = ((0.3, 0.2, 0.1),) * 4
    visualizer = opened(drawing, starter_visualizer, latent_rgb=rgb)
    list(visualizer.visualize([TOAD], lambda step: bool(seen.append(step.preview))))
    assert [preview.shape for preview in seen] == [(16, 16, 3)] * 12


def test_another_size_of_picture(drawing: CompiledVisualizer, starter_visualizer: Pack) -> None:
    (picture,) = drawn(opened(drawing, starter_visualizer, pixels=96), TOAD)
    assert picture.size == (96, 96)


def test_too_many_words_are_noted(
    drawing: CompiledVisualizer, starter_visualizer: Pack, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")
    drawn(opened(drawing, starter_visualizer), replace(TOAD, instruction="a red toad " * 30))
    (record,) = caplog.records
    assert "reads 32 tokens of the" in record.getMessage()


def test_a_damaged_network_is_renewed(
    drawing: CompiledVisualizer, starter_visualizer: Pack, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(drawing.directory, copy)
    broken = replace(drawing, directory=copy)
    (copy / "denoiser.xml").write_text("no network")
    with pytest.raises(PackDamaged, match="OpenVINO cannot draw with it"):
        drawn(opened(broken, starter_visualizer), TOAD)

    def renew() -> bool:
        shutil.copy(drawing.denoiser("fp32"), copy)
        return True

    assert drawn(opened(broken, starter_visualizer, renew), TOAD) == drawn(
        opened(drawing, starter_visualizer), TOAD
    )


def test_it_loads_no_library_that_models_are_published_for(
    drawing: CompiledVisualizer, starter_visualizer: Pack, paths_of_run: Paths
) -> None:
    text = (
        "import sys\n"
        "from pathlib import Path\n"
        "from visret_desktop.models.interfaces import SketchOrder\n"
        "from visret_desktop.models.drawing.visualizer import open_visualizer\n"
        "from visret_desktop.packs.manifest import read_pack\n"
        "from visret_desktop.paths import Paths\n"
        "place = Path(sys.argv[2])\n"
        "paths = Paths(place, place, place)\n"
        "visualizer = open_visualizer(read_pack(Path(sys.argv[1])), paths)\n"
        "next(visualizer.visualize([SketchOrder('a toad', 1)], lambda _: False))\n"
        "print(sorted({'torch', 'diffusers', 'transformers'} & sys.modules.keys()))\n"
    )
    arguments = (str(starter_visualizer.directory), str(paths_of_run.data))
    command = statements(text, *arguments)
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=sys.prefix)
    assert ran.stdout == "[]\n"
