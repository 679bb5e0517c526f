"""`visret institution password`: what the system's keyring keeps for a server."""

import sys
from argparse import Namespace
from getpass import getpass

from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import Output
from visret_desktop.errors import UsageError


def password(options: Namespace, out: Output) -> int:
    """`visret institution password`."""
    check_extra("psycopg", "keyring")
    from visret_desktop.institution import kept_passwords

    if "://" not in options.library:
        raise UsageError(reason="A private server wants no password. Name the address of a server.")
    if options.forget:
        whose = kept_passwords.forget(options.library)
        out.result({"whose": whose}, [f"The keyring has no password for {whose} any more."])
        return 0
    is_typed = sys.stdin.isatty()
    given = getpass("Password: ") if is_typed else sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise UsageError(reason="No password was given, so none is kept.")
    whose = kept_passwords.keep(options.library, given)
    out.result({"whose": whose}, [f"The keyring keeps the password for {whose}."])
    return 0
