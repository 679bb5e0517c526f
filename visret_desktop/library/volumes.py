"""Which drive a folder lives on, and which drives are plugged in."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

_BY_UUID = Path("/dev/disk/by-uuid")
_MOUNTS = Path("/proc/self/mountinfo")


@dataclass(frozen=True)
class Volume:
    """A mounted file system; where the system tells, `uid` is the same at any mount point."""

    uid: str
    mount_point: Path
    label: str


def volume_of(path: Path) -> Volume:
    """Return the volume of a path, or of its nearest parent that exists."""
    path = Path(os.path.realpath(path))
    while not path.exists() and path != path.parent:
        path = path.parent
    within = [v for v in _all_mounted() if path.is_relative_to(v.mount_point)]
    if within:
        return max(within, key=lambda volume: len(volume.mount_point.parts))
    return _by_device(path)


def mounted() -> dict[str, Volume]:
    """Return all mounted volumes by uid."""
    return {volume.uid: volume for volume in _all_mounted()}


def _all_mounted() -> list[Volume]:
    if sys.platform == "linux":
        text = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        return parse_mountinfo(text, _uuids())
    if sys.platform == "darwin":
        roots = [Path("/"), *(p for p in Path("/Volumes").iterdir() if os.path.ismount(p))]
        return [Volume(_mac_uid(root), root, root.name or "/") for root in roots]
    return [_windows_volume(Path(drive)) for drive in _windows_drives()]


def parse_mountinfo(text: str, uuid_of_device: dict[str, str]) -> list[Volume]:
    """Read Linux's table of mounts; `uuid_of_device` maps '8:1' or a device path to a UUID."""
    volumes = []
    for line in text.splitlines():
        left, _, right = line.partition(" - ")
        fields, behind = left.split(), right.split()
        if len(fields) < 5 or len(behind) < 2:
            continue
        device, root, mount_point = fields[2], _unescape(fields[3]), Path(_unescape(fields[4]))
        kind, source = behind[0], _unescape(behind[1])
        uuid = uuid_of_device.get(device) or uuid_of_device.get(source)
        uid = _uid(uuid, kind, source, mount_point)
        # A bind mount shows a part of the volume: the part belongs to its identity.
        uid = uid if root == "/" else f"{uid}{root}"
        volumes.append(Volume(uid, mount_point, mount_point.name or "/"))
    return volumes


def _uid(uuid: str | None, kind: str, source: str, mount_point: Path) -> str:
    if uuid:
        return f"uuid:{uuid}"
    if kind.startswith(("nfs", "cifs", "smb", "fuse.sshfs")):
        return f"net:{source}"
    return f"path:{mount_point}"


def _unescape(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def _uuids() -> dict[str, str]:
    found: dict[str, str] = {}
    try:
        links = list(_BY_UUID.iterdir())
    except OSError:
        return found
    for link in links:
        try:
            number = link.stat().st_rdev
        except OSError:
            continue
        found[f"{os.major(number)}:{os.minor(number)}"] = link.name
        found[os.path.realpath(link)] = link.name
    return found


def _by_device(path: Path) -> Volume:
    mount = path
    while not os.path.ismount(mount):
        mount = mount.parent
    return Volume(f"path:{mount}", mount, mount.name or str(mount))


def _mac_uid(root: Path) -> str:
    command = ["/usr/sbin/diskutil", "info", "-plist", str(root)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    match = re.search(r"<key>VolumeUUID</key>\s*<string>([^<]+)", result.stdout)
    return f"uuid:{match[1]}" if match else f"path:{root}"


def _windows_drives() -> list[str]:
    return [
        f"{letter}:\\" for letter in "CDEFGHIJKLMNOPQRSTUVWXYZAB" if Path(f"{letter}:\\").exists()
    ]


def _windows_volume(root: Path) -> Volume:
    import ctypes

    serial = ctypes.c_ulong(0)
    name = ctypes.create_unicode_buffer(261)
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only
    known = kernel.GetVolumeInformationW(
        str(root), name, 261, ctypes.byref(serial), None, None, None, 0
    )
    uid = f"serial:{serial.value:08x}" if known else f"path:{root}"
    return Volume(uid, root, name.value or str(root))
