"""A stand-in for a bundle, made in seconds of an environment that is there already.

Its packages are hard links to those of the environment, whatever build of torch it has. So what is
proved with it is the program, the launchers and the layout, not the size or the libraries of a
release. Nothing of the environment is changed: what a bundle brings itself lies beside it.
"""

import shutil
from dataclasses import replace
from pathlib import Path

from installer import elf, interpreter, linux, mark
from installer.checking.outcome import Wrong
from installer.checking.subject import link
from installer.steps import run
from installer.systems import LINUX, System
from visret_desktop import __version__

# For libraries that were compiled on this computer or are for CUDA, which no release has.
OF_THIS_COMPUTER = ("libgomp.so.1", "libmvec.so.1", "libutil.so.1")
_SHELL = Path(linux.__file__).parent
_ASKED = "import sys; print(sys.base_prefix); print('%d.%d' % sys.version_info[:2])"


def assemble(environment: Path, folder: Path) -> Path:
    """Make the folder of a bundle from a virtual environment, in a folder; return it.

    Raises:
        Wrong: it is no environment, or visret is not installed there.
    """
    prefix, system = _python_of(environment)
    source = environment / system.libraries
    if not (source / "visret_desktop" / "__init__.py").is_file():
        raise Wrong(f"visret is not installed in {environment}")
    made = folder / f"visret-{__version__}-{LINUX.name}"
    shutil.rmtree(made, ignore_errors=True)
    python = made / "python"
    interpreter.copy(prefix, python, system)
    elf.complete(python)
    packages = python / system.libraries
    packages.rmdir()
    shutil.copytree(source, packages, copy_function=link)
    _add_libraries(packages)
    (made / "bin").mkdir()
    for name in ("visret", "visret-desktop"):
        launcher = made / "bin" / name
        shutil.copy(_SHELL / name, launcher)
        text = launcher.read_text(encoding="utf-8")
        launcher.write_text(text.replace(LINUX.interpreter, system.interpreter), encoding="utf-8")
    shutil.copy(_SHELL / "install.sh", made)
    shutil.copytree(_SHELL / "share", made / "share")
    mark.write(made, "folder", __version__, "")
    return made


def _python_of(environment: Path) -> tuple[Path, System]:
    """Return the prefix of the Python that an environment is of, and a system with its version."""
    told = environment / "bin" / "python"
    if not told.is_file():
        raise Wrong(f"{environment} is no virtual environment")
    prefix, version = run([told, "-I", "-c", _ASKED]).splitlines()
    interpreter_name, libraries = (
        text.replace(LINUX.python, version) for text in (LINUX.interpreter, LINUX.libraries)
    )
    fitting = replace(LINUX, python=version, interpreter=interpreter_name, libraries=libraries)
    return Path(prefix), fitting


def _add_libraries(packages: Path) -> None:
    """Put the libraries that not every Linux has beside those that ask for them."""
    here = elf.of_this_computer()
    for folder in (packages / "PySide6" / "Qt" / "lib", packages / "llama_cpp" / "lib"):
        for name in elf.BUNDLED:
            if name in here and folder.is_dir() and not (folder / name).exists():
                shutil.copyfile(here[name], folder / name)
