"""Exports by the engine: no sketch leaves, and what is stopped leaves nothing."""

import base64
import operator
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.unit.engine.conftest import CancelledBy, Desk, Models
from tests.unit.exporters.made_library import FACTS
from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.fieldwork.export_job import export_photos
from visret_desktop.engine.messages import Finished, Message, QueryTerm, Search, SketchReady
from visret_desktop.errors import Cancelled, UsageError
from visret_desktop.exporters.exporter import FORMATS, Choices
from visret_desktop.library.records import AcceptedName, Notes, OwnPlace


def contents(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in folder.rglob("*"):
        if path.is_file():
            yield path, path.read_bytes()


@pytest.mark.usefixtures("indexed_photos")
def test_no_sketch_ever_leaves(
    desk: Desk, models: Models, photos: Path, someones_home: Path
) -> None:
    """Not by its bytes, its name or its path; nor one that somebody put among the photos."""
    found = desk.ask(Search(1, (QueryTerm("a red bird"),), strategy="visret", m=2))
    sketches = [event for event in found if isinstance(event, SketchReady)]
    assert sketches
    shutil.copy(sketches[0].path, photos / "spring" / "drawn.png")
    desk.index(photos)
    assert models.visualizer.made
    with desk.library.adding() as catalog:
        hashes = [photo.content_hash for photo in catalog.photos(catalog.photo_ids().tolist())]
        noted = Notes(names=(AcceptedName("Ardea cinerea"),), place=OwnPlace(45.0, 5.0))
        catalog.annotations.put_notes(dict.fromkeys(hashes, noted))
        catalog.annotations.put_package(FACTS)
        catalog._db.execute("UPDATE photo SET taken_at = '2024-05-03T14:00:00+02:00'")
    secrets = {b"drawn.png", str(desk.library.paths.sketches).encode()}
    for sketch in sketches:
        content = Path(sketch.path).read_bytes()
        secrets |= {
            content[64:128],
            base64.b64encode(content[66:126]),
            Path(sketch.path).stem.encode(),
        }
    for name, chosen in FORMATS.items():
        for way in ("original", "named") if chosen.is_folder else ("original",):
            choices = Choices(copies_as=way)  # type: ignore[arg-type]
            out = someones_home / f"{name}-{way}"
            request = ExportPhotos(1, name, str(out), None, choices, False, False)
            *_, ended = export_photos(desk.library, request)
            assert isinstance(ended, Finished)
            assert ended.summary["counts"]["photos"] == 12
    looked = dict(contents(someones_home))
    assert len(looked) >= len(FORMATS)
    for path, content in looked.items():
        assert not [secret for secret in secrets if secret in content], path


@pytest.mark.usefixtures("indexed_photos")
def test_what_is_stopped_leaves_nothing(desk: Desk, photos: Path, someones_home: Path) -> None:
    for name in ("csv", "html", "copies"):
        request = ExportPhotos(1, name, str(someones_home / name), is_dry_run=False)
        go_on = iter([True] * 5)  # then it is stopped
        stopped = partial(next, map(operator.not_, go_on), True)
        with pytest.raises(Cancelled):
            list(export_photos(desk.library, request, CancelledBy(stopped), frozenset()))
    assert not list(someones_home.iterdir())


@pytest.mark.usefixtures("indexed_photos")
def test_only_the_photos_that_were_asked_for(desk: Desk, photos: Path, someones_home: Path) -> None:
    wanted = tuple(desk.library.reader.photo_ids("name").tolist()[3:5])

    def exported(request: ExportPhotos) -> list[Message]:
        return list(export_photos(desk.library, request))

    for chosen in (wanted, (*wanted, 999)):
        *_, ended = exported(ExportPhotos(1, "csv", photos=chosen))
        assert isinstance(ended, Finished)
        assert ended.summary["counts"] == {"photos": 2}
    assert [remark["code"] for remark in ended.summary["remarks"]] == ["gone"]
    *_, none = exported(ExportPhotos(1, "csv", photos=()))
    assert isinstance(none, Finished)
    assert none.summary["counts"] == {"photos": 0}
    for wrong in (ExportPhotos(1, "doc"), ExportPhotos(1, "csv", "a.csv", is_dry_run=False)):
        with pytest.raises(UsageError):
            exported(wrong)
