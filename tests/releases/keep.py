"""Keep a small profile as the version at hand writes it, for the versions that follow.

    python -m tests.releases.keep

At each release, from the commit that is released: see README.md beside this file. What differs from
run to run are times and the catalog's own random name.
"""

import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop import __version__, settings
from visret_desktop.demonstration import BOOK
from visret_desktop.fieldbook.demo import write_demo
from visret_desktop.file_changes import claim
from visret_desktop.gui.window.window_state import WindowState
from visret_desktop.judgments import Judgments
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.recent_queries import RecentQueries
from visret_desktop.settings import Settings

HERE = Path(__file__).parent
EXPECTED = "expected.json"
_PLACE = Path(tempfile.gettempdir()) / "visret-release"  # catalogs keep whole paths
_PHOTOS = 24
_FIRST = 5
# Nothing that the three systems or a processor would make in another way.
_KEPT = {
    "data": ("catalog.db", "index", "judgments.jsonl"),
    "cache": ("thumbnails.db", "rewrites.json"),
    "config": ("settings.json", "queries.json", "window.ini"),
}
_CHOSEN = {
    "thumbnail_pixels": 128,
    "top_k": 700,
    "strategy": "rephrase",
    "pictures_enabled": False,
    "excluded": ["raw", "*.tmp"],
    "free_cores": 1,
}


@dataclass(frozen=True)
class Kept:
    """What one version kept, in a folder of its own."""

    folder: Path

    @property
    def expected(self) -> dict[str, Any]:
        """What that version said of it."""
        said: dict[str, Any] = json.loads((self.folder / EXPECTED).read_text(encoding="utf-8"))
        return said

    def copied(self, paths: Paths) -> None:
        """Make a profile of it."""
        here = {name: self.folder / name for name in _KEPT}
        _copy(here, {name: getattr(paths, name) for name in _KEPT})


def _copy(directories: dict[str, Path], to: dict[str, Path]) -> None:
    for name, kept in _KEPT.items():
        to[name].mkdir(parents=True, exist_ok=True)
        for each in kept:
            source = directories[name] / each
            copy = shutil.copytree if source.is_dir() else shutil.copyfile
            copy(source, to[name] / each)


def every_kept() -> list[Kept]:
    """Return what was kept of every released version."""
    return [Kept(path.parent) for path in sorted(HERE.glob(f"*/{EXPECTED}"))]


def main() -> int:
    """Write the folder of the version at hand."""
    shutil.rmtree(_PLACE, ignore_errors=True)
    photos, profile = _PLACE / "photos", _PLACE / "profile"
    for folder in (_PLACE, photos, profile):
        folder.mkdir()
        claim(folder)
    paths = Paths(profile / "data", profile / "cache", profile / "config")
    os.environ |= {f"VISRET_{name.upper()}_DIR": str(profile / name) for name in _KEPT}
    write_demo(photos, _PHOTOS, processes=1)
    settings.save(paths.settings, Settings().changed(**_CHOSEN))
    expected = _use(paths, photos)
    folder = HERE / __version__
    shutil.rmtree(folder, ignore_errors=True)
    _copy({name: getattr(paths, name) for name in _KEPT}, {name: folder / name for name in _KEPT})
    (folder / EXPECTED).write_text(json.dumps(expected, indent=1) + "\n", encoding="utf-8")
    shutil.rmtree(_PLACE)
    return 0


def _use(paths: Paths, photos: Path) -> dict[str, Any]:
    """Use the program as a person does; return what it says of the library."""
    summary = _said("index", str(photos))
    book = json.loads((photos / BOOK).read_text(encoding="utf-8"))
    query = book["queries"][0]["query"]
    hits = [hit["path"] for hit in _said("search", query)["hits"]]
    judgments = Judgments.open(paths.judgments)
    judgments.mark(query, Path(hits[0]), is_right=True)
    judgments.mark(query, Path(hits[-1]), is_right=False)
    judgments.save()
    recent = RecentQueries(paths.recent_queries)
    for asked in ("2:golden retriever + pool - fruit", query):
        recent.add(asked)
    window = WindowState(paths.config / "window.ini")
    window.cell = 240
    window.dismiss("starter")
    del window  # writes it
    return {
        "version": __version__,
        "folder": str(photos),
        "photos": summary["photos"],
        "query": query,
        "first": hits[:_FIRST],
        "settings": _CHOSEN,
        "recent": recent.newest_first(),
        "right": hits[0],
        "wrong": hits[-1],
    }


def _said(*words: str) -> dict[str, Any]:
    command = own_python.program(*words, "--json")
    said: dict[str, Any] = json.loads(own_python.run(command, is_checked=True).stdout)
    return said


if __name__ == "__main__":
    sys.exit(main())
