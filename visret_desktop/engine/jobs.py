"""The jobs that the engine does: each is declared here once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from visret_desktop.engine.answers.answer_job import ask
from visret_desktop.engine.answers.catalog_answer import ask_catalog
from visret_desktop.engine.control import Control
from visret_desktop.engine.field_messages import (
    ChangeNotes,
    CorrectClock,
    DropCorrection,
    DropPlaces,
    ExportPhotos,
    JoinNotes,
    KeepDeployments,
    KeepPlaces,
    PutNotes,
    SuggestNames,
    UndoSidecars,
    WriteSidecars,
)
from visret_desktop.engine.fieldwork.annotations_job import (
    change_notes,
    drop_places,
    join_notes,
    keep_deployments,
    keep_places,
    put_notes,
)
from visret_desktop.engine.fieldwork.export_job import export_photos
from visret_desktop.engine.fieldwork.import_job import DETECTIONS, PACKAGES, Importer
from visret_desktop.engine.fieldwork.sidecar_job import undo_sidecars, write_sidecars
from visret_desktop.engine.fieldwork.suggest_names_job import suggest_names
from visret_desktop.engine.indexing.add_folders_job import add_folders
from visret_desktop.engine.indexing.clock_job import correct_clock, undo_correction
from visret_desktop.engine.indexing.idle_passes import look_when_idle
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import (
    AddFolders,
    Ask,
    AskCatalog,
    Browse,
    CountFound,
    DescribeMachine,
    Examine,
    IndexFolders,
    LookWhenIdle,
    Message,
    RemoveFolder,
    Request,
    Search,
)
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.browse_job import browse
from visret_desktop.engine.search.count_job import count_found
from visret_desktop.engine.search.search_job import search
from visret_desktop.engine.upkeep.machine_report import describe_machine
from visret_desktop.engine.upkeep.removal_jobs import forget_folder
from visret_desktop.engine.upkeep.trial_job import examine

Asked = TypeVar("Asked", bound=Request)


class JobQueue(Enum):
    """A thread of the engine: the jobs in a queue are done one after the other."""

    INDEXING = "indexing"  # they write the catalog
    ADDING = "adding"  # they write a few rows of it, also while a folder is indexed
    SEARCHING = "searching"  # somebody waits for them: indexing makes way
    # Somebody waits for them, too. A reader cannot be broken off while it looks at a picture, which
    # may take it seconds, and the next search must not wait for that.
    ANSWERING = "answering"
    ASKING = "asking"  # the catalog: milliseconds, which wait for no model that is being prepared
    EXPORTING = "exporting"  # they read, and may take long
    EXAMINING = "examining"  # they wait for a process of their own
    COUNTING = "counting"  # nobody waits for them; the window asks when there is nothing else to do
    IDLE = "idle"  # nobody waits for them: they make way for all others

    @property
    def is_waited_for(self) -> bool:
        """Whether indexing makes way for its jobs."""
        return self in (JobQueue.SEARCHING, JobQueue.ANSWERING, JobQueue.ASKING)


@dataclass(frozen=True)
class Job(Generic[Asked]):
    """What answers a type of request.

    `run` is a function of library, request and control. It yields the events of one, each with its
    number, and `Finished` at last, or it raises; it stops soon, with `Cancelled`, when the control
    says so.
    """

    request: type[Asked]
    queue: JobQueue
    run: Callable[[Library, Asked, Control], Iterator[Message]]


IMPORTERS: tuple[Importer[Any, Any, Any, Any], ...] = (
    DETECTIONS,
    PACKAGES,
)
JOBS: tuple[Job[Any], ...] = (
    Job(AddFolders, JobQueue.ADDING, add_folders),
    Job(ChangeNotes, JobQueue.ADDING, change_notes),
    Job(PutNotes, JobQueue.ADDING, put_notes),
    Job(JoinNotes, JobQueue.ADDING, join_notes),
    Job(KeepPlaces, JobQueue.ADDING, keep_places),
    Job(DropPlaces, JobQueue.ADDING, drop_places),
    Job(KeepDeployments, JobQueue.ADDING, keep_deployments),
    Job(CorrectClock, JobQueue.ADDING, correct_clock),
    Job(DropCorrection, JobQueue.ADDING, undo_correction),
    Job(SuggestNames, JobQueue.ANSWERING, suggest_names),
    Job(WriteSidecars, JobQueue.ADDING, write_sidecars),
    Job(UndoSidecars, JobQueue.ADDING, undo_sidecars),
    Job(ExportPhotos, JobQueue.EXPORTING, export_photos),
    *(Job(each.request, JobQueue.ADDING, each.run) for each in IMPORTERS),
    *(Job(each.undo_request, JobQueue.ADDING, each.undo) for each in IMPORTERS),
    Job(IndexFolders, JobQueue.INDEXING, index_folders),
    Job(LookWhenIdle, JobQueue.IDLE, look_when_idle),
    Job(RemoveFolder, JobQueue.INDEXING, forget_folder),
    Job(Search, JobQueue.SEARCHING, search),
    Job(CountFound, JobQueue.COUNTING, count_found),
    Job(Ask, JobQueue.ANSWERING, ask),
    Job(AskCatalog, JobQueue.ASKING, ask_catalog),
    Job(Browse, JobQueue.ASKING, browse),
    Job(DescribeMachine, JobQueue.SEARCHING, describe_machine),
    Job(Examine, JobQueue.EXAMINING, examine),
)
