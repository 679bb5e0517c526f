"""Arguments, dispatch and exit codes of `visret`."""

import logging
import os
import re
import sqlite3
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from visret_desktop.cli.added_commands import added_commands
from visret_desktop.cli.arguments import build_parser, commands_of
from visret_desktop.cli.output import Output, guarded_stdout, open_missing_streams
from visret_desktop.cli.window import NoDisplay, asks_for_window, open_window
from visret_desktop.errors import Cancelled, UsageError, VisretError
from visret_desktop.file_changes import private
from visret_desktop.paths import default_directories, split_password
from visret_desktop.processes import library_environment, malloc_tuning
from visret_desktop.roles import function_at
from visret_desktop.system_errors import of_system

INTERRUPTED = 130
_log = logging.getLogger(__name__)
_NO_OPTION = re.compile(r"-\w+:")
# The function of each command; loaded when it is asked for, as all modules together take long.
COMMANDS = {
    "index": "commands:index",
    "search": "commands:search",
    "saved list": "saved:list_searches",
    "saved run": "saved:run",
    "saved add": "saved:add",
    "saved remove": "saved:remove",
    "saved export": "saved:export",
    "saved import": "saved:take_in",
    "similar": "commands:similar",
    "ask": "asking.ask:ask",
    "import-track": "imports.track:import_track",
    "import-camtrap": "imports.camtrap:import_camtrap",
    "import-observations": "imports.tables:import_observations",
    "import-stations": "imports.tables:import_stations",
    "import-notes": "imports.notes:import_notes",
    "import-detections": "imports.detections:import_detections",
    "tag": "tag:tag",
    "names import": "names:import_list",
    "names list": "names:list_lists",
    "names drop": "names:drop",
    "names suggest": "names:suggest",
    "export": "export:export",
    "deployments": "camera_traps.deployments:deployments",
    "clock": "imports.clock:clock",
    "summary": "camera_traps.summary:summary",
    "duplicates": "commands:duplicates",
    "packs list": "packs.commands:list_packs",
    "packs show": "packs.commands:show",
    "packs install": "packs.fetching:install",
    "packs import": "packs.fetching:import_packs",
    "packs export": "packs.fetching:export",
    "packs verify": "packs.commands:verify_packs",
    "packs remove": "packs.commands:remove",
    "packs use": "packs.commands:use",
    "packs login": "packs.login:login",
    "packs logout": "packs.login:logout",
    "institution index": "institution.indexing:index",
    "institution adopt": "institution.indexing:adopt",
    "institution take": "institution.indexing:take",
    "institution problems": "institution.indexing:problems",
    "institution forget": "institution.indexing:forget",
    "institution tag": "institution.noting:tag",
    "institution judge": "institution.noting:judge",
    "institution conflicts": "institution.noting:conflicts",
    "institution save": "institution.noting:save",
    "institution saved": "institution.noting:saved",
    "institution unsave": "institution.noting:unsave",
    "institution serve": "institution.searching:serve",
    "institution password": "institution.searching:password",
    "institution status": "institution.searching:status",
    "folders list": "commands:list_folders",
    "folders remove": "commands:remove_folder",
    "demo": "demo:demo",
    "doctor": "doctor:doctor",
    "newer": "doctor:newer",
    "bench settings": "judging:best_settings",
    "bench precision": "judging:precision",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    open_missing_streams()
    given = sys.argv[1:] if argv is None else list(argv)
    # What is excluded or taken off, '-type:raw' or '-1:00:00', is no option: a space in front says
    # so to argparse.
    arguments = [f" {one}" if _NO_OPTION.match(one) else one for one in given]
    parser = build_parser(added_commands() if arguments[:1] == ["bench"] else ())
    try:
        if asks_for_window(arguments, commands_of(parser)):
            return open_window(Output(sys.stdout, as_json=False), *arguments)
        options = parser.parse_args(arguments)
    except (UsageError, NoDisplay) as error:
        return _refuse(Output(sys.stdout, "--json" in arguments), error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as ending:  # --help and --version
        return int(ending.code or 0)
    malloc_tuning.share_heaps()
    library_environment.compute_arrays_alone()
    with guarded_stdout() as results, private():
        return _run(options, Output(results, options.json))


def _refuse(out: Output, error: VisretError) -> int:
    out.error(error.code, str(error))
    return error.exit_code


def _run(options: Namespace, out: Output) -> int:
    """Turn the ways a command can end into sentences and exit codes."""
    try:
        _hide_password(options, out)
        return _mending(options, out)
    except VisretError as error:
        return _refuse(out, error)
    except (KeyboardInterrupt, Cancelled):
        out.error("interrupted", "Stopped. What was done so far is kept.")
        return INTERRUPTED
    except BrokenPipeError:  # whoever reads our output closed it
        with suppress(OSError):
            sys.stderr.flush()
        os._exit(0)
    except (sqlite3.DatabaseError, OSError, ImportError) as error:
        _log.info("the system refused", exc_info=True)
        return _refused(error, out)
    except Exception as error:  # noqa: BLE001 - the command's edge
        _log.exception("command failed")
        out.error("bug", f"The program made a mistake: {error!r}. `visret doctor` names the log.")
    return 1


def _hide_password(options: Namespace, out: Output) -> None:
    """Take a password out of the address of a library, so that no child is begun with it.

    The line of this command itself still shows it, as that of psql would: a notice warns of that.
    """
    address, password = split_password(getattr(options, "library", None) or "")
    if password:
        options.library = address
        os.environ["PGPASSWORD"] = password
        out.notice(
            "Others on this computer can read the password in the address while the command runs. "
            "Put it in ~/.pgpass or PGPASSWORD, and not in the address."
        )


def _mending(options: Namespace, out: Output) -> int:
    """Run the command; once more if the catalog turned out damaged and could be restored."""
    try:
        return _dispatch(options, out)
    except (VisretError, Cancelled, OSError):
        raise
    except Exception as error:
        from visret_desktop.cli.repair import mended_after

        if not mended_after(error, out):
            raise
        return _dispatch(options, out)


def _refused(error: sqlite3.DatabaseError | OSError | ImportError, out: Output) -> int:
    """Say what the system, a library or SQLite did not do."""
    known = of_system(error, default_directories().data)
    if known is not None:
        return _refuse(out, known)
    if isinstance(error, OSError):
        out.error("disk", f"The system refused: {error}.")
    else:
        out.error("catalog", f"The library's catalog cannot be used: {error}. See `visret doctor`.")
    return 1


def _dispatch(options: Namespace, out: Output) -> int:
    added = getattr(options, "function", None)
    run: Callable[[Namespace, Output], int]
    run = function_at(added) if added else function_of(options.command)
    return run(options, out)


def function_of(command: str) -> Any:
    """Return the function of a command; only now is its module loaded."""
    return function_at(f"visret_desktop.cli.{COMMANDS[command]}")
