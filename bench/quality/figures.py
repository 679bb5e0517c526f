"""From records to figures: means with intervals, costs, tests between ways, no-match detection.

The unit is the query: entities and seeds of one query are averaged first.
"""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from bench.p_values import with_adjusted
from visret_desktop.judging import metrics
from visret_desktop.judging.records import OfQuery, Record, by_query

Json = dict[str, Any]
TESTED = ("ndcg@10", "success@1")


def rows(records: Sequence[Record], ways: Sequence[str]) -> list[Json]:
    """Return one row for each way."""
    return [_row(way, [record for record in records if record.way == way]) for way in ways]


def rows_by_kind(records: Sequence[Record], ways: Sequence[str]) -> dict[str, list[Json]]:
    """Return the rows of each kind of query, where there are several kinds."""
    kinds = dict.fromkeys(record.kind for record in records)
    if len(kinds) < 2:
        return {}
    return {kind: rows([r for r in records if r.kind == kind], ways) for kind in kinds}


def _row(way: str, records: Sequence[Record]) -> Json:
    of_query = by_query(records)
    names = dict.fromkeys(name for figures in of_query.values() for name in figures)
    values = {name: [f[name] for f in of_query.values() if name in f] for name in names}
    summaries = {name: metrics.summary(found) for name, found in values.items()}
    return {
        "strategy": way,
        "queries": len(of_query),
        **{name: summary["mean"] for name, summary in summaries.items()},
        "ci95": {name: summary["ci95"] for name, summary in summaries.items()},
        "cost": _cost(records),
        "line": _line(records),
        "no_match": _no_match(records),
        "rewrites_exact": mean(record.is_exact for record in records),
    }


def _cost(records: Sequence[Record]) -> Json:
    """Return what a query costs on average; its entities cost together."""
    asked: dict[tuple[int, int], list[Record]] = defaultdict(list)
    for record in records:
        asked[record.query, record.seed].append(record)
    seconds = [
        sum(record.seconds for record in one if record.seconds is not None)
        for one in asked.values()
        if all(record.seconds is not None for record in one)
    ]
    each = max(1, len(asked))
    return {
        "rewriter_calls": round(sum(record.rewriter_calls for record in records) / each, 3),
        "sketches": round(sum(record.sketches for record in records) / each, 3),
        "rounds": max((record.rounds for record in records), default=0),
        "seconds": round(statistics.fmean(seconds), 4) if seconds else None,
        "seconds_median": round(statistics.median(seconds), 4) if seconds else None,
    }


def _line(records: Sequence[Record]) -> Json:
    """Return how well the line between found and less likely was drawn, as means over rankings.

    `denied`: the share of rankings with nothing above the line although something is right.
    `undecided`: the share without a line.
    """
    asked = [record for record in records if record.relevant]
    figures = [_at_the_line(record) for record in asked]
    return {
        "queries": len(asked),
        "precision": mean(one.get("precision") for one in figures),
        "recall": mean(one.get("recall") for one in figures),
        "denied": mean(record.found == 0 for record in asked),
        "undecided": mean(record.found < 0 for record in asked),
    }


def _at_the_line(record: Record) -> dict[str, float]:
    """Return the share of right photos above the line, and of what is right the share there.

    Nothing above the line: there is no precision. Without a line there is neither.
    """
    right = sum(rank <= record.found for rank in record.ranks)
    share = {"precision": right / record.found} if record.found > 0 else {}
    return share | ({"recall": right / record.relevant} if record.found >= 0 else {})


def _no_match(records: Iterable[Record]) -> Json:
    """Return how well the cut-off notices that nothing answers a query.

    Each query is asked twice: as it is, and with all relevant photos removed. Precision: of those
    that nothing was found for, how many were of the second kind; recall: of the second kind, for
    how many nothing was found.
    """
    pairs = [r for r in records if r.relevant and r.answered_without is not None]
    right = sum(not record.answered_without for record in pairs)
    wrong = sum(not record.answered for record in pairs)
    precision = right / (right + wrong) if right + wrong else None
    recall = right / len(pairs) if pairs else None
    f1 = 2 * right / (right + wrong + len(pairs)) if pairs else None
    return {
        "queries": len(pairs),
        "precision": rounded(precision),
        "recall": rounded(recall),
        "f1": rounded(f1),
    }


def rounded(value: float | None) -> float | None:
    """Return a figure as it is kept."""
    return None if value is None else round(value, 4)


def mean(values: Iterable[float | bool | None]) -> float | None:
    """Return a mean as it is kept; None of nothing."""
    known = [value for value in values if value is not None]
    return round(statistics.fmean(known), 4) if known else None


# ---- tests ----------------------------------------------------------------------------------


def tests(
    records: Sequence[Record],
    ways: Sequence[str],
    chosen: Sequence[tuple[str, str]] | None,
) -> list[Json]:
    """Compare ways in pairs, all or those `chosen`; p-values also adjusted for their number."""
    figures = {way: by_query(r for r in records if r.way == way) for way in ways}
    wanted = combinations(ways, 2) if chosen is None else chosen
    pairs = [pair for pair in wanted if figures[pair[0]] and figures[pair[1]]]
    found: list[Json] = []
    for name in TESTED:
        tested = [_test(name, one, other, figures) for one, other in pairs]
        found += with_adjusted(tested)
    return found


def _test(name: str, one: str, other: str, figures: Mapping[str, OfQuery]) -> Json:
    common = figures[one].keys() & figures[other].keys()
    differences = [figures[other][query][name] - figures[one][query][name] for query in common]
    low, high = metrics.interval(differences)
    return {
        "metric": name,
        "from": one,
        "to": other,
        "difference": round(float(np.mean(differences)), 4) if differences else 0.0,
        "ci95": [round(low, 4), round(high, 4)],
        "p": metrics.sign_flip_test(differences),
    }
