"""What the times of photos become where their camera's clock was wrong, drifted, or in a zone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo

from visret_desktop.errors import UsageError
from visret_desktop.interchange.tracks.clock import offset_text, zone_of
from visret_desktop.library.catalog.catalog_clocks import ClockShift, shifted
from visret_desktop.library.catalog.catalog_locations import PlacedPhoto
from visret_desktop.places.place import time_zone
from visret_desktop.sentences import sentence

_DAY = 86_400.0  # seconds


@dataclass(frozen=True)
class ClockChange:
    """What was wrong with a clock.

    `seconds` are added to what it shown, and `drift` more for each day since `since`, a local time.
    It was set to the zone `zone`, if that is known, unless a photo says how far it was from UTC:
    then photos get the time of the zone `local`, else of the place where they were taken, else of
    `zone` itself. `seconds` have then passed in truth, as `Clock` counts them: they are added to
    the moment, so that summer time that began between a wrong date and the right one counts.
    """

    seconds: float = 0.0
    drift: float = 0.0
    since: str = ""
    zone: str = ""
    local: str = ""

    def words(self) -> str:
        """Return it in words: '+1:00:37, zone Europe/Rome'."""
        parts = [offset_text(self.seconds)] if self.seconds else []
        parts += [f"{self.drift:+g} s a day since {self.since}"] if self.drift else []
        parts += [f"zone {self.zone}"] if self.zone else []
        return ", ".join(parts)


@dataclass
class ClockPreview:
    """What photos' times would become, by content hash, and where that is not known.

    `after` has the new time of each photo, in the same order as `photos`. Of an hour that a clock
    in the zone shows twice, the first is meant (`twice`); `never` are times that it does not show.
    """

    photos: list[PlacedPhoto] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    shifts: dict[str, ClockShift] = field(default_factory=dict)
    undated: list[PlacedPhoto] = field(default_factory=list)
    twice: list[PlacedPhoto] = field(default_factory=list)
    never: list[PlacedPhoto] = field(default_factory=list)


def preview(photos: Sequence[PlacedPhoto], change: ClockChange) -> ClockPreview:
    """Return what a change of clocks does to photos; nothing is kept by it.

    Raises:
        UsageError: there is no such zone or time, or the calendar ends before the new times.
    """
    times = ClockPreview()
    zone = zone_of(change.zone) if change.zone else None
    local = zone_of(change.local) if change.local else None
    since = _time(change.since) if change.since else None
    for photo in photos:
        taken = photo.taken_at
        try:
            shown = datetime.fromisoformat((taken or "")[:19])
        except ValueError:
            times.undated.append(photo)
            continue
        seconds = change.seconds
        if since is not None:
            seconds += change.drift * (shown - since).total_seconds() / _DAY
        try:
            later = timedelta(seconds=round(seconds))
            own = zone_of(stated) if (stated := (taken or "")[19:]) else zone
            here, offset = shown + later, ""
            if zone is not None and own is not None:
                moment = shown.replace(tzinfo=own).astimezone(UTC) + later
                here, offset = _here(moment, local or _zone_of_place(photo) or own)
        except OverflowError as error:
            reason = sentence(
                "The time of {name} would be beyond the calendar: {taken} and {seconds:,} s.",
                name=photo.path.name,
                taken=taken or "",
                seconds=round(seconds),
            )
            raise UsageError(reason=reason) from error
        if own is not None and _is_twice(shown, own):
            (times.never if _is_never(shown, own) else times.twice).append(photo)
        shift = ClockShift((here - shown).total_seconds(), offset)
        times.photos.append(photo)
        times.after.append(shifted(taken or "", shift))
        times.shifts[photo.content_hash] = shift
    return times


def is_ambiguous(taken_at: str | None, zone: tzinfo) -> bool:
    """Return whether a clock in a zone shows this time twice, and the photo does not say which."""
    try:
        shown = datetime.fromisoformat((taken_at or "")[:19])
    except ValueError:
        return False
    return not (taken_at or "")[19:] and _is_twice(shown, zone) and not _is_never(shown, zone)


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.strip()).replace(tzinfo=None)
    except ValueError as error:
        reason = sentence(
            "{text} is no time. Write one such as 2024-05-03 or 2024-05-03T14:03:20.",
            text=repr(text),
        )
        raise UsageError(reason=reason) from error


def _here(moment: datetime, zone: tzinfo) -> tuple[datetime, str]:
    """Return what clocks in a zone show at a moment, and how far that is from UTC."""
    here = moment.astimezone(zone)
    return here.replace(tzinfo=None), here.isoformat(timespec="seconds")[19:25]


def _zone_of_place(photo: PlacedPhoto) -> tzinfo | None:
    if photo.latitude is None or photo.longitude is None:
        return None
    name = time_zone(photo.latitude, photo.longitude)
    return zone_of(name) if name else None


def _is_twice(shown: datetime, zone: tzinfo) -> bool:
    """Return whether a zone shows a time twice, or never."""
    first, second = (shown.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    return first.utcoffset() != second.utcoffset()


def _is_never(shown: datetime, zone: tzinfo) -> bool:
    there = shown.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    return there.replace(tzinfo=None) != shown
