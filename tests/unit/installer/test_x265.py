"""HEIC is read where an empty library lies in the place of libx265, as in a bundle."""

import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from shutil import copytree

import pillow_heif
import pytest
from PIL import Image

from installer import x265
from installer.systems import LINUX

READING = """
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from visret_desktop.library.photos.imaging import decode_file
print(decode_file(Path(sys.argv[2])).image.getpixel((20, 20)))
print(*{line.split()[-1] for line in Path("/proc/self/maps").open() if "libx265" in line})
"""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A copy of pillow-heif, which is imported before the installed one."""
    own = Path(str(distribution("pillow-heif").locate_file("")))
    for name in ("pillow_heif", "pillow_heif.libs"):
        copytree(own / name, tmp_path / "packages" / name)
    for file in own.glob("_pillow_heif*"):
        (tmp_path / "packages" / file.name).write_bytes(file.read_bytes())
    return tmp_path / "packages"


def compile_with_our_own(path: Path, _system: object) -> None:
    path.unlink()
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, x265._SOURCE], check=True)


def test_heic_is_read_without_the_encoder(
    packages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = tmp_path / "photo.heic"
    pillow_heif.from_pillow(Image.new("RGB", (64, 48), (200, 60, 60))).save(photo, quality=95)
    monkeypatch.setattr(x265, "compile_into", compile_with_our_own)  # zig's is 80 MB to fetch
    x265.leave_out(packages, LINUX)
    command = [sys.executable, "-P", "-c", READING, str(packages), str(photo)]
    pixel, loaded = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True
    ).stdout.splitlines()
    assert all(abs(int(part) - wanted) < 6 for part, wanted in zip(
        pixel.strip("()").split(","), (200, 60, 60), strict=True
    ))  # fmt: skip
    assert Path(loaded).parent == packages / "pillow_heif.libs"
    assert Path(loaded).stat().st_size < 100_000


def test_another_version_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "libx265-0.so.218").touch()
    with pytest.raises(x265.X265NotFound):
        x265.leave_out(tmp_path, LINUX)
