"""Open a bundled file; the only code that knows where they lie in a wheel and a checkout."""

from importlib.resources import files
from pathlib import Path


def bundled(*parts: str) -> Path:
    """Return the path of a file or folder under `resources/`.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    path = Path(str(files("visret_desktop.resources").joinpath(*parts)))
    if not path.exists():
        raise FileNotFoundError(f"the installation lacks resources/{'/'.join(parts)}; reinstall")
    return path
