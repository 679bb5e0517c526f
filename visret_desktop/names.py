"""What a person may call a pack, a backup or a saved search: a name, never a path.

A name becomes the name of a file or folder, so it must be one on every system, and must not be
taken for another one there: some systems do not tell `Mine` from `mine`.
"""

import re
import unicodedata
from collections.abc import Iterable

from visret_desktop.errors import UsageError
from visret_desktop.sentences import NOTHING, Sentence, sentence

MOST_LETTERS = 64
# What Windows takes for devices, whatever their ending.
DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
_ALLOWED = re.compile(r"[A-Za-z0-9._-]+")
_SHOWN = 40


def fault(name: object) -> Sentence:
    """Say why something is no name; "" if it is one."""
    if not isinstance(name, str) or not name:
        return sentence("a name is empty")
    shown = repr(name if len(name) <= _SHOWN else f"{name[: _SHOWN - 1]}…")
    if len(name) > MOST_LETTERS:
        return sentence("{name} is longer than {most} letters", name=shown, most=MOST_LETTERS)
    if not _ALLOWED.fullmatch(name):
        return sentence(
            "{name} is no name: a name has only the letters A to Z, digits, '.', '-' and '_'",
            name=shown,
        )
    if not (name[0].isalnum() and name[-1] != "."):
        return sentence(
            "{name} is no name: a name begins with a letter or digit and ends in no '.'",
            name=shown,
        )
    if name.split(".")[0].lower() in DEVICES:
        return sentence("{name} is no name: Windows keeps it for a device", name=shown)
    return NOTHING


def check(name: str) -> str:
    """Return `name` if it is a name.

    Raises:
        UsageError: it is none, for instance a path.
    """
    if not name:
        raise UsageError(reason=sentence("A name is empty. Choose another name."))
    if why := fault(name):
        raise UsageError(reason=sentence("{fault}. Choose another name.", fault=why))
    return name


def twin(name: str, taken: Iterable[str]) -> str:
    """Return another name in `taken` that some systems take for the same; "" if there is none."""
    folded = _folded(name)
    return next((other for other in taken if other != name and _folded(other) == folded), "")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
