"""Talk to a model hub: what a repository holds, and the bytes of one file from any position on.

Addresses, tokens and offline mode are huggingface_hub's. Its own download loses what it has
when a connection breaks or the process dies, and it trusts every answer, so hubs are asked here:
`connection` limits what they send, `hub_answers` declares the forms that answers may have.
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, TypeVar

from msgspec import Meta

from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.packs.errors import (
    HubAnswerUnusable,
    HubBusy,
    HubOffline,
    HubUnreachable,
    RepositoryForbidden,
    RepositoryGated,
    RepositoryMissing,
    TokenRefused,
)
from visret_desktop.packs.fetching import hub_answers
from visret_desktop.packs.fetching.connection import (
    HubConnection,
    OddAnswer,
    Patience,
    brisk,
    whole,
)
from visret_desktop.packs.fetching.hub_answers import (
    AnswerNotJson,
    Commit,
    FilePath,
    RepositoryEntry,
    Revision,
    Size,
)
from visret_desktop.processes.interruptible import TooSlow
from visret_desktop.sentences import said_by, sentence

if TYPE_CHECKING:
    import httpx2


Result = TypeVar("Result")
Shape = TypeVar("Shape")
_REFUSED = (401, 403, 404)
_NOTHING_LEFT = 416
_PASSING = (408, 425, 429, 500, 502, 503, 504)  # worth another try
_REASON_LENGTH = 120
_MOST_BYTES = 4 * 2**20  # of one answer; a page of 1,000 files has 0.4 MB
_MOST_DESCRIPTION = 2**20  # bytes of a file that only says what others are
_MOST_PAGES = 100
_MOST_FILES = 20_000  # no model has as many, and all are kept in memory


@dataclass(frozen=True)
class RemoteFile:
    """A file of a repository at a fixed commit."""

    repo: Annotated[str, Meta(pattern=r"\A[\w.-]+/[\w.-]+\Z")]
    commit: Commit
    path: FilePath
    size: Size
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

        A `proxy` takes precedence over HTTPS_PROXY and the like.

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
        try:
            self._origin = httpx2.URL(self.endpoint).origin
            self._connection = HubConnection(proxy, self.patience)
        except (ValueError, httpx2.InvalidURL) as error:
            reason = sentence(
                "this address or that of the proxy makes no sense: {error}", error=error
            )
            raise HubUnreachable(endpoint=self.endpoint, reason=reason) from error

    def close(self) -> None:
        """Close the connections."""
        self._connection.close()

    def look_up(self, repo: str, revision: str, is_stopped: Callable[[], bool]) -> Repository:
        """Return the commit that a branch, tag or commit stands for now, and the license.

        Raises:
            VisretError: the hub cannot be reached, or refuses.
            Cancelled: `is_stopped` returned True.
        """
        url = f"{self.endpoint}/api/models/{repo}/revision/{_quoted(revision)}"
        description, _ = self.insist(partial(self.ask, url, Revision, is_stopped), repo, is_stopped)
        return Repository(repo, description.sha, description.license)

    def files_of(
        self, repo: str, commit: str, is_stopped: Callable[[], bool]
    ) -> tuple[RemoteFile, ...]:
        """Return every file of a repository at a commit. Raises as `look_up` does."""
        url = f"{self.endpoint}/api/models/{repo}/tree/{commit}?recursive=true&expand=false"
        files: list[RemoteFile] = []
        end = time.monotonic() + self.patience.listing
        for _ in range(_MOST_PAGES):
            ask = partial(self.ask, url, list[RepositoryEntry], is_stopped)
            page, url = self.insist(ask, repo, is_stopped)
            if len(files) + len(page) > _MOST_FILES or time.monotonic() > end:
                break
            files += (_remote_file(repo, commit, entry) for entry in page if entry.type == "file")
            if not url:
                return tuple(files)
        raise HubAnswerUnusable(
            endpoint=self.endpoint, reason=sentence("its list of files does not end")
        )

    def read(self, file: RemoteFile, is_stopped: Callable[[], bool]) -> bytes:
        """Return the bytes of a description. Raises as `look_up` does."""

        def attempt() -> bytes:
            with self._get_file(file, 0, is_stopped) as (response, received):
                return bytes(whole(response, received, _MOST_DESCRIPTION, self.patience.answer))

        return self.insist(attempt, file.repo, is_stopped)

    @contextmanager
    def stream(
        self, file: RemoteFile, start: int, is_stopped: Callable[[], bool]
    ) -> Iterator[tuple["httpx2.Headers", Iterator[bytes]]]:
        """Yield headers and bytes of `file` from `start` on, or from 0 if the hub ignores `start`.

        Raises what `Connection.get` raises, and TooSlow; `insist` understands it.
        """
        with self._get_file(file, start, is_stopped) as (response, received):
            yield response.headers, brisk(received, self.patience)

    def ask(
        self, url: str, shape: type[Shape], is_stopped: Callable[[], bool], token: str = ""
    ) -> tuple[Shape, str]:
        """Return an answer of the hub's interface, and the address of its next page, if any.

        Raises what `Connection.get` raises; `insist` understands it.

        Raises:
            OddAnswer, NotJson: it is of another shape.
        """
        headers = self._headers(url, token or None)
        with self._connection.get(url, headers, is_stopped) as (response, received):
            content = whole(response, received, _MOST_BYTES, self.patience.answer)
            return hub_answers.read(content, shape), _next_page(response)

    def insist(
        self,
        attempt: Callable[[], Result],
        repo: str,
        is_stopped: Callable[[], bool],
        progress: Callable[[], int] | None = None,
    ) -> Result:
        """Return what `attempt` returns, trying again after passing faults.

        The count of tries starts again whenever `progress` has grown fast enough. Raises as
        `look_up` does.
        """
        import httpx2

        most = self.patience.tries if progress else self.patience.asks
        progress = progress or (lambda: 0)
        tries, reached = 0, progress()
        while True:
            try:
                return attempt()
            except (OddAnswer, httpx2.InvalidURL) as error:
                reason = _first_line(error)
                raise HubAnswerUnusable(endpoint=self.endpoint, reason=reason) from error
            except AnswerNotJson as error:
                reason = sentence(
                    "it answers with a page for people; a login to the network may be needed"
                )
                raise HubUnreachable(endpoint=self.endpoint, reason=reason) from error
            except (httpx2.HTTPError, TooSlow) as error:
                if progress() - reached >= self.patience.slow_bytes:
                    tries, reached = 0, progress()
                tries += 1
                wait = self._wait_after(error, repo, tries, is_last=tries >= most)
            _sleep(wait, is_stopped)

    def _wait_after(self, error: Exception, repo: str, tries: int, *, is_last: bool) -> float:
        """Return the seconds to wait before another try.

        Raises:
            VisretError: another try is useless.
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
        """Return the error for an answer that another try would not change."""
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

    @contextmanager
    def _get_file(
        self, file: RemoteFile, start: int, is_stopped: Callable[[], bool]
    ) -> Iterator[tuple["httpx2.Response", Iterator[bytes]]]:
        """Yield an answer with the bytes of `file` from `start` on, or all of them."""
        from huggingface_hub import hf_hub_url
        from huggingface_hub.errors import HFValidationError

        try:
            url = hf_hub_url(file.repo, file.path, revision=file.commit, endpoint=self.endpoint)
        except HFValidationError as error:
            raise RepositoryMissing(
                endpoint=self.endpoint, what=sentence("repository {repo}", repo=file.repo)
            ) from error
        headers = self._headers(url) | ({"Range": f"bytes={start}-"} if start else {})
        with self._connection.get(url, headers, is_stopped) as (response, received):
            yield response, received

    def _headers(self, url: str, token: str | None = None) -> dict[str, str]:
        """Return headers with the person's token, or the one given; it is sent to this hub only."""
        import httpx2
        from huggingface_hub.utils import build_hf_headers  # type: ignore[attr-defined]

        is_own = httpx2.URL(url).origin == self._origin
        headers: dict[str, str] = build_hf_headers(
            library_name="visret-desktop", token=token if is_own else False
        )
        return headers


