"""`visret import-detections`: what a detector found in photos, by the file that it wrote."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_import_modes
from visret_desktop.cli.output import Json, Output
from visret_desktop.cli.repair import reading
from visret_desktop.errors import UsageError
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import DetectionsSaid


_LISTED = 10  # paths of each kind; --json has some more
_LABELS = 30
_OUTCOMES = {
    "ambiguous": "passed over: several photos fit equally",
    "elsewhere": "passed over: photos of this name lie in folders of other names; `--folder DIR` "
    "finds those below DIR",
    "unknown": "passed over: the library has no such photo",
    "duplicate": "passed over: an earlier entry is about the same photo",
    "failed": "without a result: the photo could not be looked at",
}
_FLAWS = {
    "path": "passed over: without the path of a photo",
    "confidence": "not understood: without a confidence from 0 to 1",
    "category": "not understood: of a category that the file does not explain",
    "finding": "not understood: no detections, though in a list of them",
    "box": "kept without a box: it does not lie in the photo",
    "cut": "the file ends in the middle, or is damaged; it was read up to there",
}


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command."""
    parser.add_argument(
        "file",
        metavar="FILE",
        type=absolute,
        help="JSON of MegaDetector, SpeciesNet or AddaxAI, or CSV of DeepFaune, AddaxAI, "
        "Timelapse, Wildlife Insights, camtrapR or Camelot",
    )
    parser.add_argument(
        "--folder",
        metavar="DIR",
        type=absolute,
        help="only photos below DIR, where a photo's name is enough to know it by",
    )
    parser.add_argument(
        "--confidence",
        metavar="SHARE",
        type=share,
        help="keep only what was found with at least this confidence, from 0 to 1 (default: what "
        "the file advises, else 0.2)",
    )
    add_import_modes(parser, "kept", "--drop", "forget what was kept of this file")


def share(text: str) -> float:
    """Read a number from 0 to 1, or from 0 % to 100 %."""
    plain = text.strip()
    try:
        number = float(plain.rstrip("% ")) / (100 if plain.endswith("%") else 1)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise ArgumentTypeError(f"{text[:40]!r} is no number from 0 to 1")
    return number


def import_detections(options: Namespace, out: Output) -> int:
    """`visret import-detections FILE`."""
    if options.drop:
        return _drop(options, out)
    from visret_desktop.engine.field_messages import ImportDetections
    from visret_desktop.engine.fieldwork.import_job import DETECTIONS

    request = ImportDetections(
        path=str(options.file),
        folder=str(options.folder or ""),
        least=options.confidence,
        is_dry_run=options.dry_run,
    )
    folders = [absolute(request.folder)] if request.folder else []
    preview, summary = engine_jobs.import_file(DETECTIONS, request, out, folders)
    body = _body(preview, summary)
    out.result({"file": str(options.file), **body}, _lines(body, options))
    return 0 if body["matched"] else 1


def _drop(options: Namespace, out: Output) -> int:
    from visret_desktop.engine.field_messages import DropDetections
    from visret_desktop.engine.fieldwork.import_job import DETECTIONS

    paths, _ = engine_jobs.profile()
    with reading(paths, out) as reader:
        kept = {one.id: one.path for one in reader.detections.files()}
    given = options.file
    # By the path, or by the number that is listed; another file of the same name is another file.
    sources = [path for number, path in kept.items() if path == given or str(number) == given.name]
    if len(sources) != 1:
        listed = "; ".join(f"{number}: {path}" for number, path in kept.items()) or "none"
        reason = f"{given} was not imported. Give the path or the number of one that was: {listed}."
        raise UsageError(reason=reason)
    with engine_jobs.open_library(out) as library:
        request = DropDetections(path=str(sources[0]))
        dropped = engine_jobs.undo_import(DETECTIONS, request, library)["dropped"]
    sentence = f"What {sources[0]} says of {dropped:,} photos is forgotten."
    out.result({"file": str(sources[0]), "dropped": dropped}, [sentence])
    return 0


# ---- what is told -----------------------------------------------------------------------------


def _body(preview: "DetectionsSaid", summary: Json) -> Json:
    step = round(summary["least"] * (len(preview.blank) - 1)) if preview.blank else 0
    labels = [
        {"name": name, "common": common, "photos": photos[step]}
        for name, common, photos in preview.labels
    ]
    return {
        "format": preview.format,
        "model": preview.model,
        "entries": preview.entries,
        "matched": preview.outcomes.get("matched", 0),
        **{name: preview.outcomes.get(name, 0) for name in _OUTCOMES},
        "examples": {name: list(paths) for name, paths in preview.examples.items()},
        "flaws": preview.flaws,
        "labels": sorted(labels, key=lambda one: -one["photos"]),
        "least": summary["least"],
        "kept": summary["kept"],
        "blank": summary["blank"],
        "not_known": summary["not_known"],
    }


def _lines(body: Json, options: Namespace) -> Iterator[str]:
    model = f", by {body['model']}" if body["model"] else ""
    yield f"{options.file.name}: {body['format']}{model}, {body['entries']:,} entries"
    for code, sentence in _FLAWS.items():
        if count := body["flaws"].get(code):
            yield f"      {'' if code == 'cut' else f'{count:,} '}{sentence}"
    for code, sentence in _OUTCOMES.items():
        if body[code]:
            yield f"{body[code]:,} {'entry' if body[code] == 1 else 'entries'} {sentence}"
            examples = [path for path in body["examples"].get(code, ()) if path]
            yield from (f"      {path}" for path in examples[:_LISTED])
            if examples and body[code] > _LISTED:
                yield f"      and {body[code] - len(examples[:_LISTED]):,} more"
    verb = "would be kept" if options.dry_run else "is kept"
    yield (
        f"What it says of {body['kept']:,} photos {verb}, with a confidence of at least"
        f" {body['least']:g}:"
    )
    for label in body["labels"][:_LABELS]:
        if label["photos"]:
            common = f" ({label['common']})" if label["common"] else ""
            yield f"      {label['photos']:>9,}  {label['name']}{common}"
    yield f"      {body['blank']:>9,}  nothing: these are blank"
    if body["not_known"]:
        words = "not known: what the file says of them was not understood"
        yield f"      {body['not_known']:>9,}  {words}"
