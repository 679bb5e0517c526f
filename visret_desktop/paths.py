"""Every directory we use, each with an environment override, so a test never touches real data."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from visret_desktop.errors import UsageError
from visret_desktop.whole_files import make_folder

_APP = "visret"


@dataclass(frozen=True)
class Paths:
    """The three directories of one profile and the files inside them."""

    data: Path
    cache: Path
    config: Path

    @property
    def catalog(self) -> Path:
        """SQLite file with photos, metadata and embeddings."""
        return self.data / "catalog.db"

    @property
    def index_dir(self) -> Path:
        """Vector index files; rebuilt from the catalog when missing."""
        return self.data / "index"

    @property
    def packs(self) -> Path:
        """Installed model packs."""
        return self.data / "packs"

    @property
    def accepted_licenses(self) -> Path:
        """Addresses of the licenses of model packs that this person accepted."""
        return self.data / "accepted_licenses.json"

    @property
    def exports(self) -> Path:
        """ONNX exports, made once per pack."""
        return self.data / "exports"

    @property
    def judgments(self) -> Path:
        """Which photos a person called right or wrong, unless the settings name another file."""
        return self.data / "judgments.jsonl"

    @property
    def demo(self) -> Path:
        """The demonstration library."""
        return self.data / "demonstration"

    @property
    def writer_lock(self) -> Path:
        """Held by the one process that writes the catalog."""
        return self.data / "writer.lock"

    @property
    def thumbnails(self) -> Path:
        """SQLite file with the thumbnails, keyed by content hash."""
        return self.cache / "thumbnails.db"

    @property
    def sketches(self) -> Path:
        """Generated pictures of queries; never photos, so never indexed."""
        return self.cache / "sketches"

    @property
    def rewrites(self) -> Path:
        """What the rewriter made of queries, so that it need not be asked again."""
        return self.cache / "rewrites.json"

    @property
    def drawing_times(self) -> Path:
        """Seconds per denoising step on this computer, by visualizer."""
        return self.cache / "drawing_times.json"

    @property
    def indexing_times(self) -> Path:
        """Seconds per photo while indexing on this computer, by encoder."""
        return self.cache / "indexing_times.json"

    @property
    def rewriting_times(self) -> Path:
        """Seconds per written word on this computer, by rewriter."""
        return self.cache / "rewriting_times.json"

    @property
    def machine(self) -> Path:
        """What models find on this computer: devices, how fast they are, their memory."""
        return self.cache / "machine.json"

    @property
    def logs(self) -> Path:
        """Rotating log files."""
        return self.cache / "logs"

    @property
    def recent_queries(self) -> Path:
        """What was asked lately in the window."""
        return self.config / "queries.json"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.config / "settings.json"


_others_may: list[int] = []  # the umasks that `private` replaced


@contextmanager
def private() -> Iterator[None]:
    """Let what is created in the `with` block, by children too, be for this user alone.

    The three directories hold where somebody was and with whom: modes are 0700 and 0600 whatever
    the umask, those of SQLite's own files included.
    """
    _others_may.append(os.umask(0o077))
    try:
        yield
    finally:
        os.umask(_others_may.pop())


@contextmanager
def as_usual() -> Iterator[None]:
    """Inside `private`: create a file that the person asked for, or start a program of theirs."""
    before = os.umask(_others_may[-1]) if _others_may else None
    try:
        yield
    finally:
        if before is not None:
            os.umask(before)


def default_directories() -> Paths:
    """Return this user's directories, whether they are there or not."""
    directories = platformdirs.PlatformDirs(_APP, appauthor=False)
    return Paths(
        data=_directory("VISRET_DATA_DIR", directories.user_data_dir),
        cache=_directory("VISRET_CACHE_DIR", directories.user_cache_dir),
        config=_directory("VISRET_CONFIG_DIR", directories.user_config_dir),
    )


def default_paths() -> Paths:
    """Return this user's directories, created if needed; `VISRET_*_DIR` override the platform's.

    Raises:
        OSError: the data directory is not there and cannot be made.
    """
    paths = default_directories()
    make_folder(paths.data)
    for directory in (paths.cache, paths.config):
        with suppress(OSError):  # the program goes on without them
            make_folder(directory)
    return paths


def absolute(path: str | Path) -> Path:
    """Return a path that a person named, as the catalog keeps it: absolute, `~` expanded, no `..`.

    Symbolic links are kept, but for those that stand before a `..`: what is above them only the
    system knows, and a folder by two names would be in the library twice.

    Raises:
        UsageError: it is empty, or somebody's home is not known.
    """
    if not str(path):
        raise UsageError(reason="A path is empty. Name a folder or a file; `.` is the current one.")
    try:
        whole = Path(path).expanduser().absolute()
    except RuntimeError as error:  # `~name` where there is no such person
        raise UsageError(reason=f"The home folder in {path} is not known.") from error
    parts = whole.parts
    if ".." not in parts:
        return whole
    behind = len(parts) - parts[::-1].index("..")
    return Path(os.path.realpath(Path(*parts[:behind])), *parts[behind:])


def _directory(variable: str, fallback: str) -> Path:
    return absolute(os.environ.get(variable) or fallback)
