"""Names as vectors: made once, kept where it was stopped, made anew when the list changes."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from visret_desktop import file_changes
from visret_desktop.engine.fieldwork.suggest_names_job import NameVectors, templates, vectors_of
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.species.name_lists import ListedName, NameList
from visret_desktop.models.interfaces import Vectors


class Letters:
    """An encoder that counts letters, and what it was asked for."""

    name, dimension = "letters-1", 26

    def __init__(self) -> None:
        self.asked = 0

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        self.asked += len(texts)
        rows = [[text.lower().count(chr(97 + place)) for place in range(26)] for text in texts]
        found = np.array(rows, np.float32)
        return found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-6)


def named(count: int, title: str = "own") -> NameList:
    names = (ListedName(f"Genus {chr(97 + n % 26)}{n}", f"bird {n}") for n in range(count))
    return NameList(title, "own.txt", "", tuple(names))


@pytest.fixture
def kept(tmp_path: Path) -> NameVectors:
    file_changes.claim(tmp_path)
    return NameVectors(tmp_path / "names")


def test_they_are_made_once(kept: NameVectors, tmp_path: Path) -> None:
    encoder, known = Letters(), named(70)
    done = [count for count, _ in kept.prepare(known, encoder, lambda: False)]
    made = kept.get(known, encoder)
    assert made.shape == (70, 26)
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1, atol=1e-5)
    phrases = [["bird 3", "a photo of a bird 3", "a photo of Genus d3 with common name bird 3"]]
    np.testing.assert_allclose(made[3], vectors_of(phrases, Letters())[0], atol=1e-6)
    assert (done[-1], len(templates())) == (70, 3)
    asked = encoder.asked
    again = NameVectors(tmp_path / "names").get(known, encoder)
    np.testing.assert_array_equal(again, made)
    assert encoder.asked == asked
    kept.get(named(71), encoder)
    kept.get(named(2, "own-other"), encoder)
    files = sorted(path.name[:9] for path in tmp_path.rglob("*.npy"))
    assert files == sorted([f"own-{files[0][4:]}", "own-other"])  # that of before is gone
    kept.drop("own-other")
    assert len(list(tmp_path.rglob("*.npy"))) == 1


def test_what_was_made_stays_when_it_is_stopped_or_damaged(
    kept: NameVectors, tmp_path: Path
) -> None:
    encoder, known = Letters(), named(100)
    with pytest.raises(Cancelled):
        list(kept.prepare(known, encoder, lambda: encoder.asked > 0))
    begun = encoder.asked
    assert 0 < begun < 3 * 100
    whole = kept.get(known, encoder)
    assert encoder.asked == 3 * 100
    (path,) = tmp_path.rglob("*.npy")
    path.write_bytes(b"no array")
    afresh = NameVectors(tmp_path / "names").get(known, encoder)
    np.testing.assert_array_equal(afresh, whole)
