"""The evidence of an answer as one picture: each photo that was read, with its boxes."""

from visret_desktop.cli.asking.evidence import in_groups, said_by
from visret_desktop.cli.contact_sheet import (
    FAINT,
    INK,
    SKETCH_INK,
    SheetCell,
    Thumbnail,
    bytes_of,
    draw_cells,
)
from visret_desktop.engine.messages import Answered, Evidence
from visret_desktop.library.photos.sketch_tag import drawn_file

_SHOWN_INK = (20, 110, 60)


def sheet_file(suffix: str, answered: Answered, thumbnail: Thumbnail) -> bytes:
    """Return the contact sheet of the evidence as a .png or .jpg file, marked as not a photo.

    What was not read is left out; `thumbnail` maps a content hash to JPEG bytes.
    """
    headlines = (answered.question, answered.sentence)
    groups = in_groups(answered, ("waiting", "reading", "not-needed"))
    cells = [[_cell(one, name, thumbnail) for one in read] for name, read in groups]
    return drawn_file(draw_cells(headlines, *cells), suffix)


def _cell(one: Evidence, entity: str, thumbnail: Thumbnail) -> SheetCell:
    picture = bytes_of(one.path) if one.is_sketch else thumbnail(one.content_hash)
    title = "generated sketch, no photo" if one.is_sketch else one.name
    caption = said_by(one) + (f" ({entity})" if entity else "")
    lines = (
        (f"{one.n}  {title}", SKETCH_INK if one.is_sketch else INK),
        (caption, _SHOWN_INK if one.state == "shows" else FAINT),
    )
    return SheetCell(picture, lines, one.boxes, is_enlarged=one.is_sketch)
