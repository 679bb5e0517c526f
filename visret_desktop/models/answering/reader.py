"""Open a reader pack: a vision model on llama.cpp, tried once where a crash costs nothing."""

import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.errors import OutOfMemory, PackDamaged
from visret_desktop.models.answering.box_check import are_enough
from visret_desktop.models.answering.llama_reader import (
    FAILURES,
    LlamaReader,
    first_line,
    reader_prompt,
)
from visret_desktop.models.answering.vision_chat import VisionChat
from visret_desktop.models.memory_need import bytes_of_reading, to_remember
from visret_desktop.models.pack_settings import ReaderSettings, read_settings
from visret_desktop.models.rewriting.chat_frame import (
    ChatFrame,
    find_frame,
    llama_cpp_version,
    loaded_bytes,
    read_frame,
)
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.models.runtimes.model_trial import Attempt, kept, kept_or_tried
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.checks.gguf_files import eye_of, writer_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.sentences import sentence

_RECORD_NAME = "reader.json"
_FORMAT = 3
_TRIAL = "visret_desktop.models.trials.reader_trial"
_TRIAL_SECONDS = 1_800.0  # in which a large model looks at a few pictures
_MOST_FRAME_LETTERS = 8_192  # they go to the trial on its command line
_FRAME_WITHOUT_TEMPLATE = ChatFrame(("USER: ", 0, "\nASSISTANT:"), "")  # as LLaVA wants it
_log = logging.getLogger(__name__)


def open_reader(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    threads: int | None = None,
    *,
    pictures: int = 0,
    words: int = 0,
) -> LlamaReader:
    """Load a reader pack.

    It gets room for so many `pictures` in one prompt and for an answer of so many `words` where
    its pack has less; more pictures take as much more of its context as the pack says.

    The first time its files are tried in processes of their own, and it is proved that its boxes
    are where its pack says. With another device than the CPU, all layers go to the processor that
    llama.cpp was built for, if any. `threads` is chosen by the size of the model unless given.

    Raises:
        PackDamaged: its settings or one of its files cannot be used.
        OutOfMemory: there is not enough memory for it.
    """
    settings = read_settings(pack, ReaderSettings)
    check_contents(pack)
    files = model_files(pack)
    trial = _trial(pack, settings, paths)
    trial_result = kept_or_tried(
        pack, paths, _RECORD_NAME, trial, lambda: _tried(pack, files[0], settings, paths)
    )
    right, tried = int(trial_result["right"]), int(trial_result["tried"])
    draws_boxes = are_enough(right, tried)
    if settings.box_format and not draws_boxes:
        _log.warning("%s draws no boxes: right in %d of %d pictures", pack.name, right, tried)
    return load_reader(
        pack,
        files,
        settings.with_room(pictures, words),
        read_frame(trial_result["frame"]),
        paths,
        draws_boxes=draws_boxes,
        sure_of=frozenset(trial_result["sure_of"]),
        reads_together=trial_result["reads_together"],
        device=device,
        threads=threads,
    )


@dataclass(frozen=True)
class Proved:
    """What a reader passed when it was tried: kinds of questions, and several pictures at once."""

    sure_of: frozenset[str]
    reads_together: bool


def proved(pack: Pack, settings: ReaderSettings, paths: Paths) -> Proved | None:
    """Return what a reader passed when it was tried, without loading it.

    None: it was not tried since its files, its prompts or llama.cpp changed.
    """
    trial = kept(pack, paths, _RECORD_NAME, _trial(pack, settings, paths))
    return Proved(frozenset(trial["sure_of"]), trial["reads_together"]) if trial else None


def _trial(pack: Pack, settings: ReaderSettings, paths: Paths) -> dict[str, Any]:
    """Return what the outcome of a trial depends on beside the files."""
    prompts = {name: reader_prompt(name, settings, paths) for name in ("answer", "regions")}
    manifest = json.loads(json.dumps(pack.settings))
    return {"llama_cpp": llama_cpp_version(), "format": _FORMAT, "settings": manifest} | prompts


def load_reader(
    pack: Pack,
    files: tuple[Path, Path],
    settings: ReaderSettings,
    frame: ChatFrame | None,
    paths: Paths,
    *,
    draws_boxes: bool,
    sure_of: frozenset[str] = frozenset(),
    reads_together: bool = False,
    device: str = "cpu",
    threads: int | None = None,
) -> LlamaReader:
    """Load a pack whose files, model and projector, were tried.

    Raises:
        PackDamaged: llama.cpp cannot use them.
        OutOfMemory: there is not enough memory for them.
    """
    try:
        chat = VisionChat(
            *files,
            context_length=settings.context_length,
            threads=threads or sensible_threads(pack.size_bytes),
            on_graphics=device != "cpu",
            most_remembered=to_remember(pack, device),
        )
    except MemoryError as error:
        raise OutOfMemory(name=pack.name, device=device) from error
    except FAILURES as error:
        reason = sentence("llama.cpp cannot use it ({error})", error=first_line(error))
        raise PackDamaged(name=pack.name, reason=reason) from error
    frame = frame or _FRAME_WITHOUT_TEMPLATE
    return LlamaReader(
        chat,
        pack,
        settings,
        frame,
        paths,
        draws_boxes=draws_boxes,
        sure_of=sure_of,
        reads_together=reads_together,
        device=device,
    )


def model_files(pack: Pack) -> tuple[Path, Path]:
    """Return the model, of one in several files the first, and its projector (mmproj).

    Raises:
        PackDamaged: one of them is missing, or there are several projectors.
    """
    return pack.place_of(writer_of(pack)), pack.place_of(eye_of(pack))


def _tried(pack: Pack, model: Path, settings: ReaderSettings, paths: Paths) -> Any:
    """Return the frame of the chat template, and in how many pictures the boxes are right.

    Raises:
        PackDamaged: llama.cpp or the template cannot be used; the reason says which file it was.
    """
    frame = find_frame(pack, model, "user")
    text = json.dumps(frame, ensure_ascii=False)
    if len(text) > _MOST_FRAME_LETTERS:
        reason = sentence("its chat template makes very long prompts")
        raise PackDamaged(name=pack.name, reason=reason)
    attempt = Attempt(
        own_python.module(_TRIAL, str(pack.directory), str(paths.config), text),
        tried=sentence("llama.cpp with it"),
        ended=sentence("llama.cpp crashes over it"),
        most_bytes=loaded_bytes(pack, settings.context_length) + bytes_of_reading(pack),
        most_seconds=_TRIAL_SECONDS,
    )
    return {"frame": frame} | attempt.outcome(pack)
