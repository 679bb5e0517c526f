"""A system in which there is nothing but what it has to have: no Python, no compiler, no network.

A visit sees it through a layer of its own, in which everything that is written stays behind: so it
is known afterwards, file by file, and the system itself stays as it was.
"""

import os
import shlex
import shutil
import stat
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from installer.checking.outcome import Wrong

HOME = Path("/home/ana")
PERSON = 1000
# Such as a stick has it: a space and an accent in the path.
PROGRAM = Path("/media/Été 2026/visret folder")
_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_ENVIRONMENT = {
    "HOME": str(HOME),
    "USER": "ana",
    "LOGNAME": "ana",
    "LANG": "C.UTF-8",
    "PATH": "/usr/local/bin:/usr/bin:/bin",
}
_PATIENCE = 600
_ENTER = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child=KILL")
_ALONE = "--map-root-user"


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    command: str
    code: int
    out: str
    err: str

    def checked(self) -> "Ended":
        """Return itself.

        Raises:
            Wrong: the command failed.
        """
        if self.code:
            said = (self.err.strip() or self.out.strip()).splitlines()[-4:]
            raise Wrong(f"`{self.command}` ended with {self.code}: {' / '.join(said)}")
        return self


def namespaces() -> tuple[str, ...]:
    """Return the command that, before another, gives it mounts and a network of its own.

    As root where that is allowed, else as a user who is root only there.

    Raises:
        Wrong: this computer allows neither.
    """
    for command in (_ENTER, (*_ENTER, _ALONE)):
        trial = [*command, "mount", "-t", "proc", "visret", "/proc"]
        try:
            if subprocess.run(trial, capture_output=True, check=False).returncode == 0:
                return command
        except FileNotFoundError as error:
            raise Wrong("unshare is not on this computer (package util-linux)") from error
    raise Wrong(
        "this computer lets nobody make an empty system: that takes root with the right to mount "
        "(in a container: SYS_ADMIN), or user namespaces"
    )


@dataclass(frozen=True)
class EmptySystem:
    """Such a system.

    Attributes:
        root: its root folder.
        enter: what `namespaces` says.
    """

    root: Path
    enter: tuple[str, ...]

    @property
    def has_administrator(self) -> bool:
        """Whether it has an administrator and a person; else there is one user for both."""
        return _ALONE not in self.enter


