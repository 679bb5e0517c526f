"""What people download for Linux, of a small bundle."""

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from installer import elf, mark
from installer.linux import archives
from visret_desktop import typed_values
from visret_desktop.installation import MARK, BundleRecord


@pytest.fixture
def package(bundle: Path, tmp_path: Path) -> Path:
    """The Debian package, unpacked."""
    file, unpacked = tmp_path / "visret.deb", tmp_path / "unpacked"
    releases, who = "https://example.org/newest.json", "Ana <ana@example.org>"
    archives.package(bundle, "1.2.3", releases, file, who)
    subprocess.run(["dpkg-deb", "--raw-extract", file, unpacked], check=True)
    return unpacked


def test_the_package_has_plain_files_where_a_system_looks_for_them(package: Path) -> None:
    paths = sorted(package.rglob("*"))
    assert not [path for path in paths if path.is_symlink()]
    files = {path.relative_to(package).as_posix() for path in paths if path.is_file()}
    program = {name for name in files if name.startswith("usr/lib/visret/")}
    assert {"usr/bin/visret", "usr/bin/visret-desktop"} <= files
    assert "usr/share/applications/visret.desktop" in files
    assert "usr/lib/visret/python/bin/python3.11" in program
    assert not {name for name in program if name.endswith(("install.sh", ".desktop"))}
    outside = files - program - {"DEBIAN/control", "DEBIAN/md5sums", "DEBIAN/prerm"}
    assert {name.split("/")[1] for name in outside} == {"bin", "share"}


def test_the_package_says_what_it_is_and_needs(package: Path) -> None:
    said = typed_values.decode((package / "usr/lib/visret" / MARK).read_bytes(), BundleRecord)
    assert said == BundleRecord("deb", "1.2.3", "https://example.org/newest.json")
    control = (package / "DEBIAN/control").read_text()
    fields = dict(line.split(": ", 1) for line in control.splitlines() if line[0] != " ")
    assert fields["Version"] == "1.2.3"
    assert fields["Maintainer"] == "Ana <ana@example.org>"
    assert "libc6 (>= 2.35)" in fields["Depends"].split(", ")
    assert elf.OPTIONAL not in fields["Depends"]
    for line in (package / "DEBIAN/md5sums").read_text().splitlines():
        digest, name = line.split("  ", 1)
        assert hashlib.md5((package / name).read_bytes()).hexdigest() == digest


def test_the_archive_is_the_same_each_time(bundle: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first.tar.zst", tmp_path / "second.tar.zst"
    archives.compress(bundle, first)
    (bundle / mark.NAME).touch()
    archives.compress(bundle, second)
    assert first.read_bytes() == second.read_bytes()
    plain = tmp_path / "plain.tar"
    subprocess.run(["zstd", "--quiet", "-d", first, "-o", plain], check=True)
    with tarfile.open(plain) as archive:
        members = archive.getmembers()
    assert {member.name.split("/")[0] for member in members} == {bundle.name}
    assert all(member.isfile() or member.isdir() for member in members)


def test_sums_are_of_all_downloads_as_sha256sum_reads_them(tmp_path: Path) -> None:
    names = ["a visret.deb", "visret-linux.tar.zst", "visret-windows-setup.exe", "visret.dmg"]
    for name in [*names, "notes.txt", "visret-setup.exe.nsh"]:
        (tmp_path / name).write_bytes(name.encode())
    archives.sum_up(tmp_path)
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert [line.split(maxsplit=1)[1] for line in lines] == names


def test_the_package_does_not_go_while_visret_runs(package: Path, tmp_path: Path) -> None:
    script = tmp_path / "prerm"
    text = (package / "DEBIAN/prerm").read_text()
    assert f"/{archives.PLACE}/python/bin/" in text
    program = tmp_path / "python/bin/python3.11"
    program.parent.mkdir(parents=True)
    shutil.copy(shutil.which("cat") or "", program)
    script.write_text(text.replace(f"/{archives.PLACE}/", f"{tmp_path}/"))
    command = ["sh", script, "upgrade"]
    with subprocess.Popen([program], stdin=subprocess.PIPE):
        done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Close visret first." in done.stderr
    subprocess.run(command, check=True)


def test_what_goes_wrong_is_said_in_a_sentence(tmp_path: Path) -> None:
    out = tmp_path / "out"
    command = [sys.executable, "-P", "-m", "installer.building", "--out", out]
    done = subprocess.run(
        [*command, "--python", tmp_path / "nowhere"],
        check=False,
        capture_output=True,
        text=True,
        umask=0o077,
        env={**os.environ, "PYTHONPATH": str(Path(archives.__file__).parents[2])},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("installer/build: ")
    assert "Traceback" not in done.stderr
    assert out.stat().st_mode & 0o777 == 0o755
