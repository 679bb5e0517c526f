"""Photos of the drawn world, of which all that they show is known."""

from pathlib import Path
from random import Random

from PIL import Image, ImageDraw

from bench.fieldbook.morphs import random_morph
from bench.fieldbook.truth import Truth, render_truth
from visret_desktop.fieldbook.spec import random_spec


def draw_photo(
    path: Path, seed: int, species: str | None = None, view: str | None = None, sign: str = ""
) -> Truth:
    """Write a JPEG of an animal in colors of no species; return what is true of it.

    `sign` is written across it, as large as fits.
    """
    stream = Random(seed)
    spec = random_spec(stream, species, view)
    look = random_morph(spec.species, stream, held_out=False)
    pixels, truth, _ = render_truth(spec, look, 384, 288)
    image = Image.fromarray(pixels)
    if sign:
        draw = ImageDraw.Draw(image)
        draw.rectangle((10, 10, 374, 60), fill="white", outline="black")
        draw.text((18, 22), sign, fill="black", font_size=22)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=95)
    return truth
