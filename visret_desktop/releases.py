"""Is there a newer version? Asked only when somebody wants to know; nothing is installed.

Who made the bundle says in its mark where to ask: a small JSON file. Nothing is sent but the
request itself, which is recorded as every request is.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from visret_desktop import __version__, typed_values
from visret_desktop.errors import VisretError
from visret_desktop.installation import Bundle
from visret_desktop.packs.fetching.connection import HubConnection, OddAnswer, Patience, whole
from visret_desktop.processes.interruptible import TooSlow
from visret_desktop.sentences import said_by, sentence, visible

if TYPE_CHECKING:
    import httpx2

_MOST_BYTES = 64 * 1024
_REASON_LENGTH = 120
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
_HEADERS = {"User-Agent": "visret", "Accept": "application/json"}
# What a browser opens: no name and password, which could make one place look like another.
_Page = Annotated[str, Meta(max_length=500, pattern=r"\A(https://[\w.-]+(:\d+)?(/[!-~]*)?)?\Z")]
_FileName = Annotated[str, Meta(max_length=200, pattern=r"\A[\w.+-]+\Z")]
_Sha256 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
_REPLACED = {
    "folder": sentence(
        "unpack the new version and run its install.sh; where you only keep the folder, put the new"
        " one in its place"
    ),
    "deb": sentence("install the new .deb over this one"),
    "windows": sentence("run the new setup; it replaces this version"),
    "macos": sentence("drag the new visret over this one"),
}


class NoReleasesAddress(VisretError):
    """This installation does not know where to ask."""

    code = "no-releases-address"
    sentence = "This installation names no address to ask for a newer version. {how}"
    exit_code = 3


class ReleasesUnreachable(VisretError):
    """The address does not answer."""

    code = "releases-unreachable"
    sentence = "{address} cannot be reached ({reason}). Check the connection and try again."


class ReleasesUnusable(VisretError):
    """The answer is not one that can be used."""

    code = "releases-unusable"
    sentence = "{address} says nothing about versions that can be used: {reason}."


class Release(msgspec.Struct, frozen=True):
    """The newest version.

    Attributes:
        changes: plain text; what changed.
        page: where a person gets it; "" if that is not said.
        sha256: of the files that are offered there, by name.
    """

    version: Annotated[str, Meta(min_length=1, max_length=40)]
    changes: Annotated[str, Meta(max_length=20_000)] = ""
    page: _Page = ""
    sha256: Annotated[dict[_FileName, _Sha256], Meta(max_length=20)] = {}

    @property
    def is_newer(self) -> bool:
        """Whether it is newer than this program."""
        from packaging.version import Version

        return Version(self.version) > Version(__version__)

    @property
    def told(self) -> str:
        """What changed, and the hashes, with nothing in it but what is seen."""
        hashes = [f"SHA-256 of {name}: {value}" for name, value in self.sha256.items()]
        changes = visible(self.changes.replace("\r\n", "\n"), keep="\n").strip()
        return "\n\n".join(part for part in (changes, "\n".join(hashes)) if part)


def newest(
    installed: Bundle | None,
    proxy: str = "",
    is_stopped: Callable[[], bool] = lambda: False,
    patience: Patience | None = None,
) -> Release:
    """Ask which version is the newest.

    Raises:
        VisretError: nobody can be asked, or no answer can be used.
        Cancelled: `is_stopped` returned True.
    """
    address = installed.record.releases if installed else ""
    if not address:
        raise NoReleasesAddress(how=how_to_update(installed))
    import httpx2

    patience = patience or Patience()
    try:
        with (
            closing(HubConnection(proxy, patience, may_ask=_may_ask)) as connection,
            connection.get(address, _HEADERS, is_stopped) as (response, received),
        ):
            return _read(whole(response, received, _MOST_BYTES, patience.answer))
    except (OddAnswer, httpx2.InvalidURL) as error:
        raise ReleasesUnusable(address=address, reason=_first_line(error)) from error
    except (httpx2.HTTPError, TooSlow, ValueError) as error:
        raise ReleasesUnreachable(address=address, reason=_first_line(error)) from error


def how_to_update(installed: Bundle | None) -> str:
    """Return how this installation becomes a newer one."""
    if installed is None and Path(__file__).parents[1].joinpath("pyproject.toml").is_file():
        return sentence(
            "It runs from its source: `git pull` there, then `uv sync`. Your library stays."
        )
    if installed is None:
        return sentence(
            "It is a Python package: install it again as you did before. Your library stays."
        )
    way = _REPLACED.get(
        installed.record.form, sentence("install the new version in place of this one")
    )
    return sentence(
        "To update, {way}. The new version replaces the program folder; your library stays.",
        way=way,
    )


def _may_ask(url: "httpx2.URL") -> bool:
    """Return whether an address, or one that it redirects to, is asked at all."""
    return url.scheme == "https" or (url.scheme == "http" and url.host in _LOOPBACK)


def _read(content: bytes | bytearray) -> Release:
    """Return what an answer says.

    Raises:
        OddAnswer: nothing that can be used.
    """
    from packaging.version import InvalidVersion

    try:
        release = typed_values.decode(content, Release)
        _ = release.is_newer
    except msgspec.ValidationError as error:
        raise OddAnswer(sentence("its answer is of another form: {error}", error=error)) from error
    except RecursionError as error:
        raise OddAnswer(sentence("its answer is nested too deeply")) from error
    except InvalidVersion as error:
        raise OddAnswer(sentence("its version is none")) from error
    except ValueError as error:
        raise OddAnswer(
            sentence("its answer is no JSON; a login to the network may be needed")
        ) from error
    return release


def _first_line(error: Exception) -> str:
    if (sentence := said_by(error)) is not None:
        return sentence
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return visible((lines or [type(error).__name__])[0][:_REASON_LENGTH].rstrip("."))
