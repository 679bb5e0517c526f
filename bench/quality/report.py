"""A run's figures as tables: for the terminal, as Markdown, and query by query as CSV."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench import machine, refusals
from bench.quality.bench import Report
from visret_desktop.judging.records import Record
from visret_desktop.judging.tasks import RankingTask

Json = Mapping[str, Any]
_OVER_JUDGED = ("judged-ndcg@10", "judged-success@1")
_SAID_OF_JUDGED = (
    "judged-…: over the photos that were called right or wrong, as if no others were there; of "
    "queries for which some were called wrong."
)
_SHOWN = ("success@1", "success@10", "recall@10", "ndcg@10", "map", "mrr", "paper-ndcg@10")


@dataclass(frozen=True)
class Section:
    """A table under a title."""

    title: str
    headers: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    note: str = ""


def sections(body: Json) -> Iterator[Section]:
    """Yield the tables of a run's `body`."""
    yield _results(f"Quality on {body['data_set']}", body["results"])
    for kind, rows in body["kinds"].items():
        yield _results(f"Of kind {kind}", rows)
    yield _line_drawn("The line above less likely", body["results"])
    for kind, rows in body["kinds"].items():
        yield _line_drawn(f"The line, of kind {kind}", rows)
    yield _costs(body["results"])
    if any(row["no_match"]["queries"] for row in body["results"]):
        yield _no_match(body["results"])
    if body["tests"]:
        yield _tests(body["tests"])


def about(body: Json) -> list[str]:
    """Return the sentences that say what was measured on what."""
    counts, images = body["queries"], body["images"]
    lines = [
        f"{counts['read']} queries over {body['photos']} photos; candidates: {body['candidates']}. "
        f"Encoder {body['encoder']}, rewriter {body['rewriter']}, visualizer {body['visualizer']}; "
        f"m = {body['m']} ({' and '.join(body['sketches'])}), {body['pixels']} pixels, "
        f"λ = {body['rrf_k']:g}, weight of the sketches "
        f"{', '.join(f'{w:g}' for w in body['hybrid_weights'])}, "
        f"seeds {', '.join(map(str, body['sketch_seeds']))}.",
        f"Machine: {machine.sentence(body['machine'])}; {body['processes']} processes.",
    ]
    if images["missing"] or images["unreadable"]:
        lines.append(
            f"Judged images: {images['found']} there, {images['missing']} missing, "
            f"{images['unreadable']} unreadable."
        )
    if counts["without_relevant_photos"]:
        lines.append(
            f"{counts['without_relevant_photos']} of {counts['rankings']} rankings have no "
            "relevant photo that is there, and are not in the figures."
        )
    lines += refusals.lines(body.get("refusals", {}))
    return [*lines, *body["notes"]]


def markdown(first: Sequence[str], tables: Iterable[Section]) -> str:
    """Return a whole report as Markdown: sentences, then tables."""
    parts = ["\n\n".join(first)]
    for section in tables:
        lines = [f"### {section.title}", ""]
        lines += [f"| {' | '.join(row)} |" for row in (section.headers, _rule(section.headers))]
        lines += [f"| {' | '.join(row)} |" for row in section.rows]
        parts.append("\n".join(lines))
        parts += [section.note] if section.note else []
    return "\n\n".join(parts) + "\n"


def _rule(headers: Sequence[str]) -> tuple[str, ...]:
    return tuple("---" for _ in headers)


# ---- tables -------------------------------------------------------------------------------------


def _results(title: str, rows: Sequence[Json]) -> Section:
    has_judged = any(name in row for row in rows for name in _OVER_JUDGED)
    shown = (*_SHOWN, *(_OVER_JUDGED if has_judged else ()))
    headers = ("strategy", "queries", *shown)
    note = _SAID_OF_JUDGED if has_judged else ""
    return Section(title, headers, [_result(row, shown) for row in rows], note)


