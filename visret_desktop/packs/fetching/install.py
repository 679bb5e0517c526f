"""Fetch an offered pack from a hub into the folder of packs, or repair a damaged one.

A generator of events, for the window, the command line and tests alike. Whatever ends it early —
a lost connection, a full disk, a kill — the next call goes on from what was gathered.
"""

import errno
import os
import shutil
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from visret_desktop import file_changes
from visret_desktop.errors import Cancelled, PackDamaged
from visret_desktop.file_changes import MARK, Identity
from visret_desktop.packs.errors import FileTooLargeForDisk, PackOffline, TooLittleSpace
from visret_desktop.packs.events import PackProgress, PackReady, Tally
from visret_desktop.packs.fetching.download import Watcher, fetch, is_same, size_of
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.fetching.plan import (
    PackPlan,
    PlannedFile,
    key_of,
    make_plan,
    plan_body,
    plan_of_pack,
    read_plan,
)
from visret_desktop.packs.fetching.staging import Staging, check_space, in_units, staging
from visret_desktop.packs.manifest import Pack, PackFile, read_description, read_pack, sha256_of
from visret_desktop.packs.offers import Offer, WantedFile, is_of
from visret_desktop.packs.pack_removal import refuse_taken
from visret_desktop.sentences import sentence

AT_ONCE = 4  # files that are fetched side by side
_TELL_EVERY = 0.2  # seconds
_NO_SPACE = (errno.ENOSPC, errno.EDQUOT)


def install(
    root: Path,
    offer: Offer,
    open_hub: Callable[[], Hub],
    is_stopped: Callable[[], bool],
    photos: Collection[Identity] = (),
) -> Iterator[PackProgress | PackReady]:
    """Install `offer` into the folder of packs `root`; yield progress and, at last, `PackReady`.

    A pack of that name that is there and whole stays as it is; of a damaged one only the files
    that are wrong are fetched. Nothing is written in `photos`. `is_stopped` is called often, from
    several threads; when it returns True, or the generator is closed, everything so far is kept for
    the next time.

    Raises:
        PackNameTaken, AlreadyThere, FolderOfOthers: something else lies in its place.
        VisretError: any of `packs.errors`; each says what to do.
        Cancelled: `is_stopped` returned True.
    """

    def is_same(there: Pack) -> bool:
        return is_of(offer, there.role, (file.origin for file in there.files))

    there = _installed(root / offer.name)
    if not (there and is_same(there) and _is_whole(there)):
        refuse_taken(root / offer.name, is_same)
    with staging(root, offer.name, photos) as place, clear_when_full(root, offer.name):
        there = _installed(place.installed)  # others may have been at work until now
        if there and is_same(there) and _is_whole(there):
            place.drop()  # there is nothing to go on with
            yield PackReady(there)
            return
        yield PackProgress(offer.name, "ask")
        with _late(open_hub) as hub:
            plan = _plan(place, offer, there, hub, is_stopped)
            yield PackProgress(offer.name, "check", 0, plan.size_bytes)
            _reuse(place, plan, is_stopped)
            tally = Tally()
            yield from _fetch_all(place, plan, hub, tally, is_stopped)
        pack = place.finish(_describe(place, offer, plan), is_same)
        yield PackReady(pack, max(0, tally.moved))


def repair(
    pack: Pack,
    open_hub: Callable[[], Hub],
    is_stopped: Callable[[], bool],
    photos: Collection[Identity] = (),
) -> Iterator[PackProgress | PackReady]:
    """Fetch the damaged files of an installed pack again, also one that is no longer on offer.

    Raises:
        PackDamaged: it did not come from a hub.
    """
    if plan_of_pack(pack, "") is None:
        reason = sentence("it did not come from a hub; take it in again with `visret packs import`")
        raise PackDamaged(name=pack.name, reason=reason)
    yield from install(pack.directory.parent, _offer_of(pack), open_hub, is_stopped, photos)


def _offer_of(pack: Pack) -> Offer:
    return Offer(
        name=pack.name,
        title=pack.title,
        role=pack.role,
        repo="",
        files=tuple(_wanted_again(pack)),
        license=pack.license,
        license_url=pack.license_url,
        made_by=pack.made_by,
        settings=pack.settings,
    )


def _wanted_again(pack: Pack) -> Iterator[WantedFile]:
    for file in pack.files:
        if file.origin:
            yield WantedFile(file.origin.path, file.origin.repo, file.origin.revision, file.path)


def _installed(directory: Path) -> Pack | None:
    """Return the pack that a manifest describes, without looking at its files."""
    try:
        return read_description(directory)
    except PackDamaged:
        return None


