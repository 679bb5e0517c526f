"""One deployment: what people said of it, and what its photos say.

What a person may say of a package as a whole, each fact by its name and with its choices.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from visret_desktop.errors import UsageError
from visret_desktop.interchange.camtrap_schemas import TableColumn, columns
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.records import LONGEST_TEXT
from visret_desktop.places.place import offset_of
from visret_desktop.sentences import sentence

NAME = "deploymentID"
CAPTURE = "captureMethod"  # Camtrap DP has it in the table of media
PERIOD = ("deploymentStart", "deploymentEnd")
# Fields that Camtrap DP does not have: times in which the camera did not work, as "from/to | …",
# and what tables of stations say of a camera that took no photo.
PROBLEMS = "problems"
WITHOUT_PHOTOS = {"photos": "0"}
_PLACE = ("latitude", "longitude")
_OPPOSITES = {"cameraHeight": "cameraDepth", "cameraDepth": "cameraHeight"}
Point = tuple[float, float]


def editable() -> dict[str, TableColumn]:
    """Return what can be said of a deployment, by the names that Camtrap DP has for it."""
    return {**columns("deployments"), CAPTURE: columns("media")[CAPTURE]}


@dataclass(frozen=True)
class Deployment:
    """A deployment with its photos.

    `said` is what a person or a package said, `guessed` what follows from the photos; both by the
    names of Camtrap DP, as texts. `too_wide_km` says how far its photos are apart, if that is too
    far for one place, `is_dated` whether of any is known when it was taken.
    `outside` are the ids of photos that were taken before or after what was said of its period.
    """

    key: DeploymentKey
    name: str
    photos: int
    said: Mapping[str, str] = field(default_factory=dict)
    guessed: Mapping[str, str] = field(default_factory=dict)
    source: str = ""
    guessed_name: str = ""
    too_wide_km: int = 0
    is_dated: bool = True
    outside: tuple[int, ...] = ()

    def value(self, column: str) -> str:
        """Return a field: what was said, else what the photos say."""
        if column == NAME:
            return self.name
        if column in (*_PLACE, "coordinateUncertainty") and any(map(self.said.get, _PLACE)):
            return self.said.get(column, "")  # said and guessed are never mixed
        text = self.said.get(column) or self.guessed.get(column, "")
        # A table of stations gives no zone: it is that of the place, once that is known.
        return (moment(text, self.place) or text) if column in PERIOD else text

    @property
    def place(self) -> Point | None:
        """Where it is, as latitude and longitude; None where nobody knows."""
        texts = [self.value(name) for name in _PLACE]
        return (float(texts[0]), float(texts[1])) if all(texts) else None

    def with_field(self, column: str, text: str) -> "Deployment":
        """Return it with something else said; "" leaves it to the photos.

        Raises:
            UsageError: there is no such field, or it cannot have this value.
        """
        known = editable()
        if column not in known:
            reason = sentence(
                "A deployment has no field {column}. There are: {known}.",
                column=repr(column),
                known=", ".join(known),
            )
            raise UsageError(reason=reason)
        typed = text = " ".join(text.split())
        if column in PERIOD and text:
            text = self._moment(text)
        fault = _fault(known[column], text)
        if fault and column in PERIOD and _is_time(text):
            fault = sentence(
                "nobody knows in which time zone; say first where the camera stood, or write one, "
                "such as 2024-05-03T14:00:00+02:00"
            )
        if text and self.said.get(_OPPOSITES.get(column, "")):
            fault = sentence(
                "it has a {opposites} already, and a camera has only one of them",
                opposites=_OPPOSITES[column],
            )
        if fault:
            raise UsageError(
                reason=sentence(
                    "{text} cannot be the {column} of {name}: {fault}.",
                    text=repr(typed[:60]),
                    column=column,
                    name=self.name,
                    fault=fault,
                )
            )
        if column == NAME:
            return replace(self, name=text or self.guessed_name)
        facts = {name: value for name, value in self.said.items() if name != column}
        return replace(self, said=facts | ({column: text} if text else {}))

    def check_period(self) -> None:
        """Look at what is said of when it was.

        Raises:
            UsageError: it ends before it starts.
        """
        start, end = (self.said.get(name, "") for name in PERIOD)
        moments = [datetime.fromisoformat(text) for text in (start, end) if text]
        if None in (one.tzinfo for one in moments):  # as tables of stations have them
            moments = [one.replace(tzinfo=None) for one in moments]
        if moments[1:] and moments[0] > moments[1]:
            reason = sentence(
                "{name} would end before it starts: deploymentStart {start} is after deploymentEnd"
                " {end}. Change both, or the other one first.",
                name=self.name,
                start=start,
                end=end,
            )
            raise UsageError(reason=reason)

    def _moment(self, text: str) -> str:
        """Return a time with its zone: that of the place, where none is given."""
        try:
            given = datetime.fromisoformat(text).replace(microsecond=0)
        except ValueError:
            return text
        written = given.isoformat().removesuffix("+00:00")
        if given.tzinfo is None:
            return moment(written, self.place) or written
        return written if written[19:] else f"{written}Z"

    def stored(self) -> StoredDeployment:
        """Return its record for the catalog: what a person said, and its name if it is no guess."""
        is_named = bool(self.source) or self.name != self.guessed_name
        return StoredDeployment(
            self.key, self.name if is_named else "", self.source, dict(self.said)
        )


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _fault(column: TableColumn, text: str) -> str:
    if len(text) > LONGEST_TEXT:
        return sentence("it is longer than {most:,} letters", most=LONGEST_TEXT)
    return column.fault(text) if text else ""


def moment(taken_at: str | None, *places: Point | None) -> str:
    """Return a time with its zone: the camera's, else that of the first place that is known.

    "" where it is no time, or nobody knows the zone.
    """
    if not taken_at:
        return ""
    try:
        datetime.fromisoformat(taken_at[:19])
    except ValueError:
        return ""
    if len(taken_at) < 19:
        return ""
    for place in (None, *places):
        latitude, longitude = place or (None, None)
        if offset := offset_of(taken_at, latitude, longitude).text:
            return f"{taken_at[:19].replace(' ', 'T')}{offset}"
    if taken_at.endswith("Z"):
        return f"{taken_at[:19]}Z"
    return ""


# Those that GBIF takes data under; photos may have any.
LICENSES = ("CC0-1.0", "CC-BY-4.0", "CC-BY-NC-4.0")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "by": ("folder", "drive", "outing"),
    "license": LICENSES,
    "sampling_design": (
        *("simpleRandom", "systematicRandom", "clusteredRandom"),
        *("experimental", "targeted", "opportunistic"),
    ),
    "capture_method": ("activityDetection", "timeLapse", "activityDetection,timeLapse"),
}
NAMES = tuple(one.name for one in fields(PackageFacts))
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
_LICENSE = re.compile(r"[-a-zA-Z0-9._]+|https?://\S+")


def with_fact(facts: PackageFacts, name: str, text: str) -> PackageFacts:
    """Return facts with something else said; "" says nothing.

    Raises:
        UsageError: there is no such fact, or it cannot have this value.
    """
    text = " ".join(text.split())
    if name not in NAMES:
        raise UsageError(
            reason=sentence(
                "A package has no {name}. It has: {names}.", name=repr(name), names=", ".join(NAMES)
            )
        )
    fault = ""
    choices = CHOICES.get(name, ())
    if choices and text not in choices and (text or name == "by"):
        fault = sentence("it is none of {choices}", choices=", ".join(choices))
    elif name == "email" and text and not _EMAIL.fullmatch(text):
        fault = sentence("it is no address")
    elif name == "media_license" and text and not _LICENSE.fullmatch(text):
        fault = sentence("it is neither a name such as CC-BY-4.0 nor an address")
    elif len(text) > LONGEST_TEXT:
        fault = sentence("it is longer than {longest_text:,} letters", longest_text=LONGEST_TEXT)
    if fault:
        raise UsageError(
            reason=sentence(
                "{text} cannot be the {name} of a package: {fault}.",
                text=repr(text[:60]),
                name=name,
                fault=fault,
            )
        )
    said: dict[str, Any] = {name: text}
    return replace(facts, **said)
