"""Log in to a hub, for repositories that are given only to people who accepted their license.

huggingface_hub keeps and forgets the token, so that other programs that use it are logged in, too.
We ask the hub ourselves, as its answer may be anything; huggingface_hub, which would ask again, is
given what we understood.
"""

import os
import re
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visret_desktop.packs.errors import (
    HubAnswerUnusable,
    HubBusy,
    HubUnreachable,
    LoginUnreachable,
    TokenFromOutside,
    TokenRefused,
    TokenUnusable,
)
from visret_desktop.packs.fetching.hub import Hub, tokens_url_of
from visret_desktop.packs.fetching.hub_answers import Account
from visret_desktop.sentences import sentence

if TYPE_CHECKING:
    import httpx2


_VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")
_NO_NAME = "token"
_REFUSED = (401, 403)
_UNKNOWN = 404
_NOT_IN_NAMES = re.compile(r"[^\w .@+-]+")  # names become headings of a file
_MOST_NAME = 60


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


def log_in(token: str, endpoint: str = "", proxy: str = "") -> Login:
    """Check a token with the hub and keep it on this computer.

    For a process that does nothing else: huggingface_hub asks nobody any more.

    Raises:
        VisretError: the hub cannot be reached or refuses; nothing is kept then.
    """
    token = token.strip()
    if not re.fullmatch(r"[!-~]+", token):
        raise TokenUnusable(reason=sentence("a token is one word, such as hf_ and 34 letters"))
    if token.startswith("api_org"):
        raise TokenUnusable(
            reason=sentence("it is a token of an organization; make one of your own")
        )
    known = known_login(endpoint)
    try:
        with closing(Hub(endpoint, proxy)) as hub:
            account = hub.insist(partial(_account, hub, token, known), "", lambda: False)
    except (HubAnswerUnusable, HubBusy, HubUnreachable) as error:
        reason = error.parameters["reason"]
        raise LoginUnreachable(endpoint=known.endpoint, reason=reason) from error
    _keep(token, account.token_name)
    return known_login(endpoint)


def _account(hub: Hub, token: str, known: Login) -> Account:
    import httpx2

    try:
        return hub.ask(f"{hub.endpoint}/api/whoami-v2", Account, lambda: False, token)[0]
    except httpx2.HTTPStatusError as error:
        _refuse(known, error)
        raise


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
        # Without a name it would forget all tokens, those of other hubs and programs as well.
        name = _name_of(token) or _keep(token, _NO_NAME)
        with suppress(FileNotFoundError):  # git, whose copy it forgets too, may not be installed
            logout(name)
    return known_login(endpoint)


def _keep(token: str, wanted: str) -> str:
    """Let huggingface_hub keep a token, and return the name that it has now.

    The name is one that no other token has: that one would be forgotten.
    """
    from huggingface_hub import login
    from huggingface_hub.utils import get_stored_tokens  # type: ignore[attr-defined]

    plain = _NOT_IN_NAMES.sub(" ", wanted)[:_MOST_NAME].strip() or _NO_NAME
    others = {name.casefold() for name, kept in get_stored_tokens().items() if kept != token}
    others.add("default")  # has a meaning of its own in that file
    numbered = (plain if n == 1 else f"{plain} {n}" for n in count(1))
    name = next(each for each in numbered if each.casefold() not in others)
    _answer_everything({"name": name, "auth": {"accessToken": {"displayName": name}}})
    login(token=token, add_to_git_credential=False)
    return name


def _answer_everything(body: dict[str, Any]) -> None:
    """Let huggingface_hub take `body` for the answer to whatever it asks, and ask nobody."""
    import httpx2
    from huggingface_hub import set_client_factory

    class Answering(httpx2.Client):
        def send(self, request: "httpx2.Request", **_: Any) -> "httpx2.Response":
            return httpx2.Response(200, json=body, request=request)

    set_client_factory(Answering)


def _refuse(known: Login, error: "httpx2.HTTPStatusError") -> None:
    """Say what an answer means, where it means that this token will never do."""
    status = error.response.status_code
    if status in _REFUSED:
        raise TokenRefused(endpoint=known.endpoint, tokens_url=known.tokens_url) from error
    if status == _UNKNOWN:
        reason = sentence("it knows no accounts; tokens are those of another hub")
        raise LoginUnreachable(endpoint=known.endpoint, reason=reason) from error


def _name_of(token: str) -> str:
    """Return the name under which a token is kept, if it is."""
    from huggingface_hub.utils import get_stored_tokens  # type: ignore[attr-defined]

    return next((name for name, kept in get_stored_tokens().items() if kept == token), "")
