"""Are copies and crops of a photo told from other photos?

    python -m bench.answers.witnesses FOLDER [--half 0|1]

Of each photo a copy is made: smaller, in other light, in gray, or a crop of at least 45 % of the
sides. It is found if it counts as the same moment as the photo; two other photos of the folder are
kept apart if they do not. Every second photo is of half 0, on which the limit was chosen.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageEnhance, ImageOps

from visret_desktop.engine.answers.moments import EdgePicture
from visret_desktop.library.photos.thumbnails import make_thumbnail

Json = dict[str, Any]
_SUFFIXES = (".jpg", ".jpeg", ".png")
_SIDE = 384  # pixels of a thumbnail
_LEAST_SIDE = 40
_PAIRS = 4  # with other photos, of each


def measure(pictures: Sequence[Image.Image], seed: int) -> Json:
    """Return how many copies and crops are found, and how many other photos kept apart."""
    stream = Random(f"witnesses {seed}")
    seen = [_thumbnail(picture) for picture in pictures]
    copies = [_thumbnail(changed(picture, stream)) for picture in pictures]
    pairs = [
        (one, other)
        for one in range(len(seen))
        for other in stream.sample(range(len(seen)), min(_PAIRS, len(seen)))
        if one != other
    ]
    return {
        "copies": len(seen),
        "found": sum(map(EdgePicture.is_one_with, seen, copies)),
        "pairs": len(pairs),
        "apart": sum(not seen[one].is_one_with(seen[other]) for one, other in pairs),
    }


def changed(picture: Image.Image, stream: Random) -> Image.Image:
    """Return a copy or a crop of a picture, as people make them."""
    kind = stream.choice(("crop", "crop", "smaller", "light"))
    if kind == "crop":
        across = stream.uniform(0.45, 0.95)
        down = min(1.0, across * stream.uniform(0.85, 1.15))
        left, top = stream.uniform(0, 1 - across), stream.uniform(0, 1 - down)
        shares = (left, top, left + across, top + down)
        sides = (*picture.size, *picture.size)
        edges = [round(share * side) for share, side in zip(shares, sides, strict=True)]
        picture = picture.crop((edges[0], edges[1], edges[2], edges[3]))
    if kind == "smaller":
        picture = picture.resize((max(8, picture.width // 2), max(8, picture.height // 2)))
    if kind == "light" or stream.random() < 0.3:
        for change in (ImageEnhance.Brightness, ImageEnhance.Contrast, ImageEnhance.Color):
            picture = change(picture).enhance(stream.uniform(0.5, 1.4))
    return picture


def opened(files: Iterable[Path]) -> list[Image.Image]:
    """Return the pictures of those files that can be read and are not tiny."""
    pictures = []
    for file in files:
        try:
            with Image.open(file) as photo:
                photo.draft("RGB", (2 * _SIDE, 2 * _SIDE))
                picture = ImageOps.exif_transpose(photo).convert("RGB")
        except (OSError, ValueError, SyntaxError):
            continue
        if min(picture.size) >= _LEAST_SIDE:
            picture.thumbnail((2 * _SIDE, 2 * _SIDE))
            pictures.append(picture)
    return pictures


def _thumbnail(picture: Image.Image) -> EdgePicture:
    with Image.open(BytesIO(make_thumbnail(picture, _SIDE))) as small:
        return EdgePicture(small.convert("L"))


def main() -> int:
    """Print figures of a folder of photos."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", type=int, choices=(0, 1))
    chosen = parser.parse_args()
    files = sorted(file for file in chosen.folder.rglob("*") if file.suffix.lower() in _SUFFIXES)
    if chosen.half is not None:
        files = files[chosen.half :: 2]
    sys.stdout.write(json.dumps(measure(opened(files), chosen.half or 0)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
