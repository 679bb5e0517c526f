"""Two ways to an empty system: a Debian that is fetched, or what is borrowed of this computer."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from installer.checking.empty_system import HOME, PERSON, EmptySystem, Visit, namespaces
from installer.checking.outcome import Wrong
from installer.elf import of_this_computer

_ACCOUNT = f"ana:x:{PERSON}:{PERSON}:Ana:{HOME}:/bin/sh\n"
# What the short form takes of this computer; the launchers and install.sh want no more.
_COMMANDS = (
    *("sh", "env", "readlink", "dirname", "basename", "mkdir", "rmdir", "rm", "mv", "cp", "ln"),
    *("cat", "ls", "id", "uname", "sed", "grep", "chmod", "touch", "find", "mktemp", "cksum"),
    *("true", "tr", "cut", "head", "sort", "test", "expr", "date", "sleep"),
)


def debian(suite: str, packages: Sequence[str], work: Path) -> EmptySystem:
    """Return a minimal Debian with some packages; it is fetched once and kept in `work`.

    Raises:
        Wrong: it could not be made.
    """
    if os.geteuid():
        raise Wrong("only root can make a Debian: use sudo, or --short")
    wanted = "\n".join(sorted(packages))
    system = EmptySystem(work / f"debian-{suite}", namespaces())
    mark = Path("etc", "visret-packages")
    if (system.root / mark).is_file() and (system.root / mark).read_text() == wanted:
        return _tried(system, work)
    new = work / f"debian-{suite}.new"
    shutil.rmtree(new, ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    _do(["debootstrap", "--variant=minbase", suite, str(new)])
    install = ["apt-get", "install", "--quiet", "--yes", "--no-install-recommends", *packages]
    _do(["chroot", str(new), "env", "DEBIAN_FRONTEND=noninteractive", *install])
    _do(["chroot", str(new), "apt-get", "clean"])
    _furnish(EmptySystem(new, system.enter))
    (new / mark).write_text(wanted)
    shutil.rmtree(system.root, ignore_errors=True)
    new.rename(system.root)
    return _tried(system, work)


def borrowed(libraries: Sequence[str], work: Path) -> EmptySystem:
    """Return a system of a shell, a few commands and some libraries, all of this computer.

    What is not here is not there either.

    Raises:
        Wrong: it could not be made.
    """
    root = work / "borrowed"
    system = EmptySystem(root, namespaces())
    shutil.rmtree(root, ignore_errors=True)
    places = of_this_computer()
    commands = [path for name in _COMMANDS if (path := shutil.which(name, path="/usr/bin:/bin"))]
    wanted = [*commands, *(places[name] for name in libraries if name in places)]
    told = subprocess.run(["ldd", *wanted], capture_output=True, text=True, check=False).stdout
    linked = [word for line in told.splitlines() for word in line.split() if word[0] == "/"]
    for path in {*wanted, *(name for name in linked if not name.endswith(":"))}:
        target = root / path.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    (root / "usr" / "bin").mkdir(parents=True, exist_ok=True)
    for name in ("env", "sh"):  # where /bin and /usr/bin are two folders
        for place in ("bin", "usr/bin"):
            if not (root / place / name).exists():
                (root / place).mkdir(exist_ok=True)
                shutil.copy2(str(shutil.which(name)), root / place / name)
    for folder in ("/usr/share/fonts", "/etc/fonts", "/usr/share/X11/xkb"):
        if Path(folder).is_dir():
            shutil.copytree(folder, root / folder.lstrip("/"))
    _furnish(system)
    return _tried(system, work)


def _furnish(system: EmptySystem) -> None:
    """Make an ordinary person, their home, and the places where things are seen."""
    root = system.root
    for folder in ("etc", "dev", "proc", "media", "srv", "tmp/.X11-unix", "var/tmp", str(HOME)[1:]):
        (root / folder).mkdir(parents=True, exist_ok=True)
    for folder in ("tmp", "var/tmp"):
        (root / folder).chmod(0o1777)
    with (root / "etc" / "passwd").open("a") as accounts:
        accounts.write(_ACCOUNT)
    with (root / "etc" / "group").open("a") as groups:
        groups.write(f"ana:x:{PERSON}:\n")
    if system.has_administrator:
        os.chown(root / str(HOME)[1:], PERSON, PERSON)
    (root / "etc" / "resolv.conf").unlink(missing_ok=True)


def _tried(system: EmptySystem, work: Path) -> EmptySystem:
    """Return a system once a command has run in it."""
    visit = Visit(system, work / "visits" / "trial")
    ended = visit.run("true")
    visit.forget()
    if ended.code:
        raise Wrong(f"no empty system can be made in {work}: {ended.err.strip()[-200:]}")
    return system


def _do(command: list[str]) -> None:
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise Wrong(f"{command[0]} is not on this computer") from error
    if ended.returncode:
        last = (ended.stderr.strip() or ended.stdout.strip()).splitlines()[-2:]
        raise Wrong(f"`{shlex.join(command)[:80]}` ended with {ended.returncode}: {last}")
