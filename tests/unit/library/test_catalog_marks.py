"""The catalog finds photos by the person's marks, in whatever file they are kept."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_opening import open_reader
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings, save


def _marked(reader: CatalogReader, mark: str) -> str:
    rows = reader.photo_rows("date", Filter.of(mark=[mark]))
    return "".join(sorted(row.content_hash for row in rows))


def test_marks_are_read_anew_from_the_file_that_the_settings_name(tmp_path: Path) -> None:
    paths = Paths(tmp_path, tmp_path, tmp_path)
    with closing(Catalog.open(paths.catalog)) as catalog:
        folder = catalog.roots.add(tmp_path).id
        for content in "abc":
            print_ = Fingerprint(1, 1)
            catalog.put_photo(folder, content, print_, content, "", Metadata(format="JPEG"))
    with closing(open_reader(paths)) as reader:
        assert _marked(reader, "marked") == ""
        judgments = Judgments.open(paths.judgments)
        judgments.mark("frog", Path("/p/a"), True, "a")
        judgments.mark("toad", Path("/p/a"), False, "a")
        judgments.mark("toad", Path("/p/b"), False, "b")
        judgments.save()
        assert [_marked(reader, mark) for mark in ("right", "wrong", "marked")] == ["a", "ab", "ab"]
        other = tmp_path / "other.jsonl"
        line = {"query": "frog", "photos": {"/p/c": 1, "/p/b": 1}, "hashes": {"/p/c": "c"}}
        other.write_text(json.dumps(line))
        save(paths.settings, replace(Settings(), judgments=str(other)))
        assert _marked(reader, "right") == "c"
        other.write_text("no judgments")
        assert _marked(reader, "right") == ""
