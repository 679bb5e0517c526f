"""What came of indexing and searching, in lines for a person."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from visret_desktop.cli.output import duration

_SHOWN_PROBLEMS = 20


def index_lines(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines that say what indexing did."""
    words = {"known": f"known by {'its' if summary['known'] == 1 else 'their'} bytes"}
    counts = ", ".join(
        f"{summary[name]} {words.get(name, name)}"
        for name in ("indexed", "unchanged", "known", "moved", "removed", "offline")
        if summary[name] or name in ("indexed", "unchanged")
    )
    yield f"{summary['photos']} photos: {counts}, in {duration(summary['seconds'])}."
    problems = summary["problems"]
    if problems:
        yield f"{len(problems)} {'file' if len(problems) == 1 else 'files'} with a problem:"
    for problem in problems[:_SHOWN_PROBLEMS]:
        found = "" if not problem["indexed"] else " (it can be found)"
        yield f"  {problem['path']}: {problem['reason']}{found}"
    if len(problems) > _SHOWN_PROBLEMS:
        yield f"  … and {len(problems) - _SHOWN_PROBLEMS} more; --json lists them all."


def hit_lines(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield one line per hit, in the order of the answer, with a headline before each group.

    Where several things were compared, the answers to each come one after the other, and then what
    only resembles them.
    """
    if not body["hits"]:
        yield "Nothing found."
    elif not body["strategy"]:  # listed by facts alone
        found = body["found"]
        yield f"{found:,} {'photo' if found == 1 else 'photos'}, the latest first:"
        yield from (
            f"{hit['path']}{'' if hit['online'] else '  (offline)'}" for hit in body["hits"]
        )
        return
    elif body.get("beyond"):
        yield (
            f"The built-in encoder knows things, not {', '.join(body['beyond'])}; these are the"
            " closest. `visret packs install words --use` gets one that knows more."
        )
    elif body["nothing_matches"]:
        yield "Nothing matches; these are the closest."
    elif body["found"] == 0:
        yield "Nothing stands out; these are the closest."
    instructions, hits = body.get("instructions", ()), body["hits"]
    of_none = [hit for hit in hits if hit["column"] < 0]
    yield from _grouped([hit for hit in of_none if hit["named"]])
    for column, instruction in enumerate(instructions or [""]):
        if len(instructions) > 1:
            yield f"══ {instruction} ══"
        yield from _grouped([hit for hit in hits if hit["column"] == column])
    rest = [hit for hit in of_none if not hit["named"]]
    if rest:
        yield "══ less likely ══"
        yield from _grouped(rest)


def _grouped(hits: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    group = ""
    for hit in hits:
        words = _group(hit)
        if words != group and (words or group):
            group = words
            yield f"── {group or 'closest first'} ──"
        offline = "" if hit["online"] else "  (offline)"
        all_of_it = f"  (for {hit['stands_for']} photos)" if hit["stands_for"] > 1 else ""
        path = f"{hit['path']}{offline}{all_of_it}{_why(hit)}"
        yield f"{hit['rank']:>4}  {hit['score']:.3f}  {path}"


def _group(hit: Mapping[str, Any]) -> str:
    """Return what a hit stands under; "" where no verdict is given."""
    if hit["named"]:
        return "named or tagged so"
    is_in_folder = not hit["band"] and "folder" in hit["ranks"]
    return "in a folder named so" if is_in_folder else str(hit["band"])


def _why(hit: Mapping[str, Any]) -> str:
    """Return what names a hit, and its rank in every list, where there are several."""
    ranks = hit["ranks"]
    each = [f"{rank} by {name}" for name, rank in ranks.items()] if len(ranks) > 1 else []
    each += [f"{part}: {answer}" for part, answer in hit.get("says", {}).items()]
    why = ", ".join([f"by its {hit['named']}", *each] if hit["named"] else each)
    return f"  ({why})" if why else ""


def plan_lines(body: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines that say what a search would do."""
    yield f"{body['strategy']}: {body['family'] or 'no words to rewrite'}"
    for instruction in body["instructions"]:
        yield f"Instruction: {instruction}"
    if body["translation"]:
        yield f"In English: {body['translation']}"
    if body["details"]:
        yield f"In more detail: {body['details']}"
    for sketch in body["sketches"]:
        yield f"Sketch {sketch['name']}: seed {sketch['seed']}, {sketch['instruction']}"
    if body["sketches"]:
        seconds = body["expected_seconds"]
        yield "Expected time: " + (duration(seconds) if seconds >= 0 else "not known yet")
