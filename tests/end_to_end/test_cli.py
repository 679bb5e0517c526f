"""The command line's contract, asked of the real command."""

import json
import os
import random
import shutil
import sys
import time
from pathlib import Path

import pytest
from PIL import Image

from tests.end_to_end.conftest import Profile, fill, state_of, write_photo

HIT_KEYS = {"rank", "path", "score", "ranks", "band", "online", "copies", "column", "named"}
HIT_KEYS |= {"burst", "event", "stands_for", "says"}


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return fill(tmp_path / "photos", 24)


def test_index_reports_the_contract_and_a_rescan_finds_nothing_new(
    visret: Profile, photos: Path
) -> None:
    first = visret.index(photos)
    assert set(first) == {
        *("photos", "indexed", "unchanged", "known", "moved", "removed", "offline"),
        *("videos", "problems", "seconds"),
    }
    assert (first["photos"], first["indexed"], first["problems"]) == (24, 24, [])
    again = visret.index()
    assert (again["photos"], again["indexed"], again["unchanged"]) == (24, 0, 24)


def test_moved_renamed_replaced_deleted_and_copied(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    (photos / "photo000.jpg").rename(photos / "trip" / "elsewhere.jpg")
    (photos / "photo002.jpg").rename(photos / "renamed.jpg")
    write_photo(photos / "photo004.jpg", 999)
    (photos / "photo006.jpg").unlink()
    shutil.copyfile(photos / "photo008.jpg", photos / "copy.jpg")
    summary = visret.index(photos)
    assert summary["photos"] == 24
    assert summary["indexed"] == 1, "only the replaced one has new bytes"
    assert summary["moved"] == 2
    assert summary["removed"] == 1
    found = visret.found()
    assert len(found) == 24
    assert photos / "copy.jpg" in found
    assert photos / "photo006.jpg" not in found
    assert photos / "photo000.jpg" not in found


def test_a_part_of_a_folder_can_be_indexed_again(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    (photos / "trip" / "broken.jpg").write_bytes(b"")
    write_photo(photos / "trip" / "new.jpg", 999)
    (photos / "broken.jpg").write_bytes(b"")
    summary = visret.index(photos / "trip")
    assert (summary["photos"], summary["indexed"]) == (13, 1)
    assert [p["path"] for p in summary["problems"]] == [str(photos / "trip" / "broken.jpg")]
    assert len(visret.json("folders", "list")["folders"]) == 1
    assert visret.index(photos.parent)["indexed"] == 0, "a folder around it takes it in"
    assert [f["path"] for f in visret.json("folders", "list")["folders"]] == [str(photos.parent)]
    for name, code in (("none of that name", 3), ("trip/new.jpg", 2)):
        assert name in visret.json("index", photos / name, code=code)["error"]["sentence"]


def test_same_bytes_twice_are_one_embedding(visret: Profile, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    original = write_photo(folder / "a.jpg", 1)
    for name in ("b.jpg", "c.jpg"):
        shutil.copyfile(original, folder / name)
    summary = visret.index(folder)
    assert (summary["photos"], summary["indexed"]) == (3, 1)
    (hit,) = visret.search("a bird")["hits"]
    assert {hit["path"], *hit["copies"]} == {str(folder / n) for n in ("a.jpg", "b.jpg", "c.jpg")}


def test_broken_files_are_problems_and_no_failure(visret: Profile, tmp_path: Path) -> None:
    folder = fill(tmp_path / "photos", 6)
    (folder / "empty.jpg").write_bytes(b"")
    (folder / "text.png").write_text("this is no picture")
    whole = write_photo(tmp_path / "whole.jpg", 77, (800, 600)).read_bytes()
    (folder / "most.jpg").write_bytes(whole[: len(whole) * 9 // 10])
    summary = visret.index(folder)
    problems = {Path(problem["path"]).name: problem for problem in summary["problems"]}
    assert set(problems) == {"empty.jpg", "text.png", "most.jpg"}
    assert all(set(p) == {"path", "code", "reason", "indexed"} for p in problems.values())
    assert all(p["code"] and p["reason"].endswith(".") for p in problems.values())
    assert [problems[n]["indexed"] for n in ("empty.jpg", "text.png", "most.jpg")] == [0, 0, 1]
    assert summary["photos"] == summary["indexed"] == 7
    again = visret.index(folder)
    assert again["indexed"] == 0
    assert len(again["problems"]) == 3


def test_search_answers_in_the_shape_of_the_contract(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    answer = visret.search("barnacle goose, wings unfolded")
    assert set(answer) == {
        *("query", "strategy", "family", "instructions", "sketches", "sketches_left_out"),
        *("hits", "answered", "nothing_matches", "found", "timings"),
        *("words", "facts", "offers", "translation", "details", "beyond"),
    }
    assert answer["query"] == "barnacle goose, wings unfolded"
    assert answer["strategy"] == "original"
    assert answer["instructions"] == answer["sketches"] == []
    assert [hit["rank"] for hit in answer["hits"]] == list(range(1, 21))
    scores = [hit["score"] for hit in answer["hits"]]
    assert scores == sorted(scores, reverse=True)
    for hit in answer["hits"]:
        assert set(hit) == HIT_KEYS
        assert hit["ranks"] == {"text": hit["rank"]}
        assert hit["band"] == ""  # of so few photos nothing is said
    assert (answer["found"], answer["nothing_matches"]) == (-1, False)
    assert all(seconds >= 0 for seconds in answer["timings"].values())
    assert len(visret.search("goose", "--top", "3")["hits"]) == 3


def test_an_example_picture_finds_itself(visret: Profile, photos: Path, tmp_path: Path) -> None:
    visret.index(photos)
    known = photos / "trip" / "photo005.jpg"
    best = visret.json("similar", known)["hits"][0]
    assert best["path"] == str(known)
    assert best["score"] > 0.99
    smaller = tmp_path / "smaller.png"
    with Image.open(known) as picture:
        picture.resize((200, 150)).save(smaller)
    assert visret.json("similar", smaller)["hits"][0]["path"] == str(known)
    assert visret.search(f"{smaller} + a bird")["hits"]
    away = visret.search(f"a bird - {known}", "--top", "100")["hits"]
    assert away[-1]["path"] == str(known)


def test_hits_can_be_exported(visret: Profile, photos: Path, someones_home: Path) -> None:
    visret.index(photos)
    file = someones_home / "hits.jsonl"
    hits = visret.search("a bird", "--top", "5", "--export", file)["hits"]
    exported = [json.loads(line) for line in file.read_text().splitlines()]
    assert [photo["path"] for photo in exported] == [hit["path"] for hit in hits]
    for wrong in (photos / "hits.csv", someones_home / "hits.doc"):
        assert visret.json("similar", photos / "photo002.jpg", "--export", wrong, code=2)["error"]
    assert list(someones_home.iterdir()) == [file]


def test_what_is_no_file_is_no_example(visret: Profile, photos: Path, tmp_path: Path) -> None:
    visret.index(photos)
    os.mkfifo(tmp_path / "pipe.jpg")  # whoever opened it would wait for its other end
    for path in (tmp_path / "pipe.jpg", tmp_path, tmp_path / "nothing.jpg"):
        started = time.monotonic()
        assert visret.json("similar", path, code=3)["error"]["code"] == "photo-missing"
        assert time.monotonic() - started < 25


def test_search_can_be_kept_to_a_folder(visret: Profile, tmp_path: Path) -> None:
    one, two = fill(tmp_path / "one", 6), fill(tmp_path / "two", 6, first_seed=100)
    visret.index(one, two)
    hits = visret.search("a bird", "--folder", two)["hits"]
    assert len(hits) == 6
    assert all(Path(hit["path"]).is_relative_to(two) for hit in hits)
    hits = visret.search("a bird", "--folder", one / "trip", "--top", "2")["hits"]
    assert [hit["rank"] for hit in hits] == [1, 2]
    assert all(Path(hit["path"]).parent == one / "trip" for hit in hits)
    assert len(visret.search("a bird", "--folder", tmp_path)["hits"]) == 12
    error = visret.json("search", "a bird", "--folder", tmp_path / "three", code=3)["error"]
    assert error["code"] == "folder-missing"


def test_contact_sheet_is_drawn_and_never_over_a_photo(
    visret: Profile, photos: Path, tmp_path: Path
) -> None:
    visret.index(photos)
    sheet = tmp_path / "sheet.png"
    visret.search("a bird", "--sheet", sheet, "--top", "7")
    with Image.open(sheet) as picture:
        assert picture.width > 1000
        assert len(picture.convert("RGB").resize((64, 64)).getcolors(4096) or ()) > 50
    before = state_of(photos)
    victim = photos / "photo000.jpg"
    for path in (victim, photos / "new.png"):
        error = visret.json("search", "a bird", "--sheet", path, "--overwrite", code=2)["error"]
        assert error["code"] == "among-photos"
    assert state_of(photos) == before


def test_bands_can_be_left_out(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    hits = visret.search("a bird", "--min-band", "maybe")["hits"]
    assert {hit["band"] for hit in hits} <= {"confident", "maybe"}
    assert len(hits) < 20


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["index", "/no/such/folder"], 3),
        (["similar", "/no/such/photo.jpg"], 3),
        (["folders", "remove", "/no/such/folder"], 3),
        (["index"], 2),
        (["search", ""], 2),
        (["search", "a bird + ./no-such-photo.jpg"], 2),
        (["search", "a bird", "--top", "0"], 2),
        (["search", "a bird", "--strategy", "guess"], 2),
        (["frobnicate"], 2),
    ],
)
def test_mistakes_are_sentences_with_exit_codes(
    visret: Profile, arguments: list[str], code: int
) -> None:
    error = visret.json(*arguments, code=code)["error"]
    assert set(error) == {"code", "sentence"}
    assert error["sentence"].endswith(".")
    plain = visret.run(*arguments)
    assert plain.returncode == code
    assert plain.stdout == ""
    assert "Traceback" not in plain.stderr


def test_words_for_a_person(visret: Profile, photos: Path) -> None:
    indexed = visret.run("index", photos)
    assert indexed.stdout.startswith("24 photos: 24 indexed")
    found = visret.run("search", "a", "bird", "--top", "5")
    assert found.returncode == 0
    assert found.stdout.count(".jpg") == 5
    assert str(photos) in visret.run("folders", "list").stdout


def test_folders_are_listed_and_forgotten(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    before = state_of(photos)
    assert visret.json("folders", "list") == {
        "folders": [{"path": str(photos), "state": "online", "reason": "", "photos": 24}]
    }
    removed = visret.json("folders", "remove", photos)
    assert removed == {"removed": str(photos), "photos": 24}
    assert visret.json("folders", "list") == {"folders": []}
    assert visret.search("a bird")["hits"] == []
    assert state_of(photos) == before
    assert visret.index(photos)["indexed"] == 24, "nothing of it was kept"


def test_packs_are_listed(visret: Profile) -> None:
    packs = visret.json("packs", "list")["packs"]
    for pack in packs:
        told = {"name", "role", "serves", "license", "size_bytes", "installed", "state"}
        measured = {"memory_bytes", "speed", "speed_is_measured", "unfinished_bytes"}
        assert set(pack) == told | measured
    assert {pack["role"] for pack in packs if pack["installed"]} == {
        *("encoder", "rewriter", "visualizer", "reader")
    }
    encoders = [pack for pack in packs if pack["role"] == "encoder" and pack["installed"]]
    assert {encoder["name"] for encoder in encoders} == {"starter", "everyday"}
    for encoder in encoders:
        assert encoder["state"] == "ready"
        assert encoder["size_bytes"] > 1_000_000
        assert encoder["license"]


def test_doctor_finds_all_in_order(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    report = visret.json("doctor", "--check")
    assert report["ok"], report["checks"]
    assert {check["name"] for check in report["checks"]} >= {
        *("python", "window", "encoder", "catalog", "thumbnails", "disk space", "formats"),
        *("rewriter", "visualizer", "reader", "reader device"),
    }
    assert report["paths"]["data"] == str(visret.home / "data")
    assert report["devices"]["cpu_cores"] == os.cpu_count()


def test_doctor_finds_a_damaged_catalog(visret: Profile, photos: Path) -> None:
    visret.index(photos)
    catalog = visret.home / "data" / "catalog.db"
    damaged = bytearray(catalog.read_bytes())
    damaged[4096 * 3 : 4096 * 12] = random.Random(9).randbytes(4096 * 9)
    catalog.write_bytes(bytes(damaged))
    report = visret.json("doctor", "--check", code=1)
    assert not report["ok"]
    assert "catalog" in {check["name"] for check in report["checks"] if not check["ok"]}


def test_photos_are_never_written(visret: Profile, photos: Path, tmp_path: Path) -> None:
    (photos / "broken.jpg").write_bytes(b"\xff\xd8\xff no")
    (photos / "photo000.xmp").write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    before = state_of(photos)
    visret.index(photos)
    visret.search("a bird", "--sheet", tmp_path / "sheet.png")
    visret.json("similar", photos / "photo002.jpg")
    visret.index()
    visret.json("folders", "remove", photos)
    assert state_of(photos) == before


def test_unusual_names(visret: Profile, tmp_path: Path) -> None:
    folder = tmp_path / "Fotos – übrig 写真"
    names = ["Gänse & Schwäne.jpg", 'it\'s "quoted".jpg', "写真.jpg", "-dash.jpg", " space .jpg"]
    paths = [write_photo(folder / name, seed) for seed, name in enumerate(names)]
    if sys.platform == "linux":  # a file name there is bytes, and need not be text
        odd = os.fsdecode(os.fsencode(folder / "no-text-") + b"\xff.jpg")
        shutil.copyfile(write_photo(tmp_path / "x.jpg", 50), odd)
        paths.append(Path(odd))
    summary = visret.index(folder)
    assert summary["photos"] == len(paths)
    assert visret.found() == set(paths)
    assert "写真.jpg" in visret.run("search", "a bird").stdout
    assert visret.json("similar", paths[-1])["hits"][0]["path"] == str(paths[-1])


@pytest.mark.slow("Photos of real cameras are large.")
def test_real_photos_are_indexed_and_found(visret: Profile, real_photos: Path) -> None:
    of_cameras = [real_photos / "cameras", real_photos / "camera-traps"]
    summary = visret.index(*of_cameras)
    assert summary["photos"] >= 80
    assert summary["indexed"] <= summary["photos"]
    hit = visret.search("a bird", "--top", "1")["hits"][0]
    assert visret.json("similar", hit["path"])["hits"][0]["path"] == hit["path"]
    again = visret.index(*of_cameras)
    assert (again["indexed"], again["photos"]) == (0, summary["photos"])
