"""Log in to a hub, for repositories that are given only to people who accepted their license.

Checking, keeping and forgetting a token are huggingface_hub's: other programs that use it are
logged in, too. It is told which hub and proxy are meant, and how long to wait.
"""

import json
import os
import re
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.packs.errors import (
    HubBusy,
    HubUnreachable,
    LoginUnreachable,
    TokenFromOutside,
    TokenRefused,
    TokenUnusable,
)
from visret_desktop.packs.hub import Hub, tokens_url_of

if TYPE_CHECKING:
    from huggingface_hub.errors import HfHubHTTPError

_VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_NO_NAME = "token"
_REFUSED = (401, 403)
_UNKNOWN = 404


@dataclass(frozen=True)
class Login:
    """Whether this person is logged in, known without asking anybody."""

    endpoint: str  # of the hub that is meant
    tokens_url: str  # where one makes a token
    token_name: str = ""  # empty: not logged in
    variable: str = ""  # the environment variable that the token comes from, if it does


def known_login(endpoint: str = "") -> Login:
    """Return what is known without a network; `endpoint` empty: huggingface_hub's own."""
    from huggingface_hub import constants

    hub = (endpoint or constants.ENDPOINT).rstrip("/")
    url = tokens_url_of(hub)
    for variable in _VARIABLES:
        if os.environ.get(variable):
            return Login(hub, url, variable, variable)
    try:
        token = Path(constants.HF_TOKEN_PATH).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        token = ""
    return Login(hub, url, (_name_of(token) or _NO_NAME) if token else "")


def log_in(token: str, endpoint: str = "", proxy: str = "", patience: float = 15.0) -> Login:
    """Check a token with the hub and keep it on this computer; wait `patience` seconds at most.

    For a process that does nothing else: huggingface_hub is told hub and proxy for good.

    Raises:
        VisretError: the hub cannot be reached or refuses; nothing is kept then.
    """
    token = token.strip()
    if not re.fullmatch(r"[!-~]+", token):
        raise TokenUnusable(reason="a token is one word, such as hf_ and 34 letters")
    known = known_login(endpoint)
    try:
        with closing(Hub(endpoint, proxy)) as hub:
            _aim(hub.endpoint, proxy, patience)
            hub.insist(partial(_check_and_keep, token, known), "", lambda: False)
    except (HubBusy, HubUnreachable) as error:
        reason = error.parameters["reason"]
        raise LoginUnreachable(endpoint=known.endpoint, reason=reason) from error
    return known_login(endpoint)


def _check_and_keep(token: str, known: Login) -> None:
    from huggingface_hub import login
    from huggingface_hub.errors import HfHubHTTPError

    try:
        login(token=token, add_to_git_credential=False)
    except HfHubHTTPError as error:
        _refuse(known, error)
        raise
    except (json.JSONDecodeError, LookupError, TypeError) as error:
        reason = "it answers with a page for people; a login to the network may be needed"
        raise LoginUnreachable(endpoint=known.endpoint, reason=reason) from error
    except ValueError as error:  # it sees a token of an organization
        raise TokenUnusable(reason=str(error).rstrip(".")) from error


def log_out(endpoint: str = "") -> Login:
    """Forget the token that is in use, and return what is known then.

    Raises:
        TokenFromOutside: it comes from an environment variable.
    """
    from huggingface_hub import constants, logout

    known = known_login(endpoint)
    if known.variable:
        raise TokenFromOutside(variable=known.variable)
    if known.token_name:
        token = Path(constants.HF_TOKEN_PATH).read_text(encoding="utf-8").strip()
        with suppress(FileNotFoundError):  # git, whose copy it forgets too, may not be installed
            logout(_name_of(token) or None)
    return known_login(endpoint)


def _aim(endpoint: str, proxy: str, patience: float) -> None:
    """Let huggingface_hub ask this hub in this way."""
    import httpx2
    from huggingface_hub import hf_api, set_client_factory

    hf_api.api.endpoint = endpoint
    set_client_factory(
        lambda: httpx2.Client(proxy=proxy or None, timeout=patience, follow_redirects=True)
    )


def _refuse(known: Login, error: "HfHubHTTPError") -> None:
    """Say what an answer means, where it means that this token will never do."""
    status = error.response.status_code
    if status in _REFUSED:
        raise TokenRefused(endpoint=known.endpoint, tokens_url=known.tokens_url) from error
    if status == _UNKNOWN:
        reason = "it knows no accounts; tokens are those of another hub"
        raise LoginUnreachable(endpoint=known.endpoint, reason=reason) from error


def _name_of(token: str) -> str:
    """Return the name under which a token is kept, if it is."""
    from huggingface_hub.utils import get_stored_tokens  # type: ignore[attr-defined]

    return next((name for name, kept in get_stored_tokens().items() if kept == token), "")
