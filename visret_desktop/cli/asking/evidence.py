"""The evidence of an answer: as JSON, and as lines of text."""

from collections.abc import Collection, Iterator

from visret_desktop.cli.output import Json
from visret_desktop.engine.messages import Answered, Evidence

_SILENT = {
    "waiting": "not read",
    "reading": "not read to its end",
    "not-shown": "does not show it",
    "unusable": "nothing usable was said",
    "unreadable": "cannot be read now",
    "not-needed": "not needed",
}
_NO_ANSWER = "There is no answer yet."
_UNPROVED = {
    "count": "This reader is not reliable at counting.",
    "color": "This reader is not reliable at colors.",
    "yes or no": "This reader is not reliable at questions for yes or no.",
    "other": "This reader is not reliable at questions of this kind.",
}


def body(answered: Answered) -> Json:
    """Return what `visret ask --json` prints of an answer."""
    return {
        "question": answered.question,
        "answer": answered.answer or None,
        "reasoning": answered.reasoning,
        "answered": bool(answered.answer),
        "verdict": answered.verdict,
        "source": answered.source,
        "sentence": answered.sentence,
        "entities": list(answered.entities),
        "said": [
            {
                "text": part.text,
                "entity": part.entity,
                "photos": list(part.photos),
                "witnesses": part.witnesses,
            }
            for part in answered.said
        ],
        "rows": [
            {"name": row.name, "photos": row.photos, "ids": list(row.ids), "query": row.query}
            for row in answered.rows
        ],
        "counted_by": answered.counted_by or None,
        "evidence": [_evidence_body(one) for one in answered.evidence],
        "sure": answered.is_sure,
        "unproved": answered.unproved or None,
        "doubted": answered.is_doubted,
        "settled": answered.is_settled,
        "reader": answered.reader,
    }


def _evidence_body(one: Evidence) -> Json:
    return {
        "n": one.n,
        "path": one.path,
        "entity": one.entity,
        "sketch": one.is_sketch,
        "state": one.state,
        "said": one.said,
        "reasoning": one.reasoning,
        "note": one.note,
        "boxes": [list(box) for box in one.boxes],
        "boxes_kind": one.boxes_kind,
        "decides": one.decides,
        "moment": one.moment or None,
        "cached": one.is_cached,
        "thumbnail": one.is_thumbnail,
    }


# ---- for a person ---------------------------------------------------------------------------


def lines(answered: Answered) -> Iterator[str]:
    """Yield the sentence, then what each photo said, by the thing that it was asked about.

    Photos that nobody had to read are only counted.
    """
    yield answered.sentence if answered.verdict != "reading" else _NO_ANSWER
    if answered.unproved in _UNPROVED:
        yield _UNPROVED[answered.unproved]
    for name, read in in_groups(answered, ("not-needed",)):
        if answered.entities:
            yield f"══ {name or 'other photos'} ══"
        yield from map(_line, read)
    if unneeded := sum(one.state == "not-needed" for one in answered.evidence):
        yield f"      {unneeded} more {'was' if unneeded == 1 else 'were'} not needed."
    if answered.reasoning:
        yield "How the reader came to it:"
        yield from (f"  {line}" for line in answered.reasoning.splitlines())


def in_groups(
    answered: Answered, without: Collection[str] = ()
) -> Iterator[tuple[str, list[Evidence]]]:
    """Yield each of the compared things with its evidence, and then "" with all other evidence.

    Evidence in the states `without` is left out, and so are groups that have none.
    """
    names = dict(enumerate(answered.entities))
    for number, name in {**names, -1: ""}.items():
        of_one = [
            one
            for one in answered.evidence
            if one.state not in without and (one.entity if one.entity in names else -1) == number
        ]
        if of_one:
            yield name, of_one


def _line(one: Evidence) -> str:
    kind = "  (sketch, not a record)" if one.is_sketch else ""
    kind += "  (offline: its thumbnail)" if one.is_thumbnail else ""
    return f"{one.n:>4}  {one.path}{kind}: {said_by(one)}{_where(one)}"


def said_by(one: Evidence) -> str:
    """Return what one photo said, or why it said nothing."""
    answer = one.said if one.state == "shows" else _SILENT[one.state]
    decides = ", decides" if one.decides else ""
    return f"{answer}{decides}" + (f" ({one.note.rstrip('.')})" if one.note else "")


def _where(one: Evidence) -> str:
    """Return the boxes: from left to right and from top to bottom, in percent of the photo."""
    if not one.boxes:
        return ""
    about = "about " if one.boxes_kind == "approximate" else ""
    return f", {about}at " + "; ".join(
        "{:.0f}–{:.0f} % across, {:.0f}–{:.0f} % down".format(*(100 * share for share in shares))
        for shares in ((left, right, top, bottom) for left, top, right, bottom in one.boxes)
    )
