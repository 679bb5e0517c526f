"""The grammar of `visret packs …`."""

import json
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from typing import Any, NoReturn

from visret_desktop import names
from visret_desktop.cli.argument_types import sketch_side
from visret_desktop.paths import absolute
from visret_desktop.roles import ROLES

AddCommand = Callable[[str, str], ArgumentParser]
_INSTALLABLE = (
    "a pack or set on offer, open_clip:MODEL/TAG, or hf:OWNER/REPOSITORY[@REVISION][/FILE]"
)


def add_actions(command: AddCommand) -> None:
    """Add every action; `command` makes one from its words and its help."""
    listing = command("packs list", "List model packs, installed and on offer, and their state")
    listing.add_argument(
        "--found", action="store_true", help="list what other programs keep here instead"
    )
    show = command("packs show", "Tell everything about a pack: size, license, memory, files")
    show.add_argument("name", metavar="NAME", help="as `packs list` names it")
    _add_install(command("packs install", "Fetch packs, go on with or repair them"))
    _add_import(command("packs import", "Make packs of a folder, a stick or a model file"))
    export = command("packs export", "Copy packs to a folder, for a computer without a network")
    export.add_argument("names", metavar="NAME", nargs="+", help="installed packs")
    export.add_argument("folder", metavar="DIR", type=absolute, help="where they go")
    verify = command("packs verify", "Read every byte of packs and name what is damaged")
    verify.add_argument("names", metavar="NAME", nargs="*", help="packs (default: all)")
    verify.add_argument("--quick", action="store_true", help="look at names and sizes only")
    remove = command("packs remove", "Take packs away, also unfinished ones")
    remove.add_argument("names", metavar="NAME", nargs="+", help="as `packs list` names them")
    use = command("packs use", "Use packs from now on, each for what it is made for")
    use.add_argument("names", metavar="NAME", nargs="*", help="installed packs, or a set")
    _add_role(use, "what one of them is used for, where it can do more than it is made for")
    words = "an encoder to answer beside the other; `none`: none any more"
    use.add_argument("--second", metavar="NAME", help=words)
    use.add_argument(
        "--pixels",
        metavar="N",
        type=sketch_side,
        help="side of a visualizer's sketches; `made`: what the model was made for",
    )
    command("packs login", "Log in to the hub, by a token that is asked for or read from stdin")
    command("packs logout", "Forget the hub's token")


def _add_install(parser: ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="+", help=_INSTALLABLE)
    parser.add_argument(
        "--accept-license", action="store_true", help="you read the licenses and accept them"
    )
    _add_common(parser)


def _add_import(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what", metavar="PATH", help="a folder or file, or a name from `packs list --found`"
    )
    parser.add_argument(
        "--link", action="store_true", help="leave the bytes where they are instead of copying"
    )
    _add_common(parser)


def _add_common(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--to", metavar="DIR", type=absolute, help="keep it in DIR, on another drive"
    )
    words = "name of an own pack"
    parser.add_argument("--as", metavar="NAME", dest="name", type=_name, help=words)
    parser.add_argument(
        "--set",
        metavar="KEY=VALUE",
        dest="settings",
        action="append",
        type=_setting,
        default=[],
        help="what an own model was made for, such as steps=4; may be repeated",
    )
    _add_role(parser, "what an own model is to do, such as rewriter for a vision model's words")
    parser.add_argument("--use", action="store_true", help="use it from now on")


def _add_role(parser: ArgumentParser, words: str) -> None:
    parser.add_argument("--for", metavar="ROLE", dest="role", choices=tuple(ROLES), help=words)


def _name(text: str) -> str:
    if fault := names.fault(text):
        raise ArgumentTypeError(fault)
    return text


def _setting(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise ArgumentTypeError(f"{text} is not of the form KEY=VALUE")
    try:
        return key, json.loads(value, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return key, value


def _refuse_constant(name: str) -> NoReturn:
    raise ArgumentTypeError(f"{name} is no number")
