"""How well the built-in encoder for photos finds what words ask for, and what it says is not there.

    python -m training.studies.real_photos FOLDER

FOLDER has photos of ImageNet's kinds, each named by its kind: `n02085620_something.jpg`. They are
indexed under other names, in a profile of their own, and searched by their words alone. The words
are in `real_words.toml`. Words that some photo shows count as present; their two halves, every
second word, are told apart, as one of them may have chosen the bounds. Questions about parts of
kinds are ranked as typed, by what the program makes of them without a model, by the thing alone,
and by both, added in deviations; they have two halves for the same reason.
"""

import argparse
import shutil
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.file_changes import claim
from visret_desktop.judging.metrics import average_precision
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.models.rewriting.rewrite_check import subjects
from visret_desktop.models.rewriting.rule_based_rewriter import own_words
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

_WORDS = Path(__file__).with_name("real_words.toml")
_SHARES = (0.3, 0.5, 0.7, 0.9)


def study(library: Library, kinds: dict[str, str]) -> Iterator[str]:
    """Yield the lines of the table; `kinds` has the kind of each photo by its path."""
    words = tomllib.loads(_WORDS.read_text("utf-8"))
    precisions, firsts = [], []
    for query, listed in (words["groups"] | words["present"]).items():
        wanted = [_is_of(kind, listed) for kind in kinds.values()]
        if not any(wanted):
            continue
        paths = [hit.path for hit in _asked(library, query).hits]
        relevant = np.array([_is_of(kinds[path], listed) for path in paths])
        precisions.append(average_precision(relevant, sum(wanted)))
        firsts.append(bool(relevant[0]))
    yield f"{len(kinds)} photos, {library.encoder.name}, {len(precisions)} words"
    yield f"mean average precision {np.mean(precisions):.3f}"
    yield f"first photo right {sum(firsts)} of {len(firsts)}"
    there = [
        word
        for word, listed in words["present"].items()
        if any(_is_of(kind, listed) for kind in kinds.values())
    ]
    for half in (0, 1):
        present = [_asked(library, word) for word in there[half::2]]
        absent = [_asked(library, word) for word in words["words"]["absent"][half::2]]
        beyond = [_asked(library, word) for word in words["words"]["beyond"][half::2]]
        denied = sum(page.nothing_matches for page in present)
        confident = sum(page.hits[0].band == "confident" for page in absent)
        rightly = sum(page.nothing_matches for page in absent)
        named = sum(bool(page.beyond) for page in beyond)
        yield (
            f"half {half + 1}: present denied {denied} of {len(present)}; absent confident "
            f"{confident}, said to be absent {rightly} of {len(absent)}; words that it cannot "
            f"know named {named} of {len(beyond)}"
        )


def study_questions(library: Library, kinds: dict[str, str]) -> Iterator[str]:
    """Yield mean average precision of each way to ask about parts, by halves."""
    found: dict[str, list[float]] = {}
    for query, listed in tomllib.loads(_WORDS.read_text("utf-8"))["questions"].items():
        relevant = np.array([_is_of(kind, listed) for kind in kinds.values()])
        if not relevant.any():
            continue
        family = choose_family(query)
        made = own_words(query, family)
        (thing,) = subjects(query, family, made[:1])
        typed, line, alone = (
            _heights(library, t, kinds) for t in (query, made[0], thing or made[0])
        )
        ways = {"as typed": typed, "rewritten": line, "the thing alone": alone}
        ways |= {f"both, thing {w}": (1 - w) * line + w * alone for w in _SHARES}
        for way, heights in ways.items():
            order = np.argsort(-heights, kind="stable")
            precision = average_precision(relevant[order], int(relevant.sum()))
            found.setdefault(way, []).append(precision)
    for way, each in found.items():
        halves = " ".join(f"{np.mean(each[half::2]):.3f}" for half in (0, 1))
        yield f"{len(each)} questions, {way}: {np.mean(each):.3f}; halves {halves}"


def _heights(library: Library, text: str, kinds: dict[str, str]) -> npt.NDArray[np.float64]:
    """Return the similarity of each photo to a text, in deviations above the mean."""
    scores = {hit.path: hit.score for hit in _asked(library, text).hits}
    found = np.array([scores[path] for path in kinds])
    return (found - found.mean()) / found.std()


def main(argv: Sequence[str]) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args(argv).folder
    with TemporaryDirectory() as home:
        root = Path(home)
        paths = Paths(root / "data", root / "cache", root / "config")
        photos = root / "photos"
        photos.mkdir()
        kinds = {}
        found = sorted(folder.glob("n*_*.*"), key=lambda path: path.name[::-1])
        for number, path in enumerate(found):
            place = photos / f"IMG_{number:04d}{path.suffix.lower()}"
            shutil.copy(path, place)
            kinds[str(place)] = path.name.split("_")[0]
        claim(root, known=("*",))
        with Library.open(paths, Settings(encoder="everyday")) as library:
            for _ in index_folders(library, IndexFolders(1, (str(photos),)), Control(2)):
                pass  # only what is indexed matters
            for line in (*study(library, kinds), *study_questions(library, kinds)):
                sys.stdout.write(f"{line}\n")


def _asked(library: Library, query: str) -> Ranked:
    request = Search(1, (QueryTerm(query),), strategy="original", top_k=1000)
    pages = [one for one in search(library, request) if isinstance(one, Ranked)]
    return pages[-1]


def _is_of(kind: str, listed: str) -> bool:
    """Tell whether a kind is one of those that are listed, or in one of their ranges."""
    ranges = (one.partition("-") for one in listed.split())
    return any(first <= kind <= (last or first) for first, _, last in ranges)


if __name__ == "__main__":
    main(sys.argv[1:])
