"""Hostile and broken photos, and decoders that die, hang or lie: each costs one photo, if that.

Altered pictures go straight through the process that decodes; what it says of each is counted.
"""

import logging
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
from PIL import Image

from tests.end_to_end.conftest import Profile, fill
from tests.faults.crafted_pictures import crafted, greedy
from tests.faults.hostile_pictures import Corpus, corpus, mutated
from tests.faults.rounds import rounds
from visret_desktop.decoding.decoders import FOR_INDEXING, FOR_PEOPLE, Decoders
from visret_desktop.decoding.messages import DecodedPhoto, Order, ReadFile, Rendition
from visret_desktop.decoding.views import view_for
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.models.encoders.preprocess import Preprocess

Tell = Callable[[str, int, str], None]
MakeProfile = Callable[[str], Profile]
SIDE = 64
MOST_SECONDS = 30.0  # of a machine that does other things, too
MOST_MEGABYTES = 1500  # for pictures of at most 50 megapixels
MOST_MEGABYTES_TOGETHER = 4200  # one picture that fills all the room, and idle decoders
EXPECTED = {"photo", "not-an-image", "unreadable", "unsupported", "truncated", "too-large", "empty"}


def decoders_of(pid: int) -> list[psutil.Process]:
    """Return the decoders that a process started."""
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        try:
            if "decode" in child.cmdline():
                found.append(child)
        except psutil.Error:  # it just ended
            continue
    return found


@dataclass
class Trial:
    """Sends files through decoders and keeps count."""

    folder: Path
    decoders: Decoders = field(default_factory=lambda: Decoders(niceness=10))
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0

    def order(self, path: Path, seconds: float = MOST_SECONDS, megapixels: int = 50) -> Order:
        """Return what indexing asks for."""
        views = (Rendition(96, SIDE), view_for(Preprocess(SIDE)))
        return Order(str(path), None, megapixels, views, seconds)

    def send(self, name: str, data: bytes, megapixels: int = 50) -> str:
        """Decode; return 'photo' or the code of the problem, whose sentence is checked."""
        path = self.folder / f"{threading.get_ident()} {name}"
        path.write_bytes(data)
        started = time.monotonic()
        try:
            check(self.decoders.decode(self.order(path, megapixels=megapixels)))
            outcome, sentence = "photo", "."
        except PhotoUnreadable as error:
            outcome, sentence = error.reason_code, str(error)
        assert sentence.endswith("."), name
        self.slowest = max(self.slowest, time.monotonic() - started)
        self.outcomes[outcome] += 1
        path.unlink()
        return outcome

    def most_megabytes(self) -> float:
        """Return the most that a decoder which still runs has ever held."""
        peaks = [0.0]
        for child in decoders_of(os.getpid()):
            status = Path(f"/proc/{child.pid}/status").read_text()
            (line,) = [line for line in status.splitlines() if line.startswith("VmHWM")]
            peaks.append(int(line.split()[1]) / 1024)
        return max(peaks)


def check(decoded: DecodedPhoto) -> None:
    """A photo is whole: sizes, a picture, a square, a hash."""
    assert decoded.metadata is not None
    assert decoded.metadata.width > 0
    picture, square = decoded.pictures
    assert len(picture.rgb) == 3 * picture.width * picture.height
    assert max(picture.width, picture.height) <= 96
    assert len(square.rgb) == 3 * SIDE * SIDE
    assert len(decoded.read.content_hash) == 32


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    FOR_INDEXING.close()  # what earlier tests started is not on trial
    FOR_PEOPLE.close()
    made = Trial(tmp_path)
    yield made
    made.decoders.close()


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    return corpus(tmp_path_factory.mktemp("corpus"))


# ---- pictures -------------------------------------------------------------------------------


def test_every_kind_of_picture_is_read_unaltered(trial: Trial, pictures: Corpus) -> None:
    refused = {name for name, data in pictures.items() if trial.send(name, data) != "photo"}
    assert refused == {"canon.cr3", "foveon.x3f", "fuji.raf"}  # heads alone


@rounds(few=150, many=20_000)
def test_altered_pictures(
    trial: Trial,
    pictures: Corpus,
    chance: random.Random,
    tally: Tell,
    caplog: pytest.LogCaptureFixture,
    rounds: int,
) -> None:
    with caplog.at_level(logging.WARNING, "visret_desktop"), ThreadPoolExecutor(2) as pool:
        altered = [mutated(pictures, chance) for _ in range(rounds)]
        list(pool.map(lambda made: trial.send(*made), altered))
    assert not caplog.messages  # no decoder died, and nothing came up that nobody expected
    assert set(trial.outcomes) <= EXPECTED
    megabytes = trial.most_megabytes()
    assert megabytes < MOST_MEGABYTES
    kinds = len(pictures)
    photos = trial.outcomes["photo"]
    tally(
        f"altered pictures of {kinds} kinds",
        rounds,
        f"{photos / rounds:.0%} still photos, all others with a reason; no decoder died; at most "
        f"{trial.slowest:.1f} s and {megabytes:.0f} MB each",
    )


