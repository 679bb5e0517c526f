"""The long form of all tests, with a report: `uv run python -m tests.long_form [REPORT]`.

Everything that `uv run pytest` leaves out runs, too: all rounds of faults, the benchmarks, and
what is marked `long`. Faults are drawn by a seed of this run, which the report names. It takes
hours. The report is Markdown, printed at the end and written to REPORT (build/long-form.md).
`--plan` runs nothing, but prints the parts with their numbers of tests.

`--orders 5` runs what `uv run pytest` runs five times instead, each time under another seed: of the
faults, of what hypothesis draws, and of the order of files and of the tests in them.
"""

import argparse
import os
import random
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.changes import ROOT

_PYTEST = (sys.executable, "-m", "pytest")
_REPORT = ROOT / "build" / "long-form.md"
# Each part with the options of pytest that choose it. Faults are in one process, whose table it is.
PARTS = {
    "faults": ("-m", "faults", "-n", "0"),
    "benchmarks": ("-m", "benchmark", "--benchmarks=yes"),
    "all else, at length": ("-m", "not faults and not benchmark"),
}


@dataclass(frozen=True)
class Part:
    """How one part went."""

    name: str
    seconds: float
    code: int
    output: str

    @property
    def last_line(self) -> str:
        lines = self.output.strip().splitlines()
        return lines[-1].strip("= ") if lines else "nothing was said"

    @property
    def failed(self) -> list[str]:
        lines = self.output.splitlines()
        return [line for line in lines if line.startswith(("FAILED ", "ERROR "))]


def report(parts: Sequence[Part], seed: str, table: str) -> str:
    """Return the report as Markdown."""
    return _report(f"The long form, with VISRET_FAULT_SEED={seed}", parts, table)


def _report(title: str, parts: Sequence[Part], table: str = "") -> str:
    lines = [f"# {title}", ""]
    lines += ["| part | seconds | result |", "| --- | ---: | --- |"]
    lines += [f"| {part.name} | {part.seconds:.0f} | {part.last_line} |" for part in parts]
    failed = [line for part in parts for line in part.failed]
    if failed:
        lines += ["", "## What failed", "", *(f"- `{line}`" for line in failed)]
    if table:
        lines += ["", "## Faults", "", table.strip()]
    return "\n".join([*lines, ""])


def plan() -> str:
    """Return the parts as Markdown, with how many tests each has and what runs them."""
    lines = ["| part | tests | command |", "| --- | ---: | --- |"]
    for name, options in PARTS.items():
        command = [*_PYTEST, "--collect-only", "-q", *options, "-n", "0"]
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        tests = listed.stdout.count("::")
        lines.append(f"| {name} | {tests:,} | `pytest {shlex.join(options)}` |")
    return "\n".join(lines)


def main(argv: Sequence[str]) -> int:
    """Run all parts, also after one that fails; return whether any did."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.long_form",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("report", nargs="?", type=Path, default=_REPORT)
    parser.add_argument("--plan", action="store_true", help="print the parts; run nothing")
    parser.add_argument("--orders", type=int, metavar="N", help="run the usual tests N times")
    asked = parser.parse_args(argv)
    if asked.plan:
        print(plan())
        return 0
    asked.report.parent.mkdir(parents=True, exist_ok=True)
    seed = os.environ.get("VISRET_FAULT_SEED") or str(random.SystemRandom().randrange(1_000_000))
    if asked.orders:
        parts = [_run(*in_order(int(seed) + n)) for n in range(asked.orders)]
        said = _report("In other orders, under other seeds", parts)
    else:
        parts, said = _run_all(asked.report, seed)
    asked.report.write_text(said, encoding="utf-8")
    print(said)
    return int(any(part.code for part in parts))


def in_order(seed: int) -> tuple[str, list[str], str]:
    """Return the name, options and seed of one run of the usual tests in another order."""
    options = [f"--shuffle={seed}", f"--hypothesis-seed={seed}"]
    return f"VISRET_FAULT_SEED={seed} pytest {shlex.join(options)}", options, str(seed)


def _run_all(out: Path, seed: str) -> tuple[list[Part], str]:
    table = out.with_suffix(".faults.md")
    table.unlink(missing_ok=True)
    parts = []
    for name, options in PARTS.items():
        more = [f"--fault-table={table}", "tests/faults"] if name == "faults" else []
        parts.append(_run(name, [*options, *more], seed))
    faults = table.read_text(encoding="utf-8") if table.exists() else ""
    return parts, report(parts, seed, faults)


def _run(name: str, options: Sequence[str], seed: str) -> Part:
    """Run pytest, showing what it says."""
    print(f"==> {name}", flush=True)
    began, lines = time.monotonic(), []
    environment = {**os.environ, "VISRET_FAULT_SEED": seed}
    command = [*_PYTEST, "--durations=30", "--durations-min=10", *options]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return Part(name, time.monotonic() - began, process.returncode, "".join(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
