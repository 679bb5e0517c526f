"""`visret doctor`: look whether everything is in order, and name what is not."""

import json
import os
import platform
import shutil
import sqlite3
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop import __version__, own_python, settings
from visret_desktop.cli import jobs
from visret_desktop.cli import repair as repairs
from visret_desktop.cli.output import Json, Output, size_of
from visret_desktop.errors import DeviceMissing, PackOfOtherRole, VisretError
from visret_desktop.paths import Paths
from visret_desktop.roles import ROLES, Role
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.packs.manifest import Pack

LINUX_LIBRARIES = (
    "libegl1 libgl1 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 "
    "libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 "
    "libxcb-xinerama0 libxcb-xkb1"
)
_REPAIR = "; `visret doctor --repair` puts it right"
_QT_SECONDS = 60
_TORCH_SECONDS = 120
_LITTLE_SPACE = 1_000_000_000
_NAMED_VERSIONS = ("pyside6", "torch", "onnxruntime", "numpy", "pillow", "hnswlib")
_IMPORT_WINDOW = "import PySide6.QtWidgets, PySide6.QtGui; print(PySide6.__version__)"
_LIST_TORCH_DEVICES = """
import json, torch
names = [torch.cuda.get_device_name(n) for n in range(torch.cuda.device_count())]
print(json.dumps(names + (["Metal"] if torch.backends.mps.is_available() else [])))
"""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True)
class _Patient:
    """What the checks look at; `thorough` reads every byte."""

    paths: Paths
    settings: Settings
    thorough: bool


def doctor(options: Namespace, out: Output) -> int:
    """`visret doctor`."""
    paths, chosen = jobs.profile()
    if options.restore is not None:
        return repairs.restore(options, paths, out)
    repaired = repairs.repair(paths, chosen, out) if options.repair else []
    patient = _Patient(paths, chosen, options.check or options.repair)
    checks = [check for look in _LOOKS for check in _safely(look, patient)]
    healthy = all(check.ok for check in checks)
    body = {
        "ok": healthy,
        "checks": [asdict(check) for check in checks],
        "paths": _paths(paths),
        "devices": _devices(patient.thorough),
        "version": __version__,
        "repaired": repaired,
    }
    out.result(body, _lines(body))
    return 0 if healthy or not patient.thorough else 1


def _safely(look: Callable[[_Patient], Iterator[Check]], patient: _Patient) -> Iterator[Check]:
    """Turn what stops a check into its finding."""
    name = look.__name__.strip("_").replace("_", " ")
    try:
        yield from look(patient)
    except (VisretError, OSError, sqlite3.Error, ValueError) as error:
        yield Check(name, False, str(error))
    except subprocess.TimeoutExpired as error:
        advice = "Try again when this computer has less to do."
        yield Check(name, False, f"no answer in {error.timeout:g} seconds. {advice}")


# ---- checks ---------------------------------------------------------------------------------


def _program(_patient: _Patient) -> Iterator[Check]:
    versions = ", ".join(f"{name} {_version(name)}" for name in _NAMED_VERSIONS)
    yield Check("program", True, f"visret {__version__}; {versions}")
    python = platform.python_version()
    supported = (3, 11) <= sys.version_info[:2] <= (3, 13)
    yield Check("python", supported, f"{python} on {platform.platform()}")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "missing"


def _directories(patient: _Patient) -> Iterator[Check]:
    paths = patient.paths
    refused = [str(d) for d in (paths.data, paths.cache, paths.config) if not os.access(d, os.W_OK)]
    detail = f"cannot write to {', '.join(refused)}" if refused else "can be written"
    yield Check("directories", not refused, detail)
    free = shutil.disk_usage(paths.data).free
    yield Check("disk space", free >= _LITTLE_SPACE, f"{size_of(free)} free for the library")


def _window(_patient: _Patient) -> Iterator[Check]:
    """Import Qt where it can do no harm; on Linux it needs libraries that pip does not bring."""
    result = subprocess.run(
        own_python.statements(_IMPORT_WINDOW),
        capture_output=True,
        text=True,
        check=False,
        timeout=_QT_SECONDS,
    )
    if result.returncode == 0:
        yield Check("window", True, f"PySide6 {result.stdout.strip()} loads")
        return
    lines = result.stderr.strip().splitlines() or [f"exit code {result.returncode}"]
    advice = f"; try: apt-get install {LINUX_LIBRARIES}" if sys.platform == "linux" else ""
    yield Check("window", False, f"PySide6 does not load: {lines[-1]}{advice}")


