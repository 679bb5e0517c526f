"""What is on the disk of the folders of a run, compared with the catalog."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from visret_desktop.engine.indexing.folder_diff import (
    FolderPlan,
    ReadRules,
    offline_plan,
    plan_folder,
)
from visret_desktop.engine.indexing.retry_policy import another_try
from visret_desktop.engine.messages import (
    IndexFolders,
    LibraryChanged,
    Message,
    PhotoProblem,
    Progress,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import FolderMissing, FolderSilent, UsageError, VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.folders.disk import VolumePath
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.folders.scan import UNREADABLE_FOLDER
from visret_desktop.library.records import Fingerprint, Folder, FolderState
from visret_desktop.paths import absolute
from visret_desktop.sentences import NOTHING, sentence


class FolderScan:
    """The look of one run at its folders; `since_ns` is when the run began."""

    def __init__(
        self,
        library: Library,
        catalog: Catalog,
        request: IndexFolders,
        probe: FolderProbe,
        since_ns: int,
    ) -> None:
        self._library = library
        self._catalog = catalog
        self._request = request
        self._probe = probe
        self._since_ns = since_ns

    def folders(self) -> list[Folder]:
        """Return the folders to be indexed; those asked for that are new are added.

        Raises:
            FolderMissing: a folder that was asked for is not there and was never known.
            UsageError: what was asked for is a file.
        """
        self._catalog.roots.absorb_inner()
        known = self._catalog.folders()
        if not self._request.folders:
            return known
        wanted = []
        for path in map(absolute, self._request.folders):
            match = next((folder for folder in known if folder.path == path), None)
            if match is None and not self._probe.place(path).is_folder:
                if self._probe.is_file(path):
                    raise UsageError(
                        reason=sentence(
                            "{path} is a file. Name the folder that it is in.", path=path
                        )
                    )
                raise FolderMissing(path=path)
            around = match or self._catalog.folder_around(path)
            wanted.append(around or self._catalog.roots.add(path, self._probe))
        current = {folder.id: folder for folder in self._catalog.folders()}
        numbers = dict.fromkeys(folder.id for folder in wanted)
        return [current[number] for number in numbers if number in current]  # others were taken in

    def scan(
        self, folder: Folder, lacking: Collection[str], plans: list[FolderPlan]
    ) -> Iterator[Message]:
        """Compare a folder with the catalog and add what is to be done to `plans`.

        `lacking` are hashes of photos that some pass is to look at.
        """
        yield Progress(self._request.job, "scan", folder_id=folder.id)
        known = self._catalog.known_files(folder.id)
        try:
            for step in self._plan(self._adopted(folder), known, lacking):
                if isinstance(step, FolderPlan):
                    plans.append(step)
                else:
                    yield Progress(self._request.job, "scan", done=step, folder_id=folder.id)
        except FolderSilent as error:
            plans.append(offline_plan(folder, known, error))

    def _adopted(self, folder: Folder) -> Folder:
        """Return the folder, where it is now if that has its photos or none are known.

        Its drive may have another name or letter now, or another drive may be in its place.
        """
        volume_path = self._probe.place(folder.path)
        if volume_path.is_folder and volume_path.volume_uid == folder.volume_uid:
            return folder
        for path in self._places_now(folder, volume_path):
            if not folder.photo_count or self._catalog.roots.is_filled_by(
                folder, path, self._probe
            ):
                now = self._probe.place(path)
                self._catalog.roots.move(folder.id, path, now)
                return replace(folder, path=path, volume_uid=now.volume_uid)
        return folder

    def _places_now(self, folder: Folder, volume_path: VolumePath) -> Iterator[Path]:
        now = self._probe.now_at(folder.path, *self._catalog.folder_places()[folder.id])
        known = [each.path for each in self._catalog.folders()]
        if now and not any(now.is_relative_to(each) or each.is_relative_to(now) for each in known):
            yield now
        if volume_path.is_folder:
            yield folder.path

    def _plan(
        self, folder: Folder, known: dict[str, KnownFile], lacking: Collection[str]
    ) -> Iterator[int | FolderPlan]:
        excluded = self._library.settings.excluded
        survey = self._probe.survey(folder.path, excluded, self._library.paths.sketches)
        settings, before = self._library.settings, self._since_ns / 1e9
        rules = ReadRules(
            lambda content_hash: content_hash not in lacking,
            lambda failure: another_try(failure, settings, before),
            frozenset(self._request.retry),
        )
        return plan_folder(folder, known, rules, survey)

    def note_states(self, plans: list[FolderPlan]) -> Iterator[Message]:
        """Note which folders and photos are online and which are not, before any slow work."""
        with self._catalog.batch():
            for plan in plans:
                state = FolderState.OFFLINE if plan.is_offline else FolderState.ONLINE
                self._note_state(plan.folder, state, plan.reason)
                self._catalog.touch(plan.back, online=True)
                self._catalog.put_fingerprints(plan.described)
                self._catalog.set_offline(plan.offline)
                # One file that can't be looked at may be a known photo, which stays.
                folders = (one for one in plan.unreadable if one.code == UNREADABLE_FOLDER)
                for one in folders:
                    place, nothing = (plan.folder.id, one.relative), Fingerprint(0, 0)
                    self._catalog.put_problem(*place, nothing, one.code, one.reason, indexed=False)
        for plan in plans:
            if plan.reason is not None:
                yield self._folder_problem(plan.folder, plan.reason)
            for problem in plan.unreadable:
                path = str(plan.folder.path / problem.relative)
                yield PhotoProblem(self._request.job, path, problem.code, problem.reason)
        yield LibraryChanged(self._request.job)

    def _note_state(self, folder: Folder, state: FolderState, reason: VisretError | None) -> None:
        self._catalog.roots.set_state(folder.id, state, reason.message if reason else NOTHING)

    def _folder_problem(self, folder: Folder, reason: VisretError) -> PhotoProblem:
        return PhotoProblem(self._request.job, str(folder.path), reason.code, reason.message)

    def set_offline(
        self, folders: list[Folder], reasons: Mapping[int, VisretError | None]
    ) -> Iterator[Message]:
        """Note that folders went offline in the run, and why, by their ids."""
        for folder in folders:
            reason = reasons[folder.id]
            known = self._catalog.known_files(folder.id)
            with self._catalog.batch():
                self._catalog.set_offline(offline_plan(folder, known).offline)
                self._note_state(folder, FolderState.OFFLINE, reason)
            if reason is not None:
                yield self._folder_problem(folder, reason)
