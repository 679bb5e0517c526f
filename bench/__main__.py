"""`python -m bench` is `visret bench`."""

import sys

from visret_desktop.cli.main import main

if __name__ == "__main__":
    sys.exit(main(["bench", *sys.argv[1:]]))
