from io import BytesIO

from msgspec import structs
from PIL import Image, ImageChops

from visret_desktop.cli.contact_sheet import draw_sheet, sheet_file
from visret_desktop.engine.messages import Hit
from visret_desktop.library.photos.sketch_tag import is_drawn

RED = (200, 30, 30)


def thumbnail(_content_hash: str) -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (384, 256), RED).save(buffer, "JPEG")
    return buffer.getvalue()


def hits(count: int) -> list[Hit]:
    return [
        Hit(n, f"{n:032x}", "", f"photo{n}.jpg", None, 4, 3, True, "", rank=n, band="maybe")
        for n in range(1, count + 1)
    ]


def share_of_red(sheet: Image.Image) -> float:
    difference = ImageChops.difference(sheet, Image.new("RGB", sheet.size, RED)).convert("L")
    histogram = difference.histogram()
    return sum(histogram[:16]) / sum(histogram)


def test_each_hit_takes_its_place() -> None:
    five, ten = draw_sheet("a bird", hits(5), thumbnail), draw_sheet("a bird", hits(10), thumbnail)
    assert five.width == ten.width
    assert ten.height > five.height
    area = 240 * 160
    assert abs(share_of_red(five) * five.width * five.height - 5 * area) < area / 20
    assert abs(share_of_red(ten) * ten.width * ten.height - 10 * area) < area / 10


def test_labels_differ_by_rank_name_and_band() -> None:
    first = draw_sheet("a bird", hits(1), thumbnail)
    for change in ({"rank": 2}, {"name": "other.jpg"}, {"band": "weak"}, {"online": False}):
        other = draw_sheet("a bird", [structs.replace(hits(1)[0], **change)], thumbnail)
        assert ImageChops.difference(first, other).getbbox(), change


def test_long_names_stay_in_their_cell() -> None:
    wide = structs.replace(hits(1)[0], name="n" * 300 + ".jpg")
    sheet = draw_sheet("q" * 500, [wide, hits(2)[1]], thumbnail)
    short = draw_sheet("q" * 500, hits(2), thumbnail)
    box = ImageChops.difference(sheet, short).getbbox()
    assert box is not None
    assert box[2] <= 16 + 240 + 8, "the label ends before the next picture begins"


def test_nothing_found_and_no_thumbnail_are_drawn_too() -> None:
    empty = draw_sheet("a bird", [], thumbnail)
    assert empty.getcolors(100_000), "a headline on a plain ground"
    frame = draw_sheet("a bird", hits(1), lambda _: None)
    assert ImageChops.difference(frame.crop((0, 56, 300, 240)), empty.resize((300, 184))).getbbox()


def test_a_sheet_says_that_it_is_no_photo() -> None:
    for suffix, kind in ((".jpg", "JPEG"), (".JPEG", "JPEG"), (".png", "PNG")):
        written = sheet_file(suffix, "a bird", hits(3), thumbnail)
        with Image.open(BytesIO(written)) as opened:
            assert opened.format == kind
        assert is_drawn(written)
