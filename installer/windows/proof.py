"""Proves the setup for Windows under Wine: what it installs, refuses, replaces, removes and keeps.

    python -m installer.windows.proof SETUP TREE

Wine is not Windows: how Windows' own shell shows the entries, SmartScreen, signatures and Python
itself are not proved by this.
"""

import argparse
import filecmp
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from installer.steps import say
from installer.windows.compiling import FLAGS, makensis
from installer.windows.wine import Wine, wine

_STAND_IN = Path(__file__).with_name("stand_in.nsi")
_UNINSTALLER = "uninstall.exe"
_KEYS = (
    r"Classes\Directory\shell\visret\command",
    r"Classes\Directory\Background\shell\visret\command",
    r"Classes\Drive\shell\visret\command",
    r"Classes\visret.photo\shell\open\command",
    r"Classes\.tiff\OpenWithProgids",
    r"Classes\SystemFileAssociations\image\shell\visret\command",
    r"Microsoft\Windows\CurrentVersion\App Paths\visret.exe",
    r"Microsoft\Windows\CurrentVersion\Uninstall\visret",
    r"visret",
)
# What other programs have where we write, too: key and value.
_OF_OTHERS = ((r"Classes\.jpg\OpenWithProgids", "other.program"), (r"Classes\.png", "other"))


@dataclass(frozen=True)
class Finding:
    """One sentence that was tried.

    Attributes:
        sentence: what should hold.
        fault: what did not; "" if all did.
        seconds: how long trying took.
    """

    sentence: str
    fault: str
    seconds: float


class _Fault(Exception):
    """What does not hold."""


def _hold(condition: object, fault: str) -> None:
    if not condition:
        raise _Fault(fault)