def _encoder(patient: _Patient) -> Iterator[Check]:
    from visret_desktop.packs import registry
    from visret_desktop.packs.manifest import verify

    pack = registry.find(patient.paths, patient.settings.encoder)
    detail = f"{pack.name}, {size_of(pack.size_bytes)}, no file missing"
    if patient.thorough:
        wrong = verify(pack)
        if wrong:
            yield Check("encoder", False, f"{pack.name}: altered files: {', '.join(wrong)}")
            return
        damage = next(repairs.damaged_encoders(patient.paths, pack), None)
        if damage is not None:
            yield Check("encoder", False, f"{pack.name} made ready: {damage[1]}{_REPAIR}")
            return
        yield _try_encoder(pack, patient.paths)
        return
    yield Check("encoder", True, detail)


def _try_encoder(pack: "Pack", paths: Paths) -> Check:
    from visret_desktop.models.encoder import open_encoder

    encoder = open_encoder(pack, paths)
    length = float((encoder.embed_texts(["a photo"])[0] ** 2).sum()) ** 0.5
    if abs(length - 1) > 1e-3:
        return Check("encoder", False, f"{pack.name} makes vectors of length {length:.4f}")
    return Check("encoder", True, f"{pack.name} is whole and encodes; {encoder.dimension} numbers")


def _models(patient: _Patient) -> Iterator[Check]:
    """Say of each other model in use whether it is there and for that; thorough: whether whole."""
    from visret_desktop.packs import registry
    from visret_desktop.packs.manifest import verify

    for role in ROLES.values():
        name = patient.settings.pack_of(role)
        if role is Role.ENCODER or not name:
            continue
        try:
            pack = registry.find(patient.paths, name)
            if not pack.role.can_serve_as(role):
                raise PackOfOtherRole(name=name, role=pack.role.name, wanted=role.name)
        except VisretError as error:
            yield Check(role.name, False, str(error))
            continue
        altered = ", ".join(verify(pack)) if patient.thorough else ""
        whole = "whole" if patient.thorough else "no file missing"
        told = f"altered files: {altered}" if altered else whole
        yield Check(role.name, not altered, f"{name}, {size_of(pack.size_bytes)}, {told}")


def _settings(patient: _Patient) -> Iterator[Check]:
    damage = settings.damage_of(patient.paths.settings)
    yield Check("settings", not damage, f"damaged: {damage}{_REPAIR}" if damage else "can be read")


def _catalog(patient: _Patient) -> Iterator[Check]:
    from visret_desktop.library.repair.catalog_check import damage_of, is_made

    damage = damage_of(patient.paths, is_thorough=patient.thorough)
    if damage or not is_made(patient.paths.catalog):
        yield Check("catalog", not damage, f"damaged: {damage}{_REPAIR}" if damage else "none yet")
        return
    with _reading(patient) as reader:
        photos, offline = reader.counts()
        problems = len(reader.problems())
        folders = len(reader.folders())
        is_forgetting = reader.is_forgetting()
    figures = f"{folders} folders, {photos} photos, {offline} offline, {problems} problems"
    yield Check("catalog", True, figures)
    yield Check("backups", True, repairs.backups_told(patient.paths))
    traces = f"traces of a folder that was removed are left{_REPAIR}"
    yield Check("removed folders", not is_forgetting, traces if is_forgetting else "no traces left")


@contextmanager
def _reading(patient: _Patient) -> Iterator["CatalogReader"]:
    """Open a catalog that was found to be there; none is ever made here."""
    from visret_desktop.library.catalog.catalog import Catalog

    with closing(Catalog.open_readonly(patient.paths.catalog)) as reader:
        yield reader


def _index(patient: _Patient) -> Iterator[Check]:
    """Read the saved vectors; what is missing is no fault, as it is made from the catalog."""
    damaged = list(repairs.damaged_indexes(patient.paths)) if patient.thorough else []
    detail = "; ".join(f"damaged: {damage}" for _, damage in damaged) + _REPAIR
    yield Check("index", not damaged, detail if damaged else "in order")


