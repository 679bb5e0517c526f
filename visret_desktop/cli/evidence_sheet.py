"""Draw what an answer rests on as one picture: each photo that was read, with its boxes."""

from collections.abc import Iterator, Sequence

from visret_desktop.cli.contact_sheet import (
    FAINT,
    INK,
    SKETCH_INK,
    Cell,
    Thumbnail,
    bytes_of,
    draw_cells,
)
from visret_desktop.cli.evidence import SOURCES, said_by
from visret_desktop.engine.messages import Answered, Evidence
from visret_desktop.library.photos.drawn_mark import drawn_file

_UNREAD = ("waiting", "reading", "not-needed")
_SHOWN_INK = (20, 110, 60)


def sheet_file(suffix: str, answered: Answered, thumbnail: Thumbnail) -> bytes:
    """Return the contact sheet of the evidence as a .png or .jpg file, marked as not a photo.

    What was not read is left out; `thumbnail` maps a content hash to JPEG bytes.
    """
    read = [one for one in answered.evidence if one.state not in _UNREAD]
    headlines = [answered.question, answered.sentence, SOURCES.get(answered.source, "")]
    sheet = draw_cells([line for line in headlines if line], *_groups(read, answered, thumbnail))
    return drawn_file(sheet, suffix)


def _groups(
    read: Sequence[Evidence], answered: Answered, thumbnail: Thumbnail
) -> Iterator[list[Cell]]:
    """Yield the cells of each of the compared things, in their order, then all others."""
    for number in (*range(len(answered.entities)), -1):
        name = answered.entities[number] if number >= 0 else ""
        of_one = [
            one
            for one in read
            if (one.entity if 0 <= one.entity < len(answered.entities) else -1) == number
        ]
        yield [_cell(one, name, thumbnail) for one in of_one]


def _cell(one: Evidence, entity: str, thumbnail: Thumbnail) -> Cell:
    picture = bytes_of(one.path) if one.is_sketch else thumbnail(one.content_hash)
    title = "generated sketch, no photo" if one.is_sketch else one.name
    said = said_by(one) + (f" ({entity})" if entity else "")
    is_shown = one.state == "shows"
    return Cell(
        picture,
        (
            (f"{one.n}  {title}", SKETCH_INK if one.is_sketch else INK),
            (said, _SHOWN_INK if is_shown else FAINT),
        ),
        one.boxes,
        is_enlarged=one.is_sketch,
    )
