"""The jobs that the engine does: each is declared here once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from visret_desktop.engine.answers.asking import ask
from visret_desktop.engine.control import Control
from visret_desktop.engine.field_messages import (
    ChangeNotes,
    DropDetections,
    DropPackage,
    DropPlaces,
    ExportPhotos,
    ImportDetections,
    ImportPackage,
    KeepDeployments,
    KeepPlaces,
    PutNotes,
    SuggestNames,
    UndoSidecars,
    WriteSidecars,
)
from visret_desktop.engine.fieldwork.deploying import keep_deployments
from visret_desktop.engine.fieldwork.exporting import export_photos
from visret_desktop.engine.fieldwork.importing_detections import (
    drop_detections,
    import_detections,
)
from visret_desktop.engine.fieldwork.importing_packages import drop_package, import_package
from visret_desktop.engine.fieldwork.noting import change_notes, put_notes
from visret_desktop.engine.fieldwork.placing_by_track import drop_places, keep_places
from visret_desktop.engine.fieldwork.suggesting_names import suggest_names
from visret_desktop.engine.fieldwork.writing_sidecars import undo_sidecars, write_sidecars
from visret_desktop.engine.indexing.adding import add_folders
from visret_desktop.engine.indexing.idle_looking import look_when_idle
from visret_desktop.engine.indexing.indexing import index_folders
from visret_desktop.engine.messages import (
    AddFolders,
    Ask,
    CountFound,
    DescribeMachine,
    Examine,
    Finished,
    IndexFolders,
    LookWhenIdle,
    Message,
    RemoveFolder,
    Request,
    Search,
)
from visret_desktop.engine.models.machine import describe_machine
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.counting import count_found
from visret_desktop.engine.search.searching import search
from visret_desktop.engine.upkeep.examination import examine
from visret_desktop.engine.upkeep.forgetting import forget_folder

Asked = TypeVar("Asked", bound=Request)


class Lane(Enum):
    """A thread of the engine: the jobs in a lane are done one after the other."""

    INDEXING = "indexing"  # they write the catalog
    ADDING = "adding"  # they write a few rows of it, also while a folder is indexed
    SEARCHING = "searching"  # somebody waits for them: indexing makes way
    # Somebody waits for them, too. A reader cannot be broken off while it looks at a picture, which
    # may take it seconds, and the next search must not wait for that.
    ANSWERING = "answering"
    EXPORTING = "exporting"  # they read, and may take long
    EXAMINING = "examining"  # they wait for a process of their own
    COUNTING = "counting"  # nobody waits for them; the window asks when there is nothing else to do
    IDLE = "idle"  # nobody waits for them: they make way for all others

    @property
    def is_waited_for(self) -> bool:
        """Whether indexing makes way for its jobs."""
        return self in (Lane.SEARCHING, Lane.ANSWERING)


@dataclass(frozen=True)
class Job(Generic[Asked]):
    """What answers a type of request.

    `run` yields the events of one, each with its number, and `Finished` at last, or it raises; it
    stops soon, with `Cancelled`, when the control says so.
    """

    request: type[Asked]
    lane: Lane
    run: Callable[[Library, Asked, Control], Iterator[Message]]


def _forget(library: Library, asked: RemoveFolder, _control: Control) -> Iterator[Message]:
    return forget_folder(library, asked.folder_id, asked.job, keeps_notes=asked.keeps_notes)


def _look_when_idle(library: Library, asked: LookWhenIdle, control: Control) -> Iterator[Message]:
    return look_when_idle(library, control, asked.job)


def _search(library: Library, asked: Search, control: Control) -> Iterator[Message]:
    return search(library, asked, lambda: control.cancelled)


def _count(library: Library, asked: CountFound, control: Control) -> Iterator[Message]:
    return count_found(library, asked, lambda: control.cancelled)


def _ask(library: Library, asked: Ask, control: Control) -> Iterator[Message]:
    return ask(library, asked, lambda: control.cancelled)


def _add(library: Library, asked: AddFolders, _control: Control) -> Iterator[Message]:
    return add_folders(library, asked)


def _change_notes(library: Library, asked: ChangeNotes, _control: Control) -> Iterator[Message]:
    return change_notes(library, asked)


def _put_notes(library: Library, asked: PutNotes, _control: Control) -> Iterator[Message]:
    return put_notes(library, asked)


def _keep_places(library: Library, asked: KeepPlaces, _control: Control) -> Iterator[Message]:
    return keep_places(library, asked)


def _drop_places(library: Library, asked: DropPlaces, _control: Control) -> Iterator[Message]:
    return drop_places(library, asked)


def _keep_deployments(
    library: Library, asked: KeepDeployments, _control: Control
) -> Iterator[Message]:
    return keep_deployments(library, asked)


def _import_package(library: Library, asked: ImportPackage, _control: Control) -> Iterator[Message]:
    return import_package(library, asked)


def _drop_package(library: Library, asked: DropPackage, _control: Control) -> Iterator[Message]:
    return drop_package(library, asked)


def _suggest_names(library: Library, asked: SuggestNames, control: Control) -> Iterator[Message]:
    return suggest_names(library, asked, lambda: control.cancelled)


def _write_sidecars(library: Library, asked: WriteSidecars, control: Control) -> Iterator[Message]:
    return write_sidecars(library, asked, lambda: control.cancelled)


def _undo_sidecars(library: Library, asked: UndoSidecars, _control: Control) -> Iterator[Message]:
    return undo_sidecars(library, asked)


def _export(library: Library, asked: ExportPhotos, control: Control) -> Iterator[Message]:
    return export_photos(library, asked, lambda: control.cancelled)


def _import_detections(
    library: Library, asked: ImportDetections, control: Control
) -> Iterator[Message]:
    return import_detections(library, asked, lambda: control.cancelled)


def _drop_detections(
    library: Library, asked: DropDetections, _control: Control
) -> Iterator[Message]:
    return drop_detections(library, asked)


def _describe(library: Library, asked: DescribeMachine, _control: Control) -> Iterator[Message]:
    yield describe_machine(library, asked.job)
    yield Finished(asked.job)


def _examine(_library: Library, asked: Examine, control: Control) -> Iterator[Message]:
    return examine(asked, lambda: control.cancelled)


JOBS: tuple[Job[Any], ...] = (
    Job(AddFolders, Lane.ADDING, _add),
    Job(ChangeNotes, Lane.ADDING, _change_notes),
    Job(PutNotes, Lane.ADDING, _put_notes),
    Job(KeepPlaces, Lane.ADDING, _keep_places),
    Job(DropPlaces, Lane.ADDING, _drop_places),
    Job(KeepDeployments, Lane.ADDING, _keep_deployments),
    Job(ImportPackage, Lane.ADDING, _import_package),
    Job(DropPackage, Lane.ADDING, _drop_package),
    Job(SuggestNames, Lane.ANSWERING, _suggest_names),
    Job(WriteSidecars, Lane.ADDING, _write_sidecars),
    Job(UndoSidecars, Lane.ADDING, _undo_sidecars),
    Job(ExportPhotos, Lane.EXPORTING, _export),
    Job(ImportDetections, Lane.ADDING, _import_detections),
    Job(DropDetections, Lane.ADDING, _drop_detections),
    Job(IndexFolders, Lane.INDEXING, index_folders),
    Job(LookWhenIdle, Lane.IDLE, _look_when_idle),
    Job(RemoveFolder, Lane.INDEXING, _forget),
    Job(Search, Lane.SEARCHING, _search),
    Job(CountFound, Lane.COUNTING, _count),
    Job(Ask, Lane.ANSWERING, _ask),
    Job(DescribeMachine, Lane.SEARCHING, _describe),
    Job(Examine, Lane.EXAMINING, _examine),
)
