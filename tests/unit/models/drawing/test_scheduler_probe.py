"""What a pipeline does becomes a table, where that is all it does."""

from pathlib import Path
from typing import Any

import pytest

from tests.unit.models.tiny_families import tiny_pack
from visret_desktop.models.drawing.diffusers_pipeline import open_pipeline
from visret_desktop.models.drawing.scheduler_probe import find_schedule
from visret_desktop.models.pack_settings import DrawingSettings, read_settings

_STEPS = 4


@pytest.fixture(scope="module")
def pipeline(families: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    import torch

    pack = tiny_pack(families / "sd15", tmp_path_factory.mktemp("probed") / "pack")
    return open_pipeline(pack, torch.device("cpu"), read_settings(pack, DrawingSettings))


def scheduled(pipeline: Any, name: str, **options: Any) -> None:
    import diffusers

    kind: Any = getattr(diffusers, name)
    betas = {"beta_start": 0.00085, "beta_end": 0.012, "beta_schedule": "scaled_linear"}
    pipeline.scheduler = kind(**betas, **options)


@pytest.mark.parametrize(
    ("name", "steps", "noises"),
    [
        ("EulerDiscreteScheduler", 4, 1),
        ("EulerAncestralDiscreteScheduler", 4, 4),
        ("PNDMScheduler", 13, 1),
        ("HeunDiscreteScheduler", 7, 1),
        ("DPMSolverMultistepScheduler", 4, 1),
        ("LCMScheduler", 4, 4),
    ],
)
@pytest.mark.parametrize("guidance", [0.0, 5.0])
def test_schedulers_are_tables(
    pipeline: Any, name: str, steps: int, noises: int, guidance: float
) -> None:
    scheduled(pipeline, name)
    given = {"num_inference_steps": _STEPS, "guidance_scale": guidance}
    schedule, drawing = find_schedule(pipeline, given)
    assert (len(schedule.timesteps), schedule.noises) == (steps, noises)
    assert schedule.rows == (2 if guidance else 1)
    assert set(drawing.conditions) == {"encoder_hidden_states"}


def test_what_cuts_off_is_no_table(pipeline: Any) -> None:
    scheduled(pipeline, "DDIMScheduler", clip_sample=True)
    with pytest.raises(ValueError, match="more than add up"):
        find_schedule(pipeline, {"num_inference_steps": _STEPS, "guidance_scale": 0.0})


def test_very_many_steps_are_refused(pipeline: Any) -> None:
    scheduled(pipeline, "EulerDiscreteScheduler")
    with pytest.raises(ValueError, match="more than 100 steps"):
        find_schedule(pipeline, {"num_inference_steps": 101, "guidance_scale": 0.0})
