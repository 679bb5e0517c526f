"""Whatever is typed, nothing that a person has is changed, and nothing appears unasked."""

import json
import os
import random
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.conftest import Profile
from tests.faults.census import Entry, census
from tests.faults.command_lines import CommandLines, Line
from tests.faults.someones_files import fill_home
from visret_desktop.library.catalog.catalog_reader import CatalogReader

_PATIENCE = 180.0
_ROOT = Path(__file__).parents[2]
_FILES, _FOLDERS = ("--sheet", "--save", "--export"), ("--save-sketches", "--to")
Census = dict[str, Entry]
TallyUp = Callable[[str, int, str], None]


class Person:
    """Somebody at a keyboard in `home / "Documents"`, whose profile is `home / "profile"`."""

    def __init__(self, home: Path, compiled: Path) -> None:
        self.home = home
        self.profile = Profile(home / "profile")
        (self.profile.home / "data").mkdir(parents=True)
        (self.profile.home / "data" / "compiled").symlink_to(compiled)
        (self.profile.home / "config").mkdir()
        (self.profile.home / "config" / "settings.json").write_text('{"strategy": "original"}')
        (self.profile.home / "tmp").mkdir()
        outside = ("HF_", "XDG_", "HUGGING_FACE", "OLLAMA_")
        kept = {k: v for k, v in self.profile.environment.items() if not k.startswith(outside)}
        self._environment = kept | {
            "HOME": str(home),
            "TMPDIR": str(self.profile.home / "tmp"),
            "HF_ENDPOINT": "http://127.0.0.1:9",
            "PYTHONPATH": str(_ROOT),
        }
        self._process = self._start()

    def close(self) -> None:
        """End the process and all that it started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.communicate()

    def type(self, line: Line) -> tuple[int, str]:
        """Run one command; return its exit code and what it said."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(line).encode() + b"\n")
        self._process.stdin.flush()
        answer = self._answer()
        assert answer, f"the process ended: {line}"
        code, said = json.loads(answer)
        return code, said

    def _answer(self) -> bytes:
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            assert selector.select(_PATIENCE), "a command did not end"
        return self._process.stdout.readline()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "tests.faults.many_commands"],
            cwd=self.home / "Documents",
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )

    # ---- what may change --------------------------------------------------------------------

    def census(self) -> Census:
        """Return all that is known of the home folder, but for the profile."""
        return census(self.home, self.profile.home)

    def asked(self, line: Line) -> tuple[set[Path], set[Path]]:
        """Return the files, and the folders, that a command line names to be written."""
        pairs = list(pairwise(line))
        files = {self._absolute(word) for option, word in pairs if option in _FILES}
        named = [word for option, word in pairs if option in _FOLDERS]
        if line[0] == "export":
            if line[1] == "copies":
                named.append(line[3])
            else:
                files.add(self._absolute(line[3]))
        if line[:2] == ["packs", "export"]:
            named.append([word for word in line if word != "--json"][-1])
        return files, {Path(os.path.realpath(self._absolute(word))) for word in named}

    def _absolute(self, word: str) -> Path:
        if word.startswith("~/"):
            word = str(self.home / word[2:])
        whole = self.home / "Documents" / word
        # As the system goes; the last name may be a link, which is not followed.
        with suppress(OSError, RuntimeError):
            return Path(os.path.realpath(whole.parent), whole.name)
        return whole

    def library(self) -> tuple[set[Path], set[Path]]:
        """Return the library's folders, and where these and its photos really lie."""
        with closing(CatalogReader(self.profile.home / "data" / "catalog.db")) as reader:
            photos = [Path(row.path) for row in reader.photo_rows()]
            folders = {folder.path for folder in reader.folders()}
        places = {*folders, *(photo.parent for photo in photos)}
        return folders, {Path(os.path.realpath(place)) for place in places}


