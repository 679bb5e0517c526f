"""Do the tests find faults? Plant small ones, one at a time, and run the tests beside each.

    uv run python -m tests.planted --seed 7 --count 30 visret_desktop/library visret_desktop/engine
    uv run python -m tests.planted --at main --at HEAD visret_desktop/library/repair

Each fault is drawn by the seed from the functions of the rooms that are named: a comparison is
turned, a condition dropped, a statement left out, or a number one too large. It is planted into a
copy of the last commit, and the tests beside its file (see `beside.py`) run there until the first
fails. With `--at` it is planted into a copy of each of these revisions, so that two suites can be
compared, each on its own program. Faults are then in functions that all of these have alike.
"""

import argparse
import ast
import io
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from tests.changes import ROOT

KINDS = ("comparison turned", "condition dropped", "statement left out", "one too large")
FOUND, MISSED, LATE, UNSURE = "found", "not found", "out of time", "fails anyway"
_TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_NOT_UNDERSTOOD, _NO_TESTS = 4, 5  # pytest's codes: of its options, where all were left out
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)
# Not part of any revision's tests before they came, and needed to know what stands beside a file.
_BESIDE = ("tests/beside.py", "tests/changes.py")


@dataclass(frozen=True)
class Fault:
    """One small fault: what stands in a file from one place to another becomes something else."""

    path: str
    kind: str
    line: int
    start: int  # offsets in the file's bytes
    end: int
    before: str
    after: str
    function: tuple[int, int]  # offsets of what it is in, with all that is around that one

    def planted_in(self, source: bytes) -> bytes:
        """Return the file with the fault."""
        return source[: self.start] + self.after.encode() + source[self.end :]

    def moved(self, source: bytes, other: bytes) -> "Fault | None":
        """Return it as a fault of another form of the file, or None if its function differs there.

        Where the other form has the function twice, it is None, too.
        """
        start, end = self.function
        function = source[start:end]
        if other.count(function) != 1:
            return None
        further = other.index(function) - start
        return replace(
            self,
            line=other[: self.start + further].count(b"\n") + 1,
            start=self.start + further,
            end=self.end + further,
            function=(start + further, end + further),
        )

    def __str__(self) -> str:
        shown = " → ".join(" ".join(part.split())[:60] for part in (self.before, self.after))
        return f"{self.path}:{self.line} {self.kind}: {shown}"


