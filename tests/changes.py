"""What changed since a commit, and whether that is the ground of the benchmarks.

`python -m tests.changes` says so, and exits with 0 if it is certainly not, otherwise with 1.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
# What benchmarks measure, by the beginning of a path. Tests marked `benchmark` run with the others
# only if something of it changed.
BENCHMARK_GROUND = (
    "bench/",
    "visret_desktop/judging/",
    "visret_desktop/engine/indexing/",
    "visret_desktop/engine/search/",
    "visret_desktop/engine/caches/",
    "visret_desktop/retrieval/",
    "tests/unit/bench/",
    "tests/unit/judging/",
)
_MAIN = ("origin/main", "main")


def base(root: Path = ROOT) -> str | None:
    """Return the commit that the work in `root` is compared with, or None if git knows none.

    It is the one that VISRET_TEST_SINCE names, or else where this branch left the main branch. On
    the main branch itself it is the commit before the last one.
    """
    named = os.environ.get("VISRET_TEST_SINCE")
    if named:
        return _git(root, "rev-parse", "--verify", "--quiet", f"{named}^{{commit}}")
    head = _git(root, "rev-parse", "HEAD")
    for main in _MAIN:
        shared = _git(root, "merge-base", "HEAD", main)
        if shared is not None:
            return shared if shared != head else _git(root, "rev-parse", "--verify", "HEAD^")
    return None


def changed_files(since: str, root: Path = ROOT) -> list[str] | None:
    """Return the paths that differ from a commit, new and deleted ones too; None: git fails."""
    differing = _git(root, "diff", "--name-only", "--no-renames", "-z", since)
    new = _git(root, "ls-files", "--others", "--exclude-standard", "-z")
    if differing is None or new is None:
        return None
    return sorted({path for path in (differing + "\0" + new).split("\0") if path})


def is_benchmark_ground(paths: Sequence[str]) -> bool:
    """Tell whether one of these paths is something that benchmarks measure."""
    return any(path.startswith(BENCHMARK_GROUND) for path in paths)


def wants_benchmarks(root: Path = ROOT) -> tuple[bool, str]:
    """Tell whether benchmarks run with the other tests, and why."""
    since = base(root)
    paths = None if since is None else changed_files(since, root)
    if since is None or paths is None:
        return True, "nobody knows what changed"
    if is_benchmark_ground(paths):
        return True, f"what they measure changed since {since[:10]}"
    return False, f"nothing that they measure changed since {since[:10]}"


def _git(root: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def main() -> int:
    """Say whether benchmarks run with the other tests; return 0 if they do not."""
    wanted, reason = wants_benchmarks()
    print(f"benchmarks: {'run' if wanted else 'left out'} ({reason})")
    return int(wanted)


if __name__ == "__main__":
    sys.exit(main())
