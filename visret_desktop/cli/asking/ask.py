"""`visret ask QUESTION`: what the catalog knows, or what a reader sees in photos that are found."""

from argparse import Namespace
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import commands, engine_jobs, facts
from visret_desktop.cli.argument_types import KNOWLEDGE, Knowledge
from visret_desktop.cli.asking import catalog_answers, evidence
from visret_desktop.cli.output import Output, progress_display
from visret_desktop.cli.output_paths import write_file
from visret_desktop.cli.search_results import SearchResult, hit_lines
from visret_desktop.engine.asked_photos import photos_to_ask
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    AskedPhoto,
    AskedSketch,
    Notice,
    QueryTerm,
    Search,
)
from visret_desktop.errors import Cancelled, PackMissing, PackOfOtherRole, UsageError, VisretError
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.roles import Role
from visret_desktop.strategies import STRATEGIES

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library

_INTERRUPTED = 130
_LONGEST = 4000  # characters
_MOST_NAMED = 100


class ReaderMissing(PackMissing):
    """There is no reader, so photos can be found but not asked."""

    sentence = (
        "The reader {name}, which answers from photos, is not installed. `visret packs list` shows "
        "the readers there are, `visret packs install NAME --use` gets one. `visret search` finds "
        "photos without."
    )


class PhotoNotIndexed(VisretError):
    """A photo that was to be asked is not in the library as it is now."""

    code = "photo-missing"
    sentence = (
        "The photo {path} is not in the library, or it changed since. `visret index` brings the "
        "library up to date."
    )
    exit_code = 3


class SketchesMissing(VisretError):
    """Sketches alone were to be read, and none was drawn."""

    code = "sketches-missing"
    sentence = "No sketch was drawn for this question, so there is none to read."
    exit_code = 3


def ask(options: Namespace, out: Output) -> int:
    """`visret ask QUESTION`."""
    typed = " ".join(options.question)
    _check(typed, options)
    typed, visit = catalog_answers.looked_up(engine_jobs.as_text(typed), options, out)
    if catalog_answers.is_wanted(options):
        answer = catalog_answers.answered_by_catalog(typed, visit, options, out)
        if answer is not None:
            return catalog_answers.print_answer(answer, visit, out)
    changed = {"reader": options.reader} if options.reader else {}
    with engine_jobs.open_library(out, **changed) as library:
        _check_reader(library)
        places = commands.check_outputs(library, options)
        request, search = _prepared(library, typed, visit, options, out)
        answered, ending = _answered(library, request, out)
        if options.sheet and answered.evidence:
            from visret_desktop.cli.asking.evidence_sheet import sheet_file

            sheet = sheet_file(options.sheet.suffix, answered, library.thumbnails.get)
            write_file(options.sheet, sheet, places, options)
            out.notice(f"The contact sheet is {options.sheet}.")
    return _say(answered, visit, search, ending, out)


def _check(typed: str, options: Namespace) -> None:
    """Refuse what cannot be asked.

    Raises:
        UsageError: no question, one that is too long, or options that exclude each other.
    """
    if not typed.strip():
        raise UsageError(reason="The question is empty. Type what you want to know.")
    if len(typed) > _LONGEST:
        reason = f"The question has {len(typed):,} characters; {_LONGEST:,} are the most."
        raise UsageError(reason=f"{reason} Ask in fewer words.")
    if options.photos and (
        options.folders or options.where or "photos" not in _knowledge(options).reads
    ):
        narrowed = "--folder" if options.folders else "--where" if options.where else ""
        other = narrowed or "an answer without photos"
        raise UsageError(reason=f"--photo names the photos to read; leave it out for {other}.")
    if len(options.photos) > _MOST_NAMED:
        raise UsageError(reason=f"At most {_MOST_NAMED} photos can be named.")


def _knowledge(options: Namespace) -> Knowledge:
    """Return where the answer is to come from; without a picture, from memory."""
    return KNOWLEDGE["none" if options.images == 0 else options.knowledge]


def _check_reader(library: "Library") -> None:
    """Find out before anything is searched that nobody could answer.

    Raises:
        ReaderMissing, PackOfOtherRole, PackDamaged: there is no usable reader.
    """
    try:
        library.pack(Role.READER)
    except PackOfOtherRole:
        raise
    except PackMissing as error:
        raise ReaderMissing(**error.parameters) from error


# ---- what is read ---------------------------------------------------------------------------


