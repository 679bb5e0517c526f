"""`installer/check DIR`: prove what `installer/build --out DIR` made."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installer import options
from installer.checking import table
from installer.checking.assembled import OF_THIS_COMPUTER, assemble
from installer.checking.outcome import Wrong
from installer.checking.proofs import OF_RELEASES, OF_WINDOWS, PROOFS, prove_all, with_needed
from installer.checking.subject import Subject
from installer.steps import BuildError

_SUITE = "bookworm"


def main(argv: Sequence[str] | None = None) -> int:
    """Make the proofs; 0 only if all holds."""
    asked = _arguments(argv)
    work = asked.work or Path(tempfile.mkdtemp(prefix="visret-check-")).resolve()
    report = asked.report or asked.folder / "proofs"
    report.mkdir(parents=True, exist_ok=True)
    suite = None if asked.short else asked.debian
    more = OF_THIS_COMPUTER if asked.environment else ()
    subject = Subject(asked.folder, work, report, suite, more)
    rows = []
    try:
        if asked.environment:
            assemble(asked.environment, subject.folder)
        for row in prove_all(subject, _wanted(asked)):
            table.say(table.line(row))
            rows.append(row)
    except (Wrong, BuildError) as error:
        table.say(f"WRONG: {error}")
        return 1
    finally:
        if asked.work is None:
            shutil.rmtree(work, ignore_errors=True)
    where = f"Debian {suite}" if suite else "a few files of this computer (the short form)"
    table.write(report, rows, where)
    wrong = sum(1 for row in rows if row.wrong)
    table.say(f"{len(rows) - wrong} of {len(rows)} hold; {report / 'proofs.md'}")
    return 1 if wrong or not rows else 0


def _wanted(asked: argparse.Namespace) -> frozenset[str]:
    if asked.only:
        return with_needed(asked.only)
    wanted = frozenset(proof.name for proof in PROOFS if proof.short or not asked.short)
    if OF_WINDOWS in wanted and not any(asked.folder.glob("visret-*.exe")):
        table.say(f"{OF_WINDOWS}: left out, as no setup was built")
        wanted -= {OF_WINDOWS}
    return wanted - OF_RELEASES if asked.environment else wanted


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="installer/check", description=__doc__)
    parser.add_argument("--short", action="store_true", help="what takes little time, no Debian")
    parser.add_argument(
        "--debian", metavar="SUITE", default=_SUITE, help=f"the empty system (default {_SUITE})"
    )
    for name, meaning, metavar in (
        ("folder", "what installer/build --out made", "DIR"),
        ("--work", "keep the Debian there, for the next time", "DIR"),
        ("--report", "where the table goes (default DIR/proofs)", "DIR"),
        (
            "--environment",
            "first make a stand-in for a bundle in DIR, of the packages of a virtual environment",
            "VENV",
        ),
    ):
        options.add_path(parser, name, meaning, metavar)
    names = [proof.name for proof in PROOFS]
    parser.add_argument(
        "--only", nargs="+", choices=names, metavar="NAME", help=f"only some: {', '.join(names)}"
    )
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
