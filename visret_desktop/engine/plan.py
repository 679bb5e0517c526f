"""Compare a folder on disk with the catalog: what is new, changed, gone or asleep."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from visret_desktop.engine.photo_work import Task
from visret_desktop.errors import OtherDrive, VisretError
from visret_desktop.library.catalog_reader import KnownFile
from visret_desktop.library.disk import Surveyed
from visret_desktop.library.records import Folder
from visret_desktop.library.scan import FoundFile, ScanProblem

# Problems of a moment, of a disk or of rights: the file need not change for another try.
_PASSING = frozenset(("vanished", "no-permission", "disk-error"))


@dataclass
class FolderPlan:
    """What to do about one folder."""

    folder: Folder
    root_missing: bool = False
    reason: VisretError | None = None  # why it is away, if not just unplugged
    tasks: list[Task] = field(default_factory=list)
    unchanged: int = 0
    awake: list[int] = field(default_factory=list)  # photos that were offline and are back
    asleep: list[int] = field(default_factory=list)  # photos that are out of reach
    gone: list[KnownFile] = field(default_factory=list)
    unreadable: list[ScanProblem] = field(default_factory=list)
    stale_problems: list[str] = field(default_factory=list)  # relative paths that are gone


def plan_folder(
    folder: Folder,
    known: dict[str, KnownFile],
    embedded: Callable[[str], bool],
    retry: frozenset[str],
    survey: Iterable[FoundFile | ScanProblem | Surveyed],
) -> Iterator[int | FolderPlan]:
    """Go through a survey of `folder`; yield the number of files now and then, at the end the plan.

    An empty or missing root where the catalog knows photos is an unplugged drive (a mount point
    stays behind as an empty folder), never a deletion; so is a root on another drive.
    """
    plan, seen = FolderPlan(folder), set[str]()
    state: Surveyed | None = None  # told before and after the walk, as a drive may be pulled in it
    for found in survey:
        if isinstance(found, ScanProblem):
            plan.unreadable.append(found)
        elif isinstance(found, Surveyed):
            state = found
            if not _is_here(folder, state):
                break
        else:
            assert state is not None
            seen.add(found.relative)
            entry = known.get(found.relative)
            if entry is not None and _is_of_another_drive(found, entry, state):
                _keep_asleep(plan, found, entry)
            else:
                _sort_in(plan, found, entry, embedded, retry)
            if len(seen) % 5000 == 0:
                yield len(seen)
    assert state is not None
    yield _settled(plan, known, seen, state)


def sleeping(
    folder: Folder, known: dict[str, KnownFile], reason: VisretError | None = None
) -> FolderPlan:
    """Return the plan for a folder that is away; its photos stay as they are, offline."""
    asleep = [k.photo_id for k in known.values() if k.photo_id is not None and k.online]
    return FolderPlan(folder, root_missing=True, reason=reason, asleep=asleep)


def _is_here(folder: Folder, state: Surveyed) -> bool:
    return state.place.is_folder and state.place.volume_uid == folder.volume_uid


def _settled(
    plan: FolderPlan, known: dict[str, KnownFile], seen: set[str], state: Surveyed
) -> FolderPlan:
    """Return the plan once all was seen."""
    had_photos = any(entry.photo_id is not None for entry in known.values())
    if not state.place.is_folder:
        return sleeping(plan.folder, known)  # a drive that is away is a state, not a problem
    if not _is_here(plan.folder, state):
        return sleeping(plan.folder, known, OtherDrive(path=plan.folder.path))
    if had_photos and not seen:
        asleep = sleeping(plan.folder, known)
        asleep.unreadable = plan.unreadable
        return asleep
    _sort_out_missing(plan, known, seen, state)
    return plan


def _is_of_another_drive(found: FoundFile, known: KnownFile, state: Surveyed) -> bool:
    """Tell whether a file has the path of a photo on a drive that is away, and is another one."""
    return (
        known.photo_id is not None
        and found.volume_uid != known.volume_uid
        and known.volume_uid not in state.mounted
        and found.fingerprint != known.fingerprint
    )


def _keep_asleep(plan: FolderPlan, found: FoundFile, known: KnownFile) -> None:
    reason = str(OtherDrive(path=plan.folder.path / found.relative))
    plan.unreadable.append(ScanProblem(found.relative, OtherDrive.code, reason))
    if known.online and known.photo_id is not None:
        plan.asleep.append(known.photo_id)


def _sort_in(
    plan: FolderPlan,
    found: FoundFile,
    known: KnownFile | None,
    embedded: Callable[[str], bool],
    retry: frozenset[str],
) -> None:
    path = plan.folder.path / found.relative
    if known is None or str(path) in retry or _changed(found, known):
        plan.tasks.append(Task(plan.folder.id, plan.folder.path, found))
    elif known.photo_id is None and known.problem_code not in _PASSING:
        plan.unchanged += 1  # a known problem, not tried again until it changes
    elif known.photo_id is None or known.content_hash is None or not embedded(known.content_hash):
        plan.tasks.append(Task(plan.folder.id, plan.folder.path, found))
    else:
        plan.unchanged += 1
        if not known.online:
            plan.awake.append(known.photo_id)


def _changed(found: FoundFile, known: KnownFile) -> bool:
    return (
        found.fingerprint != known.fingerprint
        or found.sidecar_fingerprint != known.sidecar_fingerprint
    )


def _sort_out_missing(
    plan: FolderPlan, known: dict[str, KnownFile], seen: set[str], state: Surveyed
) -> None:
    unlooked = {problem.relative for problem in plan.unreadable}
    closed = tuple(f"{relative}/" for relative in unlooked if relative)
    reachable = state.mounted | {plan.folder.volume_uid}
    for relative, entry in known.items():
        if relative in seen:
            continue
        is_out_of_reach = relative in unlooked or (closed and relative.startswith(closed))
        is_away = entry.volume_uid not in reachable
        if entry.photo_id is None:
            if not is_out_of_reach:
                plan.stale_problems.append(relative)
        elif not (is_out_of_reach or is_away):
            plan.gone.append(entry)
        elif entry.online:
            plan.asleep.append(entry.photo_id)
