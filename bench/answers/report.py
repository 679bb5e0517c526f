"""A run's figures as tables, in the form of the paper's tables 2, 3, 6, 7 and 8."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bench import machine, refusals
from bench.quality.report import Section, tested

Json = Mapping[str, Any]
_TABLE_3 = {  # what the paper asked: its data set, queries, images and positives per entity
    "question": "Visual-RAG: 391, 264, 14.3",
    "comparison": "Visual-RAG-ME: 50, 263, 20.8",
}
_SAID_OF_ROWS = (
    "Images are photos, or sketches where there are only those; a comparison has at least one for "
    "each thing. Shown: a photo that was given shows it. Rightly refused: of those where none "
    "does; wrongly refused: of those where one does. No conclusion: what was said of each thing "
    "stands side by side, which scores 0 where the right answer is a conclusion. Contradicted: "
    "photos said different things. Spoiled: right from memory, wrong with this."
)
_SAID_OF_EVIDENCE = (
    "IA@k: right from the first k of the photos that the answer rests on, of each compared thing. "
    "EEU: the best of them over accuracy. Solved: right with some k; least k: the mean of the "
    "least. IC: photos that the answer rests on over photos needed, or 6 over them where it is "
    "never right; of solved and failed questions apart, because one figure mixes redundancy with "
    "failure. Steady: the same answer from the same photos in another order."
)


def about(body: Json) -> list[str]:
    """Return the sentences that say what was measured with what."""
    lines = []
    if body["rows"]:
        lines.append(
            f"Reader {body['reader']}, encoder {body['encoder']}, rewriter {body['rewriter']}, "
            f"visualizer {body['visualizer']}; {body['photos']} photos, m = {body['m']}."
        )
    lines.append(f"Machine: {machine.sentence(body['machine'])}; {body['processes']} processes.")
    return [*lines, *refusals.lines(body.get("refusals", {})), *body["notes"]]


def sections(body: Json) -> Iterator[Section]:
    """Yield the tables of a run's `body`."""
    yield _statistics(body["statistics"])
    for kind in dict.fromkeys(row["kind"] for row in body["rows"]):
        rows = [row for row in body["rows"] if row["kind"] == kind]
        yield _rows(kind, rows)
        if any(row["evidence"] for row in rows):
            yield _evidence(kind, [row for row in rows if row["evidence"]])
    if body.get("worth"):
        yield _worth(body["worth"])
    if body.get("reading"):
        yield _reading(body["reading"])
    if body.get("examples"):
        yield _examples(body["examples"])
    if body.get("tests"):
        yield _tests(body["tests"])
    if body.get("judge"):
        yield _judge(body["judge"])
    if body.get("aims"):
        yield _aims(body["aims"])


def _statistics(found: Json) -> Section:
    headers = ("of", "queries", "images per entity", "that show it", "the paper's", "asked for")
    rows = []
    for kind, own in found.items():
        figures = (str(own[name]) for name in ("queries", "images", "positives"))
        answers = ", ".join(f"{count} {name}" for name, count in own["answers"].items())
        rows.append((kind, *figures, _TABLE_3[kind], answers))
    return Section("The questions (table 3)", headers, rows)


def _rows(kind: str, rows: Sequence[Json]) -> Section:
    headers: tuple[str, ...] = (
        *("knowledge", "images", "prompt", "accuracy", "morphs", "shown", "where shown"),
        *("refused rightly", "wrongly", "no conclusion", "contradicted", "spoiled"),
    )
    if any(row["judged"] is not None for row in rows):
        headers = (*headers, "by the judge")
    title = f"Answers: {len(rows)} ways, {rows[0]['queries']} {kind}s (tables 6 and 7)"
    return Section(title, headers, [_row(row)[: len(headers)] for row in rows], _SAID_OF_ROWS)


def _row(row: Json) -> tuple[str, ...]:
    low, high = row["accuracy"]["ci95"]
    names = ("of_morphs", "shown", "accuracy_shown", "right_refusals", "wrong_refusals")
    return (
        row["knowledge"],
        str(row["images"]),
        row["style"],
        f"{100 * row['accuracy']['mean']:.1f} ({100 * low:.1f}–{100 * high:.1f})",
        *(percent(row[name]) for name in (*names, "side_by_side", "contradicted", "interference")),
        percent(row["judged"]),
    )


