"""Fetch one file of a repository: nothing fetched is lost, and nothing altered is accepted.

The bytes grow in `NAME.part`, which outlives a broken connection, a kill and a restart. Only after
its hash was checked does the file get its own name, so a file that has one is whole.
"""

import hashlib
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from visret_desktop import file_changes
from visret_desktop.errors import Cancelled
from visret_desktop.packs.errors import DownloadDamaged
from visret_desktop.packs.fetching.hub import Hub, RemoteFile
from visret_desktop.packs.manifest import sha256_of
from visret_desktop.sentences import said_by, sentence

if TYPE_CHECKING:
    import httpx2


_TRIES = 2  # of the whole file, when its bytes are wrong


@dataclass(frozen=True)
class Watcher:
    """The functions that a download calls while it runs, on its own thread."""

    on_bytes: Callable[[int], None]  # how many bytes came; negative: how many were thrown away
    is_stopped: Callable[[], bool]


class _WrongAnswer(Exception):
    """What is being sent cannot be the file; the message says why."""


def fetch(hub: Hub, file: RemoteFile, target: Path, watcher: Watcher) -> str:
    """Fetch `file` to `target`, going on where an earlier try ended; return its SHA-256.

    Raises:
        DownloadDamaged: what arrives is not what the hub announced.
        VisretError: the hub cannot be reached, or refuses.
        OSError: the disk refuses, for instance because it is full.
        Cancelled: `watcher.is_stopped` returned True.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    fault = ""
    for _ in range(_TRIES):
        try:
            hub.insist(
                lambda: _grow(hub, file, part, watcher),
                file.repo,
                watcher.is_stopped,
                lambda: size_of(part),
            )
            sha256 = sha256_of(part)
            fault = _fault(part, file, sha256)
        except _WrongAnswer as error:
            fault = said_by(error) or str(error)
        if not fault:
            file_changes.sync(part)  # it may have been complete already, from a process that died
            file_changes.move(part, target, is_replacing=True)
            return sha256
        watcher.on_bytes(-size_of(part))
        file_changes.remove(part)
    raise DownloadDamaged(path=file.path, reason=fault, endpoint=hub.endpoint)


def is_same(path: Path, file: RemoteFile) -> bool:
    """Whether a file on disk has the bytes that the hub announces; False if it says too little."""
    is_known = bool(file.sha256 or file.git_sha1)
    return is_known and path.is_file() and not _fault(path, file, sha256_of(path))


def size_of(path: Path) -> int:
    """Return a file's size, 0 if there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _grow(hub: Hub, file: RemoteFile, part: Path, watcher: Watcher) -> None:
    """Add to `part` what it lacks; raises what httpx2 raises when the connection breaks."""
    import httpx2

    with file_changes.appending(part) as out:
        if out.tell() > file.size:
            _start_again(out, watcher)
        if out.tell() == file.size:
            return
        with hub.stream(file, out.tell(), watcher.is_stopped) as (headers, received):
            if (length := _length_of(headers)) not in (-1, file.size):
                raise _WrongAnswer(f"{length} bytes instead of {file.size}")
            if not _goes_on_at(headers, out.tell()):
                _start_again(out, watcher)
            for piece in received:
                _write(out, piece)
                watcher.on_bytes(len(piece))
                if watcher.is_stopped():
                    raise Cancelled
                if out.tell() > file.size:
                    break  # an endless answer; the hash will tell
        os.fsync(out.fileno())
        if out.tell() < file.size:
            raise httpx2.RemoteProtocolError(f"{file.path} ended early")


def _length_of(headers: "httpx2.Headers") -> int:
    """Return how long the server says that the whole file is, -1 if it does not say."""
    span = headers.get("Content-Range", "")
    text = span.rpartition("/")[2] if span else headers.get("Content-Length", "")
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else -1


def _goes_on_at(headers: "httpx2.Headers", position: int) -> bool:
    """Whether the answer begins where our file ends; servers may ignore what was asked."""
    span: str = headers.get("Content-Range", "")
    return span.startswith(f"bytes {position}-") if position else True


def _start_again(out: BinaryIO, watcher: Watcher) -> None:
    watcher.on_bytes(-out.tell())
    out.truncate(0)
    out.seek(0)


def _write(out: BinaryIO, piece: bytes) -> None:
    view = memoryview(piece)
    while view:
        view = view[out.write(view) :]


def _fault(path: Path, file: RemoteFile, sha256: str) -> str:
    """Say what is wrong with a fetched file, '' if nothing is."""
    size = size_of(path)
    if size != file.size:
        return sentence("{size} bytes instead of {wanted}", size=size, wanted=file.size)
    if file.sha256 and sha256 != file.sha256:
        return sentence(
            "its SHA-256 is {sha256}… instead of {wanted}…",
            sha256=sha256[:12],
            wanted=file.sha256[:12],
        )
    if file.git_sha1 and _git_sha1(path) != file.git_sha1:
        return sentence("its bytes are not those that the repository lists")
    return ""


def _git_sha1(path: Path) -> str:
    """Return git's hash of a file; the hub has no other for small files."""
    content = path.read_bytes()
    header = f"blob {len(content)}\0".encode()
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()
