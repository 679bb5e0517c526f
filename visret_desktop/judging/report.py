"""A comparison of settings as sentences and a table."""

from collections.abc import Iterator, Mapping
from typing import Any

from visret_desktop.judging.verdict import OVER_JUDGED, STANDARD

Json = Mapping[str, Any]
HEADERS = (
    "",
    "settings",
    "NDCG@10",
    "95 %",
    "difference",
    "p",
    "unjudged as wrong",
    "judged of 10",
    "seconds",
)


def about(body: Json) -> Iterator[str]:
    """Yield what the comparison was made on."""
    queries, photos = body["judged_queries"], body["judged_photos"]
    of_all = f"of {body['library_photos']:,} in the library"
    yield (
        f"{queries} judged queries, {photos} judged photos among {body['other_photos']:,} others, "
        f"{of_all}."
    )
    if body["metric"] == OVER_JUDGED:
        line = f"{body['queries']} of the queries have right and wrong photos: these count"
        yield f"{line}, over judged photos alone; what nobody judged is left out of each ranking."
    else:
        yield "No photo is marked as wrong: all that is not marked as right counts as wrong."


def rows(body: Json) -> list[tuple[str, ...]]:
    """Return the table's rows, the best first."""
    return [_row(row, body["metric"]) for row in body["rows"]]


def _row(row: Json, metric: str) -> tuple[str, ...]:
    low, high = row["ci95"]
    return (
        "now" if row["is_current"] else "",
        row["label"],
        f"{row[metric]:.3f}",
        f"{low:.3f}–{high:.3f}",
        "" if row["difference"] is None else f"{row['difference']:+.3f}",
        "" if row["p_adjusted"] is None else f"{row['p_adjusted']:.3f}",
        f"{row[STANDARD]:.3f}",
        f"{row['judged@10']:.0%}",
        "–" if row["seconds"] is None else f"{row['seconds']:.2f}",
    )
