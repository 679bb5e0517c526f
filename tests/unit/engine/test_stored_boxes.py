"""What a question counts, and which boxes of a detector are of that."""

from pathlib import Path

import pytest

from visret_desktop.engine.answers.stored_boxes import boxes_of, counted
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    FileDetections,
    Label,
)


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("How many of the young otters are there?", "otters"),
        ("How many fish do the otters carry?", "fish"),  # not the otters
        ("How many young have the foxes?", "young"),
        ("How many are there?", ""),
        ("What color is it?", ""),
    ],
)
def test_what_is_counted_stands_before_the_verb(question: str, noun: str) -> None:
    assert counted(question) == noun


def test_a_label_without_letters_is_of_nothing() -> None:
    found = tuple(
        Detection(Label(name), 0.9, (0.1, 0.1, 0.2, 0.2)) for name in (" ", "animal", "vehicle")
    )
    file = FileDetections(DetectionFile(Path("/found.json"), "MegaDetector"), found)
    assert len(boxes_of([file], "otters", ())) == 1