def _result(row: Json, shown: Sequence[str]) -> tuple[str, ...]:
    cells = [_with_interval(row, name) for name in shown]
    return (row["strategy"], str(row["queries"]), *cells)


def _with_interval(row: Json, name: str) -> str:
    if name not in row:
        return "–"
    if not name.endswith("ndcg@10") or name.startswith("paper"):
        return f"{row[name]:.3f}"
    low, high = row["ci95"][name]
    return f"{row[name]:.3f} ({low:.3f}–{high:.3f})"


def _costs(rows: Sequence[Json]) -> Section:
    headers = ("strategy", "ndcg@10", "rewriter calls", "sketches", "rounds", "seconds", "median")
    found = [
        (
            row["strategy"],
            _number(row.get("ndcg@10")),
            _number(row["cost"]["rewriter_calls"], 1),
            _number(row["cost"]["sketches"], 1),
            str(row["cost"]["rounds"]),
            _number(row["cost"]["seconds"]),
            _number(row["cost"]["seconds_median"]),
        )
        for row in rows
    ]
    note = "A query each, with models loaded and nothing in the cache."
    return Section("What an answer costs", headers, found, note)


def _line_drawn(title: str, rows: Sequence[Json]) -> Section:
    names = ("precision", "recall", "denied", "undecided")
    headers = ("strategy", "queries", *names)
    found = [
        (row["strategy"], str(row["line"]["queries"]), *(_number(row["line"][n]) for n in names))
        for row in rows
    ]
    note = (
        "Of the photos above the line, the share that is right; of the right ones, the share above "
        "it. Denied: none is above it although some are right. Undecided: no line is drawn."
    )
    return Section(title, headers, found, note)


def _no_match(rows: Sequence[Json]) -> Section:
    headers = ("strategy", "queries", "precision", "recall", "F1")
    found = [
        (
            row["strategy"],
            str(row["no_match"]["queries"]),
            *(_number(row["no_match"][name]) for name in ("precision", "recall", "f1")),
        )
        for row in rows
    ]
    note = "Each query was asked as it is and with all its relevant photos taken away."
    return Section("Noticing that nothing answers", headers, found, note)


def tested(test: Json) -> tuple[str, ...]:
    """Return the cells of a paired test: from, to, difference, p, p adjusted."""
    low, high = test["ci95"]
    difference = f"{test['difference']:+.3f} ({low:+.3f} to {high:+.3f})"
    return test["from"], test["to"], difference, f"{test['p']:.4f}", f"{test['p_adjusted']:.4f}"


def _tests(tests: Sequence[Json]) -> Section:
    headers = ("metric", "from", "to", "difference (95 %)", "p", "p adjusted")
    found = [(test["metric"], *tested(test)) for test in tests]
    note = "Paired by query: bootstrap interval, randomization test, Holm's adjustment."
    return Section("Differences between strategies", headers, found, note)


def _number(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


# ---- query by query -----------------------------------------------------------------------------


def per_query(report: Report) -> str:
    """Return one line of CSV for each ranking."""
    texts = {(task.query, task.entity): task for task in report.tasks}
    rows = [_line(record, texts[record.query, record.entity]) for record in report.records]
    file = io.StringIO()
    names = dict.fromkeys(name for row in rows for name in row)
    writer = csv.DictWriter(file, list(names), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def _line(record: Record, task: RankingTask) -> dict[str, Any]:
    kept = ("query", "way", "seed", "entity", "kind", "relevant", "ranked", "answered")
    told = ("answered_without", "rewriter_calls", "sketches", "rounds", "seconds", "first")
    return {
        **{name: getattr(record, name) for name in kept},
        "text": task.text,
        "instructions": " | ".join(record.instructions),
        "first_relevant": record.ranks[0] if record.ranks else "",
        **{name: getattr(record, name) for name in told},
        **(record.figures() if record.relevant else {}),
    }
