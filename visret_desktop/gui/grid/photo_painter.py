"""Paints one cell of the grid: picture, selection, badges, mark, name or score."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPalette, QPen

from visret_desktop.gui.grid.results_model import GridEntry

_PADDING = 6
_LINE = 18
_BADGE = 4
_MARK = 18
_TICK = ((0.26, 0.53), (0.43, 0.70), (0.75, 0.32))
_CROSS = (((0.31, 0.31), (0.69, 0.69)), ((0.69, 0.31), (0.31, 0.69)))


class PhotoPainter:
    """Paints photos into the cells that the view gives it."""

    def __init__(self, offline_words: str, offline_word: str) -> None:
        self._offline_words = offline_words
        self._offline_word = offline_word  # where the longer words do not fit
        self._opacity = 1.0

    def paint_header(self, painter: QPainter, rect: QRect, title: str, palette: QPalette) -> None:
        """Paint the title of a band with a hairline behind it."""
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        width = painter.fontMetrics().horizontalAdvance(title)
        text = rect.adjusted(_PADDING, 0, 0, 0)
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, title)
        y = rect.center().y()
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Mid), 1))
        painter.drawLine(rect.left() + width + 3 * _PADDING, y, rect.right() - _PADDING, y)

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        entry: GridEntry,
        image: QImage | None,
        palette: QPalette,
        *,
        selected: bool,
        current: bool,
        show_score: bool,
        opacity: float = 1.0,
        badge: str = "",
        grade: bool | None = None,
    ) -> None:
        """Paint one photo; `badge` says whose column it belongs to, `grade` how it was judged."""
        self._opacity = opacity
        if opacity < 1:
            painter.setOpacity(opacity)
        area = picture_area(rect)
        target = fitted(area, QSize(entry.width, entry.height), image)
        if image is None:
            painter.fillRect(target, palette.color(QPalette.ColorRole.AlternateBase))
        else:
            self._picture(painter, target, image, entry.online)
        if selected or current:
            self._outline(painter, target, palette, selected)
        if not entry.online:
            long = painter.fontMetrics().horizontalAdvance(self._offline_words) + 2 * _PADDING
            has_room = long <= target.width() - 2 * _BADGE
            words = self._offline_words if has_room else self._offline_word
            self._badge(painter, target, target.top() + _BADGE, words)
        if badge:
            self._badge(painter, target, target.bottom() - _BADGE - _LINE, badge)
        if grade is not None:
            _paint_mark(painter, target, grade)
        self._caption(painter, rect, entry, palette, show_score)
        if opacity < 1:
            painter.setOpacity(1.0)

    def _picture(self, painter: QPainter, target: QRect, image: QImage, online: bool) -> None:
        # Smooth only where a small thumbnail is enlarged: copies of the right size do not need it,
        # and larger ones are shown only for the milliseconds until their copy is made.
        smooth = image.width() < target.width() * painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        if not online:
            painter.setOpacity(self._opacity * 0.55)
        painter.drawImage(target, image)
        if not online:
            painter.setOpacity(self._opacity)

    def _outline(self, painter: QPainter, target: QRect, palette: QPalette, selected: bool) -> None:
        color = palette.color(QPalette.ColorRole.Highlight)
        painter.setPen(QPen(color, 3 if selected else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(target).adjusted(-1.5, -1.5, 1.5, 1.5))

    def _badge(self, painter: QPainter, target: QRect, top: int, words: str) -> None:
        metrics, room = painter.fontMetrics(), target.width() - 2 * _BADGE
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room - 2 * _PADDING)
        width = metrics.horizontalAdvance(shown) + 2 * _PADDING
        place = QRectF(target.left() + _BADGE, top, min(width, room), _LINE)
        path = QPainterPath()
        path.addRoundedRect(place, 4, 4)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, QColor(0, 0, 0, 170))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QColor("white"))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, shown)

    def _caption(
        self, painter: QPainter, rect: QRect, entry: GridEntry, palette: QPalette, show_score: bool
    ) -> None:
        text = entry.name
        if show_score and entry.score is not None:
            text = f"{entry.rank} · {entry.score:.3f}"
        line = QRect(rect.left() + _PADDING, rect.bottom() - _LINE, rect.width() - 12, _LINE)
        painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
        middle = Qt.TextElideMode.ElideMiddle
        shown = painter.fontMetrics().elidedText(text, middle, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, shown)


def picture_area(cell: QRect) -> QRect:
    """Return the part of a cell that a picture may fill."""
    return cell.adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING - _LINE)


def caption_font(base: QFont) -> QFont:
    """Return the smaller font of captions."""
    font = QFont(base)
    font.setPointSizeF(max(7.0, base.pointSizeF() * 0.85))
    return font


def fitted(area: QRect, size: QSize, image: QImage | None) -> QRect:
    """Return the largest place of the picture's aspect, at the bottom of `area`."""
    if image is not None:
        size = image.size()
    if size.isEmpty():
        size = QSize(4, 3)
    scaled = size.scaled(area.size(), Qt.AspectRatioMode.KeepAspectRatio)
    left = area.left() + (area.width() - scaled.width()) // 2
    return QRect(QPoint(left, area.bottom() + 1 - scaled.height()), scaled)


def _paint_mark(painter: QPainter, picture: QRect, is_right: bool) -> None:
    """Paint a tick or a cross in the upper right corner of a picture."""
    left = picture.right() + 1 - _MARK - _BADGE
    place = QRectF(left, picture.top() + _BADGE, _MARK, _MARK)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 170))
    painter.drawEllipse(place)
    painter.setPen(QPen(QColor("white"), 1.8, c=Qt.PenCapStyle.RoundCap))
    for line in (_TICK,) if is_right else _CROSS:
        painter.drawPolyline([_point(place, *spot) for spot in line])
    painter.restore()


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())
