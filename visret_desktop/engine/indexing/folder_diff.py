"""Compare a folder on disk with the catalog: what is new, changed, deleted or offline."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from visret_desktop.engine.indexing.photo_processing import PhotoTask, Raws
from visret_desktop.engine.indexing.retry_policy import RetryDecision
from visret_desktop.errors import FolderGone, OtherDrive, VisretError
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.folders.disk import Surveyed
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, Videos
from visret_desktop.library.records import Failure, Fingerprint, Folder


@dataclass(frozen=True)
class ReadRules:
    """What decides whether a file that is known is read again."""

    is_complete: Callable[[str], bool]  # whether these bytes lack nothing that passes make
    again: Callable[[Failure], RetryDecision]
    retry: frozenset[str] = frozenset()  # paths that a person asked for


@dataclass
class FolderPlan:
    """What to do about one folder."""

    folder: Folder
    is_offline: bool = False
    reason: VisretError | None = None  # why it is offline, if not just unplugged
    tasks: list[PhotoTask] = field(default_factory=list)
    unchanged: int = 0
    back: list[int] = field(default_factory=list)  # photos that were offline and no longer are
    # Photos that an older program noted without all that a fingerprint tells.
    described: list[tuple[int, Fingerprint]] = field(default_factory=list)
    offline: list[int] = field(default_factory=list)  # photos that were online and no longer are
    deleted: list[KnownFile] = field(default_factory=list)
    unreadable: list[ScanProblem] = field(default_factory=list)
    videos: int = 0
    stale_problems: list[str] = field(default_factory=list)  # relative paths of deleted files


def plan_folder(
    folder: Folder,
    known: dict[str, KnownFile],
    rules: ReadRules,
    survey: Iterable[FoundFile | ScanProblem | Videos | Surveyed],
) -> Iterator[int | FolderPlan]:
    """Go through a survey of `folder`; yield the number of files now and then, at the end the plan.

    An empty or missing root where the catalog knows photos is an unplugged drive (a mount point
    stays behind as an empty folder), never a deletion; so is a root on another drive.
    """
    sorting = _Sorting(FolderPlan(folder), known, rules)
    count = 0
    state: Surveyed | None = None  # of before and after the walk: a drive may be pulled meanwhile
    for entry in survey:
        if isinstance(entry, ScanProblem):
            sorting.plan.unreadable.append(entry)
        elif isinstance(entry, Videos):
            sorting.plan.videos += entry.count
        elif isinstance(entry, Surveyed):
            state = entry
            if not _is_here(folder, state):
                break
        else:
            assert state is not None
            sorting.add(entry, state)
            count += 1
            if count % 5000 == 0:
                yield count
    assert state is not None
    yield _settled(sorting.plan, known, sorting.seen, state)


def offline_plan(
    folder: Folder, known: dict[str, KnownFile], reason: VisretError | None = None
) -> FolderPlan:
    """Return the plan for a folder that is offline; its photos stay in the library."""
    offline = [k.photo_id for k in known.values() if k.photo_id is not None and k.online]
    return FolderPlan(folder, is_offline=True, reason=reason, offline=offline)


def _is_here(folder: Folder, state: Surveyed) -> bool:
    return state.volume_path.is_folder and state.volume_path.volume_uid == folder.volume_uid


def _settled(
    plan: FolderPlan, known: dict[str, KnownFile], seen: set[str], state: Surveyed
) -> FolderPlan:
    """Return the plan once all was seen. An unplugged drive is a state, not a problem."""
    is_plugged_in = plan.folder.volume_uid in state.mounted
    gone = FolderGone(path=plan.folder.path) if is_plugged_in else None
    had_photos = any(entry.photo_id is not None for entry in known.values())
    if not state.volume_path.is_folder:
        return offline_plan(plan.folder, known, gone)
    if not _is_here(plan.folder, state):
        return offline_plan(plan.folder, known, OtherDrive(path=plan.folder.path))
    if had_photos and not seen:
        offline = offline_plan(plan.folder, known, gone)
        offline.unreadable = plan.unreadable
        return offline
    _sort_out_missing(plan, known, seen, state)
    return plan


def _is_of_another_drive(file: FoundFile, known: KnownFile, state: Surveyed) -> bool:
    """Tell whether another file has the path of a photo whose drive is offline."""
    return (
        known.photo_id is not None
        and file.volume_uid != known.volume_uid
        and known.volume_uid not in state.mounted
        and file.fingerprint != known.fingerprint
    )


def _keep_offline(plan: FolderPlan, file: FoundFile, known: KnownFile) -> None:
    reason = OtherDrive(path=plan.folder.path / file.relative).message
    plan.unreadable.append(ScanProblem(file.relative, OtherDrive.code, reason))
    if known.online and known.photo_id is not None:
        plan.offline.append(known.photo_id)


class _Sorting:
    """Puts found files into a plan."""

    def __init__(self, plan: FolderPlan, known: dict[str, KnownFile], rules: ReadRules) -> None:
        self.plan = plan
        self.seen: set[str] = set()
        self._known = known
        self._rules = rules

    def add(self, file: FoundFile, state: Surveyed) -> None:
        self.seen.add(file.relative)
        entry = self._known.get(file.relative)
        if entry is not None and _is_of_another_drive(file, entry, state):
            _keep_offline(self.plan, file, entry)
        elif entry is None or (decision := self._again(file, entry)) is RetryDecision.NOW:
            self._add_task(file, entry, state)
        elif decision is RetryDecision.ALONE:
            self._add_task(file, entry, state, is_alone=True)
        elif entry.photo_id is None:  # a known problem, not tried again until it changes
            self.plan.unchanged += 1
            for raw in file.raws:  # photos of their own, as the picture cannot be read
                self.add(raw, state)
        else:
            self._keep(file, entry, entry.photo_id)

    def _again(self, file: FoundFile, known: KnownFile) -> RetryDecision:
        """Tell whether a file that is known is to be read."""
        if self._is_asked_for(file) or _changed(file, known):
            return RetryDecision.NOW
        if known.photo_id is None:
            return self._rules.again(known.failure) if known.failure else RetryDecision.NOW
        is_whole = known.content_hash is not None and self._rules.is_complete(known.content_hash)
        return RetryDecision.NO if is_whole else RetryDecision.NOW

    def _is_asked_for(self, file: FoundFile) -> bool:
        retry = self._rules.retry
        return bool(retry) and str(self.plan.folder.path / file.relative) in retry

    def _add_task(
        self, file: FoundFile, known: KnownFile | None, state: Surveyed, is_alone: bool = False
    ) -> None:
        raws = self._raws(file, state) if file.raws else Raws()
        folder, is_retry = self.plan.folder, self._is_asked_for(file)
        task = PhotoTask(folder.id, folder.path, file, known, raws, is_retry, is_alone)
        self.plan.tasks.append(task)

    def _raws(self, file: FoundFile, state: Surveyed) -> Raws:
        """Take in the RAWs of a picture of which nobody knows yet whether it can be read."""
        plan, count, unchanged = self.plan, len(self.plan.tasks), self.plan.unchanged
        for raw in file.raws:
            self.add(raw, state)
        tasks = tuple(plan.tasks[count:])
        del plan.tasks[count:]
        unchanged, plan.unchanged = plan.unchanged - unchanged, unchanged
        names = [raw.relative for raw in file.raws]
        known = tuple((name, self._known[name]) for name in names if name in self._known)
        return Raws(tasks, unchanged, known)

    def _keep(self, file: FoundFile, known: KnownFile, photo_id: int) -> None:
        self.plan.unchanged += 1
        if not known.online:
            self.plan.back.append(photo_id)
        if known.fingerprint.changed_ns is None and file.fingerprint.changed_ns is not None:
            self.plan.described.append((photo_id, file.fingerprint))


def _changed(file: FoundFile, known: KnownFile) -> bool:
    return (
        not file.fingerprint.is_surely(known.fingerprint)
        or file.sidecar_fingerprint != known.sidecar_fingerprint
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
        is_offline = entry.volume_uid not in reachable
        if entry.photo_id is None:
            if not is_out_of_reach:
                plan.stale_problems.append(relative)
        elif not (is_out_of_reach or is_offline):
            plan.deleted.append(entry)
        elif entry.online:
            plan.offline.append(entry.photo_id)
