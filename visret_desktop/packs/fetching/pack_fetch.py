"""Brings one pack here, wherever it comes from, and opens it once before it is called ready.

Strangers' files crash libraries, and the models are in a room above this one. So the pack is opened
in a process of its own, which is ended if it takes more than such files should.
"""

import json
import logging
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from visret_desktop.file_changes import Identity
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.fetching.install import install, repair
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import Offer
from visret_desktop.packs.registry import remembering
from visret_desktop.packs.sources import PackSource
from visret_desktop.paths import Paths
from visret_desktop.processes import limited_run, own_python
from visret_desktop.sentence_json import from_text
from visret_desktop.sentences import sentence

_TRIAL = "visret_desktop.models.trials.opening_trial"
_BASE_BYTES, _BYTES_FOR_EACH = 3 * 2**30, 4  # libraries; of each byte of the files
_MOST_SECONDS = 1_800.0
_log = logging.getLogger(__name__)


def open_once(pack: Pack, title: str, paths: Paths, is_stopped: Callable[[], bool]) -> None:
    """Open the model of a pack in a process of its own.

    A computer that is too small for it cannot tell, and then it is taken as it is.

    Raises:
        PackRefused: no model comes of it; the reason says why.
        Cancelled: `is_stopped` returned True.
    """
    folders = (pack.directory, paths.data, paths.cache, paths.config)
    command = own_python.module(_TRIAL, *map(str, folders))
    most_bytes = _BASE_BYTES + _BYTES_FOR_EACH * pack.size_bytes
    watch = limited_run.Watch(is_stopped=is_stopped)
    try:
        tried = limited_run.run(
            command, most_bytes, _MOST_SECONDS, watch, GGML_NO_BACKTRACE="1", PYTHONUTF8="1"
        )
    except limited_run.TookTooMuch as error:
        raise PackRefused(
            name=title, reason=sentence("opening it takes {error}", error=error)
        ) from error
    if tried.returncode:
        _log.warning("%s (%s): %s", pack.name, tried.returncode, tried.stderr[-2000:])
        lines = tried.stdout.strip().splitlines()
        place = json.dumps(f"{pack.directory}{os.sep}")[1:-1]  # where it is for a moment
        raise PackRefused(
            name=title,
            reason=from_text(lines[-1].replace(place, ""))
            if lines
            else sentence("it cannot be opened"),
        )


Wanted = Offer | PackSource | Pack  # to fetch, to take from this computer, to repair
Events = Iterator[PackProgress | PackReady]


def get(
    paths: Paths,
    root: Path,
    wanted: Wanted,
    open_hub: Callable[[], Hub],
    is_stopped: Callable[[], bool],
    photos: Collection[Identity] = (),
    *,
    as_links: bool = False,
) -> Events:
    """Bring `wanted` into the folder of packs `root`; a pack is repaired where it lies.

    Files that no manifest describes are opened once before the pack is ready. Yields progress and,
    at last, `PackReady`. Raises as `install`, `repair`, `take_in` and `open_once`.
    """
    if isinstance(wanted, PackSource):

        def try_out(pack: Pack) -> None:
            if not wanted.known:
                open_once(pack, wanted.title, paths, is_stopped)

        events = take_in(
            root, wanted, is_stopped, as_links=as_links, photos=photos, try_out=try_out
        )
    elif isinstance(wanted, Pack):
        root = wanted.directory.parent
        events = repair(wanted, open_hub, is_stopped, photos)
    else:
        events = install(root, wanted, open_hub, is_stopped, photos)
    return remembering(paths, root, wanted, events)
