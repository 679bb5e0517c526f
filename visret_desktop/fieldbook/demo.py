"""Write the demonstration library: drawn photos with metadata.

    python -m visret_desktop.fieldbook.demo DIR --photos 1000 --processes 4

It runs as a process of its own because it draws with Qt. Progress goes to stdout, one JSON object
per line. `fieldbook.json`, the truth about every photo, is written last, when all else is there.
"""

import argparse
import json
import signal
import sys
from dataclasses import asdict, replace
from io import BytesIO
from pathlib import Path

from PIL import Image
from PIL.ExifTags import IFD, Base

from visret_desktop import file_changes
from visret_desktop.demonstration import BOOK
from visret_desktop.fieldbook.examples import example_queries
from visret_desktop.fieldbook.grammar import description
from visret_desktop.fieldbook.outings import Shot, plan_shots
from visret_desktop.fieldbook.render import render
from visret_desktop.processes import own_python

_SEED = 20230402
_TURN_BACK = {6: Image.Transpose.ROTATE_90, 8: Image.Transpose.ROTATE_270}
_XMP = """<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" {rating}>
 {title}<dc:subject><rdf:Bag>{words}</rdf:Bag></dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>"""


# ---- one photo ------------------------------------------------------------------------------


def write_shot(directory: Path, shot: Shot) -> None:
    """Draw one shot and write it with its metadata."""
    path = directory / shot.path
    width, height = shot.size
    image = Image.fromarray(render(shot.spec, width, height))
    if shot.is_empty_scene:  # nothing but ground: matches no species
        image = image.crop((0, height * 4 // 5, width // 5, height)).resize((width, height))
    image = image.transpose(_TURN_BACK[shot.orientation]) if shot.orientation != 1 else image
    keywords = (shot.spec.species, shot.spec.group) if shot.has_keywords else ()
    options = {"exif": _exif(shot).tobytes()}
    if keywords and not shot.is_empty_scene:
        options["xmp"] = _xmp(keywords)
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=88, **options)
    _keep(path, buffer.getvalue())
    if shot.has_sidecar:
        title = description(shot.spec)
        sidecar = _xmp((shot.spec.species,), title, rating=4)
        _keep(path.with_name(f"{path.name}.xmp"), sidecar)


def _keep(path: Path, content: bytes) -> None:
    file_changes.write(path, content, is_durable=False)  # an incomplete library is drawn again


def _exif(shot: Shot) -> Image.Exif:
    exif = Image.Exif()
    maker, model, lens = shot.camera
    exif[Base.Make], exif[Base.Model], exif[Base.Orientation] = maker, model, shot.orientation
    taken = shot.taken.strftime("%Y:%m:%d %H:%M:%S")
    details = exif.get_ifd(IFD.Exif)
    details[Base.DateTimeOriginal], details[Base.OffsetTimeOriginal] = taken, shot.offset
    details[Base.LensModel] = lens
    details[Base.ExposureTime] = 1 / 500 if shot.spec.light == "day" else 1 / 60
    details[Base.FNumber], details[Base.FocalLength] = 5.6, 400.0 if "500" in lens else 35.0
    details[Base.ISOSpeedRatings] = {"day": 200, "dusk": 1600, "night": 6400}[shot.spec.light]
    place = exif.get_ifd(IFD.GPSInfo)
    place[1], place[2] = ("N" if shot.latitude >= 0 else "S"), _degrees(shot.latitude)
    place[3], place[4] = ("E" if shot.longitude >= 0 else "W"), _degrees(shot.longitude)
    return exif


def _degrees(angle: float) -> tuple[float, float, float]:
    degrees, rest = divmod(abs(angle), 1)
    minutes, rest = divmod(rest * 60, 1)
    return degrees, minutes, round(rest * 60, 3)


def _xmp(keywords: tuple[str, ...], title: str = "", rating: int = 0) -> bytes:
    words = "".join(f"<rdf:li>{word}</rdf:li>" for word in keywords)
    named = f'<rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt>'
    return _XMP.format(
        words=words,
        title=f"<dc:title>{named}</dc:title>" if title else "",
        rating=f'xmp:Rating="{rating}"' if rating else "",
    ).encode()


# ---- the library ----------------------------------------------------------------------------


def write_demo(directory: Path, count: int, processes: int, seed: int = _SEED) -> None:
    """Write `count` photos and `fieldbook.json` below `directory`."""
    shots = plan_shots(count, seed)
    jobs = [(directory, shot) for shot in shots]
    with own_python.pool(processes) as pool:
        for done, _ in enumerate(pool.imap_unordered(_write, jobs, chunksize=8), start=1):
            if done % 20 == 0 or done == len(jobs):
                _say({"done": done, "total": len(jobs)})
    _add_oddities(directory, shots)
    book = {
        "photos": count,
        "seed": seed,
        "queries": example_queries(shots, seed),
        "files": _truth(shots),
    }
    file_changes.write(directory / BOOK, json.dumps(book, indent=1).encode())


def _write(job: tuple[Path, Shot]) -> None:
    write_shot(*job)


def _add_oddities(directory: Path, shots: list[Shot]) -> None:
    """Add what real libraries have: copies, other formats, damaged files."""
    first = directory / shots[0].path
    odd = directory / "odds and ends"
    data = first.read_bytes()
    _keep(odd / "a copy.jpg", data)
    _keep(odd / "almost whole.jpg", data[: len(data) * 85 // 100])
    _keep(odd / "mostly lost.jpg", data[: len(data) // 5])
    _keep(odd / "empty.jpg", b"")
    _keep(odd / "a letter.jpg", b"This is no picture.")
    for shot, suffix in zip(shots[1:5], ("png", "webp", "gif", "tiff"), strict=False):
        spec = replace(shot.spec, seed=shot.spec.seed + 1)
        buffer = BytesIO()
        Image.fromarray(render(spec, 640, 480)).save(buffer, suffix)
        _keep(odd / f"drawn as {suffix}.{suffix}", buffer.getvalue())


def _truth(shots: list[Shot]) -> dict[str, object]:
    return {shot.path: {} if shot.is_empty_scene else asdict(shot.spec) for shot in shots}


def _say(figures: dict[str, int]) -> None:
    sys.stdout.write(json.dumps(figures) + "\n")
    sys.stdout.flush()


def main() -> int:
    """Write a demonstration library."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the processes that draw end with it
    if not file_changes.is_own(chosen.directory):
        file_changes.claim(chosen.directory)
    write_demo(chosen.directory, chosen.photos, chosen.processes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
