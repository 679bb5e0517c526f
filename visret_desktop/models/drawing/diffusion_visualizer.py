"""A visualizer pack on diffusers: instructions to pictures, reporting every step.

Pictures are made one at a time on every device: each can be shown when it lands, and its bytes
depend on nothing but its own order (a batch computes in another sequence, so that the last bits
differ). The noise comes from the CPU's generator, which every device shares.
"""

import inspect
import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL.Image import Image

from visret_desktop.errors import Cancelled, OutOfMemory, PackDamaged, VisretError
from visret_desktop.models.drawing.diffusers_pipeline import first_line, offload
from visret_desktop.models.interfaces import OnStep, SketchOrder, SketchStep
from visret_desktop.models.pack_settings import DECODE_EVERY, SMALL_DECODER, DrawingSettings
from visret_desktop.models.runtimes.devices import is_out_of_memory
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence

_SEEDS = 2**63
_log = logging.getLogger(__name__)


class DiffusionVisualizer:
    """One loaded pipeline. Not thread-safe: one caller at a time."""

    def __init__(
        self, pack: Pack, pipeline: Any, settings: DrawingSettings, device: Any, threads: int
    ) -> None:
        """Take a pipeline that lies on `device`.

        Raises:
            PackDamaged: pipelines of its kind cannot be stopped, or do not draw from text.
        """
        self.name = f"{pack.name}-{pack.digest}"
        self.steps = settings.steps
        self.pixels = settings.pixels
        self._pack_name = pack.name
        self._pipeline = pipeline
        self._settings = settings
        self._device = device
        self._threads = threads
        self._is_saving_memory = False
        self._accepted = frozenset(inspect.signature(pipeline.__call__).parameters)
        missing = {"prompt", "callback_on_step_end"} - self._accepted
        if missing:
            reason = sentence(
                "its {pipeline} takes no {names}",
                pipeline=type(pipeline).__name__,
                names=" and no ".join(sorted(missing)),
            )
            raise PackDamaged(name=pack.name, reason=reason)

    def visualize(
        self, orders: Sequence[SketchOrder], on_step: OnStep
    ) -> Iterator[tuple[int, Image]]:
        """Yield (number of the order, RGB picture), each as soon as it is made.

        The same order gives the same picture, whatever else is ordered with it. A picture that
        was begun again to save memory counts its steps from 1 again.

        Raises:
            Cancelled: `on_step` returned True; no further denoising step was begun.
            OutOfMemory: it does not fit, even with all that saves memory.
            PackDamaged: diffusers fails over it.
        """
        for number, order in enumerate(orders):
            try:
                picture = self._visualize_one(number, order, on_step)
            except (VisretError, Cancelled):
                raise
            except Exception as error:  # parts that do not fit each other fail in any way
                reason = sentence(
                    "diffusers cannot draw with it ({error})", error=first_line(error)
                )
                raise PackDamaged(name=self._pack_name, reason=reason) from error
            yield number, picture

    def _visualize_one(self, number: int, order: SketchOrder, on_step: OnStep) -> Image:
        try:
            return self._draw(number, order, on_step)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            _log.warning("out of memory on %s; trying again with less", self._device)
        # Outside the handler: the traceback of the error holds on to the memory.
        try:
            self._save_memory()
            return self._draw(number, order, on_step)
        except (RuntimeError, MemoryError) as error:
            if not is_out_of_memory(error):
                raise
            raise OutOfMemory(device=str(self._device), name=self._pack_name) from error

    def _draw(self, number: int, order: SketchOrder, on_step: OnStep) -> Image:
        import torch

        prompt = self._settings.prompt_template.replace("{instruction}", order.instruction)
        self._note_truncation(prompt)

        def after_step(_: Any, index: int, __: Any, tensors: dict[str, Any]) -> dict[str, Any]:
            steps = self._pipeline.num_timesteps
            preview = self._preview(tensors.get("latents"), index + 1)
            if on_step(SketchStep(number, index + 1, steps, preview)):
                raise Cancelled
            return {}

        try:
            with _threads(self._threads):
                made = self._pipeline(
                    prompt=prompt,
                    generator=torch.Generator("cpu").manual_seed(order.seed % _SEEDS),
                    callback_on_step_end=after_step,
                    **self.arguments(),
                )
        finally:
            self._pipeline.maybe_free_model_hooks()
        picture: Image = made.images[0].convert("RGB")
        return picture

    def arguments(self) -> dict[str, Any]:
        """Return what this kind of pipeline takes of the settings."""
        settings = self._settings
        wanted: dict[str, Any] = {
            "num_inference_steps": settings.steps,
            "guidance_scale": settings.guidance,
            "height": settings.pixels,
            "width": settings.pixels,
        }
        if settings.negative_prompt:
            wanted["negative_prompt"] = settings.negative_prompt
        return {name: value for name, value in wanted.items() if name in self._accepted}

    def _note_truncation(self, prompt: str) -> None:
        """Log where a prompt is longer than the text encoder reads; the pipeline cuts it there.

        Of several text encoders the one that reads most counts.
        """
        components = self._pipeline.components.items()
        tokenizers = [part for name, part in components if name.startswith("tokenizer") and part]
        if not tokenizers:
            return
        reader = max(tokenizers, key=lambda tokenizer: tokenizer.model_max_length)
        tokens = len(reader(prompt).input_ids)
        if tokens > reader.model_max_length:
            text = "%s reads %d tokens of the %d of an instruction; the rest is left out"
            _log.warning(text, self.name, reader.model_max_length, tokens)

    def _save_memory(self) -> None:
        """Trade speed for memory from now on; pictures may differ in their last bits."""
        if self._is_saving_memory:
            return
        self._is_saving_memory = True
        vae: Any = getattr(self._pipeline, "vae", None)
        if hasattr(vae, "enable_tiling"):
            vae.enable_tiling()
        if self._device.type != "cuda" and hasattr(self._pipeline, "enable_attention_slicing"):
            self._pipeline.enable_attention_slicing()  # CUDA's own attention needs no slices
        if self._device.type != "cpu":
            offload(self._pipeline, self._device)

    def _preview(self, latents: Any, step: int) -> npt.NDArray[np.uint8] | None:
        """Return uint8 (h, w, 3) of latents (1, c, h, w), or None where that takes long."""
        if latents is None or latents.ndim != 4:
            return None
        rgb = None
        if self._settings.latent_rgb:
            rgb = self._mapped(latents)
        elif step % DECODE_EVERY == 0:
            rgb = self._decoded(latents)
        if rgb is None:
            return None
        levels = (rgb.float().clamp(-1, 1) + 1) * 127.5
        return np.asarray(levels.round().byte().permute(1, 2, 0).cpu().numpy(), np.uint8)

    def _mapped(self, latents: Any) -> Any:
        """Return (3, h, w) from latents by the pack's linear map, or None where it does not fit."""
        import torch

        weights = torch.tensor(self._settings.latent_rgb, dtype=torch.float32)
        if len(weights) != latents.shape[1]:
            return None
        return torch.einsum("chw,cr->rhw", latents[0].float().cpu(), weights)

    def _decoded(self, latents: Any) -> Any:
        """Return (3, H, W) from a decoder that is small enough, else None."""
        vae = getattr(self._pipeline, "vae", None)
        if vae is None or not self._is_decoder_small(vae):
            return None
        scale, shift = vae.config.get("scaling_factor"), vae.config.get("shift_factor")
        return vae.decode(latents / (scale or 1.0) + (shift or 0.0), return_dict=False)[0][0]

    def _is_decoder_small(self, vae: Any) -> bool:
        if self._is_saving_memory:
            return False
        decoder = getattr(vae, "decoder", vae)
        return bool(sum(weights.numel() for weights in decoder.parameters()) <= SMALL_DECODER)


@contextmanager
def _threads(count: int) -> Iterator[None]:
    """Let torch compute with `count` threads, and then with as many as before."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
