"""Read a manifest's settings as the dataclass that declares them."""

from typing import TypeVar

import msgspec

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence

Declared = TypeVar("Declared")


def read_settings(pack: Pack, declared: type[Declared]) -> Declared:
    """Return the pack's settings as the dataclass `declared`; other settings are ignored.

    `declared` raises ValueError in `__post_init__` for values that do not fit together.

    Raises:
        PackDamaged: a setting is missing, of another type, or makes no sense.
    """
    try:
        return msgspec.convert(pack.settings, declared)
    except (ValueError, TypeError) as error:
        reason = sentence("the settings in its manifest cannot be used ({error})", error=error)
        raise PackDamaged(name=pack.name, reason=reason) from error
