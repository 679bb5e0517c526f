"""A selection of a library on a server is taken along, and what was noted comes back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.institution.conftest import answer, grant
from tests.institution.photos import file, hash_of
from visret_desktop.cli.main import main
from visret_desktop.engine.messages import Finished
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import StoredContent, StoredFile
from visret_desktop.institution.store_errors import ServerUnreachable
from visret_desktop.institution.taking import root_of, take
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    FileDetections,
    Label,
)
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import Notes
from visret_desktop.paths import Paths

JPEG = b"\xff\xd8a small copy\xff\xd9"
DETECTOR = DetectionFile(Path("/finds.json"), "json", "MegaDetector", 0.2)


def desktop(capsys: pytest.CaptureFixture[str], *line: str) -> Any:
    assert main([*line, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    def of(home: Path) -> None:
        for name in ("data", "cache", "config"):
            monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(home / name))

    return of


@pytest.mark.slow("an encoder opens, and a desktop library is made, searched and taken over")
def test_a_selection_is_searched_noted_and_brought_back(
    library: str,
    compiled: Path,
    use: Callable[[Path], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    thumbnails = ThumbnailFolder(str(tmp_path / "small"))
    thumbnails.put(hash_of(1), JPEG)
    animal = Detection(Label("animal"), 0.9, (0.1, 0.2, 0.3, 0.4))
    grant(library, "ann", "annotator")
    of_ann = library.replace("postgres@", "ann@")
    with PostgresStore(library) as store, PostgresStore(of_ann) as ann:
        store.upsert([], [file("s3://archive/boats/1.jpg", 1)])
        ann.notes.put({hash_of(1): Notes(("mine",), 4), hash_of(2): Notes(("mine",))})
        store.detections.put({hash_of(1): [FileDetections(DETECTOR, (animal,))]})
    stick = tmp_path / "stick"
    line = ("take", "after:2020", "--library", of_ann, "--to", str(stick))
    summary = answer(capsys, *line, "--thumbnails", str(tmp_path / "small"))
    assert summary == {"taken": 2, "files": 3, "thumbnails": 1, "noted": 2, "detected": 1}
    assert main(["institution", *line, "--thumbnails", str(tmp_path / "smal")]) == 2
    assert not (tmp_path / "smal").exists()
    assert "There is a library in" in capsys.readouterr().err

    use(stick)
    (stick / "data" / "compiled").symlink_to(compiled)
    hits = desktop(capsys, "search", "a blue boat", "--strategy", "original")["hits"]
    assert [(hits[0]["path"], len(hits))] == [("/mnt/new/1.jpg", 2)]
    assert hits[0]["copies"] == ["/s3/archive/boats/1.jpg"]
    for facts in ("rating:4", "detected:animal>0.8", "keyword:mine camera:R5 taken:2021"):
        names = {Path(hit["path"]).name for hit in desktop(capsys, "search", facts)["hits"]}
        assert names == {"1.jpg"}, facts
    assert ThumbnailStore(stick / "cache" / "thumbnails.db").get(hash_of(1)) == JPEG

    desktop(capsys, "tag", "photo:2.jpg", "--add", "from the field", "--rate", "2")
    desktop(capsys, "tag", "photo:1.jpg", "--rate", "1")
    with PostgresStore(library) as store:
        store.upsert([], [file("/mnt/new/2.jpg", 3)])  # it has other bytes now
        before = [*store.files_below("/"), *store.files_below("s3://archive")]
    assert main(["institution", "adopt", "--library", of_ann]) == 2
    assert "Bring back what you noted with --notes" in capsys.readouterr().err
    summary = answer(capsys, "adopt", "--notes", "--library", of_ann)
    assert {name: count for name, count in summary.items() if count} == {
        "noted": 2,
        "ratings_kept": 1,
    }
    with PostgresStore(library) as store:
        assert [*store.files_below("/"), *store.files_below("s3://archive")] == before
        own = {name: by["ann"] for name, by in store.notes.of(map(hash_of, range(4))).items()}
        assert own == {
            hash_of(1): Notes(("mine",), 4),
            hash_of(2): Notes(("mine", "from the field"), 2),
        }
        assert store.counts().contents == 3


class SilentStore(PostgresStore):
    """A library whose server goes away after the first photos."""

    def contents(
        self, only: Filter = ALL_PHOTOS
    ) -> Iterator[tuple[StoredContent, list[StoredFile]]]:
        """As `Store` says."""
        yield next(iter(super().contents(only)))
        raise ServerUnreachable(server=self.server, reason="it is gone")


def test_what_was_not_taken_to_its_end_is_no_library(
    library: str, tmp_path: Path, paths_of_run: Paths
) -> None:
    with SilentStore(library) as store, pytest.raises(ServerUnreachable):
        list(take(store, ALL_PHOTOS, tmp_path / "stick", None, paths_of_run))
    assert list((tmp_path / "stick").rglob("catalog.db*")) == []
    with PostgresStore(library) as store:
        *_, ending = take(store, ALL_PHOTOS, tmp_path / "stick", None, paths_of_run)
    assert isinstance(ending, Finished)
    assert ending.summary["taken"] == 4


@pytest.mark.parametrize(
    ("path", "root"),
    [
        ("/mnt/photos/2024/a.jpg", "/mnt/photos"),
        ("/photos/a.jpg", "/photos"),
        ("/a.jpg", "/"),
        ("s3://archive/2024/a.jpg", "/s3/archive"),
        ("s3://archive/a.jpg", "/s3/archive"),
    ],
)
def test_photos_lie_in_folders_of_a_desktop_library(path: str, root: str) -> None:
    assert root_of(path) == Path(root)
