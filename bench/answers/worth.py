"""What an answer is worth: a row for each thing that keeps a wrong one from being shown.

Beside each figure stands what doing nothing would give. Routing, agreement and what questions take
for granted are measured on written sets, whose held-out halves chose no rule; the others on the
drawn world. How a photo is asked for a part was chosen on seed 2026, so another seed tells.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from bench import agreement, premises
from bench import questions as catalog_questions
from bench.answers.asking import Outcome
from bench.answers.counting import Count, CountTest
from bench.answers.reading import ReadingTest
from bench.quality.figures import mean, rounded
from visret_desktop.engine.answers.answer_aggregation import ENOUGH

Json = dict[str, Any]


def rows(
    tests: Sequence[ReadingTest],
    outcomes: Iterable[Outcome],
    copies: Json | None,
    counts: Sequence[CountTest] = (),
    *,
    with_sets: bool,
) -> list[Json]:
    """Return the rows; of what was not measured there is none."""
    return [
        *(_of_sets() if with_sets else []),
        *([_of_copies(copies)] if copies else []),
        *_of_premises(tests),
        *_of_counts(counts),
        *_of_together(tests),
        *_of_certainty(list(outcomes)),
    ]


def _row(what: str, cases: int, figures: Json, nothing: Json) -> Json:
    return {"what": what, "cases": cases, "figures": figures, "doing_nothing": nothing}


def _of_sets() -> list[Json]:
    routing = catalog_questions.measure()["rows"]
    own, none = (
        next(row for row in routing if row["set"] == name and row["language"] == "all")
        for name in ("held_out", "held_out, no router")
    )
    agreed = [row for row in agreement.measure()["rows"] if row["set"] == "held_out"]
    ours, all_agree = (
        next(row for row in agreed if row["by"] == by and row["kind"] == "all")
        for by in ("program", "all agree")
    )
    granted, named = (
        next(row for row in premises.measure()["rows"] if row["set"] == name)
        for name in ("held_out", "names")
    )
    false, true = granted["false"], granted["true"]
    return [
        _row(
            "routing to the catalog, written questions",
            own["questions"],
            {"right way": own["right_way"], "wrong figures": own["wrong_figures"]},
            {"right way": none["right_way"], "wrong figures": 0},
        ),
        _row(
            "agreement, written answers",
            ours["groups"],
            {"right": ours["right"], "contradictions hidden": ours["hidden"]},
            {"right": all_agree["right"], "contradictions hidden": all_agree["hidden"]},
        ),
        _row(
            "premises, written questions and replies",
            false + true,
            {
                "false stopped": granted["stopped"],
                "true let through": granted["let_through"],
                f"names let through, of {named['true']}": named["let_through"],
            },
            {"false stopped": 0, "true let through": true},
        ),
    ]


def _of_copies(copies: Json) -> Json:
    return _row(
        "witnesses: copies and crops, drawn photos",
        copies["copies"],
        {"found": copies["found"], f"others kept apart, of {copies['pairs']}": copies["apart"]},
        {"found": 0, "others kept apart": copies["pairs"]},
    )


def _of_premises(tests: Sequence[ReadingTest]) -> list[Json]:
    found = [one.premises for one in tests if one.premises is not None]
    if not found:
        return []
    return [
        _row(
            "premises, built-in or chosen reader, drawn photos",
            len(found),
            {
                "false color stopped": sum(not one.false for one in found),
                "part of another stopped": sum(not one.foreign for one in found),
                "true answered": sum(one.true for one in found),
            },
            {
                "false color stopped": sum(not one.false_alone for one in found),
                "part of another stopped": sum(not one.foreign_alone for one in found),
                "true answered": sum(one.true_alone for one in found),
            },
        )
    ]


def _of_counts(tests: Sequence[CountTest]) -> list[Json]:
    if not tests:
        return []
    alone, beside = [one.alone for one in tests], [one.beside for one in tests]
    right = {"right in words": sum(one.is_right for one in alone)}
    nothing = {"right with one each time": sum(one.is_one for one in alone), "doubted": 0}
    return [
        _row("counting, drawn photos", len(tests), right | _by_boxes(alone), nothing),
        _row("counting beside a detector", len(tests), _by_boxes(beside), _by_boxes(alone)),
    ]


def _by_boxes(counts: Sequence[Count]) -> Json:
    wrong, right = ([one for one in counts if one.is_right is so] for so in (False, True))
    return {
        "right by boxes": sum(one.are_boxes_right is True for one in counts),
        f"doubted, of {len(wrong)} wrong": sum(one.is_doubted for one in wrong),
        f"doubted, of {len(right)} right": sum(one.is_doubted for one in right),
    }


def _of_together(tests: Sequence[ReadingTest]) -> list[Json]:
    found = [one for test in tests for one in test.together]
    made = []
    for count in sorted({one.photos for one in found}):
        own = [one for one in found if one.photos == count]
        right = {
            "right together": rounded(mean(one.together for one in own)),
            "right one by one": rounded(mean(one.one_by_one for one in own)),
        }
        nothing = {"right of the best one alone": rounded(mean(one.alone for one in own))}
        made.append(_row(f"{count} photos in one prompt, drawn photos", len(own), right, nothing))
    return made


def _of_certainty(outcomes: Sequence[Outcome]) -> list[Json]:
    """Return what answers with a check mark are worth, and those of so many witnesses.

    The mark needs two witnesses. Doing nothing is to give it to one, too.
    """
    answered = [one for one in outcomes if one.row.reads_photos and one.verdict == "answer"]
    reliable = [one for one in answered if one.is_reliable]
    made = []
    if marked := [one for one in reliable if one.is_sure]:
        wrong = [one for one in reliable if one.score < 1]
        right = [one for one in reliable if one.score == 1]
        stopped, kept = sum(not one.is_sure for one in wrong), sum(one.is_sure for one in right)
        doubts = {f"wrong stopped, of {len(wrong)}": stopped, f"right kept, of {len(right)}": kept}
        figures = _certainty(marked) | doubts
        made.append(_row("calibration: check mark", len(marked), figures, _certainty(reliable)))
    for count in range(1, ENOUGH + 1):
        own = [one for one in answered if min(one.witnesses, ENOUGH) == count]
        name = f"{count} {'witness' if count == 1 else 'witnesses'}"
        name += " or more" if count == ENOUGH else ""
        if own:
            made.append(_row(f"calibration: {name}", len(own), _certainty(own), {}))
    return made


def _certainty(answers: Sequence[Outcome]) -> Json:
    right = mean(one.score for one in answers) or 0.0
    return {"right": rounded(right), "ECE as certain": rounded(1 - right)}