def test_crafted_pictures(trial: Trial, tally: Tell, caplog: pytest.LogCaptureFixture) -> None:
    """Sizes of 65535 x 65535, directories that lead to themselves, bombs, entities, profiles."""
    files = crafted()
    with caplog.at_level(logging.WARNING, "visret_desktop"):
        for name, data in files.items():
            trial.send(name, data)
    assert not caplog.messages
    assert set(trial.outcomes) <= EXPECTED
    assert trial.slowest < MOST_SECONDS
    assert trial.most_megabytes() < MOST_MEGABYTES
    tally(
        "pictures made to harm",
        len(files),
        f"photo or reason; at most {trial.slowest:.1f} s and {trial.most_megabytes():.0f} MB each",
    )


# ---- memory and reading ---------------------------------------------------------------------


def test_memory_is_bounded(trial: Trial, tally: Tell) -> None:
    """A file of 1.9 GB where an order for small pictures allows about 1 GB in all."""
    huge = trial.folder / "huge.jpg"
    with huge.open("wb") as file:
        file.truncate(1_900_000_000)
    with pytest.raises(PhotoUnreadable, match="does not fit into memory"):
        trial.decoders.decode(trial.order(huge, megapixels=1))
    good = fill(trial.folder / "good", 1) / "photo000.jpg"
    check(trial.decoders.decode(trial.order(good)))
    assert trial.most_megabytes() < 1100
    tally("more memory wanted than allowed", 1, "refused by the kernel; the decoder went on")


@pytest.mark.long  # the short form is in tests/unit/decoding/test_room.py
def test_memory_of_all_together_is_bounded(trial: Trial, tally: Tell) -> None:
    """Files of a few bytes or kilobytes that take a gigabyte each, all at once."""
    files = [*greedy(220).items()] * 3
    peak, is_over = [0.0], threading.Event()

    def watch() -> None:
        while not is_over.wait(0.01):
            together = 0
            for decoder in decoders_of(os.getpid()):
                with suppress(psutil.Error):
                    together += decoder.memory_info().rss
            peak[0] = max(peak[0], together / 1e6)

    watcher = threading.Thread(target=watch)
    watcher.start()
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(lambda made: trial.send(*made, megapixels=250), files))
    is_over.set()
    watcher.join()
    assert set(outcomes) <= {"photo", "timed-out"}
    assert peak[0] < MOST_MEGABYTES_TOGETHER
    done = f"at most {peak[0]:.0f} MB together, eight at once"
    tally("small files that take a gigabyte each", len(files), done)


@pytest.mark.parametrize("target", ["/dev/zero", "/dev/full"])
def test_reads_that_never_end(trial: Trial, tally: Tell, target: str) -> None:
    endless = trial.folder / "endless.jpg"
    endless.symlink_to(target)
    with pytest.raises(PhotoUnreadable) as caught:
        trial.decoders.decode(trial.order(endless))
    assert caught.value.reason_code == "empty"
    tally("read that never ends", 1, "reported as empty")


def test_reads_that_never_answer(trial: Trial, tally: Tell) -> None:
    silent = trial.folder / "silent.jpg"
    os.mkfifo(silent)
    good = fill(trial.folder / "good", 1) / "photo000.jpg"
    started = time.monotonic()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(trial.decoders.decode, trial.order(silent, seconds=2))
        check(trial.decoders.decode(trial.order(good)))  # meanwhile
        assert not waiting.done()
        with pytest.raises(PhotoUnreadable, match=r"Reading took longer than 2 seconds\."):
            waiting.result()
    assert time.monotonic() - started < 20
    assert len(decoders_of(os.getpid())) == 1
    tally("read that never answers", 1, "left behind after the time limit; others went on")


# ---- decoders that die or hang --------------------------------------------------------------


@dataclass
class Attack:
    """Does something to the one decoder a few milliseconds after it has read its photo."""

    chance: random.Random
    signal: int
    times: int  # how often, of the tries that a photo gets
    pids: list[int] = field(default_factory=list)

    def __call__(self, read: ReadFile) -> Sequence[int]:
        if len(self.pids) < self.times:
            (decoder,) = decoders_of(os.getpid())
            self.pids.append(decoder.pid)
            delay = self.chance.uniform(0, 0.02)
            threading.Timer(delay, os.kill, (decoder.pid, self.signal)).start()
        return 0, 1


@pytest.fixture
def slow(trial: Trial) -> Path:
    """A photo that takes some tenths of a second to decode."""
    path = trial.folder / "slow.png"
    Image.new("L", (6000, 6000)).save(path, compress_level=1)
    return path


@rounds(few=1, many=25)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT])
def test_killed_once_it_is_tried_again(
    trial: Trial, slow: Path, chance: random.Random, tally: Tell, number: int, rounds: int
) -> None:
    for _ in range(rounds):
        attack = Attack(chance, number, times=1)
        check(trial.decoders.decode(trial.order(slow), attack))
        assert attack.pids[0] not in [decoder.pid for decoder in decoders_of(os.getpid())]
    tally("decoder killed in the middle of a photo", rounds, "the photo is read by the next one")