def _thumbnails(patient: _Patient) -> Iterator[Check]:
    from visret_desktop.library.photos.thumbnails import ThumbnailStore
    from visret_desktop.library.repair.catalog_check import is_made

    paths = patient.paths
    if not (paths.thumbnails.exists() and is_made(paths.catalog)):
        yield Check("thumbnails", True, "none yet")
        return
    with closing(ThumbnailStore(paths.thumbnails)) as store, _reading(patient) as reader:
        hashes = {row.content_hash for row in reader.photo_rows()} if patient.thorough else set()
        damage = next(store.damaged(), "") if patient.thorough else ""
        missing = len(store.missing(hashes))
        told = repairs.leftovers_told(reader, store)
    if damage:
        yield Check("thumbnails", False, f"damaged: {damage}{_REPAIR}")
        return
    lack = f", {missing} photos have none; `visret index` makes them" if missing else ""
    yield Check("thumbnails", missing == 0, size_of(store.size_bytes()) + lack)
    yield Check("leftovers", True, told)


def _unfinished_packs(patient: _Patient) -> Iterator[Check]:
    """Name packs that were begun or being removed; nothing is wrong with that."""
    from visret_desktop.packs.registry import leftovers

    told = [f"{name} ({size_of(size)})" for name, size in leftovers(patient.paths).items()]
    advice = "; `visret packs install NAME` goes on, `visret packs remove NAME` deletes them"
    yield Check("unfinished packs", True, ", ".join(told) + advice if told else "none")


def _formats(_patient: _Patient) -> Iterator[Check]:
    from PIL import features

    from visret_desktop.library.photos.formats import EXTENSIONS

    lacking = [name for name in ("jpg", "webp", "avif", "jpg_2000") if not features.check(name)]
    names = " ".join(sorted(extension.removeprefix(".") for extension in EXTENSIONS))
    yield Check("formats", not lacking, f"lacks {' '.join(lacking)}" if lacking else names)


def _processors(patient: _Patient) -> Iterator[Check]:
    """Say where each model would go and why; asking llama.cpp and PyTorch takes seconds."""
    if not patient.thorough:
        return
    from visret_desktop.models.placement import place

    for role in ROLES.values():
        try:
            chosen = place(role, patient.settings.device_of(role))
        except DeviceMissing as error:
            yield Check(f"{role.name} device", False, str(error))
        else:
            yield Check(f"{role.name} device", True, f"{chosen.device}: {chosen.reason}")


_LOOKS = (
    *(_program, _directories, _settings, _window, _encoder, _models, _unfinished_packs),
    *(_processors, _catalog, _index, _thumbnails, _formats),
)


# ---- report ---------------------------------------------------------------------------------


def _paths(paths: Paths) -> dict[str, str]:
    named: dict[str, Path] = {
        "data": paths.data,
        "cache": paths.cache,
        "config": paths.config,
        "catalog": paths.catalog,
        "packs": paths.packs,
        "demo": paths.demo,
        "thumbnails": paths.thumbnails,
        "logs": paths.logs,
        "settings": paths.settings,
    }
    return {name: str(path) for name, path in named.items()}


def _devices(thorough: bool) -> Json:
    """Return processors; graphics cards only on request, because asking torch takes seconds."""
    import onnxruntime

    devices: Json = {
        "cpu_cores": os.cpu_count() or 1,
        "onnxruntime": onnxruntime.get_available_providers(),
    }
    if thorough:
        devices["torch"] = _torch_devices()
    return devices


def _torch_devices() -> list[str] | None:
    """Return the graphics cards that torch can use; None: it cannot be asked."""
    try:
        result = subprocess.run(
            own_python.statements(_LIST_TORCH_DEVICES),
            capture_output=True,
            text=True,
            check=True,
            timeout=_TORCH_SECONDS,
        )
    except subprocess.SubprocessError:
        return None
    names: list[str] = json.loads(result.stdout)
    return names


def _lines(body: Json) -> Iterator[str]:
    for check in body["checks"]:
        yield f"{'ok ' if check['ok'] else 'BAD'}  {check['name']}: {check['detail']}"
    for name, path in body["paths"].items():
        yield f"     {name}: {path}"
    for name, value in body["devices"].items():
        yield f"     {name}: {value}"
    yield "Everything is in order." if body["ok"] else "Something needs attention; see BAD above."
