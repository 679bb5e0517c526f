"""Learn how long this computer takes for a denoising step, a photo, a written word."""

from pathlib import Path
from typing import Any

from visret_desktop.engine.caches.small_files import read_object, write_object

_MOST_SECONDS = 86_400
_NEWEST_COUNTS = 0.5  # a share: computers are busy at times, and drivers get updates


class LearnedTimes:
    """Seconds for one of something by model, in a small file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._times: dict[str, Any] | None = None

    def seconds_each(self, model: str) -> float | None:
        """Return what was learned of `model`; None: nothing yet."""
        if self._times is None:
            self._times = read_object(self._path)
        known = self._times.get(model)
        if isinstance(known, int | float) and 0 < known <= _MOST_SECONDS:
            return float(known)
        return None  # of a damaged file it may be anything

    def learn(self, model: str, seconds_each: float) -> None:
        """Take note of what was just done."""
        before = self.seconds_each(model)
        if before is not None:
            seconds_each = before + _NEWEST_COUNTS * (seconds_each - before)
        self._times = {**(self._times or {}), model: round(seconds_each, 6)}
        write_object(self._path, self._times)
