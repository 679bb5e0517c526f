"""Fixtures for every test: a profile of its own and, where asked for, real photos."""

import gc
import json
import os
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import pytest
from filelock import FileLock
from hypothesis import settings as property_settings
from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from bench.random_pack import write_random_gemma
from tests import kept_forms
from tests.changes import wants_benchmarks
from tests.indexed import once_a_run
from visret_desktop.file_changes import claim
from visret_desktop.gui.languages import language
from visret_desktop.gui.widgets import theme
from visret_desktop.models.drawing import compiled_visualizer
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer
from visret_desktop.models.encoders.compiled import ensure_compiled, find_compiled
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.models.interfaces import Encoder
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths
from visret_desktop.processes import library_environment
from visret_desktop.roles import Role

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["HF_HUB_OFFLINE"] = "1"
# As engine and commands do at their start; some tests run these in their own process.
library_environment.compute_arrays_alone()
# A shell has what it starts in the background ignore Ctrl-C, and that is inherited.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Tests start hundreds of processes. Where compiled modules may not be kept, each of them compiles
# the whole package again, which doubles the time of the run.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Threads of torch and llama.cpp keep a core busy while they wait for each other, and other workers
# need it. What they compute is the same.
os.environ["OMP_WAIT_POLICY"] = "PASSIVE"

property_settings.register_profile(
    "the same in every run", derandomize=True, database=None, deadline=None
)
property_settings.register_profile("by --hypothesis-seed", database=None, deadline=None)
property_settings.load_profile("the same in every run")

_HERE = Path(__file__).parent
_WHY_BENCHMARKS = pytest.StashKey[str]()
IMPORTED_BY_FILES = pytest.StashKey[set[str]]()
# A test that takes longer says why: `@pytest.mark.slow("why")`. A run ends with those that do not.
_SLOW_SECONDS = 10
_PATIENCE_MS = 120_000
_SET_FOR_EACH_TEST = {"PYTEST_CURRENT_TEST"}  # by pytest, while it runs
# open_clip and others set these as they are imported, which happens once in a process, in
# whichever test comes first.
_SET_ON_IMPORT = {"TOKENIZERS_PARALLELISM", "KMP_DUPLICATE_LIB_OK", "KMP_INIT_AT_FORK"}
# Where models are opened, the program sets these for its process, to the profile at hand; or torch
# does so. They are put back after each test.
_SET_WHERE_MODELS_OPEN = set(library_environment.COMPILED)
# Its first test has the models made ready, which takes a minute where no earlier run has kept them.
_FIRST_FILE = Path("faults/test_damage.py")
# The mark that each folder's tests carry, in the order in which they run: first two for the workers
# beside that file, which need no models; then files that take long, so that no worker is left alone
# with one at the end.
_MARK_OF_FOLDER = {
    "unit/packs": "pure",
    "unit/interchange": "pure",
    "unit/bench": "models",
    "faults": "faults",
    "end_to_end": "process",
    "gui": "window",
    "hub": "process",
    "institution": "process",
    "unit/engine": "models",
    "unit/judging": "models",
    "unit/models": "models",
    "unit/training": "models",
    "unit/cli": "process",
    "releases": "process",
    "unit/decoding": "process",
    "unit/retrieval": "pure",
    "unit": "pure",
}


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """The application in the program's own look, from the first test on.

    Drawing would make one of its own, which has no windows for the tests after.
    """
    theme.use(qapp, "system")
    language.use(qapp, "en")
    return qapp


class PatientBot(QtBot):
    """Waits for longer than the five seconds that a busy machine needs to begin a process."""

    def waitSignal(
        self, signal: SignalInstance, *, timeout: int = _PATIENCE_MS, **options: Any
    ) -> SignalBlocker:
        """Wait for a signal."""
        return super().waitSignal(signal, timeout=timeout, **options)

    def waitUntil(
        self, callback: Callable[[], bool | None], *, timeout: int = _PATIENCE_MS
    ) -> None:
        """Wait until something is so."""
        super().waitUntil(callback, timeout=timeout)


@pytest.fixture
def qtbot(application: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """What pytest-qt gives, but patient."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def environment_left_alone() -> Iterator[None]:
    """Fail the test that leaves a variable behind, not a later one that happens to find it.

    What it left is put back in any case.
    """
    before = dict(os.environ)
    yield
    left = {name for name, _ in before.items() ^ os.environ.items()}
    left -= _SET_FOR_EACH_TEST | _SET_ON_IMPORT
    for name in left:
        os.environ.pop(name, None)
        if name in before:
            os.environ[name] = before[name]
    left -= _SET_WHERE_MODELS_OPEN
    assert not left, f"left behind in the environment: {sorted(left)}"


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point the three directories at a fresh place and return it."""
    for name in ("data", "cache", "config"):
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / "profile" / name))
    return tmp_path / "profile"


@pytest.fixture(scope="session")
def starter_pack(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Role], Pack]:
    """Return the bundled pack of a role."""
    empty = tmp_path_factory.mktemp("no_packs")
    paths = Paths(empty, empty, empty)

    def bundled_pack(role: Role) -> Pack:
        return find(paths, "starter" if role is Role.ENCODER else f"starter-{role.name}")

    return bundled_pack


