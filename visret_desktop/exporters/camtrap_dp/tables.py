"""The rows of deployments and of media of a Camtrap DP package, as texts by column."""

from collections.abc import Mapping
from math import ceil
from pathlib import Path

from visret_desktop.exporters.obscuring import Aliases, cell_of
from visret_desktop.interchange.camtrap_schemas import columns
from visret_desktop.interchange.deployments.deployment import CAPTURE, NAME, Deployment, moment
from visret_desktop.interchange.foreign_files import harmless
from visret_desktop.library.records import LAST_CHANGE, LAST_CHANGE_WORDS, Photo

_TYPES = {
    **dict.fromkeys(("jpg", "jpeg", "jpe"), "image/jpeg"),
    **dict.fromkeys(("tif", "tiff"), "image/tiff"),
    **dict.fromkeys(("jp2", "j2k", "jpx"), "image/jp2"),
    **dict.fromkeys(("heic", "heif", "hif"), "image/heic"),
    **{name: f"image/{name}" for name in ("png", "webp", "gif", "bmp", "avif", "jxl")},
    **{name: f"image/x-portable-{name}" for name in ("ppm", "pgm", "pbm", "pnm")},
    "dng": "image/x-adobe-dng",
    "cr2": "image/x-canon-cr2",
    "cr3": "image/x-canon-cr3",
    "nef": "image/x-nikon-nef",
    "arw": "image/x-sony-arw",
    "orf": "image/x-olympus-orf",
}
_PATH = columns("media")["filePath"]
_TELLS_NO_PLACE = (
    *("deploymentStart", "deploymentEnd", "cameraModel", "cameraDelay", "cameraHeight"),
    *("cameraDepth", "cameraTilt", "detectionDistance", "timestampIssues", "baitUse"),
    "featureType",
)
Row = dict[str, str]


def media_row(
    photo: Photo,
    root: Path,
    deployment: Deployment,
    said: Mapping[str, str],
    aliases: Aliases | None,
) -> Row:
    """Return the row of a photo in a folder of the library; its timestamp may be "".

    `said` is what a package said of it. With `aliases`, where places are obscured, it names no
    folder and no file; the photo's hash is its alias then.
    """
    suffix = photo.path.suffix[1:].lower()
    plain = f"media/{photo.content_hash}.{suffix}" if suffix.isalnum() else "media/photo"
    path, name = plain, plain.rpartition("/")[2]
    if not aliases:
        path = _path(photo, root) or plain
        name = photo.name if _is_plain(photo.name) else name
    metadata = photo.metadata
    place = None
    if metadata.latitude is not None and metadata.longitude is not None:
        place = metadata.latitude, metadata.longitude
    row = {
        CAPTURE: deployment.value(CAPTURE),
        "timestamp": moment(metadata.taken_at, place, deployment.place),
        "filePath": path,
        "filePublic": "false",
        "fileName": name,
        "mediaComments": LAST_CHANGE_WORDS if metadata.taken_from == LAST_CHANGE else "",
        "fileMediatype": _TYPES.get(suffix, f"image/x-{suffix}" if suffix.isalnum() else "image/x"),
    }
    if not aliases:
        row |= {column: text for column, text in said.items() if text}
    elif said.get("timestamp"):
        row["timestamp"] = said["timestamp"]
    number = "" if aliases else said.get("mediaID", "")
    return row | {"mediaID": number or photo.content_hash, NAME: name_of(deployment, aliases)}


def _path(photo: Photo, root: Path) -> str:
    """Return the path of a photo from the folder of the library on; "" if that would be unsafe."""
    path = photo.path.relative_to(root.parent).as_posix()
    return path if _is_plain(path) and not _PATH.fault(path) else ""


def _is_plain(text: str) -> bool:
    is_safe = text.isprintable() and "\\" not in text and "://" not in text
    return is_safe and harmless(text) == text


def deployment_row(deployment: Deployment, kilometers: float, aliases: Aliases | None) -> Row:
    """Return the row of a deployment; its place moved to a grid of so many kilometers.

    Free texts, which may tell the place, then stay out: no list knows all names of places.
    """
    row = {column: deployment.value(column) for column in columns("deployments")}
    place = deployment.place
    if kilometers and place:
        cell = cell_of(*place, kilometers)
        row = {column: text for column, text in row.items() if column in _TELLS_NO_PLACE}
        row["latitude"], row["longitude"] = f"{cell.latitude:.6f}", f"{cell.longitude:.6f}"
        row["coordinateUncertainty"] = str(ceil(cell.meters))
    return row | {NAME: name_of(deployment, aliases)}


def name_of(deployment: Deployment, aliases: Aliases | None) -> str:
    """Return the name of a deployment; with `aliases`, where places are obscured, its alias."""
    return aliases.of(deployment.name)[:16] if aliases else deployment.name
