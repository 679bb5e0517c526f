"""A reader pack on llama.cpp: questions about pictures to answers, and where they can be seen.

A question is put into a prompt, that behind the pictures, and all of it into a frame of text that
the model's own chat template wants around a message (`chat_frame`). Whatever the model says, or
fails to say, is a reading, at worst with a note. The way in steps follows figure 6 of VisRet: pick
out the feature, say so where the picture does not show it, and trust the picture.
"""

import json
import logging
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from visret_desktop import own_python
from visret_desktop.errors import OutOfMemory, PackDamaged
from visret_desktop.models.chat_frame import (
    ChatFrame,
    find_frame,
    llama_cpp_version,
    loaded_bytes,
    read_frame,
)
from visret_desktop.models.device import sensible_threads
from visret_desktop.models.interfaces import Box, Reader, Reading, SeenPicture, Style
from visret_desktop.models.model_trial import Attempt, kept_or_tried
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.prompts import prompt_text
from visret_desktop.models.reader_answers import Unusable, read_answer
from visret_desktop.models.reader_proof import are_enough
from visret_desktop.models.reader_regions import BOX_FORMATS
from visret_desktop.models.reader_settings import ReaderSettings
from visret_desktop.models.vision_chat import Mark, Part, TooLong, VisionChat
from visret_desktop.packs import gguf_header
from visret_desktop.packs.descriptions import check_contents
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

_RECORD_NAME = "reader.json"
_FORMAT = 1
_TRIAL = "visret_desktop.models.reader_trial"
_TRIAL_SECONDS = 1_800.0  # a large model looks at four pictures
_MOST_FRAME_LETTERS = 8_192
_FRAME_WITHOUT_TEMPLATE = ChatFrame(("USER: ", 0, "\nASSISTANT:"), "")  # as LLaVA wants it
_LEAST_SIDE = 8  # pixels
_MOST_STRETCH = 20  # of a picture's sides; narrower ones are widened
_REASON_LENGTH = 200
_MARK = re.compile(r"\{(\w+)\}")
_FAILURES = (ValueError, RuntimeError, LookupError, TypeError, AssertionError, OSError)
_log = logging.getLogger(__name__)


def open_reader(
    pack: Pack, paths: Paths, device: str = "cpu", threads: int | None = None
) -> Reader:
    """Load a reader pack.

    The first time its files are tried in processes of their own, and it is proved that its boxes
    are where its pack says. With another device than the CPU, all layers go to the processor that
    llama.cpp was built for, if any. `threads` is chosen by the size of the model unless given.

    Raises:
        PackDamaged: its settings or one of its files cannot be used.
    """
    settings = read_settings(pack, ReaderSettings)
    check_contents(pack)
    model, _ = model_files(pack)
    trial: dict[str, Any] = {"llama_cpp": llama_cpp_version(), "format": _FORMAT}
    trial |= {"settings": json.loads(json.dumps(pack.settings))}
    trial |= {"prompt_regions": _prompt("regions", settings, paths)}

    def try_all() -> Any:
        frame = find_frame(pack, model, "user")
        said = json.dumps(frame, ensure_ascii=False)
        if len(said) > _MOST_FRAME_LETTERS:
            reason = "its chat template makes very long prompts"
            raise PackDamaged(name=pack.name, reason=reason)
        places = (str(pack.directory), str(paths.config))
        command = own_python.module(_TRIAL, *places, said)
        most_bytes = loaded_bytes(pack, settings.context_length)
        ended = "llama.cpp crashes over it"
        attempt = Attempt(command, "llama.cpp with it", ended, most_bytes, _TRIAL_SECONDS)
        return {"frame": frame} | attempt.outcome(pack)

    found = kept_or_tried(pack, paths, _RECORD_NAME, trial, try_all)
    right, tried = int(found["right"]), int(found["tried"])
    draws_boxes = are_enough(right, tried)
    if settings.box_format and not draws_boxes:
        _log.warning("%s draws no boxes: right in %d of %d pictures", pack.name, right, tried)
    return load_reader(
        pack,
        settings,
        read_frame(found["frame"]),
        paths,
        draws_boxes=draws_boxes,
        device=device,
        threads=threads,
    )


