"""Run the engine's generators for a command: open the library, show progress, obey Ctrl-C.

Everything heavy is imported inside the functions, so that a command pays only for what it uses.
"""

import os
import signal
import time
from argparse import Namespace
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeVar

from visret_desktop import logs, settings
from visret_desktop.cli import output_paths, search_results
from visret_desktop.cli.output import Json, Output, ProgressDisplay, progress_display
from visret_desktop.engine import messages
from visret_desktop.errors import Cancelled, FolderMissing, UsageError, VisretError
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import Paths, default_paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

if TYPE_CHECKING:
    from visret_desktop.engine.fieldwork.import_job import Importer
    from visret_desktop.engine.runtime import Library
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


Result = TypeVar("Result")
Preview = TypeVar("Preview", bound=messages.Event)
_MEGABYTE = 1_000_000
_PICTURE_SECONDS = 10.0  # that a disk may take to say whether an example picture is there
_NOT_LOOKED = (
    "The encoder {0} has not looked at all photos yet. `visret packs use {0}` and `visret index` "
    "let it."
)
_PROBLEM = ("path", "code", "reason", "indexed")


class FolderUnknown(VisretError):
    """A folder that is not in the library, whether it exists or not."""

    code = "folder-missing"
    sentence = (
        "The folder {path} is not in the library. `visret folders list` shows which are; "
        "`visret index DIR` adds one."
    )
    exit_code = 3


def profile() -> tuple[Paths, Settings]:
    """Return this person's directories and settings; the log is written from here on."""
    paths = default_paths()
    logs.set_up(paths.logs, "cli")
    return paths, settings.load(paths.settings)


@contextmanager
def open_library(out: Output, **changed: Any) -> Iterator["Library"]:
    """Open the library for the length of a `with` block; `changed` are settings for this time."""
    paths, chosen = profile()
    tell_of_preparing(paths, out)
    with opened(paths, chosen.changed(**changed), out) as library:
        yield library


@contextmanager
def opened(paths: Paths, chosen: Settings, out: Output) -> Iterator["Library"]:
    """Open a library for the length of a `with` block."""
    from visret_desktop.engine.runtime import Library

    with Library.open(paths, chosen) as library:
        if library.restored is not None:
            out.notice(library.restored.sentence)
        yield library


def tell_of_preparing(paths: Paths, out: Output) -> None:
    """Say that the encoder has to be prepared, if that is so."""
    if not _is_prepared(paths):
        out.notice("Preparing the encoder for this computer, once; this takes a moment.")


def _is_prepared(paths: Paths) -> bool:
    return any(any(paths.compiled.glob(f"*/{name}.json")) for name in ("export", "encoder"))


def encoders_of(encoder: str | None, encoders: str | None) -> dict[str, str]:
    """Return the settings that `--encoder NAME` and `--encoders A,B` stand for.

    Raises:
        UsageError: not two names, or both options.
        PackMissing, PackDamaged: there is no usable pack of that name.
    """
    from visret_desktop.packs import registry

    if not (encoder or encoders):
        return {}
    names = [name.strip() for name in (encoders or encoder or "").split(",")]
    if len(set(names)) != (2 if encoders else 1) or (encoder and encoders):
        reason = "Name one pack with --encoder, or two different ones with --encoders A,B."
        raise UsageError(reason=reason)
    for name in names:
        if registry.find(default_paths(), name).role is not Role.ENCODER:
            raise UsageError(reason=f"The pack {name} is no encoder.")
    return {"encoder": names[0], "second_encoder": names[1] if encoders else ""}


def check_looked(library: "Library") -> None:
    """Refuse an encoder that was asked for and has not looked at all photos.

    Raises:
        UsageError: another one would answer in its place.
    """
    if library.first.is_changing():
        raise UsageError(reason=_NOT_LOOKED.format(library.settings.encoder))


def draws_all(options: Namespace, chosen: Settings) -> bool:
    """Return whether all sketches are to be drawn, by `--sketches` or else by the settings."""
    return chosen.draw_all if options.sketches is None else options.sketches == "all"


