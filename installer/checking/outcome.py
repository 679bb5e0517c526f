"""How a proof ends: with figures for the table, or with a sentence about what is wrong."""

from collections.abc import Iterable

Figures = dict[str, str]
_NAMED = 5


class Wrong(Exception):
    """What a proof found wrong, in a sentence for whoever made the installer."""


def nothing_of(found: Iterable[object], sentence: str) -> None:
    """Fail if anything was found; the first few are named.

    Raises:
        Wrong: something was.
    """
    names = sorted(map(str, found))
    if not names:
        return
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    raise Wrong(f"{sentence}: {', '.join(names[:_NAMED])}{more}")
