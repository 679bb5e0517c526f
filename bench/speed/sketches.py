"""A sketch at real size: by diffusers, as before, and by the compiled networks of the pack."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import sketch_speed
from bench.random_pack import write_random_visualizer
from bench.sketch_speed import DIFFUSERS, QUICKEST, Cost, Way
from bench.speed.desk import STARTER, Desk
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.assets import bundled
from visret_desktop.packs.manifest import read_pack
from visret_desktop.packs.offers import find_offer
from visret_desktop.processor import flags

_OFFER, _FAMILY = "sd-turbo", "sd21"
SMALL_PIXELS = 256  # what usual encoders look at
_SMALLER, _MEMORY = 2.5, 0.5  # aims
_TURNS = 2
_AS_IT_IS: Mapping[str, str] = {}


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
    sketch_speed.prepare(pack, profile)
    usual = int(read_pack(pack).settings["pixels"])
    small = desk.size(SMALL_PIXELS, usual // 2)
    ways = [Way(QUICKEST, usual, _AS_IT_IS), Way(QUICKEST, small, _AS_IT_IS)]
    if desk.compares_runtimes:
        ways += [Way(DIFFUSERS, usual, _AS_IT_IS), Way(DIFFUSERS, small, _AS_IT_IS)]
    costs = sketch_speed.measure(pack, profile, ways, desk.size(_TURNS, 1))
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
        file_changes.copy_tree(bundled(STARTER, "visualizer"), pack)
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
    ours, theirs = sketch_speed.measure(pack, profile, ways, desk.size(_TURNS, 1))
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
