"""`visret packs login` and `visret packs logout`."""

import sys
from argparse import Namespace
from functools import partial
from getpass import getpass

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Output
from visret_desktop.packs.fetching.login import known_login, log_in, log_out
from visret_desktop.processes.interruptible import answer


def login(options: Namespace, out: Output) -> int:
    """`visret packs login`."""
    _, chosen = engine_jobs.profile()
    known = known_login(chosen.hub_endpoint)
    if sys.stdin.isatty():
        out.notice(f"Make a token at {known.tokens_url} and paste it here; it is not shown.")
        token = getpass("Token: ")
    else:
        token = sys.stdin.readline()
    # On a thread of its own: Ctrl-C need not find its way out of a library that waits.
    ask = partial(log_in, token, chosen.hub_endpoint, chosen.hub_proxy)
    now = answer(ask, lambda: False)
    lines = [f"Logged in to {now.endpoint} with the token {now.token_name}."]
    out.result({"endpoint": now.endpoint, "token": now.token_name}, lines)
    return 0


def logout(options: Namespace, out: Output) -> int:
    """`visret packs logout`."""
    _, chosen = engine_jobs.profile()
    now = log_out(chosen.hub_endpoint)
    out.result({"endpoint": now.endpoint, "token": now.token_name}, ["Logged out."])
    return 0
