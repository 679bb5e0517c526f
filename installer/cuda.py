"""Becomes `sitecustomize` of a bundle: takes torch from a folder `cuda` beside the program.

Only where that is the version that the bundle came with: after an update the older one is left
alone. Python imports this before anything else, so it must be quick and may never fail.
"""

import sys
from pathlib import Path


def use(folder: Path, packages: Path) -> None:
    """Put the folder directly before the packages if both have the same version of torch.

    Not before the standard library: nothing there may be replaced.
    """
    versions = [
        {found.name.split("-")[1].split("+")[0] for found in place.glob("torch-*.dist-info")}
        for place in (folder, packages)
    ]
    if versions[0] and versions[0] == versions[1]:
        sys.path.insert(sys.path.index(str(packages)), str(folder))


_FOLDER = Path(sys.prefix).parent / "cuda"
if __name__ == "sitecustomize" and _FOLDER.is_dir():
    use(_FOLDER, Path(__file__).parent)
