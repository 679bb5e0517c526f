"""A library to export from, and the command that does."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import xxhash
from PIL import Image

from tests.unit.exporters.made_library import FACTS
from visret_desktop.cli.main import main
from visret_desktop.engine.control import NO_CONTROL
from visret_desktop.engine.field_messages import ExportPhotos
from visret_desktop.engine.fieldwork.export_job import export_photos
from visret_desktop.engine.messages import Finished
from visret_desktop.engine.runtime import Library
from visret_desktop.exporters.exporter import Choices
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey, StoredDeployment
from visret_desktop.library.photos.thumbnails import ThumbnailStore, make_thumbnail
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes
from visret_desktop.paths import claim, default_paths
from visret_desktop.settings import Settings

ODD = os.fsdecode(b"caf\xe9\n.jpg")
HERON = AcceptedName(
    *("Ardea cinerea", "Grey heron", "species"), 2, by="Ada", at="2024-05-02T10:00:00Z"
)
LYON = Metadata(
    4000, 3000, "JPEG", "2024-05-01T10:20:30", 45.7589, 4.8414, 170.0, "Maker Ä", None, 0.01, 2.8,
    35.0, 200, 5, '=HYPERLINK("http://x")', 'Two lines,\nand a "quote" <b>', ("bird", "+1", "Lyon"),
)  # fmt: skip
SOUTH = Metadata(100, 80, "PNG", "2024-05-01T10:21:00", -33.5, -70.6, keywords=("=1+1",))
NOTES = Notes(("Animals|Birds|Grey heron", "Places|Home"), 3, (HERON,))
Run = Callable[..., dict[str, Any]]


class Shelf:
    """Five photos in two folders: two with the same bytes, one offline, one with an odd name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = default_paths()
        claim(paths)
        self._catalog = Catalog.open(paths.catalog)
        for name in ("one", "one/sub", "two"):
            (root / name).mkdir()
        self._ids = {name: self._catalog.roots.add(root / name).id for name in ("one", "two")}
        self.hashes: dict[str, str] = {}
        with self._catalog.batch():
            self._put("one", "heron.jpg", 1, LYON, companion="heron.nef")
            self._put("one", "sub/-2+3.png", 2, SOUTH)
            self._put("two", "heron.jpg", 1, LYON)
            self._put("two", ODD, 3, Metadata(10, 10, "JPEG"))
            offline = self._put("two", "gone.jpg", 4, Metadata())
        (root / "two" / "gone.jpg").unlink()
        self._catalog.set_offline([offline])
        self._catalog.annotations.put_notes({self.hashes["heron.jpg"]: NOTES})
        self._catalog.annotations.put_package(FACTS)
        place = {"latitude": "45.75", "longitude": "4.84"}
        key = DeploymentKey("folder", self._ids["two"])
        self._catalog.annotations.put_deployments([StoredDeployment(key, fields=place)])
        self._catalog.close()
        self.library = Library(paths, Settings())

    def write(self, name: str, path: Path, *, dry: bool = False, **choices: Any) -> dict[str, Any]:
        """Export all photos as the engine does; return what came of it."""
        request = ExportPhotos(1, name, str(path), None, Choices(**choices), False, dry)
        *_, ended = export_photos(self.library, request, NO_CONTROL, frozenset())
        assert isinstance(ended, Finished)
        return ended.summary

    def _put(
        self, folder: str, name: str, look: int, said: Metadata, companion: str | None = None
    ) -> int:
        path = self.root / folder / name
        picture = Image.new("RGB", (80, 60), (40 * look, 90, 160))
        exif = Image.Exif()
        exif[0x010E] = "SECRET of the file"
        picture.save(path, "PNG" if name.endswith(".png") else "JPEG", exif=exif)
        content = path.read_bytes()
        number = xxhash.xxh3_128_hexdigest(content)
        self.hashes[Path(name).name] = number
        ThumbnailStore(default_paths().thumbnails).put_many([(number, make_thumbnail(picture, 60))])
        print_of = Fingerprint.of(path.stat())
        return self._catalog.put_photo(
            self._ids[folder], name, print_of, number, "", said, companion=companion
        )


def runner(capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `visret export … --json`."""

    def run(*words: str | Path, code: int = 0) -> dict[str, Any]:
        capsys.readouterr()
        ended = main(["export", *map(str, words), "--json"])
        told = capsys.readouterr()
        assert ended == code, told.err or told.out
        body: dict[str, Any] = json.loads(told.out)
        return body

    return run