class _Proof:
    """One setup on one disk; the trials build on each other, in the order of `TRIALS`."""

    def __init__(self, setup: Path, tree: Path, machine: Wine, stand_in: Path) -> None:
        self.setup = str(setup.absolute())
        self.tree = tree
        self.machine = machine
        self.stand_in = stand_in
        self.folder = machine.local / "Programs" / "visret"
        self.shortcut = machine.roaming / "Microsoft/Windows/Start Menu/Programs/visret.lnk"
        # Every person of a Windows has this folder.
        self.commands = machine.local / "Microsoft" / "WindowsApps"
        self.commands.mkdir(parents=True)

    def refuses_old(self) -> None:
        """an old Windows is refused, with an exit code, and nothing is installed"""
        self.machine.be("win7")
        _hold(self.machine.run(self.setup, "/S") != 0, "the exit code is 0")
        _hold(not self.folder.exists(), "it was installed all the same")
        self.machine.be("win10")

    def refuses_others(self) -> None:
        """a folder of our name with somebody's files is refused, and stays as it is"""
        theirs = self.machine.disk / "theirs" / "visret" / "python"
        theirs.mkdir(parents=True)
        (theirs / "own.py").write_text("theirs")
        _hold(self.machine.run(self.setup, "/S", r"/D=C:\theirs") != 0, "the exit code is 0")
        _hold(
            [path.name for path in theirs.parent.rglob("*")] == ["python", "own.py"],
            "the folder was changed",
        )

    def keeps_off_the_library(self) -> None:
        """the folder of the library is refused as the program's folder"""
        _hold(self._install(r"/D=C:\users\person\AppData\Local") != 0, "the exit code is 0")
        _hold(not (self.machine.local / "visret").exists(), "it was installed there")

    def installs(self) -> None:
        """it installs exactly the files of the tree"""
        for value in _OF_OTHERS:
            self.machine.run("reg", "add", f"HKCU\\Software\\{value[0]}", "/v", value[1], "/f")
        _hold(self._install() == 0, "the exit code is not 0")
        self._equal(self.folder)

    def registers(self) -> None:
        """the shortcut, the menus, the command and the entry of the uninstaller are there"""
        registry = self.machine.registry()
        for key in _KEYS:
            _hold(f"[HKEY_CURRENT_USER\\Software\\{key}]" in registry, f"{key} is missing")
        shortcut = self.shortcut.read_bytes()
        _hold(b"pythonw.exe" in shortcut, "the shortcut does not lead to pythonw.exe")
        arguments = f"{FLAGS} -m visret_desktop gui"
        _hold(arguments.encode("utf-16-le") in shortcut, "the shortcut lacks its arguments")
        _hold((self.commands / "visret.cmd").is_file(), "there is no command")

    def notices_running(self) -> None:
        """while the program runs nothing is replaced or removed"""
        program = self.folder / "python" / "pythonw.exe"
        before = program.read_bytes() if program.exists() else None
        program.write_bytes(self.stand_in.read_bytes())
        sign = program.with_name("it-runs")
        with self.machine.running(str(program)):
            _until(sign.exists)
            updated = self._install()
            moved = self._install(r"/D=C:\elsewhere")
            # As it goes on in a copy of itself, only this way tells how it ended.
            here = "_?=" + self.machine.named(self.folder)
            removed = self.machine.run(str(self.folder / _UNINSTALLER), "/S", here)
        sign.unlink()
        program.unlink()
        if before is not None:
            program.write_bytes(before)
        _hold(updated != 0, "the exit code of the setup is 0")
        _hold(moved != 0, "the exit code of the setup is 0 where it would move")
        _hold(not (self.machine.disk / "elsewhere").exists(), "it was installed elsewhere")
        _hold(removed != 0, "the exit code of the uninstaller is 0")
        self._equal(self.folder)

    def updates(self) -> None:
        """over an older version no module of that stays; what a person put there does"""
        old = self.folder / "python" / "Lib" / "of_an_older_version.py"
        old.parent.mkdir(exist_ok=True)
        old.write_text("old")
        theirs = self._belongings()
        _hold(self._install() == 0, "the exit code is not 0")
        _hold(not old.exists(), "an old module stayed")
        _hold(all(path.exists() for path in theirs), "something of the person's is gone")
        self._equal(self.folder, theirs)

    def stays(self) -> None:
        """where the first copy cannot be removed, nothing is installed elsewhere"""
        uninstaller = self.folder / _UNINSTALLER
        before = uninstaller.read_bytes()
        uninstaller.write_bytes(b"no program")
        _hold(self._install(r"/D=C:\elsewhere") != 0, "the exit code is 0")
        uninstaller.write_bytes(before)
        _hold(not (self.machine.disk / "elsewhere").exists(), "it was installed elsewhere")

    def moves(self) -> None:
        """installed elsewhere, it lies in a folder of its own there, and the first copy is gone"""
        photo = self.machine.disk / "photos" / "photo.jpg"
        photo.parent.mkdir()
        photo.write_bytes(b"photo")
        _hold(self._install(r"/D=C:\photos") == 0, "the exit code is not 0")
        self._equal(photo.parent / "visret")
        _hold(not (self.folder / "python").exists(), "the first copy is still there")
        self._only_belongings(self.folder)

    def removes(self) -> None:
        """nothing of ours is left; the person's files, the library and other folders are"""
        library = self.machine.local / "visret" / "catalog.db"
        library.parent.mkdir()
        library.write_bytes(b"library")
        folder = self.machine.disk / "photos"
        self._uninstall(folder / "visret")
        _hold(
            [path.name for path in folder.rglob("*")] == ["photo.jpg"],
            f"left: {[str(path) for path in folder.rglob('*')]}",
        )
        _hold(library.exists(), "the library is gone")
        self._only_belongings(self.folder)
        registry = self.machine.registry()
        for key in _KEYS:
            _hold(f"[HKEY_CURRENT_USER\\Software\\{key}]" not in registry, f"{key} stayed")
        for key, name in _OF_OTHERS:
            _, _, rest = registry.partition(f"[HKEY_CURRENT_USER\\Software\\{key}]")
            values = rest.partition("[")[0]
            _hold(f'"{name}"=' in values, f"{name} of others in {key} is gone")
            _hold("visret" not in values, f"visret stayed in {key}")
        _hold(r"Classes\.tiff" not in registry, "an ending of ours stayed")
        _hold(not self.shortcut.exists(), "the shortcut stayed")
        _hold(not (self.commands / "visret.cmd").exists(), "the command stayed")

    def returns(self) -> None:
        """where only the person's files were left it is installed again, and they stay"""
        _hold(self._install() == 0, "the exit code is not 0")
        self._equal(self.folder, self._belongings())
        self._uninstall(self.folder)
        self._only_belongings(self.folder)

    TRIALS: tuple[Callable[["_Proof"], None], ...] = (
        refuses_old,
        refuses_others,
        keeps_off_the_library,
        installs,
        registers,
        notices_running,
        updates,
        stays,
        moves,
        removes,
        returns,
    )

    def _install(self, *options: str) -> int:
        return self.machine.run(self.setup, "/S", *options)

    def _uninstall(self, folder: Path) -> None:
        self.machine.run(str(folder / _UNINSTALLER), "/S")
        self.machine.finish()

    def _belongings(self) -> list[Path]:
        """Put what a person might into the program's folder."""
        files = [self.folder / "notes.txt", self.folder / "portable" / "library.db"]
        for file in files:
            file.parent.mkdir(exist_ok=True)
            file.write_text("mine")
        return files

    def _only_belongings(self, folder: Path) -> None:
        left = {str(path.relative_to(folder)) for path in folder.rglob("*")}
        odd = left ^ {"notes.txt", "portable", "portable/library.db"}
        _hold(not odd, f"left or gone where the person has files: {', '.join(sorted(odd)[:5])}")

    def _equal(self, folder: Path, more: list[Path] | None = None) -> None:
        wanted = {path.relative_to(self.tree) for path in self.tree.rglob("*") if path.is_file()}
        found = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
        found -= {Path(_UNINSTALLER), *(path.relative_to(folder) for path in more or ())}
        odd = sorted(map(str, wanted ^ found))
        _hold(not odd, f"missing or too many: {', '.join(odd[:5])} ({len(odd)} in all)")
        for path in wanted:
            same = filecmp.cmp(self.tree / path, folder / path, shallow=False)
            _hold(same, f"{path} is not what it is in the tree")


