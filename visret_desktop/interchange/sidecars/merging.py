"""What of our notes goes into a sidecar, beside what others wrote there.

What we once added is taken out again when the note is gone; what others wrote never is. So for
each sidecar it is kept what in it is ours (`Ours`, in the catalog).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec import Struct

from visret_desktop.interchange.sidecars.packet import Packet, Property, SidecarUnreadable
from visret_desktop.library.records import Photo
from visret_desktop.sentences import sentence

_SEPARATOR = "|"
_LISTS = (Property.KEYWORDS, Property.PATHS, Property.TAGS_LIST, Property.LAST_KEYWORDS)
_PLACE = (
    Property.LATITUDE, Property.LONGITUDE, Property.ALTITUDE, Property.ALTITUDE_REFERENCE,
)  # fmt: skip


class Ours(Struct, frozen=True):
    """What in a sidecar is from us, by property.

    `added`: entries of lists. `put`: single values, and what stood there before ("": nothing).
    """

    added: dict[str, tuple[str, ...]] = {}
    put: dict[str, tuple[str, str]] = {}

    def __bool__(self) -> bool:
        return bool(self.added or self.put)


@dataclass(frozen=True)
class PropertyChange:
    """A property before and after: its values as text."""

    label: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Merged:
    """A sidecar as it is to be; without `changes` it stays as it is."""

    content: bytes
    changes: tuple[PropertyChange, ...]
    ours: Ours


def merged(content: bytes | None, photo: Photo, ours: Ours) -> Merged:
    """Merge the notes of a photo into its sidecar; `content` of None: there is none yet.

    Raises:
        SidecarUnreadable: the sidecar cannot be changed without harm to what others wrote.
    """
    packet = Packet(content)
    foreign = packet.foreign()
    before = {known: tuple(packet.values(known)) for known in Property}
    wanted = _wanted_lists(photo, before, ours)
    added = {
        known.label: kept
        for known in _LISTS
        if (kept := _merge_list(packet, known, wanted[known], ours.added.get(known.label, ())))
    }
    put = _merge_rating(packet, photo.notes.rating, ours)
    put |= _merge_place(packet, _wanted_place(photo, ours), ours)
    after = {known: tuple(packet.values(known)) for known in Property}
    changes = tuple(
        PropertyChange(known.label, before[known], after[known])
        for known in Property
        if before[known] != after[known]
    )
    if not changes:
        return Merged(content or b"", (), Ours(added, put))
    written = packet.content()
    if Packet(written).foreign() != foreign:
        raise SidecarUnreadable(sentence("it would change more than the notes in it"))
    return Merged(written, changes, Ours(added, put))


def _wanted_lists(
    photo: Photo, before: Mapping[Property, Sequence[str]], ours: Ours
) -> dict[Property, list[str]]:
    """Return the entries that our notes want in each list; `before` is what stands there.

    Keywords are single words, so of a path the last part. digiKam, Lightroom and others read the
    first list that has anything, paths before keywords, and look no further. So once there is a
    list of paths, all tags and names stand in it, and the keywords of others, too, if we begin it.
    """
    words, paths = words_and_paths(photo)
    whole = _whole(photo)
    theirs = {
        each: [one for one in before[each] if one not in ours.added.get(each.label, ())]
        for each in _LISTS
    }
    is_begun = bool(paths and not theirs[Property.PATHS])
    ending = {path.rpartition(_SEPARATOR)[2] for path in whole}
    added = [one for one in theirs[Property.KEYWORDS] if is_begun and one not in ending]
    slashed = [entry.replace(_SEPARATOR, "/") for entry in whole]
    return {
        Property.KEYWORDS: words,
        Property.PATHS: [*whole, *added] if paths or theirs[Property.PATHS] else [],
        Property.TAGS_LIST: slashed if theirs[Property.TAGS_LIST] else [],
        Property.LAST_KEYWORDS: slashed if theirs[Property.LAST_KEYWORDS] else [],
    }


def words_and_paths(photo: Photo) -> tuple[list[str], list[str]]:
    """Return what the notes of a photo are as keywords: single words; and all, if any is a path."""
    words = [tag.rpartition(_SEPARATOR)[2] for tag in photo.notes.tags]
    for accepted in photo.notes.names:
        words += [accepted.name, accepted.common]
        if accepted.rank:
            words.append(f"taxonomy:{accepted.rank}={accepted.name}")
    has_path = any(_SEPARATOR in tag for tag in photo.notes.tags)
    return _cleaned(words), _whole(photo) if has_path else []


def _whole(photo: Photo) -> list[str]:
    """Return tags as they are, and names."""
    names = [text for one in photo.notes.names for text in (one.name, one.common)]
    return _cleaned([*photo.notes.tags, *names])


def _cleaned(values: Sequence[str]) -> list[str]:
    return [value for value in dict.fromkeys(map(clean, values)) if value]


def _merge_list(
    packet: Packet, of: Property, wanted: Sequence[str], ours: Sequence[str]
) -> tuple[str, ...]:
    """Bring a list up to date; return which of its entries are ours."""
    there = packet.values(of)
    missing = [value for value in wanted if value not in there]
    stale = [value for value in ours if value in there and value not in wanted]
    if missing or stale:
        packet.change_list(of, stale, missing)
    kept = [value for value in ours if value in there and value in wanted]
    return (*kept, *missing)


def _merge_rating(packet: Packet, rating: int | None, ours: Ours) -> dict[str, tuple[str, str]]:
    label = Property.RATING.label
    there = next(iter(packet.values(Property.RATING)), "")
    put, before = ours.put.get(label, ("", ""))
    is_ours = bool(put) and there == put
    if rating is None:
        if is_ours:
            packet.put(Property.RATING, before or None)
        return {}
    wanted = str(rating)
    if _number(there) == rating:
        return {label: (put, before)} if is_ours else {}
    packet.put(Property.RATING, wanted)
    return {label: (wanted, before if is_ours else there)}


def _merge_place(
    packet: Packet, wanted: dict[Property, str], ours: Ours
) -> dict[str, tuple[str, str]]:
    """Put our place where there is none or it is ours; a place that others wrote stays."""
    there = {known: next(iter(packet.values(known)), "") for known in _PLACE}
    put = {known: ours.put.get(known.label, ("", ""))[0] for known in _PLACE}
    is_others = any(there[known] and there[known] != put[known] for known in _PLACE)
    if is_others:
        return {}
    for known in _PLACE:
        if there[known] != wanted.get(known, ""):
            packet.put(known, wanted.get(known))
    return {known.label: (value, "") for known, value in wanted.items()}


def _wanted_place(photo: Photo, ours: Ours) -> dict[Property, str]:
    """Return our place of a photo; one that knows its own, and not from us, needs none."""
    place = photo.notes.place
    if place is None or not (photo.placed_by or Property.LATITUDE.label in ours.put):
        return {}
    found = {
        Property.LATITUDE: coordinate(place.latitude, "NS"),
        Property.LONGITUDE: coordinate(place.longitude, "EW"),
    }
    if place.altitude is not None:
        found[Property.ALTITUDE] = f"{round(abs(place.altitude) * 1000)}/1000"
        found[Property.ALTITUDE_REFERENCE] = "0" if place.altitude >= 0 else "1"
    return found


def coordinate(degrees: float, signs: str) -> str:
    """Return degrees as XMP has them: "27,20.426300S"; `signs` are those of plus and minus."""
    millionths = round(abs(degrees) * 60 * 1_000_000)
    whole, rest = divmod(millionths, 60 * 1_000_000)
    return f"{whole},{rest / 1_000_000:.6f}{signs[degrees < 0]}"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def clean(text: str) -> str:
    """Return a text without what XML cannot hold."""
    return "".join(sign for sign in text if sign >= " " and sign not in "\ufffe\uffff").strip()
