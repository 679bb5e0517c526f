"""Installed Python packages as pip leaves them, made of a few bytes."""

from collections.abc import Mapping
from pathlib import Path


def make_package(site: Path, name: str, version: str, files: Mapping[str, bytes]) -> None:
    """Write a package and its description into a folder of packages."""
    described = site / f"{name.replace('-', '_')}-{version}.dist-info"
    described.mkdir(parents=True)
    told = ("Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", "")
    (described / "METADATA").write_text("\n".join(told))
    for path, content in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_bytes(content)
    (described / "RECORD").write_text("".join(f"{path},,\n" for path in files))
