"""Paints one photo of the grid with what is said about it, and the headings above photos."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
)

from visret_desktop.gui.grid.grid_layout import Section
from visret_desktop.gui.grid.results_model import GridEntry, date_of
from visret_desktop.gui.languages import figures
from visret_desktop.gui.widgets.photo_boxes import Boxes, paint_boxes
from visret_desktop.gui.widgets.theme import Text, font_of

_PADDING = 6
_LINE = 18
_BADGE = 4
_MARK = 18
_STRIP = 40
_STACK = 15
_FOLD_ROOM = 120
_RING, _FOCUSED_RING, _RING_GAP = 2, 3, 2
_DARK = QColor(0, 0, 0, 170)
_TICK = ((0.26, 0.53), (0.43, 0.70), (0.75, 0.32))
_CROSS = (((0.31, 0.31), (0.69, 0.69)), ((0.69, 0.31), (0.31, 0.69)))


@dataclass(frozen=True)
class CellStyle:
    """How a photo is shown.

    `grade` is how it was judged, `score` its place and similarity, `number` what an answer calls
    it, and `boxes` are where it shows what was asked. `is_new`: since a saved search was seen.
    `burst` counts the photos that it stands for.
    """

    is_selected: bool = False
    is_focused: bool = False
    is_hovered: bool = False
    has_caption: bool = False
    score: str = ""
    grade: bool | None = None
    number: str = ""
    boxes: Boxes | None = None
    is_new: bool = False
    opacity: float = 1.0
    burst: int = 0
    is_burst_open: bool = False


class PhotoPainter:
    """Paints photos into the places that the view gives it."""

    def __init__(self, offline_word: str, new_word: str) -> None:
        self._offline_word, self._new_word = offline_word, new_word

    def paint_heading(
        self, painter: QPainter, place: QRect, section: Section, palette: QPalette
    ) -> None:
        """Paint a section's title and how many photos it has."""
        title, count = _heading_words(place, section)
        text = place.adjusted(0, 0, 0, -_PADDING)
        for words, role in ((title, palette.windowText()), (count, palette.placeholderText())):
            painter.setFont(words.font)
            painter.setPen(role.color())
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter, words.text)
            text.setLeft(text.left() + words.width + _PADDING)

    def heading_end(self, place: QRect, section: Section) -> int:
        """Return where the words of a heading end."""
        return place.left() + sum(
            words.width + _PADDING for words in _heading_words(place, section)
        )

    def paint(
        self,
        painter: QPainter,
        place: QRect,
        entry: GridEntry,
        image: QImage | None,
        palette: QPalette,
        look: CellStyle,
    ) -> None:
        """Paint one photo; the painter has the small font."""
        painter.setOpacity(look.opacity)
        photo = place
        if look.is_selected or look.is_focused:
            _paint_ring(painter, place, palette, look)
            inset = _RING + _RING_GAP
            photo = place.adjusted(inset, inset, -inset, -inset)
        if image is None:
            painter.fillRect(photo, palette.color(QPalette.ColorRole.AlternateBase))
        else:
            painter.setOpacity(look.opacity * (1.0 if entry.online else 0.55))
            _paint_picture(painter, photo, place.size(), image)
            painter.setOpacity(look.opacity)
            if look.boxes is not None:
                _paint_boxes(painter, photo, place.size(), image, look.boxes)
        bold = _bold_words(look, self._new_word)
        for line, words in enumerate(bold):
            top = photo.top() + _BADGE + line * (_LINE + _BADGE)
            _paint_badge(painter, photo, top, words, is_bold=True)
        if not entry.online:
            below = len(bold) * (_LINE + _BADGE)
            _paint_badge(painter, photo, photo.top() + _BADGE + below, self._offline_word)
        if look.grade is not None:
            _paint_mark(painter, photo, look.grade)
        if look.has_caption:
            _paint_caption(painter, place, entry, palette)
        elif look.is_hovered:
            taken = burst_place(place, look.burst).width() if look.burst else 0
            _paint_strip(painter, photo, entry.name, taken)
        if look.score:
            is_above = look.is_hovered and not look.has_caption
            bottom = photo.bottom() - (_LINE if is_above else 0)
            _paint_badge(painter, photo, bottom - _BADGE - _LINE, look.score)
        if look.burst:
            _paint_burst(painter, burst_place(place, look.burst), look)
        painter.setOpacity(1.0)


