"""Files of detectors are told by their content, and read whatever is wrong with them."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.errors import FileMissing
from visret_desktop.interchange.detections import json_parts
from visret_desktop.interchange.detections.detection_reader import (
    DetectionData,
    KnownPhotos,
    gathering,
)
from visret_desktop.interchange.detections.entries import (
    NOT_UNDERSTOOD,
    DetectionsUnusable,
    PathMatcher,
    label_of_taxonomy,
)
from visret_desktop.library.catalog.catalog_detections import Label

NAMES = ("fox.jpg", "blank.jpg", "both.jpg", "gone.jpg", "late.jpg")
PHOTOS = KnownPhotos(
    PathMatcher((f"/photos/north/{name}", number) for number, name in enumerate(NAMES)),
    [f"{number:032x}" for number in range(len(NAMES))],
    np.array([(1000, 500)] * len(NAMES), np.int32),
)
FOX = "1-2;mammalia;carnivora;canidae;vulpes;vulpes;red fox"
BOX = [0.1, 0.2, 0.3, 0.4]
MEGADETECTOR = {
    "images": [
        {
            "file": "north/fox.jpg",
            "detections": [
                {
                    "category": "1",
                    "conf": 0.9,
                    "bbox": BOX,
                    "classifications": [["0", 0.8], ["1", 0.1]],
                },
                {"category": "1", "conf": 0.1, "bbox": BOX},
            ],
        },
        {"file": r"C:\cards\North\BLANK.JPG", "max_detection_conf": 0.0, "detections": []},
        {"file": "north/both.jpg", "detections": [{"category": "2", "conf": 1, "bbox": BOX}]},
        {"file": "north/gone.jpg", "detections": None, "failure": "Failure image access"},
    ],
    "detection_categories": {"1": "animal", "2": "person"},
    "classification_categories": {"0": "fox", "1": "elk"},
    "classification_category_descriptions": {"0": FOX, "1": ""},
    "info": {
        "format_version": "1.6",
        "detector": "md_v5a",
        "detector_metadata": {"typical_detection_threshold": 0.25},
    },
}
MICROSOFT = [
    {
        "file": "north/fox.jpg",
        "detections": [
            {"category": "animal", "confidence": 0.9, "bbox": [100, 100, 400, 300]},
            {"category": "person", "confidence": 0.3, "bbox": [0, 0, 2000, 300]},
        ],
    },
    {"file": "north/blank.jpg", "detections": []},
]
SIDE_BY_SIDE = {
    "annotations": [
        {
            "img_id": "north/fox.jpg",
            "bbox": [[100, 100, 400, 300]],
            "det_category": [0],
            "det_confidence": [0.9],
            "clf_category": [7],
            "clf_confidence": [0.6],
        }
    ],
    "det_categories": {"0": "animal"},
    "clf_categories": {"7": "Vulpes vulpes"},
}
SPECIESNET = {
    "predictions": [
        {
            "filepath": "/data/north/fox.jpg",
            "classifications": {"classes": [FOX], "scores": [0.7]},
            "detections": [{"category": "1", "label": "animal", "conf": 0.9, "bbox": BOX}],
            "prediction": FOX,
            "prediction_score": 0.75,
            "model_version": "4.0.1a",
        },
        {
            "filepath": "/data/north/blank.jpg",
            "detections": [],
            "prediction": "f185;;;;;;blank",
            "prediction_score": 0.98,
        },
        {"filepath": "/data/north/gone.jpg", "failures": ["DETECTOR", "CLASSIFIER"]},
        {
            "filepath": "north/both.jpg",
            "classifications": {"classes": ["990a;mammalia;primates;hominidae;homo;sapiens;human"],
                                "scores": [0.6]},
        },
    ]
}  # fmt: skip
TIMELAPSE = """File,RelativePath,DateTime,DeleteFlag,Species,Empty
fox.jpg,north,2024-05-03 14:00:00,false,Füchsin,false
blank.jpg,cards\\north,2024-05-03 14:00:00,false,,true
gone.jpg,north,2024-05-03 14:00:00,false,,false
,north,2024-05-03 14:00:00,false,,false
"""
INSIGHTS = """project_id,deployment_id,image_id,filename,is_blank,class,order,family,genus,species,common_name,cv_confidence
1,D1,a,fox.jpg,0,Mammalia,Carnivora,Canidae,Vulpes,vulpes,Red Fox,0.81
1,D1,a,fox.jpg,0,Aves,,,,,Bird,
1,D1,b,blank.jpg,1,,,,,,Blank,
1,D1,c,gone.jpg,0,No CV Result,No CV Result,No CV Result,No CV Result,No CV Result,No CV Result,
1,D1,d,both.jpg,0,Mammalia,,,,,,1.7
"""  # noqa: E501 - a row is a line


def gather(path: Path, photos: KnownPhotos, *, is_name_enough: bool = False) -> DetectionData:
    """Read a file as `gathering` does."""
    steps = gathering(path, photos, is_name_enough=is_name_enough)
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            found: DetectionData = ended.value
            return found


def put(tmp_path: Path, content: Any, name: str = "result.txt") -> Path:
    path = tmp_path / name
    is_bytes = isinstance(content, bytes)
    path.write_bytes(content if is_bytes else json.dumps(content, indent=1).encode())
    return path


def said(
    gathered: DetectionData, least: float = 0.2
) -> dict[str, list[tuple[str, Any, Any]] | str]:
    """Return what is kept of each photo: names with confidence and box, or a failure."""

    def row(label: int, share: int, *box: int) -> tuple[str, Any, Any]:
        where = None if box[0] < 0 else tuple(side / 10_000 for side in box)
        return gathered.labels[label].name, None if share < 0 else share / 10_000, where

    return {
        NAMES[int(one.content_hash, 16)]: one.failure or [row(*numbers) for numbers in one.found]
        for one in gathered.photos(least)
    }


WHERE = (0.1, 0.2, 0.3, 0.4)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_megadetector(tmp_path: Path, encoding: str) -> None:
    path = put(tmp_path, json.dumps(MEGADETECTOR).encode(encoding))
    gathered = gather(path, PHOTOS)
    source = gathered.source
    assert (source.title, source.model, gathered.advised) == ("MegaDetector", "md_v5a", 0.25)
    assert said(gathered) == {
        "fox.jpg": [("animal", 0.9, WHERE), ("Vulpes vulpes", 0.8, WHERE)],
        "blank.jpg": [],
        "both.jpg": [("person", 1.0, WHERE)],
        "gone.jpg": "Failure image access",
    }
    assert said(gathered, 0.95)["fox.jpg"] == []
    assert Label("Vulpes vulpes", "red fox", "species", True) in gathered.labels
    by_label, blank = gathered.histogram()
    assert [by_label[gathered.labels.index(Label("animal"))][step] for step in (0, 18, 19)] == [
        1,
        1,
        0,
    ]
    assert (blank[0], blank[19], blank[20]) == (1, 2, 2)


def test_microsofts_lists_have_corners_in_pixels(tmp_path: Path) -> None:
    gathered = gather(put(tmp_path, MICROSOFT), PHOTOS)
    assert gathered.source.title.startswith("MegaDetector by Microsoft")
    assert gathered.flaws == {"box": 1}
    assert said(gathered) == {
        "fox.jpg": [("animal", 0.9, (0.1, 0.2, 0.3, 0.4)), ("person", 0.3, None)],
        "blank.jpg": [],
    }
    beside = said(gather(put(tmp_path, SIDE_BY_SIDE), PHOTOS))
    assert beside == {"fox.jpg": [("animal", 0.9, WHERE), ("Vulpes vulpes", 0.6, WHERE)]}


def test_speciesnet(tmp_path: Path) -> None:
    gathered = gather(put(tmp_path, SPECIESNET), PHOTOS)
    assert (gathered.source.title, gathered.source.model) == ("SpeciesNet", "4.0.1a")
    assert said(gathered) == {
        "fox.jpg": [("animal", 0.9, WHERE), ("Vulpes vulpes", 0.75, None)],
        "blank.jpg": [],
        "gone.jpg": "DETECTOR, CLASSIFIER",
        "both.jpg": [("person", 0.6, None)],
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_timelapse(tmp_path: Path, encoding: str, separator: str) -> None:
    text = TIMELAPSE.replace(",", separator).replace("\n", "\r\n")
    gathered = gather(put(tmp_path, text.encode(encoding)), PHOTOS)
    assert gathered.source.title == "Timelapse"
    assert gathered.flaws == {"path": 1}
    assert said(gathered, 1.0) == {
        "fox.jpg": [("Füchsin", None, None)],
        "blank.jpg": [],
        "gone.jpg": "nobody named what it shows",
    }


def test_wildlife_insights(tmp_path: Path) -> None:
    gathered = gather(put(tmp_path, INSIGHTS.encode()), PHOTOS)
    assert gathered.source.title == "Wildlife Insights"
    assert gathered.flaws == {"confidence": 1}
    assert said(gathered) == {
        "fox.jpg": [("Vulpes vulpes", 0.81, None), ("Aves", None, None)],
        "blank.jpg": [],
        "gone.jpg": "nobody could tell what it shows",
        "both.jpg": "what is said of it was not understood",
    }


def test_deepfaune(tmp_path: Path) -> None:
    """A row for each photo: the likeliest class with its score, as English and French ones have it.

    Scores with a comma come from spreadsheets.
    """
    text = """filename;date;seqnum;prediction;score;count
