"""A share that answers, until it does not: a file system of our own in front of a real folder.

Speaks just enough of the kernel's protocol for file systems in user space to be looked at and read.
A silent one takes requests and does not answer, as a network drive does whose server is gone: who
asks it cannot even be killed until it answers or is cut off. It is a process of its own,
`python -m tests.faults.silent_share FOLDER PLACE NAME`, told what to do on stdin.
"""

import errno
import os
import stat
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.mounts import Mounts

_DEVICE = "/dev/fuse"
_IN, _OUT = struct.Struct("<IIQQIIIHH"), struct.Struct("<IiQ")
_ATTRIBUTES = struct.Struct("<6Q10I")
_REQUEST_BYTES = 1 << 20
_FORGET, _INIT, _INTERRUPT, _BATCH_FORGET = 2, 26, 36, 42
_INIT_ANSWER = struct.pack("<IIIIHHIIHHI7I", 7, 31, 1 << 17, 0, 8, 8, 4096, 1, 0, 0, 0, *[0] * 7)


def may_share() -> bool:
    """Tell whether this system lets us make file systems."""
    return os.access(_DEVICE, os.R_OK | os.W_OK)


# ---- the share's own process ----------------------------------------------------------------


class _Share:
    """The files of a folder, never to be written. The kernel is to ask each time."""

    def __init__(self, folder: Path, descriptor: int) -> None:
        self._descriptor = descriptor
        self._paths = {1: folder}
        self._is_silent = False
        self._unanswered: list[bytes] = []
        self._calls = {
            1: self._look_up,
            3: self._attributes,
            14: self._open,
            15: self._read,
            18: lambda _node, _body: b"",
            25: lambda _node, _body: b"",
            27: self._open,
            28: self._list,
            29: lambda _node, _body: b"",
        }

    def obey(self, word: str) -> None:
        """Be silent, or answer everything."""
        self._is_silent = word == "silent"
        if self._is_silent:
            print("silent", flush=True)
        else:
            waiting, self._unanswered = self._unanswered, []
            for request in waiting:
                self._serve(request)

    def run(self) -> None:
        """Serve until the mount is gone."""
        while True:
            request = os.read(self._descriptor, _REQUEST_BYTES)
            if self._is_silent:
                self._unanswered.append(request)
                print("asked", flush=True)
            else:
                self._serve(request)

    def _serve(self, request: bytes) -> None:
        length, call, unique, node = _IN.unpack_from(request)[:4]
        if call in (_FORGET, _BATCH_FORGET, _INTERRUPT):
            return
        error, answer = self._answer(call, node, request[_IN.size : length])
        try:
            os.write(self._descriptor, _OUT.pack(_OUT.size + len(answer), -error, unique) + answer)
        except OSError:
            return  # who asked is gone

    def _answer(self, call: int, node: int, body: bytes) -> tuple[int, bytes]:
        if call == _INIT:
            return 0, _INIT_ANSWER
        if call not in self._calls:
            return errno.ENOSYS, b""
        try:
            return 0, self._calls[call](node, body)
        except OSError as error:
            return error.errno or errno.EIO, b""

    def _look_up(self, node: int, body: bytes) -> bytes:
        path = self._paths[node] / os.fsdecode(body.rstrip(b"\0"))
        described = self._described(path)
        number = path.stat().st_ino
        self._paths[number] = path
        return struct.pack("<4QII", number, 0, 0, 0, 0, 0) + described

    def _attributes(self, node: int, _body: bytes) -> bytes:
        return bytes(16) + self._described(self._paths[node])

    def _open(self, _node: int, _body: bytes) -> bytes:
        return bytes(16)

    def _read(self, node: int, body: bytes) -> bytes:
        _, offset, size = struct.unpack_from("<QQI", body)
        with self._paths[node].open("rb") as file:
            file.seek(offset)
            return file.read(size)

    def _list(self, node: int, body: bytes) -> bytes:
        _, offset, size = struct.unpack_from("<QQI", body)
        listed = b""
        names = sorted(os.listdir(self._paths[node]))  # noqa: PTH208 - names
        for place, name in enumerate(names[offset:], start=offset + 1):
            mode = (self._paths[node] / name).stat().st_mode
            encoded = os.fsencode(name)
            entry = struct.pack("<QQII", place, place, len(encoded), stat.S_IFMT(mode) >> 12)
            entry += encoded + bytes(-len(encoded) % 8)
            if len(listed) + len(entry) > size:
                break
            listed += entry
        return listed

    def _described(self, path: Path) -> bytes:
        found = path.stat()
        seconds, rest = divmod(found.st_mtime_ns, 10**9)
        times = (seconds,) * 3 + (rest,) * 3
        mode = (found.st_mode & ~0o222, 1, os.getuid(), os.getgid(), 0, 4096, 0)
        return _ATTRIBUTES.pack(
            found.st_ino, found.st_size, found.st_blocks, *times[:3], *times[3:], *mode
        )


def _main(folder: str, place: str, name: str) -> None:
    descriptor = os.open(_DEVICE, os.O_RDWR)
    options = f"fd={descriptor},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}"
    command = ("mount", "-i", "-t", "fuse", "-o", options, name, place)
    subprocess.run(command, check=True, pass_fds=(descriptor,))
    share = _Share(Path(folder), descriptor)
    threading.Thread(target=share.run, daemon=True).start()
    print("ready", flush=True)
    for line in sys.stdin:
        share.obey(line.strip())


# ---- the test's side ------------------------------------------------------------------------


class SilentShare:
    """A share that can be told to be silent, and to answer again."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process
        self._asked, self._is_silent = threading.Event(), threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            (self._is_silent if line.strip() == "silent" else self._asked).set()

    def fall_silent(self) -> None:
        """Answer nothing any more."""
        self._asked.clear()
        self._is_silent.clear()
        self._say("silent")
        assert self._is_silent.wait(60), "it still answers"

    def wait_until_asked(self) -> None:
        """Wait until somebody waits for an answer."""
        assert self._asked.wait(60), "nobody asked"

    def answer(self) -> None:
        """Answer what was asked meanwhile, and from now on."""
        self._say("answer")

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{word}\n")
        self._process.stdin.flush()


@contextmanager
def share_of(folder: Path, mounts: Mounts, place: Path, name: str) -> Iterator[SilentShare]:
    """Mount a share at `place`; at the end it is cut off, which frees whoever waits for it."""
    place.mkdir(parents=True, exist_ok=True)
    command = [*mounts.inside, sys.executable, "-m", __name__, folder, place, name]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield SilentShare(process)
        finally:
            process.kill()


if __name__ == "__main__":
    _main(*sys.argv[1:])
