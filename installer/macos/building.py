"""Makes the app for macOS and its disk image: `python -m installer.macos.building --out DIR`.

The folder of the app is made anywhere (`--tree-only`); compiling its launcher, signing and the disk
image need a Mac. Never run there: no Mac was at hand.
"""

import argparse
import os
import plistlib
import shutil
import sys
import tempfile
from pathlib import Path

from installer import bytecode, icons, licenses, mark, options, packages, pruning
from installer.macos import signing
from installer.macos.pruning import RULES
from installer.pinning import OLDEST_MACOS
from installer.steps import BuildError, megabytes, run, say, size, step
from installer.systems import MACOS
from installer.versions import numbers

_BESIDE = Path(__file__).parent
_STANDARD = f"lib/python{MACOS.python}"
_LIBRARY = f"lib/libpython{MACOS.python}.dylib"
_LEFT_OUT = pruning.without(
    r"config-3.*|curses|EXTERNALLY-MANAGED|(_tkinter|readline|_curses|_test).*\.so"
)


def assemble(out: Path, python: Path | None, wheels: Path | None, releases: str) -> Path:
    """Make visret.app without its launcher, and return it.

    Args:
        out: in which folder it comes to lie.
        python: prefix of a Python for macOS that can be moved; None: there is none in it.
        wheels: a folder with our wheels for macOS; None: they are not in it.
        releases: where the program looks for newer versions; "" for nowhere.
    """
    app = out / "visret.app"
    shutil.rmtree(app, ignore_errors=True)
    resources = app / "Contents" / "Resources"
    libraries = resources / "python" / MACOS.libraries
    if python is not None:
        with step("Copying Python"):
            _copy_python(python, resources / "python")
    version = packages.install_all(MACOS, libraries, wheels, RULES)
    with step("Writing licenses"):
        licenses.write(resources)
        packages.drop_texts(libraries)
    with step("Adding the command, the icon and the mark"):
        (resources / "bin").mkdir()
        shutil.copy(_BESIDE / "visret", resources / "bin")
        icons.draw("visret.icns", resources)
        mark.write(resources, "macos", version, releases)
        describe(app, version)
    say(f"    {app.name}: {megabytes(size(app))}")
    return app


def make(
    out: Path, wheels: Path, releases: str, python: Path | None, identity: str, profile: str
) -> Path:
    """Make the app and return its disk image.

    Args:
        out: where the disk image comes to lie.
        wheels: a folder with our wheels for macOS.
        releases: where the program looks for newer versions; "" for nowhere.
        python: prefix of a Python that can be moved; None: one is fetched.
        identity: whose signature; see `signing.sign_app`.
        profile: whose notarization; "" for none.
    """
    with tempfile.TemporaryDirectory() as fetched:
        app = assemble(out, python or _fetch(Path(fetched)), wheels, releases)
    folder = app / "Contents" / "Resources" / "python"
    with step("Compiling modules"):
        bytecode.compile_modules(
            folder / MACOS.interpreter, folder / "lib", folder / MACOS.libraries
        )
    with step("Compiling the launcher"):
        launcher = app / "Contents" / "MacOS" / "visret"
        launcher.parent.mkdir()
        command = ["cc", "-Wall", "-O2", "-arch", "arm64"]
        run([*command, _BESIDE / "visret.c", "-o", launcher])
    with step("Signing"):
        signing.complete_frameworks(app)
        signing.sign_app(app, identity)
    described = plistlib.loads((app / "Contents" / "Info.plist").read_bytes())
    image = out / f"visret-{described['CFBundleShortVersionString']}-{MACOS.name}.dmg"
    with step("Making the disk image"):
        _make_image(app, image)
        signing.sign_image(image, identity)
    if profile:
        with step("Having it notarized"):
            signing.notarize(image, profile)
    return image


def _fetch(into: Path) -> Path:
    run(["uv", "python", "install", "--no-bin", "--install-dir", into, MACOS.python])
    return next(into.glob(f"cpython-{MACOS.python}.*")).resolve()


def _copy_python(prefix: Path, python: Path) -> None:
    for name in (MACOS.interpreter, _LIBRARY):
        (python / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(prefix / name, python / name)
    shutil.copytree(prefix / _STANDARD, python / _STANDARD, ignore=_LEFT_OUT)


def describe(app: Path, version: str) -> None:
    """Write what the app says of itself."""
    described = plistlib.loads((_BESIDE / "Info.plist").read_bytes())
    described |= {
        "CFBundleShortVersionString": version,
        "CFBundleVersion": numbers(version, 3),  # letters are refused here
    }
    (app / "Contents" / "Info.plist").write_bytes(plistlib.dumps(described))


def _make_image(app: Path, image: Path) -> None:
    """Make a disk image that shows the app beside the folder into which it is drawn."""
    with tempfile.TemporaryDirectory() as shown:
        (Path(shown) / "Applications").symlink_to("/Applications")
        run(["ditto", app, Path(shown) / app.name])
        command = ["hdiutil", "create", "-ov", "-volname", "visret", "-format", "ULMO"]
        run([*command, "-srcfolder", shown, image])


def main() -> int:
    """Make what is asked for, and return an exit code."""
    parser = options.of_a_build("Make the app for macOS and its disk image.")
    options.add_path(parser, "--python", "instead of fetching one", "PREFIX")
    options.add_path(parser, "--wheels", "has our wheels for macOS")
    parser.add_argument("--identity", default="", help="of a Developer ID in the keychain")
    parser.add_argument("--notary-profile", default="", help="stored with notarytool")
    parser.add_argument("--tree-only", action="store_true", help="only the app's folder, anywhere")
    asked = parser.parse_args()
    os.environ["MACOSX_DEPLOYMENT_TARGET"] = OLDEST_MACOS  # uv and cc look at it
    return options.carry_out("macos/build", asked.out, lambda: [_made(asked)])


def _made(asked: argparse.Namespace) -> Path:
    if asked.tree_only:
        return assemble(asked.out, asked.python, asked.wheels, asked.releases)
    if asked.wheels is None:
        raise BuildError("Our wheels for macOS are missing: name their folder with --wheels.")
    return make(
        asked.out,
        asked.wheels,
        asked.releases,
        asked.python,
        asked.identity,
        asked.notary_profile,
    )


if __name__ == "__main__":
    sys.exit(main())
