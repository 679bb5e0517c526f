"""Find any photo on your own disk by saying what you mean."""

from visret_desktop.processes import library_environment, processor

__version__ = "0.1.0"

processor.refuse_if_too_old()
# What desktops know the program by: AppStream and the task bar of Windows (its shortcut has the
# same), and the name of the file that describes it on Linux.
APP_ID = "io.github.visret.visret"
DESKTOP_FILE = "visret"

library_environment.report_nothing()