def _is_whole(pack: Pack) -> bool:
    try:
        read_pack(pack.directory)
    except (PackDamaged, PackOffline):
        return False
    return True


@contextmanager
def _late(open_hub: Callable[[], Hub]) -> Iterator[Callable[[], Hub]]:
    """Yield a function that opens the hub at its first call: a plan may need none."""
    opened: list[Hub] = []

    def hub() -> Hub:
        if not opened:
            opened.append(open_hub())
        return opened[0]

    try:
        yield hub
    finally:
        for each in opened:
            each.close()


def _plan(
    place: Staging,
    offer: Offer,
    there: Pack | None,
    hub: Callable[[], Hub],
    is_stopped: Callable[[], bool],
) -> PackPlan:
    """Return what to gather: the plan of the last try, of the damaged pack, or a new one."""
    key = key_of(offer)
    plan = read_plan(place.read_plan(), key)
    if plan is None and there is not None:
        plan = plan_of_pack(there, key)
    if plan is None:
        plan = make_plan(offer, hub(), is_stopped)
    _keep_only(place.files, plan)
    place.write_plan(plan_body(plan, offer))
    return plan


def _keep_only(folder: Path, plan: PackPlan) -> None:
    """Remove what earlier tries gathered for other plans."""
    wanted = {folder / file.path for file in plan.files}
    wanted |= {path.with_name(f"{path.name}.part") for path in wanted}
    for path in folder.rglob("*"):
        if not path.is_dir() and path not in wanted and path.name != MARK:
            file_changes.remove(path)


def _reuse(place: Staging, plan: PackPlan, is_stopped: Callable[[], bool]) -> None:
    """Reuse the files of the installed version that are as planned."""
    for file in plan.files:
        old, new = place.installed / file.path, place.files / file.path
        if is_stopped():
            raise Cancelled
        if not new.exists() and size_of(old) == file.remote.size and is_same(old, file.remote):
            new.parent.mkdir(parents=True, exist_ok=True)
            _link_or_copy(old, new)


def _link_or_copy(old: Path, new: Path) -> None:
    try:
        file_changes.link(Path(os.path.realpath(old)), new, is_symbolic=False)
    except OSError:
        file_changes.copy(old, new)


def _fetch_all(
    place: Staging,
    plan: PackPlan,
    hub: Callable[[], Hub],
    tally: Tally,
    is_stopped: Callable[[], bool],
) -> Iterator[PackProgress]:
    """Fetch what is missing, several files side by side."""
    missing = [file for file in plan.files if not (place.files / file.path).exists()]
    begun = sum(map(size_of, (_part(place, file) for file in missing)))
    absent = sum(file.remote.size for file in missing) - begun
    check_space(place.root, absent)
    done_before, stop = plan.size_bytes - absent, Event()
    watcher = Watcher(tally.add, lambda: stop.is_set() or is_stopped())
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="packs") as pool:
        jobs: set[Future[str]] = {
            pool.submit(fetch, hub(), file.remote, place.files / file.path, watcher)
            for file in missing
        }
        try:
            while jobs:
                ended, jobs = wait(jobs, _TELL_EVERY, FIRST_COMPLETED)
                for job in ended:
                    job.result()
                yield tally.progress(place.name, "fetch", done_before, plan.size_bytes)
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def _part(place: Staging, file: PlannedFile) -> Path:
    path = place.files / file.path
    return path.with_name(f"{path.name}.part")


def _describe(place: Staging, offer: Offer, plan: PackPlan) -> Pack:
    """Return the pack that the gathered files make; hashes that nobody announced are kept now."""
    files = tuple(
        PackFile(
            path=file.path,
            size=file.remote.size,
            sha256=file.remote.sha256 or sha256_of(place.files / file.path),
            origin=file.origin,
        )
        for file in plan.files
    )
    return Pack(
        name=offer.name,
        title=offer.title,
        role=offer.role,
        license=offer.license,
        license_url=offer.license_url,
        directory=place.files,
        files=files,
        settings=offer.settings,
        made_by=offer.made_by,
    )


@contextmanager
def clear_when_full(root: Path, what: str) -> Iterator[None]:
    """Raise our errors for a full disk in place of the system's.

    Raises:
        TooLittleSpace, FileTooLarge: the system raised OSError for it.
    """
    try:
        yield
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise FileTooLargeForDisk(folder=root, what=what) from error
        if error.errno not in _NO_SPACE:
            raise
        free = in_units(shutil.disk_usage(root).free)
        raise TooLittleSpace(
            folder=root, free=free, needed=sentence("the rest of {what}", what=what)
        ) from error