@contextmanager
def interrupts(
    on_first: Callable[[], None], out: Output, in_hand: str = "photos"
) -> Iterator[None]:
    """Call `on_first` at the first Ctrl-C; the second one ends the command at once."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        out.notice(f"Stopping after the {in_hand} in hand; Ctrl-C again stops at once.")
        on_first()

    previous = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)


def index(library: "Library", folders: Sequence[Path], out: Output) -> Json:
    """Index `folders` (none: all known ones) and return the summary.

    Raises:
        Cancelled: after Ctrl-C; what was done is committed.
    """
    from visret_desktop.engine.control import Control
    from visret_desktop.engine.indexing.index_job import index_folders

    control = Control((os.cpu_count() or 1) - library.settings.free_cores)
    roots = [_covering(library, folder, out) for folder in folders]
    request = messages.IndexFolders(folders=tuple(str(root) for root in dict.fromkeys(roots)))
    with interrupts(control.cancel, out), progress_display() as display:
        if not _is_prepared(library.paths):
            display.show("prepare", 0, 0, 0.0, -1.0)
        try:
            summary = _follow(index_folders(library, request, control), display)
        except VisretError as error:
            if control.is_cancelled():  # Ctrl-C reached a child process too: that is why it failed
                raise Cancelled from error
            raise
    return summary if roots == list(folders) else _narrowed(summary, library, folders)


def read_words(library: "Library", out: Output) -> Json:
    """Read the words in the pictures that are online; return in how many there are any now.

    Raises:
        Cancelled: after Ctrl-C; what was read is kept.
        PackDamaged: what reads them cannot be loaded.
    """
    from visret_desktop.engine.control import Control
    from visret_desktop.engine.indexing.idle_passes import look_when_idle

    control = Control()
    with interrupts(control.cancel, out), progress_display() as display:
        for event in look_when_idle(library, messages.LookWhenIdle(), control):
            if isinstance(event, messages.Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
    return {"with_words": library.reader.inscriptions.count()}


def _covering(library: "Library", folder: Path, out: Output) -> Path:
    """Return the folder of the library that `folder` lies in; itself, if in none."""
    for known in library.reader.folders():
        if known.path in folder.parents and output_paths.is_there(
            folder, library.settings.folder_seconds
        ):
            out.notice(f"{folder} is part of {known.path}, which is brought up to date.")
            return known.path
    return folder


def _narrowed(summary: Json, library: "Library", asked: Sequence[Path]) -> Json:
    """Count only what lies below the folders that were asked for."""
    photos, offline = library.reader.counts(below(asked))
    problems = [
        problem
        for problem in summary["problems"]
        if not set(asked).isdisjoint(Path(problem["path"]).parents)
    ]
    return {**summary, "photos": photos, "offline": offline, "problems": problems}


def _follow(events: Iterator[messages.Message], display: ProgressDisplay) -> Json:
    """Return the summary, with the problems that the catalog does not keep: whole folders."""
    summary: Json = {}
    reported: dict[str, Json] = {}
    for event in events:
        if isinstance(event, messages.Progress):
            display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
        elif isinstance(event, messages.PhotoProblem):
            reported[event.path] = {name: getattr(event, name) for name in _PROBLEM}
        elif isinstance(event, messages.Finished):
            summary = event.summary
    kept = {problem["path"] for problem in summary["problems"]}
    missing = [problem for path, problem in reported.items() if path not in kept]
    return {**summary, "problems": [*summary["problems"], *missing]}


def search(
    library: "Library", request: messages.Search, folders: Sequence[Path], out: Output
) -> search_results.SearchResult:
    """Search the library, or what lies below `folders`, and return what came out.

    Raises:
        FolderUnknown: one of `folders` is neither in the library nor inside one of its folders.
        FolderMissing: one is not there, and no photo of the library lies below it.
        Cancelled: after Ctrl-C.
    """
    from visret_desktop.engine.control import Control
    from visret_desktop.engine.search import search_job

    check_scope(library.reader, library.settings.folder_seconds, folders)
    control = Control()
    conditions = (*request.filter.conditions, *(below(folders) if folders else Filter()).conditions)
    whole = library.adapted(replace(request, filter=Filter(conditions)))
    with interrupts(control.cancel, out, "step"), progress_display() as display:
        events = search_job.search(library, whole, control)
        rewrites = STRATEGIES[whole.strategy].rewrites
        return search_results.follow(events, display, out, rewrites=rewrites)


def below(folders: Sequence[Path]) -> Filter:
    """Return the filter of what lies below `folders`."""
    return Filter.of(below=map(str, folders))


def check_scope(reader: "CatalogReader", seconds: float, folders: Sequence[Path]) -> None:
    """Refuse folders that have nothing to do with the library, or are not there at all.

    Raises:
        FolderUnknown, FolderMissing: as `search`.
    """
    roots = [folder.path for folder in reader.folders()]
    for path in folders:
        if any(root == path or path in root.parents for root in roots):
            continue
        if not any(root in path.parents for root in roots):
            raise FolderUnknown(path=path)
        if not (reader.counts(below([path]))[0] or output_paths.is_there(path, seconds)):
            raise FolderMissing(path=path)


def terms_of(query: str) -> tuple[messages.QueryTerm, ...]:
    """Read `2:golden retriever + ./pool.jpg - fruit`; paths are relative to where we are.

    Raises:
        UsageError: there is nothing to search for, or a picture is not there.
        FolderSilent: the disk of a picture does not answer.
    """
    from visret_desktop.library.folders.folder_probe import FolderProbe
    from visret_desktop.retrieval.query import parse_query

    with FolderProbe(_PICTURE_SECONDS) as probe:
        terms = parse_query(query, Path.cwd(), probe.is_file)
    return tuple(
        messages.QueryTerm(
            as_text(term.text),
            str(term.image) if term.image else "",
            term.weight,
            is_quoted=term.is_quoted,
        )
        for term in terms
    )


def as_text(argument: str) -> str:
    """Undo what the system did to letters that its locale does not have."""
    return os.fsencode(argument).decode("utf-8", "replace")


def follow(
    events: Generator[messages.Message, None, Result], out: Output, *, is_of_bytes: bool = False
) -> Result:
    """Show notices and progress on stderr and return what comes out."""
    began = time.monotonic()
    with progress_display() as display:
        while True:
            try:
                event = next(events)
            except StopIteration as ending:
                result: Result = ending.value
                return result
            if isinstance(event, messages.Notice):
                out.notice(event.sentence)
            elif isinstance(event, messages.Progress) and not is_of_bytes:
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)
            elif isinstance(event, messages.Progress) and event.total:
                rate = event.done / max(time.monotonic() - began, 1e-3)
                left = (event.total - event.done) / max(rate, 1.0)
                megabytes = event.done // _MEGABYTE, event.total // _MEGABYTE
                display.show(event.stage, *megabytes, 0.0, left)


def import_file(
    importer: "Importer[Any, Any, Any, Preview]",
    request: Any,
    out: Output,
    folders: Sequence[Path] = (),
) -> tuple[Preview, Json]:
    """Read a file and, unless it is a dry run, keep it; return its preview and the summary.

    Raises:
        FolderUnknown, FolderMissing: one of the `folders` that it is about is not in the library.
        Cancelled: after Ctrl-C; nothing was kept. And what `importer.plan` raises.
    """
    from visret_desktop.cli.repair import reading
    from visret_desktop.engine.control import Control

    paths, chosen = profile()
    control = Control()
    with interrupts(control.cancel, out, "entries"):
        with reading(paths, out) as reader:
            check_scope(reader, chosen.folder_seconds, folders)
            plan = follow(importer.plan(reader, request, control), out, is_of_bytes=True)
        preview = importer.preview(plan, request.job)
        if request.is_dry_run:
            return preview, importer.keep(None, plan, request, control.is_cancelled)
        with open_library(out) as library, library.adding() as catalog:
            return preview, importer.keep(catalog, plan, request, control.is_cancelled)


def undo_import(importer: "Importer[Any, Any, Any, Any]", request: Any, library: "Library") -> Json:
    """Take back what was kept of a file; return the summary."""
    *_, ended = importer.undo(library, request)
    return ended.summary if isinstance(ended, messages.Finished) else {}


def kept_source(names: Iterable[str], known: Collection[str], refusal: str) -> str:
    """Return the first of the names under which something was kept.

    Raises:
        UsageError: nothing was; `refusal` says so, before those that are known.
    """
    source = next((name for name in names if name in known), "")
    if not source:
        raise UsageError(reason=f"{refusal} {'; '.join(known) or 'none'}.")
    return source
