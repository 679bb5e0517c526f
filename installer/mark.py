"""The file by which the program knows that it is in a bundle: see its `installation.py`."""

import json
from pathlib import Path

NAME = "installation.json"


def write(bundle: Path, form: str, version: str, releases: str) -> None:
    """Say in a bundle what it is.

    Args:
        bundle: the folder beside whose `python` the file lies.
        form: "folder", "deb", "windows" or "macos".
        version: of visret.
        releases: address of a JSON file that names the newest version, or "".
    """
    said = {"program": "visret", "form": form, "version": version, "releases": releases}
    (bundle / NAME).write_text(json.dumps(said, indent=1) + "\n", encoding="utf-8")
