"""What a visualizer's manifest says about drawing with its model."""

import math
from dataclasses import dataclass, field
from typing import Any

from visret_desktop.packs.config_rules import scheduler_fault

_MOST_STEPS = 1000
_MOST_PIXELS = 4096


@dataclass(frozen=True)
class DrawingSettings:
    """What a visualizer's manifest says about drawing with its model."""

    steps: int
    guidance: float
    pixels: int  # side of the square pictures
    prompt_template: str = "{instruction}"
    negative_prompt: str = ""
    scheduler: dict[str, Any] = field(default_factory=dict)  # options, or another `_class_name`
    dtype: str = "float16"  # of the computation on a graphics processor
    variant: str = ""  # middle part of the weights' file names, such as fp16
    latent_rgb: tuple[tuple[float, ...], ...] = ()  # previews: a row (r, g, b) for each channel
    checkpoint: str = ""  # the one .safetensors file that holds the whole model, if it is one
    decoder: str = ""  # folder with an AutoencoderTiny that decodes in place of the model's own

    def __post_init__(self) -> None:
        if not 1 <= self.steps <= _MOST_STEPS or not 8 <= self.pixels <= _MOST_PIXELS:
            limits = f"{_MOST_STEPS} steps and {_MOST_PIXELS} pixels"
            raise ValueError(f"steps and pixels must be positive, at most {limits}")
        if not math.isfinite(self.guidance):
            raise ValueError("guidance is no number")
        if "{instruction}" not in self.prompt_template:
            raise ValueError("prompt_template lacks {instruction}")
        if self.dtype not in ("float16", "bfloat16", "float32"):
            raise ValueError(f"dtype is {self.dtype!r}")
        if any(len(row) != 3 for row in self.latent_rgb):
            raise ValueError("latent_rgb must have three columns")
        if fault := scheduler_fault(self.scheduler):
            raise ValueError(f"scheduler {fault}")
        if self.checkpoint and not self.checkpoint.endswith(".safetensors"):
            raise ValueError("checkpoint is no .safetensors file")
