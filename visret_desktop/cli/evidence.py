"""What an answer rests on, as JSON and as lines for a person."""

from collections.abc import Iterator

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
SOURCES = {
    "sketch": "From sketches alone: they were drawn for the question and know nothing.",
    "photos and sketch": "Partly from sketches: they were drawn for the question and know nothing.",
    "memory": "From the reader's memory: no photo was read.",
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
            {"text": said.text, "entity": said.entity, "photos": list(said.photos)}
            for said in answered.said
        ],
        "evidence": [_evidence_body(one) for one in answered.evidence],
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
        "cached": one.is_cached,
        "thumbnail": one.is_thumbnail,
    }


# ---- for a person ---------------------------------------------------------------------------


def lines(answered: Answered) -> Iterator[str]:
    """Yield the sentence, where it comes from, and what each photo said, by the thing asked about.

    Photos that nobody had to read are only counted.
    """
    yield answered.sentence
    if answered.source in SOURCES:
        yield SOURCES[answered.source]
    read = [one for one in answered.evidence if one.state != "not-needed"]
    for number, name in enumerate(answered.entities):
        yield f"══ {name} ══"
        yield from (_line(one) for one in read if one.entity == number)
    of_none = [one for one in read if not 0 <= one.entity < len(answered.entities)]
    if of_none and answered.entities:
        yield "══ other photos ══"
    yield from map(_line, of_none)
    if unneeded := len(answered.evidence) - len(read):
        yield f"      {unneeded} more {'was' if unneeded == 1 else 'were'} not needed."
    if answered.reasoning:
        yield "How the reader came to it:"
        yield from (f"  {line}" for line in answered.reasoning.splitlines())


def _line(one: Evidence) -> str:
    kind = "  (sketch, not a record)" if one.is_sketch else ""
    kind += "  (offline: its thumbnail)" if one.is_thumbnail else ""
    return f"{one.n:>4}  {one.path}{kind}: {said_by(one)}{_where(one)}"


def said_by(one: Evidence) -> str:
    """Return what one photo said, or why it said nothing."""
    said = one.said if one.state == "shows" else _SILENT[one.state]
    decides = ", decides" if one.decides else ""
    return f"{said}{decides}" + (f" ({one.note.rstrip('.')})" if one.note else "")


def _where(one: Evidence) -> str:
    """Return the boxes: from left to right and from top to bottom, in percent of the photo."""
    if not one.boxes:
        return ""
    about = "about " if one.boxes_kind == "approximate" else ""
    return f", {about}at " + "; ".join(
        f"{left:.0%}–{right:.0%} across, {top:.0%}–{bottom:.0%} down"
        for left, top, right, bottom in one.boxes
    )
