"""The command line's grammar: every command, its arguments and its help."""

import argparse
from collections.abc import Collection, Sequence
from typing import Any, NoReturn

from visret_desktop import __version__
from visret_desktop.cli import export_arguments, judging, names, tag
from visret_desktop.cli.added_commands import NOT_HERE, AddedCommand
from visret_desktop.cli.argument_types import KNOWLEDGE, add_overwrite, image_count, whole_number
from visret_desktop.cli.camera_traps import deployments
from visret_desktop.cli.facts import add_where
from visret_desktop.cli.imports import camtrap, clock, detections, notes, tables, track
from visret_desktop.cli.institution.arguments import add_actions as add_institution_actions
from visret_desktop.cli.packs.arguments import add_actions as add_packs_actions
from visret_desktop.cli.search_options import (
    add_as_typed,
    add_folder,
    add_min_band,
    add_query,
    add_result_options,
    add_search_options,
    add_server,
    add_sheet,
    add_sketch_options,
    add_strategy,
    add_top,
)
from visret_desktop.errors import UsageError
from visret_desktop.paths import absolute

_EPILOG = """\
`visret PATH…`, with photos or folders instead of a command, opens the window with them
exit codes: 0 done, 1 done with problems that stop the purpose, 2 wrong usage,
3 something needed is missing, 130 interrupted
directories: VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR override the system's own
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose mistakes are errors like all others, so that `--json` can report them.

    Options can't be abbreviated: what is unique today may not be tomorrow.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)
        self.advice = f"`{self.prog} --help` explains."
        self.lets_mix = False  # words that belong together may have options between them

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, with words and options in any order if that is wanted."""
        if not self.lets_mix:
            return super().parse_known_args(args, namespace)
        self.lets_mix = False  # it calls this method
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self.lets_mix = True

    def error(self, message: str) -> NoReturn:
        raise UsageError(reason=f"{message}. {self.advice}")


