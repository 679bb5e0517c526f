"""Make the portable wheels: published sources, checked by their hashes, changed and compiled.

    installer/wheels/build --out DIR [--python PYTHON] [--only NAME]

It needs uv, a C++ compiler and a package index. The tools that compile have hashes too.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from installer.wheels.recipes import RECIPES, Recipe, SourceChanged

_HERE = Path(__file__).parent
_SOURCES, _TOOLS = _HERE / "sources.txt", _HERE / "tools.txt"
_SCRIPTS = "Scripts" if os.name == "nt" else "bin"


def build(out: Path, python: str = sys.executable, only: str = "") -> list[Path]:
    """Compile all wheels, or one of `RECIPES`, for an interpreter; return them in `out`.

    Raises:
        CalledProcessError: a tool failed; it has said why.
        SourceChanged: a source is not what a recipe was written for.
    """
    out.mkdir(parents=True, exist_ok=True)
    wheels = []
    with TemporaryDirectory(prefix="visret-wheels-") as scratch:
        tools = _tools(Path(scratch), python)
        sources = _sources(Path(scratch), tools)
        for name, recipe in RECIPES.items():
            if only in ("", name):
                started = time.monotonic()
                wheel = _compile(sources[name], recipe, tools, out)
                seconds, size = time.monotonic() - started, wheel.stat().st_size
                sys.stdout.write(f"{wheel.name}: {size / 1e6:.1f} MB in {seconds:.0f} s\n")
                wheels.append(wheel)
    return wheels


def _tools(scratch: Path, python: str) -> Path:
    """Put what compiles into an environment of its own; return its programs."""
    environment = scratch / "tools"
    _run("uv", "venv", "--quiet", "--python", python, environment)
    programs = environment / _SCRIPTS
    install = ("uv", "pip", "install", "--quiet", "--python", environment)
    # Aside, as uv would add the constraints of the project in whose folder it runs.
    _run(*install, "--require-hashes", "--requirement", _TOOLS, folder=scratch)
    return programs


def _sources(scratch: Path, tools: Path) -> dict[str, Path]:
    """Fetch and unpack all sources; return the folder of each."""
    fetched = scratch / "fetched"
    fetch = (tools / "python", "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes")
    only_sources = ("--no-binary", ":all:", "--no-build-isolation")
    _run(*fetch, *only_sources, "--dest", fetched, "--requirement", _SOURCES, tools=tools)
    sources = {}
    for archive in fetched.iterdir():
        with tarfile.open(archive) as packed:
            packed.extractall(scratch, filter="data")
        folder = scratch / archive.name.removesuffix(".tar.gz")
        sources[folder.name.rpartition("-")[0].replace("_", "-")] = folder
    return sources


def _compile(source: Path, recipe: Recipe, tools: Path, out: Path) -> Path:
    """Change a source and compile it; return the wheel."""
    recipe.change(source)
    made = source.with_name(f"{source.name}-wheel")
    settings = [f"--config-settings={name}={value}" for name, value in recipe.settings.items()]
    compiling = (tools / "python", "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-cache-dir")
    wanted = (*compiling, "--no-build-isolation", "--wheel-dir", made, *settings, source)
    variables = dict(recipe.environment)
    if os.name == "posix":  # no place of this computer in what is made
        # setuptools takes CXXFLAGS in place of Python's own flags, with which asserts are left out.
        nowhere = f"-DNDEBUG -ffile-prefix-map={source.parent}/="
        variables |= {"CFLAGS": nowhere, "CXXFLAGS": nowhere}
    _run(*wanted, tools=tools, variables=variables)
    (wheel,) = made.glob("*.whl")
    return Path(shutil.copy(wheel, out))


def _run(
    *command: object,
    tools: Path | None = None,
    folder: Path | None = None,
    variables: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Run a command, with the tools first among the programs."""
    environment = {**os.environ, **variables}
    if tools:
        environment["PATH"] = f"{tools}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([str(part) for part in command], check=True, env=environment, cwd=folder)


def main() -> int:
    """Build what argv asks for."""
    parser = argparse.ArgumentParser(description="Make the portable wheels.")
    parser.add_argument("--out", type=Path, required=True, help="folder that they are put into")
    parser.add_argument("--python", default=sys.executable, help="interpreter that they are for")
    parser.add_argument("--only", default="", choices=("", *RECIPES), help="one of them")
    asked = parser.parse_args()
    try:
        build(asked.out, asked.python, asked.only)
    except (subprocess.CalledProcessError, SourceChanged, OSError) as error:
        sys.stderr.write(f"installer/wheels/build: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
