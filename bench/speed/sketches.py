"""A sketch at real size: by diffusers, as before, and by the compiled networks of the pack."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from bench.own_folders import copy_tree
from bench.random_pack import write_random_visualizer
from bench.speed.desk import STARTER, Desk
from bench.speed.fresh_process import call, peak_of
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.models.interfaces import SketchOrder, Visualizer
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.packs.offers import find_offer
from visret_desktop.paths import Paths, bundled
from visret_desktop.processes.processor import flags

if TYPE_CHECKING:
    from visret_desktop.models.variants import Precision

_OFFER, _FAMILY = "sd-turbo", "sd21"
SMALL_PIXELS = 256  # what usual encoders look at
_SMALLER, _MEMORY = 2.5, 0.5  # aims
_TURNS = 2
_AS_IT_IS: Mapping[str, str] = {}


# A way is "diffusers", or a form in which compiled networks compute; the quickest one is that in
# which this processor is, whether or not it would be accepted.
DIFFUSERS: Literal["diffusers"] = "diffusers"
QUICKEST = "quickest"
_WORDS = "a heron in the reeds at dusk"
_DRAW = f"{__name__}:draw"


@dataclass(frozen=True)
class Cost:
    """What one sketch cost."""

    way: str  # "diffusers", or the form
    cpu_seconds: float
    seconds: float
    peak_megabytes: float  # of the process that drew, from its start


@dataclass(frozen=True)
class Way:
    """A way to draw: by what, how large, and what is used of the processor."""

    by: str
    pixels: int
    limits: Mapping[str, str]  # environment


@dataclass(frozen=True)
class Kind:
    """Processors that have some instructions, and none that came later."""

    name: str
    flag: str  # of Linux
    one_dnn: str  # the same in the words of the libraries that compute
    torch: str
    aim: float  # times as fast as diffusers

    @property
    def limits(self) -> dict[str, str]:
        """The environment in which the libraries use no later instructions."""
        mkl = self.torch.upper()
        return {
            "ONEDNN_MAX_CPU_ISA": self.one_dnn,
            "DNNL_MAX_CPU_ISA": self.one_dnn,
            "ATEN_CPU_CAPABILITY": self.torch,
            "MKL_ENABLE_INSTRUCTIONS": mkl,
        }


KINDS = (
    Kind("AVX2", "avx2", "AVX2", "avx2", 1.0),
    Kind("AVX-512", "avx512f", "AVX512_CORE", "avx512", 1.7),
    Kind("VNNI", "avx512_vnni", "AVX512_CORE_VNNI", "avx512", 2.2),
    Kind("AMX", "amx_int8", "AVX512_CORE_AMX", "avx512", 4.0),
)


def sketches(desk: Desk) -> Iterator[Row]:
    """A sketch by the quickest form; with --compare-runtimes against diffusers, by processor."""
    pack, profile = drawing_pack(desk), drawing_profile(desk)
    _prepare(pack, profile)
    usual = int(read_pack(pack).settings["pixels"])
    small = desk.size(SMALL_PIXELS, usual // 2)
    ways = [Way(QUICKEST, usual, _AS_IT_IS), Way(QUICKEST, small, _AS_IT_IS)]
    if desk.compares_runtimes:
        ways += [Way(DIFFUSERS, usual, _AS_IT_IS), Way(DIFFUSERS, small, _AS_IT_IS)]
    costs = _measure(pack, profile, ways, desk.size(_TURNS, 1))
    yield from _here(desk, usual, small, costs)
    if desk.compares_runtimes:
        for kind in KINDS:
            yield _as_on(desk, kind, pack, profile, usual)


def drawing_profile(desk: Desk) -> Path:
    """Return a folder with a profile whose `compiled` is kept for the next measurement."""
    profile = desk.shared / "drawing"
    for name in ("data", "cache", "config"):
        file_changes.make_folder(profile / name)
    return profile


def drawing_pack(desk: Desk) -> Path:
    """Return a visualizer of SD-Turbo's size, in a quick run the built-in one."""
    pack = desk.shared / _OFFER
    if pack.exists():
        return pack
    if desk.is_quick:
        copy_tree(bundled(STARTER, "visualizer"), pack)
        return pack
    offer = find_offer(_OFFER)
    assert offer is not None
    write_random_visualizer(bundled("pipelines", _FAMILY), pack, offer.settings)
    return pack


