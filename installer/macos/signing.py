"""Signs and notarizes the app and its disk image, with Apple's own tools.

Never run: no Mac was at hand.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from installer.steps import run

_ENTITLEMENTS = Path(__file__).with_name("entitlements.plist")
_COMPILED = (b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # for one kind of processor, for several
# Programs, which say what they may do; libraries do as their program.
_PROGRAMS = ("Contents/Resources/python/bin/python3.13", "Contents/MacOS/visret")
_AD_HOC = "-"


def compiled(folder: Path) -> Iterator[Path]:
    """Find compiled files, the deepest first: what contains others is signed after them."""
    for path in sorted(folder.rglob("*"), key=lambda path: -len(path.parts)):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) in _COMPILED:
                    yield path


def complete_frameworks(app: Path) -> None:
    """Give frameworks their links, which wheels cannot have: codesign refuses them otherwise.

    No bundle for Linux or Windows has links; on macOS a framework is not one without them.
    """
    for framework in sorted(app.rglob("*.framework")):
        versions = framework / "Versions"
        current = versions / "Current"
        if not versions.is_dir() or current.exists():
            continue
        (version,) = versions.iterdir()
        current.symlink_to(version.name)
        for path in version.iterdir():
            link = framework / path.name
            if link.is_dir():  # a copy of what the link leads to
                shutil.rmtree(link)
            else:
                link.unlink(missing_ok=True)
            link.symlink_to(Path("Versions", "Current", path.name))


def sign_app(app: Path, identity: str) -> None:
    """Sign all that is compiled in an app, then the app.

    Args:
        app: the folder visret.app.
        identity: "Developer ID Application: …" in the keychain; "" signs only so far that Apple's
            processors run it, and Gatekeeper on other Macs refuses it.
    """
    for path in compiled(app):
        if str(path.relative_to(app)) not in _PROGRAMS:
            run([*_codesign(identity), path])
    python, _ = _PROGRAMS
    entitled = ["--entitlements", str(_ENTITLEMENTS)]
    run([*_codesign(identity), *entitled, app / python])
    run([*_codesign(identity), *entitled, app])
    run(["codesign", "--verify", "--deep", "--strict", app])


def sign_image(image: Path, identity: str) -> None:
    """Sign a disk image."""
    if identity:
        run([*_codesign(identity), image])


def notarize(image: Path, profile: str) -> None:
    """Have Apple look at a disk image, and put what it answers into it.

    Args:
        image: the disk image; it and all in it is signed.
        profile: what `xcrun notarytool store-credentials` calls the account.
    """
    keychain = os.environ.get("VISRET_KEYCHAIN")
    where = ["--keychain", keychain] if keychain else []
    submit: list[str | Path] = [
        "xcrun",
        "notarytool",
        "submit",
        image,
        "--keychain-profile",
        profile,
        *where,
    ]
    run([*submit, "--wait"])
    run(["xcrun", "stapler", "staple", image])
    run(["xcrun", "stapler", "validate", image])


def _codesign(identity: str) -> list[str]:
    hardened = ["--options", "runtime", "--timestamp"] if identity else []
    return ["codesign", "--force", "--sign", identity or _AD_HOC, *hardened]
