"""The table of proofs, in the order in which they are made: later ones use earlier ones' work."""

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from installer.checking import desktop_files, elf, files, hostile, placing, using, windows_setup
from installer.checking.outcome import Figures, Wrong
from installer.checking.subject import Subject
from installer.checking.table import Row


@dataclass(frozen=True)
class Proof:
    """Something that is proved.

    Attributes:
        name: for the lines that are printed, and for `--only`.
        sentence: what holds if it succeeds.
        prove: returns figures, or raises `Wrong`.
        short: whether it is part of the short form too.
        needs: a proof whose work it uses; `--only` makes that too.
    """

    name: str
    sentence: str
    prove: Callable[[Subject], Figures]
    short: bool = False
    needs: str = ""


OF_WINDOWS = "windows"

PROOFS = (
    Proof(
        "files",
        "The folder has plain files with short paths, and is small enough",
        lambda subject: files.prove_files(subject.bundle),
        short=True,
    ),
    Proof(
        "downloads",
        "The downloads are small enough, and their sums are right",
        lambda subject: files.prove_downloads(subject.folder),
    ),
    Proof(
        "libraries",
        "Every library that is needed is in the bundle or on the list; glibc is at most 2.35",
        lambda subject: elf.prove_libraries(subject.bundle),
        short=True,
    ),
    Proof(
        "desktop files",
        "The desktop file and the description for catalogs are valid",
        lambda subject: desktop_files.prove_desktop_files(subject.bundle),
    ),
    Proof(
        "start",
        "It starts in an empty system, from a folder that cannot be written, and writes nothing",
        using.prove_start,
        short=True,
    ),
    Proof("doctor", "`visret doctor` is content there", using.prove_doctor, short=True),
    Proof("demo", "A library is drawn, indexed and searched there", using.prove_demo, short=True),
    Proof(
        "search",
        "A search with sketches finds the right photo first",
        using.prove_search,
        needs="demo",
    ),
    Proof("ask", "A question is settled by photos", using.prove_ask, short=True, needs="demo"),
    Proof(
        "window",
        "The window opens there, searches and draws sketches",
        using.prove_window,
        needs="demo",
    ),
    Proof(
        "census",
        "Nothing was written but in the folders for data, cache and settings",
        using.prove_census,
        short=True,
        needs="demo",
    ),
    Proof("moved", "At another place it works on", placing.prove_moved, needs="demo"),
    Proof(
        "hostile",
        "Traps in the environment, among the person's packages and in the current folder stay set",
        hostile.prove_hostile,
        short=True,
        needs="demo",
    ),
    Proof(
        "installed",
        "install.sh replaces an older version whole, and removes all but the library",
        placing.prove_installed,
    ),
    Proof("kept", "install.sh leaves other people's folders alone", placing.prove_kept, short=True),
    Proof(
        "portable",
        "A folder `portable` keeps all that is written",
        placing.prove_portable,
    ),
    Proof(
        "package",
        "The .deb installs; its window indexes and searches; it goes and the library stays",
        placing.prove_package,
        needs="demo",
    ),
    Proof(
        OF_WINDOWS,
        "The setup for Windows installs, compares equal and uninstalls under Wine",
        windows_setup.prove_setup,
    ),
)


_BY_NAME = {proof.name: proof for proof in PROOFS}
# What is proved of a release only, not of what an environment happens to have.
OF_RELEASES = frozenset({"files", "downloads", "libraries"})


def with_needed(names: Collection[str]) -> frozenset[str]:
    """Add the proofs whose work those that are named use."""
    return frozenset(names) | {_BY_NAME[name].needs for name in names} - {""}


def prove_all(subject: Subject, names: Collection[str]) -> Iterator[Row]:
    """Make the proofs that are named."""
    return (_row(proof, subject) for proof in PROOFS if proof.name in names)


def _row(proof: Proof, subject: Subject) -> Row:
    begun = time.monotonic()
    wrong, figures = "", Figures()
    try:
        figures = proof.prove(subject)
    except Wrong as error:
        wrong = str(error)
    except Exception as error:  # noqa: BLE001  a proof that breaks proves nothing, the others may
        wrong = f"the proof itself broke: {error!r}"
    return Row(proof.name, proof.sentence, wrong, time.monotonic() - begun, figures)
