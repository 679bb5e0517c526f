"""One figure of a speed run: its value, its ratio to a limit or rival, and its target."""

from dataclasses import dataclass
from typing import Any, Literal

Aim = Literal["value at most", "value at least", "ratio at most", "ratio at least"]


@dataclass(frozen=True)
class Row:
    """A measured figure.

    `ratio_of` says what was divided by what. `is_full`: False where the size was cut down, so that
    a target, which is meant for the full size, says nothing.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    ratio_of: str = ""
    aim: Aim | None = None
    target: float | None = None
    detail: str = ""
    is_full: bool = True

    @property
    def met(self) -> bool | None:
        """Whether the target is met; None: there is none, or not for this size."""
        return None if self.excess is None else self.excess <= 0

    @property
    def excess(self) -> float | None:
        """By what share of the target it is missed, 0.1 for a tenth; below 0: it is met.

        None: there is none, or not for this size.
        """
        if self.aim is None or not self.target or not self.is_full:
            return None
        measured = self.value if self.aim.startswith("value") else self.ratio
        if measured is None:
            return None
        beyond = measured / self.target - 1
        return beyond if self.aim.endswith("most") else -beyond

    def sentence(self) -> str:
        """Return the figure in a line."""
        ratio = "" if self.ratio is None else f", {self.ratio:.3g} ({self.ratio_of})"
        return f"{self.name}: {self.value:.4g} {self.unit}{ratio}"

    def body(self) -> dict[str, Any]:
        """Return the row as JSON."""
        return {
            "name": self.name,
            "value": round(self.value, 4),
            "unit": self.unit,
            "ratio": None if self.ratio is None else round(self.ratio, 4),
            "ratio_of": self.ratio_of,
            "target": self.target,
            "aim": self.aim,
            "met": self.met,
            "excess": None if self.excess is None else round(self.excess, 4),
            "detail": self.detail,
        }
