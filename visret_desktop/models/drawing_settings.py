"""What a visualizer's manifest says about drawing with its model."""

import math
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from msgspec import Meta

from visret_desktop.packs.config_rules import scheduler_fault

SMALL_DECODER = 2_000_000  # parameters; it decodes in a fifth to a third of a denoising step
DECODE_EVERY = 3  # steps; at each it would add a third to the time


@dataclass(frozen=True)
class DrawingSettings:
    """What a visualizer's manifest says about drawing with its model."""

    steps: Annotated[int, Meta(ge=1, le=1000)]
    guidance: float
    pixels: Annotated[int, Meta(ge=8, le=4096)]  # side of the square pictures
    sizes: tuple[int, ...] = ()  # sides that the model was made for; none are named: `pixels`
    prompt_template: str = "{instruction}"
    negative_prompt: str = ""
    scheduler: dict[str, Any] = field(default_factory=dict)  # options, or another `_class_name`
    # Of the computation on a graphics processor.
    dtype: Literal["float16", "bfloat16", "float32"] = "float16"
    variant: str = ""  # middle part of the weights' file names, such as fp16
    latent_rgb: tuple[tuple[float, float, float], ...] = ()  # previews: (r, g, b) of each channel
    checkpoint: str = ""  # the one .safetensors file that holds the whole model, if it is one
    decoder: str = ""  # folder with an AutoencoderTiny that decodes in place of the model's own

    def __post_init__(self) -> None:
        if not math.isfinite(self.guidance):
            raise ValueError("guidance is no number")
        if "{instruction}" not in self.prompt_template:
            raise ValueError("prompt_template lacks {instruction}")
        if fault := scheduler_fault(self.scheduler):
            raise ValueError(f"scheduler {fault}")
        if self.checkpoint and not self.checkpoint.endswith(".safetensors"):
            raise ValueError("checkpoint is no .safetensors file")