def load_reader(
    pack: Pack,
    settings: ReaderSettings,
    frame: ChatFrame | None,
    paths: Paths,
    *,
    draws_boxes: bool,
    device: str = "cpu",
    threads: int | None = None,
) -> "LlamaReader":
    """Load a pack whose files were tried.

    Raises:
        PackDamaged: llama.cpp cannot use them.
    """
    model, mmproj = model_files(pack)
    try:
        chat = VisionChat(
            model,
            mmproj,
            context_length=settings.context_length,
            threads=threads or sensible_threads(pack.size_bytes),
            on_graphics=device != "cpu",
        )
    except MemoryError as error:
        raise OutOfMemory(name=pack.name, device=device) from error
    except _FAILURES as error:
        reason = f"llama.cpp cannot use it ({_first_line(error)})"
        raise PackDamaged(name=pack.name, reason=reason) from error
    frame = frame or _FRAME_WITHOUT_TEMPLATE
    return LlamaReader(chat, pack, settings, frame, paths, draws_boxes=draws_boxes, device=device)


def model_files(pack: Pack) -> tuple[Path, Path]:
    """Return the model, of one in several files the first, and its projector (mmproj).

    Raises:
        PackDamaged: one of them is missing.
    """
    models, projectors = [], []
    for file in sorted(pack.files, key=lambda file: file.path):
        if file.path.endswith(".gguf"):
            place = pack.directory / file.path
            try:
                values = gguf_header.read(place).values
            except (OSError, ValueError) as error:
                reason = f"{file.path} cannot be read ({error})"
                raise PackDamaged(name=pack.name, reason=reason) from error
            is_projector = values.get("general.architecture") == "clip"
            (projectors if is_projector else models).append(place)
    if not models or not projectors:
        missing = "the model" if not models else "what reads pictures (mmproj)"
        raise PackDamaged(name=pack.name, reason=f"it has no .gguf file with {missing}")
    return models[0], projectors[0]


