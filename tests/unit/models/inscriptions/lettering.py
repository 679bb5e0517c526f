"""Pictures in which words stand."""

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont


def lettered(
    *lines: str, size: tuple[int, int] = (640, 480), height: int = 40, turned: float = 0.0
) -> Image.Image:
    """Return a picture with lines of words in its middle, turned by so many degrees."""
    picture = Image.new("RGB", size, (60, 90, 70))
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(height)
    for number, line in enumerate(lines):
        y = size[1] / 2 + (number - len(lines) / 2) * height * 2
        draw.text((size[0] / 2, y), line, (240, 240, 235), font, anchor="mm")
    return picture.rotate(turned, Image.Resampling.BICUBIC, fillcolor=(60, 90, 70))


def write_lettered(path: Path, *lines: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    lettered(*lines).save(path, quality=92)
    return path


def strip(*words: str) -> Image.Image:
    """Return a picture with a black strip below it, as camera traps write."""
    picture = Image.radial_gradient("L").resize((1280, 720)).convert("RGB")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 680, 1280, 720), "black")
    for number, word in enumerate(words):
        at = (20 + number * 1240 / len(words), 700)
        draw.text(at, word, "white", ImageFont.load_default(28), anchor="lm")
    return picture
