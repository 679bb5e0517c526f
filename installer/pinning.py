"""Make the files of pinned versions again: `uv run --no-project python -m installer.pinning`.

They come from the dependencies and constraints of pyproject.toml. SYSTEM.in narrows them further
for one system.
"""

import argparse
import os
import subprocess
from pathlib import Path

from installer.systems import LINUX, SYSTEMS, System

# Left out, though something asks for them.
NOT_PINNED = {
    "pyside6-addons": "the half that is not used, 175 MB",
    "setuptools": "torch wants it to compile what people write in C++",
    "pip": "sqlite-utils wants it for plugins",
    "hnswlib": "a wheel of our own, pinned in installer/wheels",
    "llama-cpp-python": "a wheel of our own, pinned in installer/wheels",
}
OLDEST_MACOS = "14.0"  # what wheels of onnxruntime and torch ask for


def pin(system: System, torch: Path | None) -> None:
    """Write the newest versions that fit together on a system, with hashes.

    On Linux the build of torch for processors alone lies in the folder `torch`; None: uv looks
    where PyTorch has it.
    """
    project = Path(__file__).parent.parent
    narrowed = system.requirements.with_suffix(".in")
    command = ["uv", "pip", "compile", "pyproject.toml", "--quiet", "--upgrade", "--no-annotate"]
    command += ["--generate-hashes", "--constraints", str(narrowed.relative_to(project))]
    command += ["--python-platform", system.platform, "--python-version", system.python]
    command += ["--custom-compile-command", "uv run --no-project python -m installer.pinning"]
    if system is LINUX:
        command += ["--find-links", str(torch)] if torch else ["--torch-backend", "cpu"]
    for name in NOT_PINNED:
        command += ["--no-emit-package", name]
    command += ["--output-file", str(system.requirements.relative_to(project))]
    told = {**os.environ, "MACOSX_DEPLOYMENT_TARGET": OLDEST_MACOS}
    subprocess.run(command, cwd=project, env=told, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Pin the systems that the command line names, or all."""
    parser = argparse.ArgumentParser(prog="python -m installer.pinning", description=__doc__)
    parser.add_argument("--torch", type=Path, metavar="DIR", help="as installer/build has it")
    parser.add_argument("systems", nargs="*", metavar="SYSTEM", help=", ".join(SYSTEMS))
    asked = parser.parse_args()
    torch = asked.torch.resolve() if asked.torch else None
    for name in asked.systems or SYSTEMS:
        pin(SYSTEMS[name], torch)


if __name__ == "__main__":
    main()