class LlamaReader:
    """One loaded vision model. Not thread-safe: one caller at a time."""

    def __init__(
        self,
        chat: VisionChat,
        pack: Pack,
        settings: ReaderSettings,
        frame: ChatFrame,
        paths: Paths,
        *,
        draws_boxes: bool,
        device: str = "cpu",
    ) -> None:
        self.name = f"{pack.name}-{pack.digest}"
        self.side = settings.side
        self.most_pictures = settings.most_pictures
        self.draws_boxes = draws_boxes and bool(settings.box_format)
        self._chat = chat
        self._settings = settings
        self._frame = frame
        self._paths = paths
        self._missing = {"name": pack.name, "device": device}

    def prompt(self, style: Style, pictures: int) -> str:
        """Return the text that a question is put into; the answer depends on it."""
        kind = _kind(style, pictures)
        labels = [f"Photo {number}: " for number in range(1, pictures + 1) if pictures > 1]
        return "".join([*labels, _prompt(kind, self._settings, self._paths)])

    def read(
        self,
        question: str,
        pictures: Sequence[SeenPicture],
        style: Style = "direct",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Reading:
        """Answer from pictures, or, without any, from memory. See `Reader.read`."""
        started = time.perf_counter()
        reading = self._read(question.strip(), pictures, style, is_stopped)
        return replace(reading, seconds=time.perf_counter() - started)

    def regions(
        self,
        question: str,
        answer: str,
        picture: SeenPicture,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> tuple[Box, ...]:
        """Return the regions that show the answer to a question. See `Reader.regions`."""
        box_format = BOX_FORMATS.get(self._settings.box_format)
        if box_format is None:
            return ()
        words = {"question": question.strip(), "answer": answer, "format": box_format.words}
        text = _filled(_prompt("regions", self._settings, self._paths), words)
        seen = _fitted(picture, self.side)
        try:
            said = self._written([seen, text], is_stopped, box_format.grammar)
        except (Unusable, *_FAILURES) as error:
            _log.warning("no regions: %s", error)
            return ()
        height, width, _ = seen.pixels.shape
        return box_format.read(said, (width, height))

    def _read(
        self,
        question: str,
        pictures: Sequence[SeenPicture],
        style: Style,
        is_stopped: Callable[[], bool],
    ) -> Reading:
        settings = self._settings
        if not question:
            return Reading("", note="The question is empty.")
        if len(pictures) > settings.most_pictures:
            most = settings.most_pictures
            return Reading("", note=f"The reader looks at no more than {most} photos at once.")
        content: list[Part] = []
        for number, picture in enumerate(pictures, 1):
            content += [f"Photo {number}: "] if len(pictures) > 1 else []
            content.append(_fitted(picture, self.side))
        prompt = _prompt(_kind(style, len(pictures)), settings, self._paths)
        content.append(_filled(prompt, {"question": question}))
        try:
            said = self._written(content, is_stopped)
            return read_answer(said, self._not_shown(), settings.answer_after)
        except Unusable as error:
            return Reading("", note=f"{error}.")
        except _FAILURES as error:
            _log.warning("reading failed", exc_info=True)
            return Reading("", note=f"The reader failed ({_first_line(error)}).")

    def _written(
        self, content: Sequence[Part], is_stopped: Callable[[], bool], grammar: str = ""
    ) -> str:
        """Return what the model answers.

        Raises:
            Unusable: the prompt is too long, or the answer has no end.
        """
        prompt: list[Part] = []
        for piece in self._frame.pieces:
            prompt += content if isinstance(piece, int) else [Mark(piece)]
        ends = (*self._settings.stop, self._frame.end)
        try:
            written = self._chat.write(
                prompt,
                max_tokens=self._settings.max_tokens,
                stop=[end for end in ends if end],
                grammar=grammar,
                is_stopped=is_stopped,
            )
        except TooLong as error:
            raise Unusable(f"The reader cannot take that much at once: {error}") from error
        except MemoryError as error:
            self._chat.forget()
            raise OutOfMemory(**self._missing) from error
        if not written.is_ended and not grammar:
            raise Unusable("The reader came to no end")
        return written.text

    def _not_shown(self) -> list[str]:
        lines = prompt_text("reader-not-shown", self._paths).splitlines()
        return [line for line in (*self._settings.not_shown, *lines) if line.strip()]


def _kind(style: Style, pictures: int) -> str:
    return "memory" if not pictures else "steps" if style == "steps" else "answer"


def _prompt(kind: str, settings: ReaderSettings, paths: Paths) -> str:
    """Return the pack's own prompt of a kind, which its model was made with, or the usual one."""
    own = {
        "answer": settings.prompt,
        "steps": settings.prompt_steps,
        "memory": settings.prompt_memory,
        "regions": settings.prompt_regions,
    }
    return own[kind] or prompt_text(f"reader-{kind}", paths)


def _filled(prompt: str, words: dict[str, str]) -> str:
    """Return a prompt with these words; marks that stand in them stay as they are."""
    return _MARK.sub(lambda mark: words.get(mark[1], mark[0]), prompt)


def _fitted(picture: SeenPicture, side: int) -> SeenPicture:
    """Return a picture with sides of at most `side` pixels, and none much shorter than the other.

    What is very narrow is widened, as models cut pictures into tiles and squares.
    """
    height, width, _ = picture.pixels.shape
    scale = min(1.0, side / max(height, width))
    longer = round(scale * max(height, width))
    least = max(min(_LEAST_SIDE, side), longer // _MOST_STRETCH)
    size = max(least, round(scale * width)), max(least, round(scale * height))
    if size == (width, height):
        return picture
    image = Image.fromarray(np.ascontiguousarray(picture.pixels))
    resized = image.resize(size, Image.Resampling.BICUBIC)
    return SeenPicture(picture.key, np.asarray(resized))


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:_REASON_LENGTH]
