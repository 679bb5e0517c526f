"""What `visret doctor` looks at, one function for each; all of them in `CHECKS`.

A part that is no Python may end the process that loads it. So such parts are tried elsewhere, and
only those that load there are loaded here.
"""

import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from importlib import metadata
from typing import TYPE_CHECKING

from visret_desktop import __version__, installation, settings
from visret_desktop.cli import native_libraries
from visret_desktop.cli import repair as repairs
from visret_desktop.cli.native_libraries import LoadAttempt
from visret_desktop.cli.output import size_of
from visret_desktop.errors import DeviceMissing, PackOfOtherRole, PartNotLoading, VisretError
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.packs.manifest import Pack

_REPAIR = "; `visret doctor --repair` puts it right"
_NAMED = 10  # records that cannot be read
_LITTLE_SPACE = 1_000_000_000
_NAMED_VERSIONS = ("pyside6", "torch", "onnxruntime", "numpy", "pillow", "hnswlib")
# What is loaded to compute with a model, by what computes it.
_PARTS_OF = {"llama": ("llama_cpp",), "onnx": ("onnxruntime", "torch"), "torch": ("torch",)}


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True)
class CheckContext:
    """What the checks look at; `thorough` reads every byte."""

    paths: Paths
    settings: Settings
    thorough: bool

    @cached_property
    def parts(self) -> dict[str, LoadAttempt]:
        """What came of loading the parts that are no Python; PyTorch takes seconds."""
        of_all = dict(native_libraries.tried(native_libraries.SMALL))
        return of_all | (dict(native_libraries.tried(["torch"])) if self.thorough else {})

    def must_load(self, *names: str) -> None:
        """Return if parts may be loaded in this process.

        Raises:
            PartNotLoading: one of them does not load elsewhere.
        """
        for name in names:
            if reason := self.parts[name].reason:
                raise PartNotLoading(reason=f"{name} ({reason})")


def safely(
    look: Callable[[CheckContext], Iterator[Check]], context: CheckContext
) -> Iterator[Check]:
    """Turn what stops a check into its finding."""
    name = look.__name__.strip("_").replace("_", " ")
    try:
        yield from look(context)
    except (VisretError, OSError, sqlite3.Error, ValueError, ImportError) as error:
        yield Check(name, False, str(error))
    except subprocess.TimeoutExpired as error:
        advice = "Try again when this computer has less to do."
        yield Check(name, False, f"no answer in {error.timeout:g} seconds. {advice}")


