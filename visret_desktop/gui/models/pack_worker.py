"""The thread that fetches, copies and checks packs, and reports progress to the window.

The thread does not use Qt: events go into a queue that a timer of the window's thread empties.
"""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.errors import Cancelled, PackDamaged, VisretError
from visret_desktop.file_changes import is_own
from visret_desktop.gui.models.pack_sentences import sentence_of
from visret_desktop.library.protected_folders import photo_places_in
from visret_desktop.packs import registry
from visret_desktop.packs.custom_models import is_address, own_offer
from visret_desktop.packs.errors import PackUnknown
from visret_desktop.packs.events import PackProgress, PackReady
from visret_desktop.packs.fetching import pack_fetch
from visret_desktop.packs.fetching.hub import Hub
from visret_desktop.packs.fetching.pack_fetch import Events, Wanted
from visret_desktop.packs.fetching.staging import check_space
from visret_desktop.packs.offers import Offer, find_offer
from visret_desktop.packs.sources import PackSource, for_role, sources_in
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

IsStopped = Callable[[], bool]
_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")


def get(
    paths: Paths,
    settings: Settings,
    wanted: Sequence[Wanted],
    is_stopped: IsStopped,
    *,
    as_links: bool = True,
) -> Events:
    """Bring packs here one after the other; `as_links` leaves sources where they are."""
    paths.packs.mkdir(parents=True, exist_ok=True)
    offers = [each for each in wanted if isinstance(each, Offer)]
    if len(offers) > 1:
        check_space(paths.packs, sum(offer.size_bytes for offer in offers))

    def open_hub() -> Hub:
        return Hub(settings.hub_endpoint, settings.hub_proxy)

    for each in wanted:
        registry.check_name(paths, each.name)
    for each in wanted:
        root = registry.root_of(paths, each.name)
        is_ours = is_own(root)
        photos = () if is_ours else photo_places_in(paths.catalog, settings.folder_seconds)
        yield from pack_fetch.get(
            paths, root, each, open_hub, is_stopped, photos, as_links=as_links
        )


def recognize(
    text: str, settings: Settings, is_stopped: IsStopped, role: Role | None = None
) -> list[Offer | PackSource]:
    """Return what a person means by an address, a name on offer, a file or a folder.

    `role` says what for, where a model can be for several things.

    Raises:
        VisretError: it is nothing that can be used, or the hub does not answer.
        Cancelled: `is_stopped` returned True.
    """
    path = Path(text).expanduser()
    if path.is_absolute() and not is_address(text):
        return [for_role(each, role or each.role) for each in sources_in(path)]
    if offer := find_offer(text):
        return [offer]
    address = text if is_address(text) or not _REPOSITORY.fullmatch(text) else f"hf:{text}"
    if not is_address(address):
        raise PackUnknown(name=text)
    hub = Hub(settings.hub_endpoint, settings.hub_proxy)
    try:
        return [own_offer(address, hub, is_stopped, role=role)]
    finally:
        hub.close()


def check(paths: Paths, name: str, is_stopped: IsStopped) -> Events:
    """Read every byte of a pack; one with altered files is not used any more.

    Raises:
        PackDamaged: something is altered.
    """
    yield PackProgress(name, "check", 0, 0)
    if altered := registry.check_bytes(paths, name):
        raise PackDamaged(name=name, reason=f"altered: {', '.join(altered)}")
    yield PackReady(registry.find(paths, name))


Run = Callable[[IsStopped], Iterator[PackProgress | PackReady]]
_POLL_MS = 100


class PackWorker(QObject):
    """One piece of work at a time; it ends with `ended`, which carries a sentence if it failed."""

    progressed = Signal(object)
    ready = Signal(object)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._told: SimpleQueue[Any] = SimpleQueue()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.failure: Exception | None = None  # of the work that ran last
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._deliver)

    @property
    def is_running(self) -> bool:
        """Whether something is being done."""
        return self._thread is not None

    @property
    def is_stopped(self) -> bool:
        """Whether the work that runs, or ran last, was asked to stop."""
        return self._stop.is_set()

    def start(self, run: Run) -> None:
        """Call `run` on a thread and report its events; does nothing while another runs."""
        if self.is_running:
            return
        self._stop.clear()
        self.failure = None
        self._thread = threading.Thread(target=self._work, args=(run,), name="packs")
        self._thread.start()
        self._timer.start()

    def stop(self) -> None:
        """Stop soon; what was fetched is kept."""
        self._stop.set()

    def close(self) -> None:
        """Stop, wait, and report nothing more."""
        self._timer.stop()
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _work(self, run: Run) -> None:
        try:
            for event in run(self._stop.is_set):
                self._told.put(event)
            self._told.put("")
        except Cancelled:
            self._told.put("")
        except (VisretError, OSError) as error:
            self.failure = error
            self._told.put(sentence_of(error))
        except Exception as error:  # noqa: BLE001 - the thread's edge: the window says it
            self._told.put(f"The program made a mistake: {error!r}")

    def _deliver(self) -> None:
        newest: PackProgress | None = None
        while True:
            try:
                event = self._told.get_nowait()
            except Empty:
                break
            if isinstance(event, PackProgress):
                newest = event
            elif isinstance(event, PackReady):
                self.ready.emit(event)
            else:
                self._end(event)
                return
        if newest is not None:
            self.progressed.emit(newest)

    def _end(self, sentence: str) -> None:
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        self.ended.emit(sentence)
