"""Run the tests beside what changed: `uv run python -m tests.changed [COMMIT] [OPTIONS OF PYTEST]`.

Changed is what differs from COMMIT, or else from where this branch left the main one: committed or
not. The tests are those that import it by the fewest steps, see `beside.py`. Benchmarks are left
out; `--benchmarks=yes` has them run, too.
"""

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from tests.beside import beside_all
from tests.changes import ROOT, base, changed_files

_NO_TESTS = 5  # pytest's code where all were left out


def main(argv: Sequence[str]) -> int:
    """Run pytest and return its exit code."""
    since, options = base(), list(argv)
    if options and not options[0].startswith("-"):
        since = options.pop(0)
    paths = None if since is None else changed_files(since)
    if paths is None:
        print(f"git does not know what changed since {since or 'the main branch'}", file=sys.stderr)
        return 2
    tests = beside_all(paths) if paths else []
    if find_spec("psycopg") is None:  # uv run --extra institution
        tests = [test for test in tests if not test.startswith("tests/institution/")]
    print(f"{len(paths)} files changed since {since}; {len(tests)} files of tests beside them")
    if not tests:
        return 0
    pytest = [sys.executable, "-m", "pytest", "--benchmarks=no", *options, *tests]
    code = subprocess.run(pytest, cwd=ROOT, check=False).returncode
    return 0 if code == _NO_TESTS else code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
