"""What generating cost, so that a search that hits the cache is charged the full time."""

from pathlib import Path

from visret_desktop.engine.caches.small_files import read_object, write_object


class Costs:
    """Seconds by what was generated; kept in a file beside the cache."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: dict[str, float] = dict(read_object(path))
        self.fresh: dict[str, float] = {}

    @staticmethod
    def of_rewrite(model: str, family: str, text: str) -> str:
        """Return what names a rewrite."""
        return f"rewrite {model} {family} {text}"

    @staticmethod
    def of_sketch(model: str, instruction: str, seed: int) -> str:
        """Return what names a sketch."""
        return f"sketch {model} {seed} {instruction}"

    def note(self, key: str, seconds: float) -> None:
        """Remember what something cost."""
        self.fresh[key] = self._seconds[key] = round(seconds, 5)

    def get(self, key: str) -> float | None:
        """Return what something cost, if it is known."""
        return self._seconds.get(key)

    def take(self, fresh: dict[str, float]) -> None:
        """Take over what another process noted."""
        self._seconds |= fresh

    def save(self) -> None:
        """Write the file."""
        write_object(self._path, self._seconds)