def build_parser(added: Sequence[AddedCommand] = ()) -> argparse.ArgumentParser:
    """Return the parser; a parsed command's name is in `command` (`packs list` in both words).

    `added` are commands of other packages: what runs them is in `function`, too.
    """
    parser = _Parser(
        prog="visret",
        description="Find any photo on your own disk by saying what you mean.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"visret {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    _add_index(commands)
    _add_search(commands)
    _add_saved(commands)
    _add_similar(commands)
    _add_ask(commands)
    _add_import_track(commands)
    _add_import_camtrap(commands)
    _add_import_observations(commands)
    _add_import_stations(commands)
    _add_import_notes(commands)
    _add_deployments(commands)
    _add_clock(commands)
    _add_summary(commands)
    _add_import_detections(commands)
    _add_tag(commands)
    _add_names(commands)
    _add_export(commands)
    _add_duplicates(commands)
    _add_demo(commands)
    _add_doctor(commands)
    _command(commands, "newer", "Ask whether there is a newer version; nothing is installed")
    _add_packs(commands)
    _add_folders(commands)
    _add_institution(commands)
    _add_bench(commands, added)
    return parser


def commands_of(parser: argparse.ArgumentParser) -> Collection[str]:
    """Return the names of the commands, `packs` for all that begin with it."""
    actions = (action for action in parser._actions if isinstance(action, _Commands))
    return next(actions).choices


_Commands = argparse._SubParsersAction


def _command(commands: "_Commands[_Parser]", name: str, help_text: str) -> _Parser:
    words = name.split()
    parser = commands.add_parser(words[-1], help=help_text, description=f"{help_text}.")
    parser.set_defaults(command=name)
    parser.add_argument("--json", action="store_true", help="print one JSON object on stdout")
    return parser


def _add_index(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "index", "Bring the library up to date with folders of photos")
    parser.add_argument(
        "folders", metavar="DIR", nargs="*", type=absolute, help="folders (default: all known ones)"
    )
    parser.add_argument(
        "--words",
        action="store_true",
        help="then read the words in pictures, as the window does while it has nothing else to do",
    )


def _add_search(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "search", "Find photos by words, example pictures, or both")
    add_query(parser)
    add_server(parser)
    add_search_options(parser)


def _add_saved(commands: "_Commands[_Parser]") -> None:
    group = commands.add_parser("saved", help="Saved searches", description="Saved searches.")
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    listing = _command(actions, "saved list", "List the saved searches, and what facts alone find")
    listing.add_argument(
        "--count", action="store_true", help="also count what words and pictures find"
    )
    run = _command(actions, "saved run", "Search as it was saved; options change it this time")
    _add_saved_name(run)
    add_search_options(run)
    add = _command(actions, "saved add", "Save a search under a name")
    _add_saved_name(add)
    add_query(add)
    add_where(add)
    add_strategy(add)
    add.add_argument("--overwrite", action="store_true", help="replace a saved search of that name")
    remove = _command(actions, "saved remove", "Remove a saved search")
    _add_saved_name(remove)
    export = _command(actions, "saved export", "Write the saved searches to a file for others")
    export.add_argument(
        "file", metavar="FILE", type=absolute, help="the file, such as mine.visret-searches"
    )
    export.add_argument(
        "--paths", action="store_true", help="also folders and example pictures of this computer"
    )
    add_overwrite(export)
    taken = _command(actions, "saved import", "Add the saved searches in a file")
    taken.add_argument("file", metavar="FILE", type=absolute, help="as `saved export` writes it")


def _add_saved_name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="of the saved search")


def _add_similar(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "similar", "Find photos that look like one")
    parser.add_argument("photo", metavar="PHOTO", type=absolute, help="of the library, or any file")
    parser.set_defaults(save_sketches=None)
    add_server(parser)
    add_result_options(parser)


def _add_ask(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "ask", "Answer a question from your photos")
    parser.add_argument("question", metavar="QUESTION", nargs="+", help="what you want to know")
    parser.add_argument(
        "--knowledge",
        choices=KNOWLEDGE,
        default="photos",
        help="what the answer comes from (default: photos, found as the settings say); "
        "a comparison is always taken apart by the rewriter first",
    )
    parser.add_argument(
        "--images",
        metavar="N",
        type=image_count,
        help="photos to read at most; 0: none (default: that of the settings)",
    )
    parser.add_argument(
        "--photo",
        metavar="FILE",
        dest="photos",
        action="append",
        type=absolute,
        default=[],
        help="read this photo of the library, without a search; may be repeated",
    )
    parser.add_argument(
        "--prompt",
        choices=("direct", "steps"),
        default="direct",
        help="let the reader answer at once, or step by step (default direct)",
    )
    parser.add_argument("--reader", metavar="PACK", help="who reads (default: as set)")
    parser.add_argument(
        "--look", action="store_true", help="look at photos, also for what the catalog knows"
    )
    parser.add_argument(
        "--boxes",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="say where in a photo the answer is (default: yes)",
    )
    parser.add_argument(
        "--afresh", action="store_true", help="read again what was read for this question before"
    )
    add_sketch_options(parser)
    add_folder(parser)
    add_where(parser)
    add_top(parser)
    add_sheet(parser)
    parser.set_defaults(save_sketches=None, export=None)


def _add_export(commands: "_Commands[_Parser]") -> None:
    words = "Write photos, or what is known of them, for other programs"
    parser = _command(commands, "export", words)
    export_arguments.add_options(parser)
    parser.lets_mix = True
    add_folder(parser)
    add_where(parser)
    add_top(parser)
    add_min_band(parser)
    add_as_typed(parser)
    add_strategy(parser)


def _add_import_track(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "import-track", "Place photos by the track of a GPS logger")
    track.add_options(parser)
    add_folder(parser)
    add_where(parser)


def _add_import_camtrap(commands: "_Commands[_Parser]") -> None:
    words = "Take in the deployments and names of a Camtrap DP package"
    camtrap.add_options(_command(commands, "import-camtrap", words))


def _add_import_observations(commands: "_Commands[_Parser]") -> None:
    words = "Take in what people noted in photos, from a table of another program"
    tables.add_observation_options(_command(commands, "import-observations", words))


def _add_import_stations(commands: "_Commands[_Parser]") -> None:
    words = "Take in where cameras stood, and when, from a table of stations"
    tables.add_station_options(_command(commands, "import-stations", words))


def _add_import_notes(commands: "_Commands[_Parser]") -> None:
    words = "Join what another person noted of the same photos with what is noted here"
    notes.add_options(_command(commands, "import-notes", words))


def _add_deployments(commands: "_Commands[_Parser]") -> None:
    words = "List where cameras stood, and describe it, for packages that others read"
    parser = _command(commands, "deployments", words)
    deployments.add_options(parser)
    add_folder(parser)
    add_where(parser)


def _add_clock(commands: "_Commands[_Parser]") -> None:
    words = "Correct the times of photos whose camera's clock was wrong; no file changes"
    parser = _command(commands, "clock", words)
    clock.add_options(parser)
    add_folder(parser)
    add_where(parser)


def _add_summary(commands: "_Commands[_Parser]") -> None:
    words = "Sum up a season of camera traps: trap nights, records of species, activity"
    parser = _command(commands, "summary", words)
    export_arguments.add_season_options(parser)
    add_folder(parser)
    add_where(parser)


def _add_tag(commands: "_Commands[_Parser]") -> None:
    words = "Show and change tags, ratings and accepted names of photos; no file changes"
    parser = _command(commands, "tag", words)
    tag.add_options(parser)
    add_folder(parser)
    add_where(parser)


def _add_import_detections(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "import-detections", "Keep what a detector found in photos")
    detections.add_options(parser)


def _add_names(commands: "_Commands[_Parser]") -> None:
    text = "Lists of species, and suggestions by them"
    group = commands.add_parser("names", help=text, description=f"{text}.")
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    names.add_list_options(lambda name, words: _command(actions, name, words))
    suggest = _command(
        actions, "names suggest", "Suggest names for photos, as an encoder sees them"
    )
    names.add_suggest_options(suggest)
    add_folder(suggest)
    add_where(suggest)


def _add_duplicates(commands: "_Commands[_Parser]") -> None:
    words = "List files with the same bytes; nothing is ever deleted"
    add_folder(_command(commands, "duplicates", words))


def _add_demo(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "demo", "Draw a library of pictures and search it")
    parser.add_argument("--headless", action="store_true", help="open no window")
    parser.add_argument(
        "--photos", metavar="N", type=whole_number, help="how many pictures to draw"
    )
    parser.add_argument(
        "--prepare-only", action="store_true", help="draw and index, but do not search"
    )
    parser.add_argument("--remove", action="store_true", help="take the demonstration away again")


def _add_doctor(commands: "_Commands[_Parser]") -> None:
    parser = _command(commands, "doctor", "Look whether everything is in order")
    parser.add_argument(
        "--check", action="store_true", help="read every byte; exit 1 when anything is damaged"
    )
    parser.add_argument("--repair", action="store_true", help="put right what is damaged first")
    words = "put a backup (default: the newest usable one) in the catalog's place"
    parser.add_argument("--restore", metavar="BACKUP", nargs="?", const="", help=words)


def _add_packs(commands: "_Commands[_Parser]") -> None:
    group = commands.add_parser("packs", help="Model packs", description="Model packs.")
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    add_packs_actions(lambda name, text: _command(actions, name, text))


def _add_folders(commands: "_Commands[_Parser]") -> None:
    group = commands.add_parser("folders", help="Folders", description="Folders of the library.")
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    _command(actions, "folders list", "List the folders of the library")
    remove = _command(actions, "folders remove", "Forget a folder; its files stay as they are")
    remove.add_argument("folder", metavar="DIR", type=absolute, help="as `folders list` shows it")
    remove.add_argument(
        "--keep-notes",
        action="store_true",
        help="keep tags, ratings, names and places for when its photos come back",
    )


def _add_institution(commands: "_Commands[_Parser]") -> None:
    words = "A library on a server, for many photos and people"
    group = commands.add_parser("institution", help=words, description=f"{words}.")
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    add_institution_actions(lambda name, text: _command(actions, name, text))


def _add_bench(commands: "_Commands[_Parser]", added: Sequence[AddedCommand]) -> None:
    group = commands.add_parser("bench", help="Measurements", description="Measurements.")
    if not added:
        group.advice = f"{NOT_HERE}."
    actions = group.add_subparsers(metavar="ACTION", required=True, parser_class=_Parser)
    words = "Find the settings that suit your photos best"
    judging.add_settings_options(_command(actions, "bench settings", words))
    words = "Check whether the encoder may compute in 8 bits, on your own photos"
    judging.add_precision_options(_command(actions, "bench precision", words))
    for one in added:
        parser = _command(actions, one.name, one.help)
        parser.set_defaults(function=one.function)
        one.add_options(parser)
