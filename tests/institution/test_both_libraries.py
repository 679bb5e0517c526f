"""One story on a desktop's catalog and on a server: what is found, counted, noted and forgotten."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import Profile, fill, make_profile
from tests.institution.conftest import Server

__all__ = ["make_profile"]  # a fixture of the commands' tests

Json = dict[str, Any]


@dataclass(frozen=True)
class Desktop:
    """A library on this computer, by its commands."""

    visret: Profile

    def index(self, *folders: Path) -> int:
        return int(self.visret.json("index", *folders)["indexed"])

    def search(self, *query: str) -> list[str]:
        return answer(self.visret, "search", *query, "--strategy", "original")

    def tag(self, *changes: str) -> None:
        self.visret.json("tag", *changes)

    def forget(self, folder: Path) -> None:
        self.visret.json("folders", "remove", folder)


@dataclass(frozen=True)
class Institution:
    """A library on a server, by its commands."""

    visret: Profile
    address: str

    def index(self, *folders: Path) -> int:
        # Ray stays with a process as long as it lives.
        place = ("--library", self.address, "--json")
        result = self.visret.run("institution", "index", *folders, *place)
        assert result.returncode == 0, result.stderr[-3000:]
        return int(json.loads(result.stdout)["indexed"])

    def search(self, *query: str) -> list[str]:
        place = ("--library", self.address)
        return answer(self.visret, "search", *query, *place, "--strategy", "original")

    def tag(self, *changes: str) -> None:
        self._json("tag", *changes)

    def forget(self, folder: Path) -> None:
        self._json("forget", folder)

    def _json(self, action: str, *rest: str | Path) -> Json:
        return self.visret.json("institution", action, *rest, "--library", self.address)


def answer(visret: Profile, *line: str) -> list[str]:
    """Return the paths that a search finds, the best first, or why it is refused."""
    result = visret.call(*line, "--json")
    body = json.loads(result.stdout)
    return [
        str(body["error"]) if result.returncode else hit["path"] for hit in body.get("hits", [0])
    ]


Library = Desktop | Institution


def story(library: Library, one: Path, other: Path) -> list[Any]:
    """Return what one sees of a library, step by step."""
    seen: list[Any] = [library.index(one, other), library.index(one, other)]

    def look() -> None:
        for query in (
            ("a bird on a branch",),
            ("some water", "-folder:trip", "--folder", str(other)),
            ("keyword:Birds",),
            ("words:heron", "rating:4"),
            ("species:any",),
        ):
            paths = library.search(*query)
            is_ranked = " " in query[0]
            seen.append((query, paths if is_ranked else sorted(paths)))

    look()
    library.tag("photo:photo002.jpg", "--add", "Birds/Heron", "--rate", "4")
    library.tag("photo:photo003.jpg", "--name", "Ardea cinerea")
    look()
    library.forget(one)
    look()
    return seen


@pytest.mark.slow("Ray starts, and twelve of thirty searches have an encoder opened")
def test_a_server_tells_what_a_desktop_tells(
    make_profile: Callable[[str], Profile], server: Server, tmp_path: Path
) -> None:
    one, other = fill(tmp_path / "one", 4), fill(tmp_path / "other", 4, first_seed=4)
    desktop = story(Desktop(make_profile("desktop")), one, other)
    institution = story(Institution(make_profile("searcher"), server.database()), one, other)
    assert institution == desktop
    assert desktop[:2] == [8, 0]
    before, *tagged = [paths for query, paths in desktop[2:] if query == ("keyword:Birds",)]
    assert "has no keyword 'Birds'" in before[0]
    photos = [str(folder / "photo002.jpg") for folder in (one, other)]
    assert tagged == [photos, photos[1:]]