/cards/north/fox.jpg;2024:05:03 14:00:00;1;fox;0,93;1
D:\\cards\\north\\blank.jpg;NA;2;vide;0.99;0
north/gone.jpg;NA;3;undefined;0.41;0
north/both.jpg;NA;4;human;1.3;1
"""
    gathered = gather(put(tmp_path, text.encode()), PHOTOS)
    assert (gathered.source.title, gathered.flaws) == ("DeepFaune", {"confidence": 1})
    assert said(gathered) == {
        "fox.jpg": [("fox", 0.93, None)],
        "blank.jpg": [],
        "gone.jpg": "it could not tell what it shows",
        "both.jpg": "what is said of it was not understood",
    }


def test_addaxai(tmp_path: Path) -> None:
    """A row for each box, whose corners are pixels of the photo."""
    text = """absolute_path,relative_path,data_type,label,confidence,human_verified,bbox_left,bbox_top,bbox_right,bbox_bottom,file_height,file_width
/cards,north/fox.jpg,img,fox,0.93,False,100,100,400,300,500,1000
/cards,north/fox.jpg,img,fox,0.41,False,1500,100,1700,300,500,1000
/cards,north/both.jpg,img,person,1.0,True,0,0,1000,500,500,1000
"""  # noqa: E501 - a row is a line
    gathered = gather(put(tmp_path, text.encode()), PHOTOS)
    assert (gathered.source.title, gathered.flaws) == ("AddaxAI", {"box": 1})
    assert said(gathered) == {
        "fox.jpg": [("fox", 0.93, WHERE), ("fox", 0.41, None)],
        "both.jpg": [("person", 1.0, (0.0, 0.0, 1.0, 1.0))],
    }


def test_a_hash_of_ours_goes_before_the_path(tmp_path: Path) -> None:
    entry = {"file": "x.jpg", "detections": [], "content_hash": f"{4:032x}"}
    assert said(gather(put(tmp_path, {"images": [entry]}), PHOTOS)) == {"late.jpg": []}


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (FOX, Label("Vulpes vulpes", "red fox", "species", True)),
        ("1;;;;vulpes;vulpes vulpes;", Label("Vulpes vulpes", "", "species", True)),
        ("1;aves;;canidae;;;canine family", Label("Canidae", "canine family", "family", True)),
        ("1;;;;;;animal", Label("animal")),
        ("1;;;;;;blank", None),
        ("", NOT_UNDERSTOOD),
    ],
)  # fmt: skip
def test_taxonomies_are_read(text: str, label: Label | None) -> None:
    assert label_of_taxonomy(text) == label


def test_what_is_wrong_is_counted(tmp_path: Path) -> None:
    findings = [
        {"category": "1", "conf": float("nan"), "bbox": BOX},
        {"category": "1", "conf": 1.5, "bbox": BOX},
        {"category": "1", "bbox": BOX},
        {"category": "1", "conf": True, "bbox": [0.5, 0.5, 0.6, 0.2]},
        {"category": "1", "conf": 0.5, "bbox": [0.9, 0.9, 0.11, 0.1]},
        {"category": "1", "conf": 0.5, "bbox": [float("inf"), 0, float("nan"), 1]},
        {"category": "1", "conf": 0.5, "bbox": "none", "classifications": [[[]]]},
        {"category": "9", "conf": 0.5, "bbox": BOX},
        {"category": {"a": 1}, "conf": 0.5},
        "x",
    ]
    images = [
        {"file": "north/fox.jpg", "detections": findings},
        {"file": "north/fox.jpg", "detections": []},
        {"file": "other/fox.jpg", "detections": []},
        {"file": 3, "detections": []},
        7,
        {"file": "nowhere.jpg"},
    ]
    gathered = gather(put(tmp_path, {"info": 1, "images": images}), PHOTOS)
    assert gathered.flaws == {
        "confidence": 3,
        "box": 4,
        "path": 2,
        "category": 2,
        "finding": 1,
    }
    assert gathered.counts.entries == 4
    assert gathered.counts.outcomes == {"matched": 1, "duplicate": 1, "elsewhere": 1, "unknown": 1}
    assert gathered.counts.examples["unknown"] == ["nowhere.jpg"]
    (found,) = said(gathered).values()
    assert found == [
        ("animal", 1.0, None),
        ("animal", 0.5, (0.9, 0.9, 0.1, 0.1)),
        ("animal", 0.5, None),
        ("animal", 0.5, None),
    ]


def test_of_entries_about_one_photo_the_one_that_fits_best_counts(tmp_path: Path) -> None:
    photos = KnownPhotos(PathMatcher([("/a/b/c.jpg", 0)]), ["0" * 32], np.zeros((1, 2), np.int32))
    images = [
        {"file": name, "detections": [{"category": number, "conf": 0.9, "bbox": BOX}]}
        for name, number in (("c.jpg", "1"), ("a/b/c.jpg", "2"), ("b/c.jpg", "3"))
    ]
    gathered = gather(put(tmp_path, {"images": images}), photos)
    assert gathered.counts.outcomes == {"matched": 1, "elsewhere": 2}
    (one,) = gathered.photos(0)
    assert [gathered.labels[row[0]].name for row in one.found] == ["person"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\1\2",
        b"<gpx/>",
        b"{}",
        b"[]" + b" " * 100 + b"x",
        b'{"images": [{"id": 1, "file_name": "a.jpg"}], "annotations": [{"image_id": 1}]}',
        b'{"images"',
        b'{"images": 5}',
        b"[" * 100_000,
        b'{"a": ' * 50_000,
        b"name,size\na.jpg,5\n",
        b'"' + b"x" * 300_000,
        b'{"info": 1' + b"0" * 10_000 + b"}",
        b"\xff\xfe{\0",
    ],
)
def test_a_wrong_file_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(DetectionsUnusable, match=r"result.txt cannot be used: [^{}]+\.$"):
        gather(put(tmp_path, content), PHOTOS)


def test_what_is_known_is_named(tmp_path: Path) -> None:
    with pytest.raises(DetectionsUnusable, match=r"MegaDetector, .* or AddaxAI"):
        gather(put(tmp_path, {"features": [{"type": "Feature"}]}), PHOTOS)
    with pytest.raises(FileMissing):
        gather(tmp_path / "gone.json", PHOTOS)


@pytest.mark.parametrize(
    "cut", [b'{"file": "north/late', b'{"file": 5}}', b'{"detections": [NaN,]}']
)
def test_a_file_that_ends_in_the_middle_is_read_up_to_there(tmp_path: Path, cut: bytes) -> None:
    whole = json.dumps(MEGADETECTOR).encode()
    start = whole[: whole.index(b'{"file": "north/both.jpg"')]
    gathered = gather(put(tmp_path, start + cut), PHOTOS)
    assert gathered.flaws["cut"] == 1
    assert said(gathered)["fox.jpg"][0] == ("animal", 0.9, WHERE)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_parts_do_not_depend_on_where_a_file_is_cut(
    tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = {
        **MEGADETECTOR,
        "a": [],
        "b": [1.5, 12, "ü{}[],:", None],
        "c": {"d": [{}]},
        "e": -1e3,
    }
    path = put(tmp_path, json.dumps(content, ensure_ascii=False, indent=1).encode())
    monkeypatch.setattr(json_parts, "_CHUNK", size)
    found: dict[str, Any] = {}
    with path.open("rb") as file:
        for key, value, is_member in json_parts.parts_of(file):
            if is_member:
                found.setdefault(key, []).append(value)
            else:
                found[key] = value
    assert found == content


def test_memory_does_not_grow_with_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = [{"category": "1", "conf": 0.5, "bbox": BOX}] * 40
    path = put(tmp_path, {"images": [{"file": "north/unknown.jpg", "detections": findings}] * 300})
    assert path.stat().st_size > 1_400_000
    monkeypatch.setattr(json_parts, "_CHUNK", 10_000)
    tracemalloc.start()
    gathered = gather(path, PHOTOS)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert gathered.counts.entries == 300
    assert most < 400_000


def test_a_real_file_of_megadetector(material: Path) -> None:
    path = material / "detections/src-tauri/tests/fixtures/ena.md.4.1.0.json"
    numbers = range(9000)
    photos = KnownPhotos(
        PathMatcher((f"/ena/{number}.jpg", number) for number in numbers),
        [f"{number:032x}" for number in numbers],
        np.zeros((9000, 2), np.int32),
    )
    gathered = gather(path, photos)
    whole = json.loads(path.read_bytes())
    wanted = {entry["file"]: entry["detections"] for entry in whole["images"]}
    assert gathered.counts.entries == len(whole["images"]) == 8789
    kept = {f"{int(one.content_hash, 16)}.jpg": one for one in gathered.photos(0)}
    assert kept.keys() == {name for name in wanted if int(name.removesuffix(".jpg")) < 9000}
    names = whole["detection_categories"]
    for name, one in kept.items():
        found = [(gathered.labels[row[0]].name, row[1] / 10_000) for row in one.found]
        assert found == [(names[each["category"]], each["conf"]) for each in wanted[name]]
    assert not gathered.flaws


# ---- blank is a claim ---------------------------------------------------------------------------

_NOT_KNOWN: dict[str, dict[str, Any]] = {
    "a category that nobody explains": {
        "detections": [{"category": "9", "conf": 0.99, "bbox": BOX}]
    },
    "no category": {"detections": [{"conf": 0.99, "bbox": BOX}]},
    "an empty category": {"detections": [{"category": "8", "conf": 0.99, "bbox": BOX}]},
    "a confidence in percent": {"detections": [{"category": "1", "conf": 99, "bbox": BOX}]},
    "a confidence in words": {"detections": [{"category": "1", "conf": "high", "bbox": BOX}]},
    "no confidence": {"detections": [{"category": "1", "bbox": BOX}]},
    "a confidence that is no number": {"detections": [{"category": "1", "conf": float("nan")}]},
    "no objects": {"detections": ["animal"]},
    "lists": {"detections": [["1", 0.9, BOX]]},
    "a highest confidence of nothing": {"max_detection_conf": 0.99, "detections": []},
    "names of no box": {"detections": [], "classifications": [["1", 0.9]]},
    "a failure that is no text": {"detections": [], "failure": 7},
    "one of two": {
        "detections": [
            {"category": "1", "conf": 0.1, "bbox": BOX},
            {"category": "1", "conf": None, "bbox": BOX},
        ]
    },
}
_BLANK: dict[str, dict[str, Any]] = {
    "nothing": {"detections": []},
    "nothing, with a highest confidence": {"max_detection_conf": 0.0, "detections": []},
    "little": {"detections": [{"category": "1", "conf": 0.1, "bbox": BOX}]},
    "little of something unknown": {"detections": [{"category": "9", "conf": 0.1, "bbox": BOX}]},
    "a category of nothing": {"detections": [{"category": "7", "conf": 0.9, "bbox": BOX}]},
    "no failure": {"detections": [], "failure": None, "classifications": []},
}


@pytest.mark.parametrize("said", [*_NOT_KNOWN, *_BLANK])
def test_what_was_not_understood_is_never_blank(tmp_path: Path, said: str) -> None:
    one = {"file": "north/blank.jpg", **(_NOT_KNOWN | _BLANK)[said]}
    categories = {"1": "animal", "7": "empty", "8": ""}
    (tmp_path / "x.json").write_text(
        json.dumps({"images": [one], "detection_categories": categories})
    )
    gathered = gather(tmp_path / "x.json", PHOTOS)
    (found,) = gathered.photos(0.2)
    is_known = said in _BLANK
    assert (found.found, bool(found.failure)) == ([], not is_known)
    assert gathered.histogram()[1][4] == int(is_known)


_SIDE = {"img_id": "north/blank.jpg", "bbox": [], "category": [], "confidence": []}
_OF_LIST = {"file": "north/blank.jpg", "detections": []}
_OF_SPECIESNET = {"filepath": "north/blank.jpg", "detections": []}
_NO_ANIMAL = "0;;;;;;blank"


def is_blank(path: Path, content: Any) -> bool:
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    gathered = gather(path, PHOTOS)
    (found,) = gathered.photos(0.2)
    assert gathered.histogram()[1][4] == (not found.found and not found.failure), content
    return not found.found and not found.failure


def test_other_formats_call_nothing_blank_either(tmp_path: Path) -> None:
    for content in (
        [_OF_LIST | {"detections": [{"category": "animal", "confidence": 80}]}],
        [_OF_LIST | {"detections": [7]}],
        [_OF_LIST | {"failure": "cannot be opened"}],
        [_OF_LIST | {"error": {"code": 7}}],
        [_SIDE | {"bbox": [[0, 0, 5, 5]]}],
        [_SIDE | {"clf_category": ["1"], "clf_confidence": [0.9]}],
        [_SIDE | {"failure": "cannot be opened"}],
        *(
            {"predictions": [_OF_SPECIESNET | more]}
            for more in (
                {"detections": [{"conf": 0.9}]},
                {"detections": ["x"]},
                {"detections": {}, "prediction": _NO_ANIMAL, "prediction_score": 0.9},
                {"prediction": FOX},
                {"prediction": [FOX], "prediction_score": 0.9},
                {"classifications": {"classes": [FOX], "scores": []}},
                {"classifications": {"classes": [7], "scores": [0.9]}},
                {"failures": "DETECTOR"},
                {"failures": [1]},
            )
        ),
    ):
        assert not is_blank(tmp_path / "x.json", content), content
    for content in (
        [_OF_LIST],
        [_OF_LIST | {"failure": ""}],
        [_SIDE],
        [_SIDE | {"clf_category": [], "clf_confidence": []}],
        {"predictions": [_OF_SPECIESNET]},
        {"predictions": [_OF_SPECIESNET | {"prediction": _NO_ANIMAL, "prediction_score": 0.9}]},
        {"predictions": [_OF_SPECIESNET | {"failures": [], "classifications": None}]},
    ):
        assert is_blank(tmp_path / "x.json", content), content


def test_no_table_calls_blank_what_another_column_or_row_names(tmp_path: Path) -> None:
    of_timelapse = "File,RelativePath,Species,CommonName,Empty,Confidence\n"
    of_insights = "filename,deployment_id,is_blank,common_name,species\n"
    for rows in (
        f"{of_timelapse}blank.jpg,north,fox,,,very sure\n",
        f"{of_timelapse}blank.jpg,north,fox,,true,\n",
        f"{of_timelapse}blank.jpg,north,none,fox,,\n",
        f"{of_timelapse}blank.jpg,north,empty,,,\nblank.jpg,north,unknown,,,\n",
        f"{of_insights}blank.jpg,north,1,Red Fox,vulpes\n",
        f"{of_insights}blank.jpg,north,0,Blank,vulpes\n",
        f"{of_insights}blank.jpg,north,1,Blank,\nblank.jpg,north,0,Unknown,unknown\n",
    ):
        assert not is_blank(tmp_path / "x.csv", rows), rows
    for rows in (
        f"{of_timelapse}blank.jpg,north,,,true,\n",
        f"{of_timelapse}blank.jpg,north,none,,,\n",
        f"{of_insights}blank.jpg,north,1,Blank,\n",
        f"{of_insights}blank.jpg,north,1,Blank,\nblank.jpg,north,1,Blank,\n",
    ):
        assert is_blank(tmp_path / "x.csv", rows), rows


def test_a_name_is_worth_no_more_than_its_box(tmp_path: Path) -> None:
    """Classifiers are sure of whatever they are shown, so of empty frames, too."""
    faint = {"category": "1", "conf": 0.03, "bbox": BOX, "classifications": [["0", 0.99]]}
    content = MEGADETECTOR | {"images": [{"file": "north/fox.jpg", "detections": [faint]}]}
    gathered = gather(put(tmp_path, content), PHOTOS)
    assert said(gathered, 0.2) == {"fox.jpg": []}
    assert said(gathered, 0.9) == {"fox.jpg": []}
    assert [name for name, *_ in said(gathered, 0.03)["fox.jpg"]] == ["animal", "Vulpes vulpes"]
    by_label, blank = gathered.histogram()
    assert all(counts == [1, *[0] * 20] for counts in by_label.values())
    assert blank == [0, *[1] * 20]
    sure = faint | {"conf": 0.9, "classifications": [["0", 0.5]]}
    content = MEGADETECTOR | {"images": [{"file": "north/fox.jpg", "detections": [sure]}]}
    gathered = gather(put(tmp_path, content), PHOTOS)
    assert [name for name, *_ in said(gathered, 0.8)["fox.jpg"]] == ["animal"], "as before"
    assert len(said(gathered, 0.5)["fox.jpg"]) == 2


def test_a_name_beside_its_box_is_worth_no_more(tmp_path: Path) -> None:
    beside = SIDE_BY_SIDE["annotations"][0] | {"det_confidence": [0.1]}  # type: ignore[operator]
    gathered = gather(put(tmp_path, SIDE_BY_SIDE | {"annotations": [beside]}), PHOTOS)
    assert said(gathered, 0.2) == {"fox.jpg": []}
