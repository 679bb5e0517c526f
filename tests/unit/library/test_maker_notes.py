"""Series that makers of camera traps number: read from their notes, and from nobody else's."""

import struct
from pathlib import Path

import pytest

from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.library.photos.maker_notes import MakerSequence, sequence_of
from visret_desktop.library.photos.metadata import read_metadata


def note(begins: bytes, at: int, event_at: int, serial_at: int, *, is_wide: bool) -> bytes:
    """Return a note that says 2 of 3, event 70,000, as ExifTool 12.57 and 13 read it."""
    made = bytearray(serial_at + 30)
    made[: len(begins)] = begins
    struct.pack_into("<HH" if is_wide else "<BB", made, at, 2, 3)
    event = struct.pack("<HH", 1, 70_000 - 65_536) if is_wide else struct.pack("<I", 70_000)
    made[event_at : event_at + 4] = event
    serial = "H500EE061304".encode("utf-16-le" if is_wide else "ascii")
    made[serial_at : serial_at + len(serial)] = serial
    return bytes(made)


NOTES = (
    note(b"\x01\xf1\x03\0", 0x0E, 0x12, 0x2A, is_wide=True),
    note(b"RECONYXUF\0", 0x35, 0x37, 0x4B, is_wide=False),
    note(b"RECONYXH2\0", 0x36, 0x3A, 0x7E, is_wide=True),
    note(b"RECONYXMF\0", 0x46, 0x4A, 0x8C, is_wide=True),
    note(b"RECONYXHF4K\0", 0x29, 0x2B, 0x84, is_wide=False),
)


@pytest.mark.parametrize("made", NOTES)
def test_each_camera_of_the_maker_is_read(made: bytes) -> None:
    found = sequence_of(made, "RECONYX")
    assert found == MakerSequence("H500EE061304", 70_000, 2, 3)
    assert MakerSequence.of(str(found)) == found
    assert found.series == ("H500EE061304", 70_000)


@pytest.mark.parametrize("made", NOTES)
def test_notes_of_others_and_damaged_ones_say_nothing(made: bytes) -> None:
    assert sequence_of(made, "Canon") is None
    assert all(sequence_of(made[:end], "RECONYX") is None for end in range(len(made) - 30))
    assert sequence_of(made.replace(b"H", b"\xff"), "RECONYX") is None
    assert sequence_of("text", "RECONYX") is None
    assert MakerSequence.of("2 of 3") is None
    assert MakerSequence.of(None) is None


def test_a_photo_by_the_clock_is_in_no_series() -> None:
    made = bytearray(NOTES[0])
    made[0x0E:0x12] = bytes(4)
    found = sequence_of(bytes(made), "RECONYX")
    assert found is not None
    assert (found.serial, found.number, found.series) == ("H500EE061304", 0, None)


def test_real_photos_are_read_as_exiftool_reads_them(real_photos: Path) -> None:
    found = {}
    for path in sorted((real_photos / "camera-traps").glob("*.jpg")):
        decoded = decode_file(path)
        found[path.name] = read_metadata(decoded, path.read_bytes(), path.name, None)[0].sequence
    assert {name: text for name, text in found.items() if text} == {
        "american_black_bear.jpg": "P800BD05003063/57: 1 of 3",
        "blank.jpg": "H550HH12223408/115: 5 of 5",
        "domestic_cattle.jpg": "P800BD06104674/202: 2 of 3",
        "domestic_dog.jpg": "P800HI05233973/281: 3 of 3",
        "vehicle.jpg": "H550HH12223868/8: 1 of 5",
    }
