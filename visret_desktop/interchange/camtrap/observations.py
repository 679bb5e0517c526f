"""Accepted names as observations of Camtrap DP, and back."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

from visret_desktop.interchange.camtrap_schemas import MOMENT, columns
from visret_desktop.library.records import LONGEST_TEXT, AcceptedName

# What a person may say instead of a name. The standard has no more for what is no animal.
TYPES = ("animal", "human", "vehicle", "blank", "unknown", "unclassified")
_HUMAN = "Homo sapiens"
# Of a row of an event that follows from those of its photos.
SUMMARY = "Summary of the observations of its media, made by visret."
# Columns that stay as they are, for whoever gets the package next.
_MORE = (
    *("cameraSetupType", "individualID", "individualPositionRadius", "individualPositionAngle"),
    *("individualSpeed", "bboxX", "bboxY", "bboxWidth", "bboxHeight"),
    *("classificationProbability", "observationTags", "observationComments"),
)
# By which others know an observation and its event, so that what was published stays the same.
IDS = ("observationID", "eventID")
_TYPE = "observationType"
_HASH = 32  # hex digits of a content's
_UNSAFE = re.compile(r"[\W_]+")


def type_of(name: AcceptedName) -> str:
    """Return which type of observation a name is."""
    given = dict(name.more).get(_TYPE)
    if given in TYPES:
        return str(given)
    if name.name in TYPES:
        return name.name
    return "human" if name.name == _HUMAN else "animal"


def is_organism(name: AcceptedName) -> bool:
    """Tell whether a name is that of something that lives, but for people."""
    return type_of(name) == "animal" and name.name not in TYPES and name.count != 0


def observation(name: AcceptedName) -> dict[str, str]:
    """Return the columns that a name fills, but for where and when."""
    allowed = columns("observations")
    row = {column: clean(text) for column, text in name.more if column in _MORE}
    tags = [row.get("observationTags", "")]
    details = {"lifeStage": clean(name.life_stage), "sex": clean(name.sex)}
    for column, text in details.items():
        if text.lower() in allowed[column].choices:
            row[column] = text.lower()
        elif text:
            tags.append(f"{column}:{text}")
    if joined := " | ".join(filter(None, tags)):
        row["observationTags"] = joined
    return row | {
        _TYPE: type_of(name),
        "scientificName": "" if name.name in TYPES else clean(name.name),
        "count": str(name.count) if name.count else "",
        "behavior": clean(name.behavior),
        "classificationMethod": "human",
        "classifiedBy": clean(name.by),
        "classificationTimestamp": utc(name.at),
    }


def accepted_name(
    row: Mapping[str, str], common: Mapping[str, str], ranks: Mapping[str, str], source: str
) -> AcceptedName:
    """Return what a row of observations says; it is as the schema wants it.

    `common` and `ranks` are the common names and ranks of scientific ones.
    """
    text = {column: clean(value)[:LONGEST_TEXT] for column, value in row.items()}
    kind = text.get(_TYPE) or ("animal" if text.get("scientificName") else "unknown")
    name = text.get("scientificName") or kind
    _take_words_from_tags(text)
    more = [(column, text[column]) for column in _MORE if text.get(column)]
    more += [(column, text[column]) for column in IDS if text.get(column) and not _is_ours(text)]
    accepted = AcceptedName(
        name,
        common.get(name, ""),
        ranks.get(name, ""),
        _counted(text.get("count", ""), kind),
        text.get("sex", ""),
        text.get("lifeStage", ""),
        text.get("behavior", ""),
        text.get("classifiedBy", ""),
        utc(text.get("classificationTimestamp", "")),
        source,
        more=tuple(more),
    )
    if type_of(accepted) != kind:
        accepted = AcceptedName(**{**vars(accepted), "more": (*more, (_TYPE, kind))})
    return accepted


def _counted(text: str, kind: str) -> int | None:
    """Return a count; no blank photo, and no vehicle, is an absence."""
    return int(text) if text and (int(text) or kind == "animal") else None


def _is_ours(row: Mapping[str, str]) -> bool:
    """Tell whether the ids of a row were made by an export of ours, which makes them again."""
    media = row.get("mediaID", "")
    return len(media) == _HASH and row.get("observationID", "").startswith(media)


def _take_words_from_tags(row: dict[str, str]) -> None:
    """Move the words for sex and life stage that the standard lacks from tags to their columns."""
    tags = row.get("observationTags", "").split(" | ")
    for column in ("sex", "lifeStage"):
        for tag in tags:
            if tag.startswith(f"{column}:") and not row.get(column):
                row[column] = tag.partition(":")[2]
                tags.remove(tag)
                break
    row["observationTags"] = " | ".join(tags)


def is_summary(row: Mapping[str, str]) -> bool:
    """Tell whether a row of an event only says what those of its photos say."""
    return row.get("observationLevel") == "event" and row.get("observationComments") == SUMMARY


def utc(text: str) -> str:
    """Return a time in UTC; "" if it is none, or says no zone."""
    try:
        given = datetime.fromisoformat(text)
        return given.astimezone(UTC).strftime(MOMENT.replace("%z", "Z")) if given.tzinfo else ""
    except (ValueError, OverflowError):
        return ""


def clean(text: str) -> str:
    """Return a text in one line, as a table has it."""
    return " ".join(text.split())


def short(name: str) -> str:
    """Return a name as a part of an identifier."""
    return _UNSAFE.sub("-", name).strip("-")[:80] or "name"
