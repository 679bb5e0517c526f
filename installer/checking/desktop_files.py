"""The files by which a desktop knows the program, as the desktops' own tools judge them."""

import shutil
import subprocess
from pathlib import Path

from installer.checking.outcome import Figures, Wrong

_JUDGES = {
    "applications/*.desktop": ("desktop-file-validate", "desktop-file-utils"),
    "metainfo/*.xml": ("appstreamcli", "appstream"),
}
_OPTIONS = {"appstreamcli": ("validate", "--no-net", "--pedantic")}


def prove_desktop_files(bundle: Path) -> Figures:
    """The desktop file and the description for software catalogs are valid.

    Raises:
        Wrong: they are not, are missing, or cannot be judged.
    """
    for pattern, (tool, package) in _JUDGES.items():
        found = sorted((bundle / "share").glob(pattern))
        if not found:
            raise Wrong(f"there is no share/{pattern}")
        if shutil.which(tool) is None:
            raise Wrong(f"{tool} is not on this computer (package {package})")
        for path in found:
            command = [tool, *_OPTIONS.get(tool, ()), str(path)]
            ended = subprocess.run(command, capture_output=True, text=True, check=False)
            said = (ended.stdout + ended.stderr).strip()
            if ended.returncode or "error:" in said or "warning:" in said:
                raise Wrong(f"{path.name}: {said}")
    return {}
