"""Read a manifest's settings into a dataclass that says what there may be, and of what kind."""

from dataclasses import fields
from typing import Any, TypeVar, get_origin, get_type_hints

from visret_desktop.errors import PackDamaged
from visret_desktop.packs.manifest import Pack

Declared = TypeVar("Declared")


def read_settings(pack: Pack, declared: type[Declared]) -> Declared:
    """Return the pack's settings as the dataclass `declared`; others' settings are passed over.

    `declared` raises ValueError in `__post_init__` for values that do not fit together.

    Raises:
        PackDamaged: a setting is missing, of another kind, or makes no sense.
    """
    kinds = get_type_hints(declared)
    names = [field.name for field in fields(declared)]  # type: ignore[arg-type]
    try:
        given = {
            name: _as_kind(kinds[name], name, pack.settings[name])
            for name in names
            if name in pack.settings
        }
        return declared(**given)
    except (ValueError, TypeError) as error:
        reason = f"the settings in its manifest cannot be used ({error})"
        raise PackDamaged(name=pack.name, reason=reason) from error


def _as_kind(kind: Any, name: str, value: Any) -> Any:
    if get_origin(kind) is tuple and isinstance(value, list):
        return tuple(tuple(row) if isinstance(row, list) else row for row in value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    plain = get_origin(kind) or kind
    if not isinstance(value, plain) or (plain is int and isinstance(value, bool)):
        raise ValueError(f"{name} is {value!r}")
    return value
