"""What diffusers draws and computes while a visualizer is compiled, for its networks to match."""

import io
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes
from visret_desktop.models.drawing.compiled_visualizer import reference_name
from visret_desktop.models.drawing.diffusion_visualizer import DiffusionVisualizer
from visret_desktop.models.interfaces import SketchOrder

Arrays = dict[str, npt.NDArray[Any]]
REFERENCES = (
    "a red fox in the snow",
    "two boats on a lake in the mountains",
    "a plate of food on a wooden table",
    "a crowded street in a city at night",
    "an old man reading a newspaper",
    "a bird on a branch, seen from below",
    "children playing on a beach",
    "a brick house with a green door",
    "a close picture of a yellow flower",
    "a steam train on a bridge",
    "a gray cat asleep on a sofa",
    "a tree in a field under a stormy sky",
)
_MOST_SECONDS = 300.0  # for the reference sketches,
_FEWEST_REFERENCES = 2  # but so many in any case
_CALIBRATION = 2  # inputs of each reference sketch that are kept


@dataclass
class PipelineRecording:
    """What the parts were given, and what they made of it, while diffusers drew."""

    denoiser: list[tuple[Arrays, npt.NDArray[np.float32]]] = field(default_factory=list)
    decoder: list[tuple[Arrays, npt.NDArray[np.float32]]] = field(default_factory=list)
    texts: list[tuple[Arrays, npt.NDArray[np.float32]]] = field(default_factory=list)


class CompileProgress:
    """Says how much is done."""

    def __init__(self, out: int, total: int) -> None:
        self._out, self._done, self._total = out, 0, total
        self.advance(0)

    def advance(self, steps: int = 1) -> None:
        """Say that something more is done."""
        self._done += steps
        os.write(self._out, f"{self._done} {self._total}\n".encode())


def draw_references(
    visualizer: DiffusionVisualizer,
    pipeline: Any,
    seen: PipelineRecording,
    out: Path,
    progress: CompileProgress,
) -> tuple[SketchOrder, ...]:
    """Have diffusers draw, and note what its parts see; fewer where it is slow."""
    given_up = time.monotonic() + _MOST_SECONDS
    orders = [SketchOrder(text, seed) for seed, text in enumerate(REFERENCES)]
    drawn = 0
    _watch(pipeline, seen)
    for order in orders:
        if drawn >= _FEWEST_REFERENCES and time.monotonic() > given_up:
            break
        before = len(seen.denoiser)
        ((_, picture),) = visualizer.visualize([order], lambda _: False)
        buffer = io.BytesIO()
        picture.save(buffer, "PNG")
        file_changes.write(out / reference_name(drawn), buffer.getvalue(), is_durable=False)
        _thin(seen, before, drawn)
        drawn += 1
        progress.advance()
    progress.advance(len(orders) - drawn)
    _unwatch(pipeline)
    return tuple(orders[:drawn])


def _thin(seen: PipelineRecording, before: int, number: int) -> None:
    """Keep a few of the steps of the last sketch, others each time."""
    fresh = seen.denoiser[before:]
    apart = -(-len(fresh) // _CALIBRATION)
    seen.denoiser[before:] = fresh[number % apart :: apart]


def _watch(pipeline: Any, seen: PipelineRecording) -> None:
    unet, vae = pipeline.unet, pipeline.vae
    denoise, decode = unet.forward, vae.decode
    scale, shift = latents_to_decoder(vae)

    def forward(sample: Any, timestep: Any, encoder_hidden_states: Any, **others: Any) -> Any:
        made = denoise(sample, timestep, encoder_hidden_states, **others)
        inputs = {"encoder_hidden_states": encoder_hidden_states}
        inputs |= {"timestep_cond": others.get("timestep_cond")}
        inputs |= others.get("added_cond_kwargs") or {}
        given = {name: value.float().numpy() for name, value in inputs.items() if value is not None}
        given["timestep"] = np.array([float(timestep)], np.float32)
        seen.denoiser.append(({"sample": sample.numpy().copy(), **given}, made[0].numpy().copy()))
        return made

    def decoding(latents: Any, *arguments: Any, **others: Any) -> Any:
        made = decode(latents, *arguments, **others)
        before = ((latents - shift) / scale).numpy()
        seen.decoder.append(({"latents": before}, made[0].numpy().copy()))
        return made

    unet.forward, vae.decode = forward, decoding


def _unwatch(pipeline: Any) -> None:
    del pipeline.unet.forward, pipeline.vae.decode


def latents_to_decoder(vae: Any) -> tuple[Any, Any]:
    """Return factors and summands, by channel, that make of latents what a decoder takes."""
    import torch

    config = vae.config
    mean, std = config.get("latents_mean"), config.get("latents_std")
    if mean is None or std is None:
        mean, std = (0.0,), (1.0,)
    scale = torch.tensor(std).view(1, -1, 1, 1) / float(config.scaling_factor)
    return scale, torch.tensor(mean).view(1, -1, 1, 1)
