"""What a source of notes is called: by its name for people, and by what is in it for undoing.

Two loggers write `track.gpx`, and two packages may have the same name. So a label has eight letters
of a hash behind the name, and what came from one source is taken back without the other's.
"""

import re

from visret_desktop.library.stored_values import plain_text

_LONGEST_NAME = 200
_MARK = " · "
_HASH_LETTERS = 8
_LABEL = re.compile(rf"(.*){_MARK}[0-9a-f]{{{_HASH_LETTERS}}}", re.DOTALL)


def label_of(name: str, content_hash: str) -> str:
    """Return the label of a source by its name and the hash, in hex, of what makes it itself."""
    return f"{plain_text(name, _LONGEST_NAME)}{_MARK}{content_hash[:_HASH_LETTERS]}"


def name_in(label: str) -> str:
    """Return the name in a label; older versions kept the name alone."""
    match = _LABEL.fullmatch(label)
    return match[1] if match else label
