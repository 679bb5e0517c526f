"""Where the trainings keep pictures, checkpoints and logs: outside the checkout, kept over runs."""

import json
import os
from pathlib import Path
from typing import Any

import platformdirs

_VARIABLE = "VISRET_TRAINING_DIR"


def workplace(*parts: str) -> Path:
    """Return a path below the training directory, its parent created."""
    root = os.environ.get(_VARIABLE) or Path(platformdirs.user_cache_dir("visret")) / "training"
    path = Path(root).joinpath(*parts)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def write_json(path: Path, value: Any) -> None:
    """Write atomically: a reader sees the old or the new text."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_text(json.dumps(value, indent=1), encoding="utf-8")
    temporary.replace(path)


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
