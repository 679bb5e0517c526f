"""The paper's tables for the terminal and as Markdown."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from bench import machine
from bench.paper.published import ACCURACY, FIGURES
from bench.paper.tables import BOARD
from bench.quality.report import Section

Json = Mapping[str, Any]
_TITLES = {
    "visual-rag": "Visual-RAG",
    "visual-rag-me": "Visual-RAG-ME",
    "inquire-hard": "INQUIRE-Rerank-Hard",
    "inquire-rerank": "INQUIRE-Rerank",
}
_NAMES = {
    "success": "R",
    "paper-ndcg": "N",
    "ap": "AP",
    "ndcg": "nDCG",
    "mrr": "MRR",
    ACCURACY: "accuracy, %",
}
_KINDS = {"rewrite": "instructions", "rank": "rankings", "answer": "answers", "judge": "scores"}
_EMPTY = "–"
_NAMED = 3  # of the images that are missing; --json has more
_HOUR, _MINUTE = 3600, 60
_FEWER = (
    "Among fewer images all figures come out better: where some are missing, ours are not to be "
    "compared with the paper's."
)
_READING = (
    "Cells are the paper's / ours with a 95 % bootstrap interval over queries. Ours are there only "
    "where exactly the models of the row ran. R and N are what the paper calls so: success@k and "
    "paper-ndcg@k."
)


def about(body: Json) -> list[str]:
    """Return the sentences that say what was measured on what."""
    lines = [
        f"m = {body['m']} sketches of each instruction, λ = {body['rrf_k']:g}, encoders in full "
        f"precision. Machine: {machine.sentence(body['machine'])}."
    ]
    for name, images in body["images"].items():
        judged = images["found"] + images["missing"]
        lines.append(
            f"{_TITLES[name]}: {images['found']} of {judged} images are here; "
            f"{images['without_relevant_images']} of {images['queries']} queries have no relevant "
            "image here and are left out."
        )
        if images["missing"]:
            lines.append(f"Missing are {_some(images['examples'], images['missing'])}.")
    if any(images["missing"] for images in body["images"].values()):
        lines.append(_FEWER)
    if body["judge"]:
        lines.append(f"Answers were judged by {body['judge']}, not by the paper's GPT-4o.")
    return [*lines, _READING, *body["notes"]]


def sections(body: Json) -> Iterator[Section]:
    """Yield the tables: the paper's by number, INQUIRE's board, and what all of it costs."""
    by_table = groupby(body["tables"], key=lambda row: (row["table"], row["data_set"]))
    for (number, data_set), rows in by_table:
        title = f"Table {number}: {_TITLES[data_set]}"
        if number in (6, 7):
            yield _section(title, list(rows), (ACCURACY,), ("knowledge", "images", "reader"))
        else:
            yield _section(title, list(rows), FIGURES[data_set], ("strategy",))
    by_set = groupby(body["board"], key=lambda row: row["data_set"])
    for data_set, rows in by_set:
        yield _section(
            f"{_TITLES[data_set]}, as its board has it", list(rows), BOARD, ("strategy",)
        )
    yield _costs(body["costs"])


def _section(
    title: str, rows: Sequence[Json], names: Sequence[str], about_rows: Sequence[str]
) -> Section:
    models = ("encoder", "rewriter", "visualizer")
    headers = (*about_rows, *models, *map(_head, names), "queries")
    return Section(title, headers, [_line(row, names, (*about_rows, *models)) for row in rows])


def _line(row: Json, names: Sequence[str], about_rows: Sequence[str]) -> tuple[str, ...]:
    told = [row["strategy" if name == "knowledge" else name] for name in about_rows]
    here = row["here"]
    queries = f"{here['queries']} of {here['of']}" if here else _EMPTY
    first = (_EMPTY if one == "" else str(one) for one in told)
    return (*first, *(_cell(row, name) for name in names), queries)


def _cell(row: Json, name: str) -> str:
    digits = _digits(name)
    paper = f"{row['paper'][name]:.{digits}f}" if row["paper"] else _EMPTY
    if row["here"] is None:
        return f"{paper} / {_EMPTY}"
    figure = row["here"]["figures"][name]
    low, high = figure["ci95"]
    return f"{paper} / {figure['mean']:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def _digits(name: str) -> int:
    return 2 if name == ACCURACY else 3


def _head(name: str) -> str:
    figure, at, k = name.partition("@")
    return f"{_NAMES[figure]}{at}{k}"


def _costs(costs: Sequence[Json]) -> Section:
    rows = [
        (
            _KINDS[cost["kind"]],
            cost["model"],
            f"{cost['done']} of {cost['total']}",
            duration(cost["seconds"]),
            duration(cost["seconds_to_come"]),
        )
        for cost in costs
    ]
    return Section("Cost", ("what", "by", "done", "so far", "to come"), rows)


def duration(seconds: float | None) -> str:
    """Return seconds as a person says them; what nobody knows is "?"."""
    if seconds is None:
        return "?"
    if seconds >= _HOUR:
        return f"{seconds / _HOUR:.1f} h"
    return f"{seconds / _MINUTE:.1f} min" if seconds >= _MINUTE else f"{seconds:.0f} s"


def _some(names: Sequence[str], count: int) -> str:
    shown = names[:_NAMED]
    more = f" and {count - len(shown)} more" if count > len(shown) else ""
    return f"{', '.join(shown)}{more}"
