"""Which drive a folder lives on, and which drives are plugged in.

Reading the system's tables and understanding them are apart: the `parse_` functions take text.
"""

import os
import plistlib
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_BY_UUID = Path("/dev/disk/by-uuid")
_MOUNTS = Path("/proc/self/mountinfo")
# Their source names the share, the same wherever it is mounted.
_NETWORK_KINDS = ("nfs", "cifs", "smb", "afpfs", "webdav", "9p", "virtiofs", "ceph", "fuse.sshfs")
_MAC_SYSTEM, _MAC_DATA = "/", "/System/Volumes/Data"
_COMMAND_SECONDS = 10


@dataclass(frozen=True)
class Volume:
    """A mounted file system; where the system can say so, `uid` is the same at any mount point."""

    uid: str
    mount_point: Path
    label: str


def volume_of(path: Path) -> Volume:
    """Return the volume of a path, or of its nearest parent that exists."""
    path = _nearest_existing(Path(os.path.realpath(path)))
    if sys.platform == "win32":
        return _windows_volume(Path(path.anchor))
    return innermost(path, _all_mounted()) or _by_device(path)


def mounted() -> dict[str, Volume]:
    """Return all mounted volumes by uid."""
    return {volume.uid: volume for volume in _all_mounted()}


def innermost(path: Path, volumes: Sequence[Volume]) -> Volume | None:
    """Return the volume that holds an absolute path: the deepest, of those the last mounted."""
    inner: Volume | None = None
    for volume in volumes:
        deeper = inner is None or len(volume.mount_point.parts) >= len(inner.mount_point.parts)
        if deeper and path.is_relative_to(volume.mount_point):
            inner = volume
    return inner


def _nearest_existing(path: Path) -> Path:
    # os.path answers False where Path.exists raises: names too long, folders we may not enter.
    while not os.path.exists(path) and path != path.parent:  # noqa: PTH110
        path = path.parent
    return path


def _all_mounted() -> list[Volume]:
    if sys.platform == "linux":
        text = _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        return parse_mountinfo(text, _uuids())
    if sys.platform == "darwin":
        return parse_mount_command(_output("/sbin/mount").decode("utf-8", "replace"), _mac_uuid)
    return [_windows_volume(Path(drive)) for drive in _windows_drives()]


def _by_device(path: Path) -> Volume:
    mount = path
    while not os.path.ismount(mount):
        mount = mount.parent
    return Volume(f"path:{mount}", mount, mount.name or str(mount))


# ---- Linux ----------------------------------------------------------------------------------


def mount_table() -> str:
    """Return the table of mounts for `parse_mountinfo`; "" where the system has none as a file."""
    try:
        return _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ""


def parse_mountinfo(text: str, uuid_of_device: Mapping[str, str]) -> list[Volume]:
    """Read Linux's table of mounts; `uuid_of_device` maps '8:1' or a device path to a UUID."""
    volumes = []
    for line in text.splitlines():
        left, _, right = line.partition(" - ")
        fields, behind = left.split(" "), right.split(" ")
        if len(fields) < 5 or len(behind) < 2:
            continue
        device, root, mount_point = fields[2], _unescape(fields[3]), Path(_unescape(fields[4]))
        kind, source = behind[0], _unescape(behind[1])
        # Btrfs numbers its devices itself: there only the source leads to the UUID.
        uuid = uuid_of_device.get(device) or uuid_of_device.get(source)
        uid = f"uuid:{uuid}" if uuid else _uid_by_source(kind, source, mount_point)
        # A bind mount or a subvolume shows a part of the volume: the part belongs to its identity.
        is_whole = root == "/" or uid.startswith("path:")
        uid = uid if is_whole else f"{uid}{root}"
        volumes.append(Volume(uid, mount_point, mount_point.name or "/"))
    return volumes


def _uid_by_source(kind: str, source: str, mount_point: Path) -> str:
    if kind == "zfs":
        return f"zfs:{source}"
    # Remote sources read 'host:path' or '//host/share', whatever the file system is called.
    if kind.startswith(_NETWORK_KINDS) or re.match(r"//|[^/\s]+:", source):
        return f"net:{source.rstrip('/')}"
    return f"path:{mount_point}"


def _unescape(text: str) -> str:
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), text)


def _uuids() -> dict[str, str]:
    uuids: dict[str, str] = {}
    try:
        links = list(_BY_UUID.iterdir())
    except OSError:
        return uuids
    for link in links:
        try:
            number = link.stat().st_rdev
        except OSError:
            continue
        uuids[f"{os.major(number)}:{os.minor(number)}"] = link.name
        uuids[os.path.realpath(link)] = link.name
    return uuids


# ---- macOS ----------------------------------------------------------------------------------


def parse_mount_command(text: str, uuid_of: Callable[[str], str | None]) -> list[Volume]:
    """Read the lines of `mount`: '/dev/disk3s1 on /Volumes/Photos (apfs, local)'."""
    volumes = []
    for line in text.splitlines():
        match = re.match(r"(?P<source>.+?) on (?P<point>/.*) \((?P<kind>[^,)]+)[^)]*\)$", line)
        if match is None:
            continue
        source, mount_point = match["source"], Path(match["point"])
        uuid = uuid_of(match["point"]) if source.startswith("/dev/") else None
        uid = f"uuid:{uuid}" if uuid else _uid_by_source(match["kind"], source, mount_point)
        volumes.append(Volume(uid, mount_point, mount_point.name or "/"))
    return volumes


def parse_diskutil(output: bytes) -> str | None:
    """Return the UUID of the volume that `diskutil info -plist` describes."""
    try:
        uuid = plistlib.loads(output).get("VolumeUUID")
    except (plistlib.InvalidFileException, ValueError, AttributeError):
        return None
    return uuid if isinstance(uuid, str) else None


def _mac_uuid(mount_point: str) -> str | None:
    # The system volume is a sealed snapshot that updates replace; people's files are on Data.
    place = _MAC_DATA if mount_point == _MAC_SYSTEM else mount_point
    return parse_diskutil(_output("/usr/sbin/diskutil", "info", "-plist", place))


def _output(*command: str) -> bytes:
    try:
        result = subprocess.run(command, capture_output=True, check=False, timeout=_COMMAND_SECONDS)
    except (OSError, subprocess.TimeoutExpired):
        return b""
    return result.stdout


# ---- Windows --------------------------------------------------------------------------------


def _windows_drives() -> list[str]:
    import ctypes

    present = getattr(ctypes, "windll").kernel32.GetLogicalDrives()  # noqa: B009 - Windows only
    return [f"{chr(ord('A') + n)}:\\" for n in range(26) if present >> n & 1]


def _windows_volume(root: Path) -> Volume:
    import ctypes

    serial = ctypes.c_ulong(0)
    name = ctypes.create_unicode_buffer(261)
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - exists on Windows only
    known = kernel.GetVolumeInformationW(
        str(root), name, 261, ctypes.byref(serial), None, None, None, 0
    )
    return windows_volume(root, serial.value if known else None, name.value)


def windows_volume(root: Path, serial: int | None, name: str) -> Volume:
    """Return the volume of a drive's root or a share, by what Windows knows of it."""
    if str(root).startswith("\\\\"):
        uid = f"net:{str(root).rstrip(chr(92)).lower()}"
    else:
        uid = f"serial:{serial:08x}" if serial else f"path:{root}"
    return Volume(uid, root, name or str(root))