# What tests may ask for that does not lie in the checkout, and the variable that says where.
_ELSEWHERE = {"real_photos": "VISRET_TEST_PHOTOS", "material": "VISRET_TEST_MATERIAL"}


@pytest.fixture(scope="session")
def real_photos() -> Path:
    """A folder of real camera photos, named by VISRET_TEST_PHOTOS.

    Without it the tests that need it fail rather than pass unseen; `-m "not real_photos"` leaves
    them out by choice.
    """
    folder = os.environ.get("VISRET_TEST_PHOTOS", "")
    assert folder, "set VISRET_TEST_PHOTOS to a folder of real photos, or run -m 'not real_photos'"
    assert Path(folder).is_dir(), f"VISRET_TEST_PHOTOS: there is no folder {folder}"
    return Path(folder)


@pytest.fixture(scope="session")
def material() -> Path:
    """A folder of other programs' files, named by VISRET_TEST_MATERIAL; as with real photos."""
    folder = os.environ.get("VISRET_TEST_MATERIAL", "")
    assert folder, "set VISRET_TEST_MATERIAL to a folder of material, or run -m 'not material'"
    assert Path(folder).is_dir(), f"VISRET_TEST_MATERIAL: there is no folder {folder}"
    return Path(folder)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--benchmarks",
        choices=("yes", "no", "auto"),
        default="auto",
        help="run tests marked benchmark; auto: if paths are given, or what they measure changed",
    )
    parser.addoption(
        "--shuffle",
        metavar="SEED",
        help="run files, and the tests in each, in an order drawn by this seed",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Decide once about the benchmarks: workers get what is decided here."""
    if config.option.shuffle:
        property_settings.load_profile("by --hypothesis-seed")
    reason = "asked for"
    if config.option.benchmarks == "auto":
        is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
        wanted, reason = wants_benchmarks() if is_whole else (True, "paths were given")
        config.option.benchmarks = "yes" if wanted else "no"
    config.stash[_WHY_BENCHMARKS] = reason


def pytest_report_header(config: pytest.Config) -> str:
    done = "run" if config.option.benchmarks == "yes" else "left out"
    return f"benchmarks: {done} ({config.stash[_WHY_BENCHMARKS]})"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that took long and do not say why."""
    reports = [one for many in terminalreporter.stats.values() for one in many]
    long = {
        one.nodeid: one.duration
        for one in reports
        if getattr(one, "when", "") == "call" and one.duration > _SLOW_SECONDS
        if not {"slow", "long", "benchmark"} & set(one.keywords)
    }
    if long:
        terminalreporter.section(f"took more than {_SLOW_SECONDS} s and do not say why")
        for name, seconds in sorted(long.items(), key=lambda each: -each[1]):
            terminalreporter.line(f"{seconds:.0f} s  {name}")


def pytest_unconfigure() -> None:
    """Close what llama_cpp leaves open for good; under our strict filters that is a complaint."""
    if "llama_cpp._utils" in sys.modules:
        leftovers = sys.modules["llama_cpp._utils"]
        leftovers.outnull_file.close()
        leftovers.errnull_file.close()


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: tests often wait for a process or a disk."""
    return (os.cpu_count() or 1) + 1


def pytest_collection() -> None:
    """Collect no garbage while tests are collected, which are many objects and none of it."""
    gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by folder, order them, and leave out what needs files that are not there.

    Benchmarks are left out where nothing that they measure changed.
    """
    chosen = []
    for item in items:
        item.add_marker(_MARK_OF_FOLDER[_folder_of(item.path)])
        for slow in item.iter_markers("slow"):
            check_reason(slow, item.nodeid)
        wanted = [name for name in _ELSEWHERE if name in getattr(item, "fixturenames", ())]
        for name in wanted:
            item.add_marker(name)
        is_left_out = config.option.benchmarks == "no" and item.get_closest_marker("benchmark")
        if all(os.environ.get(_ELSEWHERE[name]) for name in wanted) and not is_left_out:
            chosen.append(item)
    left_out = len(items) - len(chosen)
    if left_out:
        config.hook.pytest_deselected(items=list(set(items).difference(chosen)))
    items[:] = sorted(chosen, key=place_of)
    if config.option.shuffle:
        items[:] = shuffled(items, config.option.shuffle)


def check_reason(slow: pytest.Mark, test: str) -> None:
    """Refuse a mark that does not say why a test is slow.

    Raises:
        pytest.UsageError: it has no reason.
    """
    if not (len(slow.args) == 1 and isinstance(slow.args[0], str) and slow.args[0]):
        raise pytest.UsageError(f"{test}: slow takes the reason, a sentence")


class HasPath(Protocol):
    """What has its place in an order by its file."""

    @property
    def path(self) -> Path:
        """Its file."""


OneTest = TypeVar("OneTest", bound=HasPath)


def shuffled(tests: Sequence[OneTest], seed: str) -> list[OneTest]:
    """Return the tests in an order of the seed; those of a file stay together."""
    chance = random.Random(seed)
    of_file: dict[Path, list[OneTest]] = {}
    for test in tests:
        of_file.setdefault(test.path, []).append(test)
    files = list(of_file.values())
    chance.shuffle(files)
    for file in files:
        chance.shuffle(file)
    return [test for file in files for test in file]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note what files of tests import, as all workers import all of them.

    All that was made until now stays until the end: nobody has to look for garbage in it.
    """
    gc.freeze()
    gc.enable()
    session.config.stash[IMPORTED_BY_FILES] = {name.split(".")[0] for name in sys.modules}


def place_of(test: HasPath) -> tuple[bool, int, bool]:
    """Return where a test comes: by its folder, and first what lies in no room of `unit`."""
    folder = list(_MARK_OF_FOLDER).index(_folder_of(test.path))
    return test.path != _HERE / _FIRST_FILE, folder, test.path.parent != _HERE / "unit"


def _folder_of(path: Path) -> str:
    below = f"{path.parent.relative_to(_HERE).as_posix()}/"
    return next(folder for folder in _MARK_OF_FOLDER if below.startswith(f"{folder}/"))


@pytest.fixture(scope="session", autouse=True)
def own_temporary_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let tests write below their temporary folders as the program does below its own.

    `someones_home` is for those that want a place that is not ours.
    """
    claim(tmp_path_factory.getbasetemp(), known=("*",))


@pytest.fixture(scope="session")
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all workers of this run share."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "shared"
    claim(folder)
    return folder


@pytest.fixture(scope="session")
def random_gemma(folder_of_run: Path) -> Path:
    """A tiny EmbeddingGemma 2 of random weights, made once a run: that imports transformers."""

    def make(home: Path) -> None:
        write_random_gemma(home)

    return once_a_run(folder_of_run / "tiny-gemma", make)


@pytest.fixture(scope="session")
def paths_of_run(folder_of_run: Path) -> Paths:
    """Where what is compiled for all tests lies."""
    return Paths(folder_of_run, folder_of_run, folder_of_run)


@pytest.fixture(scope="session")
def exported(paths_of_run: Paths, starter_pack: Callable[[Role], Pack]) -> Path:
    """The built-in encoder as it was exported once a run, before other tests add to it.

    It was made where one of an older program lay.
    """
    pack = starter_pack(Role.ENCODER)
    place = paths_of_run.compiled / f"{pack.name}-{pack.digest}"

    def make(home: Path) -> None:
        with kept_forms.kept(place):
            if not place.exists():
                place.mkdir(parents=True)
                (place / "visual.onnx").write_bytes(b"older")
                older = {"context_length": 32, "cosine": 1.0}
                (place / "export.json").write_text(json.dumps(older))
            ensure_compiled(pack, paths_of_run)
        for made in place.parent.glob(f"{place.name}*"):
            shutil.copytree(made, home / made.name)

    return once_a_run(paths_of_run.data / "exported", make)


@pytest.fixture(scope="session")
def compiled(
    paths_of_run: Paths,
    starter_pack: Callable[[Role], Pack],
    exported: Path,
    drawing: CompiledVisualizer,
) -> Iterator[Path]:
    """The built-in models as made ready for this computer, which takes seconds: once a run.

    A test that spoils them has them made anew in each one after it, so that is an error.
    """
    pack = starter_pack(Role.ENCODER)
    yield paths_of_run.compiled
    assert find_compiled(pack, paths_of_run), "a test has spoiled what all of them share"
    assert compiled_visualizer.find_compiled(starter_pack(Role.VISUALIZER), paths_of_run)


@pytest.fixture(scope="session")
def drawing(paths_of_run: Paths, starter_pack: Callable[[Role], Pack]) -> CompiledVisualizer:
    """The built-in visualizer as made ready for this computer."""
    pack = starter_pack(Role.VISUALIZER)
    lock = FileLock(paths_of_run.data / "making-drawing.lock")
    with lock, kept_forms.kept(compiled_visualizer.place(pack, paths_of_run)):
        return compiled_visualizer.ensure_compiled(pack, paths_of_run)


@pytest.fixture(scope="session")
def everyday_paths(folder_of_run: Path, exported: Path) -> Paths:
    """Where the built-in encoders are ready; the one for real photos takes ten seconds."""

    def make(home: Path) -> None:
        paths = Paths(home, home, home)
        shutil.copytree(exported, paths.compiled)
        pack = find(paths, "everyday")
        with kept_forms.kept(paths.compiled / f"{pack.name}-{pack.digest}"):
            ensure_compiled(pack, paths)

    made = once_a_run(folder_of_run / "everyday", make)
    return Paths(made, made, made)


@pytest.fixture(scope="session")
def everyday(everyday_paths: Paths) -> Encoder:
    """The built-in encoder for real photos."""
    return open_encoder(find(everyday_paths, "everyday"), everyday_paths)


@pytest.fixture
def someones_home() -> Iterator[Path]:
    """A folder that carries no mark of ours and lies in none that does."""
    with tempfile.TemporaryDirectory(prefix="someone-") as home:
        yield Path(os.path.realpath(home))
