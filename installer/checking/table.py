"""The table that a run leaves: what was proved, how long it took, and figures."""

import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from installer.checking.outcome import Figures
from installer.checking.using import processors


@dataclass(frozen=True)
class Row:
    """How one proof ended; `wrong` is empty where all holds."""

    name: str
    sentence: str
    wrong: str
    seconds: float
    figures: Figures


def say(text: str) -> None:
    """Write a line for the person who watches."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def line(row: Row) -> str:
    """Return what the person who watches is told of a proof."""
    verdict = f"WRONG: {row.wrong}" if row.wrong else "ok"
    return f"{row.seconds:7.1f} s  {row.name:<14} {verdict}"


def write(folder: Path, rows: Sequence[Row], where: str) -> None:
    """Write `proofs.json` and `proofs.md`."""
    computer = f"{processors()}, {platform.system()} {platform.release()}"
    body = {
        "ok": not any(row.wrong for row in rows),
        "where": where,
        "computer": computer,
        "proofs": [asdict(row) for row in rows],
    }
    text = json.dumps(body, indent=1, ensure_ascii=False) + "\n"
    (folder / "proofs.json").write_text(text, encoding="utf-8")
    (folder / "proofs.md").write_text("\n".join(_lines(rows, where, computer)), encoding="utf-8")


def _lines(rows: Sequence[Row], where: str, computer: str) -> list[str]:
    lines = [f"Proved in {where}, on {computer}.", ""]
    lines += ["| proof | verdict | seconds |", "| --- | --- | --- |"]
    lines += [f"| {row.sentence} | {row.wrong or 'ok'} | {row.seconds:.1f} |" for row in rows]
    lines += ["", "| figure | value |", "| --- | --- |"]
    lines += [f"| {name} | {value} |" for row in rows for name, value in row.figures.items()]
    return [*lines, ""]
