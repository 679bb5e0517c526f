"""`visret doctor`: look whether everything is in order, and name what is not."""

import os
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from visret_desktop import __version__, installation, releases
from visret_desktop.cli import engine_jobs
from visret_desktop.cli import repair as repairs
from visret_desktop.cli.checks import CHECKS, CheckContext, safely
from visret_desktop.cli.output import Json, Output
from visret_desktop.paths import Paths


def doctor(options: Namespace, out: Output) -> int:
    """`visret doctor`."""
    paths, chosen = engine_jobs.profile()
    if options.restore is not None:
        return repairs.restore(options, paths, out)
    repaired = repairs.repair(paths, chosen, out) if options.repair else []
    context = CheckContext(paths, chosen, options.check or options.repair)
    checks = [check for look in CHECKS for check in safely(look, context)]
    healthy = all(check.ok for check in checks)
    body = {
        "ok": healthy,
        "checks": [asdict(check) for check in checks],
        "paths": _paths(paths),
        "devices": _devices(context),
        "version": __version__,
        "repaired": repaired,
    }
    out.result(body, _lines(body))
    return 0 if healthy or not context.thorough else 1


def _paths(paths: Paths) -> dict[str, str]:
    named: dict[str, Path] = {
        "data": paths.data,
        "cache": paths.cache,
        "config": paths.config,
        "catalog": paths.catalog,
        "packs": paths.packs,
        "demo": paths.demo,
        "thumbnails": paths.thumbnails,
        "logs": paths.logs,
        "settings": paths.settings,
    }
    return {name: str(path) for name, path in named.items()}


def _devices(context: CheckContext) -> Json:
    """Return processors; graphics cards only on request, because asking PyTorch takes seconds."""
    asked = ("onnxruntime", "torch") if context.thorough else ("onnxruntime",)
    parts = {name: context.parts[name] for name in asked}
    named = {name: list(part.devices) for name, part in parts.items() if not part.reason}
    return {"cpu_cores": os.cpu_count() or 1, **named}


def _lines(body: Json) -> Iterator[str]:
    for check in body["checks"]:
        yield f"{'ok ' if check['ok'] else 'BAD'}  {check['name']}: {check['detail']}"
    for name, path in body["paths"].items():
        yield f"     {name}: {path}"
    for name, value in body["devices"].items():
        yield f"     {name}: {value}"
    yield "Everything is in order." if body["ok"] else "Something needs attention; see BAD above."


def newer(_options: Namespace, out: Output) -> int:
    """`visret newer`."""
    _, chosen = engine_jobs.profile()  # also keeps the record of requests
    installed = installation.bundle()
    release = releases.newest(installed, chosen.hub_proxy)
    body = {
        "installed": __version__,
        "newest": release.version,
        "is_newer": release.is_newer,
        "changes": release.told,
        "page": release.page,
        "how": releases.how_to_update(installed),
        "sha256": release.sha256,
    }
    out.result(body, _release_lines(release, releases.how_to_update(installed)))
    return 0


def _release_lines(release: releases.Release, how: str) -> Iterator[str]:
    if not release.is_newer:
        yield f"visret {__version__} is the newest version."
        return
    yield f"visret {release.version} is there; this is {__version__}."
    yield from release.told.splitlines()
    if release.page:
        yield f"Get it at {release.page}"
    yield how
