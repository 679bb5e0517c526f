"""Volumes from recorded tables, and of this machine."""

import os
import plistlib
from pathlib import Path, PureWindowsPath

import pytest

from visret_desktop.library.folders.volumes import (
    Volume,
    innermost,
    mounted,
    parse_diskutil,
    parse_mount_command,
    parse_mountinfo,
    volume_of,
    windows_volume,
)

# A desktop: ext4 on LUKS, two btrfs subvolumes, a USB stick, shares, a bind mount, ZFS, a sandbox.
MOUNTINFO = r"""
22 28 0:21 / /proc rw,nosuid shared:14 - proc proc rw
28 1 253:0 / / rw,relatime shared:1 - ext4 /dev/mapper/root rw
31 28 0:27 / /tmp rw,nosuid shared:15 - tmpfs tmpfs rw
40 28 0:40 /@home /home rw,noatime shared:29 - btrfs /dev/nvme0n1p3 rw,subvol=/@home
41 28 0:40 /@pictures /srv/pictures rw shared:30 - btrfs /dev/nvme0n1p3 rw,subvol=/@pictures
50 28 8:17 / /media/ann/CARD\040ONE rw,nosuid shared:40 - exfat /dev/sdb1 rw
51 28 8:17 /DCIM /mnt/dcim rw shared:41 - exfat /dev/sdb1 rw
60 28 0:52 / /mnt/nas rw shared:50 - cifs //nas/photos/ rw,username=ann
61 28 0:53 / /mnt/export rw shared:51 master:7 - nfs4 server:/export/photos rw
62 28 0:54 / /mnt/cloud rw shared:52 - fuse.rclone drive: rw
70 28 0:60 / /tank rw shared:60 - zfs tank/photos rw
80 28 0:70 / /var/lib/box rw shared:70 - overlay overlay rw,lowerdir=/a
81 28 0:71 / /mnt/late rw shared:71 - autofs systemd-1 rw
82 81 8:33 / /mnt/late rw shared:72 - ext4 /dev/sdc1 rw
garbage
"""
UUIDS = {
    "253:0": "ROOT",
    "8:17": "1234-ABCD",
    "/dev/nvme0n1p3": "BTRFS",
    "8:33": "LATE",
}


@pytest.fixture(scope="module")
def recorded() -> list[Volume]:
    return parse_mountinfo(MOUNTINFO, UUIDS)


@pytest.mark.parametrize(
    ("path", "uid", "label"),
    [
        ("/home/ann/a.jpg", "uuid:BTRFS/@home", "home"),
        ("/srv/pictures", "uuid:BTRFS/@pictures", "pictures"),
        ("/media/ann/CARD ONE/DCIM/1.jpg", "uuid:1234-ABCD", "CARD ONE"),
        ("/mnt/dcim/1.jpg", "uuid:1234-ABCD/DCIM", "dcim"),
        ("/mnt/nas/2020/x.jpg", "net://nas/photos", "nas"),
        ("/mnt/export/x.jpg", "net:server:/export/photos", "export"),
        ("/mnt/cloud/x.jpg", "net:drive:", "cloud"),
        ("/tank/x.jpg", "zfs:tank/photos", "tank"),
        ("/tmp/x.jpg", "path:/tmp", "tmp"),
        ("/var/lib/box/x", "path:/var/lib/box", "box"),
        ("/mnt/late/x.jpg", "uuid:LATE", "late"),
        ("/mnt/nasty/x.jpg", "uuid:ROOT", "/"),
        ("/", "uuid:ROOT", "/"),
    ],
)
def test_the_volume_of_a_path_on_linux(
    recorded: list[Volume], path: str, uid: str, label: str
) -> None:
    volume = innermost(Path(path), recorded)
    assert volume is not None
    assert (volume.uid, volume.label) == (uid, label)


def test_a_drive_keeps_its_uid_at_another_mount_point() -> None:
    line = "50 28 8:{} / {} rw - exfat /dev/sd{} rw"
    before = parse_mountinfo(line.format(17, "/media/one", "b1"), {"8:17": "1234-ABCD"})
    after = parse_mountinfo(line.format(49, "/run/media/two", "d1"), {"8:49": "1234-ABCD"})
    assert before[0].uid == after[0].uid
    assert before[0].mount_point != after[0].mount_point


def test_the_volume_of_a_path_on_macos() -> None:
    text = """/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
devfs on /dev (devfs, local, nobrowse)
/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse, protect)
/dev/disk5s1 on /Volumes/My (old) on drive (exfat, local, nodev, nosuid, noowners)
//ann@nas._smb._tcp.local/photos on /Volumes/photos (smbfs, nodev, nosuid, mounted by ann)
server:/export on /Volumes/export (nfs, nodev, nosuid)
"""
    uuids = {"/": "SYSTEM", "/System/Volumes/Data": "DATA"}
    volumes = parse_mount_command(text, uuids.get)
    uids = {str(volume.mount_point): volume.uid for volume in volumes}
    assert uids == {
        "/": "uuid:SYSTEM",
        "/dev": "path:/dev",
        "/System/Volumes/Data": "uuid:DATA",
        "/Volumes/My (old) on drive": "path:/Volumes/My (old) on drive",
        "/Volumes/photos": "net://ann@nas._smb._tcp.local/photos",
        "/Volumes/export": "net:server:/export",
    }


def test_what_diskutil_tells() -> None:
    assert parse_diskutil(plistlib.dumps({"VolumeUUID": "0F-1", "VolumeName": "x"})) == "0F-1"
    assert parse_diskutil(plistlib.dumps({"VolumeName": "x"})) is None
    assert parse_diskutil(plistlib.dumps(["x"])) is None
    assert parse_diskutil(b"Could not find disk") is None
    assert parse_diskutil(b"") is None


def test_drives_and_shares_of_windows() -> None:
    drive, share = PureWindowsPath("E:\\"), PureWindowsPath("\\\\NAS\\Photos\\")
    assert windows_volume(drive, 0xAB12, "CARD").uid == "serial:0000ab12"
    assert windows_volume(drive, 0xAB12, "CARD").label == "CARD"
    assert windows_volume(drive, None, "") == Volume("path:E:\\", drive, "E:\\")
    assert windows_volume(share, 0xAB12, "").uid == r"net:\\nas\photos"


def test_this_machine(tmp_path: Path) -> None:
    volume = volume_of(tmp_path)
    assert tmp_path.resolve().is_relative_to(volume.mount_point)
    assert os.path.ismount(volume.mount_point)
    assert volume.mount_point.stat().st_dev == tmp_path.stat().st_dev
    assert mounted()[volume.uid].uid == volume.uid


def test_a_path_that_is_not_there_is_on_its_parents_volume(tmp_path: Path) -> None:
    here = volume_of(tmp_path)
    assert volume_of(tmp_path / "not" / "yet" / "there.jpg") == here
    assert volume_of(tmp_path / ("x" * 400)) == here
    (tmp_path / "file").touch()
    assert volume_of(tmp_path / "file" / "below") == here
