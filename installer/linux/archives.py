"""The files that people download for Linux: a compressed folder and a Debian package."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from installer import elf, mark
from installer.steps import BuildError, run, size

PLACE = "usr/lib/visret"  # where the package puts the bundle
MAINTAINER = "The visret developers"  # who publishes it adds an address
DOWNLOADS = (".tar.zst", ".deb", "-setup.exe", ".dmg")  # how their names end
_LEVEL = "12"  # of zstd: a higher one takes many minutes for a few percent
_RIGHTS = f"""visret is under the Apache License 2.0, see /usr/share/common-licenses/Apache-2.0.
The licenses of all that comes with it are in /{PLACE}/LICENSES."""
_BESIDE = Path(__file__).parent
# What a bundle in a package does not need.
_OWN_FOLDER_ONLY = ("install.sh", "README.txt", "share")


def compress(bundle: Path, archive: Path) -> None:
    """Write a bundle folder as .tar.zst, the same whenever the folder is the same."""
    tar = ["tar", "--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]
    tar += [f"--mtime=@{_when()}", "--directory", str(bundle.parent), bundle.name]
    zstd = ["zstd", "--quiet", "--force", "--threads=0", f"-{_LEVEL}", "-o", str(archive)]
    with subprocess.Popen(tar, stdout=subprocess.PIPE) as packing:
        packed = subprocess.run(zstd, stdin=packing.stdout, check=False).returncode
    if packed or packing.returncode:
        raise BuildError(f"{archive.name} could not be written")


def package(
    bundle: Path, version: str, releases: str, archive: Path, maintainer: str = MAINTAINER
) -> None:
    """Write a Debian package of a bundle."""
    with tempfile.TemporaryDirectory(dir=bundle.parent) as made:
        root = Path(made)
        _fill(root, bundle, version, releases)
        _describe(root, version, maintainer)
        run(["dpkg-deb", "--root-owner-group", "-Zzstd", f"-z{_LEVEL}", "--build", root, archive])


def _fill(root: Path, bundle: Path, version: str, releases: str) -> None:
    root.chmod(0o755)
    placed = root / PLACE
    # Links instead of copies: the package has plain files of them.
    shutil.copytree(
        bundle,
        placed,
        copy_function=os.link,
        ignore=lambda folder, names: _OWN_FOLDER_ONLY if folder == str(bundle) else (),
    )
    (placed / mark.NAME).unlink()
    mark.write(placed, "deb", version, releases)
    shutil.copytree(bundle / "share", root / "usr" / "share")
    for launcher in (bundle / "bin").iterdir():
        started = root / "usr" / "bin" / launcher.name
        started.parent.mkdir(parents=True, exist_ok=True)
        started.write_text(f'#!/bin/sh\nexec /{PLACE}/bin/{launcher.name} "$@"\n')
        started.chmod(0o755)
    about = root / "usr" / "share" / "doc" / "visret" / "copyright"
    about.parent.mkdir(parents=True)
    about.write_text(f"{_RIGHTS}\n")


def _describe(root: Path, version: str, maintainer: str) -> None:
    """Write what the package manager reads."""
    about = root / "DEBIAN"
    needs = ", ".join(_with_versions(elf.packages_needed()))
    text = (_BESIDE / "control").read_text(encoding="utf-8")
    about.mkdir(mode=0o755)
    filled = text.format(
        version=version, maintainer=maintainer, kilobytes=size(root) // 1024, needs=needs
    )
    (about / "control").write_text(filled, encoding="utf-8")
    shutil.copy(_BESIDE / "prerm", about / "prerm")
    (about / "prerm").chmod(0o755)
    sums = [f"{_md5(path)}  {path.relative_to(root)}\n" for path in _files(root / "usr")]
    (about / "md5sums").write_text("".join(sums), encoding="utf-8")


def _with_versions(packages: list[str]) -> list[str]:
    newer = {"libc6": "libc6 (>= 2.35)", "libglib2.0-0": "libglib2.0-0t64 | libglib2.0-0"}
    return [newer.get(package, package) for package in packages]


def sum_up(folder: Path) -> None:
    """Write the SHA-256 of all downloads in a folder, as `sha256sum --check` reads them."""
    lines = []
    for path in sorted(folder.iterdir()):
        if path.name.endswith(DOWNLOADS):
            with path.open("rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (folder / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _md5(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.md5(usedforsecurity=False)).hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _when() -> str:
    """Return the time that files get: of the last commit, unless the environment says one."""
    return (
        os.environ.get("SOURCE_DATE_EPOCH")
        or run(["git", "log", "-1", "--format=%ct"], Path(__file__).parent).strip()
    )
