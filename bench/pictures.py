"""Pictures to measure and test with, which have the spectrum and grain of photographs."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from bench.dng import write_dng
from visret_desktop import file_changes, installation
from visret_desktop.errors import VisretError

# As large as a phone's, whose encoder has no time to make smaller files.
_AS_WRITTEN: dict[str, dict[str, Any]] = {
    ".heic": {"quality": 60, "enc_params": {"preset": "ultrafast"}}
}


class HeicNotWritten(VisretError):
    """The encoder of HEIC is under the GPL, so a bundle comes without it."""

    code = "heic-not-written"
    sentence = "HEIC pictures to measure with are written only by a visret that runs from source."
    exit_code = 3


def write_pictures(
    directory: Path, count: int, width: int, height: int, suffix: str = ".jpg"
) -> None:
    """Write `count` different pictures with the spectrum and grain of photographs.

    `suffix` is ".dng", or that of a format that Pillow or pillow-heif writes.

    Raises:
        HeicNotWritten: HEIC, by a bundle.
    """
    if suffix == ".heic":
        if installation.bundle():
            raise HeicNotWritten
        from pillow_heif import register_heif_opener

        register_heif_opener()
    directory.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(7)
    for number in range(count):
        layers = np.zeros((height, width, 3), np.float32)
        for cells in (3, 12, 48, 192):
            coarse = random.integers(0, 256, (cells, cells, 3), np.uint8)
            layer = Image.fromarray(coarse).resize((width, height), Image.Resampling.BICUBIC)
            layers += np.asarray(layer, np.float32) * (3 / cells) ** 0.5
        grain = 5 * random.standard_normal(layers.shape, np.float32)
        layers = layers / layers.max() * 235 + grain
        picture = Image.fromarray(layers.clip(0, 255).astype(np.uint8))
        path = directory / f"picture {number:04}{suffix}"
        if suffix == ".dng":
            write_dng(path, picture)
        else:
            buffer = io.BytesIO()
            kind = Image.registered_extensions()[suffix]
            picture.save(buffer, kind, **_AS_WRITTEN.get(suffix, {"quality": 90}))
            file_changes.write(path, buffer.getvalue(), is_durable=False)
