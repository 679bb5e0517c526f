"""What `visret doctor --check` finds wrong in a library; as a program, in a process of its own.

The command tries what is no Python, too, PyTorch among it, which takes seconds each time.
"""

import json

from visret_desktop import settings
from visret_desktop.cli.checks import CHECKS, CheckContext, safely
from visret_desktop.paths import Paths, default_paths

_OF_THE_COMPUTER = {
    *("_native_parts", "_window", "_processors"),
    *("_encoder", "_sketches"),  # they load such parts
}


def library_faults(paths: Paths) -> list[str]:
    """Return what is wrong, check by check."""
    patient = CheckContext(paths, settings.load(paths.settings), thorough=True)
    looks = [look for look in CHECKS if look.__name__ not in _OF_THE_COMPUTER]
    checks = [check for look in looks for check in safely(look, patient)]
    return [f"{check.name}: {check.detail}" for check in checks if not check.ok]


if __name__ == "__main__":
    print(json.dumps(library_faults(default_paths())))
