"""A model hub on this machine: what huggingface.co answers, and every way in which it can fail.

Two servers, as there: the hub itself, and a store on another port to which it redirects for large
files. `Hub.faults` holds what to do wrong, next first, for requests whose path ends with a name.
"""

import hashlib
import json
import re
import socket
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit

LARGE = 10_000  # files from here on are in LFS
_TREE = re.compile(r"/api/models/([^/]+/[^/]+)/tree/([^/]+)(/.*)?")
_INFO = re.compile(r"/api/models/([^/]+/[^/]+)(?:/revision/(.+))?")
_RESOLVE = re.compile(r"/([^/]+/[^/]+)/resolve/([^/]+)/(.+)")
_PIECE = 64 * 1024


@cache
def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong with one answer."""

    drop_after: int = -1  # bytes of the body, then the connection is cut
    truncate: int = -1  # as if the file had only so many bytes
    alter: bool = False  # one byte is another
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    redirect: str = ""
    ignore_range: bool = False
    seconds_per_piece: float = 0.0
    piece: int = _PIECE
    gate: threading.Event | None = None  # wait for it before the body
    raw: bytes = b""  # all that is sent, status line included,
    endless: bytes = b""  # and then this without end


def head(*headers: str, status: str = "200 OK") -> bytes:
    """Return how an answer begins, for `Fault.raw`."""
    return "\r\n".join((f"HTTP/1.1 {status}", *headers, "", "")).encode("latin-1")


@dataclass
class Repository:
    files: dict[str, bytes]
    license: str = "apache-2.0"
    readers: frozenset[str] | None = None  # tokens that may read; None: everyone
    commit: str = ""

    def __post_init__(self) -> None:
        digest = hashlib.sha1(usedforsecurity=False)
        for name, content in sorted(self.files.items()):
            digest.update(name.encode() + sha256(content).encode())
        self.commit = digest.hexdigest()


@dataclass(frozen=True)
class Request:
    path: str
    range: str
    token: str
    server: str


class Hub:
    """The two servers, for the length of a `with` block."""

    known_tokens: ClassVar[frozenset[str]] = frozenset(("hf_reader", "hf_stranger"))

    def __init__(self) -> None:
        self.repositories: dict[str, Repository] = {}
        self.faults: dict[str, list[Fault]] = defaultdict(list)
        self.always: dict[str, Fault] = {}
        self.requests: list[Request] = []
        self.page = 1000
        self.sent_bytes = 0
        self._lock = threading.Lock()
        self._servers = [self._start("hub"), self._start("store")]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._servers[0].server_port}"

    @property
    def store(self) -> str:
        return f"http://127.0.0.1:{self._servers[1].server_port}"

    def add(self, name: str, files: dict[str, bytes], **options: Any) -> Repository:
        self.repositories[name] = Repository(files, **options)
        return self.repositories[name]

    def fail(self, name: str, *faults: Fault) -> None:
        """Let the next answers about files of that name go wrong."""
        self.faults[name] += faults

    def asked(self, name: str) -> list[Request]:
        """Return the requests for files of that name."""
        return [request for request in self.requests if request.path.endswith(name)]

    def count(self, size: int) -> None:
        with self._lock:
            self.sent_bytes += size

    def fault_of(self, path: str) -> Fault:
        with self._lock:
            for name, faults in self.faults.items():
                if path.endswith(name) and faults:
                    return faults.pop(0)
            for name, fault in self.always.items():
                if path.endswith(name):
                    return fault
        return Fault()

    def stored(self, digest: str) -> tuple[str, bytes]:
        """Return name and bytes of a large file."""
        for repository in self.repositories.values():
            for name, content in repository.files.items():
                if sha256(content) == digest:
                    return name, content
        raise KeyError(digest)

    def close(self) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def _start(self, kind: str) -> ThreadingHTTPServer:
        handler = type("Handler", (_Handler,), {"hub": self, "kind": kind})
        server = _Server(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        return server


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):  # clients may leave at any time
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    kind: str
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # each body would come 40 ms after its headers

    def log_message(self, *_: Any) -> None:
        pass

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        try:
            self._answer()
        except (BrokenPipeError, ConnectionError):
            self.close_connection = True

    def _answer(self) -> None:
        parts = urlsplit(self.path)
        path = unquote(parts.path)
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        span = self.headers.get("Range", "")
        self.hub.requests.append(Request(path, span, token, self.kind))
        if self.kind == "hub" and token and token not in self.hub.known_tokens:
            message = "Invalid credentials in Authorization header"
            self._send(401, b"", {"X-Error-Message": message})
        elif self.kind == "store":
            name, content = self.hub.stored(path.rpartition("/")[2])
            self._send_file(content, self.hub.fault_of(name))
        elif path == "/api/whoami-v2":
            self._send_account(token)
        elif match := _TREE.fullmatch(path):
            self._send_tree(match[1], match[2], parse_qs(parts.query))
        elif match := _INFO.fullmatch(path):
            self._send_info(match[1], match[2] or "main")
        elif match := _RESOLVE.fullmatch(path):
            self._resolve(match[1], match[2], match[3], token)
        else:
            self._send(404, b"Not Found")

    # ---- the hub's interface ----------------------------------------------------------------

    def _repository(self, name: str, revision: str) -> Repository | None:
        repository = self.hub.repositories.get(name)
        if repository is None:
            code, message = "RepoNotFound", "Repository not found"
            self._send(404, b"", {"X-Error-Code": code, "X-Error-Message": message})
        elif revision not in ("main", repository.commit):
            self._send(404, b"", {"X-Error-Code": "RevisionNotFound"})
        else:
            return repository
        return None

    def _send_account(self, token: str) -> None:
        if self._goes_wrong("whoami-v2"):
            return
        if token:
            access = {"displayName": f"{token} at home", "role": "read"}
            self._send_json({"name": "someone", "auth": {"accessToken": access}}, {})
        else:
            self._send(401, b"")

    def _send_info(self, name: str, revision: str) -> None:
        if self._goes_wrong(f"info:{name}"):
            return
        if repository := self._repository(name, revision):
            body = {
                "_id": "0",
                "id": name,
                "sha": repository.commit,
                "gated": "auto" if repository.readers is not None else False,
                "private": False,
                "tags": [f"license:{repository.license}"],
                "cardData": {"license": repository.license},
                "siblings": [{"rfilename": path} for path in sorted(repository.files)],
            }
            self._send_json(body, {})

    def _send_tree(self, name: str, revision: str, query: dict[str, list[str]]) -> None:
        if self._goes_wrong(f"tree:{name}"):
            return
        repository = self._repository(name, revision)
        if repository is None:
            return
        assert query["recursive"][0].lower() == "true"
        start = int(query.get("cursor", ["0"])[0])
        entries = tree_of(repository)
        headers = {}
        if start + self.hub.page < len(entries):
            here = f"{self.hub.address}/api/models/{name}/tree/{revision}"
            following = f"{here}?recursive=true&cursor={start + self.hub.page}"
            headers["Link"] = f'<{following}>; rel="next"'
        self._send_json(entries[start : start + self.hub.page], headers)

    def _resolve(self, name: str, revision: str, path: str, token: str) -> None:
        repository = self._repository(name, revision)
        if repository is None:
            return
        if repository.readers is not None and token not in repository.readers:
            status = 403 if token in self.hub.known_tokens else 401
            message = f"Access to model {name} is restricted."
            self._send(status, b"", {"X-Error-Code": "GatedRepo", "X-Error-Message": message})
            return
        content = repository.files.get(path)
        if content is None:
            self._send(404, b"", {"X-Error-Code": "EntryNotFound"})
            return
        digest = sha256(content)
        headers = {"X-Repo-Commit": repository.commit}
        if len(content) >= LARGE:
            headers |= {"X-Linked-Etag": f'"{digest}"', "X-Linked-Size": str(len(content))}
            headers["Location"] = f"{self.hub.store}/blobs/{digest}"
            self._send(302, b"", headers)
        else:
            headers["ETag"] = f'"{_git_sha1(content)}"'
            self._send_file(content, self.hub.fault_of(path), headers)

    # ---- sending ----------------------------------------------------------------------------

    def _goes_wrong(self, name: str) -> bool:
        fault = self.hub.fault_of(name)
        if fault.gate is not None:
            fault.gate.wait(20)
        return self._is_whole_answer(fault)

    def _is_whole_answer(self, fault: Fault) -> bool:
        """Send what a fault says in place of an answer, if it does."""
        if fault.raw:
            self._send_raw(fault)
        elif fault.redirect:
            self._send(302, fault.body, {"Location": fault.redirect, **fault.headers})
        elif fault.status:
            self._send(fault.status, fault.body, fault.headers)
        else:
            return False
        return True

    def _send_raw(self, fault: Fault) -> None:
        self.close_connection = True
        self._send_pieces(fault.raw, fault)
        while fault.endless:
            self._send_pieces(fault.endless, fault)

    def _send_pieces(self, body: bytes, fault: Fault) -> None:
        for start in range(0, len(body), fault.piece):
            piece = body[start : start + fault.piece]
            self.wfile.write(piece)
            self.hub.count(len(piece))
            if fault.seconds_per_piece:
                time.sleep(fault.seconds_per_piece)

    def _send_json(self, body: Any, headers: dict[str, str]) -> None:
        self._send(200, json.dumps(body).encode(), {"Content-Type": "application/json", **headers})

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _send_file(
        self, content: bytes, fault: Fault, headers: dict[str, str] | None = None
    ) -> None:
        if self._is_whole_answer(fault):
            return
        if fault.truncate >= 0:
            content = content[: fault.truncate]
        if fault.alter:
            content = bytes([content[0] ^ 1]) + content[1:]
        start = self._start_of_range(fault)
        if start and start >= len(content):
            self._send(416, b"", {"Content-Range": f"bytes */{len(content)}"})
            return
        self.send_response(206 if start else 200)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(content) - start))
        self.end_headers()
        if self.command != "HEAD":
            self._send_body(content[start:], fault)

    def _start_of_range(self, fault: Fault) -> int:
        match = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        return 0 if match is None or fault.ignore_range else int(match[1])

    def _send_body(self, body: bytes, fault: Fault) -> None:
        if fault.gate is not None:
            fault.gate.wait(20)
        self._send_pieces(body if fault.drop_after < 0 else body[: fault.drop_after], fault)
        if fault.drop_after >= 0:
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_WR)
            self.close_connection = True


def tree_of(repository: Repository) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = []
    for folder in sorted({path.rpartition("/")[0] for path in repository.files} - {""}):
        entries.append({"type": "directory", "oid": "0" * 40, "size": 0, "path": folder})
    for path, content in sorted(repository.files.items()):
        entry: dict[str, Any] = {"type": "file", "size": len(content), "path": path}
        if len(content) >= LARGE:
            digest = sha256(content)
            entry["oid"] = _git_sha1(b"pointer to " + digest.encode())
            entry["lfs"] = {"oid": digest, "size": len(content), "pointerSize": 134}
        else:
            entry["oid"] = _git_sha1(content)
        entries.append(entry)
    return entries


def _git_sha1(content: bytes) -> str:
    header = f"blob {len(content)}\0".encode()
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()
