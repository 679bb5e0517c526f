"""Every directory we use, each with an environment override, so a test never touches real data.

A bundle that has a folder `portable` keeps everything there: on a stick, say.
"""

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote

import platformdirs

from visret_desktop import file_changes, installation
from visret_desktop.errors import NotOurs, UsageError
from visret_desktop.processes import library_environment
from visret_desktop.sentences import sentence

_APP = "visret"
_PASSWORD = re.compile(r"(?<=://)([^:/@]*):([^/@]*)(?=@)|(?<=[?&])password=([^&]*)&?")
# What older versions left in directories that carry no mark yet.
_IN_DATA = (
    *("catalog.db*", "index", "packs", "accepted_licenses.json", "exports", "judgments.jsonl*"),
    *("compiled", "demonstration", "*.lock", "backups", "damaged", ".incoming"),
)
_IN_CACHE = (
    *("thumbnails.db*", "sketches", "rewrites.json", "answers.json", "*_times.json"),
    *(
        "machine.json",
        "form_speeds.json",
        "logs",
        "pasted",
        "bench",
        "*.lock",
        "*.png",
        "chat*",
        "torch",
    ),
)
_IN_CONFIG = ("settings.*", "queries.json", "window.ini*", "prompts")


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
    def compiled(self) -> Path:
        """Encoders compiled to ONNX, once per pack."""
        return self.data / "compiled"

    @property
    def judgments(self) -> Path:
        """Which photos a person called right or wrong, unless the settings name another file."""
        return self.data / "judgments.jsonl"

    @property
    def saved_searches(self) -> Path:
        """Searches that a person gave names to."""
        return self.data / "saved_searches.json"

    @property
    def sidecar_backups(self) -> Path:
        """Sidecars as they were before we wrote to them, a folder for each time."""
        return self.data / "sidecars"

    @property
    def name_lists(self) -> Path:
        """Lists of species that a person imported, a file for each."""
        return self.data / "names"  # where `library.listed_names` looks for them, too

    @property
    def last_tags(self) -> Path:
        """What the last `visret tag` changed, to take it back."""
        return self.data / "last_tags.json"

    @property
    def last_joined_notes(self) -> Path:
        """What the last `visret import-notes` changed, to take it back."""
        return self.data / "last_joined_notes.json"

    @property
    def last_deployments(self) -> Path:
        """What the last `visret deployments` changed, to take it back."""
        return self.data / "last_deployments.json"

    @property
    def demo(self) -> Path:
        """The demonstration library."""
        return self.data / "demonstration"

    @property
    def writer_lock(self) -> Path:
        """Held by the one process that writes the catalog."""
        return self.data / "writer.lock"

    @property
    def window_lock(self) -> Path:
        """Held by the one window of this profile."""
        return self.data / "window.lock"

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
    def beginnings(self) -> Path:
        """What rewriters made of the beginning of their prompts, a folder for each pack."""
        return self.cache / "beginnings"

    @property
    def phrases(self) -> Path:
        """Ordinary phrases as vectors, by encoder; hits are judged by them."""
        return self.cache / "phrases"

    @property
    def name_vectors(self) -> Path:
        """Names of species as vectors, by encoder."""
        return self.cache / "names"

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
    def reading_times(self) -> Path:
        """Seconds per photo on this computer, by reader."""
        return self.cache / "reading_times.json"

    @property
    def answers(self) -> Path:
        """What readers said of photos, so that they need not be asked again."""
        return self.cache / "answers.json"

    @property
    def machine(self) -> Path:
        """What models find on this computer: devices, how fast they are, their memory."""
        return self.cache / "machine.json"

    @property
    def form_speeds(self) -> Path:
        """How quick this processor is at the forms that sketches are computed in."""
        return self.cache / "form_speeds.json"

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


@dataclass(frozen=True)
class ServerPaths(Paths):
    """The directories of a session with a library on a server: what is known of photos is apart.

    Models, what was learned about them and sketches are those of `own`.
    """

    own: Paths
    address: str  # of the library
    server_thumbnails: str  # the folder or bucket that has them; "": none has

    @classmethod
    def below(cls, folder: Path, own: Paths, address: str, thumbnails: str = "") -> "ServerPaths":
        """Return those of a session that has a folder to itself."""
        return cls(folder / "data", folder / "cache", own.config, own, address, thumbnails)

    @property
    def library_name(self) -> str:
        """What the library is called, without names of people and passwords."""
        _, is_address, whole = self.address.partition("://")
        if not is_address:
            return self.address
        server, slash, database = whole.partition("/")
        return f"{server.rpartition('@')[2]}{slash}{database}".partition("?")[0]


