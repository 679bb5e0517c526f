"""`visret names`: lists of species, and suggestions by them."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.argument_types import whole_number
from visret_desktop.cli.output import Json, Output, progress_display, table
from visret_desktop.cli.photo_selection import add_choice, chosen_contents
from visret_desktop.errors import UsageError
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import NamesSuggested
    from visret_desktop.engine.runtime import Library
    from visret_desktop.interchange.species.name_lists import NameList

_MOST = 100  # names suggested


def add_list_options(command: Callable[[str, str], ArgumentParser]) -> None:
    """Add the actions on lists."""
    adding = command("names import", "Import a list of species to suggest from")
    adding.add_argument(
        "file",
        metavar="FILE",
        type=absolute,
        help="a text with a name a line, a table (.csv), or a Darwin Core archive (.zip)",
    )
    adding.add_argument(
        "--as", dest="title", metavar="NAME", help="what to call the list (default: as the file)"
    )
    adding.add_argument(
        "--encoding",
        metavar="NAME",
        default="",
        help="of a text or table that is not UTF-8, such as gb18030, shift_jis or windows-1250",
    )
    adding.add_argument(
        "--column",
        metavar="WHAT=COLUMN",
        dest="columns",
        nargs="+",
        action="extend",
        default=[],
        help="of a table whose headers are not known: name, common, rank, months, country or part, "
        "each with the header or number of its column, such as name=3 common=Artname",
    )
    command("names list", "List the imported lists of species")
    dropping = command("names drop", "Forget a list; accepted names stay")
    dropping.add_argument("title", metavar="NAME", help="as `names list` shows it")


def add_suggest_options(parser: ArgumentParser) -> None:
    """Add the options of `names suggest`, but for `--folder` and `--where`."""
    add_choice(parser)
    parser.add_argument(
        "--each", action="store_true", help="for each photo (default: for all of them together)"
    )
    parser.add_argument(
        "--most", metavar="N", type=whole_number, default=5, help="names at most (default 5)"
    )


def import_list(options: Namespace, out: Output) -> int:
    """`visret names import FILE`."""
    from visret_desktop.interchange.species.name_lists import NameLists
    from visret_desktop.interchange.species.species_list_reader import read_list, title_of

    paths, _ = engine_jobs.profile()
    columns = dict(column.partition("=")[::2] for column in options.columns)
    title = options.title or title_of(options.file)
    names = read_list(options.file, title, options.encoding, columns)
    lists = NameLists(paths.name_lists)
    if title in lists.titles():
        out.notice(f"It takes the place of the list {title} from before; --as names it otherwise.")
    lists.put(names)
    body = _described(names.title, names)
    count = "1 name" if body["names"] == 1 else f"{body['names']:,} names"
    lines = [f"{names.title}: {count}. {_limits(body)}"]
    out.result(body, lines)
    return 0


def _described(title: str, name_list: "NameList") -> Json:
    return {
        "list": title,
        "file": name_list.file,
        "imported_at": name_list.imported_at,
        "names": len(name_list.names),
        "with_common": sum(bool(one.common) for one in name_list.names),
        "with_places": sum(bool(one.regions) for one in name_list.names),
        "with_months": sum(bool(one.months) for one in name_list.names),
    }


def _limits(body: Json) -> str:
    figures = [
        f"{body[name]:,} say {words}"
        for name, words in (("with_places", "where"), ("with_months", "in which months"))
        if body[name]
    ]
    return (
        f"{' and '.join(figures)} they occur." if figures else "None says where or when it occurs."
    )


def list_lists(_options: Namespace, out: Output) -> int:
    """`visret names list`."""
    from visret_desktop.interchange.species.name_lists import NameLists

    paths, _ = engine_jobs.profile()
    lists = [_described(known.title, known) for known in NameLists(paths.name_lists).all()]
    rows = [(one["list"], f"{one['names']:,}", one["file"], _limits(one)) for one in lists]
    lines = table(("list", "names", "from", ""), rows) if rows else ["There is no list of names."]
    out.result({"lists": lists}, lines)
    return 0


def drop(options: Namespace, out: Output) -> int:
    """`visret names drop NAME`."""
    from visret_desktop.engine.fieldwork.suggest_names_job import NameVectors
    from visret_desktop.interchange.species.name_lists import NameLists

    paths, _ = engine_jobs.profile()
    NameLists(paths.name_lists).drop(options.title)
    NameVectors(paths.name_vectors).drop(options.title)
    out.result({"dropped": options.title}, [f"{options.title} is forgotten."])
    return 0


def suggest(options: Namespace, out: Output) -> int:
    """`visret names suggest QUERY|PATH…`."""
    if options.most > _MOST:
        raise UsageError(reason=f"--most is at most {_MOST}.")
    with engine_jobs.open_library(out) as library:
        contents = chosen_contents(library, options, out)
        if not contents:
            out.result({"suggestions": []}, ["No photo was chosen."])
            return 1
        suggestions = _suggested(library, contents, options, out)
        body = [_body(library, one) for one in suggestions]
    out.result({"photos": len(contents), "suggestions": body}, _lines(body))
    return 0


def _suggested(
    library: "Library", contents: Sequence[str], options: Namespace, out: Output
) -> "list[NamesSuggested]":

    from visret_desktop.engine.control import Control
    from visret_desktop.engine.field_messages import MOST_CONTENTS, NamesSuggested, SuggestNames
    from visret_desktop.engine.fieldwork.suggest_names_job import suggest_names
    from visret_desktop.engine.messages import Progress

    if len(contents) > MOST_CONTENTS:
        raise UsageError(reason=f"Suggestions are for at most {MOST_CONTENTS:,} photos at once.")
    request = SuggestNames(hashes=tuple(contents), is_together=not options.each, most=options.most)
    suggestions: list[NamesSuggested] = []
    control = Control()
    with engine_jobs.interrupts(control.cancel, out, "names"), progress_display() as display:
        for event in suggest_names(library, request, control):
            if isinstance(event, Progress):
                display.show(event.stage, event.done, event.total, 0.0, -1.0)
            elif isinstance(event, NamesSuggested):
                suggestions.append(event)
    return suggestions


def _body(library: "Library", suggestions: "NamesSuggested") -> Json:
    rows = library.reader.rows_by_hash(suggestions.hashes)
    return {
        "paths": [rows[content][0].path for content in suggestions.hashes if content in rows],
        "encoder": suggestions.encoder,
        "left_out": suggestions.left_out,
        "names": [
            {
                "name": one.name,
                "common": one.common,
                "rank": one.rank,
                "likeness": one.likeness,
                "source": one.source,
            }
            for one in suggestions.names
        ],
    }


def _lines(body: Sequence[Json]) -> Iterator[str]:
    for one in body:
        paths = one["paths"]
        yield paths[0] if len(paths) == 1 else f"{len(paths):,} photos together"
        for name in one["names"]:
            common = f" ({name['common']})" if name["common"] else ""
            yield f"  {name['likeness']:.3f}  {name['name']}{common}"
        if one["left_out"]:
            yield f"  {one['left_out']:,} names do not occur there or then, as their lists say."
    yield "Likeness to a name, no certainty; `visret tag --name` accepts one."
