"""Notes merged into sidecars: ours comes and goes, what others wrote stays to the last property."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from visret_desktop.interchange.sidecars.merging import Merged, Ours, coordinate, merged
from visret_desktop.interchange.sidecars.packet import (
    MOST_BYTES,
    Packet,
    Property,
    SidecarUnreadable,
)
from visret_desktop.interchange.sidecars.sidecar_files import SeveralNames, Style, sidecar_of
from visret_desktop.library.photos.xmp import read_xmp
from visret_desktop.library.records import (
    AcceptedName,
    Fingerprint,
    Metadata,
    Notes,
    OwnPlace,
    Photo,
)

HERON = AcceptedName("Ardea cinerea", "grey heron", "species")
NOTES = Notes(
    ("pond", "Animals|Birds|Heron"), 4, (HERON,), OwnPlace(-27.34044, 93.79, 12.5, "walk.gpx")
)
SAMPLES = ("xmp/darktable-exposure.xmp", "xmp/digikam-example.xmp", "xmp/jPhotoTagger-example.xmp",
           "xmp/exiftool-9.74-example.xmp", "xmp/APhotoManager-exmaple.xmp",
           "naturtag/assets/demo_images/78513963.xmp",
           "naturtag/assets/demo_images/IMG20200521_141401.jpg.xmp")  # fmt: skip
LIGHTROOM = b"""<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
    xmp:Rating="2" crs:Exposure2012="+0.35">
   <dc:subject>
    <rdf:Bag>
     <rdf:li>theirs</rdf:li>
     <rdf:li>pond</rdf:li>
    </rdf:Bag>
   </dc:subject>
   <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li><rdf:li>255, 255</rdf:li></rdf:Seq></crs:ToneCurve>
  </rdf:Description>
</rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


def photo(notes: Notes = NOTES, placed_by: str = "walk.gpx") -> Photo:
    return Photo(
        1, 1, Path("/photos/IMG_1.CR2"), "IMG_1.CR2", "1" * 32, Fingerprint(1, 1), True,
        Metadata(), notes=notes, placed_by=placed_by,
    )  # fmt: skip


def values(content: bytes) -> dict[str, list[str]]:
    packet = Packet(content)
    return {known.label: found for known in Property if (found := packet.values(known))}


def changes(of: Merged) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {one.label: (one.before, one.after) for one in of.changes}


def test_a_new_sidecar_says_what_was_noted() -> None:
    made = merged(None, photo(), Ours())
    assert values(made.content) == {
        "dc:subject": [
            "pond", "Heron", "Ardea cinerea", "grey heron", "taxonomy:species=Ardea cinerea",
        ],
        "lr:hierarchicalSubject": ["pond", "Animals|Birds|Heron", "Ardea cinerea", "grey heron"],
        "xmp:Rating": ["4"],
        "exif:GPSLatitude": ["27,20.426400S"],
        "exif:GPSLongitude": ["93,47.400000E"],
        "exif:GPSAltitude": ["12500/1000"],
        "exif:GPSAltitudeRef": ["0"],
    }  # fmt: skip
    read = read_xmp(made.content)
    assert (read.rating, read.latitude, read.longitude) == (4, -27.34044, 93.79)
    assert not read.fault


@pytest.mark.parametrize(
    ("degrees", "signs", "said"),
    [
        (-93.79, "EW", "93,47.400000W"),
        (93.79, "EW", "93,47.400000E"),
        (-0.00001, "NS", "0,0.000600S"),
        (59.999999999, "NS", "60,0.000000N"),
    ],
)
def test_signs_and_minutes(degrees: float, signs: str, said: str) -> None:
    assert coordinate(degrees, signs) == said


def test_what_others_wrote_stays_and_ours_goes_again() -> None:
    once = merged(LIGHTROOM, photo(), Ours())
    assert changes(once)["dc:subject"][0] == ("theirs", "pond")
    assert changes(once)["xmp:Rating"] == (("2",), ("4",))
    assert once.ours.added["dc:subject"][0] == "Heron"  # "pond" was theirs before
    again = merged(once.content, photo(), once.ours)
    assert (again.changes, again.ours) == ((), once.ours)
    gone = merged(once.content, photo(Notes()), once.ours)
    assert values(gone.content) == {"dc:subject": ["theirs", "pond"], "xmp:Rating": ["2"]}
    assert not gone.ours
    assert Packet(gone.content).foreign() == Packet(LIGHTROOM).foreign()
    assert b'crs:Exposure2012="+0.35"' in gone.content


