"""The models that are loaded: opened on demand, unloaded for others or when they are unused.

A search that waits for a model can be cancelled while it waits.
"""

import gc
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from visret_desktop.errors import MemoryShort, PackDamaged, PackOfOtherRole, PackUnusable
from visret_desktop.models.memory_need import check_fits
from visret_desktop.models.runtimes.devices import place
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.paths import Paths
from visret_desktop.processes import malloc_tuning
from visret_desktop.processes.interruptible import IsStopped, answer
from visret_desktop.processes.limited_run import Watch
from visret_desktop.roles import Role, function_at
from visret_desktop.settings import Settings
from visret_desktop.system_errors import not_loading

Model = TypeVar("Model")
_THREAD_NAME = "loading"


def load(open_model: Callable[[], Model], cancelled: IsStopped) -> Model:
    """Return what `open_model` returns. It is called on a thread that a cancelled search
    leaves running: loading takes seconds, cannot be interrupted, and the next search wants the
    model, too.

    Raises:
        Cancelled: `cancelled()` turned true.
        Exception: whatever `open_model` raises.
    """
    return answer(open_model, cancelled, _THREAD_NAME, is_daemon=False)


def is_loading() -> bool:
    """Tell whether a model is being loaded, also for a search that was cancelled."""
    return any(thread.name == _THREAD_NAME for thread in threading.enumerate())


_log = logging.getLogger(__name__)


class OnDemand(Generic[Model]):
    """A model that is opened when it is first asked for. Thread-safe."""

    def __init__(self, role: Role, open_model: Callable[[], Model]) -> None:
        self.role = role
        self._open = open_model
        self._model: Model | None = None
        self._lock = threading.Lock()
        self._last_asked = 0.0

    def get(self) -> Model:
        """Return the model; raises what opening it raises."""
        with self._lock:
            self._last_asked = time.monotonic()
            if self._model is None:
                self._model = self._open()
                _set_apart(generation=1)  # older garbage is looked for when a model goes
            return self._model

    def drop(self, unused_seconds: float = 0.0) -> bool:
        """Unload the model if nobody asked for it that long; return whether it was unloaded.

        Whoever is using it can finish. One that is being loaded stays: its thread may be waiting
        for the model that asks this one to make room.
        """
        if not self._lock.acquire(blocking=False):
            return False
        try:
            is_unused = time.monotonic() - self._last_asked >= unused_seconds
            if self._model is None or not is_unused:
                return False
            self._model = None
        finally:
            self._lock.release()
        gc.unfreeze()  # the model may be in cycles
        _set_apart(generation=2)
        return True

    def drop_parts(self, unused_seconds: float) -> bool:
        """Unload the parts that a model which stays can do without; return whether it had any."""
        model: Any = self._model
        return model is not None and bool(model.unload_unused(unused_seconds))


def _set_apart(generation: int) -> None:
    """Collect garbage up to a generation, and exempt what remains from later collections.

    With torch, models are half a million Python objects that stay; going through them again and
    again took a search a tenth of a second.
    """
    gc.collect(generation)
    gc.freeze()


