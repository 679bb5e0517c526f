"""The bundle folder for Linux, made in steps."""

import shutil
from pathlib import Path

from installer import bytecode, debian, elf, interpreter, licenses, mark, packages, pruning
from installer.steps import megabytes, run, say, size, step
from installer.systems import LINUX

_BESIDE = Path(__file__).parent
_DRAWING = _BESIDE.parent.parent / "docs" / "make_icons.py"
_LAUNCHERS = ("visret", "visret-desktop")
_OF_DEBUGGERS = "torch/lib/libtorch_cpu.so"  # a fifth of it, 89 MB, is names for them


def make(
    out: Path, prefix: Path | None, wheels: Path | None, torch: Path | None, releases: str
) -> tuple[Path, str]:
    """Make the bundle in a folder that is not there yet; return it and the version of visret.

    Args:
        out: in which folder it comes to lie.
        prefix: of the Python to copy; None: one is fetched.
        wheels: a folder with our own; None: they are built.
        torch: a folder with the build of torch for processors; None: it is fetched.
        releases: where the program looks for newer versions; "" for nowhere.
    """
    making = out / "making"
    shutil.rmtree(making, ignore_errors=True)
    python = making / "python"
    libraries = python / LINUX.libraries
    if prefix is None:
        with step("Fetching Python"):
            prefix = interpreter.fetch(out / "fetched")
    with step("Copying Python"):
        interpreter.copy(prefix, python)
    if wheels is None:
        with step("Compiling our own wheels of other packages"):
            wheels = out / "wheels"
            packages.build_own(prefix / LINUX.interpreter, wheels)
    version = packages.install_all(LINUX, libraries, wheels, pruning.LINUX, torch)
    with step("Completing compiled libraries"):
        own = (path for path in elf.compiled(python) if not path.is_relative_to(libraries))
        elf.strip([*own, libraries / _OF_DEBUGGERS])
        copied = elf.complete(python)
    with step("Writing licenses"):
        version_of_python = run([python / LINUX.interpreter, "-I", "-V"]).split()[-1]
        from_packages = {name: debian.package(package) for name, package in copied.items()}
        licenses.write(making, from_packages, version_of_python)
        packages.drop_texts(libraries)
    shutil.copy(_BESIDE.parent / "cuda.py", libraries / "sitecustomize.py")
    with step("Compiling modules"):
        bytecode.compile_modules(python / LINUX.interpreter, python / "lib", libraries)
    with step("Adding launchers, icons and desktop files"):
        _add_launchers(making)
        mark.write(making, "folder", version, releases)
        _open_for_all(making)
    bundle = out / f"visret-{version}-{LINUX.name}"
    shutil.rmtree(bundle, ignore_errors=True)
    making.rename(bundle)
    say(f"    {bundle.name}: {megabytes(size(bundle))} installed")
    return bundle, version


def _add_launchers(bundle: Path) -> None:
    (bundle / "bin").mkdir()
    for name in _LAUNCHERS:
        shutil.copy(_BESIDE / name, bundle / "bin" / name)
    shutil.copy(_BESIDE / "install.sh", bundle / "install.sh")
    shutil.copy(_BESIDE / "README.txt", bundle / "README.txt")
    shutil.copytree(_BESIDE / "share", bundle / "share")
    drawn = bundle / "drawn"
    run([bundle / "python" / LINUX.interpreter, "-I", "-B", _DRAWING, drawn])
    shutil.move(drawn / "icons", bundle / "share" / "icons")
    shutil.rmtree(drawn)


def _open_for_all(bundle: Path) -> None:
    """Let everybody read all, and run what can be run, whatever the umask was."""
    for path in (bundle, *bundle.rglob("*")):
        runs = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if runs else 0o644)
