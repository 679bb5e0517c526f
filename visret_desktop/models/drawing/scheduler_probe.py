"""Find a pipeline's schedule by drawing with it while we answer in place of its denoiser.

The answers are random numbers, so that what the pipeline makes of each can be told from what it
makes of the others. A second drawing with other numbers shows whether that is all it does.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.models.drawing.noise_schedule import Noise, Schedule

MOST_STEPS = 100  # with more, the sums grow long; nobody draws so on a processor
_LATENTS = 32  # side, for which each term has thousands of numbers
_NOTHING = 1e-6  # of the largest weight of a sum
_TOLERANCE = 1e-4  # of what is compared; a step is computed in float32
_OTHER_SCALE = 3.0  # of the second drawing's answers


@dataclass
class ProbeResult:
    """What a pipeline did; numbers as (values,) for each time that something happened."""

    side: int  # of the picture, in pixels
    noise: list[npt.NDArray[np.float64]] = field(default_factory=list)
    answers: list[npt.NDArray[np.float64]] = field(default_factory=list)  # (rows, values)
    asked: list[npt.NDArray[np.float64]] = field(default_factory=list)
    after: list[npt.NDArray[np.float64]] = field(default_factory=list)
    last: npt.NDArray[np.float64] = field(default_factory=lambda: np.empty(0))
    timesteps: list[float] = field(default_factory=list)
    conditions: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many answers the denoiser gives at once."""
        return len(self.answers[0])

    @property
    def targets(self) -> npt.NDArray[np.float64]:
        """Everything that is to be a sum: (2 × steps + 1, values)."""
        return np.stack([*self.asked, *self.after, self.last])


def find_schedule(pipeline: Any, arguments: dict[str, Any]) -> tuple[Schedule, ProbeResult]:
    """Return the schedule by which a pipeline draws with `arguments`, and one drawing with it.

    The drawing's `conditions` are what the denoiser is told beside latents and time.

    Raises:
        ValueError: the pipeline does something else.
    """
    side = _LATENTS * pipeline.vae_scale_factor
    given = {**arguments, "height": side, "width": side}
    result = _draw(pipeline, given, seed=1, scale=1.0)
    schedule = _schedule(result)
    other = _draw(pipeline, given, seed=2, scale=_OTHER_SCALE)
    _check(schedule, other)
    return schedule, result


def _draw(pipeline: Any, arguments: dict[str, Any], seed: int, scale: float) -> ProbeResult:
    import torch

    result, numbers = ProbeResult(arguments["height"]), np.random.default_rng(seed)

    def answer(sample: Any, timestep: Any, encoder_hidden_states: Any, **others: Any) -> Any:
        if len(result.answers) == MOST_STEPS:
            raise ValueError(f"it takes more than {MOST_STEPS} steps")
        answers = scale * numbers.standard_normal(tuple(sample.shape)).astype(np.float32)
        result.asked.append(_flat(sample[:1]))
        result.answers.append(answers.reshape(len(answers), -1).astype(np.float64))
        result.timesteps.append(float(timestep))
        result.conditions = _conditions(encoder_hidden_states, others)
        return (torch.from_numpy(answers),)

    def after_step(_: Any, __: int, ___: Any, tensors: dict[str, Any]) -> dict[str, Any]:
        result.after.append(_flat(tensors["latents"]))
        return {}

    with _in_place_of(pipeline.unet, answer), torch.no_grad():
        made = pipeline(
            prompt="a",
            generator=torch.Generator("cpu").manual_seed(seed),
            callback_on_step_end=after_step,
            output_type="latent",
            **arguments,
        )
    result.last = _flat(made.images)
    noise, shape = Noise(seed), tuple(made.images.shape)
    result.noise = [
        noise.draw(shape).reshape(-1).astype(np.float64) for _ in range(len(result.answers) + 1)
    ]
    return result


def _flat(tensor: Any) -> npt.NDArray[np.float64]:
    return np.asarray(tensor.detach().reshape(-1).numpy(), np.float64)


def _conditions(words: Any, others: dict[str, Any]) -> dict[str, npt.NDArray[np.float32]]:
    conditions = {
        "encoder_hidden_states": words,
        "timestep_cond": others.pop("timestep_cond", None),
    }
    conditions |= others.pop("added_cond_kwargs", None) or {}
    others.pop("return_dict", None)
    unknown = [name for name, value in others.items() if value is not None]
    if unknown:
        raise ValueError(f"its denoiser is told {', '.join(unknown)}")
    known = {name: value for name, value in conditions.items() if value is not None}
    return {name: np.asarray(value.numpy(), np.float32) for name, value in known.items()}


@contextmanager
def _in_place_of(denoiser: Any, answer: Any) -> Iterator[None]:
    denoiser.forward = answer  # of the instance: goes before that of the class
    try:
        yield
    finally:
        del denoiser.forward


def _terms(result: ProbeResult, noises: int) -> npt.NDArray[np.float64]:
    return np.concatenate([result.noise[:noises], *result.answers])


def _schedule(result: ProbeResult) -> Schedule:
    steps, rows, noises = len(result.timesteps), result.rows, len(result.noise)
    terms, targets = _terms(result, noises), result.targets
    if len(result.after) != steps:
        raise ValueError("it does not tell what comes of each step")
    weights = np.linalg.lstsq(terms.T, targets.T, rcond=None)[0].T
    weights[np.abs(weights) < _NOTHING * np.abs(weights).max(axis=1, keepdims=True)] = 0
    drawn = max(1, int(np.flatnonzero(weights[:, :noises].any(axis=0)).max(initial=0)) + 1)
    weights = np.delete(weights, np.s_[drawn:noises], axis=1)
    for step in range(steps):  # no sum has answers that come later
        weights[step, drawn + rows * step :] = 0
        weights[steps + step, drawn + rows * (step + 1) :] = 0
    table = tuple(tuple(map(float, one)) for one in weights)
    return Schedule(
        noises=drawn,
        rows=rows,
        timesteps=tuple(result.timesteps),
        inputs=table[:steps],
        states=table[steps : 2 * steps],
        last=table[-1],
    )


def _check(schedule: Schedule, result: ProbeResult) -> None:
    """Raise ValueError unless the schedule tells what a pipeline did in another drawing."""
    terms, targets = _terms(result, schedule.noises), result.targets
    weights = np.array([*schedule.inputs, *schedule.states, schedule.last])
    if result.timesteps != list(schedule.timesteps) or weights.shape[1] != len(terms):
        raise ValueError("it takes other steps each time")
    wrong = np.linalg.norm(weights @ terms - targets, axis=1)
    if not (wrong <= _TOLERANCE * np.linalg.norm(targets, axis=1)).all():
        raise ValueError("its scheduler does more than add up noise and answers")
