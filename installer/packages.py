"""The Python packages of a bundle: pinned ones, wheels of our own, and the program itself."""

import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from installer import pruning, x265
from installer.steps import BuildError, run, step
from installer.systems import LINUX, System

OWN = ("hnswlib", "llama_cpp_python")


def install_all(
    system: System,
    into: Path,
    wheels: Path | None,
    rules: Iterable[pruning.Rule],
    torch: Path | None = None,
) -> str:
    """Install all packages that a bundle has, and return the version of visret.

    Args:
        system: for which they are.
        into: the folder of packages.
        wheels: a folder with our own; None: they are not in it.
        rules: what is taken away again.
        torch: as `install_pinned` has it.
    """
    into.mkdir(parents=True, exist_ok=True)
    with step("Installing pinned packages"):
        install_pinned(system, into, torch)
    with step("Leaving out an encoder that is under the GPL"):
        x265.leave_out(into, system)
    if wheels is not None:
        with step("Installing our own wheels of other packages"):
            install_own(system, wheels, into)
    with step("Installing visret"):
        version = install_program(system, into)
    with step("Taking away what is not used"):
        pruning.prune(into, rules)
    return version


def install_pinned(system: System, into: Path, torch: Path | None = None) -> None:
    """Install what the system's requirements pin, each by its hash.

    On Linux the build of torch for processors alone lies in the folder `torch`; None: uv fetches it
    from where PyTorch has it.
    """
    source: list[str] = []
    if system is LINUX:
        source = ["--find-links", str(torch)] if torch else ["--torch-backend", "cpu"]
    _install(system, into, [*source, "--require-hashes", "-r", str(system.requirements)])


def install_own(system: System, wheels: Path, into: Path) -> None:
    """Install our wheels of what is published as source only.

    Raises:
        BuildError: there is not one wheel of each for this system in the folder.
    """
    for name in OWN:
        fitting = [wheel for wheel in wheels.glob(f"{name}-*.whl") if _fits(wheel, system)]
        if len(fitting) != 1:
            raise BuildError(f"{wheels} has {len(fitting)} wheels of {name} for {system.name}")
        _install(system, into, [str(fitting[0].resolve())])


def build_own(interpreter: Path, into: Path) -> None:
    """Compile our wheels for the version of an interpreter; that takes many minutes."""
    run([Path(__file__).parent / "wheels" / "build", "--out", into, "--python", interpreter])


def _fits(wheel: Path, system: System) -> bool:
    kind = {"linux": "linux", "windows": "win_", "macos": "macosx"}[system.name.partition("-")[0]]
    tag = "cp" + system.python.replace(".", "")
    return kind in wheel.name and (f"-{tag}-" in wheel.name or "-py3-" in wheel.name)


def install_program(system: System, into: Path) -> str:
    """Install visret as it is in this checkout, and return its version."""
    project = Path(__file__).parent.parent
    shutil.rmtree(project / "build" / "lib", ignore_errors=True)  # may have modules that are gone
    with tempfile.TemporaryDirectory() as made:
        run(["uv", "build", "--wheel", "--quiet", "--out-dir", made, project])
        wheel = next(Path(made).glob("*.whl"))
        _install(system, into, [str(wheel)])
    return wheel.name.split("-")[1]


def _install(system: System, into: Path, what: list[str]) -> None:
    command = ["uv", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
    command += ["--link-mode", "copy", "--target", str(into.resolve())]
    command += ["--python-platform", system.platform, "--python-version", system.python]
    with tempfile.TemporaryDirectory() as elsewhere:  # else uv adds the project's constraints
        run([*command, *what], Path(elsewhere))
    for trace in ("direct_url.json", "uv_cache.json"):  # where it lay on this computer
        for file in into.glob(f"*.dist-info/{trace}"):
            file.unlink()
    for name in (".lock", "CACHEDIR.TAG", ".gitignore"):
        (into / name).unlink(missing_ok=True)
    for folder in ("bin", "Scripts"):
        shutil.rmtree(into / folder, ignore_errors=True)


def drop_texts(packages: Path) -> None:
    """Take away licenses that lie with packages, once they are in the folder LICENSES.

    Their paths are the longest of all.
    """
    for part in ("licenses", "license_files"):
        for folder in packages.glob(f"*.dist-info/{part}"):
            shutil.rmtree(folder)
