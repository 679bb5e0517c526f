"""GPX is read whatever it looks like, and in a bounded room."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.unit.interchange.made_tracks import NOON, gpx, point, stamp
from visret_desktop.errors import FileMissing
from visret_desktop.interchange.tracks.gpx import read_file, read_files, read_track
from visret_desktop.interchange.tracks.track import Flaws, Track, TrackUnusable

WALK = [(45.0, 7.0, stamp(0)), (45.1, 7.1, stamp(60)), (45.2, 7.2, stamp(120))]


def read(data: bytes, **options: int) -> Track:
    return read_track([data[n : n + 100] for n in range(0, len(data), 100)], "a.gpx", **options)


def test_points_have_place_time_and_altitude_and_segments_stay_apart() -> None:
    found = read(gpx(WALK[:1], [], WALK[1:]))
    assert (found.times - NOON).tolist() == [0, 60, 120]
    assert found.places.tolist() == [[45.0, 7.0], [45.1, 7.1], [45.2, 7.2]]
    assert found.altitudes.tolist() == [12.5] * 3
    assert (found.starts.tolist(), found.ends.tolist()) == ([0, 1], [1, 3])
    assert (found.name, found.flaws, found.step) == ("a.gpx", Flaws(), 1)


@pytest.mark.parametrize(
    ("time", "seconds"),
    [
        ("2024-05-03T12:00:07", 7),
        ("2024-05-03T14:00:07+02:00", 7),
        ("2024-05-03T12:00:07.2073437Z", 7.207343),
        (" 2024-05-03T12:00:07Z\n", 7),
    ],
)
def test_times_are_read_as_loggers_write_them(time: str, seconds: float) -> None:
    (found,) = read(gpx([(45.0, 7.0, time)])).times - NOON
    assert found == pytest.approx(seconds, abs=1e-5)


def test_points_of_no_use_are_passed_over_and_counted() -> None:
    odd = [
        (45.0, 7.0, ""),
        (45.0, 7.0, "yesterday"),
        (45.0, 7.0, "1901-12-13T20:45:52.2073437Z"),
        (0.0, 0.0, stamp(1)),
        (91.0, 7.0, stamp(1)),
        (float("nan"), 7.0, stamp(1)),
    ]
    found = read(gpx([*odd, *WALK]))
    assert len(found) == 3
    assert found.flaws == Flaws(without_time=2, impossible_time=1, damaged=3)


def test_points_out_of_order_are_put_in_order_and_each_time_counts_once() -> None:
    found = read(gpx([WALK[2], WALK[0], WALK[1], (46.0, 8.0, stamp(60))]))
    assert found.places.tolist() == [[45.0, 7.0], [45.1, 7.1], [45.2, 7.2]]
    assert found.flaws == Flaws(disordered=1)


def test_times_of_extensions_and_altitudes_of_no_sense_are_left_alone() -> None:
    inner = f"<extensions><time>{stamp(999)}</time><ele>5</ele></extensions>"
    odd = point(45.0, 7.0, stamp(0), "1e9").replace("</trkpt>", f"{inner}</trkpt>")
    found = read(gpx([]).replace(b"<trkseg></trkseg>", f"<trkseg>{odd}</trkseg>".encode()))
    assert (found.times - NOON).tolist() == [0]
    assert np.isnan(found.altitudes).all()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no GPX file"),
        (b"\xff\xd8\xff\xe0 a photo", "no GPX file"),
        (b"<kml><Placemark/></kml>", "it begins with <kml>"),
        (b'<?xml version="1.0" encoding="no-such"?><gpx/>', "no GPX file"),
        (b"<gpx/>", "no point in it"),
        (b'<gpx><wpt lat="1" lon="2"/></gpx>', "waypoints or a route"),
        (gpx([(45.0, 7.0, "")]), "have no times"),
        (gpx([(45.0, 7.0, "1901-12-13T20:45:52Z")]), "1901"),
        (b'<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>', "entities"),
        (b'<!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]><gpx>&a;</gpx>', "entities"),
        (b"<gpx>" + b"<a>" * 200, "nested too deeply"),
        (b"<gpx>" + b"".join(b"<a%d/>" % n for n in range(6000)), "too many kinds"),
        (b'<gpx a="' + b"a" * 6_000_000, "no end"),
    ],
)
def test_what_is_no_track_is_a_sentence(data: bytes, said: str) -> None:
    with pytest.raises(TrackUnusable, match=r"^a\.gpx cannot be used as a track: ") as refused:
        read_track([data[n : n + 65_536] for n in range(0, len(data), 65_536)], "a.gpx")
    assert said in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings(encoding: str) -> None:
    text = gpx(WALK).decode().replace(' encoding="UTF-8"', "")
    assert len(read(text.encode(encoding))) == 3


def test_a_file_that_breaks_off_is_read_up_to_there() -> None:
    data = gpx(WALK)
    found = read(data[: data.rindex(b"<trkpt")])
    assert (len(found), found.flaws) == (2, Flaws(is_cut=True))


def endless(points: int) -> Iterator[bytes]:
    """A file of so many points, as it comes from a disk."""
    yield b"<gpx><trk><trkseg>"
    for first in range(0, points, 500):
        row = (point(45 + n / 1e6, 7 + n / 1e6, stamp(n)) for n in range(first, first + 500))
        yield "".join(row).encode()
    yield b"</trkseg></trk></gpx>"


def peak(points: int) -> tuple[Track, int]:
    tracemalloc.start()
    found = read_track(endless(points), "a.gpx", most_points=2000)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return found, most


def test_a_file_of_any_length_takes_a_bounded_room() -> None:
    short, little = peak(4000)
    long, much = peak(32_000)
    assert much < 1.2 * little, "eight times the file takes no more"
    assert (short.step, long.step) == (4, 32)
    assert 900 < len(long) <= 2000
    assert (long.times[[0, -1]] - NOON).tolist() == [0, 31_999], "begin and end are kept"
    np.testing.assert_allclose(long.places[:, 0], 45 + (long.times - NOON) / 1e6)


def test_a_file_of_pieces_without_end_is_refused() -> None:
    pieces = "".join(f"<trkseg>{point(45, 7, stamp(n))}</trkseg>" for n in range(300))
    with pytest.raises(TrackUnusable, match="too many pieces"):
        read(f"<gpx><trk>{pieces}</trk></gpx>".encode(), most_points=200)


def test_one_bad_file_of_several_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "good.gpx").write_bytes(gpx(WALK))
    (tmp_path / "bad.gpx").write_bytes(b"<kml/>")
    told: list[tuple[int, int]] = []
    tracks, errors = read_files(
        [tmp_path / name for name in ("bad.gpx", "gone.gpx", "good.gpx")],
        lambda done, total: told.append((done, total)),
    )
    assert [track.name for track in tracks] == ["good.gpx"]
    assert [type(error) for error in errors] == [TrackUnusable, FileMissing]
    assert told[-1] == (len(gpx(WALK)),) * 2
    with pytest.raises(FileMissing):
        read_file(tmp_path)


def test_tracks_of_other_programs(material: Path) -> None:
    folder = material / "gpx" / "test_files"
    walk = read_file(folder / "cerknicko-jezero.gpx")
    assert (len(walk), len(walk.starts)) == (296, 7)
    for name, said in (("Mojstrovka.gpx", "1901"), ("unicode_with_bom.gpx", "waypoints")):
        with pytest.raises(TrackUnusable, match=said):
            read_file(folder / name)
    assert read_file(folder / "cerknicko-without-times.gpx").flaws.without_time == 291
    assert len(read_file(folder / "track-with-empty-segment.gpx")) == 9
