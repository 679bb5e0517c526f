"""What a search says while it runs, gathered into one answer; sketches copied where asked for."""

from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.cli.output import Json, Output, ProgressDisplay, duration
from visret_desktop.cli.output_paths import write_file
from visret_desktop.engine import messages
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import ParsedLine
from visret_desktop.file_changes import Identity

_NO_FACTS = ParsedLine("")


@dataclass
class SearchResult:
    """What came out of one search."""

    ranked: messages.Ranked = field(default_factory=messages.Ranked)
    plan: messages.Planned = field(default_factory=messages.Planned)
    sketches: list[messages.SketchReady] = field(default_factory=list)
    left_out: tuple[str, ...] = ()  # names of sketches that were not needed
    summary: Json = field(default_factory=dict)

    @property
    def hits(self) -> tuple[messages.Hit, ...]:
        """The photos in the order in which they are shown."""
        return self.ranked.hits

    def keep(self, bands: Collection[str]) -> None:
        """Leave out hits of other bands that are not named."""
        hits = tuple(hit for hit in self.hits if hit.named or (hit.band or "weak") in bands)
        self.ranked = replace(self.ranked, hits=hits)

    def body(self, query: str, line: ParsedLine = _NO_FACTS) -> Json:
        """Return what `visret search --json` prints."""
        return {
            "query": query,
            "words": line.rest,
            "facts": [fact.text for fact in line.facts],
            "offers": [
                {"words": o.words, "fact": o.fact.text, "photos": o.photos or None}
                for o in line.suggestions
            ],
            "strategy": self.summary["strategy"],
            "family": self.plan.family,
            "instructions": list(self.plan.instructions),
            "translation": self.plan.translation,
            "details": self.plan.details,
            "sketches": [_ready_body(sketch) for sketch in self.sketches],
            "sketches_left_out": list(self.left_out),
            "hits": [_hit_body(hit) for hit in self.hits],
            "answered": self.ranked.answered,
            "nothing_matches": self.ranked.nothing_matches,
            "found": self.ranked.found,
            "beyond": list(self.ranked.beyond),
            "timings": self.summary["stages"],
        }

    def plan_body(self, query: str, line: ParsedLine = _NO_FACTS) -> Json:
        """Return what `visret search --plan --json` prints: sketches have no path yet."""
        planned = {"sketches": [_planned_body(sketch) for sketch in self.plan.sketches]}
        expected = {"expected_seconds": self.plan.expected_seconds}
        return {**self.body(query, line), **planned, **expected}


def _ready_body(sketch: messages.SketchReady) -> Json:
    made_of = {"name": sketch.name, "seed": sketch.seed, "instruction": sketch.instruction}
    return {**made_of, "path": sketch.path, "cached": sketch.is_cached, "seconds": sketch.seconds}


def _planned_body(sketch: messages.Sketch) -> Json:
    made_of = {"name": sketch.name, "seed": sketch.seed, "instruction": sketch.instruction}
    return {**made_of, "path": ""}


def _hit_body(hit: messages.Hit) -> Json:
    return {
        "rank": hit.rank,
        "path": hit.path,
        "score": hit.score,
        "ranks": hit.ranks,
        "band": hit.band,
        "named": hit.named,
        "says": hit.says,
        "online": hit.online,
        "copies": list(hit.copies),
        "column": hit.column,
        "burst": hit.burst,
        "event": hit.event,
        "stands_for": hit.stands_for,
    }


