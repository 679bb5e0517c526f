"""Measure the strategies on the fieldbook, with ceilings: short for `visret bench quality`.

    python -m visret_desktop.evaluation.fieldbook_quality [--set validation] [--json FILE]

A library of 2,000 drawn pictures; 300 questions in held-out wordings and 300 descriptions of
held-out combinations. `--set validation` draws another library and other queries and compares
weights: every choice (weights, steps, guidance) is made there.
"""

import argparse
import os
import sys
from pathlib import Path

from visret_desktop.cli.main import main as visret
from visret_desktop.evaluation.fieldbook_world import QUERIES, TEST_SEED

WEIGHTS = (0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0)
_SEEDS = {"test": TEST_SEED, "validation": 5}


def main() -> int:
    """Turn the options into those of the command, and run it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", choices=tuple(_SEEDS), default="test")
    parser.add_argument("--queries", type=int, default=QUERIES // 2, help="of each kind")
    parser.add_argument("--processes", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--weights", type=float, nargs="*")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    weights = options.weights or (WEIGHTS if options.set == "validation" else ())
    command = ["bench", "quality", "--ceilings", "--seed", str(_SEEDS[options.set])]
    command += ["--queries", str(2 * options.queries), "--processes", str(options.processes)]
    command += ["--weights", ",".join(map(str, weights))] if weights else []
    return visret([*command, *(["--save", str(options.json)] if options.json else [])])


if __name__ == "__main__":
    sys.exit(main())
