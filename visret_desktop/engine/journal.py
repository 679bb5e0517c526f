"""Remember which photo was being decoded, so that a photo that kills the engine does so only once.

Every worker keeps the path it works on in a small file. What is left after a death is suspect: the
next run tries suspects one at a time, and a suspect that kills again is set aside as a problem.
"""

import os
from pathlib import Path

_ALONE = "alone"
_END = b"\0"  # an older, longer path may stand behind it


class Journal:
    """The files `in_flight.N`, one per worker, and `in_flight.alone` for a suspect on trial."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._descriptors: dict[str, int] = {}

    def take_leftovers(self) -> tuple[list[str], str | None]:
        """Return (suspects, the one that died on trial) of an earlier process and forget them."""
        suspects: list[str] = []
        condemned = None
        for file in sorted(self._base.parent.glob(f"{self._base.name}.*")):
            path = os.fsdecode(file.read_bytes().partition(_END)[0])
            if path and file.suffix == f".{_ALONE}":
                condemned = path
            elif path:
                suspects.append(path)
            file.unlink()
        return suspects, condemned

    def enter(self, worker: int | None, path: str) -> None:
        """Note that `worker` (None: the trial of a suspect) starts on `path`."""
        descriptor = self._descriptor(_ALONE if worker is None else str(worker))
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, os.fsencode(path) + _END)

    def leave(self, worker: int | None) -> None:
        """Note that the worker is done with its photo."""
        self.enter(worker, "")

    def close(self) -> None:
        """Remove the files: the run ended in order."""
        for name, descriptor in self._descriptors.items():
            os.close(descriptor)
            self._file(name).unlink(missing_ok=True)
        self._descriptors.clear()

    def _file(self, name: str) -> Path:
        return self._base.with_name(f"{self._base.name}.{name}")

    def _descriptor(self, name: str) -> int:
        if name not in self._descriptors:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
            self._descriptors[name] = os.open(self._file(name), flags, 0o600)
        return self._descriptors[name]
