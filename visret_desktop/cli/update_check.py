"""`visret newer`: ask whether there is a newer version, which nothing else ever does."""

from argparse import Namespace
from collections.abc import Iterator

from visret_desktop import __version__, installation, releases
from visret_desktop.cli import engine_jobs
from visret_desktop.cli.output import Output


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
    out.result(body, _lines(release, releases.how_to_update(installed)))
    return 0


def _lines(release: releases.Release, how: str) -> Iterator[str]:
    if not release.is_newer:
        yield f"visret {__version__} is the newest version."
        return
    yield f"visret {release.version} is there; this is {__version__}."
    yield from release.told.splitlines()
    if release.page:
        yield f"Get it at {release.page}"
    yield how
