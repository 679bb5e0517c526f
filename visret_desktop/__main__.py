"""Pick the window, the command line, the engine, an examination, a decoder or a scout by argv.

A frozen application has one executable; `python -m visret_desktop engine` is how the window starts
its child process in every layout; `examine`, `decode` and `scout` are how children start their own.
"""

import sys


def main() -> int:
    """Run the front end that argv names and return its exit code."""
    if sys.argv[1:2] == ["engine"]:
        from visret_desktop.engine.server import main as engine_main

        return engine_main()
    if sys.argv[1:2] == ["examine"]:
        from visret_desktop.evaluation.examining import main as examine_main

        return examine_main(sys.argv[2:])
    if sys.argv[1:2] == ["decode"]:
        from visret_desktop.decoding.child import main as decoder_main

        return decoder_main(sys.argv[2:])
    if sys.argv[1:2] == ["scout"]:
        from visret_desktop.library.folders.scout_child import main as scout_main

        return scout_main()
    if sys.argv[1:2] == ["gui"]:
        from visret_desktop.gui.app import main as gui_main

        return gui_main(sys.argv[2:])
    from visret_desktop.cli.main import main as cli_main

    return cli_main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