def _bold_words(look: CellStyle, new_word: str) -> list[str]:
    return [words for words in (look.number, new_word if look.is_new else "") if words]


def burst_place(place: QRect, burst: int) -> QRect:
    """Return where the count of a burst stands on the place of a photo: at the lower right."""
    metrics = QFontMetrics(font_of(Text.SMALL, is_bold=True))
    width = metrics.horizontalAdvance(figures.count(burst)) + _STACK + 3 * _PADDING
    inset = _BADGE + _RING + _RING_GAP
    size = QSize(min(width, place.width() - 2 * inset), _LINE)
    return QRect(place.bottomRight() - QPoint(size.width() + inset, size.height() + inset), size)


@dataclass(frozen=True)
class _Words:
    text: str
    font: QFont

    @property
    def width(self) -> int:
        return QFontMetrics(self.font).horizontalAdvance(self.text)


def _heading_words(place: QRect, section: Section) -> tuple[_Words, _Words]:
    """Return the title, as much as fits, and the count."""
    size = Text.TITLE if section.is_subject else Text.BODY
    count = _Words(figures.count(section.total), font_of(size))
    bold = font_of(size, is_bold=True)
    room = place.width() - count.width - (_FOLD_ROOM if section.folds else 0) - _PADDING
    title = QFontMetrics(bold).elidedText(section.title, Qt.TextElideMode.ElideRight, room)
    return _Words(title, bold), count


def source_of(image: QSize, target: QSize) -> QRectF:
    """Return the middle part of an image that has the aspect of `target`."""
    scale = min(image.width() / target.width(), image.height() / target.height())
    width, height = target.width() * scale, target.height() * scale
    return QRectF((image.width() - width) / 2, (image.height() - height) / 2, width, height)


def box_for(place: QSize, photo: QSize) -> QSize:
    """Return how large a photo is to be scaled so that it covers its place; one side fits."""
    aspect = photo if not photo.isEmpty() else QSize(place.width(), place.width())
    return aspect.scaled(place, Qt.AspectRatioMode.KeepAspectRatioByExpanding)


def _paint_picture(painter: QPainter, photo: QRect, whole: QSize, image: QImage) -> None:
    """Paint the part of an image that is in sight; a ring hides the edge of the `whole`."""
    source = source_of(image.size(), whole)
    scale = source.width() / whole.width()
    # Smooth only where a small thumbnail is enlarged: copies of the right size do not need it,
    # and larger ones are shown only for the milliseconds until their copy is made.
    smooth = scale < 0.98 * painter.device().devicePixelRatioF()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
    inset = (whole.width() - photo.width()) / 2 * scale
    painter.drawImage(QRectF(photo), image, source.adjusted(inset, inset, -inset, -inset))


def _paint_boxes(
    painter: QPainter, photo: QRect, whole: QSize, image: QImage, boxes: Boxes
) -> None:
    """Paint boxes over what `_paint_picture` painted, which may be a part of the photo."""
    source = source_of(image.size(), whole)
    scale = source.width() / whole.width()
    inset = (whole.width() - photo.width()) / 2
    corner = QPointF(photo.topLeft()) - source.topLeft() / scale - QPointF(inset, inset)
    painter.save()
    painter.setClipRect(photo, Qt.ClipOperation.IntersectClip)
    paint_boxes(painter, QRectF(corner, image.size().toSizeF() / scale), boxes)
    painter.restore()


