"""torchvision can be imported where its compiled part does not load, or is left out."""

import shutil
import subprocess
from pathlib import Path

from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.processes import own_python

_IMPORT = """
import sys
sys.path.insert(0, sys.argv[1])
from visret_desktop.models.runtimes import torchvision_parts
torchvision_parts.stand_in()
import torchvision
from torchvision.transforms import InterpolationMode
print(torchvision.__file__)
print(torchvision.extension._has_ops())
"""


def test_without_its_compiled_part(tmp_path: Path) -> None:
    import torchvision

    whole = Path(torchvision.__file__).parent
    compiled = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    copied = shutil.copytree(whole, tmp_path / "torchvision", ignore=compiled)
    for part in whole.glob("_C*"):
        (copied / part.name).write_bytes(b"for another torch")
    done = subprocess.run(
        own_python.statements(_IMPORT, str(tmp_path)), capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines() == [str(copied / "__init__.py"), "False"], done.stderr


def test_a_compiled_part_that_loads_is_used() -> None:
    assert torchvision_parts.stand_in() is None
    import torchvision

    assert torchvision.extension._has_ops()