def faults_of(path: str, source: bytes) -> Iterator[Fault]:
    """Yield all faults that can be planted into the functions of a file."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = starts[node.lineno - 1] + node.col_offset
        return start, starts[node.end_lineno - 1] + node.end_col_offset

    def fault(kind: str, node: ast.expr | ast.stmt, after: str) -> Fault:
        start, end = span(node)
        before = source[start:end].decode()
        return Fault(path, kind, node.lineno, start, end, before, after, around)

    around = (0, 0)
    seen: set[ast.AST] = set()
    for function in (one for one in ast.walk(ast.parse(source)) if isinstance(one, _FUNCTIONS)):
        around = span(function)
        for node in (one for statement in function.body for one in ast.walk(statement)):
            if node in seen:  # of a function in another
                continue
            seen.add(node)
            match node:
                case ast.Compare(left, [operator], [right]):
                    turned = ast.Compare(left, [_TURNED[type(operator)]()], [right])
                    yield fault("comparison turned", node, f"({ast.unparse(turned)})")
                case ast.BoolOp(values=[first, *_]):
                    yield fault("condition dropped", node, f"({ast.unparse(first)})")
                case ast.If(test=test, orelse=[]):
                    yield fault("condition dropped", test, "True")
                case ast.Expr(ast.Call(function_called)) if not _is_logging(function_called):
                    yield fault("statement left out", node, "pass")
                case ast.AugAssign() | ast.Raise() | ast.Delete():
                    yield fault("statement left out", node, "pass")
                case ast.Constant(value) if type(value) is int:
                    yield fault("one too large", node, f"({value + 1})")


def _is_logging(function: ast.expr) -> bool:
    return ast.unparse(function).startswith(("_log.", "logging."))


def drawn(rooms: Sequence[str], count: int, seed: int, root: Path, *others: Path) -> list[Fault]:
    """Draw faults from the rooms of a checkout: kinds in turn, and of each kind by chance.

    They are in functions that the other checkouts have, too.
    """
    chance = random.Random(seed)
    files = sorted({path for room in rooms for path in _modules(root / room)})
    possible: dict[str, list[Fault]] = {kind: [] for kind in KINDS}
    for file in files:
        source, path = file.read_bytes(), file.relative_to(root)
        elsewhere = [_bytes(other / path) for other in others]
        for fault in faults_of(path.as_posix(), source):
            if all(fault.moved(source, other) for other in elsewhere):
                possible[fault.kind].append(fault)
    for faults in possible.values():
        chance.shuffle(faults)
    in_turn = [KINDS[number % len(KINDS)] for number in range(count)]
    return [possible[kind].pop() for kind in in_turn if possible[kind]]


def _bytes(file: Path) -> bytes:
    return file.read_bytes() if file.is_file() else b""


def _modules(room: Path) -> list[Path]:
    return [room] if room.is_file() else list(room.rglob("*.py"))


class Copy:
    """A checkout of a revision in a folder of its own."""

    def __init__(self, folder: Path, revision: str) -> None:
        self.folder = folder
        self._fail_anyway: list[str] = []
        _unpack(revision, folder)
        for name in _BESIDE:
            (folder / name).write_bytes((ROOT / name).read_bytes())

    def outcome(self, fault: Fault, seconds: int, first: str = "") -> tuple[str, str]:
        """Plant a fault, run the tests beside it, take it away; return what came of it, where.

        What runs first is the file that is named, if it is one of them, then the one that is named
        for the fault's file, then quick tests. A test that fails without the fault, too, is left
        out from then on.
        """
        file = self.folder / fault.path
        whole = file.read_bytes()
        asked = self._python("-c", _ASK, fault.path, seconds=seconds)
        if asked.returncode:
            raise RuntimeError(asked.stdout)
        tests = asked.stdout.split()
        of_its_name = f"/test_{PurePosixPath(fault.path).name}"
        order = (first.__eq__, lambda one: one.endswith(of_its_name), _is_quick, bool)
        parts = []
        for belongs in order:
            parts.append([one for one in tests if belongs(one)])
            tests = [one for one in tests if one not in parts[-1]]
        deadline = time.monotonic() + seconds
        for part in filter(None, parts):
            while True:
                file.write_bytes(fault.planted_in(whole))
                try:
                    done = self._pytest(part, max(1, int(deadline - time.monotonic())))
                except subprocess.TimeoutExpired:
                    return LATE, ""
                finally:
                    file.write_bytes(whole)
                if done.returncode in (0, _NO_TESTS):
                    break
                if done.returncode == _NOT_UNDERSTOOD:  # and no test ran, so none found anything
                    raise RuntimeError(done.stdout)
                failed = next(iter(_FAILED.findall(done.stdout)), "")
                if not failed:
                    lines = done.stdout.strip().splitlines()
                    return FOUND, lines[-1] if lines else ""
                try:
                    again = self._pytest([failed], seconds)
                except subprocess.TimeoutExpired:
                    return UNSURE, failed
                if again.returncode == 0:
                    return FOUND, failed
                self._fail_anyway.append(failed)
        return MISSED, ""

    def _pytest(self, tests: Sequence[str], seconds: int) -> "subprocess.CompletedProcess[str]":
        options = ("-x", "-q", "--no-header", "--tb=no", "-rfE", "-p", "no:cacheprovider")
        left_out = [
            f"--{'deselect' if '::' in one else 'ignore'}={one}" for one in self._fail_anyway
        ]
        workers = "-n2" if len(tests) > 1 else "-n0"
        return self._python("-m", "pytest", *options, workers, *left_out, *tests, seconds=seconds)

    def _python(self, *arguments: str, seconds: int) -> "subprocess.CompletedProcess[str]":
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                out, _ = process.communicate(timeout=seconds)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                raise
        return subprocess.CompletedProcess(command, process.returncode, out, "")


def _is_quick(test: str) -> bool:
    return test.startswith("tests/unit/")


_ASK = "import sys; from tests.beside import Imports; print(*sorted(Imports().beside(sys.argv[1])))"


def _unpack(revision: str, folder: Path) -> None:
    command = ["git", "-C", str(ROOT), "archive", revision]
    packed = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")


def main() -> int:
    """Plant what argv asks for and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted", description=__doc__)
    parser.add_argument("rooms", nargs="+", help="folders or files that get faults")
    parser.add_argument("--count", type=int, default=30, help="how many faults")
    parser.add_argument("--seed", type=int, default=7, help="which ones")
    parser.add_argument("--seconds", type=int, default=300, help="most that the tests may take")
    parser.add_argument("--at", action="append", help="a revision to plant into; HEAD")
    asked = parser.parse_args()
    revisions = asked.at or ["HEAD"]
    totals = {revision: Counter[str]() for revision in revisions}
    with tempfile.TemporaryDirectory(prefix="planted-") as scratch:
        copies = {one: Copy(Path(scratch) / str(n), one) for n, one in enumerate(revisions)}
        folders = [copy.folder for copy in copies.values()]
        for number, fault in enumerate(drawn(asked.rooms, asked.count, asked.seed, *folders), 1):
            print(f"{number:3} {fault}", flush=True)
            where = ""
            source = (folders[0] / fault.path).read_bytes()
            for revision, copy in copies.items():
                own = fault.moved(source, (copy.folder / fault.path).read_bytes())
                assert own is not None
                outcome, where = copy.outcome(own, asked.seconds, first=where.split("::")[0])
                totals[revision][outcome] += 1
                print(f"      {revision}: {outcome} {where}".rstrip(), flush=True)
    for revision, outcomes in totals.items():
        said = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
        print(f"tests of {revision}: {said or 'no faults'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
