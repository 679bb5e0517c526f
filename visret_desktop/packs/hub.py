"""Talk to a model hub: what a repository holds, and the bytes of one file from any position on.

Addresses, tokens, offline mode and the meaning of refusals are huggingface_hub's. Its own download
throws away what it has when a connection breaks or the process dies, so the bytes are fetched here.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.packs import strict_json
from visret_desktop.packs.abandoning import answer, pieces
from visret_desktop.packs.errors import (
    HubBusy,
    HubOffline,
    HubUnreachable,
    RepositoryForbidden,
    RepositoryGated,
    RepositoryMissing,
    TokenRefused,
)

if TYPE_CHECKING:
    import ssl

    import httpx2

Result = TypeVar("Result")
_REFUSED = (401, 403, 404)
_NOTHING_LEFT = 416
_PASSING = (408, 425, 429, 500, 502, 503, 504)  # worth another try
_REASON_LENGTH = 120


@dataclass(frozen=True)
class Patience:
    """How long to put up with a hub that does not answer or breaks off; times in seconds."""

    connect: float = 10.0
    silence: float = 15.0  # between two pieces of an answer
    tries: int = 6  # of a download in a row without a new byte
    asks: int = 3  # of a question to the hub
    first_wait: float = 1.0  # before the second try; doubles from try to try
    longest_wait: float = 60.0


@dataclass(frozen=True)
class RemoteFile:
    """A file of a repository at a fixed commit."""

    repo: str
    commit: str
    path: str
    size: int
    sha256: str = ""  # of large files
    git_sha1: str = ""  # git's hash, of small ones


@dataclass(frozen=True)
class Repository:
    """What a hub says about a repository."""

    name: str
    commit: str  # what the revision that was asked for stands for now
    license: str = ""


class Hub:
    """One hub, such as huggingface.co or a mirror. May be used by several threads at once."""

    def __init__(self, endpoint: str = "", proxy: str = "", patience: Patience | None = None):
        """Use `endpoint`, or where it is empty what HF_ENDPOINT or its default says.

        A `proxy` rules over HTTPS_PROXY and its like, which count otherwise.

        Raises:
            HubOffline: HF_HUB_OFFLINE forbids it.
            HubUnreachable: an address makes no sense.
        """
        import httpx2
        from huggingface_hub import constants

        if constants.is_offline_mode():
            raise HubOffline
        self.endpoint = (endpoint or constants.ENDPOINT).rstrip("/")
        self.patience = patience or Patience()
        timeout = httpx2.Timeout(self.patience.silence, connect=self.patience.connect)
        try:
            httpx2.URL(self.endpoint)
            # Redirected to another host, the client leaves the token behind.
            self._client = httpx2.Client(
                proxy=proxy or None, verify=_tls(), timeout=timeout, follow_redirects=True
            )
        except (ValueError, httpx2.InvalidURL) as error:
            reason = f"this address or that of the proxy makes no sense: {error}"
            raise HubUnreachable(endpoint=self.endpoint, reason=reason) from error

    def close(self) -> None:
        """Let go of the connections."""
        self._client.close()

    def look_up(self, repo: str, revision: str, is_stopped: Callable[[], bool]) -> Repository:
        """Return the commit that a branch, tag or commit stands for now, and the license.

        Raises:
            VisretError: the hub cannot be reached, or refuses.
            Cancelled: `is_stopped` returned True.
        """
        url = f"{self.endpoint}/api/models/{repo}/revision/{_quoted(revision)}"
        told = self._json(url, repo, is_stopped)[0]
        card = told.get("cardData") or {}
        return Repository(repo, str(told["sha"]), str(card.get("license") or ""))

    def files_of(
        self, repo: str, commit: str, is_stopped: Callable[[], bool]
    ) -> tuple[RemoteFile, ...]:
        """Return every file of a repository at a commit. Raises as `look_up` does."""
        url = f"{self.endpoint}/api/models/{repo}/tree/{commit}?recursive=true&expand=false"
        found: list[RemoteFile] = []
        while url:
            page, url = self._json(url, repo, is_stopped)
            entries = (entry for entry in page if entry["type"] == "file")
            found += (_remote_file(repo, commit, entry) for entry in entries)
        return tuple(found)

    def read(self, file: RemoteFile, is_stopped: Callable[[], bool]) -> bytes:
        """Return the bytes of a small file. Raises as `look_up` does."""

        def whole() -> bytes:
            with self.stream(file, 0, is_stopped) as (_, received):
                return b"".join(received)

        return self.insist(whole, file.repo, is_stopped)

    @contextmanager
    def stream(
        self, file: RemoteFile, start: int, is_stopped: Callable[[], bool]
    ) -> Iterator[tuple["httpx2.Headers", Iterator[bytes]]]:
        """Yield headers and bytes of `file` from `start` on, or all of them if the hub wills so.

        Raises what httpx2 and huggingface_hub raise; `insist` understands it.

        Raises:
            Cancelled: `is_stopped` returned True while nothing came.
        """
        from huggingface_hub import hf_hub_url
        from huggingface_hub.utils import hf_raise_for_status  # type: ignore[attr-defined]

        url = hf_hub_url(file.repo, file.path, revision=file.commit, endpoint=self.endpoint)
        headers = {**self._headers(), "Accept-Encoding": "identity"}
        if start:
            headers["Range"] = f"bytes={start}-"

        def read() -> Iterator["httpx2.Headers | bytes"]:
            with self._client.stream("GET", url, headers=headers) as response:
                hf_raise_for_status(response)
                yield response.headers
                yield from response.iter_raw()

        received: Any = pieces(read, is_stopped)
        try:
            yield next(received), received
        finally:
            received.close()

    def insist(
        self,
        attempt: Callable[[], Result],
        repo: str,
        is_stopped: Callable[[], bool],
        progress: Callable[[], int] | None = None,
    ) -> Result:
        """Return what `attempt` returns, trying again after passing faults.

        Tries are counted anew whenever `progress` has grown. Raises as `look_up` does.
        """
        import httpx2
        from huggingface_hub.errors import HfHubHTTPError

        most = self.patience.tries if progress else self.patience.asks
        progress = progress or (lambda: 0)
        tries, reached = 0, progress()
        while True:
            try:
                return attempt()
            except (HfHubHTTPError, httpx2.HTTPError) as error:
                if progress() > reached:
                    tries, reached = 0, progress()
                tries += 1
                wait = self._wait_after(error, repo, tries, is_last=tries >= most)
            _sleep(wait, is_stopped)

    def _wait_after(self, error: Exception, repo: str, tries: int, *, is_last: bool) -> float:
        """Return how many seconds to wait before another try.

        Raises:
            VisretError: there is no use in another one.
        """
        import httpx2

        response = getattr(error, "response", None)
        if isinstance(error, httpx2.UnsupportedProtocol | httpx2.TooManyRedirects):
            is_last = True
        if response is not None and response.status_code not in _PASSING:
            raise self._refusal(error, response, repo) from error
        wait = min(
            self.patience.first_wait * 2.0 ** (tries - 1),
            self.patience.longest_wait,
        )
        asked = _asked_wait(response)
        if asked > self.patience.longest_wait or (asked and is_last):
            raise HubBusy(
                endpoint=self.endpoint, reason=_first_line(error), wait=_duration(asked)
            ) from error
        if is_last:
            raise HubUnreachable(endpoint=self.endpoint, reason=_first_line(error)) from error
        return max(wait, asked)

    def _refusal(self, error: Exception, response: "httpx2.Response", repo: str) -> VisretError:
        """Return the sentence for an answer that another try would not change."""
        url, tokens_url = f"{self.endpoint}/{repo}", tokens_url_of(self.endpoint)
        code, status = response.headers.get("X-Error-Code", ""), response.status_code
        if status == 401 and "Invalid credentials" in response.headers.get("X-Error-Message", ""):
            return TokenRefused(endpoint=self.endpoint, tokens_url=tokens_url)
        if status == 403:
            return RepositoryForbidden(repo=repo, url=url)
        if code == "GatedRepo":
            return RepositoryGated(repo=repo, url=url, tokens_url=tokens_url)
        if status in _REFUSED:
            what = f"repository {repo}"
            if code in ("EntryNotFound", "RevisionNotFound"):
                what = f"such file or revision in {repo}"
            return RepositoryMissing(endpoint=self.endpoint, what=what)
        shorter = "its copy of a file is shorter than it says"
        reason = shorter if status == _NOTHING_LEFT else _first_line(error)
        return HubUnreachable(endpoint=self.endpoint, reason=reason)

    def _json(self, url: str, repo: str, is_stopped: Callable[[], bool]) -> tuple[Any, str]:
        """Return an answer of the hub's interface and the address of its next page, if any."""
        from huggingface_hub.utils import hf_raise_for_status  # type: ignore[attr-defined]

        def ask() -> "httpx2.Response":
            response = self._client.get(url, headers=self._headers())
            hf_raise_for_status(response)
            return response

        response = self.insist(lambda: answer(ask, is_stopped), repo, is_stopped)
        try:
            page = str(response.links.get("next", {}).get("url", ""))
            return strict_json.parse(response.content), page
        except ValueError as error:
            reason = "it answers with a page for people; a login to the network may be needed"
            raise HubUnreachable(endpoint=self.endpoint, reason=reason) from error

    def _headers(self) -> dict[str, str]:
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        headers: dict[str, str] = build_hf_headers(library_name="visret-desktop")
        return headers


