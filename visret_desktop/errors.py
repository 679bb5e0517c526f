"""The exception tree for the world's faults.

Each error carries a stable code, its parameters and a sentence that says what to do. Our own faults
are ordinary exceptions and end in a traceback.
"""

from typing import Any, ClassVar

from visret_desktop.sentences import Sentence, verbatim


class VisretError(Exception):
    """A fault of the world that a person can do something about.

    `sentence` is the form of what is said; `message` is the form filled in with the parameters.
    """

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "Something went wrong."
    exit_code: ClassVar[int] = 1

    def __init__(self, **parameters: Any) -> None:
        self.parameters = parameters
        self.message = Sentence(self.sentence, parameters)
        super().__init__(self.message)


class UsageError(VisretError):
    """The request itself is wrong."""

    code = "usage"
    sentence = "{reason}"
    exit_code = 2


class FolderMissing(VisretError):
    """A folder that was asked for is not there."""

    code = "folder-missing"
    sentence = "There is no folder {path}. If it is on a drive, plug it in and try again."
    exit_code = 3


class FileMissing(VisretError):
    """A file that was named is not there."""

    code = "file-missing"
    sentence = "There is no file {path}."
    exit_code = 3


class NotOurs(VisretError):
    """A file or folder that we were about to change does not lie in a folder of ours."""

    code = "not-ours"
    sentence = (
        "{path} does not lie in one of visret's own folders, so it stays as it is. If that folder "
        "is visret's, put an empty file named .visret-own into it and try again."
    )


class NamesNothing(NotOurs):
    """A path that was to be written ends in no name of its own."""

    code = "names-nothing"
    sentence = "{path} names no file or folder that could be written. Name one."
    exit_code = 2


class SidecarNotPlain(NotOurs):
    """A sidecar is a link, no plain file, or has a second name."""

    code = "sidecar-not-plain"
    sentence = (
        "{path} is a link, no plain file, or has a second name elsewhere, so it stays as it is. "
        "Put a plain file in its place if it is to be written."
    )


class SidecarElsewhere(NotOurs):
    """A sidecar is no .xmp file in a folder of the library."""

    code = "sidecar-elsewhere"
    sentence = "{path} is no sidecar in a folder of the library, so it stays as it is."


class SidecarProtected(VisretError):
    """Nobody may write a sidecar."""

    code = "sidecar-protected"
    sentence = (
        "{path} is protected against writing, so it stays as it is. Allow writing it, then try "
        "again."
    )


class FolderOfOthers(NotOurs):
    """A folder that was to be ours holds somebody's files."""

    code = "folder-of-others"
    sentence = (
        "{path} holds files that are not visret's. Choose an empty folder or a new one; nothing "
        "in it was changed."
    )


class AlreadyThere(VisretError):
    """A name that was asked for is taken."""

    code = "already-there"
    sentence = "{path} is already there and stays as it is. Choose another name."


class NotFromHere(AlreadyThere):
    """A folder that was to be replaced holds something that no export put there."""

    code = "not-from-here"
    sentence = (
        "{path} is already there and holds files that no export of visret put there, so it stays "
        "as it is. Choose another name."
    )


class ChangedSince(NotFromHere):
    """A folder that was to be replaced holds a file that somebody changed."""

    code = "changed-since"
    sentence = (
        "{path} stays as it is, because {name} in it was changed since visret wrote it. Choose "
        "another name, or move the folder away."
    )


class SidecarChanged(VisretError):
    """A sidecar is not as it was when it was read."""

    code = "sidecar-changed"
    sentence = "{path} was changed by another program meanwhile, so it stays as it is. Try again."


class AmongPhotos(VisretError):
    """Something was to be written in a photo folder."""

    code = "among-photos"
    sentence = "{path} is among your photos, where nothing is ever written. Choose another place."
    exit_code = 2


class PackMissing(VisretError):
    """No usable encoder pack."""

    code = "pack-missing"
    sentence = "The model pack {name} is not installed. `visret packs list` shows what there is."
    exit_code = 3


class ReaderOfDrawings(PackMissing):
    """The photos of a question are none that the reader knows."""

    code = "reader-of-drawings"
    sentence = (
        "The built-in reader knows only the drawings of the demonstration. Questions to photos "
        "need a reader for photos: get one in the window of models, or by `visret packs install`."
    )


class PackOfOtherRole(PackMissing):
    """A pack was named for what it is not made for."""

    code = "pack-of-other-role"
    sentence = (
        "The model pack {name} is made to be the {role}, not the {wanted}. `visret packs list` "
        "shows what each is for."
    )


class PackDamaged(VisretError):
    """A pack's files are not what its manifest says."""

    code = "pack-damaged"
    sentence = "The model pack {name} is damaged: {reason}. Install it again."
    exit_code = 3


class PackUnusable(PackDamaged):
    """A pack's files are what its manifest says, and no model comes of them."""

    code = "pack-unusable"
    sentence = "The model pack {name} cannot be used: {reason}. Choose another one."


class DeviceMissing(VisretError):
    """A processor that was asked for is not there or cannot be used."""

    code = "device-missing"
    sentence = "The device {device} cannot be used: {reason}. Choose cpu or repair its driver."
    exit_code = 3


class OutOfMemory(VisretError):
    """A model does not fit into the memory of its device."""

    code = "out-of-memory"
    sentence = (
        "There is not enough memory on {device} for the model pack {name}. Close other programs "
        "and try again, or choose a smaller pack."
    )
    exit_code = 3


class MemoryShort(OutOfMemory):
    """A model would not fit, as far as can be told before it is loaded."""

    sentence = (
        "The model pack {name} needs about {needed} on {device} and {free} are free. Close other "
        "programs and try again, or choose a smaller pack or another device."
    )


