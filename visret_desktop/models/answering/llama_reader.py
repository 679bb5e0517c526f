"""One loaded vision model that answers questions about pictures.

A question is put into a prompt, that behind the pictures, and all of it into a frame of text that
the model's own chat template wants around a message (`chat_frame`). Whatever the model says, or
fails to say, is a reading, at worst with a note. The way in steps follows figure 6 of VisRet: pick
out the feature, say so where the picture does not show it, and trust the picture.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from PIL import Image

from visret_desktop.errors import OutOfMemory
from visret_desktop.models.answering.reader_answers import UnusableAnswer, read_answer
from visret_desktop.models.answering.reader_regions import BOX_FORMATS
from visret_desktop.models.answering.vision_chat import Part, SpecialToken, VisionChat
from visret_desktop.models.answering.vision_projector import TooLong
from visret_desktop.models.interfaces import Box, Reading, SeenPicture, Style
from visret_desktop.models.pack_settings import ReaderSettings
from visret_desktop.models.rewriting.chat_frame import ChatFrame
from visret_desktop.models.rewriting.prompts import filled, prompt_text
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.sentences import said_by, sentence, verbatim

_LEAST_SIDE = 8  # pixels
_MOST_STRETCH = 20  # of a picture's sides; narrower ones are widened
FAILURES = (ValueError, RuntimeError, LookupError, TypeError, AssertionError, OSError)
TOO_MUCH = "The reader cannot take that much at once"  # begins the note
_REASON_LENGTH = 200
_log = logging.getLogger(__name__)


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
        sure_of: frozenset[str] = frozenset(),
        reads_together: bool = False,
        device: str = "cpu",
    ) -> None:
        self.name = f"{pack.name}-{pack.digest}"
        self.side = settings.side
        self.most_pictures = settings.most_pictures
        self.draws_boxes = draws_boxes and bool(settings.box_format)
        self.sure_of = sure_of
        self.reads_together = reads_together
        self._chat = chat
        self._settings = settings
        self._frame = frame
        self._paths = paths
        self._missing = {"name": pack.name, "device": device}

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
    ) -> tuple[Box, ...] | None:
        """Return the regions that show the answer to a question. See `Reader.regions`."""
        box_format = BOX_FORMATS.get(self._settings.box_format)
        if box_format is None:
            return ()
        words = {"question": question.strip(), "answer": answer, "format": box_format.words}
        text = filled(reader_prompt("regions", self._settings, self._paths), words)
        seen = _fitted(picture, self.side)
        try:
            reply = self._written([seen, text], is_stopped, box_format.grammar)
        except UnusableAnswer as error:
            _log.warning("no regions: %s", error)
            return ()
        except FAILURES:
            _log.warning("drawing boxes failed", exc_info=True)
            return None
        height, width, _ = seen.pixels.shape
        return box_format.read(reply, (width, height))

    def reply(self, message: Sequence[str | SeenPicture]) -> str:
        """Return what the model says to a message of words and pictures, behind any thinking aloud.

        Raises:
            Unusable: the message is too long, or what the model says has no end.
            ValueError, RuntimeError: llama.cpp cannot use a picture.
            OutOfMemory: it takes more memory than there is.
        """
        content: list[Part] = [
            _fitted(part, self.side) if isinstance(part, SeenPicture) else part for part in message
        ]
        reply, after = self._written(content, lambda: False), self._settings.answer_after
        return reply.rpartition(after)[2] if after else reply

    def forget(self) -> None:
        """Forget all pictures that were looked at."""
        self._chat.forget()

    def _read(
        self,
        question: str,
        pictures: Sequence[SeenPicture],
        style: Style,
        is_stopped: Callable[[], bool],
    ) -> Reading:
        settings = self._settings
        if not question:
            return Reading("", note=sentence("The question is empty."))
        if len(pictures) > settings.most_pictures:
            most = settings.most_pictures
            return Reading(
                "",
                note=sentence("The reader looks at no more than {most} photos at once.", most=most),
            )
        content: list[Part] = []
        for number, picture in enumerate(pictures, 1):
            content += [f"Photo {number}: "] if len(pictures) > 1 else []
            content.append(_fitted(picture, self.side))
        prompt = reader_prompt(_kind(style, len(pictures)), settings, self._paths)
        content.append(filled(prompt, {"question": question}))
        try:
            reply = self._written(content, is_stopped)
            return read_answer(reply, self._not_shown(), settings.answer_after, question)
        except UnusableAnswer as error:
            return Reading("", note=verbatim(error))
        except FAILURES as error:
            _log.warning("reading failed", exc_info=True)
            note = sentence("The reader failed ({error}).", error=first_line(error))
            return Reading("", note=note, is_final=False)

    def _written(
        self, content: Sequence[Part], is_stopped: Callable[[], bool], grammar: str = ""
    ) -> str:
        """Return what the model answers.

        Raises:
            Unusable: the prompt is too long, or the answer has no end.
        """
        prompt: list[Part] = []
        for piece in self._frame.pieces:
            prompt += content if isinstance(piece, int) else [SpecialToken(piece)]
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
            raise UnusableAnswer(
                sentence("The reader cannot take that much at once: {error}.", error=error)
            ) from error
        except MemoryError as error:
            self._chat.forget()
            raise OutOfMemory(**self._missing) from error
        if not written.is_ended and not grammar:
            raise UnusableAnswer(sentence("The reader came to no end."))
        return written.text

    def _not_shown(self) -> list[str]:
        lines = prompt_text("reader-not-shown", self._paths).splitlines()
        return [line for line in (*self._settings.not_shown, *lines) if line.strip()]


def _kind(style: Style, pictures: int) -> str:
    return "memory" if not pictures else "steps" if style == "steps" else "answer"


def reader_prompt(kind: str, settings: ReaderSettings, paths: Paths) -> str:
    """Return the pack's own prompt of a kind, which its model was made with, or the usual one."""
    own = {
        "answer": settings.prompt,
        "steps": settings.prompt_steps,
        "memory": settings.prompt_memory,
        "regions": settings.prompt_regions,
    }
    return own[kind] or prompt_text(f"reader-{kind}", paths)


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


def first_line(error: BaseException) -> str:
    """Return what an error says, as part of a sentence."""
    if (sentence := said_by(error)) is not None:
        return sentence
    return (str(error).splitlines() or [type(error).__name__])[0][:_REASON_LENGTH]
