"""Draw a run: accuracy with its intervals, and accuracy against what it costs."""

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

_METRIC = "ndcg@10"
_LEAST_SECONDS = 1e-3


def plot_file(suffix: str, body: Mapping[str, Any]) -> bytes:
    """Draw a run's `body` and return it as a .png or .svg file."""
    from matplotlib.figure import Figure

    rows = [row for row in body["results"] if _METRIC in row]
    figure = Figure(figsize=(11, 0.45 * len(rows) + 2.5), layout="constrained")
    bars, costs = figure.subplots(1, 2)
    _draw_accuracy(bars, rows)
    _draw_costs(costs, rows)
    figure.suptitle(f"{body['data_set']}: {body['queries']['read']} queries")
    buffer = BytesIO()
    figure.savefig(buffer, dpi=150, format=suffix.removeprefix("."))
    return buffer.getvalue()


def _draw_accuracy(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    names = [row["strategy"] for row in rows]
    means = [row[_METRIC] for row in rows]
    intervals = [row["ci95"][_METRIC] for row in rows]
    below = [mean - low for mean, (low, _) in zip(means, intervals, strict=True)]
    above = [high - mean for mean, (_, high) in zip(means, intervals, strict=True)]
    axes.barh(names, means, xerr=[below, above], color="#8fb3d9", ecolor="#33475b", capsize=3)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel(f"{_METRIC}, 95 % interval over queries")


def _draw_costs(axes: Any, rows: Sequence[Mapping[str, Any]]) -> None:
    known = [row for row in rows if row["cost"]["seconds"] is not None]
    for row in known:
        seconds = max(row["cost"]["seconds"], _LEAST_SECONDS)
        axes.scatter(seconds, row[_METRIC], color="#33475b")
        axes.annotate(
            row["strategy"], (seconds, row[_METRIC]), (4, 4), textcoords="offset points", fontsize=8
        )
    axes.set_xscale("log")
    axes.margins(x=0.25, y=0.15)
    axes.set_xlabel("seconds a query")
    axes.set_ylabel(_METRIC)