def _evidence(kind: str, rows: Sequence[Json]) -> Section:
    headers = (
        *("knowledge", "IA@1", "IA@2", "IA@3", "IA@4", "IA@5", "EEU"),
        *("solved", "least k", "IC of them", "IC of failed", "IC", "steady"),
    )
    found = []
    for row in rows:
        own = row["evidence"]
        found.append(
            (
                row["knowledge"],
                *map(percent, own["ia"]),
                number(own["eeu"]),
                percent(own["solved"]),
                *(number(own[name]) for name in ("least_k", "ic_solved", "ic_failed", "ic")),
                percent(own["steady"]),
            )
        )
    return Section(f"Evidence of {kind}s", headers, found, _SAID_OF_EVIDENCE)


def _worth(found: Sequence[Json]) -> Section:
    headers = ("what", "cases", "came out", "doing nothing")
    rows = [
        (one["what"], str(one["cases"]), _pairs(one["figures"]), _pairs(one["doing_nothing"]))
        for one in found
    ]
    note = "ECE as certain: how far answers are from always being right."
    return Section("What an answer is worth", headers, rows, note)


def _pairs(figures: Json) -> str:
    return ", ".join(f"{value} {name}" for name, value in figures.items())


def _reading(found: Json) -> Section:
    boxes = found["boxes"] or {}
    rows = [
        ("right, a photo given that shows it", percent(found["given"]["mean"])),
        ("right, of morphs", percent(found["given_of_morphs"])),
        ("right from memory; of morphs", _both(found, "memory", "memory_of_morphs")),
        ("chance of a color", percent(found["chance"])),
        ('F1 of "does not show it"', number(found["not_shown_f1"])),
        ("no boxes where nothing is shown", percent(found["no_boxes_absent"])),
    ]
    if boxes:
        rows += [
            ("as many boxes as there are", percent(boxes["count_is_right"])),
            ("overlap of boxes with the truth", number(boxes["overlap"])),
            (
                "overlap of random boxes; of the whole photo",
                f"{number(boxes['overlap_random'])}; {number(boxes['overlap_whole'])}",
            ),
            ("right with the photo, where boxes were asked for", percent(boxes["given"])),
            ("right from the boxes alone; from true ones", _both(boxes, "crop", "true_crop")),
            ("right without the boxes; true ones", _both(boxes, "greyed", "true_greyed")),
        ]
    note = f"{found['questions']} questions, one photo each."
    return Section("Reading by itself", ("what", "came out"), rows, note)


def _examples(found: Sequence[Json]) -> Section:
    headers = ("question", "first photo that shows it: text → visret", "answer", "right")
    rows = [
        (
            one["question"],
            f"{one['before']} → {one['after']}",
            f"{one['answer_before']} → {one['answer_after']}",
            one["right"],
        )
        for one in found
    ]
    note = "Those that VisRet's sketches moved most, upwards first, then downwards."
    return Section("Ranks before and after (tables 2 and 8)", headers, rows, note)


def _tests(found: Sequence[Json]) -> Section:
    headers = ("of", "from", "to", "difference (95 %)", "p", "p adjusted")
    rows = [(one["kind"], *tested(one)) for one in found]
    note = "Paired by question: bootstrap interval, randomization test, Holm's adjustment."
    return Section("Differences", headers, rows, note)


def _judge(found: Json) -> Section:
    headers = ("judge", "answers", "without a score", "agreement", "mean", "by rules")
    row = (
        found["judge"],
        str(found["answers"]),
        str(found["without_score"]),
        percent(found["agreement"]),
        number(found["mean"]),
        number(found["mean_by_rules"]),
    )
    verdict = "counts" if found["counts"] else "does not count: it agrees with less than 95 %"
    return Section("A chat model as judge", headers, [row], f"This judge {verdict}.")


def _aims(found: Sequence[Json]) -> Section:
    headers = ("aim", "came out", "", "reached")
    rows = [
        (
            one["what"],
            number(one["value"]),
            f"{'at most' if one['at_most'] else 'at least'} {one['aim']:.3f}",
            "yes" if one["reached"] else "no",
        )
        for one in found
    ]
    return Section("Aims", headers, rows)


def _both(found: Json, one: str, other: str) -> str:
    return f"{percent(found[one])}; {percent(found[other])}"


def percent(value: float | None) -> str:
    """Return a share as people read it."""
    return "–" if value is None else f"{100 * value:.1f}"


def number(value: float | None) -> str:
    """Return a figure, or a dash."""
    return "–" if value is None else f"{value:.3f}"
