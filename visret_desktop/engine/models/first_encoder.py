"""The encoder that answers for one side of a library, and in which form it does."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

from visret_desktop.engine.models.encoder_choice import (
    AUTOMATIC,
    EncoderForm,
    answering_form,
    used_forms,
    wanted_form,
)
from visret_desktop.engine.models.loaded_models import LoadedModels, OnDemand
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.models.interfaces import Encoder
from visret_desktop.models.runtimes.devices import place
from visret_desktop.models.variants import Precision
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

_log = logging.getLogger(__name__)


class FirstEncoder:
    """The encoder of the settings, and the one that answers until this one has embedded all.

    `pack` and `lacking` are those of the side, `lock` that of the library; `drop_index` lets its
    index be made anew.
    """

    def __init__(
        self,
        paths: Paths,
        settings: Settings,
        reader: CatalogReader,
        models: LoadedModels,
        lock: AbstractContextManager[Any],
        pack: Callable[[], Pack],
        lacking: Callable[[str], set[str]],
        drop_index: Callable[[], None],
    ) -> None:
        self._paths = paths
        self._settings = settings
        self._reader = reader
        self._models = models
        self._lock = lock
        self._pack = pack
        self._lacking = lacking
        self._drop_index = drop_index
        self._next_encoder = self.on_demand(None)
        self._old_encoder: OnDemand[Encoder] | None = None
        self._has_chosen_encoder = False
        self._chosen: Precision = "fp32"  # by this run, for an encoder without vectors

    @property
    def encoder(self) -> Encoder:
        """The encoder that answers queries, loaded on first use."""
        return (self._answering_before() or self._next_encoder).get()

    @property
    def next_encoder(self) -> Encoder:
        """The encoder that the settings name: photos are embedded with it."""
        return self._next_encoder.get()

    def is_changing(self) -> bool:
        """Whether another encoder answers than the one that the settings name."""
        return self._answering_before() is not None

    def _answering_before(self) -> OnDemand[Encoder] | None:
        with self._lock:
            if not self._has_chosen_encoder:
                self._has_chosen_encoder = True
                wanted = self._form_wanted()
                form = answering_form(
                    wanted, registry.installed(self._paths), self._reader, self._lacking
                )
                if form != wanted:
                    _log.info("%s answers until %s has embedded all", form.name, wanted.name)
                    open_form = partial(open_encoder, precision=form.precision, is_used=True)
                    load = partial(open_form, form.pack, self._paths)
                    self._old_encoder = self._models.on_demand(Role.ENCODER, load)
            return self._old_encoder

    def _form_wanted(self, pack: Pack | None = None) -> EncoderForm:
        """Return in which form a pack is used; None: that of the settings."""
        pack = pack or self._pack()
        device = place(pack, self._settings.encoder_device).device
        chosen = self._chosen if pack == self._pack() else "fp32"
        return wanted_form(pack, device, self._settings, self._paths, self._reader, chosen)

    def pack_to_prepare(self) -> Pack | None:
        """Return the pack of the settings if it has still to be made ready for this processor."""
        pack = self._pack()
        is_for_here = (
            pack.computed_by != "llama"
            and place(pack, self._settings.encoder_device).device == "cpu"
            and not used_forms(pack, self._reader)
        )
        return pack if is_for_here and find_compiled(pack, self._paths) is None else None

    def pack_without_form(self) -> Pack | None:
        """Return the pack of the settings if its form has still to be chosen, else None.

        That is before it has vectors, on a processor, where the settings leave it open.
        """
        pack = self.pack_in_any_form()
        return pack if pack is not None and not used_forms(pack, self._reader) else None

    def pack_in_its_first_form(self) -> Pack | None:
        """Return the pack of the settings if all its vectors are in fp32 and need not be."""
        pack = self.pack_in_any_form()
        is_plain = pack is not None and used_forms(pack, self._reader) == [EncoderForm(pack)]
        return pack if is_plain else None

    def pack_in_any_form(self) -> Pack | None:
        """Return the pack of the settings if these leave its form open, on a processor."""
        pack = self._pack()
        is_open = (
            self._settings.encoder_precision == AUTOMATIC
            and pack.computed_by != "llama"
            and place(pack, self._settings.encoder_device).device == "cpu"
        )
        return pack if is_open else None

    def use_best_form(self) -> None:
        """Take up another form of the encoder if it has all photos by now; before a run.

        It was made in idle time (`engine/indexing/idle_passes.py`).
        """
        pack = self.pack_in_any_form()
        if pack is None or len(forms := used_forms(pack, self._reader)) < 2:
            return
        wanted = self._form_wanted()
        is_other = wanted in forms and self.next_encoder.name != wanted.name
        if is_other and self._answering_before() is None:
            self.take_up(wanted.precision)

    def take_up(self, chosen: Precision) -> None:
        """Let the encoder of the settings be opened anew, in the precision chosen for it."""
        with self._lock:
            self._chosen = chosen
            self._next_encoder.drop()
            if self._old_encoder is None:
                self._drop_index()

    def on_demand(self, pack: Pack | None) -> OnDemand[Encoder]:
        """Return an encoder in its form; None: the pack of the settings."""

        def load() -> Encoder:
            form = self._form_wanted(pack)
            is_used = form in used_forms(form.pack, self._reader)
            options: dict[str, Any] = {"precision": form.precision, "is_used": is_used}
            opened: Encoder = self._models.open(Role.ENCODER, form.pack, **options)
            return opened

        return self._models.on_demand(Role.ENCODER, load)

    def change(self) -> None:
        """Let the encoder of the settings answer if it has embedded all photos."""
        with self._lock:
            if self._old_encoder and not self._lacking(self.next_encoder.name):
                self._old_encoder = None
                self._drop_index()
