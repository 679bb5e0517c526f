"""Ask a server that may be broken or hostile: every answer ends, in bytes and in time.

There are limits to redirects, to the time until an answer begins and between its pieces, and for
small answers to their size and to the time they take as a whole. Compressed answers are not asked
for, and small ones are refused: a few bytes of them could become gigabytes. The content of
redirects and refusals is not read at all.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Any

from visret_desktop.processes.interruptible import TooSlow, pieces
from visret_desktop.sentences import sentence

if TYPE_CHECKING:
    import ssl

    import httpx2


_MOST_REDIRECTS = 20


@dataclass(frozen=True)
class Patience:
    """How long to wait for a hub that does not answer or breaks off; times in seconds."""

    connect: float = 10.0
    silence: float = 15.0  # between two reads
    answer: float = 60.0  # for a small answer as a whole, and for the next piece of a large one
    listing: float = 600.0  # for all pages of a list of files
    # A download that grows by less in this time is given up. Four files side by side over a weak
    # mobile connection are still faster.
    slow_seconds: float = 60.0
    slow_bytes: int = 16 * 1024
    tries: int = 6  # of a download in a row without as many new bytes
    asks: int = 3  # of a question to the hub
    first_wait: float = 1.0  # before the second try; doubles from try to try
    longest_wait: float = 60.0


class OddAnswer(Exception):
    """An answer is nothing that can be used, and another try would not change it."""


class HubConnection:
    """An HTTP client that may be used by several threads at once."""

    def __init__(
        self,
        proxy: str,
        patience: Patience,
        may_ask: "Callable[[httpx2.URL], bool]" = lambda _: True,
    ):
        """Use a `proxy`; if it is empty, the one that the environment names.

        Where `may_ask` says False, nobody is asked, also not after a redirect.

        Raises:
            ValueError, httpx2.InvalidURL: the proxy's address makes no sense.
        """
        import httpx2

        self._patience, self._may_ask = patience, may_ask
        # Cookies would let hubs recognize us, and could grow from answer to answer.
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=()))
        timeout = httpx2.Timeout(patience.silence, connect=patience.connect)
        self._client = httpx2.Client(
            proxy=proxy or None, verify=_tls(), timeout=timeout, cookies=no_cookies
        )

    def close(self) -> None:
        """Close all connections; reading from one fails from then on."""
        self._client.close()

    @contextmanager
    def get(
        self, url: str, headers: Mapping[str, str], is_stopped: Callable[[], bool]
    ) -> Iterator[tuple["httpx2.Response", Iterator[bytes]]]:
        """Yield an answer that is no refusal, and its bytes as they come.

        Raises:
            httpx2.HTTPError, httpx2.InvalidURL, TooSlow: no answer, or the server refuses.
            Cancelled: `is_stopped` returned True while nothing came.
        """

        def read() -> Iterator["httpx2.Response | bytes"]:
            asked = {**headers, "Accept-Encoding": "identity"}
            with closing(self._follow(url, asked)) as response:
                response.raise_for_status()
                yield response
                yield from response.iter_raw()

        received: Any = pieces(read, is_stopped, self._patience.answer)
        try:
            yield next(received), received
        finally:
            received.close()

    def _follow(self, url: str, headers: Mapping[str, str]) -> "httpx2.Response":
        """Return the answer at the end of all redirects."""
        import httpx2

        request = self._client.build_request("GET", url, headers=headers)
        for _ in range(_MOST_REDIRECTS):
            if not self._may_ask(request.url):
                raise httpx2.UnsupportedProtocol(f"{request.url} is no place to ask")
            try:
                response = self._client.send(request, stream=True)
            except ValueError as error:
                message = sentence("it redirects to where nothing can be: {error}", error=error)
                raise httpx2.RemoteProtocolError(message) from error
            if response.next_request is None:
                return response
            response.close()
            # The client leaves the token behind where this leads to another place.
            request = response.next_request
        raise httpx2.TooManyRedirects("it redirects without end")


def whole(
    response: "httpx2.Response", received: Iterator[bytes], most_bytes: int, seconds: float
) -> bytearray:
    """Return all bytes of a small answer.

    Raises:
        OddAnswer: it is compressed or too large.
        TooSlow: it takes too long.
    """
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise OddAnswer(sentence("it is compressed, which was not asked for"))
    content, began = bytearray(), time.monotonic()
    for piece in received:
        content += piece
        if len(content) > most_bytes:
            raise OddAnswer(sentence("it is larger than {most:g} MB", most=most_bytes / 2**20))
        if time.monotonic() - began > seconds:
            raise TooSlow(
                sentence("an answer took longer than {seconds:g} seconds", seconds=seconds)
            )
    return content


def brisk(received: Iterator[bytes], patience: Patience) -> Iterator[bytes]:
    """Yield the pieces of a large answer while they come fast enough.

    Raises:
        TooSlow: they do not.
    """
    came, began = 0, time.monotonic()
    for piece in received:
        yield piece
        came += len(piece)
        now = time.monotonic()
        if came >= patience.slow_bytes:
            came, began = 0, now
        elif now - began > patience.slow_seconds:
            raise TooSlow(
                sentence(
                    "only {came} bytes came in {slow_seconds:g} seconds",
                    came=came,
                    slow_seconds=patience.slow_seconds,
                )
            )


@cache
def _tls() -> "ssl.SSLContext":
    """Return the TLS settings; making them takes longer than most answers."""
    import httpx2

    return httpx2.create_ssl_context()
