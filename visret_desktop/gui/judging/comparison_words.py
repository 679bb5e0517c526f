"""A comparison of settings in the window's words."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

Json = Mapping[str, Any]


def name_of(row: Json) -> str:
    """Return how a way to search is called: the strategy's word, its weight, its encoder."""
    words = {
        "original": _tr("text"),
        "rephrase": _tr("instruction"),
        "visret": _tr("pictures"),
        "visret-single": _tr("one picture"),
        "hybrid": _tr("both, pictures weighing {0:g}").format(row["weight"]),
    }
    return ", ".join(part for part in (words[row["strategy"]], row["title"]) if part)


def figure_of(row: Json, metric: str) -> str:
    """Return how good it is, with the interval."""
    low, high = row["ci95"]
    return f"{row[metric]:.2f} [{low:.2f}, {high:.2f}]"


def sentence(body: Json) -> str:
    """Return which way came out best, and whether that speaks for changing anything."""
    best = body["best"]
    found = _tr("Best of {0} ways: {1}. NDCG@10 {2} over {3} judged queries.").format(
        len(body["rows"]), name_of(best), figure_of(best, body["metric"]), body["queries"]
    )
    return " ".join(part for part in (found, _difference(body), _call_for_more(body)) if part)


def _difference(body: Json) -> str:
    best = body["best"]
    if best["is_current"]:
        return _tr("That is what you have: leave it as it is.")
    current = next((row for row in body["rows"] if row["is_current"]), None)
    if current is None:
        return ""
    sure = _tr("What you have ({0}) is worse by {1:.2f}, beyond chance (p = {2:.3f}).")
    unsure = _tr(
        "What you have ({0}) differs by {1:.2f}, which may be chance (p = {2:.2f}): nothing "
        "urges you to change it."
    )
    words = sure if body["is_beyond_chance"] else unsure
    return words.format(name_of(current), best["difference"], best["p_adjusted"])


def _call_for_more(body: Json) -> str:
    if body["queries"] >= body["fewest_queries"]:
        return ""
    words = _tr("So few queries cannot tell: judge hits of {0} or more.")
    return words.format(body["fewest_queries"])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Comparison", text)
