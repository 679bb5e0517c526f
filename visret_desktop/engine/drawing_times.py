"""Learn how long this computer takes for a denoising step."""

from pathlib import Path
from typing import Any

from visret_desktop.engine.small_files import read_object, write_object

_NEWEST_COUNTS = 0.5  # a share: computers are busy at times, and drivers get updates


class DrawingTimes:
    """Seconds per denoising step by visualizer, in a small file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._times: dict[str, Any] | None = None

    def seconds_per_step(self, visualizer: str) -> float | None:
        """Return what was learned of `visualizer`; None: nothing yet."""
        if self._times is None:
            self._times = read_object(self._path)
        known = self._times.get(visualizer)
        return float(known) if isinstance(known, int | float) and known > 0 else None

    def learn(self, visualizer: str, seconds_per_step: float) -> None:
        """Take note of a picture just made."""
        before = self.seconds_per_step(visualizer)
        if before is not None:
            seconds_per_step = before + _NEWEST_COUNTS * (seconds_per_step - before)
        self._times = {**(self._times or {}), visualizer: round(seconds_per_step, 6)}
        write_object(self._path, self._times)
