"""Real photos are found by words, beside the demonstration, by the command and in one library."""

import json
import shutil
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests import indexed
from tests.end_to_end.library_faults import library_faults
from visret_desktop import settings
from visret_desktop.cli.main import main
from visret_desktop.engine.messages import QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

_WORDS: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "real_words.json").read_text("utf-8")
)
_ABSENT = ("giraffe", "panda", "galaxy", "tax form", "umbrella", "billiard table", "rainbow")
_OTHERS = 26


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    code = main([*words, "--json"])
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert code == 0, said
    return said


def _ranked(library: Library, words: str) -> Ranked:
    request = Search(1, (QueryTerm(words),), strategy="original")
    return [one for one in search(library, request) if isinstance(one, Ranked)][-1]


@pytest.fixture
def prepared(profile: Path, everyday_paths: Paths) -> Paths:
    """A profile in which the encoder for photos is ready."""
    del profile  # whose directories are the default ones
    paths = default_paths()
    paths.compiled.symlink_to(everyday_paths.compiled)
    return paths


@pytest.fixture
def kinds(real_photos: Path, tmp_path: Path) -> dict[str, str]:
    """Copy photos under names that say nothing; return the kind of each by its path."""
    wanted = {kind for kinds in _WORDS.values() for kind in kinds}
    there = sorted((real_photos / "everyday").glob("n*.JPEG"))
    chosen = [path for path in there if path.name.split("_")[0] in wanted]
    chosen += [path for path in there if path not in chosen][::7][:_OTHERS]
    folder = tmp_path / "photos"
    folder.mkdir()
    places = {path: folder / f"IMG_{n:04d}.jpg" for n, path in enumerate(reversed(chosen))}
    for path, place in places.items():
        shutil.copy(path, place)
    return {str(place): path.name.split("_")[0] for path, place in places.items()}


@pytest.mark.slow("Thirty searches of two encoders, and two folders indexed.")
def test_real_photos_are_found_beside_the_demonstration(
    prepared: Paths,
    kinds: dict[str, str],
    folder_of_run: Path,
    compiled: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    paths = prepared
    chosen = Settings(encoder="everyday", pictures_enabled=False)
    settings.save(paths.settings, chosen)
    folder = str(Path(next(iter(kinds))).parent)
    assert _said(capsys, "index", folder)["indexed"] == len(kinds)

    with closing(Library(paths, chosen)) as library:
        found = {word: _ranked(library, word) for word in _WORDS}
        absent = [_ranked(library, word) for word in _ABSENT]
    firsts = [kinds[page.hits[0].path] in _WORDS[word] for word, page in found.items()]
    assert sum(firsts) >= len(firsts) - 1
    assert not any(page.nothing_matches for page in found.values())
    assert sum(page.nothing_matches for page in absent) >= len(absent) - 1
    for word, is_absent in (("koala", False), ("giraffe", True)):  # the command says the same
        body = _said(capsys, "search", word, "--strategy", "original")
        page = absent[0] if is_absent else found[word]
        assert [hit["path"] for hit in body["hits"]] == [hit.path for hit in page.hits][:20]
        assert body["nothing_matches"] == page.nothing_matches
    cannot = _said(capsys, "search", "people laughing", "--strategy", "original")
    assert cannot["beyond"] == ["people", "laughing"]
    assert not cannot["nothing_matches"]
    assert {hit["band"] for hit in cannot["hits"]} == {""}
    german = _said(capsys, "search", "ein Hund auf der Wiese", "--strategy", "original")
    assert (german["beyond"], german["found"]) == ([], -1), "it is said that they read English"
    question = ("search", "What color is the beak of a penguin?")
    assert _said(capsys, *question, "--strategy", "original")["beyond"] == ["color"]
    assert _said(capsys, *question, "--strategy", "rephrase")["beyond"] == []

    shutil.copytree(indexed.directories(indexed.drawn(folder_of_run, compiled)).demo, paths.demo)
    _said(capsys, "index", str(paths.demo))
    all_hits = ("--strategy", "original", "--top", "1000")
    both = _said(capsys, "search", "penguin", *all_hits)["hits"]
    assert kinds[both[0]["path"]] in _WORDS["penguin"]
    # None of the demonstration's is closer than what the side that answers has.
    sides = [hit["path"] in kinds for hit in both]
    assert sides == sorted(sides, reverse=True)
    assert not all(sides)
    drawn = _said(capsys, "search", "heron", "--strategy", "original", "--folder", str(paths.demo))
    assert all(Path(hit["path"]).is_relative_to(paths.demo) for hit in drawn["hits"])
    assert library_faults(paths) == []