def _next_page(response: "httpx2.Response") -> str:
    """Return the address of the page that follows, '' if none does.

    Raises:
        OddAnswer: it leads to another server, which has no say in this.
    """
    import httpx2

    link = response.links.get("next", {}).get("url", "")
    try:
        url = response.url.join(link)
        is_own = url.origin == response.url.origin
    except (ValueError, httpx2.InvalidURL):
        is_own = False
    if not is_own:
        raise OddAnswer(sentence("its next page is on another server"))
    return str(url) if link else ""


def _remote_file(repo: str, commit: str, entry: RepositoryEntry) -> RemoteFile:
    if entry.lfs is None:
        return RemoteFile(repo, commit, entry.path, entry.size, git_sha1=entry.oid)
    sha256 = entry.lfs.oid.removeprefix("sha256:")
    return RemoteFile(repo, commit, entry.path, entry.lfs.size, sha256)


def _quoted(revision: str) -> str:
    from urllib.parse import quote

    return quote(revision, safe="")


def _asked_wait(response: "httpx2.Response | None") -> float:
    """Return the seconds that the hub asks to wait, 0 if it does not or names a date."""
    text = response.headers.get("Retry-After", "") if response is not None else ""
    return float(text) if re.fullmatch("[0-9]{1,9}", text) else 0.0


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
    if (sentence := said_by(error)) is not None:
        return sentence
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    message = re.sub(r"^\[Errno -?\d+\] ", "", (lines or [type(error).__name__])[0])
    return message[:_REASON_LENGTH].rstrip(".")


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 120 else f"{seconds / 60:.0f} minutes"