def _prepared(
    library: "Library", typed: str, visit: Filter, options: Namespace, out: Output
) -> tuple[Ask, SearchResult | None]:
    """Return what the reader is asked, and what the search found; None: there was none.

    Raises:
        SketchesMissing: they alone were to be read.
        PhotoNotIndexed: a photo that was named is not in the library.
        UsageError, VisretError, Cancelled: as a search.
    """
    knowledge, chosen = _knowledge(options), library.settings
    request = Ask(
        question=engine_jobs.as_text(typed).strip(),
        images=chosen.answer_images if options.images is None else options.images,
        knowledge=knowledge.reads,
        style=options.prompt,
        boxes=options.boxes,
        afresh=options.afresh,
    )
    if knowledge.reads == "none":
        return request, None
    if options.photos:
        return _with_named(library, request, options, out), None
    terms = engine_jobs.terms_of(typed)
    if any(term.image for term in terms):
        words = [term.text for term in terms if term.text and term.weight > 0]
        if not words:
            raise UsageError(reason="A picture is no question. Say in words what to look for.")
        request = replace(request, question=", ".join(words))
    if not library.reader.folders():
        out.notice("The library is empty. Add photos with `visret index DIR`.")
    search = Search(
        filter=facts.narrowed(visit, facts.of_where(library.reader, options)),
        terms=terms,
        strategy=_strategy(knowledge, request.question, chosen.strategy),
        m=options.m or chosen.m,
        draw_all=engine_jobs.draws_all(options, chosen),
        seed=options.seed,
        top_k=options.top,
    )
    result = engine_jobs.search(library, search, options.folders, out)
    if knowledge.reads == "sketch" and not result.sketches:
        raise SketchesMissing
    entities = _entities(result)
    photos = photos_to_ask(
        result.hits if knowledge.reads != "sketch" else (),
        result.ranked.found,
        is_compared=bool(entities),
        images=options.images or 0,
    )
    if result.ranked.nothing_matches and photos:
        out.notice("No photo matches the question; the closest ones are read.")
    columns = {sketch.name: sketch.column for sketch in result.plan.sketches}
    ready = [sketch for sketch in result.sketches if sketch.path]
    sketches = tuple(AskedSketch(one.path, columns.get(one.name, -1)) for one in ready)
    return replace(request, photos=photos, entities=entities, sketches=sketches), result


def _strategy(knowledge: Knowledge, question: str, of_settings: str) -> str:
    """Return how to search; what is compared is known only where the question is rewritten."""
    wanted = knowledge.strategy or of_settings
    if "sketch" in knowledge.reads and not STRATEGIES[wanted].draws:
        return "hybrid"
    if not STRATEGIES[wanted].rewrites and _compares(question):
        return "rephrase"
    return wanted


def _compares(question: str) -> bool:
    from visret_desktop.models.interfaces import Family
    from visret_desktop.models.rewriting.prompts import choose_family

    return choose_family(question) is Family.COMPARISON


def _entities(result: SearchResult) -> tuple[str, ...]:
    """Return the names of the things that are compared; none, if there is one only."""
    return result.plan.instructions if len(result.plan.instructions) > 1 else ()


def _with_named(library: "Library", request: Ask, options: Namespace, out: Output) -> Ask:
    """Return the request with the photos that were named; each may show all that is compared."""
    hashes = dict.fromkeys(_hash_of(library, path) for path in options.photos)
    images = len(hashes) if options.images is None else options.images
    entities: tuple[str, ...] = ()
    if _compares(request.question):
        terms = (QueryTerm(request.question),)
        plan = Search(terms=terms, strategy="rephrase", plan_only=True)
        entities = _entities(engine_jobs.search(library, plan, (), out))
    photos = tuple(AskedPhoto(content_hash, -1 if entities else 0) for content_hash in hashes)
    return replace(request, photos=photos, entities=entities, images=images)


def _hash_of(library: "Library", path: Path) -> str:
    content_hash = library.reader.content_of_path(path)
    if content_hash is None:
        raise PhotoNotIndexed(path=path)
    return content_hash


# ---- the answer -----------------------------------------------------------------------------


def _answered(
    library: "Library", request: Ask, out: Output
) -> tuple[Answered, VisretError | Cancelled | None]:
    """Let the reader answer; return the last answer there was, and what ended it too soon."""
    from visret_desktop.engine.answers import answer_job
    from visret_desktop.engine.control import Control

    control, answered = Control(), Answered(question=request.question)
    try:
        with engine_jobs.interrupts(control.cancel, out, "photo"), progress_display() as display:
            for event in answer_job.ask(library, request, control):
                if isinstance(event, Answered):
                    answered = event
                    states = [one.state for one in event.evidence if one.state != "not-needed"]
                    done = sum(state not in ("waiting", "reading") for state in states)
                    display.show("read", done, len(states), 0.0, event.expected_seconds)
                elif isinstance(event, Notice):
                    out.notice(event.sentence)
    except (VisretError, Cancelled) as ending:
        return answered, ending
    return answered, None


def _say(
    answered: Answered,
    visit: Filter,
    search: SearchResult | None,
    ending: VisretError | Cancelled | None,
    out: Output,
) -> int:
    """Print what is known, also where the reader did not come to its end; return the exit code.

    Raises:
        VisretError, Cancelled: nothing is known.
    """
    body = evidence.body(answered) | {"search": None, "timings": answered.timings}
    body["visit"] = catalog_answers.texts(visit)
    if search is not None:
        search_body = search.body(answered.question)
        body["timings"] = dict(Counter(search_body.pop("timings")) + Counter(answered.timings))
        body["search"] = {name: value for name, value in search_body.items() if name != "query"}
    if ending is None:
        out.result(body, evidence.lines(answered))
        return 0
    if search is None and not answered.evidence:
        raise ending
    code, sentence, exit_code = _told(ending)
    out.notice(sentence)
    lines = evidence.lines(answered) if answered.evidence else hit_lines(body["search"])
    out.result({"error": {"code": code, "sentence": sentence}} | body, lines)
    return exit_code


def _told(ending: VisretError | Cancelled) -> tuple[str, str, int]:
    if isinstance(ending, VisretError):
        return ending.code, str(ending), ending.exit_code
    return "interrupted", "Stopped. This is what is known so far.", _INTERRUPTED