def _program(_context: CheckContext) -> Iterator[Check]:
    versions = ", ".join(f"{name} {_version(name)}" for name in _NAMED_VERSIONS)
    yield Check("program", True, f"visret {__version__}; {versions}")
    yield Check("installation", True, installation.described())
    python = platform.python_version()
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Check("python", supported, f"{python} on {platform.platform()}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _directories(context: CheckContext) -> Iterator[Check]:
    paths = context.paths
    refused = [str(d) for d in (paths.data, paths.cache, paths.config) if not os.access(d, os.W_OK)]
    detail = f"cannot write to {', '.join(refused)}" if refused else "can be written"
    yield Check("directories", not refused, detail)
    free = shutil.disk_usage(paths.data).free
    yield Check("disk space", free >= _LITTLE_SPACE, f"{size_of(free)} free for the library")


def _window(_context: CheckContext) -> Iterator[Check]:
    """Open Qt where it can do no harm; on Linux it needs libraries that pip does not bring."""
    wrong = native_libraries.window_fault()
    opens = "opens here" if native_libraries.has_display() else "loads; there is no display here"
    yield Check("window", not wrong, wrong or f"PySide6 {_version('pyside6')} {opens}")


def _native_parts(context: CheckContext) -> Iterator[Check]:
    """Load what is no Python; PyTorch takes seconds."""
    wrong = {name: each.reason for name, each in context.parts.items() if each.reason}
    for name, reason in wrong.items():
        yield Check(name, False, native_libraries.load_failure(name, reason))
    whole = ", ".join(name for name in context.parts if name not in wrong)
    yield Check("native parts", bool(whole), f"{whole or 'none'} load")


def _encoder(context: CheckContext) -> Iterator[Check]:
    from visret_desktop.packs import registry
    from visret_desktop.packs.manifest import verify

    pack = registry.find(context.paths, context.settings.encoder)
    detail = f"{pack.name}, {size_of(pack.size_bytes)}, no file missing"
    if context.thorough:
        wrong = verify(pack)
        if wrong:
            yield Check("encoder", False, f"{pack.name}: altered files: {', '.join(wrong)}")
            return
        damage = next(repairs.damaged_encoders(context.paths, pack), None)
        if damage is not None:
            yield Check("encoder", False, f"{pack.name} made ready: {damage[1]}{_REPAIR}")
            return
        context.must_load(*_PARTS_OF[pack.computed_by])
        yield _try_encoder(pack, context.paths)
        return
    yield Check("encoder", True, detail)


def _encoder_precision(context: CheckContext) -> Iterator[Check]:
    """Say in which precision photos are looked at, and why."""
    from visret_desktop.engine.models.encoder_choice import told_form
    from visret_desktop.models.runtimes.devices import place
    from visret_desktop.packs import registry

    if not _has_sound_catalog(context):
        return
    chosen = context.settings
    pack = registry.find(context.paths, chosen.encoder)
    device = place(pack, chosen.encoder_device).device
    with _reading(context) as reader:
        state = told_form(pack, device, chosen, context.paths, reader)
    yield Check("encoder precision", True, state)


def _try_encoder(pack: "Pack", paths: Paths) -> Check:
    from visret_desktop.models.encoders.encoder import open_encoder

    encoder = open_encoder(pack, paths)
    length = float((encoder.embed_texts(["a photo"])[0] ** 2).sum()) ** 0.5
    if abs(length - 1) > 1e-3:
        return Check("encoder", False, f"{pack.name} makes vectors of length {length:.4f}")
    return Check("encoder", True, f"{pack.name} is whole and encodes; {encoder.dimension} numbers")


def _models(context: CheckContext) -> Iterator[Check]:
    """Say of each other model in use whether it is there and for that; thorough: whether whole."""
    from visret_desktop.packs import registry
    from visret_desktop.packs.manifest import verify

    for role in ROLES.values():
        name = context.settings.pack_of(role)
        if role is Role.ENCODER or not name:
            continue
        try:
            pack = registry.find(context.paths, name)
            if not pack.role.can_serve_as(role):
                raise PackOfOtherRole(name=name, role=pack.role.name, wanted=role.name)
        except VisretError as error:
            yield Check(role.name, False, str(error))
            continue
        altered = ", ".join(verify(pack)) if context.thorough else ""
        whole = "whole" if context.thorough else "no file missing"
        state = f"altered files: {altered}" if altered else whole
        yield Check(role.name, not altered, f"{name}, {size_of(pack.size_bytes)}, {state}")


def _own_packs(context: CheckContext) -> Iterator[Check]:
    """Open once what was made of a person's own files; thorough only, as it takes seconds each."""
    if not context.thorough:
        return
    from visret_desktop.packs import registry
    from visret_desktop.packs.errors import PackRefused
    from visret_desktop.packs.fetching.pack_fetch import open_once
    from visret_desktop.packs.manifest import Pack
    from visret_desktop.packs.offers import find_offer

    for pack in registry.installed(context.paths):
        if not isinstance(pack, Pack) or registry.is_built_in(pack) or find_offer(pack.name):
            continue
        name = f"pack {pack.name}"
        try:
            open_once(pack, pack.title, context.paths, lambda: False)
        except PackRefused as error:
            advice = f"`visret packs remove {pack.name}` takes it away"
            yield Check(name, False, f"{error} To use it, import its files anew; {advice}.")
        else:
            yield Check(name, True, f"{size_of(pack.size_bytes)}, opens")


def _sketches(context: CheckContext) -> Iterator[Check]:
    """Say what draws sketches, in which form, and why."""
    from visret_desktop.models.drawing.visualizer import what_draws
    from visret_desktop.models.runtimes.devices import place
    from visret_desktop.packs import registry

    chosen = context.settings
    if not chosen.visualizer:
        return
    pack = registry.find(context.paths, chosen.visualizer)
    device = place(pack, chosen.visualizer_device).device
    context.must_load("openvino")
    state = what_draws(pack, context.paths, device, chosen.drawing, _encoders(context))
    yield Check("sketches", True, state)


def _encoders(context: CheckContext) -> list[str]:
    """Return the names of the encoders whose vectors the library has."""
    if not _has_sound_catalog(context):
        return []
    with _reading(context) as reader:
        return list(reader.embeddings.spaces())


def _has_sound_catalog(context: CheckContext) -> bool:
    from visret_desktop.library.repair.catalog_check import damage_of, is_made

    return is_made(context.paths.catalog) and not damage_of(context.paths, is_thorough=False)


def _settings(context: CheckContext) -> Iterator[Check]:
    damage = settings.damage_of(context.paths.settings)
    yield Check("settings", not damage, f"damaged: {damage}{_REPAIR}" if damage else "can be read")


def _catalog(context: CheckContext) -> Iterator[Check]:
    from visret_desktop.library.repair.catalog_check import damage_of, is_made

    damage = damage_of(context.paths, is_thorough=context.thorough)
    if damage or not is_made(context.paths.catalog):
        yield Check("catalog", not damage, f"damaged: {damage}{_REPAIR}" if damage else "none yet")
        return
    with _reading(context) as reader:
        photos, offline = reader.counts()
        problems = len(reader.problems())
        folders = len(reader.folders())
        is_forgetting = reader.is_forgetting()
    figures = f"{folders} folders, {photos} photos, {offline} offline, {problems} problems"
    yield Check("catalog", True, figures)
    if context.thorough:
        yield _records(context)
    yield Check("backups", True, repairs.backups_told(context.paths))
    traces = f"traces of a folder that was removed are left{_REPAIR}"
    yield Check("removed folders", not is_forgetting, traces if is_forgetting else "no traces left")


def _records(context: CheckContext) -> Check:
    from visret_desktop.engine.repair.stored_records import unreadable_records

    unreadable = unreadable_records(context.paths.catalog)
    if not unreadable:
        return Check("notes", True, "every stored note and deployment can be read")
    named = "; ".join(one.what for one in unreadable[:_NAMED])
    more = "; …" if len(unreadable) > _NAMED else ""
    detail = f"{len(unreadable)} stored records cannot be read: {named}{more}{_REPAIR}"
    return Check("notes", False, detail)


@contextmanager
def _reading(context: CheckContext) -> Iterator["CatalogReader"]:
    """Open a catalog that was found to be there; none is ever made here."""
    from visret_desktop.library.catalog.catalog import Catalog

    with closing(Catalog.open_readonly(context.paths.catalog)) as reader:
        yield reader


def _index(context: CheckContext) -> Iterator[Check]:
    """Read the saved vectors; what is missing is no fault, as it is made from the catalog."""
    damaged = list(repairs.damaged_indexes(context.paths)) if context.thorough else []
    detail = "; ".join(f"damaged: {damage}" for _, damage in damaged) + _REPAIR
    yield Check("index", not damaged, detail if damaged else "in order")


def _thumbnails(context: CheckContext) -> Iterator[Check]:
    from visret_desktop.library.photos.thumbnails import ThumbnailStore
    from visret_desktop.library.repair.catalog_check import is_made

    paths = context.paths
    if not (paths.thumbnails.exists() and is_made(paths.catalog)):
        yield Check("thumbnails", True, "none yet")
        return
    with closing(ThumbnailStore(paths.thumbnails)) as store, _reading(context) as reader:
        hashes = {row.content_hash for row in reader.photo_rows()} if context.thorough else set()
        damage = next(store.damaged(), "") if context.thorough else ""
        missing = len(store.missing(hashes))
        state = repairs.leftovers_told(reader, store)
    if damage:
        yield Check("thumbnails", False, f"damaged: {damage}{_REPAIR}")
        return
    lack = f", {missing} photos have none; `visret index` makes them" if missing else ""
    yield Check("thumbnails", missing == 0, size_of(store.size_bytes()) + lack)
    yield Check("leftovers", True, state)


def _clocks(context: CheckContext) -> Iterator[Check]:
    """Compare the times that cameras write into their pictures with those in the files."""
    from visret_desktop.engine.upkeep.clock_check import clock_differences

    if not _has_sound_catalog(context):
        return
    with _reading(context) as reader:
        if not reader.inscriptions.count():
            return
        differences = clock_differences(reader)
    for one in differences:
        hours = f"{abs(one.ahead)} {'later' if one.ahead > timedelta() else 'earlier'}"
        state = f"{len(one.photos)} of {one.checked} photos say in the picture a time {hours} than"
        camera = f" by {one.camera}" if one.camera else ""
        yield Check("clock", True, f"{one.folder}{camera}: {state} their file does")
    if not differences:
        yield Check("clocks", True, "times in pictures are those of their files")


def _unfinished_packs(context: CheckContext) -> Iterator[Check]:
    """Name packs that were begun or being removed; nothing is wrong with that."""
    from visret_desktop.packs.registry import leftovers

    sizes = [f"{name} ({size_of(size)})" for name, size in leftovers(context.paths).items()]
    advice = "; `visret packs install NAME` goes on, `visret packs remove NAME` deletes them"
    yield Check("unfinished packs", True, ", ".join(sizes) + advice if sizes else "none")


def _formats(_context: CheckContext) -> Iterator[Check]:
    from PIL import features

    from visret_desktop.library.photos.formats import EXTENSIONS

    lacking = [name for name in ("jpg", "webp", "avif", "jpg_2000") if not features.check(name)]
    names = " ".join(sorted(extension.removeprefix(".") for extension in EXTENSIONS))
    yield Check("formats", not lacking, f"lacks {' '.join(lacking)}" if lacking else names)


def _processors(context: CheckContext) -> Iterator[Check]:
    """Say where each model would go and why; asking llama.cpp and PyTorch takes seconds."""
    if not context.thorough:
        return
    from visret_desktop.models.runtimes.devices import place

    for role in ROLES.values():
        try:
            context.must_load(*_PARTS_OF[role.computed_by])
            chosen = place(role, context.settings.device_of(role))
        except (DeviceMissing, PartNotLoading) as error:
            yield Check(f"{role.name} device", False, str(error))
        else:
            yield Check(f"{role.name} device", True, f"{chosen.device}: {chosen.reason}")


CHECKS = (
    *(
        _program,
        _native_parts,
        _window,
        _directories,
        _settings,
        _encoder,
        _encoder_precision,
        _models,
        _own_packs,
        _sketches,
        _unfinished_packs,
    ),
    *(_processors, _catalog, _index, _thumbnails, _clocks, _formats),
)
