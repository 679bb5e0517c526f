"""Names of copies: allowed on every system, and each only once in a folder."""

import re
import unicodedata
from pathlib import PurePath

from visret_desktop.names import DEVICES

_FORBIDDEN = re.compile(
    r'[<>:"/\\|?*\x00-\x1f\x7f-\x9f\ud800-\udfff\u200e\u200f\u2028-\u202e\u2066-\u2069]'
)
_MOST_BYTES = 180


class CopyNames:
    """The names that were given in one folder."""

    def __init__(self) -> None:
        self._taken: dict[str, int] = {}  # by folded name: the last number that was given

    def name_for(self, name: str, suffix: str = "") -> str:
        """Return a name that is still free; `suffix` takes the place of its ending.

        What some system does not allow in it becomes "_", and a second one of a name is numbered.
        """
        path = PurePath(_safe(name))
        stem, ending = path.stem, suffix or path.suffix
        found = f"{stem}{ending}"
        number = self._taken.get(_folded(found), 0)
        self._taken[_folded(found)] = number + 1
        if not number:
            return found
        while (numbered := f"{stem} ({number + 1}){ending}") and _folded(numbered) in self._taken:
            number += 1
        self._taken[_folded(numbered)] = 1
        return numbered


def _safe(name: str) -> str:
    clean = _FORBIDDEN.sub("_", unicodedata.normalize("NFC", name)).strip(" .") or "_"
    if clean.split(".")[0].lower() in DEVICES:
        clean = f"_{clean}"
    path = PurePath(clean)
    ending = path.suffix if len(path.suffix) < 12 else ""
    stem = clean.removesuffix(ending)
    while len(f"{stem}{ending}".encode()) > _MOST_BYTES:
        stem = stem[:-1]
    return f"{stem}{ending}"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
