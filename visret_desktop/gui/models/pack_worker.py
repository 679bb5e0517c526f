"""Fetches, copies and checks packs on a thread, and reports progress to the window."""

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from visret_desktop.errors import Cancelled, PackDamaged, VisretError
from visret_desktop.file_changes import is_own
from visret_desktop.gui.models.pack_progress import sentence_of
from visret_desktop.gui.widgets.background import Background
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
        self._background = Background(self, threads=1, poll_ms=_POLL_MS)
        self._stop = threading.Event()
        self.is_running = False
        self.failure: Exception | None = None  # of the work that ran last

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
        self.is_running = True
        self._background.run_each("packs", partial(self._events, run), self._deliver)

    def stop(self) -> None:
        """Stop soon; what was fetched is kept."""
        self._stop.set()

    def close(self) -> None:
        """Stop, wait, and report nothing more."""
        self.stop()
        self._background.close()
        self.is_running = False

    def _events(self, run: Run) -> Iterator[PackProgress | PackReady | str]:
        """Yield what happens, on the thread; the last is a sentence, "" if nothing failed."""
        try:
            yield from run(lambda: self._stop.is_set() or self._background.is_closed)
        except Cancelled:
            pass  # who stopped it knows
        except (VisretError, OSError) as error:
            self.failure = error
            yield sentence_of(error)
            return
        except Exception as error:  # noqa: BLE001 - the thread's edge: the window says it
            yield f"The program made a mistake: {error!r}"
            return
        yield ""

    def _deliver(self, events: list[PackProgress | PackReady | str]) -> None:
        newest: PackProgress | None = None
        for event in events:
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
        self.is_running = False
        self.ended.emit(sentence)