def faults(
    person: Person, line: Line, before: Census, after: Census, made: set[Path], photos: set[Path]
) -> Iterator[str]:
    """Yield what must not have happened; `made` are packs that earlier commands put there."""
    files, folders = person.asked(line)
    is_pack_command = line[0] == "packs"

    def is_allowed(path: Path) -> bool:
        if is_pack_command and (path in made or not made.isdisjoint(path.parents)):
            return True
        real = Path(os.path.realpath(path.parent), path.name)
        if photos.intersection((real, *real.parents)):
            return False
        inside = any(path == folder or folder in path.parents for folder in folders)
        is_above = any(path in folder.parents for folder in folders)
        return path in files or inside or (is_above and path.is_dir())

    touched: set[Path] = set()
    for name in before.keys() | after.keys():
        path, old, new = person.home / name, before.get(name), after.get(name)
        if old == new or (old is not None and new is not None and Path(path).is_dir()):
            continue
        is_replaced = old is not None and "--overwrite" in line and path in files
        if old is None or is_replaced or (is_pack_command and path in made):
            touched.add(path.parent)
            if is_allowed(path) and not (is_replaced and old is not None and old.links > 1):
                continue
        yield f"{name!r}: {old} is now {new}"
    for name in before.keys() & after.keys():
        path = person.home / name
        is_changed = path.is_dir() and not path.is_symlink() and before[name] != after[name]
        if is_changed and (before[name].mode != after[name].mode or path not in touched):
            yield f"{name!r}: {before[name]} is now {after[name]}"


def type_all(person: Person, lines: Iterator[Line]) -> dict[int, int]:
    """Run commands, with a census before and after each; return how often each exit code came."""
    codes: dict[int, int] = {}
    made: set[Path] = set()
    before = person.census()
    for line in lines:
        known, photos = person.library()
        code, said = person.type(line)
        after = person.census()
        found = list(faults(person, line, before, after, made, photos))
        if line[0] not in ("index", "folders", "doctor") and person.library()[0] != known:
            found.append("the library knows other folders")
        assert not found, f"{line} ended with {code}:\n{said}\n" + "\n".join(found)
        assert "made a mistake" not in said, f"{line}:\n{said}"
        if line[0] == "packs" and "--to" in line:
            made |= {person.home / name for name in after.keys() - before.keys()}
        codes[code] = codes.get(code, 0) + 1
        before = after
    return codes


@pytest.fixture
def person(someones_home: Path, compiled: Path) -> Iterator[Person]:
    fill_home(someones_home)
    somebody = Person(someones_home, compiled)
    yield somebody
    somebody.close()


@pytest.mark.parametrize(
    "rounds",
    [
        pytest.param(15, id="few"),
        pytest.param(2000, marks=pytest.mark.long, id="many"),
    ],
)
@pytest.mark.slow("Hundreds of commands are run.")
def test_nothing_of_a_persons_is_changed_whatever_is_typed(
    person: Person, rounds: int, chance: random.Random, tally: TallyUp
) -> None:
    drawn = CommandLines(person.home, random.Random(2867) if rounds < 100 else chance)
    # A library to begin with, photos behind links, too, and a pack of their own.
    for line in (["index", "../Pictures"], ["packs", "import", "../stick/owl"]):
        code, said = person.type(line)
        assert code == 0, said
    codes = type_all(person, (drawn.draw() for _ in range(rounds)))
    assert codes.keys() <= {0, 1, 2, 3}
    done = f"nothing of theirs changed, nothing new unasked; {codes.get(0, 0):,} did what they say"
    tally("command lines over somebody's files", rounds, done)


def test_the_census_would_tell(person: Person) -> None:
    home, sheet = person.home, person.home / "Desktop" / "new.png"
    before = person.census()
    line = ["search", "owl", "--sheet", "../Desktop/new.png"]
    changes: tuple[tuple[Callable[[], Any], bool], ...] = (
        (lambda: sheet.write_bytes(b"x"), True),
        (lambda: (home / "Desktop" / "other.png").write_bytes(b"x"), False),
        (lambda: sheet.write_bytes(b"xy"), False),
        (lambda: (home / "Documents" / "run.json").unlink(), False),
        (lambda: (home / "empty").chmod(0o700), False),
        (lambda: (home / "in").unlink(), False),
    )
    for change, is_fine in changes:
        change()
        after = person.census()
        assert bool(list(faults(person, line, before, after, set(), set()))) is not is_fine
        before = after
    sheet.unlink()
    before = person.census()
    sheet.write_bytes(b"x")
    assert list(faults(person, line, before, person.census(), set(), {home / "Desktop"}))
