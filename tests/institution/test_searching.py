"""The commands by which people use a library on a server."""

import json
import os
import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from tests.end_to_end.conftest import wait_until
from tests.institution.conftest import SPACE, Server, answer, command
from tests.institution.photos import content, file, unit_vectors
from visret_desktop.cli.main import main
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.paths import default_paths


def paths(answer: Any) -> list[str]:
    return [hit["path"] for hit in answer["hits"]]


def test_words_and_facts_find_photos(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    there = ("--library", library)
    by_words = answer(capsys, "search", "a blue boat", *there)
    assert paths(by_words)[0] == "/mnt/new/1.jpg"
    assert len(by_words["hits"]) == 4
    assert by_words["hits"][0]["score"] > by_words["hits"][1]["score"]
    by_both = answer(capsys, "search", "a", "blue", "boat", "before:2021", *there)
    assert paths(by_both) == ["/mnt/old/0.jpg"]
    assert by_both["facts"] == ["before:2021"]
    by_facts = answer(capsys, "search", "camera:R5", *there, "--where", "after:2020", "--top", "9")
    assert paths(by_facts) == ["/mnt/new/2.jpg", "/mnt/new/1.jpg"]
    assert by_facts["found"] == 2
    in_folder = answer(capsys, "search", "a red bird", "--folder", "/mnt/new", *there, "--top", "1")
    assert paths(in_folder)[0] != "/mnt/old/0.jpg"
    away = answer(capsys, "search", "a boat - a blue boat", *there)
    assert paths(away)[0] != "/mnt/new/1.jpg"
    with PostgresStore(library) as store:
        store.upsert([], [file("s3://archive/boats/1.jpg", 1)])
    bucket = ["s3://archive/boats/1.jpg"]
    assert paths(answer(capsys, "search", "a red bird", "folder:boats", *there)) == bucket
    assert paths(answer(capsys, "search", "folder:boats", *there)) == bucket


def test_no_file_goes_among_photos_or_takes_the_place_of_one(
    library: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos, sheet = tmp_path / "photos", tmp_path / "photo.png"
    photos.mkdir()
    sheet.write_bytes(b"a photo")
    with closing(Catalog.open(default_paths().catalog)) as catalog:
        catalog.roots.add(photos)
    line = ["search", "camera:R5", "--library", library, "--sheet"]
    for place, sentence in (
        ([str(photos / "new.png")], "photos"),
        ([str(sheet)], "is already there"),
        ([str(sheet), "--overwrite"], "no file is replaced"),
    ):
        assert main([*line, *place]) != 0
        assert sentence in capsys.readouterr().err
    assert (sheet.read_bytes(), [*photos.iterdir()]) == (b"a photo", [])
    assert main([*line, str(tmp_path / "new.png")]) == 0


def test_what_a_library_has_is_told(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    status = answer(capsys, "status", "--library", library)
    assert (status["photos"], status["files"], status["graph"]) == (4, 4, False)
    assert status["bytes"] > 10_000


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (["search", "owl AND (dusk OR fog)"], "cannot be done with a library on a server yet"),
        (["search", "camera:M10"], "M10"),
        (["search", "owl", "--encoder", "everyday"], "has an encoder of its own"),
        (["search", "owl", "--bursts", "one"], "cannot be done with a library on a server yet"),
    ],
)
def test_what_is_not_understood_is_said(
    library: str,
    line: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*command(line), "--library", library]) == 2
    assert sentence in capsys.readouterr().err


def test_without_its_encoder_a_library_tells_which_it_needs(
    address: str, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del profile
    with PostgresStore(address, SPACE) as store:
        store.upsert([content(0, unit_vectors(1)[0])], [file("/mnt/0.jpg", 0)])
    assert main(["search", "a boat", "--library", address]) == 3
    assert "things-0123" in capsys.readouterr().err


def test_a_folder_of_others_is_no_place_for_a_private_server(
    tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del profile
    (tmp_path / "theirs.txt").write_text("theirs")
    assert main(["institution", "serve", str(tmp_path)]) == 1
    assert "nothing in it was changed" in capsys.readouterr().err
    assert [one.name for one in tmp_path.iterdir()] == ["theirs.txt"]


def test_a_folder_without_a_library_stays_as_it_is(
    tmp_path: Path, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del profile
    assert main(["institution", "status", "--library", str(tmp_path / "none")]) == 3
    assert "There is no library in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("moment", ["PG_VERSION", "postmaster.pid"])
def test_a_signal_while_a_private_server_starts_leaves_nothing_running(
    server: Server, profile: Path, moment: str
) -> None:
    del profile
    folder = server.folder.with_name(f"{server.folder.name}-{moment}")
    command = [sys.executable, "-m", "visret_desktop", "institution", "serve", str(folder)]
    try:
        with subprocess.Popen(command, text=True) as serving:
            wait_until(lambda: (folder / moment).exists(), serving)
            serving.send_signal(signal.SIGTERM)
        assert not (folder / "postmaster.pid").exists()
        assert not any(str(folder) in one for one in command_lines())
    finally:
        shutil.rmtree(folder)


def command_lines() -> list[str]:
    return [" ".join(one.info["cmdline"] or ()) for one in psutil.process_iter(["cmdline"])]


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_private_server_runs_until_it_is_told_to_end(
    server: Server, profile: Path, ending: signal.Signals
) -> None:
    del profile
    # Too deep for a socket, which then lies apart.
    folder = server.folder.with_name(f"{server.folder.name}-{'served' * 16}-{ending.name}")
    command = [sys.executable, "-m", "visret_desktop", "institution", "serve", str(folder)]
    try:
        with subprocess.Popen(
            [*command, "--json"], stdout=subprocess.PIPE, env=os.environ | {"PGPORT": "1"}
        ) as serving:
            assert serving.stdout is not None
            address = json.loads(serving.stdout.readline())["address"]
            with psycopg.connect(address) as db:
                assert db.execute("SELECT 1").fetchone() == (1,)
                sockets = Path(db.info.host)
            assert sockets != folder
            assert sockets.is_dir()
            beside = subprocess.run([*command, "--json"], capture_output=True, check=True)
            assert json.loads(beside.stdout)["address"] == address
            assert (folder / "postmaster.pid").exists()  # it is not beside's
            serving.send_signal(ending)
        assert serving.returncode == 0
        assert not (folder / "postmaster.pid").exists()
        assert not sockets.exists()
    finally:
        shutil.rmtree(folder)
