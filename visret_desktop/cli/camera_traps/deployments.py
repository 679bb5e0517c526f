"""`visret deployments`: where cameras stood, and what is to be said of it."""

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, get_args

from visret_desktop import file_changes
from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.last_notes import remembered
from visret_desktop.cli.output import Json, Output
from visret_desktop.cli.repair import reading
from visret_desktop.errors import UsageError
from visret_desktop.library.catalog.catalog_deployments import (
    By,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.catalog.photo_filter import Filter

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import DeploymentsChanged, KeepDeployments
    from visret_desktop.engine.runtime import Library
    from visret_desktop.interchange.deployments.deployment import Deployment
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_LISTED = 20  # photos outside of a period; --json has all


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command, but for those that say which photos."""
    parser.add_argument(
        "--by",
        choices=get_args(By),
        help="what makes a deployment (default: as said before, else folder)",
    )
    parser.add_argument(
        "--set",
        metavar=("ID", "FIELD=VALUE"),
        dest="said",
        nargs="+",
        action="append",
        default=[],
        help="say something of a deployment, by the names of Camtrap DP, such as latitude=45.9 "
        "longitude=15.5 habitat=floodplain; FIELD= leaves it to the photos again",
    )
    parser.add_argument(
        "--package",
        metavar="FACT=VALUE",
        nargs="+",
        default=[],
        help="say something of packages: title, description, contributor, email, organization, "
        "license, media_license, project, sampling_design, capture_method",
    )
    undoing = "take back what the last --set, --package or --by changed"
    parser.add_argument("--undo", action="store_true", help=undoing)


def deployments(options: Namespace, out: Output) -> int:
    """`visret deployments`."""
    if options.undo:
        return _undo(options, out)
    from visret_desktop.interchange.deployments.deployment import with_fact
    from visret_desktop.interchange.deployments.survey import survey

    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        engine_jobs.check_scope(reader, chosen.folder_seconds, options.folders)
        package = described = reader.deployments.package()
        by = [f"by={options.by}"] if options.by else []
        for name, value in _pairs([*options.package, *by]):
            described = with_fact(described, name, value)
        scope = engine_jobs.below(options.folders) if options.folders else Filter()
        only = facts.narrowed(scope, facts.of_where(reader, options))
        photos = reader.photo_ids("name", only).tolist()
        rows = survey(reader, photos, described.by).deployments
    stored = [one.stored() for one in _changed(rows, options.said)]
    is_changed = bool(stored) or described != package
    if is_changed:
        _keep(out, stored, described if described != package else None)
    with reading(paths, out) as reader:
        if stored:
            photos = reader.photo_ids("name", only).tolist()
            rows = survey(reader, photos).deployments
        outside = {one.name: _paths(reader, one.outside) for one in rows}
    body = {
        "deployments": [_body(one, outside[one.name]) for one in rows],
        "package": asdict(described),
    }
    lines = list(_lines(rows, described, outside))
    if is_changed:
        lines.append("`visret deployments --undo` takes this back.")
    out.result(body, lines)
    return 0


def _paths(reader: "CatalogReader", photo_ids: Sequence[int]) -> list[str]:
    rows = reader.rows_of_ids(photo_ids)
    taken = sorted(rows.values(), key=lambda row: (row.sort_key, row.name))
    return [row.path for row in taken]


def _pairs(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise UsageError(reason=f"{text[:60]!r} is not FIELD=VALUE, such as latitude=45.9.")
        yield name.strip(), value


def _changed(
    found: "Sequence[Deployment]", statements: Sequence[Sequence[str]]
) -> "list[Deployment]":
    """Return the deployments of which something else is said than before.

    Raises:
        UsageError: there is no such deployment, or it cannot be said.
    """
    from visret_desktop.interchange.deployments.deployment import PERIOD

    changed: dict[object, Deployment] = {}
    for name, *pairs in statements:
        one = next((each for each in found if each.name == name), None)
        if one is None:
            reason = f"There is no deployment {name!r}. `visret deployments` lists them."
            raise UsageError(reason=reason)
        one = changed.get(one.key, one)
        for column, value in _pairs(pairs):
            one = one.with_field(column, value)
        if any(column in PERIOD for column, _ in _pairs(pairs)):
            one.check_period()
        changed[one.key] = one
    before = {one.key: one.stored() for one in found}
    return [one for one in changed.values() if one.stored() != before[one.key]]


@dataclass
class _LastChange:
    """What a command changed: before it and after it, each deployment and the package."""

    deployments: list[tuple[StoredDeployment, StoredDeployment]] = field(default_factory=list)
    package: tuple[PackageFacts, PackageFacts] | None = None


def _keep(out: Output, stored: Sequence[StoredDeployment], package: PackageFacts | None) -> None:
    """Keep what is said, and in `last_deployments` what the command changed."""
    from msgspec import to_builtins

    from visret_desktop.engine.field_messages import KeepDeployments

    with engine_jobs.open_library(out) as library:
        before = _kept(library, KeepDeployments(0, tuple(stored), package))
        last = _LastChange([*zip(before.deployments, stored, strict=True)])
        if before.package and package:
            last.package = before.package, package
        file_changes.write(library.paths.last_deployments, json.dumps(to_builtins(last)).encode())


def _kept(library: "Library", request: "KeepDeployments") -> "DeploymentsChanged":
    from visret_desktop.engine.field_messages import DeploymentsChanged
    from visret_desktop.engine.fieldwork.annotations_job import keep_deployments

    events = keep_deployments(library, request)
    (change,) = (event for event in events if isinstance(event, DeploymentsChanged))
    return change


def _undo(options: Namespace, out: Output) -> int:
    """Take back what the last change said, but for what changed since."""
    from visret_desktop.engine.field_messages import KeepDeployments

    if options.said or options.package or options.by:
        raise UsageError(reason="--undo takes back the last change; leave out what is to be said.")
    with engine_jobs.open_library(out) as library:
        path = library.paths.last_deployments
        last = remembered(path, _LastChange, "visret deployments")
        old, new = (tuple(pair[side] for pair in last.deployments) for side in (0, 1))
        old_package, new_package = last.package or (None, None)
        undone = _kept(library, KeepDeployments(0, old, old_package, new, new_package))
        file_changes.remove(path)
    body = {
        "undone": len(undone.deployments),
        "package": undone.package is not None,
        "changed_since": undone.stayed,
    }
    out.result(body, _undone_lines(body))
    return 0 if undone.deployments or undone.package else 1


def _undone_lines(body: Json) -> Iterator[str]:
    count, stayed = body["undone"], body["changed_since"]
    if count:
        of = "1 deployment" if count == 1 else f"{count:,} deployments"
        yield f"What you said last of {of} is taken back."
    if body["package"]:
        yield "What you said last of packages, or of what makes a deployment, is taken back."
    if stayed:
        yield f"{stayed:,} changed since, and stayed as they are."


def _body(one: "Deployment", outside: Sequence[str]) -> Json:
    from visret_desktop.interchange.deployments.deployment import editable

    values = {column: one.value(column) for column in editable()}
    return {
        "id": one.name,
        "photos": one.photos,
        "fields": {column: text for column, text in values.items() if text},
        "said": sorted(one.said),
        "source": one.source,
        "too_wide_km": one.too_wide_km,
        "outside_period": list(outside),
    }


def _lines(
    found: "Sequence[Deployment]", package: "PackageFacts", outside: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    for one in found:
        photos = "1 photo" if one.photos == 1 else f"{one.photos:,} photos"
        yield f"{one.name}: {photos}"
        yield f"      {_where(one)}; {_when(one)}"
        said = [f"{column}={text}" for column, text in one.said.items()]
        if said:
            yield f"      said{' by ' + one.source if one.source else ''}: {', '.join(said)}"
        yield from _outside(outside[one.name])
    lacking = [one for one in found if one.place is None]
    if lacking:
        count = "1 deployment has" if len(lacking) == 1 else f"{len(lacking):,} deployments have"
        yield f"{count} no place: `visret deployments --set ID latitude=… longitude=…`."
    what = {"folder": "a folder", "drive": "a drive", "outing": "an outing"}[package.by]
    yield f"A deployment is {what}; `--by` changes that."
    empty = [name for name, value in asdict(package).items() if not value]
    if empty:
        yield f"Of packages is not said yet: {', '.join(empty)}."


def _outside(paths: Sequence[str]) -> Iterator[str]:
    if not paths:
        return
    photos = "1 photo was" if len(paths) == 1 else f"{len(paths):,} photos were"
    yield f"      {photos} taken outside of its period; is the clock wrong (`visret clock`)?"
    yield from (f"            {path}" for path in paths[:_LISTED])
    if len(paths) > _LISTED:
        yield f"            and {len(paths) - _LISTED:,} more (`--json` lists all)"


def _where(one: "Deployment") -> str:
    if one.place is None:
        apart = f", its photos are {one.too_wide_km:,} km apart" if one.too_wide_km else ""
        return f"no place{apart}"
    around = one.value("coordinateUncertainty")
    latitude, longitude = one.place
    return f"{latitude:.6f}, {longitude:.6f}" + (f" ± {around} m" if around else "")


def _when(one: "Deployment") -> str:
    start, end = one.value("deploymentStart"), one.value("deploymentEnd")
    if start or end:
        return f"{start} to {end}"
    return "times in no known zone, which a place tells" if one.is_dated else "no time"