def prove(setup: Path, tree: Path) -> Iterator[Finding]:
    """Try all that a setup should do, and yield what came out.

    Raises:
        BuildError: Wine or makensis is not installed.
    """
    with wine() as machine, TemporaryDirectory() as made:
        stand_in = Path(made) / "stand_in.exe"
        makensis(_STAND_IN, {"OUT": str(stand_in)}, "zlib")
        proof = _Proof(setup, tree, machine, stand_in)
        for trial in _Proof.TRIALS:
            begin = time.monotonic()
            fault = ""
            try:
                trial(proof)
            except (_Fault, OSError) as error:
                fault = str(error)
            yield Finding(trial.__doc__ or "", fault, time.monotonic() - begin)


def _until(happened: Callable[[], bool]) -> None:
    end = time.monotonic() + 300
    while not happened():
        _hold(time.monotonic() < end, "a program did not start within five minutes")
        time.sleep(0.05)


def main() -> int:
    """Say what holds; the exit code is 0 if all does."""
    parser = argparse.ArgumentParser(description="Prove the setup for Windows under Wine.")
    parser.add_argument("setup", type=Path)
    parser.add_argument("tree", type=Path, help="the folder that it was made from")
    options = parser.parse_args()
    failed = False
    for finding in prove(options.setup, options.tree):
        say(f"{'FAILS' if finding.fault else 'holds'} {finding.seconds:6.1f} s  {finding.sentence}")
        if finding.fault:
            failed = True
            say(f"      {finding.fault}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
