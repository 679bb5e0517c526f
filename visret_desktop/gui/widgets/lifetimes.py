"""Slots that are functions, for signals of objects which outlive what the functions work on.

Qt disconnects the methods of an object that is destroyed. It knows nothing of functions: these
would go on to be called, and the widgets that they name are gone.
"""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from shiboken6 import isValid


def while_there(owner: QObject, slot: Callable[..., object]) -> Callable[..., None]:
    """Return a slot that calls `slot` until `owner` is destroyed."""

    def call(*arguments: Any) -> None:
        if isValid(owner):
            slot(*arguments)

    return call
