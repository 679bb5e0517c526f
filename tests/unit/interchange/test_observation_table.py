"""What people noted in tables of other programs becomes names; what programs found does not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.exporters.made_library import export, put_photo
from tests.unit.interchange.test_detection_reader import INSIGHTS, NAMES, PHOTOS
from visret_desktop.engine.field_messages import ImportPackage
from visret_desktop.engine.fieldwork.import_job import PACKAGES
from visret_desktop.errors import FileMissing
from visret_desktop.interchange.camtrap.import_plan import ImportPlan
from visret_desktop.interchange.camtrap.station_plan import source_of
from visret_desktop.interchange.camtrap.station_table import StationsUnreadable, read_stations
from visret_desktop.interchange.detections.entries import DetectionsUnusable
from visret_desktop.interchange.observation_table import plan_observations
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Metadata, Notes

TIMELAPSE = """File,RelativePath,DateTime,Species,Count,Sex,Age,Behaviour,Observer,Notes,Empty,Confidence
fox.jpg,north,2024-05-03,Vulpes vulpes,2,female,adult,running,Ana,limping,false,
fox.jpg,north,2024-05-03,Vulpes vulpes,1,,juvenile,,Ana,,false,
fox.jpg,north,2024-05-03,Vulpes vulpes,1,,juvenile,,Ana,,false,
blank.jpg,north,2024-05-03,,0,,,,Ana,,true,
both.jpg,north,2024-05-03,Meles meles,0,,unknown,,,,false,
gone.jpg,north,2024-05-03,Meles meles,1,,,,,,false,0.8
late.jpg,north,2024-05-03,unknown,many,,,,,,false,
none.jpg,north,2024-05-03,Meles meles,many,,,,,,false,
"""  # noqa: E501 - a row is a line
BY_PEOPLE = """project_id,deployment_id,image_id,filename,is_blank,identified_by,class,order,family,genus,species,common_name,age,sex,individual_id,number_of_objects,cv_confidence
1,D1,a,fox.jpg,0,Ana Novak,Mammalia,Carnivora,Canidae,Vulpes,vulpes,Red Fox,Adult,Female,F7,1,
1,D1,a,fox.jpg,0,Ana Novak,Mammalia,Carnivora,Canidae,Vulpes,vulpes,Red Fox,Juvenile,Unknown,,3,
1,D1,b,blank.jpg,1,Ana Novak,,,,,,Blank,,,,,
1,D1,c,gone.jpg,0,Computer vision,Mammalia,Carnivora,Mustelidae,Meles,meles,Badger,,,,1,0.9
1,D1,d,both.jpg,0,Ana Novak,Mammalia,Primates,Hominidae,Homo,sapiens,Human,,,,"1,0",
"""  # noqa: E501
RECORDS = """"","Station","Species","DateTimeOriginal","Date","Time","delta.time.secs","Directory","FileName"
"1","north","PBE","2009-04-21 00:40:00","2009-04-21","00:40:00","0","C:/cards/north","fox.jpg"
"2","north","unknown","2009-04-21 00:40:00","2009-04-21","00:40:00","0","C:/cards/north","gone.jpg"
"""  # noqa: E501
ADDAXAI = """absolute_path,relative_path,data_type,label,confidence,human_verified,bbox_left,bbox_top,bbox_right,bbox_bottom,file_height,file_width
/cards,north/fox.jpg,img,fox,1.0,True,100,100,400,300,500,1000
/cards,north/fox.jpg,img,fox,1.0,True,500,100,700,300,500,1000
/cards,north/gone.jpg,img,fox,0.97,False,500,100,700,300,500,1000
/cards,north/both.jpg,img,person,1.0,True,0,0,900,500,500,1000
"""  # noqa: E501
CAMELOT = """Survey Name,Species,Genus,Family,Order,Class,Species Common Name,Camera Name,Absolute Path,Sighting Quantity,Life stage,Sex,Species
Mill,vulpes,Vulpes,Canidae,Carnivora,Mammalia,Red fox,C1,C:\\camelot\\Media\\north\\fox.jpg,2,Adult,M,Vulpes vulpes
Mill,vulpes,Vulpes,Canidae,Carnivora,Mammalia,Red fox,C1,C:\\camelot\\Media\\north\\fox.jpg,1,Juvenile,unidentified,Vulpes vulpes
Mill,meles,Meles,Mustelidae,Carnivora,Mammalia,Badger,C1,C:\\camelot\\Media\\north\\both.jpg,,,,meles
Mill,,,,,,,C1,C:\\camelot\\Media\\north\\blank.jpg,,,,
"""  # noqa: E501
RECOGNITIONS = {
    "images": [
        {
            "file": "north/fox.jpg",
            "manually_checked": True,
            "detections": [
                {"category": "1", "conf": 1.0, "bbox": [0.1, 0.2, 0.3, 0.4]},
                {"category": "1", "conf": 1.0, "bbox": [0.5, 0.2, 0.3, 0.4]},
                {"category": "2", "conf": 0.3, "bbox": [0.5, 0.2, 0.3, 0.4]},
            ],
        },
        {"file": "north/blank.jpg", "manually_checked": True, "detections": []},
        {
            "file": "north/gone.jpg",
            "manually_checked": False,
            "detections": [{"category": "1", "conf": 0.9, "bbox": [0.1, 0.2, 0.3, 0.4]}],
        },
    ],
    "detection_categories": {"1": "fox", "2": "badger"},
    "info": {"detector": "md_v5a"},
}
MOST_GROUPS = 200


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.open(tmp_path / "catalog.db")
    yield made
    made.close()


def planned(
    catalog: Catalog, path: Path, content: str | bytes, *, anywhere: bool = False
) -> ImportPlan:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    steps = plan_observations(path, catalog, PHOTOS, is_name_enough=anywhere)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            plan: ImportPlan = ended.value
            return plan


def noted(plan: ImportPlan) -> dict[str, list[tuple[Any, ...]]]:
    """Return by photo what was noted: name, individuals, sex, life stage."""
    return {
        NAMES[int(content, 16)]: [(one.name, one.count, one.sex, one.life_stage) for one in names]
        for content, names in plan.names.items()
    }


def sentences(plan: ImportPlan) -> list[str]:
    return [str(one) for one in plan.sentences()]


def test_timelapse_has_what_people_filled_in(catalog: Catalog, tmp_path: Path) -> None:
    """Groups by sex and age; a row that is there twice counts once, a count of 0 is none."""
    plan = planned(catalog, tmp_path / "t.csv", TIMELAPSE)
    assert noted(plan) == {
        "fox.jpg": [
            ("Vulpes vulpes", 2, "female", "adult"),
            ("Vulpes vulpes", 1, "", "juvenile"),
        ],
        "blank.jpg": [("blank", None, "", "")],
        "both.jpg": [("Meles meles", None, "", "")],
    }
    (first, _) = plan.names[PHOTOS.hashes[0]]
    assert (first.behavior, first.by, first.more) == (
        *("running", "Ana"),
        (("observationComments", "limping"),),
    )
    assert (plan.matched, plan.counts["media"], plan.unmatched) == (3, 4, ["north/none.jpg"])
    assert sentences(plan) == [
        "1 entry is of a program: it can be imported as a detection.",
        "1 entry is left out, because another one says the same, or is about a copy.",
        "1 number of individuals is none, and is left out.",
    ]


def test_wildlife_insights_says_who_identified(catalog: Catalog, tmp_path: Path) -> None:
    plan = planned(catalog, tmp_path / "images.csv", BY_PEOPLE)
    assert noted(plan) == {
        "fox.jpg": [
            ("Vulpes vulpes", 1, "Female", "Adult"),
            ("Vulpes vulpes", 3, "", "Juvenile"),
        ],
        "blank.jpg": [("blank", None, "", "")],
        "both.jpg": [("human", 1, "", "")],
    }
    first = plan.names[PHOTOS.hashes[0]][0]
    assert (first.common, first.rank, first.by) == ("Red Fox", "species", "Ana Novak")
    assert first.more == (("individualID", "F7"),)
    assert planned(catalog, tmp_path / "cv.csv", INSIGHTS).names == {}, "nobody is named there"


def test_records_of_camtrapr_are_peoples(catalog: Catalog, tmp_path: Path) -> None:
    """`recordTable`, also as Camelot's report has it, with R's numbers of rows."""
    plan = planned(catalog, tmp_path / "records.csv", RECORDS)
    assert noted(plan) == {"fox.jpg": [("PBE", None, "", "")]}


def test_the_exports_of_camelot_have_sightings(catalog: Catalog, tmp_path: Path) -> None:
    """Two columns may be called Species; a photo without a sighting is not blank."""
    plan = planned(catalog, tmp_path / "full-export.csv", CAMELOT)
    assert noted(plan) == {
        "fox.jpg": [("Vulpes vulpes", 2, "male", "Adult"), ("Vulpes vulpes", 1, "", "Juvenile")],
        "both.jpg": [("Meles meles", None, "", "")],
    }
    assert plan.names[PHOTOS.hashes[0]][0].common == "Red fox"
    assert plan.title == "full-export.csv (Camelot)"


@pytest.mark.parametrize("start", [b"PK\x03\x04\x14\0", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_a_workbook_is_to_be_saved_as_csv(catalog: Catalog, tmp_path: Path, start: bytes) -> None:
    with pytest.raises(DetectionsUnusable, match=r"a zip\. Save the right sheet as CSV"):
        planned(catalog, tmp_path / "results.xlsx", start + bytes(99))
    with pytest.raises(StationsUnreadable, match=r"a zip\. Save the right sheet as CSV"):
        read_stations(tmp_path / "results.xlsx")
    request = ImportPackage(path=str(tmp_path / "results.xlsx"))
    with pytest.raises(DetectionsUnusable, match="as CSV"):
        list(PACKAGES.plan(catalog, request))


def test_of_addaxai_what_a_person_verified(catalog: Catalog, tmp_path: Path) -> None:
    """Each box is an individual; of the recognition file those of full confidence."""
    plan = planned(catalog, tmp_path / "results_detections.csv", ADDAXAI)
    assert noted(plan) == {
        "fox.jpg": [("fox", 2, "", "")],
        "both.jpg": [("human", 1, "", "")],
    }
    recognized = planned(catalog, tmp_path / "recognition.json", json.dumps(RECOGNITIONS))
    assert noted(recognized) == {
        "fox.jpg": [("fox", 2, "", "")],
        "blank.jpg": [("blank", None, "", "")],
    }


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_other_letters_and_separators(catalog: Catalog, tmp_path: Path, encoding: str) -> None:
    text = TIMELAPSE.replace("Vulpes vulpes", "Füchsin").replace(",", ";").replace(";2;", ";2,0;")
    plan = planned(catalog, tmp_path / "t.csv", text.encode(encoding))
    assert noted(plan)["fox.jpg"][0][:2] == ("Füchsin", 2)


def test_hostile_tables_lose_nothing_else(catalog: Catalog, tmp_path: Path) -> None:
    """Columns missing or doubled, short rows, absurd counts, texts beyond all length, many rows.

    Where "1,000" may be one or a thousand, it is no number.
    """
    cut = ADDAXAI.rpartition(",person")[0]
    assert [*noted(planned(catalog, tmp_path / "cut.csv", cut))] == ["fox.jpg"]
    cut = ADDAXAI.rpartition(",1.0,")[0]
    assert [*noted(planned(catalog, tmp_path / "cut.csv", cut))] == ["fox.jpg"]
    counts = ["1,000", "1.000", "1e3", "1_0", "7", "8.0", "9,0", "2000000"]
    rows = "".join(f"fox.jpg;north;Name {number};{text}\n" for number, text in enumerate(counts))
    plan = planned(catalog, tmp_path / "counts.csv", f"File;RelativePath;Species;Count\n{rows}")
    assert [one[1] for one in noted(plan)["fox.jpg"]] == [None] * 4 + [7, 8, 9, None]
    assert plan.counts["count"] == 5
    rows = "".join(f"fox.jpg,north,Name {number}\n" for number in range(MOST_GROUPS + 50))
    crowded = planned(catalog, tmp_path / "many.csv", f"File,RelativePath,Species\n{rows}")
    assert (crowded.counts["taken"], crowded.counts["crowded"]) == (MOST_GROUPS, 50)
    odd = (
        "File,RelativePath,Species,Species,Count,Count\n"
        "fox.jpg,north,Lynx,Lynx lynx,inf,1e400\n"
        "blank.jpg\n"
        f"both.jpg,north,,{'x' * 5000},-3,-3\n"
        ",,,,,\n"
    )
    plan = planned(catalog, tmp_path / "odd.csv", odd)
    assert noted(plan) == {
        "fox.jpg": [("Lynx lynx", None, "", "")],
        "both.jpg": [("x" * 200, None, "", "")],
    }
    for content in (b"", b"a,b\n1,2\n", b"\0\1\2", b"{}", b'{"images": 5}'):
        with pytest.raises(DetectionsUnusable, match=r"odd\.csv cannot be used: [^{}]+\.$"):
            planned(catalog, tmp_path / "odd.csv", content)
    with pytest.raises(FileMissing):
        next(plan_observations(tmp_path / "none.csv", catalog, PHOTOS))
    elsewhere = "File,RelativePath,Species\nfox.jpg,south,Lynx lynx\n"
    assert planned(catalog, tmp_path / "s.csv", elsewhere).matched == 0
    assert planned(catalog, tmp_path / "s.csv", elsewhere, anywhere=True).matched == 1


def test_a_corrected_table_takes_the_place_of_what_it_said(
    catalog: Catalog, tmp_path: Path
) -> None:
    """What it said of photos that were not looked at now, as in another folder, stays."""
    folder = catalog.roots.add(tmp_path).id
    typed = AcceptedName("Meles meles")
    elsewhere = AcceptedName("Lynx lynx", source=source_of(tmp_path / "t.csv"))
    south = put_photo(catalog, folder, "south/fox.jpg", Metadata(), elsewhere)
    photos = [put_photo(catalog, folder, f"north/{name}", Metadata()) for name in NAMES[:2]]
    catalog.annotations.put_notes({photos[0]: Notes(names=(typed,))})
    for species in ("Lynx lynx", ""):
        plan = planned(
            catalog, tmp_path / "t.csv", f"File,RelativePath,Species\nfox.jpg,north,{species}\n"
        )
        assert plan.looked_at == PHOTOS.hashes
        plan.names = dict(zip(photos, plan.names.values(), strict=False))
        plan.looked_at = photos
        catalog.annotations.take_package({}, {}, plan.notes(catalog))
        names = catalog.notes.of(photos)[photos[0]].names
        assert [one.name for one in names] == ["Meles meles", species][: 1 + bool(species)]
        assert catalog.notes.of([south])[south].names == (elsewhere,)


def test_our_record_table_comes_in_again(catalog: Catalog, tmp_path: Path) -> None:
    """What `visret export record-table` writes is a table that this reads."""
    folder = catalog.roots.add(tmp_path).id
    taken = Metadata(taken_at="2026-05-01T10:00:00")
    fox = AcceptedName("Vulpes vulpes", count=2)
    put_photo(catalog, folder, "north/fox.jpg", taken, fox)
    export(catalog, "record-table", tmp_path / "records.csv")
    plan = planned(catalog, tmp_path / "again.csv", (tmp_path / "records.csv").read_bytes())
    assert noted(plan) == {"fox.jpg": [("Vulpes vulpes", 2, "", "")]}