@pytest.mark.parametrize(
    "lists", [(), ("TagsList",), ("LastKeywordXMP",), ("hierarchicalSubject",)]
)
@pytest.mark.parametrize("tags", [("pond", "Animals|Birds|Heron"), ("pond",)])
def test_who_reads_the_first_list_reads_all(lists: tuple[str, ...], tags: tuple[str, ...]) -> None:
    """digiKam takes the first of these that has anything, and looks at no other."""
    order = (Property.TAGS_LIST, Property.LAST_KEYWORDS, Property.PATHS, Property.KEYWORDS)
    content = LIGHTROOM
    for known in (one for one in order if one.label.partition(":")[2] in lists):
        packet = Packet(content)
        packet.change_list(known, (), ["theirs"])
        content = packet.content()
    made = merged(content, photo(replace(NOTES, tags=tags)), Ours())
    there = values(made.content)
    first = next(there[one.label] for one in order if one.label in there)
    wanted = {"theirs", "Ardea cinerea", "grey heron", *(tag.rpartition("|")[2] for tag in tags)}
    assert wanted <= {entry.replace("/", "|").rpartition("|")[2] for entry in first}
    gone = merged(made.content, photo(Notes()), made.ours)
    assert values(gone.content) == values(content)


def test_a_rating_that_others_changed_since_is_theirs() -> None:
    once = merged(LIGHTROOM, photo(), Ours())
    theirs = once.content.replace(b'xmp:Rating="4"', b'xmp:Rating="1"')
    left = merged(theirs, photo(replace(NOTES, rating=None)), once.ours)
    assert values(left.content)["xmp:Rating"] == ["1"]


def test_a_place_of_others_stays_and_ours_stays_once_the_photo_has_it_from_there() -> None:
    theirs = LIGHTROOM.replace(
        b'xmp:Rating="2"', b'xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="1,2.5N"'
    )
    assert values(merged(theirs, photo(), Ours()).content)["exif:GPSLatitude"] == ["1,2.5N"]
    once = merged(LIGHTROOM, photo(), Ours())
    read_back = photo(placed_by="")  # as the photo is after its sidecar was read
    assert merged(once.content, read_back, once.ours).changes == ()
    assert "exif:GPSLatitude" not in values(merged(LIGHTROOM, read_back, Ours()).content)


def test_a_single_keyword_as_an_attribute_becomes_a_list() -> None:
    single = LIGHTROOM.replace(b'xmp:Rating="2"', b'xmp:Rating="2" dc:subject="alone"')
    single = single[: single.index(b"<dc:subject>")] + single[single.index(b"<crs:Tone") :]
    made = merged(single, photo(Notes(("mine",))), Ours())
    assert values(made.content)["dc:subject"] == ["alone", "mine"]


def test_a_list_of_digikam_is_kept_up_where_there_is_one() -> None:
    digikam = LIGHTROOM.replace(
        b"<crs:ToneCurve>",
        b'<digiKam:TagsList xmlns:digiKam="http://www.digikam.org/ns/1.0/"><rdf:Seq>'
        b"<rdf:li>Places/Lyon</rdf:li></rdf:Seq></digiKam:TagsList><crs:ToneCurve>",
    )
    made = values(merged(digikam, photo(), Ours()).content)
    assert made["digiKam:TagsList"] == [
        *("Places/Lyon", "pond", "Animals/Birds/Heron", "Ardea cinerea", "grey heron")
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_encodings_stay(encoding: str) -> None:
    begin = f'<?xml version="1.0" encoding="{encoding.upper()}"?>\n'
    content = (begin + LIGHTROOM.decode()).encode(encoding)
    made = merged(content, photo(Notes(("Küste",))), Ours())
    assert made.content.decode(encoding)
    assert values(made.content)["dc:subject"][-1] == "Küste"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no whole XML"),
        (b"<x", "no whole XML"),
        (b"<a/>", "no description"),
        (b'<!DOCTYPE a [<!ENTITY e "x">]>' + LIGHTROOM.partition(b"?>\n")[2], "document type"),
        (b" " * (MOST_BYTES + 1), "larger than"),
        (b"<a>" * 300 + b"</a>" * 300, "."),
    ],
)
def test_what_is_no_xmp_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(SidecarUnreadable, match=reason):
        merged(content, photo(), Ours())