def split_password(address: str) -> tuple[str, str]:
    """Return the address of a library without its password, as all may see it, and that, or ""."""
    passwords = [one[2] or one[3] for one in _PASSWORD.finditer(address)]
    return _PASSWORD.sub(r"\1", address), unquote(passwords[-1] or "") if passwords else ""


def _of_own(name: str) -> property:
    return property(lambda paths: getattr(paths.own, name))


for _name in (
    *("packs", "accepted_licenses", "compiled", "name_lists", "sketches", "rewrites", "beginnings"),
    *("phrases", "name_vectors", "drawing_times", "indexing_times", "rewriting_times"),
    *("reading_times", "machine", "form_speeds", "logs"),
):
    setattr(ServerPaths, _name, _of_own(_name))


def claim(paths: Paths) -> None:
    """Mark the three directories as ours; they are made if they are missing.

    The program works without those of cache and settings: what is refused there is no error.

    Raises:
        FolderOfOthers: one of them holds somebody's files.
        OSError: the data directory is not there and cannot be made.
    """
    known: dict[Path, tuple[str, ...]] = {}  # they may be one and the same
    for directory, names in (
        (paths.data, _IN_DATA),
        (paths.cache, _IN_CACHE),
        (paths.config, _IN_CONFIG),
    ):
        known[directory] = (*known.get(directory, ()), *names)
    try:
        file_changes.claim(paths.data, known[paths.data], ("catalog.db",))
    except OSError:
        if not paths.catalog.exists():
            raise  # one that is read-only can still be searched
    with suppress(
        OSError, NotOurs
    ):  # what older versions called it; compiling again would take long
        if not paths.compiled.exists():
            file_changes.move(paths.data / "exports", paths.compiled)
    for directory in (paths.cache, paths.config):
        with suppress(OSError):  # the program goes on without them
            signs = ("thumbnails.db", "queries.json", "window.ini")
            file_changes.claim(directory, known[directory], signs)


def default_directories() -> Paths:
    """Return this user's directories, whether they are there or not."""
    usual = _portable() or _of_the_system()
    return Paths(
        data=_directory("VISRET_DATA_DIR", usual.data),
        cache=_directory("VISRET_CACHE_DIR", usual.cache),
        config=_directory("VISRET_CONFIG_DIR", usual.config),
    )


def _portable() -> Paths | None:
    bundle = installation.bundle()
    folder = bundle.portable if bundle else None
    return Paths(folder / "data", folder / "cache", folder / "config") if folder else None


def _of_the_system() -> Paths:
    directories = platformdirs.PlatformDirs(_APP, appauthor=False)
    data, cache = directories.user_data_path, directories.user_cache_path
    return Paths(data, cache, directories.user_config_path)


def default_paths() -> Paths:
    """Return this user's directories, created if needed; `VISRET_*_DIR` override where they are.

    Raises:
        FolderOfOthers: one of them holds somebody's files.
        OSError: the data directory is not there and cannot be made.
    """
    paths = default_directories()
    claim(paths)
    if _portable():
        library_environment.keep_logins(paths.config)
    return paths


def absolute(path: str | Path) -> Path:
    """Return a path that a person named, as the catalog keeps it: absolute, `~` expanded, no `..`.

    Symbolic links are kept, but for those that stand before a `..`: what is above them only the
    system knows, and a folder by two names would be in the library twice.

    Raises:
        UsageError: it is empty, or somebody's home is not known.
    """
    if not str(path):
        raise UsageError(
            reason=sentence("A path is empty. Name a folder or a file; `.` is the current one.")
        )
    try:
        whole = Path(path).expanduser().absolute()
    except RuntimeError as error:  # `~name` where there is no such person
        raise UsageError(
            reason=sentence("The home folder in {path} is not known.", path=path)
        ) from error
    parts = whole.parts
    if ".." not in parts:
        return whole
    behind = len(parts) - parts[::-1].index("..")
    return Path(os.path.realpath(Path(*parts[:behind])), *parts[behind:])


def _directory(variable: str, fallback: Path) -> Path:
    return absolute(os.environ.get(variable) or fallback)


def bundled(*parts: str) -> Path:
    """Return the path of a file or folder under `resources/`.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    path = Path(str(files("visret_desktop.resources").joinpath(*parts)))
    if not path.exists():
        raise FileNotFoundError(f"the installation lacks resources/{'/'.join(parts)}; reinstall")
    return path
