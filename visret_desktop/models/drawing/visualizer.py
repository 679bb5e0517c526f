"""Open a visualizer pack: on OpenVINO where it computes on a processor, else on diffusers."""

import json
import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from visret_desktop.errors import VisretError
from visret_desktop.models.drawing import compiled_visualizer
from visret_desktop.models.drawing.compiled_visualizer import CompiledVisualizer, task_of
from visret_desktop.models.drawing.openvino_visualizer import OpenVinoVisualizer, fits
from visret_desktop.models.drawing.variant_choice import VariantChoice, choose_form
from visret_desktop.models.interfaces import Visualizer
from visret_desktop.models.pack_settings import DrawingSettings, read_settings
from visret_desktop.models.runtimes.compiled_files import NotCompiling
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import library_environment
from visret_desktop.processes.limited_run import NOBODY, Watch

Drawing = Literal["automatic", "diffusers"]
_LARGE = 500_000_000  # bytes of a pack
_BYTES_FOR_EACH = 2.5  # of the networks' weights: measured 2.4 in 8 bits, 2.5 in bfloat16
# Packs that could not be compiled, by name, files and settings: not tried again by this process.
_given_up: dict[str, VisretError | OSError] = {}
_log = logging.getLogger(__name__)


def open_visualizer(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    threads: int | None = None,
    drawing: Drawing = "automatic",
    encoders: Sequence[str] = (),
) -> Visualizer:
    """Load a visualizer pack onto `device` ('cpu', 'cuda', 'cuda:1', 'mps').

    `threads` counts on a CPU and is chosen by the size of the model unless given. `drawing` says
    whether a CPU may draw with what was compiled for it; what cannot be compiled, diffusers draws.
    What was compiled computes in the quickest form by which the named encoders find the same
    photos. In float32 it takes more memory than diffusers, so that only small packs are drawn so.

    Raises:
        PackDamaged: its settings or its files cannot be used.
        DeviceMissing: that device is not there; it never falls back to another.
        OutOfMemory: it does not fit.
    """
    settings = read_settings(pack, DrawingSettings)
    threads = threads or sensible_threads(pack.size_bytes)
    if device == "cpu" and drawing == "automatic":
        compiled = _open_compiled(pack, paths, settings, threads, encoders)
        if compiled is not None:
            return compiled
    return _open_diffusers(pack, paths, settings, device, threads)


def what_draws(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    drawing: str = "automatic",
    encoders: Sequence[str] = (),
) -> str:
    """Return in words what draws with a pack, in which form, and why.

    It neither compiles nor measures anything.
    """
    if device != "cpu":
        return f"diffusers, on {device}"
    if drawing == "diffusers":
        return "diffusers, as the settings say"
    try:
        compiled = compiled_visualizer.find_compiled(pack, paths)
    except NotCompiling as error:
        return f"diffusers: {error.parameters['reason']}"
    if compiled is None:
        return "is made ready for this processor before the first sketch"
    if not paths.form_speeds.exists():
        return "OpenVINO; its form is chosen before the first sketch"
    choice = choose_form(compiled, encoders, paths)
    drawer = "diffusers" if _takes_too_much(pack, choice) else f"OpenVINO in {choice.form}"
    return f"{drawer}: {choice.why}"


def bytes_needed(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    drawing: Drawing = "automatic",
    encoders: Sequence[str] = (),
) -> int | None:
    """Return what a compiled visualizer takes in memory; None: diffusers draws."""
    compiled = compiled_for(pack, paths, device, drawing)
    if compiled is None:
        return None
    choice = choose_form(compiled, encoders, paths)
    if _takes_too_much(pack, choice) or not fits(compiled, read_settings(pack, DrawingSettings)):
        return None
    networks = [compiled.denoiser(choice.form), compiled.decoder(choice.form)]
    networks += [compiled.directory / part.network for part in compiled.plan.texts]
    weights = sum(network.with_suffix(".bin").stat().st_size for network in networks)
    return int(_BYTES_FOR_EACH * weights)


def _takes_too_much(pack: Pack, choice: VariantChoice) -> bool:
    return choice.form == "fp32" and pack.size_bytes > _LARGE


def prepare_visualizer(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    drawing: Drawing = "automatic",
    watch: Watch = NOBODY,
) -> None:
    """Compile a pack if `open_visualizer` would, so that this can be watched and stopped.

    Raises:
        Cancelled: `watch` stopped it.
    """
    compiled_for(pack, paths, device, drawing, watch)


def compiled_for(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    drawing: str = "automatic",
    watch: Watch = NOBODY,
) -> CompiledVisualizer | None:
    """Return what was compiled of a pack, which may happen now; None: diffusers draws in any case.

    Raises:
        Cancelled: `watch` stopped it.
    """
    is_wanted = device == "cpu" and drawing == "automatic"
    return _compiled(pack, paths, watch) if is_wanted else None


def open_form(
    pack: Pack,
    paths: Paths,
    compiled: CompiledVisualizer,
    form: Precision,
    pixels: int | None = None,
    threads: int | None = None,
) -> OpenVinoVisualizer:
    """Return what draws with a compiled pack in a form, accepted or not; at the pack's own size."""
    settings = read_settings(pack, DrawingSettings)
    return OpenVinoVisualizer(
        compiled,
        replace(settings, pixels=pixels or settings.pixels),
        form,
        threads or sensible_threads(pack.size_bytes),
        f"{pack.name}-{pack.digest}",
        partial(compiled_visualizer.renew_if_damaged, pack, paths),
    )


def _compiled(pack: Pack, paths: Paths, watch: Watch = NOBODY) -> CompiledVisualizer | None:
    """Return the compiled visualizer, None if it cannot be had."""
    task = f"{pack.name}-{pack.digest}-{json.dumps(task_of(pack), sort_keys=True)}"
    try:
        if task in _given_up:
            raise _given_up[task]
        return compiled_visualizer.ensure_compiled(pack, paths, watch)
    except (VisretError, OSError) as error:  # a folder that may only be read, among others
        _given_up[task] = error
        _log.warning("diffusers draws with %s: %s", pack.name, error)
        return None


def _open_compiled(
    pack: Pack, paths: Paths, settings: DrawingSettings, threads: int, encoders: Sequence[str]
) -> Visualizer | None:
    """Return what draws with the compiled visualizer, None if diffusers has to draw."""
    compiled = _compiled(pack, paths)
    if compiled is None:
        return None
    if not fits(compiled, settings):
        text = "diffusers draws with %s: %d pixels are no multiple of %d"
        _log.warning(text, pack.name, settings.pixels, compiled.plan.divisor)
        return None
    choice = choose_form(compiled, encoders, paths)
    _log.info("%s draws in %s: %s", pack.name, choice.form, choice.why)
    if _takes_too_much(pack, choice):
        return None
    return open_form(pack, paths, compiled, choice.form, threads=threads)


def _open_diffusers(
    pack: Pack, paths: Paths, settings: DrawingSettings, device: str, threads: int
) -> Visualizer:
    from visret_desktop.models.drawing.diffusers_pipeline import open_pipeline
    from visret_desktop.models.drawing.diffusion_visualizer import DiffusionVisualizer
    from visret_desktop.models.runtimes.devices import usable_device

    library_environment.keep_at_home(paths.cache)
    chosen = usable_device(device)
    pipeline = open_pipeline(pack, chosen, settings)
    return DiffusionVisualizer(pack, pipeline, settings, chosen, threads)
