"""Visualizers compiled to OpenVINO networks, once per pack: where they lie, making them.

diffusers stays the source of truth: what it cannot be followed in, it draws itself.
"""

import json
import shutil
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from visret_desktop import file_changes, typed_values
from visret_desktop.errors import DiskFull, PackDamaged
from visret_desktop.models.drawing.noise_schedule import Schedule
from visret_desktop.models.interfaces import SketchOrder
from visret_desktop.models.memory_need import check_fits, need
from visret_desktop.models.pack_settings import DrawingSettings
from visret_desktop.models.runtimes import compiled_files
from visret_desktop.models.runtimes.compiled_files import DRAWING, NotCompiling
from visret_desktop.models.variants import Precision
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes.limited_run import NOBODY, Watch
from visret_desktop.sentence_json import from_text, to_text
from visret_desktop.sentences import sentence, verbatim

SUFFIX = "-drawing"
TASK_NAME = "task.json"  # what the compiling process is asked for
_COMPILER = "visret_desktop.models.drawing.compiling_visualizer"
_TASK = sentence("preparing it for this processor")
_TIMES_OF_DRAWING = 1.5  # memory: 8.6 GB for an SD-Turbo, which diffusers draws with in 6
_ROOM_FOR_EACH = 2  # bytes on the disk for each of the pack: its weights, and those in 8 bits
_ROOM = 50_000_000
# Settings that change only how a compiled visualizer is used.
_FREE = frozenset(("pixels", "sizes", "prompt_template", "latent_rgb", "dtype"))


@dataclass(frozen=True)
class TextPart:
    """A text encoder: its network, and how words become its tokens."""

    network: str  # int64 (1, length) to states (1, length, d) and maybe a summary (1, p)
    tokenizer: str
    length: int
    pad_id: int


@dataclass(frozen=True)
class PipelinePlan:
    """How a pipeline draws, as far as it is no network."""

    schedule: Schedule
    texts: tuple[TextPart, ...]
    negative: str | None  # words of the first row, where there are two; None: zeros
    # What the denoiser is told beside latents, time and words: by name, (1, n) numbers.
    told: dict[str, tuple[float, ...]]
    told_size: str  # of these, the one in which the places below hold the side in pixels; or ""
    size_places: tuple[int, ...]
    channels: int  # of the latents
    shrinking: int  # pixels for each of the latents, along a side
    divisor: int  # a side in pixels is a multiple of this
    decoder_weights: int  # numbers
    pixels: int  # side of the reference sketches
    references: tuple[SketchOrder, ...]


@dataclass(frozen=True)
class CompiledVisualizer:
    """A visualizer's networks, each an .xml and its .bin, and reference sketches by diffusers."""

    directory: Path
    plan: PipelinePlan

    @property
    def references(self) -> tuple[SketchOrder, ...]:
        """What diffusers drew, when this was made, in pictures of `plan.pixels`."""
        return self.plan.references

    @property
    def has_int8(self) -> bool:
        """Whether there are networks of 8 bits."""
        return self.denoiser("int8").exists() and self.decoder("int8").exists()

    def reference_picture(self, number: int) -> Path:
        """Return what diffusers drew for a reference: PNG, RGB, by no name that photos have."""
        return self.directory / reference_name(number)

    def denoiser(self, form: Precision) -> Path:
        """Return the network from latents, time and words to an answer, all of them float32.

        Inputs: sample (n, c, h, w), timestep (1,), encoder_hidden_states (n, length, d), and what
        `plan.told` names and text_embeds (n, p) where the model has them; n is the schedule's rows.
        """
        return self.directory / f"denoiser{_ending(form)}"

    def decoder(self, form: Precision) -> Path:
        """Return the network from latents (1, c, h, w) to a picture (1, 3, H, W) in -1 … 1."""
        return self.directory / f"decoder{_ending(form)}"


def reference_name(number: int) -> str:
    """Return the name of a reference's file: a sketch must never be found as a photo."""
    return f"reference-{number}.sketch"


def _ending(form: Precision) -> str:
    return ".int8.xml" if form == "int8" else ".xml"