def _here(desk: Desk, usual: int, small: int, costs: Sequence[Cost]) -> Iterator[Row]:
    """Yield what it takes on this processor, as it is."""
    large_one, small_one, *others = costs
    yield _row(desk, "sketch", large_one, others[0] if others else None, detail=f"{usual} pixels")
    yield Row(
        "sketch, smaller",
        small_one.cpu_seconds,
        "s",
        large_one.cpu_seconds / small_one.cpu_seconds,
        f"{usual} / {small} pixels",
        "ratio at least",
        _SMALLER,
        _told(small_one),
        is_full=not desk.is_quick,
    )
    before = others[1].peak_megabytes if others else None
    yield Row(
        "sketch, memory",
        small_one.peak_megabytes,
        "MB",
        small_one.peak_megabytes / before if before else None,
        f"{small_one.way} / diffusers" if before else "",
        "ratio at most" if before else None,
        _MEMORY if before else None,
        f"peak at {small} pixels" + (f"; diffusers {before:.0f} MB" if before else ""),
        is_full=not desk.is_quick,
    )


def _as_on(desk: Desk, kind: Kind, pack: Path, profile: Path, pixels: int) -> Row:
    """Return what it takes where the libraries may use no later instructions."""
    name = f"sketch, {kind.name}"
    if kind.flag not in flags():
        return Row(name, 0.0, "s", detail=f"not measured: this processor has no {kind.name}")
    ways = [Way(by, pixels, kind.limits) for by in (QUICKEST, DIFFUSERS)]
    ours, theirs = _measure(pack, profile, ways, desk.size(_TURNS, 1))
    return _row(desk, name, ours, theirs, kind.aim, "limited to its instructions")


def _row(
    desk: Desk,
    name: str,
    ours: Cost,
    theirs: Cost | None,
    aim: float | None = None,
    detail: str = "",
) -> Row:
    return Row(
        name,
        ours.cpu_seconds,
        "s",
        theirs.cpu_seconds / ours.cpu_seconds if theirs else None,
        f"diffusers / {ours.way}" if theirs else "",
        "ratio at least" if aim else None,
        aim,
        f"{_told(ours)}; {detail}" + (f"; diffusers {theirs.cpu_seconds:.1f} s" if theirs else ""),
        is_full=not desk.is_quick,
    )


def _told(cost: Cost) -> str:
    return f"of a processor, {cost.seconds:.1f} s of the clock, in {cost.way}"


# ---- each way in a fresh process ----------------------------------------------------------------


def _measure(pack: Path, profile: Path, ways: Sequence[Way], rounds: int) -> list[Cost]:
    """Draw in each way in turn, `rounds` times; return the least that each took."""
    runs: list[list[Cost]] = [[] for _ in ways]
    for _ in range(rounds):
        for number, way in enumerate(ways):
            runs[number].append(_in_fresh_process(way, pack, profile))
    return [min(costs, key=lambda cost: cost.cpu_seconds) for costs in runs]


def _prepare(pack: Path, profile: Path) -> None:
    """Compile the pack, so that no measurement has it in it."""
    from visret_desktop.models.drawing.compiled_visualizer import ensure_compiled

    ensure_compiled(read_pack(pack), _paths(profile))


def _in_fresh_process(way: Way, pack: Path, profile: Path) -> Cost:
    told = (way.by, str(way.pixels), str(pack), str(profile))
    return Cost(**call(_DRAW, *told, environment=way.limits))


def _paths(profile: Path) -> Paths:
    return Paths(profile / "data", profile / "cache", profile / "config")


def draw(by: str, pixels: str, folder: str, profile: str) -> dict[str, str | float]:
    """Draw twice in this process; the first time has loading in it, and does not count."""
    pack, paths = read_pack(Path(folder)), _paths(Path(profile))
    sized = replace(pack, settings={**pack.settings, "pixels": int(pixels)})
    visualizer, way = _opened(by, sized, paths)
    list(visualizer.visualize([SketchOrder(_WORDS, 1)], lambda _: False))
    began, cpu_began = time.perf_counter(), time.process_time()
    list(visualizer.visualize([SketchOrder(_WORDS, 2)], lambda _: False))
    cpu, wall = time.process_time() - cpu_began, time.perf_counter() - began
    return asdict(Cost(way, cpu, wall, peak_of(os.getpid())))


def _opened(by: str, pack: Pack, paths: Paths) -> tuple[Visualizer, str]:
    from visret_desktop.models.drawing.compiled_visualizer import ensure_compiled
    from visret_desktop.models.drawing.variant_choice import quick_forms
    from visret_desktop.models.drawing.visualizer import open_form, open_visualizer

    if by == DIFFUSERS:
        return open_visualizer(pack, paths, drawing=DIFFUSERS), by
    compiled = ensure_compiled(pack, paths)
    quick = quick_forms(compiled, paths)
    form: Precision = next(iter(quick), "fp32") if by == QUICKEST else cast("Precision", by)
    return open_form(pack, paths, compiled, form), form
