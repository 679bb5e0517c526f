"""The setup for Windows: its own proofs are beside its build."""

from installer.checking.outcome import Figures, Wrong, nothing_of
from installer.checking.subject import Subject
from installer.steps import BuildError
from installer.windows.proof import prove


def prove_setup(subject: Subject) -> Figures:
    """Under Wine it installs what was built, and uninstalls it.

    Raises:
        Wrong: it does not, or it cannot be tried.
    """
    setup = subject.only("visret-*.exe")
    try:
        findings = list(prove(setup, subject.only("visret-*-windows-x86_64")))
    except BuildError as error:
        raise Wrong(str(error)) from error
    faults = [f"{found.sentence} {found.fault}" for found in findings if found.fault]
    nothing_of(faults, "under Wine")
    return {"trials of the setup": str(len(findings))}
