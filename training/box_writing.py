"""Boxes as a reader would write them: the inverse of `models/answering/reader_regions.py`."""

from collections.abc import Sequence

from visret_desktop.models.answering.reader_regions import BoxFormat, Size
from visret_desktop.models.interfaces import Box


def written(form: BoxFormat, boxes: Sequence[Box], size: Size) -> str:
    """Return what a model would write of boxes in a picture of that size."""
    return "[" + ",".join(_edges(form, box, size) for box in boxes) + "]"


def _edges(form: BoxFormat, box: Box, size: Size) -> str:
    left, top, right, bottom = (
        _number(form, edge, size, axis) for edge, axis in zip(box, (0, 1, 0, 1), strict=True)
    )
    edges = (top, left, bottom, right) if form.is_y_first else (left, top, right, bottom)
    return f"[{','.join(map(str, edges))}]"


def _number(form: BoxFormat, edge: float, size: Size, axis: int) -> int:
    if form.is_padded:  # the picture is in the middle of a square
        share = size[axis] / max(size)
        edge = (1 - share) / 2 + share * edge
    return round((form.whole or size[axis]) * edge)