@rounds(few=1, many=20)
def test_killed_twice_it_is_the_photo(
    trial: Trial, slow: Path, chance: random.Random, tally: Tell, rounds: int
) -> None:
    for _ in range(rounds):
        attack = Attack(chance, signal.SIGSEGV, times=2)
        with pytest.raises(PhotoUnreadable, match="crashes the decoder") as caught:
            trial.decoders.decode(trial.order(slow), attack)
        assert caught.value.reason_code == "crashed"
    check(trial.decoders.decode(trial.order(slow)))
    tally("decoder killed at both tries", rounds, "that photo is left out, with a reason")


@rounds(few=1, many=10)
def test_stopped_for_good(
    trial: Trial, slow: Path, chance: random.Random, tally: Tell, rounds: int
) -> None:
    for _ in range(rounds):
        attack = Attack(chance, signal.SIGSTOP, times=1)
        started = time.monotonic()
        with pytest.raises(PhotoUnreadable, match="Decoding took longer than 2 seconds"):
            trial.decoders.decode(trial.order(slow, seconds=2), attack)
        assert time.monotonic() - started < 20
        assert not psutil.pid_exists(attack.pids[0])
    check(trial.decoders.decode(trial.order(slow)))
    tally("decoder that hangs", rounds, "ended after the time limit; the photo has a reason")


# ---- the whole program ----------------------------------------------------------------------


_COPIES = 40


def copies(folder: Path, count: int) -> Path:
    """Write large photos whose bytes differ though they look the same; return the folder."""
    base = fill(folder, 1, side=2400) / "photo000.jpg"
    data = base.read_bytes()
    for number in range(1, count):
        (folder / f"{number}.jpg").write_bytes(data + number.to_bytes(2, "big"))
    return folder


def is_ready(decoder: psutil.Process) -> bool:
    """Tell whether it listens to orders: a thread does so from then on."""
    try:
        return decoder.num_threads() > 1
    except psutil.Error:
        return False


@rounds(few=1, many=6)
def test_decoders_are_killed_while_indexing(
    make_profile: MakeProfile, tmp_path: Path, chance: random.Random, tally: Tell, rounds: int
) -> None:
    """Every photo ends in the library, or, where both of its tries were hit, as a problem."""
    profile = make_profile("profile")
    kills = left_out = 0
    for number in range(rounds):
        folder = copies(tmp_path / f"photos{number}", _COPIES)
        with profile.start("index", folder, "--json") as running:
            while running.poll() is None:
                victims = [each for each in decoders_of(running.pid) if is_ready(each)]
                if victims:
                    chance.choice(victims).kill()
                    kills += 1
                time.sleep(chance.uniform(0.02, 0.2))
            assert running.returncode in (0, 4), running.stderr.read()
        summary = profile.index(folder)
        problems = summary["problems"]
        assert {problem["code"] for problem in problems} <= {"crashed"}
        assert summary["photos"] + len(problems) == _COPIES
        left_out += len(problems)
        shutil.rmtree(folder)
    assert kills > 0
    tally("decoders killed while indexing", kills, f"all photos read but {left_out}, with a reason")


@rounds(few=1, many=5)
def test_decoders_end_with_the_program(
    make_profile: MakeProfile, tmp_path: Path, chance: random.Random, tally: Tell, rounds: int
) -> None:
    profile = make_profile("profile")
    copies(tmp_path / "photos", 40 * rounds)
    for _ in range(rounds):
        running = profile.start("index", tmp_path / "photos")
        while not (decoders := decoders_of(running.pid)):
            assert running.poll() is None
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.3))
        running.kill()
        running.communicate()
        _, left = psutil.wait_procs(decoders, timeout=20)
        assert not left
    tally("program killed while decoding", rounds, "its decoders ended, too")


def test_a_photo_that_kills_costs_the_window_nothing(
    trial: Trial, slow: Path, chance: random.Random, tally: Tell
) -> None:
    """What the window calls for a large view, in a process of its own that must stay alive."""
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from visret_desktop.errors import PhotoUnreadable\n"
        "from visret_desktop.gui.pictures.photo_decoding import decode_levels\n"
        "for name in sys.stdin:\n"
        "    try:\n"
        "        print(len(decode_levels(Path(name.strip()))), flush=True)\n"
        "    except PhotoUnreadable as error:\n"
        "        print(error.reason_code, flush=True)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as window:
        assert window.stdin is not None
        assert window.stdout is not None
        files = {f"{n}.jpg": b"\xff\xd8\xff" + chance.randbytes(3000) for n in range(5)}
        for name, data in files.items():
            (trial.folder / name).write_bytes(data)
        for path in (*sorted(trial.folder.glob("*.jpg")), slow):
            window.stdin.write(f"{path}\n")
            window.stdin.flush()
            last = window.stdout.readline().strip()
        assert last == "4"
        for decoder in decoders_of(window.pid):
            decoder.kill()
        window.stdin.write(f"{slow}\n")
        window.stdin.flush()
        assert window.stdout.readline().strip() == "4"
        window.stdin.close()
    tally("hostile photos opened large", len(files), "a sentence; the window lives")
