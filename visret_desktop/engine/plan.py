"""Compare a folder on disk with the catalog: what is new, changed, gone or asleep."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop.engine.photo_work import Task
from visret_desktop.library import volumes
from visret_desktop.library.catalog_reader import KnownFile
from visret_desktop.library.records import Folder
from visret_desktop.library.scan import FoundFile, ScanProblem, walk


@dataclass
class FolderPlan:
    """What to do about one folder."""

    folder: Folder
    root_missing: bool = False
    tasks: list[Task] = field(default_factory=list)
    unchanged: int = 0
    awake: list[int] = field(default_factory=list)  # photos that were offline and are back
    asleep: list[int] = field(default_factory=list)  # photos whose volume is away
    gone: list[KnownFile] = field(default_factory=list)
    unreadable: list[ScanProblem] = field(default_factory=list)
    stale_problems: list[str] = field(default_factory=list)  # relative paths that are gone


def plan_folder(
    folder: Folder,
    known: dict[str, KnownFile],
    embedded: Callable[[str], bool],
    retry: frozenset[str],
    excluded: tuple[str, ...],
    cancelled: Callable[[], bool],
    sketches: Path | None = None,
) -> Iterator[int | FolderPlan]:
    """Walk `folder`; yield the number of files seen now and then, and at the end the plan.

    An empty or missing root where the catalog knows photos is an unplugged drive (a mount point
    stays behind as an empty folder), never a deletion. `sketches` is the folder of generated
    pictures: what lies in it is no photo, however it is reached.
    """
    plan = FolderPlan(folder)
    seen: set[str] = set()
    is_generated = _inside(sketches, folder.path)
    for found in walk(folder.path, excluded=excluded, cancelled=cancelled):
        if isinstance(found, ScanProblem):
            plan.unreadable.append(found)
            continue
        if is_generated(found.relative):
            continue
        seen.add(found.relative)
        _sort_in(plan, found, known.get(found.relative), embedded, retry)
        if len(seen) % 5000 == 0:
            yield len(seen)
    had_photos = any(entry.photo_id is not None for entry in known.values())
    if not folder.path.is_dir() or (had_photos and not seen):
        plan.root_missing = True
        if not folder.path.is_dir():
            plan.unreadable.clear()  # a drive that is away is a state, not a problem
        plan.asleep = [k.photo_id for k in known.values() if k.photo_id is not None and k.online]
    else:
        _sort_out_missing(plan, known, seen)
    yield plan


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
    elif known.photo_id is None:
        plan.unchanged += 1  # a known problem, not tried again until it changes
    elif known.content_hash is None or not embedded(known.content_hash):
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


def _sort_out_missing(plan: FolderPlan, known: dict[str, KnownFile], seen: set[str]) -> None:
    mounted = volumes.mounted()
    here = volumes.volume_of(plan.folder.path).uid
    closed = tuple(
        f"{problem.relative}/" for problem in plan.unreadable if problem.relative not in ("", ".")
    )
    for relative, entry in known.items():
        if relative in seen or (closed and relative.startswith(closed)):
            continue
        if entry.photo_id is None:
            plan.stale_problems.append(relative)
        elif entry.volume_uid == here or entry.volume_uid in mounted:
            plan.gone.append(entry)
        elif entry.online:
            plan.asleep.append(entry.photo_id)


def _inside(directory: Path | None, root: Path) -> Callable[[str], bool]:
    """Return a test whether a file, by its path from `root`, lies in `directory` or below it."""
    if directory is None or not directory.is_dir():
        return lambda _: False
    real = directory.resolve()
    known: dict[str, bool] = {}  # by folder: links are followed once for each

    def is_inside_directory(relative: str) -> bool:
        folder = relative.rpartition("/")[0]
        if folder not in known:
            known[folder] = is_inside((root / folder).resolve(), real)
        return known[folder]

    return is_inside_directory


def is_inside(path: Path, root: Path) -> bool:
    """Tell whether `path` is `root` or below it."""
    return path == root or root in path.parents
