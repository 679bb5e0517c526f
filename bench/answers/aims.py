"""What reading by itself comes to, and which aims are reached."""

from collections.abc import Iterator, Sequence
from typing import Any

from bench import answer_metrics
from bench.answers.figures import name_of
from bench.answers.reading import Boxes, ReadingTest
from bench.quality.figures import mean, rounded
from visret_desktop.fieldbook.world import COLORS
from visret_desktop.judging import metrics

Json = dict[str, Any]
CHANCE = 1 / len(COLORS)
_MARGIN = 0.05  # above chance, or above memory, that may still be chance
_KEPT = 0.9  # share of accuracy
_CHANGED = 0.05  # share of answers that another order may change


def of_reading(found: Sequence[ReadingTest]) -> Json | None:
    """Return the figures of reading by itself; None where it was not tested."""
    if not found:
        return None
    morphs = [one for one in found if one.is_morph]
    refused = [(one.is_given_refused, False) for one in found]
    refused += [
        (bool(one.is_absent_refused), True) for one in found if one.is_absent_refused is not None
    ]
    return {
        "questions": len(found),
        "given": metrics.summary([one.given for one in found]),
        "given_of_morphs": mean(one.given for one in morphs),
        "memory": mean(one.memory for one in found),
        "memory_of_morphs": mean(one.memory for one in morphs),
        "chance": round(CHANCE, 4),
        "not_shown_f1": rounded(answer_metrics.f1(refused)),
        "no_boxes_absent": mean(one.has_no_boxes_absent for one in found),
        "boxes": _of_boxes([one for one in found if one.boxes is not None]),
    }


def _of_boxes(found: Sequence[ReadingTest]) -> Json | None:
    boxes: list[Boxes] = [one.boxes for one in found if one.boxes is not None]
    if not boxes:
        return None
    return {
        "answers": len(boxes),
        "approximate": mean(one.is_approximate for one in boxes),
        "count_is_right": mean(one.count_is_right for one in boxes),
        "overlap": mean(one.overlap for one in boxes),
        "overlap_random": mean(one.random for one in boxes),
        "overlap_whole": mean(one.whole for one in boxes),
        "given": mean(one.given for one in found),
        "memory": mean(one.memory for one in found),
        "crop": mean(one.crop for one in boxes),
        "greyed": mean(one.greyed for one in boxes),
        "true_crop": mean(one.true_crop for one in boxes),
        "true_greyed": mean(one.true_greyed for one in boxes),
    }


def aims(reading: Json | None, rows: Sequence[Json]) -> list[Json]:
    """Return each aim with what came out; what was not measured is left out."""
    return [
        {"what": what, "value": value, "aim": round(aim, 4), "at_most": at_most}
        | {"reached": value <= aim if at_most else value >= aim}
        for what, value, aim, at_most in (*_of_tests(reading), *_of_rows(reading, rows))
        if value is not None
    ]


_Aim = tuple[str, float | None, float, bool]


def _of_tests(reading: Json | None) -> Iterator[_Aim]:
    if reading is None:
        return
    yield "right, photo given", reading["given"]["mean"], 0.9, False
    yield "right from memory, morphs", reading["memory_of_morphs"], CHANCE + _MARGIN, True
    yield 'F1 of "does not show it"', reading["not_shown_f1"], 0.85, False
    yield "no boxes where nothing is shown", reading["no_boxes_absent"], 0.9, False
    if (boxes := reading["boxes"]) is None:
        return
    beside = max(boxes["overlap_random"], boxes["overlap_whole"])
    yield "overlap of boxes, beside random and whole photo", boxes["overlap"], beside, False
    yield "right from the boxes alone", boxes["crop"], _KEPT * boxes["given"], False
    yield "right without the boxes", boxes["greyed"], boxes["memory"] + _MARGIN, True


def _of_rows(reading: Json | None, rows: Sequence[Json]) -> Iterator[_Aim]:
    for row in rows:
        name = name_of(row)
        is_first = row["images"] == 1 and row["kind"] == "question" and row["style"] == "direct"
        if reading is not None and is_first and row["shown"] is not None:
            aim = _KEPT * row["shown"] * reading["given"]["mean"]
            yield (
                f"{name}: right, of what the first photo shows",
                row["accuracy"]["mean"],
                aim,
                False,
            )
        if row["evidence"] is not None:
            changed = 1 - row["evidence"]["steady"]
            yield f"{name}: changed by shuffling", round(changed, 4), _CHANGED, True
