"""From rankings to a verdict: which settings came out best, and whether by more than chance.

Few photos are judged, and most of them because the settings of that day showed them. A figure that
counts everything unjudged as wrong therefore favors those settings: what another encoder finds
first, nobody has judged yet. So the figure that decides is NDCG@10 over judged photos alone, each
ranking without the photos that nobody judged (condensed lists: Sakai, 2007). It needs queries for
which some photos are right and some wrong; where there are none the standard form decides. Both are
told, and the share of the first ten that was judged: where it is low, more marks are worth more
than any figure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from visret_desktop.judging import metrics
from visret_desktop.judging.records import Record, by_query
from visret_desktop.judging.ways import Configuration, EncoderSet
from visret_desktop.strategies import STRATEGIES

Json = dict[str, Any]
OVER_JUDGED, STANDARD = "judged-ndcg@10", "ndcg@10"
_CHANCE = 0.05
_FEWEST = 6  # with fewer queries no difference is significant
_IN_VAIN = " Sketches did not help here: these settings switch them off."


@dataclass(frozen=True)
class TriedSettings:
    """One combination of settings and the rankings it made."""

    encoder_set: EncoderSet
    title: str  # names of the encoders, where there are several
    way: Configuration
    records: Sequence[Record]
    is_current: bool

    @property
    def label(self) -> str:
        """Its name in a sentence."""
        weight = f" with weight {self.way.weight:g}" if self.way.strategy == "hybrid" else ""
        return f"{self.way.strategy}{weight}" + (f", {self.title}" if self.title else "")


def verdict(tried: Sequence[TriedSettings]) -> Json:
    """Return a row for each combination, which is the best, and a sentence that says so."""
    metric = OVER_JUDGED if _values(tried[0], OVER_JUDGED) else STANDARD
    rows = [_row(one, metric) for one in tried]
    _compare_with_current(rows, tried, metric)
    best = min(rows, key=lambda row: (-row[metric], not row["is_current"], row["seconds"] or 0.0))
    queries = len(_values(tried[0], metric))
    is_in_vain = queries >= _FEWEST and _is_drawing_in_vain(best, rows)
    return {
        "metric": metric,
        "queries": queries,
        "fewest_queries": _FEWEST,
        "rows": sorted(rows, key=lambda row: -row[metric]),
        "best": best,
        "is_beyond_chance": bool(best["p_adjusted"] is not None and best["p_adjusted"] < _CHANCE),
        "sentence": _sentence(best, rows, metric, queries) + (_IN_VAIN if is_in_vain else ""),
        "is_drawing_in_vain": is_in_vain,
        "settings": {
            "encoder": best["encoder"],
            "second_encoder": best["second_encoder"],
            "strategy": best["strategy"],
            **({"hybrid_weight": best["weight"]} if best["strategy"] == "hybrid" else {}),
            **({"pictures_enabled": False} if is_in_vain else {}),
        },
    }


def _is_drawing_in_vain(best: Json, rows: Sequence[Json]) -> bool:
    """Tell whether what a person has draws, and the best of all ways is one that does not."""
    current = next((row for row in rows if row["is_current"]), best)
    return STRATEGIES[current["strategy"]].draws and not STRATEGIES[best["strategy"]].draws


def _values(one: TriedSettings, metric: str) -> dict[int, float]:
    of_query = by_query(one.records)
    return {query: figures[metric] for query, figures in of_query.items() if metric in figures}


def _row(one: TriedSettings, metric: str) -> Json:
    values = list(_values(one, metric).values())
    low, high = metrics.interval(values)
    shares = [record.judged_share(10) for record in one.records]
    seconds = [record.seconds for record in one.records if record.seconds is not None]
    return {
        "label": one.label,
        "title": one.title,
        **one.encoder_set.chosen(),
        "strategy": one.way.strategy,
        "weight": one.way.weight,
        metric: round(float(np.mean(values)), 4),
        "ci95": [round(low, 4), round(high, 4)],
        STANDARD: round(float(np.mean(list(_values(one, STANDARD).values()))), 4),
        "judged@10": round(float(np.mean(shares)), 3),
        "seconds": round(float(np.median(seconds)), 3) if seconds else None,
        "is_current": one.is_current,
        "difference": None,
        "p": None,
        "p_adjusted": None,
    }


def _compare_with_current(
    rows: Sequence[Json], tried: Sequence[TriedSettings], metric: str
) -> None:
    """Add differences to the current settings, paired by query, and p-values for all together."""
    current = next((one for one in tried if one.is_current), None)
    if current is None:
        return
    base = _values(current, metric)
    others = [n for n, one in enumerate(tried) if not one.is_current]
    differences = {n: _differences(base, _values(tried[n], metric)) for n in others}
    p_values = [metrics.sign_flip_test(differences[n]) for n in others]
    for n, p, adjusted in zip(others, p_values, metrics.adjusted(p_values), strict=True):
        comparison = {"p": round(p, 4), "p_adjusted": round(adjusted, 4)}
        rows[n].update(difference=round(float(np.mean(differences[n])), 4), **comparison)


def _differences(base: Mapping[int, float], other: Mapping[int, float]) -> list[float]:
    return [other[query] - value for query, value in base.items() if query in other]


def _sentence(best: Json, rows: Sequence[Json], metric: str, queries: int) -> str:
    low, high = best["ci95"]
    figure = "NDCG@10" + (" over judged photos" if metric == OVER_JUDGED else "")
    result = f"{figure} {best[metric]:.2f} [{low:.2f}, {high:.2f}] over {_number(queries)}"
    label = best["label"][0].upper() + best["label"][1:]
    return f"{label}: {result}, best of {len(rows)}. {_about_difference(best, rows, queries)}"


def _about_difference(best: Json, rows: Sequence[Json], queries: int) -> str:
    if best["is_current"]:
        return "That is what you have: leave it as it is." + _call_for_more(queries)
    current = next((row for row in rows if row["is_current"]), None)
    if current is None:
        return "Your current settings were not among them."
    difference = f"{best['difference']:+.2f}"
    line = f"The difference to your current settings ({current['label']}), {difference},"
    if best["p_adjusted"] < _CHANCE:
        return f"{line} is beyond chance (p = {best['p_adjusted']:.3f}): change them."
    return f"{line} may be chance (p = {best['p_adjusted']:.2f})." + _call_for_more(queries)


def _call_for_more(queries: int) -> str:
    if queries >= _FEWEST:
        return ""
    return f" So few queries cannot tell: mark photos for {_FEWEST} or more, better 20."


def _number(queries: int) -> str:
    return "1 query" if queries == 1 else f"{queries} queries"
