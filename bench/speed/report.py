"""A speed run as tables: ratios first, and compared with an earlier run."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench import machine
from visret_desktop.errors import FileMissing, UsageError
from visret_desktop.json_lines import FAULTS, why

Json = Mapping[str, Any]
HEADERS = ("what", "ratio", "of", "value", "aim", "met", "")
FAR = 0.1  # of its target: a row that misses it by more is named at the end of a run
COMPARED = ("what", "ratio before", "now", "change", "value before", "now", "change")


def table_rows(rows: Sequence[Json]) -> list[tuple[str, ...]]:
    """Return one line for each row."""
    return [
        (
            row["name"],
            _number(row["ratio"]),
            row["ratio_of"],
            f"{_number(row['value'])} {row['unit']}",
            _aim(row),
            {True: "yes", False: "NO", None: ""}[row["met"]],
            row["detail"],
        )
        for row in rows
    ]


def markdown(body: Json) -> str:
    """Return the run as Markdown."""
    lines = [f"{machine.sentence(body['machine'])}.", ""]
    rows = [HEADERS, ("---",) * len(HEADERS), *table_rows(body["rows"])]
    lines += [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def far_off(rows: Sequence[Json]) -> list[str]:
    """Return a sentence for each row that misses its target by more than a tenth."""
    return [
        f"{row['name']} misses its aim by {row['excess']:.0%}: {_measured(row)}, {_aim(row)}."
        for row in rows
        if (row["excess"] or 0.0) > FAR
    ]


def compared(rows: Sequence[Json], before: Sequence[Json]) -> list[tuple[str, ...]]:
    """Return one line for each row that both runs have."""
    known = {row["name"]: row for row in before}
    return [_compared(row, known[row["name"]]) for row in rows if row["name"] in known]


def changes(rows: Sequence[Json], before: Sequence[Json]) -> list[dict[str, Any]]:
    """Return by how much each common row changed: now / before, of ratio and value."""
    known = {row["name"]: row for row in before}
    return [
        {
            "name": row["name"],
            "ratio": _change(row["ratio"], known[row["name"]]["ratio"]),
            "value": _change(row["value"], known[row["name"]]["value"]),
        }
        for row in rows
        if row["name"] in known
    ]


def read_run(path: Path) -> dict[str, Any]:
    """Read a run that was saved with `--json`.

    Raises:
        FileMissing: it is not there.
        UsageError: it is none.
    """
    try:
        body: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        needed = ("name", "ratio", "value", "unit")
        machine.sentence(body["machine"])
        for row in body["rows"]:
            _ = [row[name] for name in needed]
    except FileNotFoundError as error:
        raise FileMissing(path=path) from error
    except FAULTS as error:
        reason = f"{path} is no speed run that was saved with --json or --save ({why(error)})."
        raise UsageError(reason=reason) from error
    return body


def _compared(now: Json, before: Json) -> tuple[str, ...]:
    return (
        now["name"],
        _number(before["ratio"]),
        _number(now["ratio"]),
        _percent(_change(now["ratio"], before["ratio"])),
        f"{_number(before['value'])} {before['unit']}",
        f"{_number(now['value'])} {now['unit']}",
        _percent(_change(now["value"], before["value"])),
    )


def _change(now: float | None, before: float | None) -> float | None:
    return None if now is None or not before else round(now / before, 4)


def _percent(change: float | None) -> str:
    return "" if change is None else f"{100 * (change - 1):+.0f} %"


def _aim(row: Json) -> str:
    if row["aim"] is None:
        return ""
    what, _, limit = row["aim"].partition(" at ")
    sign = "≤" if limit == "most" else "≥"
    unit = f" {row['unit']}" if what == "value" else ""
    return f"{what} {sign} {row['target']:g}{unit}"


def _measured(row: Json) -> str:
    if row["aim"].startswith("ratio"):
        return f"{_number(row['ratio'])} ({row['ratio_of']})"
    return f"{_number(row['value'])} {row['unit']}"


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"
