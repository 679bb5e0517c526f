"""Questions for the catalog of a million photos: each form, by names, words and looks.

Seconds are those of the processor, as others may be busy with the machine.
"""

import json
import time
from collections.abc import Iterator

from bench.speed.desk import STARTER, Desk
from bench.speed.fresh_process import COST_OF_COMMAND, call, environment_of
from bench.speed.outings import write_outings
from bench.speed.rows import Row
from visret_desktop import settings
from visret_desktop.engine.answers.catalog_answer import ask_catalog
from visret_desktop.engine.messages import (
    Answered,
    AskCatalog,
    CountFound,
    Finished,
    QueryTerm,
    Scoped,
    Search,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.count_job import count_found
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.questions.catalog_question import QuestionBefore
from visret_desktop.settings import Settings

_WARM_MS, _COLD_SECONDS = 1000.0, 1.0
# Of each form: things that many, some and few photos are named by; words of titles; no thing.
QUESTIONS = {
    "how many": (
        "how many photos do I have?",
        "how many herons?",
        "how many wrynecks in 2023?",
        "how many photos did I take in 2023?",
    ),
    "words": ("how many photos of boats?", "how many photos of a caravan?"),
    "nothing": ("how many photos of unicorns?",),
    "when": (
        "when did I last photograph a heron?",
        "when did I first photograph an otter?",
        "when did I last photograph a lynx?",
        "when was I last in Norway?",
    ),
    "how often": ("how often have I seen herons?", "how often did I photograph a fox?"),
    "where": ("where did I photograph otters?", "where did I photograph wrynecks?"),
    "most": ("which camera did I use most?", "which folder has the most herons?"),
    "per": (
        "photos per year",
        "photos per month",
        "photos per country",
        "herons per place",
        "photos per keyword",
        "photos per species",
        "photos per folder",
    ),
    "which of two": ("did I photograph more herons or more otters?",),
    "pause": ("longest pause between two herons", "longest pause between two lynxes"),
    "who": ("who named the otter?", "who named the lynx?"),
    "visit": ("how many herons on our last trip to the marsh?",),
}
_BEFORE = "how many otters in 2022?"
FOLLOWING = ("and in 2023?", "what about Norway?", "and foxes?", "where was that?")
_EMBEDDED = 50_000


def questions(desk: Desk) -> Iterator[Row]:
    """A million photos of outings, half of them named: each form of question, warm and cold."""
    count = desk.size(1_000_000, 20_000)
    paths = desk.paths("questions")
    settings.save(paths.settings, Settings(encoder=STARTER))
    with Library.open(paths, Settings(encoder=STARTER)) as library:
        name, dimension = library.encoder.name, library.encoder.dimension
    embedded = min(_EMBEDDED, count)
    write_outings(paths.catalog, desk.work / "outings", count, name, dimension, embedded)
    yield from rows_of(desk, count)


def rows_of(desk: Desk, count: int) -> Iterator[Row]:
    """Measure each question in the engine, then the slowest of each form as a command."""
    paths = desk.paths("questions")
    full = not desk.is_quick
    slowest: dict[str, str] = {}
    with Library.open(paths, Settings(encoder=STARTER)) as library:
        _ask(library, QUESTIONS["how many"][0])  # what is read once
        for form, texts in QUESTIONS.items():
            times = {text: _ask(library, text) for text in texts}
            slowest[form] = max(times, key=lambda one: times[one][0])
            yield _row(f"question, {form}", count, times, full)
        times = {text: _ask(library, text, _before(library)) for text in FOLLOWING}
        yield _row("question, following", count, times, full)
    for form, text in slowest.items():
        words = json.dumps(["ask", text, "--json"])
        costs = [call(COST_OF_COMMAND, words, environment=environment_of(paths)) for _ in "12"]
        assert not any(one["status"] for one in costs), text
        cost = costs[1]  # the first one makes ready what is made ready once
        detail = f"{count} photos, processor time of “{text}”; {cost['wall']:.2f} s;"
        detail += f" {cost['megabytes']:.0f} MB"
        yield Row(
            f"question, {form}, command",
            cost["seconds"],
            "s",
            aim="value at most",
            target=_COLD_SECONDS,
            detail=detail,
            is_full=full,
        )


def _row(name: str, count: int, times: dict[str, tuple[float, str]], is_full: bool) -> Row:
    told = ", ".join(f"“{one}” {1000 * took:.0f} ms{more}" for one, (took, more) in times.items())
    worst = max(took for took, _ in times.values())
    detail = f"{count} photos, the slowest of {len(times)}: {told}"
    return Row(name, 1000 * worst, "ms", None, "", "value at most", _WARM_MS, detail, is_full)


def _before(library: Library) -> QuestionBefore:
    (answered,) = (
        one
        for one in ask_catalog(library, AskCatalog(question=_BEFORE))
        if isinstance(one, Answered)
    )
    return QuestionBefore(_BEFORE, photos=answered.photos)


def _ask(
    library: Library, question: str, before: QuestionBefore | None = None
) -> tuple[float, str]:
    """Ask as the window does; return the seconds, and in words what of them was a search."""
    started, searching = time.process_time(), 0.0
    request, answered = AskCatalog(question=question, before=before), None
    for _ in range(3):
        for event in ask_catalog(library, request):
            if isinstance(event, Scoped):
                request = AskCatalog(question=event.question, filter=event.filter)
            if isinstance(event, Answered):
                answered = event
        if answered is not None and answered.is_settled:
            break
        if answered is not None:
            began = time.process_time()
            found = {one: _found(library, one, request.filter) for one in answered.unknown}
            searching += time.process_time() - began
            unsure = tuple(one for one, (_, is_sure) in found.items() if not is_sure)
            looks = {one: contents for one, (contents, _) in found.items()}
            request = AskCatalog(
                question=request.question, filter=request.filter, looks=looks, unsure=unsure
            )
    assert answered is not None, question
    assert answered.is_settled, question
    more = f" (of which the search {1000 * searching:.0f} ms)" if searching else ""
    return time.process_time() - started, more


def _found(library: Library, thing: str, only: Filter) -> tuple[tuple[str, ...], bool]:
    asked = CountFound(search=Search(terms=(QueryTerm(thing),), filter=only))
    (ending,) = (one for one in count_found(library, asked) if isinstance(one, Finished))
    sure = ending.summary["confident"]
    return tuple(sure or ending.summary["contents"]), bool(sure)
