"""`visret bench`: how good the search is, and how fast."""

import json
from argparse import Namespace
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from visret_desktop.cli import jobs
from visret_desktop.cli.output import Output, progress_display, table
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.errors import UsageError
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.evaluation.quality.bench import Report
    from visret_desktop.evaluation.quality.report import Section

Result = TypeVar("Result")
_FORMATS = (".json", ".md", ".csv", ".png", ".svg")


def quality(options: Namespace, out: Output) -> int:
    """`visret bench quality`."""
    from visret_desktop.evaluation.quality import bench
    from visret_desktop.evaluation.quality.report import about, sections

    for path in options.save:
        _check_file(path)
    paths, settings = jobs.profile()
    chosen = _with_packs(settings, options)
    report = _follow(bench.run(_setup(options, settings), paths, chosen), out)
    for path in options.save:
        _save(report, path)
        out.notice(f"Written: {path}")
    out.result(report.body, _lines(about(report.body), sections(report.body)))
    return 0


def _with_packs(settings: Settings, options: Namespace) -> Settings:
    roles = ("encoder", "rewriter", "visualizer")
    named = {role: name for role in roles if (name := getattr(options, role))}
    rrf_k = settings.rrf_k if options.rrf_k is None else options.rrf_k
    return replace(settings, **named, rrf_k=rrf_k)


def _setup(options: Namespace, settings: Settings):  # type: ignore[no-untyped-def]
    from visret_desktop.evaluation.quality.setup import Setup

    return Setup(
        data_set=options.dataset,
        file=options.file,
        images=options.images,
        whole_library=options.pool == "library",
        strategies=options.strategies,
        queries=options.queries,
        seed=options.seed,
        photos=options.photos,
        m=options.m or settings.m,
        weights=options.weights or (settings.hybrid_weight,),
        sketch_seeds=options.sketch_seeds,
        with_ceilings=options.ceilings,
        processes=options.processes,
        is_fresh=options.fresh,
    )


# ---- files --------------------------------------------------------------------------------------


def _check_file(path: Path) -> None:
    """Refuse what could not be written at the end of a long run.

    Raises:
        UsageError: an unknown ending, or no such directory.
        PlotsMissing: a picture without matplotlib.
    """
    if path.suffix.lower() not in _FORMATS:
        raise UsageError(reason=f"{path} has none of the endings {', '.join(_FORMATS)}.")
    if not path.absolute().parent.is_dir():
        raise UsageError(reason=f"There is no directory {path.absolute().parent} for {path.name}.")
    if path.suffix.lower() in (".png", ".svg"):
        from visret_desktop.evaluation.quality import plot

        plot.check()


def _save(report: "Report", path: Path) -> None:
    from visret_desktop.evaluation.quality.plot import write_plot
    from visret_desktop.evaluation.quality.report import markdown, per_query

    texts: dict[str, Callable[[], str]] = {
        ".json": lambda: json.dumps(report.body, indent=1),
        ".md": lambda: markdown(report.body),
        ".csv": lambda: per_query(report),
    }
    suffix = path.suffix.lower()
    if suffix in texts:
        path.write_text(texts[suffix](), encoding="utf-8")
    else:
        write_plot(path, report.body)


# ---- showing ------------------------------------------------------------------------------------


def _follow(events: Generator[Message, None, Result], out: Output) -> Result:
    """Show notices and progress on stderr and return what comes out."""
    with progress_display() as display:
        while True:
            try:
                event = next(events)
            except StopIteration as ending:
                result: Result = ending.value
                return result
            if isinstance(event, Notice):
                out.notice(event.sentence)
            elif isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, event.rate, event.seconds_left)


def _lines(first: list[str], sections: "Iterator[Section]") -> Iterator[str]:
    yield from first
    for section in sections:
        yield ""
        yield f"══ {section.title} ══"
        yield from table(section.headers, section.rows)
        if section.note:
            yield section.note
