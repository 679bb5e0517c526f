"""Which file is the sidecar of a photo: `IMG.CR2.xmp` or `IMG.xmp`.

Adobe's programs and Capture One write the second, darktable and digiKam the first. The one that is
there is used. Where both are, or where several photos would share one, a person has to say.
"""

from collections.abc import Collection
from enum import Enum
from pathlib import Path

from visret_desktop.library.photos.formats import EXTENSIONS

SUFFIX = ".xmp"


class Style(Enum):
    """How a sidecar is named: after the whole file name, or after the name without its ending."""

    FULL = "full"
    STEM = "stem"


class SeveralNames(Exception):
    """A person has to say which of two names it is; `both` are there, or one would be shared."""

    def __init__(self, *, both: bool) -> None:
        super().__init__()
        self.both = both


def sidecar_of(photo: Path, names: Collection[str], preferred: Style | None = None) -> Path:
    """Return the path of a photo's sidecar, be it there or not.

    `names` are those in the photo's folder.

    Raises:
        SeveralNames: it is not clear, and nothing is preferred.
    """
    known = {name.lower(): name for name in names}
    full = known.get(f"{photo.name}{SUFFIX}".lower())
    stem = known.get(f"{photo.stem}{SUFFIX}".lower())
    is_shared = sum(_stem(name) == photo.stem.lower() for name in known if _is_photo(name)) > 1
    if full and stem:
        if preferred is None:
            raise SeveralNames(both=True)
        return photo.with_name(full if preferred is Style.FULL else stem)
    if full:
        return photo.with_name(full)
    if stem:
        if is_shared and preferred is None:
            raise SeveralNames(both=False)
        is_new = is_shared and preferred is Style.FULL
        return photo.with_name(f"{photo.name}{SUFFIX}" if is_new else stem)
    style = preferred or (Style.STEM if _uses_stems(known) and not is_shared else Style.FULL)
    return photo.with_name(f"{photo.name if style is Style.FULL else photo.stem}{SUFFIX}")


def _uses_stems(names: Collection[str]) -> bool:
    """Return whether the sidecars of a folder are named after stems alone."""
    sidecars = [name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)]
    return bool(sidecars) and not any(_is_photo(name) for name in sidecars)


def _is_photo(name: str) -> bool:
    return Path(name).suffix in EXTENSIONS


def _stem(name: str) -> str:
    return name.rpartition(".")[0]
