"""The exception tree for the world's faults.

Each error carries a stable code, its parameters and an English sentence that says what to do. Our
own faults are ordinary exceptions and end in a traceback.
"""

from typing import Any, ClassVar


class VisretError(Exception):
    """A fault of the world that a person can do something about."""

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "Something went wrong."
    exit_code: ClassVar[int] = 1

    def __init__(self, **parameters: Any) -> None:
        self.parameters = parameters
        super().__init__(self.sentence.format(**parameters))


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


class PackMissing(VisretError):
    """No usable encoder pack."""

    code = "pack-missing"
    sentence = "The model pack {name} is not installed. `visret packs list` shows what there is."
    exit_code = 3


class PackDamaged(VisretError):
    """A pack's files are not what its manifest says."""

    code = "pack-damaged"
    sentence = "The model pack {name} is damaged: {reason}. Install it again."
    exit_code = 3


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
        "Another visret process ({owner}) is indexing this library. Searching still works; "
        "wait for it to finish or stop it, then try again."
    )


class CatalogDamaged(VisretError):
    """The catalog is damaged and cannot be restored now, because another process writes it."""

    code = "catalog-damaged"
    sentence = (
        "The library's catalog {path} is damaged ({reason}). Close the other windows and commands "
class ExaminationFailed(VisretError):
    """What suits the photos best could not be found out."""

    code = "examination-failed"
    sentence = "{reason}"


        "of visret and try again: it is then restored from its backup. Your photos are untouched."
    )


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


class PhotoUnreadable(VisretError):
    """One photo could not be decoded; never the end of a run.

    `reason_code` is a stable word ('truncated', 'too-large', 'not-an-image', 'unreadable',
    'timed-out', 'unsupported', 'empty', 'vanished', 'no-permission', 'crashed', 'cancelled').
    """

    code = "photo-unreadable"
    sentence = "{reason}"

    def __init__(self, reason_code: str, reason: str) -> None:
        super().__init__(reason=reason)
        self.reason_code = reason_code
        self.reason = reason


class Cancelled(Exception):
    """Raised inside a job after a person asked it to stop."""
