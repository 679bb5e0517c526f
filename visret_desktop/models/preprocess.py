"""Bring a picture into the shape that an encoder was trained on, as open_clip does."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from visret_desktop.models.interfaces import Pixels

_RESAMPLING = {"bicubic": Image.Resampling.BICUBIC, "bilinear": Image.Resampling.BILINEAR}
_CLIP_MEAN = (0.48145466, 0.4578275, 0.40821073)
_CLIP_STD = (0.26862954, 0.26130258, 0.27577711)


@dataclass(frozen=True)
class Preprocess:
    """Resize, crop, normalize; the parameters of an open_clip `preprocess_cfg`."""

    side: int
    mean: tuple[float, ...] = _CLIP_MEAN
    std: tuple[float, ...] = _CLIP_STD
    interpolation: str = "bicubic"
    resize_mode: str = "shortest"
    fill: int = 0

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> "Preprocess":
        """Read the content of an `open_clip_config.json`."""
        side = config["model_cfg"]["vision_cfg"]["image_size"]
        given = config.get("preprocess_cfg", {})
        known: dict[str, Any] = {
            "mean": tuple(given.get("mean") or _CLIP_MEAN),
            "std": tuple(given.get("std") or _CLIP_STD),
            "interpolation": given.get("interpolation") or "bicubic",
            "resize_mode": given.get("resize_mode") or "shortest",
            "fill": int(given.get("fill_color") or 0),
        }
        return cls(side if isinstance(side, int) else side[0], **known)

    def __call__(self, image: Image.Image) -> Pixels:
        """Return float32 (3, side, side) of an RGB picture."""
        square = self._square(image)
        pixels = np.asarray(square, np.float32).transpose(2, 0, 1)
        scale = np.float32(1) / (np.float32(255) * np.asarray(self.std, np.float32))
        shift = np.asarray(self.mean, np.float32) / np.asarray(self.std, np.float32)
        return (pixels * scale[:, None, None] - shift[:, None, None]).astype(np.float32)

    def _square(self, image: Image.Image) -> Image.Image:
        resampling = _RESAMPLING[self.interpolation]
        if self.resize_mode == "squash":
            return image.resize((self.side, self.side), resampling)
        width, height = image.size
        reference = min(width, height) if self.resize_mode == "shortest" else max(width, height)
        size = self._size(width, height, reference)
        return self._center(image.resize(size, resampling, reducing_gap=3.0))

    def _size(self, width: int, height: int, reference: int) -> tuple[int, int]:
        if self.resize_mode == "longest":
            ratio = self.side / reference
            return max(1, round(width * ratio)), max(1, round(height * ratio))
        # Truncated, not rounded, for the longer side: as torchvision's Resize does.
        return tuple(  # type: ignore[return-value]
            self.side if length == reference else int(self.side * length / reference)
            for length in (width, height)
        )

    def _center(self, image: Image.Image) -> Image.Image:
        width, height = image.size
        if width < self.side or height < self.side:
            canvas = Image.new("RGB", (self.side, self.side), (self.fill,) * 3)
            canvas.paste(image, ((self.side - width) // 2, (self.side - height) // 2))
            return canvas
        left, top = round((width - self.side) / 2), round((height - self.side) / 2)
        return image.crop((left, top, left + self.side, top + self.side))