class LibraryBusy(VisretError):
    """Another process is indexing the same library."""

    code = "library-busy"
    sentence = (
        "Another visret process ({owner}) is writing this library. Searching still works; "
        "wait for it to finish or stop it, then try again."
    )


class CatalogDamaged(VisretError):
    """The catalog is damaged or lost, and it is not for this process to restore it now."""

    code = "catalog-damaged"
    sentence = (
        "The library's catalog {path} cannot be used: {reason}. It is restored from its backup as "
        "soon as no other window or command of visret writes it; if this stays, close them and try "
        "again. Your photos are untouched."
    )


class CatalogLost(VisretError):
    """There was a catalog, and nothing is left that it could be restored from."""

    code = "catalog-lost"
    sentence = (
        "The library's catalog {path} cannot be used: {reason}, and there is no backup of it that "
        "could take its place. If it is on a drive, plug it in and try again. To begin a new "
        "library, run `visret doctor --repair`. Your photos are untouched."
    )
    exit_code = 3


class TracesLeft(VisretError):
    """A folder left the library, but what is known of it could not be wiped from the disk yet."""

    code = "traces-left"
    sentence = (
        "{path} is not in the library any more, but traces of it are still on the disk, because "
        "another window or command of visret is reading them. Close it, then run "
        "`visret doctor --repair`; the next indexing run removes them, too."
    )


class ExaminationFailed(VisretError):
    """What suits the photos best could not be found out."""

    code = "examination-failed"
    sentence = "{reason}"


class CatalogTooNew(VisretError):
    """The catalog was written by a newer program."""

    code = "catalog-too-new"
    sentence = (
        "The catalog {path} was written by a newer version of visret. Update this program, or go "
        "back to the backup that was made before: `visret doctor --restore`."
    )

    exit_code = 3


class DecoderMissing(VisretError):
    """The process that decodes photos cannot be started."""

    code = "decoder-missing"
    sentence = (
        "Photos cannot be decoded, because a part of this program does not start ({reason}). "
        "Close other programs and try again, or install it again."
    )
    exit_code = 3


class PartNotLoading(VisretError):
    """A library that this program needs is not there or does not load on this computer."""

    code = "part-not-loading"
    sentence = "A part of this program does not load: {reason}. `visret doctor` says what to do."
    exit_code = 3


class DiskFull(VisretError):
    """What is to be written does not fit any more."""

    code = "disk-full"
    sentence = (
        "The disk is full: {place} cannot be written. Make room there and try again; what was "
        "finished before is kept."
    )


class FileTooLarge(VisretError):
    """A quota, a limit of this process or the file system does not allow a file this large."""

    code = "file-too-large"
    sentence = (
        "{place} would get larger than your system allows a file to be. Raise the limit (quota, "
        "`ulimit -f`) or move the folder elsewhere, then try again; what was finished before is "
        "kept."
    )


class DiskReadOnly(VisretError):
    """A place that we write to may only be read."""

    code = "disk-read-only"
    sentence = (
        "{place} is on a disk that may only be read. Make it writable and try again, or let "
        "VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere."
    )


class NoPermission(VisretError):
    """The system does not let this user read or write a place."""

    code = "no-permission"
    sentence = (
        "You may not read or write {place}. Change its permissions and try again, or let "
        "VISRET_DATA_DIR, VISRET_CACHE_DIR and VISRET_CONFIG_DIR name folders elsewhere."
    )


class PlaceMissing(VisretError):
    """A place that we write to went away."""

    code = "place-missing"
    sentence = (
        "{place} is not there. Make it, or choose another place; if it is on a drive, plug it in "
        "and try again. What was saved there before is as it was."
    )
    exit_code = 3


class PlaceTaken(VisretError):
    """A file is where we need a folder, or the other way round."""

    code = "place-taken"
    sentence = (
        "{place} cannot be used ({reason}): it is a file where a folder is wanted, or the other "
        "way round. Move it away or name another place, then try again."
    )
    exit_code = 3


class DiskFailing(VisretError):
    """The disk reports errors."""

    code = "disk-failing"
    sentence = (
        "The disk could not read or write {place} ({reason}). See whether its drive is plugged in "
        "and in order, then try again."
    )


class FolderSilent(VisretError):
    """A folder's disk does not answer at all."""

    code = "folder-silent"
    sentence = (
        "{path} has not answered for {seconds:g} seconds. If it is on a network, see whether "
        "that is there; it is looked at again at the next run."
    )
    exit_code = 3


class OtherDrive(VisretError):
    """Where a folder was, another drive is plugged in."""

    code = "other-drive"
    sentence = (
        "Another drive than before is plugged in at {path}; the photos of the one before stay "
        "offline. Plug that one in again, or remove the folder from the library and add it anew."
    )


class FolderGone(VisretError):
    """A folder's photos are not where they were, though the drive is there."""

    code = "folder-gone"
    sentence = (
        "The photos of {path} are not there any more, though the drive is. If they were moved or "
        "renamed, add the folder where it is now: what you noted of them comes along."
    )


class PhotoUnreadable(VisretError):
    """One photo could not be decoded; never the end of a run.

    `reason_code` is a stable word ('truncated', 'too-large', 'not-an-image', 'unreadable',
    'timed-out', 'unsupported', 'empty', 'vanished', 'no-permission', 'crashed', 'cancelled',
    'drawn', and 'slow' for one that was only given up for now).
    'vanished', 'no-permission' and 'disk-error' may pass although the file does not change.
    """

    code = "photo-unreadable"
    sentence = "{reason}"

    def __init__(self, reason_code: str, reason: str) -> None:
        super().__init__(reason=reason)
        self.reason_code = reason_code
        self.reason = verbatim(reason)


class Cancelled(Exception):
    """Raised inside a job after a person asked it to stop."""
