"""The built-in visualizer on diffusers: the same bytes for an order, a word after every step."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.errors import Cancelled, DeviceMissing, OutOfMemory, PackDamaged
from visret_desktop.models.drawing.diffusion_visualizer import DiffusionVisualizer
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.models.interfaces import SketchOrder, SketchStep, Visualizer
from visret_desktop.models.pack_settings import DrawingSettings
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

FEET = SketchOrder("a close-up of the feet of a tarn heron", 1)
TOAD = SketchOrder("the belly of a clay toad", 7)


@pytest.fixture(scope="module")
def pack(starter_pack: Callable[[Role], Pack]) -> Pack:
    """The built-in one, with half of its steps."""
    built_in = starter_pack(Role.VISUALIZER)
    return replace(built_in, settings={**built_in.settings, "steps": 6})


@pytest.fixture(scope="module")
def visualizer(pack: Pack, model_paths: Paths) -> Visualizer:
    return open_visualizer(pack, model_paths, drawing="diffusers")


@pytest.fixture(scope="module")
def quick(pack: Pack) -> Pack:
    """The same pack with three steps."""
    return replace(pack, settings={**pack.settings, "steps": 3})


@pytest.fixture
def copied(quick: Pack, tmp_path: Path) -> Pack:
    """A copy of it that may be damaged."""
    shutil.copytree(quick.directory, tmp_path / "copied", copy_function=shutil.copyfile)
    return replace(quick, directory=tmp_path / "copied")


def never(_: SketchStep) -> bool:
    return False


def drawn(visualizer: Visualizer, *orders: SketchOrder) -> list[bytes]:
    made = list(visualizer.visualize(orders, never))
    assert [number for number, _ in made] == list(range(len(orders)))
    return [picture.tobytes() for _, picture in made]


# ---- pictures -----------------------------------------------------------------------------------


def test_a_picture_is_square_and_colored(visualizer: Visualizer) -> None:
    ((_, picture),) = visualizer.visualize([FEET], never)
    assert (picture.mode, picture.size) == ("RGB", (visualizer.pixels,) * 2)
    assert np.asarray(picture).std() > 10


def test_an_order_gives_the_same_bytes_whatever_else_is_ordered(
    visualizer: Visualizer, pack: Pack, model_paths: Paths
) -> None:
    (alone,) = drawn(visualizer, FEET)
    other_seed = replace(FEET, seed=2)
    among = drawn(visualizer, TOAD, FEET, other_seed, FEET)
    assert (among[1], among[3]) == (alone, alone)
    assert len(set(among)) == 3
    assert drawn(open_visualizer(pack, model_paths, drawing="diffusers"), TOAD, FEET) == among[:2]


def test_nothing_ordered_is_nothing_made(visualizer: Visualizer) -> None:
    assert drawn(visualizer) == []


def test_every_number_is_a_seed(quick: Pack, model_paths: Paths) -> None:
    orders = [SketchOrder("an owl", seed) for seed in (0, -1, 2**31, 2**63 - 2, 2**70 + 1)]
    assert len(
        set(drawn(open_visualizer(quick, model_paths, drawing="diffusers"), *orders))
    ) == len(orders)


def test_odd_instructions_are_drawn(quick: Pack, model_paths: Paths) -> None:
    odd = ("", "👍🏽 🏳️‍🌈", "שלום עולם", "{instruction} {0} %s", "\x00\n")
    orders = [SketchOrder(instruction, 1) for instruction in odd]
    assert len(drawn(open_visualizer(quick, model_paths, drawing="diffusers"), *orders)) == len(odd)


def test_a_long_instruction_is_cut_with_a_note(
    quick: Pack, model_paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    visualizer = open_visualizer(quick, model_paths, drawing="diffusers")
    drawn(visualizer, FEET)
    assert not caplog.records
    one, other = drawn(
        visualizer,
        SketchOrder("a tarn heron " * 2_000, 1),
        SketchOrder("a tarn heron " * 2_000 + "and a toad", 1),
    )
    assert one == other
    assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING"]
    assert "the rest is left out" in caplog.text


# ---- steps --------------------------------------------------------------------------------------


def test_every_step_is_told_and_each_picture_lands_before_the_next_begins(
    visualizer: Visualizer,
) -> None:
    events: list[tuple[int, int]] = []

    def on_step(step: SketchStep) -> bool:
        assert step.steps == visualizer.steps
        events.append((step.number, step.step))
        return False

    for number, _ in visualizer.visualize([FEET, TOAD], on_step):
        events.append((number, 0))
    steps = [*range(1, visualizer.steps + 1), 0]
    assert events == [(0, step) for step in steps] + [(1, step) for step in steps]


def test_some_steps_show_a_preview(visualizer: Visualizer) -> None:
    previews = []

    def on_step(step: SketchStep) -> bool:
        previews.append(step.preview)
        return False

    ((_, picture),) = visualizer.visualize([FEET], on_step)
    shown = [preview for preview in previews if preview is not None]
    assert shown
    assert {(preview.shape, preview.dtype) for preview in shown} == {
        ((visualizer.pixels, visualizer.pixels, 3), np.dtype(np.uint8))
    }
    if previews[-1] is not None:
        np.testing.assert_allclose(previews[-1], np.asarray(picture), atol=1)


def test_a_linear_map_shows_every_step(quick: Pack, model_paths: Paths) -> None:
    rows = [[0.5, 0, 0], [0, 0.5, 0], [0, 0, 0.5], [0, 0, 0]]
    previews: list[Any] = []
    mapped = replace(quick, settings={**quick.settings, "latent_rgb": rows})
    visualizer = open_visualizer(mapped, model_paths, drawing="diffusers")
    list(visualizer.visualize([FEET], lambda step: bool(previews.append(step.preview))))
    assert [preview.dtype for preview in previews] == [np.uint8] * 3
    assert {preview.shape for preview in previews} == {(16, 16, 3)}


@pytest.mark.parametrize("last", [1, 5])
def test_it_stops_within_the_step_at_which_it_is_told_to(visualizer: Visualizer, last: int) -> None:
    (before,) = drawn(visualizer, FEET)
    told: list[SketchStep] = []

    def on_step(step: SketchStep) -> bool:
        told.append(step)
        return step.number == 1 and step.step == last

    made = []
    with pytest.raises(Cancelled):
        made.extend(visualizer.visualize([FEET, TOAD, FEET], on_step))
    assert len(told) == visualizer.steps + last
    assert drawn(visualizer, FEET) == [before]


def test_a_scheduler_with_two_evaluations_a_step_counts_both(
    quick: Pack, model_paths: Paths
) -> None:
    told: list[SketchStep] = []
    scheduler = {"_class_name": "HeunDiscreteScheduler"}
    other = replace(quick, settings={**quick.settings, "scheduler": scheduler})
    visualizer = open_visualizer(other, model_paths, drawing="diffusers")
    list(visualizer.visualize([FEET], lambda step: bool(told.append(step))))
    assert [step.step for step in told] == list(range(1, told[-1].steps + 1))


# ---- what the manifest says ---------------------------------------------------------------------


def test_template_negative_prompt_and_scheduler_come_from_the_manifest(
    quick: Pack, model_paths: Paths
) -> None:
    def with_settings(**settings: Any) -> Visualizer:
        return open_visualizer(
            replace(quick, settings={**quick.settings, **settings}),
            model_paths,
            drawing="diffusers",
        )

    (plain,) = drawn(with_settings(), FEET)
    template = "a close-up of the {instruction}"
    feet = replace(FEET, instruction=FEET.instruction.removeprefix("a close-up of the "))
    assert drawn(with_settings(prompt_template=template), feet) == [plain]
    others = [
        drawn(with_settings(negative_prompt="snow"), FEET)[0],
        drawn(with_settings(guidance=4), FEET)[0],
        drawn(with_settings(scheduler={"timestep_spacing": "leading"}), FEET)[0],
        drawn(with_settings(scheduler={"_class_name": "EulerDiscreteScheduler"}), FEET)[0],
    ]
    assert len({plain, *others}) == 5
    ((_, small),) = with_settings(pixels=32).visualize([FEET], never)
    assert small.size == (32, 32)


@pytest.mark.parametrize(
    "settings",
    [
        {"steps": 0},
        {"steps": "many"},
        {"guidance": None},
        {"pixels": 2.5},
        {"prompt_template": "a photo"},
        {"dtype": "int4"},
        {"scheduler": "ddim"},
        {"latent_rgb": [[1, 2]]},
    ],
)
def test_settings_that_make_no_sense_are_an_error(
    quick: Pack, model_paths: Paths, settings: dict[str, Any]
) -> None:
    other = replace(quick, settings={**quick.settings, **settings})
    with pytest.raises(PackDamaged, match="settings"):
        open_visualizer(other, model_paths, drawing="diffusers")


def test_settings_that_are_missing_are_an_error(quick: Pack, model_paths: Paths) -> None:
    with pytest.raises(PackDamaged, match="steps"):
        open_visualizer(replace(quick, settings={}), model_paths, drawing="diffusers")


def test_the_name_tells_pack_and_weights(visualizer: Visualizer, pack: Pack) -> None:
    assert visualizer.name == f"{pack.name}-{pack.digest}"
    assert visualizer.steps == pack.settings["steps"]
    assert visualizer.pixels == pack.settings["pixels"]


# ---- packs and machines that are not as they should be ------------------------------------------


def damage(pack: Pack, **changes: Any) -> None:
    index = pack.directory / "model_index.json"
    index.write_text(json.dumps({**json.loads(index.read_text()), **changes}))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"unet": ["os", "system"]}, "of the library os"),
        ({"unet": ["own_unet", "OwnUNet"]}, "of the library own_unet"),
        ({"_class_name": ["own_pipeline", "OwnPipeline"]}, "diffusers has no model"),
        ({"_class_name": "NoSuchPipeline"}, "NoSuchPipeline"),
        ({"unet": ["diffusers", "NoSuchModel"]}, "NoSuchModel"),
    ],
)
def test_a_pack_cannot_bring_code(
    copied: Pack, model_paths: Paths, changes: dict[str, Any], reason: str
) -> None:
    damage(copied, **changes)
    with pytest.raises(PackDamaged, match=reason):
        open_visualizer(copied, model_paths, drawing="diffusers")


def test_a_program_in_a_pack_is_not_run(copied: Pack, model_paths: Paths, tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    for place in ("None.py", "unet/diffusers.py"):
        (copied.directory / place).write_text(f"open({str(trace)!r}, 'w')")
    with pytest.raises(PackDamaged, match="brings a program"):
        open_visualizer(copied, model_paths, drawing="diffusers")
    assert not trace.exists()


@pytest.mark.parametrize(
    "name",
    [
        "model_index.json",
        "vae/config.json",
        "unet/diffusion_pytorch_model.safetensors",
        "text_encoder/model.safetensors",
        "scheduler/scheduler_config.json",
    ],
)
@pytest.mark.parametrize("content", [None, b"{"])
def test_files_that_are_missing_or_cut_off_are_an_error(
    copied: Pack, model_paths: Paths, name: str, content: bytes | None
) -> None:
    path = copied.directory / name
    path.unlink() if content is None else path.write_bytes(content)
    said = "cannot be read" if content is None else "is no (JSON|safetensors) file"
    with pytest.raises(PackDamaged, match=f"{Path(name).name} {said}"):
        open_visualizer(copied, model_paths, drawing="diffusers")


def rewritten(pack: Pack, name: str, **changes: Any) -> None:
    path = pack.directory / name
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def test_parts_that_fail_in_an_odd_way_are_an_error(copied: Pack, model_paths: Paths) -> None:
    rewritten(copied, "unet/config.json", attention_head_dim=0)  # it is divided by
    with pytest.raises(PackDamaged, match="diffusers cannot use it"):
        open_visualizer(copied, model_paths, drawing="diffusers")


def test_texts_are_filled_up_to_the_places_that_there_are(copied: Pack, model_paths: Paths) -> None:
    (before,) = drawn(open_visualizer(copied, model_paths, drawing="diffusers"), FEET)
    rewritten(copied, "tokenizer/tokenizer_config.json", model_max_length=10**9)
    assert drawn(open_visualizer(copied, model_paths, drawing="diffusers"), FEET) == [before]


def test_an_unknown_scheduler_is_an_error(quick: Pack, model_paths: Paths) -> None:
    for name in ("NoSuchScheduler", "DiffusionPipeline", "__version__"):
        settings = {**quick.settings, "scheduler": {"_class_name": name}}
        with pytest.raises(PackDamaged, match=f"no scheduler {name}"):
            open_visualizer(replace(quick, settings=settings), model_paths, drawing="diffusers")


@pytest.mark.parametrize("device", ["cuda:99", "abacus"])
def test_a_device_that_is_not_there_is_an_error(
    quick: Pack, model_paths: Paths, device: str
) -> None:
    with pytest.raises(DeviceMissing, match=device):
        open_visualizer(quick, model_paths, device=device, drawing="diffusers")


class Narrow:
    """The real pipeline on a machine that runs out of memory a few times."""

    def __init__(self, pipeline: Any, failures: Sequence[Exception]) -> None:
        self._pipeline, self._failures = pipeline, list(failures)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pipeline, name)

    def __call__(self, prompt: str, callback_on_step_end: Any, **others: Any) -> Any:
        if self._failures:
            raise self._failures.pop()
        given = {"num_inference_steps": 3, "height": 64, "width": 64, **others}
        return self._pipeline(prompt=prompt, callback_on_step_end=callback_on_step_end, **given)


def narrowed(quick: Pack, paths: Paths, *failures: Exception) -> DiffusionVisualizer:
    import torch

    opened: Any = open_visualizer(quick, paths, drawing="diffusers")
    settings = DrawingSettings(steps=3, guidance=2.5, pixels=64)
    pipeline = Narrow(opened._pipeline, failures)
    return DiffusionVisualizer(quick, pipeline, settings, torch.device("cpu"), threads=1)


@pytest.mark.parametrize(
    "failure",
    [
        MemoryError(),
        RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes"),
        RuntimeError("MPS backend out of memory"),
    ],
)
def test_out_of_memory_is_tried_once_more(
    quick: Pack, model_paths: Paths, failure: Exception
) -> None:
    visualizer = narrowed(quick, model_paths, failure)
    made = dict(visualizer.visualize([FEET, TOAD], never))
    assert sorted(made) == [0, 1]
    with pytest.raises(OutOfMemory, match="Close other programs"):
        drawn(narrowed(quick, model_paths, failure, failure), FEET)


def test_another_failure_is_not_tried_again(quick: Pack, model_paths: Paths) -> None:
    with pytest.raises(PackDamaged, match="cannot draw with it"):
        drawn(narrowed(quick, model_paths, RuntimeError("shapes do not fit")), FEET)


# ---- quiet, offline, late -----------------------------------------------------------------------