@cache
def _tls() -> "ssl.SSLContext":
    """Return what connections are checked with; making it takes longer than most answers."""
    import httpx2

    return httpx2.create_ssl_context()


def _remote_file(repo: str, commit: str, entry: dict[str, Any]) -> RemoteFile:
    large = entry.get("lfs") or {}
    return RemoteFile(
        repo=repo,
        commit=commit,
        path=str(entry["path"]),
        size=int(large.get("size", entry["size"])),
        sha256=str(large.get("oid", "")).removeprefix("sha256:"),
        git_sha1="" if large else str(entry.get("oid", "")),
    )


def _quoted(revision: str) -> str:
    from urllib.parse import quote

    return quote(revision, safe="")


def _asked_wait(response: "httpx2.Response | None") -> float:
    """Return the seconds that the hub asks to wait, 0 if it does not."""
    text = response.headers.get("Retry-After", "") if response is not None else ""
    return float(text) if text.isdigit() else 0.0


def _sleep(seconds: float, is_stopped: Callable[[], bool]) -> None:
    """Wait, unless stopped.

    Raises:
        Cancelled: `is_stopped` returned True.
    """
    end = time.monotonic() + seconds
    while True:
        if is_stopped():
            raise Cancelled
        left = end - time.monotonic()
        if left <= 0:
            return
        time.sleep(min(left, 0.1))


def tokens_url_of(endpoint: str) -> str:
    """Return where a person makes a token for a hub."""
    return f"{endpoint}/settings/tokens"


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = re.sub(r"^\[Errno -?\d+\] ", "", (lines or [type(error).__name__])[0])
    return told[:_REASON_LENGTH].rstrip(".")


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