class LoadedModels:
    """The models of one library: of each role the one that the settings name, and others of it."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self._paths = paths
        self._settings = settings
        self._packs: dict[Role, Pack] = {}
        self._by_role: dict[Role, OnDemand[Any]] = {}
        self._altered: dict[str, bool] = {}  # by digest, of packs that could not be opened
        self._owned: WeakSet[OnDemand[Any]] = WeakSet()

    def pack(self, role: Role) -> Pack:
        """Return the pack that the settings name for a role, without loading it.

        Raises:
            PackMissing, PackDamaged, PackOfOtherRole: there is no usable one. It is looked for
                again at the next call.
        """
        if role not in self._packs:
            pack = registry.find(self._paths, self._settings.pack_of(role))
            if not pack.role.can_serve_as(role):
                raise PackOfOtherRole(name=pack.name, role=pack.role.name, wanted=role.name)
            self._packs[role] = self._sized(pack)
        return self._packs[role]

    def _sized(self, pack: Pack) -> Pack:
        """Return a pack that draws at the side that the person chose.

        It stands in the settings, so that all that depends on it, such as what names a sketch in
        the cache, depends on it by itself.
        """
        pixels = self._settings.pixels_of(pack.name) if pack.role.draws else None
        return replace(pack, settings={**pack.settings, "pixels": pixels}) if pixels else pack

    def get(self, role: Role, options: Callable[[], dict[str, Any]] = dict) -> Any:
        """Return the model of a role, loaded on first use. Raises as `open` and `pack`.

        `options` returns what goes to the role's opener; it is asked when the model is loaded.
        """
        if role not in self._by_role:
            opened = self.on_demand(role, lambda: self.open(role, **options()))
            self._by_role.setdefault(role, opened)
        return self._by_role[role].get()

    def on_demand(self, role: Role, open_model: Callable[[], Model]) -> OnDemand[Model]:
        """Return a model that is opened by `open_model` and unloaded as the role says."""
        model = OnDemand(role, open_model)
        self._owned.add(model)
        return model

    def open(self, role: Role, pack: Pack | None = None, **options: Any) -> Any:
        """Open a model where it belongs; others make room. `options` go to the role's opener.

        Raises:
            DeviceMissing, MemoryShort: it cannot go there.
            PartNotLoading: a library that it needs does not load.
            VisretError: what `pack` and the role's opener raise.
        """
        try:
            return self._opened(role, pack or self.pack(role), options)
        except ImportError as error:
            raise not_loading(error) from error

    def _opened(self, role: Role, pack: Pack, options: dict[str, Any]) -> Any:
        placement = place(pack, self._settings.device_of(role))
        _log.info("%s goes to %s: %s", pack.name, placement.device, placement.reason)
        needed = None
        if role.measurer:
            needed = function_at(role.measurer)(pack, self._paths, placement.device, **options)
        try:
            check_fits(pack, placement.device, role, needed=needed)
        except MemoryShort:
            self._make_room_for(role)
            check_fits(pack, placement.device, role, in_turns=True, needed=needed)
        try:
            return function_at(role.opener)(pack, self._paths, placement.device, **options)
        except PackDamaged as error:
            raise self._judged(pack, error) from error

    def _judged(self, pack: Pack, error: PackDamaged) -> PackDamaged:
        """Return what is to be said of a pack that cannot be opened: damaged is what was whole.

        Reading all bytes of a large one takes a while, so that this is done once.
        """
        if pack.digest not in self._altered:
            self._altered[pack.digest] = bool(verify(pack))
        if self._altered[pack.digest]:
            return error
        return PackUnusable(**error.parameters)

    def prepare(self, role: Role, watch: Watch, **options: Any) -> None:
        """Do what opening a role's model would begin with, which may take minutes the first time.

        `watch` hears "done total" now and then. `options` go to the role's preparer.

        Raises:
            Cancelled: `watch` stopped it.
            VisretError: as `pack`.
        """
        if role.preparer and role not in self._by_role:
            pack = self.pack(role)
            device = place(pack, self._settings.device_of(role)).device
            function_at(role.preparer)(pack, self._paths, device, watch=watch, **options)

    def drop(self, role: Role) -> None:
        """Unload the model of a role; it is loaded again when it is next asked for."""
        if (model := self._by_role.get(role)) is not None:
            model.drop()

    def _make_room_for(self, role: Role) -> None:
        """Unload what can be loaded again between two stages of a search."""
        for model in list(self._owned):
            if model.role.gives_way and model.role is not role:
                model.drop()

    def unload_unused(self, seconds: float) -> None:
        """Give back the memory of models, and of parts of those that stay, unused that long."""
        models = list(self._owned)
        dropped = [model.drop(seconds) for model in models if model.role.gives_way]
        dropped += [model.drop_parts(seconds) for model in models if not model.role.gives_way]
        if any(dropped):
            malloc_tuning.give_back()
            _log.info("unloaded what was not used for %.0f s", seconds)
