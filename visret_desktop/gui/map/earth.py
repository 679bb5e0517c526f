"""Draws land, lakes and borders, in square pictures that are kept.

Pictures are made when they are first seen, but not for longer than a frame may take: until they are
there, what is known of their part of the earth is shown larger.
"""

import math
import time
from collections import OrderedDict
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QByteArray, QDataStream, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPalette, QPen, QPixmap

from visret_desktop.gui.map.outline_parts import Shapes, ready, square
from visret_desktop.gui.map.projection import MapView
from visret_desktop.places.outlines import Resolution

_SIDE = 512  # pixels of a picture
_KEPT = 96  # pictures of a megabyte
_FRAME_SECONDS = 0.008  # for new pictures
# From which level on outlines of a resolution are drawn; pictures of level n are 2 ** -n wide.
_RESOLUTIONS: tuple[tuple[int, Resolution], ...] = ((5, "10m"), (2, "50m"), (0, "110m"))
_DEEPEST = 20
_ELEMENT = np.dtype([("kind", ">i4"), ("x", ">f8"), ("y", ">f8")])
_Key = tuple[int, int, int]


class EarthColors(NamedTuple):
    """What the earth is drawn with."""

    land: QColor
    sea: QColor
    border: QColor

    @classmethod
    def of(cls, palette: QPalette) -> "EarthColors":
        """Return the colors that go with a palette."""
        base, other = palette.base().color(), palette.alternateBase().color()
        is_dark = base.lightness() < other.lightness()
        border = palette.mid().color()
        return cls(other, base, border) if is_dark else cls(base, other, border)


class Earth:
    """Paints the part of the earth that is seen in a view."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[_Key, QPixmap] = OrderedDict()
        self._drawn_by: tuple[EarthColors, frozenset[Resolution]] | None = None

    def paint(
        self, painter: QPainter, view: MapView, colors: EarthColors, *, is_patient: bool = False
    ) -> bool:
        """Paint all that is seen; return whether something was left for another frame.

        Nothing is left where `is_patient`.
        """
        if (colors, ready()) != self._drawn_by:
            self._pictures.clear()
            self._drawn_by = colors, ready()
        painter.fillRect(0, 0, view.width, view.height, colors.sea)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        density = painter.device().devicePixelRatioF()
        level = math.ceil(math.log2(max(1.0, view.scale * density / _SIDE)))
        level = min(level, _DEEPEST)
        until = math.inf if is_patient else time.perf_counter() + _FRAME_SECONDS
        is_whole = True
        west, north = view.at(0, 0)
        east, south = view.at(view.width, view.height)
        cells = 1 << level
        for row in range(max(0, math.floor(north * cells)), min(cells, math.ceil(south * cells))):
            for column in range(math.floor(west * cells), math.ceil(east * cells)):
                key = (level, column % cells, row)
                if key not in self._pictures and time.perf_counter() < until:
                    self._draw(key, colors)
                # Whole pixels, or neighbors would show a seam.
                left = round(view.width / 2 + (column / cells - view.x) * view.scale)
                right = round(view.width / 2 + ((column + 1) / cells - view.x) * view.scale)
                top = round(view.height / 2 + (row / cells - view.y) * view.scale)
                bottom = round(view.height / 2 + ((row + 1) / cells - view.y) * view.scale)
                target = QRectF(left, top, right - left, bottom - top)
                is_whole &= self._paint_picture(painter, key, target)
        return not is_whole

    def _paint_picture(self, painter: QPainter, key: _Key, target: QRectF) -> bool:
        """Paint a picture, or the part of a coarser one that is there; tell which."""
        level, column, row = key
        for up in range(level + 1):
            there = (level - up, column >> up, row >> up)
            if there in self._pictures:
                self._pictures.move_to_end(there)
                part = _SIDE / 2**up
                left, top = (column % 2**up) * part, (row % 2**up) * part
                source = QRectF(left, top, part, part)
                painter.drawPixmap(target, self._pictures[there], source)
                return up == 0
        return False

    def _draw(self, key: _Key, colors: EarthColors) -> None:
        self._pictures[key] = _drawn(key, colors)
        if len(self._pictures) > _KEPT:
            self._pictures.popitem(last=False)


def _drawn(key: _Key, colors: EarthColors) -> QPixmap:
    level, column, row = key
    resolution = next(name for least, name in _RESOLUTIONS if level >= least and name in ready())
    found = square(resolution, level, column, row)
    made = QPixmap(_SIDE, _SIDE)
    made.fill(colors.sea)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    for shapes, color in ((found.land, colors.land), (found.lakes, colors.sea)):
        painter.setBrush(color)
        painter.drawPath(_path(shapes, key, least=3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colors.border, 1))  # wider ones are drawn thirty times as slowly
    painter.drawPath(_path(found.borders, key, least=2))
    painter.end()
    return made


def _path(shapes: Shapes, key: _Key, *, least: int) -> QPainterPath:
    """Return shapes as a path in a picture's pixels."""
    level, column, row = key
    scale = _SIDE * 2.0**level
    thin = shapes.thinned(0.5 / scale, least)
    elements = np.zeros(len(thin.points), _ELEMENT)
    elements["kind"] = QPainterPath.ElementType.LineToElement.value
    elements["kind"][thin.starts[:-1]] = QPainterPath.ElementType.MoveToElement.value
    elements["x"] = thin.points[:, 0] * scale - column * _SIDE
    elements["y"] = thin.points[:, 1] * scale - row * _SIDE
    # As QPainterPath writes itself: point by point from Python would take a hundred times as long.
    head = np.array([len(elements)], ">i4").tobytes()
    tail = np.array([0, Qt.FillRule.OddEvenFill.value], ">i4").tobytes()
    path = QPainterPath()
    QDataStream(QByteArray(head + elements.tobytes() + tail)) >> path
    return path
