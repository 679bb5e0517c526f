"""`installer/check DIR`: prove what `installer/build --out DIR` made."""

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from installer.checking import table
from installer.checking.assembled import OF_THIS_COMPUTER, assemble
from installer.checking.outcome import Wrong
from installer.checking.proofs import OF_RELEASES, OF_WINDOWS, PROOFS, prove_all, with_needed
from installer.checking.subject import Subject
from installer.steps import BuildError

_SUITE = "bookworm"


def main(argv: Sequence[str] | None = None) -> int:
    """Make the proofs; 0 only if all holds."""
    options = _arguments(argv)
    work = (options.work or Path(tempfile.mkdtemp(prefix="visret-check-"))).resolve()
    report = (options.report or options.folder / "proofs").resolve()
    report.mkdir(parents=True, exist_ok=True)
    suite = None if options.short else options.debian
    more = OF_THIS_COMPUTER if options.environment else ()
    subject = Subject(options.folder.resolve(), work, report, suite, more)
    rows = []
    try:
        if options.environment:
            assemble(options.environment.resolve(), subject.folder)
        for row in prove_all(subject, _wanted(options)):
            table.say(table.line(row))
            rows.append(row)
    except (Wrong, BuildError) as error:
        table.say(f"WRONG: {error}")
        return 1
    finally:
        if options.work is None:
            shutil.rmtree(work, ignore_errors=True)
    where = f"Debian {suite}" if suite else "a few files of this computer (the short form)"
    table.write(report, rows, where)
    wrong = sum(1 for row in rows if row.wrong)
    table.say(f"{len(rows) - wrong} of {len(rows)} hold; {report / 'proofs.md'}")
    return 1 if wrong or not rows else 0


def _wanted(options: argparse.Namespace) -> frozenset[str]:
    if options.only:
        return with_needed(options.only)
    wanted = frozenset(proof.name for proof in PROOFS if proof.short or not options.short)
    if OF_WINDOWS in wanted and not any(options.folder.glob("visret-*.exe")):
        table.say(f"{OF_WINDOWS}: left out, as no setup was built")
        wanted -= {OF_WINDOWS}
    return wanted - OF_RELEASES if options.environment else wanted


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="installer/check", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR", help="what installer/build --out made")
    parser.add_argument("--short", action="store_true", help="what takes little time, no Debian")
    parser.add_argument(
        "--debian", metavar="SUITE", default=_SUITE, help=f"the empty system (default {_SUITE})"
    )
    parser.add_argument(
        "--work", type=Path, metavar="DIR", help="keep the Debian there, for the next time"
    )
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="where the table goes (default DIR/proofs)"
    )
    parser.add_argument(
        "--environment",
        type=Path,
        metavar="VENV",
        help="first make a stand-in for a bundle in DIR, of the packages of a virtual environment",
    )
    names = [proof.name for proof in PROOFS]
    parser.add_argument(
        "--only", nargs="+", choices=names, metavar="NAME", help=f"only some: {', '.join(names)}"
    )
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