def _paint_ring(painter: QPainter, place: QRect, palette: QPalette, look: CellStyle) -> None:
    role = QPalette.ColorRole.Accent if look.is_selected else QPalette.ColorRole.WindowText
    width = _FOCUSED_RING if look.is_selected and look.is_focused else _RING
    painter.setPen(QPen(palette.color(role), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    out = width / 2 - _RING  # a thicker ring grows outwards
    painter.drawRoundedRect(QRectF(place).adjusted(-out, -out, out, out), 3, 3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _paint_badge(
    painter: QPainter, photo: QRect, top: int, words: str, *, is_bold: bool = False
) -> None:
    painter.save()
    font = painter.font()
    font.setBold(is_bold)
    painter.setFont(font)
    metrics, room = painter.fontMetrics(), photo.width() - 2 * _BADGE
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room - 2 * _PADDING)
    width = metrics.horizontalAdvance(shown) + 2 * _PADDING
    place = QRectF(photo.left() + _BADGE, top, min(width, room), _LINE)
    path = QPainterPath()
    path.addRoundedRect(place, 4, 4)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillPath(path, _DARK)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QColor("white"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, shown)
    painter.restore()


def _paint_burst(painter: QPainter, place: QRect, look: CellStyle) -> None:
    """Paint how many photos a burst has beside a stack of pictures, or one if it is open."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addRoundedRect(QRectF(place), 4, 4)
    painter.fillPath(path, _DARK)
    painter.setPen(QPen(QColor("white"), 1.2))
    sheet = QRectF(place.left() + _PADDING, place.top() + 7.5, _STACK - 5, _LINE - 12)
    if look.is_burst_open:
        painter.drawRect(sheet.translated(1, -1))
    else:
        behind = sheet.translated(3, -3)
        painter.drawPolyline([behind.topLeft(), behind.topRight(), behind.bottomRight()])
        painter.fillRect(sheet, QColor("white"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setFont(font_of(Text.SMALL, is_bold=True))
    words = place.adjusted(_STACK + _PADDING, 0, -_PADDING, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignCenter, figures.count(look.burst))
    painter.restore()


def _paint_strip(painter: QPainter, photo: QRect, words: str, taken: int) -> None:
    """Paint the name over the lower edge of a photo, on a shade that fades upwards.

    At the right so many pixels are `taken` by something else.
    """
    place = photo.adjusted(0, max(0, photo.height() - _STRIP), 0, 0)
    shade = QLinearGradient(0, place.top(), 0, place.bottom())
    shade.setColorAt(0, Qt.GlobalColor.transparent)
    shade.setColorAt(1, QColor(0, 0, 0, 200))
    painter.fillRect(place, shade)
    painter.setPen(QColor("white"))
    line = place.adjusted(_PADDING, 0, -_PADDING - taken, -_BADGE)
    _paint_line(painter, line, words, bottom=True)


def _paint_caption(painter: QPainter, place: QRect, entry: GridEntry, palette: QPalette) -> None:
    line = QRect(place.left(), place.bottom() + 4, place.width(), _LINE - 2)
    painter.setPen(palette.color(QPalette.ColorRole.WindowText))
    _paint_line(painter, line, entry.name)
    painter.setPen(palette.color(QPalette.ColorRole.PlaceholderText))
    _paint_line(painter, line.translated(0, line.height()), date_of(entry))


def _paint_line(painter: QPainter, place: QRect, words: str, *, bottom: bool = False) -> None:
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, place.width())
    align = Qt.AlignmentFlag.AlignBottom if bottom else Qt.AlignmentFlag.AlignVCenter
    painter.drawText(place, align | Qt.AlignmentFlag.AlignLeft, shown)


def _paint_mark(painter: QPainter, picture: QRect, is_right: bool) -> None:
    """Paint a tick or a cross in the upper right corner of a picture."""
    left = picture.right() + 1 - _MARK - _BADGE
    place = QRectF(left, picture.top() + _BADGE, _MARK, _MARK)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_DARK)
    painter.drawEllipse(place)
    painter.setPen(QPen(QColor("white"), 1.8, c=Qt.PenCapStyle.RoundCap))
    for line in (_TICK,) if is_right else _CROSS:
        painter.drawPolyline([_point(place, *spot) for spot in line])
    painter.restore()


def _point(place: QRectF, x: float, y: float) -> QPointF:
    return QPointF(place.left() + x * place.width(), place.top() + y * place.height())
