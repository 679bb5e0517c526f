"""Pick the window, the command line, the engine, an examination, a decoder or a scout by argv.

`python -m visret_desktop engine` is how the window starts its child process; `examine`, `decode`
and `scout` are how children start their own.
"""

import gc
import sys

from visret_desktop.message_box import show_unseen
from visret_desktop.processes import library_environment
from visret_desktop.sentences import sentence


def main() -> int:
    """Run the front end that argv names and return its exit code."""
    if sys.argv[1:2] in (["engine"], ["examine"]):
        library_environment.compute_arrays_alone()
    if sys.argv[1:2] == ["engine"]:
        from visret_desktop.engine.server import main as engine_main

        return engine_main(place=sys.argv[2:])
    if sys.argv[1:2] == ["examine"]:
        from visret_desktop.judging.examining import main as examine_main

        return examine_main(sys.argv[2:])
    if sys.argv[1:2] == ["decode"]:
        from visret_desktop.decoding.child import main as decoder_main

        return decoder_main(sys.argv[2:])
    if sys.argv[1:2] == ["scout"]:
        from visret_desktop.library.folders.folder_probe_child import main as scout_main

        return scout_main()
    if sys.argv[1:2] == ["gui"]:
        return _open_window(sys.argv[2:])
    from visret_desktop.cli.main import main as cli_main

    return cli_main(sys.argv[1:])


def _open_window(arguments: list[str]) -> int:
    """Run the window; what prevents it is said also where nobody sees a terminal."""
    gc.disable()  # to collect is a tenth of the start; `GarbageCollection` takes it over
    from visret_desktop.errors import VisretError
    from visret_desktop.system_errors import not_loading

    try:
        from visret_desktop.gui.app import main as gui_main

        return gui_main(arguments)
    except VisretError as error:
        _tell(str(error))
        return error.exit_code
    except ImportError as error:
        _tell(str(not_loading(error)))
        raise
    except Exception as error:
        _tell(
            sentence(
                "The program made a mistake: {error}. `visret doctor` names the log.",
                error=repr(error),
            )
        )
        raise


def _tell(sentence: str) -> None:
    if not show_unseen(sentence) and sys.stderr is not None:
        sys.stderr.write(f"visret: {sentence}\n")


if __name__ == "__main__":
    sys.exit(main())