def follow(
    events: Iterator[messages.Message], display: ProgressDisplay, out: Output, *, rewrites: bool
) -> SearchResult:
    """Show a search's progress on stderr and return its answer."""
    result, order = SearchResult(), {"": 0}
    display.show("search", 0, 0, 0.0, -1.0)
    for event in events:
        if isinstance(event, messages.Ranked):
            if rewrites and not result.hits:  # by the words; what follows begins with the rewriter
                display.show("rewrite", 0, 0, 0.0, -1.0)
            result.ranked = event
        elif isinstance(event, messages.Notice):
            out.notice(event.sentence)
        elif isinstance(event, messages.Planned):
            result.plan = event
            order |= {sketch.name: n for n, sketch in enumerate(event.sketches)}
            for text in event.instructions:
                out.notice(f"Instruction: {text}")
            if event.translation:
                out.notice(f"In English: {event.translation}")
            if event.details:
                out.notice(f"In more detail: {event.details}")
            if event.sketches:  # what draws them may have to be loaded first, which takes long
                display.show("sketch", 0, 0, 0.0, event.expected_seconds)
        elif isinstance(event, messages.Preparing):
            display.show("prepare-drawing", event.done, event.total, 0.0, -1.0)
        elif isinstance(event, messages.SketchProgress):
            done = order[event.name] * event.steps + event.step
            total = len(result.plan.sketches) * event.steps
            display.show("sketch", done, total, 0.0, event.seconds_left)
        elif isinstance(event, messages.SketchReady):
            result.sketches.append(event)
            out.notice(f"Sketch {event.name}: {event.path}")
            _show_end(result, display)
        elif isinstance(event, messages.Enough):
            result.left_out += event.names
            out.notice(f"Not needed, so not drawn: {', '.join(event.names)} (--sketches all)")
            _show_end(result, display)
        elif isinstance(event, messages.Finished):
            result.summary = event.summary
    result.sketches.sort(key=lambda sketch: (len(sketch.name), sketch.name))
    return result


def _show_end(result: SearchResult, display: ProgressDisplay) -> None:
    if len(result.sketches) + len(result.left_out) == len(result.plan.sketches):
        display.show("search", 0, 0, 0.0, -1.0)


# ---- sketches to keep -----------------------------------------------------------------------


def check_folder_for_sketches(folder: Path, photos: Collection[Identity]) -> None:
    """Refuse a folder in which sketches would lie among photos.

    Raises:
        UsageError: it is a file.
        AmongPhotos: photos lie in it, or in one above.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(reason=f"{folder} is a file. Name a folder for the sketches.")
    file_changes.refuse_among_photos(folder, photos)


def save_sketches(
    sketches: Sequence[messages.SketchReady],
    cache: Path,
    photos: Collection[Identity],
    options: Namespace,
) -> list[messages.SketchReady]:
    """Copy the marked sketches from the cache; return them with their new paths.

    A person's own pictures are no sketches and stay where they are.
    """
    folder: Path = options.save_sketches
    file_changes.make_asked_folder(folder, photos)
    saved = []
    for sketch in sketches:
        source = Path(sketch.path)
        if sketch.path and source.parent == cache:
            target = folder / f"sketch-{sketch.name}-seed-{sketch.seed}-{source.stem[:8]}.png"
            _save(source, target, photos, options)
            sketch = replace(sketch, path=str(target))
        saved.append(sketch)
    return saved


def _save(source: Path, target: Path, photos: Collection[Identity], options: Namespace) -> None:
    """Write a sketch, unless it is there already: the same query has the same sketches."""
    png = source.read_bytes()
    if not (target.is_file() and target.read_bytes() == png):
        write_file(target, png, photos, options)


_SHOWN_PROBLEMS = 20


def index_lines(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines that say what indexing did."""
    words = {"known": f"known by {'its' if summary['known'] == 1 else 'their'} bytes"}
    counts = ", ".join(
        f"{summary[name]} {words.get(name, name)}"
        for name in ("indexed", "unchanged", "known", "moved", "removed", "offline")
        if summary[name] or name in ("indexed", "unchanged")
    )
    photos = "1 photo" if summary["photos"] == 1 else f"{summary['photos']} photos"
    yield f"{photos}: {counts}, in {duration(summary['seconds'])}."
    if videos := summary["videos"]:
        yield f"Not searched: {videos} {'video' if videos == 1 else 'videos'}."
    problems = summary["problems"]
    if problems:
        yield f"{len(problems)} {'file' if len(problems) == 1 else 'files'} with a problem:"
    for problem in problems[:_SHOWN_PROBLEMS]:
        remark = "" if not problem["indexed"] else " (it can be found)"
        yield f"  {problem['path']}: {problem['reason']}{remark}"
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
        photo_count = body["found"]
        yield f"{photo_count:,} {'photo' if photo_count == 1 else 'photos'}, the latest first:"
        yield from (
            f"{hit['path']}{'' if hit['online'] else '  (offline)'}" for hit in body["hits"]
        )
        return
    elif body.get("beyond"):
        yield (
            "The built-in encoder knows English names of things, not"
            f" {', '.join(body['beyond'])}; these are the closest. Try another English word;"
            " `visret packs install words --use` gets one that knows more."
        )
    elif body["nothing_matches"]:
        yield "Nothing matches; these are the closest."
    elif body["found"] == 0:
        yield "None is certain; these are the closest."
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