def test_odd_texts_do_no_harm() -> None:
    odd = Notes(("a\nb", "<&>\"'", "\x00\x1f", " spaces ", "ü|ö"))
    made = values(merged(None, photo(odd), Ours()).content)
    assert made["dc:subject"] == ["ab", "<&>\"'", "spaces", "ö"]


@pytest.mark.parametrize("name", SAMPLES)
def test_sidecars_of_other_programs_come_out_unchanged(name: str, material: Path) -> None:
    before = (material / name).read_bytes()
    once = merged(before, photo(), Ours())
    assert Packet(once.content).foreign() == Packet(before).foreign()
    gone = merged(once.content, photo(Notes()), once.ours)
    assert values(gone.content) == values(before)
    assert Packet(gone.content).foreign() == Packet(before).foreign()


def test_exiftool_reads_what_we_wrote(tmp_path: Path) -> None:
    for number, before in enumerate((None, LIGHTROOM)):
        file = tmp_path / f"{number}.xmp"
        file.write_bytes(merged(before, photo(), Ours()).content)
        command = ["exiftool", "-j", "-n", "-struct", str(file)]
        (read,) = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        assert {"pond", "Heron", "Ardea cinerea", "grey heron"} <= set(read["Subject"])
        assert read["HierarchicalSubject"][:2] == ["pond", "Animals|Birds|Heron"]
        assert read["Rating"] == 4
        assert read["GPSLatitude"] == pytest.approx(-27.34044, abs=1e-6)
        assert read["GPSLongitude"] == pytest.approx(93.79, abs=1e-6)
        assert read["GPSAltitude"] == pytest.approx(12.5)


RAW, JPEG = Path("/p/IMG_1.CR2"), Path("/p/IMG_1.jpg")


@pytest.mark.parametrize(
    ("of", "names", "preferred", "expected"),
    [
        (RAW, ["IMG_1.CR2"], None, "IMG_1.CR2.xmp"),
        (RAW, ["IMG_1.CR2"], Style.STEM, "IMG_1.xmp"),
        (RAW, ["IMG_1.CR2", "img_1.cr2.XMP"], None, "img_1.cr2.XMP"),
        (RAW, ["IMG_1.CR2", "IMG_1.xmp"], None, "IMG_1.xmp"),
        (RAW, ["IMG_1.CR2", "IMG_2.CR2", "IMG_2.xmp"], None, "IMG_1.xmp"),
        (RAW, ["IMG_1.CR2", "IMG_1.jpg", "IMG_2.CR2", "IMG_2.xmp"], None, "IMG_1.CR2.xmp"),
        (RAW, ["IMG_1.CR2", "IMG_1.xmp", "IMG_1.CR2.xmp"], Style.STEM, "IMG_1.xmp"),
        (JPEG, ["IMG_1.CR2", "IMG_1.jpg", "IMG_1.xmp"], Style.FULL, "IMG_1.jpg.xmp"),
        (JPEG, ["IMG_1.CR2", "IMG_1.jpg", "IMG_1.xmp"], Style.STEM, "IMG_1.xmp"),
    ],
)
def test_the_sidecar_of_a_photo(
    of: Path, names: list[str], preferred: Style | None, expected: str
) -> None:
    assert sidecar_of(of, names, preferred) == of.with_name(expected)


@pytest.mark.parametrize(
    ("names", "both"),
    [
        (["IMG_1.CR2", "IMG_1.xmp", "IMG_1.CR2.xmp"], True),
        (["IMG_1.CR2", "IMG_1.jpg", "IMG_1.xmp"], False),
    ],
)
def test_what_is_not_clear_is_asked(names: list[str], both: bool) -> None:
    with pytest.raises(SeveralNames) as asked:
        sidecar_of(RAW, names)
    assert asked.value.both is both
