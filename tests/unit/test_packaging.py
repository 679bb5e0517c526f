"""What is installed is what is here."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_every_package_is_part_of_the_wheel() -> None:
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = set(described["tool"]["setuptools"]["packages"])
    here = {
        ".".join(path.parent.relative_to(ROOT).parts)
        for path in (ROOT / "visret_desktop").rglob("__init__.py")
    }
    assert here <= packed