@dataclass
class Visit:
    """A person at an empty system, and what they leave behind there.

    Attributes:
        system: seen, never changed.
        work: keeps what is left behind.
        programs: what of this computer can be read there, by the place where it lies.
    """

    system: EmptySystem
    work: Path
    programs: dict[Path, Path] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("layer", "moving", "seen", "memory"):
            (self.work / name).mkdir(parents=True, exist_ok=True)
        (self.work / "memory").chmod(0o1777)

    def show(self, place: Path, source: Path) -> None:
        """Let a folder or file of this computer be read there."""
        self.programs[place] = source

    def inside(self, path: Path) -> Path:
        """Return where a path of that system lies on this computer, if it was left behind."""
        return self.work / "layer" / path.relative_to("/")

    def give(self, path: Path) -> None:
        """Make what was put there the person's own."""
        for each in (path, *path.rglob("*")):
            if self.system.has_administrator:
                os.chown(each, PERSON, PERSON, follow_symlinks=False)

    def command(
        self,
        *words: str | Path,
        at: Path = HOME,
        environment: Mapping[str, str] | None = None,
        display: str | None = None,
        administrator: bool = False,
    ) -> list[str]:
        """Return what runs a command there, as a command of this computer."""
        variables = {**_ENVIRONMENT, **(environment or {})}
        mounts = [*self._mounts()]
        if display is not None:
            variables["DISPLAY"] = display
            mounts += self._bind(Path("/tmp/.X11-unix"), Path("/tmp/.X11-unix"), writable=True)
        if administrator:
            variables["PATH"] += ":/usr/sbin:/sbin"
        sets = [f"{name}={value}" for name, value in variables.items()]
        person = f"{PERSON}:{PERSON}"
        who = [f"--userspec={person}", f"--groups={PERSON}"]
        if administrator or not self.system.has_administrator:
            who = []
        start = ["/bin/sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", str(at), *map(str, words)]
        enter = ["chroot", *who, str(self.work / "seen"), "/usr/bin/env", "-i", *sets, *start]
        script = "\n".join(["set -e", *mounts, f"exec {shlex.join(enter)}"])
        return [*self.system.enter, "--", "/bin/sh", "-c", script]

    def run(
        self,
        *words: str | Path,
        at: Path = HOME,
        environment: Mapping[str, str] | None = None,
        administrator: bool = False,
        patience: float = _PATIENCE,
    ) -> Ended:
        """Run a command there and wait for its end.

        Raises:
            Wrong: it took too long.
        """
        shown = shlex.join(map(str, words))
        command = self.command(*words, at=at, environment=environment, administrator=administrator)
        try:
            ended = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise Wrong(f"`{shown}` was not done after {patience:.0f} seconds") from error
        out, err = (text.decode(errors="replace") for text in (ended.stdout, ended.stderr))
        return Ended(shown, ended.returncode, out, err)

    def left_behind(self) -> list[Path]:
        """Return all files that were made, changed or removed there, as that system names them."""
        layer, memory = self.work / "layer", self.work / "memory"
        found = [Path("/") / path.relative_to(layer) for path in _files(layer)]
        found = [path for path in found if path not in self.programs]
        found += [Path("/dev/shm") / path.relative_to(memory) for path in _files(memory)]
        return sorted(found)

    def forget(self) -> None:
        """Remove all that was left behind."""
        shutil.rmtree(self.work)

    def folders_left(self) -> list[Path]:
        """Return the folders that were made there and are empty."""
        layer = self.work / "layer"
        shown = [self.inside(place) for place in self.programs]
        empty = [
            path
            for path in sorted(layer.rglob("*"), reverse=True)
            if path.is_dir() and not any(path.iterdir())
        ]
        return [
            Path("/") / path.relative_to(layer) for path in reversed(empty) if path not in shown
        ]

    # ---- how that system is put together ----------------------------------------------------

    def _mounts(self) -> Iterator[str]:
        root, work = self.system.root, self.work
        for path in (root, work):
            if set(str(path)) & set(",:\\"):
                raise Wrong(f"{path}: the work folder's path may have no comma, colon or backslash")
        layers = f"lowerdir={root},upperdir={work / 'layer'},workdir={work / 'moving'},userxattr"
        yield "mount --make-rprivate /"
        yield shlex.join(["mount", "-t", "overlay", "-o", layers, "visret", str(work / "seen")])
        dev = work / "seen" / "dev"
        yield shlex.join(["mount", "-t", "tmpfs", "-o", "mode=755", "visret", str(dev)])
        for name in _DEVICES:
            yield shlex.join(["touch", str(dev / name)])
            yield from self._bind(Path("/dev", name), Path("/dev", name), writable=True)
        yield shlex.join(["mkdir", str(dev / "shm")])
        yield from self._bind(work / "memory", Path("/dev/shm"), writable=True)
        yield shlex.join(["mount", "-t", "proc", "visret", str(work / "seen" / "proc")])
        for place, source in self.programs.items():
            seen = work / "seen" / place.relative_to("/")
            yield shlex.join(["mkdir", "-p", str(seen if source.is_dir() else seen.parent)])
            yield shlex.join(["touch", str(seen)])
            yield from self._bind(source, place, writable=False)

    def _bind(self, source: Path, place: Path, *, writable: bool) -> list[str]:
        target = str(self.work / "seen" / place.relative_to("/"))
        lines = [shlex.join(["mount", "--bind", str(source.resolve()), target])]
        if not writable:
            lines.append(shlex.join(["mount", "-o", "remount,bind,ro", target]))
        return lines


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if not stat.S_ISDIR(path.lstat().st_mode):
            yield path
