"""`visret bench settings` and `bench precision`: what serves one's own photos best."""

import json
from argparse import ArgumentParser, Namespace
from dataclasses import replace

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import add_overwrite, count, names, strategies, weights
from visret_desktop.cli.output import Output, table
from visret_desktop.cli.output_paths import check_saves, write_file
from visret_desktop.errors import FileMissing
from visret_desktop.paths import absolute


def add_settings_options(parser: ArgumentParser) -> None:
    """Add what is to be compared, and by which judgments."""
    parser.add_argument(
        "--file", metavar="FILE", type=absolute, help="judgments (default: those of the window)"
    )
    parser.add_argument(
        "--encoders", metavar="A,B", type=names, default=(), help="packs (default: all installed)"
    )
    parser.add_argument(
        "--strategies", metavar="A,B", type=strategies, default=(), help="(default: all)"
    )
    parser.add_argument(
        "--weights", metavar="W,…", type=weights, default=(), help="of the sketches in hybrid"
    )
    parser.add_argument(
        "--others",
        metavar="N",
        type=count,
        default=1000,
        help="photos beside the judged ones to search among (1000)",
    )
    parser.add_argument("--use", action="store_true", help="set what came out best")
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=absolute,
        action="append",
        default=[],
        help="also write .json; may be repeated",
    )
    add_overwrite(parser)


def add_precision_options(parser: ArgumentParser) -> None:
    """Add what is to be compared, and whether it is set."""
    parser.add_argument("--use", action="store_true", help="set it, if it ranks as before")
    parser.add_argument(
        "--sketches", action="store_true", help="compare quicker sketches, not the encoder"
    )


def best_settings(options: Namespace, out: Output) -> int:
    """`visret bench settings`."""
    from visret_desktop import settings as settings_file
    from visret_desktop.judging import report
    from visret_desktop.judging.comparing import ComparisonRequest, compare
    from visret_desktop.judging.ways import WantedComparison
    from visret_desktop.judgments import judgments_file

    if options.file and not options.file.exists():
        raise FileMissing(path=options.file)
    paths, settings = engine_jobs.profile()
    photos = check_saves(paths, settings, options, (".json",))
    comparison = WantedComparison(options.encoders, options.strategies, options.weights)
    request = ComparisonRequest(
        options.file or judgments_file(paths, settings), comparison, options.others
    )
    body = engine_jobs.follow(compare(request, paths, settings), out)
    for path in options.save:
        write_file(path, json.dumps(body, indent=1).encode(), photos, options)
        out.notice(f"Written: {path}")
    if options.use:
        settings_file.save(paths.settings, replace(settings, **body["settings"]))
        out.notice("Set. If the encoder is another one now, `visret index` lets it look.")
    table_lines = table(report.HEADERS, report.rows(body))
    out.result(body, [*report.about(body), *table_lines, "", body["sentence"]])
    return 0


def precision(options: Namespace, out: Output) -> int:
    """`visret bench precision`."""
    from visret_desktop import settings as settings_file
    from visret_desktop.judging.precision import check, check_sketches

    paths, settings = engine_jobs.profile()
    if options.sketches:
        body = engine_jobs.follow(check_sketches(paths, settings), out)
        out.result(body, [body["sentence"]])
        return 0
    body = engine_jobs.follow(check(paths, settings), out)
    if options.use and body["is_allowed"]:
        settings_file.save(paths.settings, replace(settings, **body["settings"]))
        out.notice("Set. The photos are looked at anew by the next `visret index`.")
    out.result(body, [body["sentence"]])
    return 1 if options.use and not body["is_allowed"] else 0
