"""An encoder pack on llama.cpp: what a vision language model would say of a picture in one word.

As in E5-V (Jiang et al. 2024, arXiv:2407.12580), a picture or a sentence is put into the model's
own chat frame with the request for one word. The last hidden state of the last token, from which
the model would choose that word, is the embedding; pictures and words share a space.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.errors import OutOfMemory, PackDamaged
from visret_desktop.models.answering.llama_reader import FAILURES, first_line
from visret_desktop.models.answering.reader import model_files
from visret_desktop.models.answering.vision_chat import Part, SpecialToken, VisionChat
from visret_desktop.models.answering.vision_projector import TooLong
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.interfaces import Pixels, SeenPicture, Vectors
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.rewriting.chat_frame import (
    ChatFrame,
    find_frame,
    llama_cpp_version,
    loaded_bytes,
    read_frame,
)
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.models.runtimes.llama import llama_cpp
from visret_desktop.models.runtimes.model_trial import Attempt, kept_or_tried
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.sentences import sentence

_RECORD_NAME = "encoder.json"
_FORMAT = 1
_TRIAL = "visret_desktop.models.trials.encoder_trial"
_TRIAL_SECONDS = 1_800.0  # a large model looks at a picture
_MOST_FRAME_LETTERS = 8_192
_MOST_CONTEXT = 131_072  # tokens
_CHARACTERS_PER_TOKEN = 16  # more than any tokenizer makes of prose
_PICTURE, _TEXT = "{picture}", "{text}"
_PADDING = (122, 116, 104)  # what llama.cpp itself fills pictures up with
_KEPT_OF_TEXT = 0.75  # at each try to make a text short enough


@dataclass(frozen=True)
class EncoderSettings:
    """What the manifest of an encoder in GGUF may say. The prompts are those of E5-V."""

    context_length: int = 4096  # tokens
    side: int = 336  # pixels of the square that a photo is put into
    prompt_picture: str = f"{_PICTURE}\nSummary above image in one word: "
    prompt_text: str = f"{_TEXT}\nSummary above sentence in one word: "
    in_chat_frame: bool = True  # False: the prompts have all that the model wants around them
    answer_begins: str = ""  # with what the word follows, such as " \n" in E5-V

    def __post_init__(self) -> None:
        if not 0 < self.context_length <= _MOST_CONTEXT:
            raise ValueError(f"context_length must be 1 to {_MOST_CONTEXT}")
        if self.prompt_picture.count(_PICTURE) != 1 or self.prompt_text.count(_TEXT) != 1:
            raise ValueError(
                f"prompt_picture has not one {_PICTURE}, or prompt_text not one {_TEXT}"
            )
        _ = self.preprocess

    @property
    def preprocess(self) -> Preprocess:
        """How photos become squares of 0 to 1; ValueError where `side` makes no sense."""
        plain = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
        return Preprocess(self.side, *plain, "bicubic", "longest", _PADDING)


def open_llama_encoder(pack: Pack, paths: Paths, device: str = "cpu") -> "LlamaEncoder":
    """Load an encoder pack in GGUF; the first time its files are tried in processes of their own.

    With another device than the CPU, all layers go to the processor that llama.cpp was built for.

    Raises:
        PackDamaged: its settings or one of its files cannot be used.
        OutOfMemory: it does not fit.
    """
    settings = read_settings(pack, EncoderSettings)
    check_contents(pack)
    files = model_files(pack)
    trial = {"llama_cpp": llama_cpp_version(), "format": _FORMAT}

    def try_both() -> Any:
        frame = find_frame(pack, files[0], "user")
        text = json.dumps(frame, ensure_ascii=False)
        if len(text) > _MOST_FRAME_LETTERS:
            reason = sentence("its chat template makes very long prompts")
            raise PackDamaged(name=pack.name, reason=reason)
        command = own_python.module(_TRIAL, str(pack.directory), text)
        most_bytes = loaded_bytes(pack, settings.context_length)
        ended = sentence("llama.cpp crashes over it")
        attempt = Attempt(command, sentence("llama.cpp with it"), ended, most_bytes, _TRIAL_SECONDS)
        return {"frame": frame} | attempt.outcome(pack)

    found = kept_or_tried(pack, paths, _RECORD_NAME, trial, try_both)
    return load_llama_encoder(pack, files, settings, read_frame(found["frame"]), device)


def load_llama_encoder(
    pack: Pack,
    files: tuple[Path, Path],
    settings: EncoderSettings,
    frame: ChatFrame | None,
    device: str = "cpu",
    threads: int | None = None,
) -> "LlamaEncoder":
    """Load a pack whose files, model and projector, were tried.

    Raises:
        PackDamaged: llama.cpp cannot use them.
        OutOfMemory: it does not fit.
    """

    def open_model() -> HiddenStates:
        try:
            return HiddenStates(
                *files,
                context_length=settings.context_length,
                threads=threads or sensible_threads(pack.size_bytes),
                on_graphics=device != "cpu",
                most_remembered=0,
            )
        except MemoryError as error:
            raise OutOfMemory(name=pack.name, device=device) from error
        except FAILURES as error:
            raise _unusable(pack, error) from error

    return LlamaEncoder(pack, settings, frame, open_model)


def _unusable(pack: Pack, error: BaseException) -> PackDamaged:
    return PackDamaged(
        name=pack.name,
        reason=sentence("llama.cpp cannot use it ({error})", error=first_line(error)),
    )


class HiddenStates(VisionChat):
    """Prompts to hidden states. Not thread-safe: one caller at a time."""

    @property
    def dimension(self) -> int:
        """How many numbers a hidden state has."""
        return int(llama_cpp.llama_model_n_embd_out(self._llama.model))

    def of(self, prompt: Sequence[Part]) -> npt.NDArray[np.float32]:
        """Return the last hidden state of a prompt's last token: float32 (dimension,).

        The prompt ends in text.

        Raises:
            TooLong: there is no room for the prompt.
            ValueError, RuntimeError: llama.cpp cannot use the prompt.
        """
        room = len(self._llama.input_ids)  # llama.cpp rounds its own up
        seen = [number for number, part in enumerate(prompt) if isinstance(part, SeenPicture)]
        behind = seen[-1] + 1 if seen else 0
        self._clear()
        self._read(prompt[:behind], room)
        tokens = self._beginning([t for part in prompt[behind:] for t in self._tokens(part, room)])
        if not tokens:
            raise ValueError("the prompt does not end in text")
        self._read_tokens(tokens[:-1], room)
        with self._giving_states():  # of one token: those of others would take time and memory
            self._read_tokens(tokens[-1:], room)
            found = _state(self._llama.ctx)
            if not found:
                raise RuntimeError("the model gives no hidden states")
            return np.ctypeslib.as_array(found, (self.dimension,)).astype(np.float32)

    @contextmanager
    def _giving_states(self) -> Iterator[None]:
        llama_cpp.llama_set_embeddings(self._llama.ctx, True)
        try:
            yield
        finally:
            llama_cpp.llama_set_embeddings(self._llama.ctx, False)


class LlamaEncoder:
    """A loaded vision language model. All methods may be called from several threads at once.

    They take turns, one picture or text at a time, so that a query waits for one picture at most.
    """

    def __init__(
        self,
        pack: Pack,
        settings: EncoderSettings,
        frame: ChatFrame | None,
        open_model: Callable[[], HiddenStates],
    ) -> None:
        self.name = f"{pack.name}-{pack.digest}"
        self.preprocess = settings.preprocess
        self.input_pixels = settings.side
        self._pack = pack
        self._settings = settings
        self._frame = frame if frame and settings.in_chat_frame else ChatFrame((0,), "")
        self._open_model = open_model
        self._model: HiddenStates | None = open_model()
        self._last_used = time.monotonic()
        self._lock = threading.Lock()
        self.dimension = self._model.dimension

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length.

        Raises:
            PackDamaged: the model fails for them.
        """
        levels = np.rint(np.asarray(pixels, np.float32).clip(0, 1) * 255).astype(np.uint8)
        squares = np.ascontiguousarray(levels.transpose(0, 2, 3, 1))
        return self._stacked([self._of_picture(square) for square in squares])

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows; of very long ones the beginning.

        Raises:
            PackDamaged: the model fails for them.
        """
        return self._stacked([self._of_text(text) for text in texts])

    def unload_unused(self, seconds: float) -> bool:
        """Unload the model if nobody used it that long; tell whether it was loaded."""
        with self._lock:
            is_unused = time.monotonic() - self._last_used >= seconds
            if self._model is None or not is_unused:
                return False
            self._model.close()
            self._model = None
            return True

    def _stacked(self, vectors: list[npt.NDArray[np.float32]]) -> Vectors:
        return np.stack(vectors) if vectors else np.empty((0, self.dimension), np.float32)

    def _of_picture(self, square: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        picture = SeenPicture("", square)
        try:
            return self._of(self._prompt(self._settings.prompt_picture, _PICTURE, picture))
        except TooLong as error:
            raise _unusable(self._pack, error) from error

    def _of_text(self, text: str) -> npt.NDArray[np.float32]:
        text = text[: self._settings.context_length * _CHARACTERS_PER_TOKEN]
        while True:
            try:
                return self._of(self._prompt(self._settings.prompt_text, _TEXT, text))
            except TooLong as error:
                if not text:
                    raise _unusable(self._pack, error) from error
                text = text[: int(len(text) * _KEPT_OF_TEXT)]

    def _prompt(self, prompt: str, place: str, content: str | SeenPicture) -> tuple[Part, ...]:
        """Put what is to be summed up into the prompt, and that into the chat frame."""
        asked = (prompt if isinstance(piece, int) else piece for piece in self._frame.pieces)
        before, _, after = "".join(asked).partition(place)
        return SpecialToken(before), content, SpecialToken(after + self._settings.answer_begins)

    def _of(self, prompt: Sequence[Part]) -> npt.NDArray[np.float32]:
        with self._lock:
            self._last_used = time.monotonic()
            if self._model is None:
                self._model = self._open_model()
            try:
                state = self._model.of(prompt)
            except TooLong:
                raise
            except (ValueError, RuntimeError) as error:
                raise _unusable(self._pack, error) from error
        length = np.linalg.norm(state)
        if not (np.isfinite(length) and length):
            raise _unusable(self._pack, ValueError("its embeddings are no numbers"))
        return state / length


def _state(context: Any) -> Any:
    """Return a pointer to the hidden state of the one token that was evaluated, or None."""
    pooling = llama_cpp.llama_pooling_type(context)
    if pooling == llama_cpp.LLAMA_POOLING_TYPE_RANK:  # gives scores, which are fewer numbers
        return None
    if pooling == llama_cpp.LLAMA_POOLING_TYPE_NONE:
        return llama_cpp.llama_get_embeddings_ith(context, -1)
    return llama_cpp.llama_get_embeddings_seq(context, 0)  # pooled of one token: its own