def ensure_compiled(pack: Pack, paths: Paths, watch: Watch = NOBODY) -> CompiledVisualizer:
    """Return the compiled visualizer, compiling first where it is missing, broken or too old.

    `watch` hears "done total" now and then, and may stop the compiling.

    Raises:
        PackDamaged: the pack cannot be compiled; the reason says why. NotCompiling is remembered.
        PartNotLoading: a library does not load that compiles it.
        DiskFull, FileTooLarge: there is no room for it.
        MemoryShort: nor in memory.
        Cancelled: `watch` stopped it, or the waiting for another process that compiles.
    """
    directory = place(pack, paths)
    compiled = compiled_files.ensure(
        paths,
        "drawing.lock",
        partial(_read, directory, pack),
        partial(_make, pack, directory, paths, watch),
        watch,
    )
    if compiled is None:
        raise PackDamaged(name=pack.name, reason=sentence("{task} came out incomplete", task=_TASK))
    return compiled


def find_compiled(pack: Pack, paths: Paths) -> CompiledVisualizer | None:
    """Return what was compiled of a pack, None if it still has to be.

    Raises:
        NotCompiling: it was found to be impossible.
    """
    return _read(place(pack, paths), pack)


def renew_if_damaged(pack: Pack, paths: Paths) -> bool:
    """Compile again if files were altered; return whether they were.

    Raises:
        as `ensure_compiled`.
    """
    make_again = partial(ensure_compiled, pack, paths)
    return compiled_files.renew_if_damaged(pack, place(pack, paths), make_again)


def place(pack: Pack, paths: Paths) -> Path:
    """Return where a pack's compiled visualizer lies, or would lie."""
    return paths.compiled / f"{pack.name}-{pack.digest}{SUFFIX}"


def write_plan(directory: Path, task: dict[str, Any], plan: PipelinePlan) -> None:
    """Describe the networks in `directory`; the last step of compiling."""
    _write(directory, task, {"plan": asdict(plan)})


def task_of(pack: Pack) -> dict[str, Any]:
    """Return the settings by which a pack is compiled; with others it has to be done again."""
    return {name: value for name, value in pack.settings.items() if name not in _FREE}


def _write(directory: Path, task: dict[str, Any], fields: dict[str, Any]) -> None:
    compiled_files.write_record(directory, DRAWING, {"settings": task, **fields})


def _read(directory: Path, pack: Pack) -> CompiledVisualizer | None:
    """Return what lies in a folder, None if it has to be made.

    Raises:
        NotCompiling: it was found to be impossible.
    """
    record = compiled_files.read_record(directory, DRAWING)
    if record is None or record.get("settings") != task_of(pack):
        return None
    if refusal := record.get("refusal"):
        raise NotCompiling(name=pack.name, reason=from_text(str(refusal)))
    try:
        return CompiledVisualizer(directory, typed_values.convert(record["plan"], PipelinePlan))
    except (ValueError, LookupError, TypeError):
        return None


def _make(pack: Pack, directory: Path, paths: Paths, watch: Watch) -> None:
    needed = _ROOM + _ROOM_FOR_EACH * pack.size_bytes
    if shutil.disk_usage(paths.compiled).free < needed:
        raise DiskFull(place=paths.compiled)
    check_fits(pack, "cpu", needed=int(_TIMES_OF_DRAWING * need(pack, "cpu")))

    def compile_into(out: Path) -> None:
        task = json.dumps(pack.settings).encode()
        file_changes.write(out / TASK_NAME, task, is_durable=False)
        try:
            compiled_files.run_compiler(_COMPILER, _TASK, pack, out, paths.cache, watch)
        except NotCompiling as error:
            reason = to_text(verbatim(error.parameters["reason"]))
            _empty(out)
            _write(out, task_of(pack), {"refusal": reason})

    compiled_files.make(pack, directory, compile_into)


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        file_changes.remove(path)


def settings_of(task: Path) -> DrawingSettings:
    """Return the settings of a task that a compiling process was given.

    Raises:
        ValueError: they make no sense.
    """
    return typed_values.decode(task.read_bytes(), DrawingSettings)
