"""A visualizer on OpenVINO: instructions to pictures, as diffusers draws them, without it.

What a pipeline does besides its networks was found when they were compiled, and lies in the plan.
Pictures are made one at a time: each can be shown when it lands, and depends on its order alone.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from visret_desktop.errors import Cancelled, PackDamaged, VisretError
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer, TextPart
from visret_desktop.models.drawing.noise_schedule import FEWEST, Array, Noise
from visret_desktop.models.encoders.tokenizer import read_engine
from visret_desktop.models.interfaces import OnStep, SketchOrder, SketchStep
from visret_desktop.models.pack_settings import DECODE_EVERY, SMALL_DECODER, DrawingSettings
from visret_desktop.models.runtimes.openvino_runtime import Network, open_network
from visret_desktop.models.variants import Precision
from visret_desktop.sentences import sentence

_SEEDS = 2**63
_log = logging.getLogger(__name__)


class OpenVinoVisualizer:
    """One compiled visualizer in one form. Not thread-safe: one caller at a time."""

    def __init__(
        self,
        compiled: CompiledVisualizer,
        settings: DrawingSettings,
        form: Precision,
        threads: int,
        name: str,
        renew: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take a visualizer that `fits` the settings; networks load when they are first needed.

        Files that do not work are tried once more if `renew` finds them damaged and mends that.
        """
        self.name = name
        self.form = form
        self.pixels = settings.pixels
        self.compiled = compiled
        self._plan = compiled.plan
        self.steps = len(self._plan.schedule.timesteps)
        self._settings = settings
        self._threads = threads
        self._side = settings.pixels // self._plan.shrinking
        self._renew = renew
        self._words: dict[str | None, tuple[Array, Array | None]] = {}

    def visualize(
        self, orders: Sequence[SketchOrder], on_step: OnStep
    ) -> Iterator[tuple[int, Image.Image]]:
        """Yield (number of the order, RGB picture), each as soon as it is made.

        The same order gives the same picture, whatever else is ordered with it.

        Raises:
            Cancelled: `on_step` returned True; no further denoising step was begun.
            PackDamaged: a network fails.
        """
        for number, order in enumerate(orders):
            try:
                picture = self._draw_or_renew(number, order, on_step)
            except (Cancelled, VisretError):
                raise
            except Exception as error:  # OpenVINO's own have no base
                first = (str(error).splitlines() or [type(error).__name__])[0]
                reason = sentence("OpenVINO cannot draw with it ({first})", first=first[:200])
                raise PackDamaged(name=self.name, reason=reason) from error
            yield number, picture

    def _draw_or_renew(self, number: int, order: SketchOrder, on_step: OnStep) -> Image.Image:
        try:
            return self._draw(number, order, on_step)
        except Cancelled:
            raise
        except Exception:  # OpenVINO's own are of many kinds
            if not self._renew():
                raise
        self._forget()
        return self._draw(number, order, on_step)

    def _draw(self, number: int, order: SketchOrder, on_step: OnStep) -> Image.Image:
        plan, schedule = self._plan, self._plan.schedule
        prompt = self._settings.prompt_template.replace("{instruction}", order.instruction)
        conditions = self._conditions(prompt)
        noise = Noise(order.seed % _SEEDS)
        shape = (1, plan.channels, self._side, self._side)
        drawn = np.concatenate([noise.draw(shape) for _ in range(schedule.noises)])

        def denoise(latents: Array, timestep: float) -> Array:
            sample = np.repeat(latents, schedule.rows, axis=0)
            time = np.array([timestep], np.float32)
            return self._denoiser({"sample": sample, "timestep": time, **conditions})[0]

        for step, latents in enumerate(schedule.run(drawn, denoise), 1):
            if step > self.steps:
                break
            preview = self._preview(latents, step)
            if on_step(SketchStep(number, step, self.steps, preview)):
                raise Cancelled
        picture = self._decoder({"latents": latents})[0][0]
        if not np.isfinite(picture).all():
            raise ValueError("what it draws are no numbers")
        return Image.fromarray(_levels(picture))

    # ---- words ------------------------------------------------------------------------------

    def _conditions(self, prompt: str) -> dict[str, npt.NDArray[np.float32]]:
        """Return what the denoiser is told beside latents and time, by name, row by row."""
        plan, rows = self._plan, self._plan.schedule.rows
        states, summary = self._read(prompt)
        if rows > 1:
            others = self._read_negative(states, summary)
            states = np.concatenate([others[0], states])
            summary = None if summary is None else np.concatenate([others[1], summary])
        conditions = {"encoder_hidden_states": states}
        if summary is not None:
            conditions["text_embeds"] = summary
        for name, values in plan.told.items():
            numbers = np.array(values, np.float32)
            if name == plan.told_size:
                numbers[list(plan.size_places)] = self.pixels
            conditions[name] = np.repeat(numbers[None], rows, axis=0)
        return conditions

    def _read_negative(self, states: Array, summary: Array | None) -> tuple[Array, Any]:
        if self._plan.negative is None:
            return np.zeros_like(states), None if summary is None else np.zeros_like(summary)
        if self._plan.negative not in self._words:
            self._words[self._plan.negative] = self._read(self._plan.negative)
        return self._words[self._plan.negative]

    def _read(self, text: str) -> tuple[Array, Array | None]:
        """Return the states (1, length, d) of all text encoders, and the summary (1, p) of one."""
        states, summary = [], None
        self._note_truncation(text)
        for part, engine, network in self._readers:
            tokens = np.array([engine.encode(text).ids], np.int64)
            made = network({"tokens": tokens})
            states.append(made[0])
            if summary is None and len(made) > 1:
                summary = made[1]
            assert tokens.shape == (1, part.length)
        return np.concatenate(states, axis=-1), summary

    def _note_truncation(self, text: str) -> None:
        """Log where words are more than the text encoders read; of several the one that most."""
        part, engine, _ = max(self._readers, key=lambda reader: reader[0].length)
        encoding = engine.encode(text)
        if encoding.overflowing:
            engine.no_truncation()
            count = sum(engine.encode(text).attention_mask)
            engine.enable_truncation(part.length)
            line = "%s reads %d tokens of the %d of an instruction; the rest is left out"
            _log.warning(line, self.name, part.length, count)

    # ---- networks ---------------------------------------------------------------------------

    @cached_property
    def _readers(self) -> list[tuple[TextPart, Any, Network]]:
        readers = []
        for part in self._plan.texts:
            engine = read_engine(self.compiled.directory / part.tokenizer)
            engine.enable_truncation(part.length)
            engine.enable_padding(length=part.length, pad_id=part.pad_id)
            path = self.compiled.directory / part.network
            readers.append((part, engine, self._open(path, {"tokens": (1, part.length)})))
        return readers

    @cached_property
    def _denoiser(self) -> Network:
        rows, conditions = self._plan.schedule.rows, self._conditions("")
        shapes: dict[str, Sequence[int]] = {name: value.shape for name, value in conditions.items()}
        shapes["sample"] = (rows, self._plan.channels, self._side, self._side)
        shapes["timestep"] = (1,)
        return self._open(self.compiled.denoiser(self.form), shapes)

    @cached_property
    def _decoder(self) -> Network:
        shape = (1, self._plan.channels, self._side, self._side)
        return self._open(self.compiled.decoder(self.form), {"latents": shape})

    def _forget(self) -> None:
        """Load the networks again for the next picture."""
        self._words.clear()
        for name in ("_readers", "_denoiser", "_decoder"):
            self.__dict__.pop(name, None)

    def _open(self, path: Path, shapes: dict[str, Sequence[int]]) -> Network:
        return open_network(path, self.form, self._threads, shapes)

    # ---- previews ---------------------------------------------------------------------------

    def _preview(self, latents: Array, step: int) -> npt.NDArray[np.uint8] | None:
        """Return uint8 (h, w, 3) of latents (1, c, h, w), or None where that takes long."""
        if weights := self._settings.latent_rgb:
            if len(weights) != latents.shape[1]:
                return None
            map_ = np.array(weights, np.float32)
            return _levels(np.einsum("chw,cr->rhw", latents[0], map_))
        if step % DECODE_EVERY == 0 and self._plan.decoder_weights <= SMALL_DECODER:
            return _levels(self._decoder({"latents": latents})[0][0])
        return None


def fits(compiled: CompiledVisualizer, settings: DrawingSettings) -> bool:
    """Tell whether a compiled visualizer can draw pictures of the size in the settings."""
    plan = compiled.plan
    latents = plan.channels * (settings.pixels // plan.shrinking) ** 2
    return settings.pixels % plan.divisor == 0 and latents >= FEWEST


def _levels(picture: Array) -> npt.NDArray[np.uint8]:
    """Return uint8 (h, w, 3) of a picture (3, h, w) in -1 … 1."""
    levels = (picture / 2 + 0.5).clip(0, 1) * 255
    return levels.round().astype(np.uint8).transpose(1, 2, 0).copy()
