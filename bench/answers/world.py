"""Draw a library of the fieldbook's species, half of them in new colors, and ask about it.

    python -m bench.answers.world DIR [--seed S] [--photos N]

`DIR/photos` has a folder for each species with N photos; at most half of them show the part that a
question is about. Half of the species keep their colors. The others get new
ones, which no training shows on that part of that species: what color a part has can then be seen,
but not remembered. `DIR/book.json` has the questions, in wordings that are kept from training, and
the truth.

A process of its own, because it draws with Qt. The same seed makes the same world: 2026 is for
tests, 5 for every choice.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from itertools import combinations, cycle, islice
from pathlib import Path
from random import Random

from PIL import Image

from bench.answers import book
from bench.answers.book import Book, DrawnPhoto, DrawnQuestion
from bench.answers.colors import Relation, Truth, right_claim
from bench.fieldbook.morphs import named_colors, own_look, random_morph
from bench.fieldbook.regions import Picture
from bench.fieldbook.truth import PARTS, render_truth
from bench.fieldbook_world import TEST_SEED, as_typed
from visret_desktop import file_changes
from visret_desktop.fieldbook.drawing import Look
from visret_desktop.fieldbook.grammar import asked, group_of
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.wording import COMPARISONS_HELD_OUT, QUESTIONS_HELD_OUT
from visret_desktop.fieldbook.wording import PARTS as ASKED_PARTS
from visret_desktop.fieldbook.world import SPECIES

PHOTOS = 14  # of each species; Visual-RAG has 14.3 positives a query
QUESTIONS = 300
COMPARISONS = 150
_MORPHS_TRIED = 20
_SIZES = ((384, 384), (384, 288), (288, 384))
_RELATIONS: dict[Relation, str] = {
    "difference": COMPARISONS_HELD_OUT[0],
    "lighter": COMPARISONS_HELD_OUT[1],
    "same": "{be} the {part} of the {name} and the {part} of the {other} the same colour?",
}
Photos = Mapping[str, Mapping[str, DrawnPhoto]]


def looks(seed: int) -> dict[str, Look]:
    """Return how each species looks in this world; every second one is a morph.

    Of several morphs that one is taken which shares most colors with species of its group: else
    hardly any parts of two species would be the same.
    """
    stream = Random(f"morphs {seed}")
    morphs = set(stream.sample(list(SPECIES), len(SPECIES) // 2))
    found = {name: own_look(name) for name in SPECIES if name not in morphs}
    for name in (one for one in SPECIES if one in morphs):
        mates = [look for other, look in found.items() if group_of(other) == group_of(name)]
        drawn = [random_morph(name, stream, held_out=True) for _ in range(_MORPHS_TRIED)]
        found[name] = max(drawn, key=lambda look: _shared(look, mates))
    return {name: found[name] for name in SPECIES}


def _shared(look: Look, mates: Sequence[Look]) -> int:
    """Return how many parts of others have the color that they have in `look`."""
    own = named_colors(look).items()
    return sum(len(own & named_colors(mate).items()) for mate in mates)


def specs(seed: int, photos: int) -> dict[str, list[Spec]]:
    """Return what the photos of each species show."""
    stream = Random(f"photos {seed}")
    return {name: [random_spec(stream, name) for _ in range(photos)] for name in SPECIES}


# ---- questions ------------------------------------------------------------------------------


class Asker:
    """Makes the questions that the photos of a world can answer."""

    def __init__(self, looks: dict[str, Look], photos: Photos, seed: int) -> None:
        self._colors = {name: named_colors(look) for name, look in looks.items()}
        self._morphs = {name for name, look in looks.items() if look != own_look(name)}
        self._shown = {name: _seldom_shown(of_species) for name, of_species in photos.items()}
        self._stream = Random(f"questions {seed}")

    def questions(self, count: int) -> list[DrawnQuestion]:
        """Ask for the color of every part of every species before any comes again."""
        pairs = [(name, part) for name in SPECIES for part in self._parts_of(name)]
        self._stream.shuffle(pairs)
        found: dict[str, DrawnQuestion] = {}
        for name, part in islice(cycle(pairs), 4 * count):
            wording = self._stream.choice(QUESTIONS_HELD_OUT)
            one = self._asked("color", wording, part, (name,))
            found.setdefault(one.text, one)
        return list(found.values())[:count]

    def comparisons(self, count: int) -> list[DrawnQuestion]:
        """Compare two species of a group: what differs, which is lighter, are they the same.

        A third each, of those in the last third half the same; where fewer are the same, there are
        more of the other kinds. Two species come again only in another kind of question.
        """
        pairs = [
            (part, names)
            for names in combinations(SPECIES, 2)
            if group_of(names[0]) == group_of(names[1])
            for part in sorted({*self._parts_of(names[0])} & {*self._parts_of(names[1])})
        ]
        self._stream.shuffle(pairs)
        equal = [pair for pair in pairs if self._is_same(*pair)]
        other = [pair for pair in pairs if not self._is_same(*pair)]
        half = min(len(equal), count // len(_RELATIONS) // 2)
        used = [*equal[:half], *other[:half]]
        chosen = {"same": used}
        telling = [pair for pair in other if self._is_telling(*pair)]
        chosen["lighter"] = sorted(telling, key=used.__contains__)[: (count - len(used)) // 2]
        used = [*used, *chosen["lighter"]]
        chosen["difference"] = sorted(other, key=used.__contains__)[: count - len(used)]
        made = [
            self._asked(relation, wording, part, names)
            for relation, wording in _RELATIONS.items()
            for part, names in chosen[relation]
        ]
        self._stream.shuffle(made)
        return made

    def _parts_of(self, species: str) -> list[str]:
        """Return the parts with a color to name that few photos show and that all models know."""
        words = _asked_words(group_of(species))
        known = self._colors[species].keys() & self._shown[species] & words.keys()
        return sorted(known)

    def _is_same(self, part: str, names: Sequence[str]) -> bool:
        return len({self._colors[name][part] for name in names}) == 1

    def _is_telling(self, part: str, names: Sequence[str]) -> bool:
        return right_claim(self._truth("lighter", part, names)) is not None

    def _truth(self, relation: Relation, part: str, names: Sequence[str]) -> Truth:
        return Truth(relation, tuple(names), tuple(self._colors[name][part] for name in names))

    def _asked(
        self, relation: Relation, wording: str, part: str, names: Sequence[str]
    ) -> DrawnQuestion:
        word = self._stream.choice(_asked_words(group_of(names[0]))[part])
        text = as_typed(asked(wording, word, *names))
        is_morph = not self._morphs.isdisjoint(names)
        return DrawnQuestion(text, part, self._truth(relation, part, names), is_morph)


def _seldom_shown(photos: Mapping[str, DrawnPhoto]) -> set[str]:
    """Return the parts that some of a species' photos show, but no more than half of them."""
    counts = Counter(part for one in photos.values() for part, is_so in one.shows.items() if is_so)
    return {part for part, count in counts.items() if count <= len(photos) // 2}


def _asked_words(group: str) -> dict[str, list[str]]:
    """Return the words for each part that both the rewriter and the reader know."""
    known = {word for words in ASKED_PARTS[group].values() for word in words}
    found = {part: [w for w in words if w in known] for part, words in PARTS[group].items()}
    return {part: words for part, words in found.items() if words}


# ---- drawing --------------------------------------------------------------------------------


def draw_world(
    seed: int, photos: int, keep: Callable[[str, str, Picture], None] = lambda *_: None
) -> Book:
    """Draw all photos, give each to `keep` by species and file, and return the book."""
    seen = looks(seed)
    stream = Random(f"sizes {seed}")
    drawn: dict[str, dict[str, DrawnPhoto]] = {}
    for species, of_species in specs(seed, photos).items():
        drawn[species] = {}
        for number, spec in enumerate(of_species):
            file = f"{number:03}.jpg"
            pixels, truth, _ = render_truth(spec, seen[species], *stream.choice(_SIZES))
            keep(species, file, pixels)
            shows = {part: truth.shows(part) for part in PARTS[spec.group]}
            boxes = {part: tuple(found) for part, found in truth.parts.items()}
            drawn[species][file] = DrawnPhoto(shows, boxes, tuple(truth.animals))
    asker = Asker(seen, drawn, seed)
    return Book(drawn, asker.questions(QUESTIONS), asker.comparisons(COMPARISONS))


def write_world(directory: Path, seed: int, photos: int = PHOTOS) -> None:
    """Write the library and its book, the book last."""

    def keep(species: str, file: str, pixels: Picture) -> None:
        buffer = BytesIO()
        Image.fromarray(pixels).save(buffer, "JPEG", quality=92)
        path = directory / book.PHOTOS / species / file
        file_changes.write(path, buffer.getvalue(), is_durable=False)

    book.write(directory, draw_world(seed, photos, keep))


def main() -> int:
    """Write a world."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--seed", type=int, default=TEST_SEED)
    parser.add_argument("--photos", type=int, default=PHOTOS)
    chosen = parser.parse_args()
    if not file_changes.is_own(chosen.directory):
        file_changes.claim(chosen.directory)
    write_world(chosen.directory, chosen.seed, chosen.photos)
    return 0


if __name__ == "__main__":
    sys.exit(main())
