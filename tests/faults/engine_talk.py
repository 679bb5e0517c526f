"""Talk to an engine process as the window does."""

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.end_to_end.conftest import Profile
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    AskedPhoto,
    CancelledJob,
    Failed,
    Finished,
    Hello,
    Hit,
    IndexFolders,
    Message,
    QueryTerm,
    Ranked,
    Search,
    Shutdown,
)

_PATIENCE = 120.0
_ENDINGS = (Finished, Failed, CancelledJob)


class Engine:
    """One engine process: jobs go in, and everything that it says of them is read."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self._said: queue.Queue[Message | None] = queue.Queue()
        self._jobs = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(ValueError):  # closed at the end of a test
            for line in self.process.stdout:
                self._said.put(parse_line(line))
        self._said.put(None)

    def send(self, job: Message) -> None:
        """Give a job."""
        assert self.process.stdin is not None
        self.process.stdin.write(job.to_line())
        self.process.stdin.flush()

    def send_line(self, line: bytes) -> None:
        """Give something that is perhaps no job."""
        assert self.process.stdin is not None
        self.process.stdin.buffer.write(line + b"\n")
        self.process.stdin.flush()

    def next(self) -> Message:
        """Return what it says next."""
        message = self._said.get(timeout=_PATIENCE)
        assert message is not None, "the engine ended"
        return message

    def hello(self) -> None:
        """Wait until it is there."""
        assert isinstance(self.next(), Hello)

    def ending(self, job: int) -> tuple[Message, list[Message]]:
        """Return how a job ends, and what was said before that."""
        before: list[Message] = []
        while True:
            message = self.next()
            if isinstance(message, _ENDINGS) and message.job == job:
                return message, before
            before.append(message)

    def start_index(self, *folders: Path) -> int:
        """Ask for folders to be indexed and return the job's number."""
        self._jobs += 1
        self.send(IndexFolders(self._jobs, tuple(map(str, folders))))
        return self._jobs

    def index(self, *folders: Path) -> Message:
        """Index folders (none: all) and return how that ended."""
        return self.ending(self.start_index(*folders))[0]

    def search(self, words: str = "a bird") -> Ranked:
        """Search by words and return the last ranking."""
        self._jobs += 1
        self.send(Search(self._jobs, (QueryTerm(words),), strategy="original"))
        ending, before = self.ending(self._jobs)
        assert isinstance(ending, Finished), ending
        return [message for message in before if isinstance(message, Ranked)][-1]

    def search_by(self, picture: Path) -> Message:
        """Search by an example picture and return how that ended."""
        self._jobs += 1
        self.send(Search(self._jobs, (QueryTerm(image=str(picture)),), strategy="original"))
        return self.ending(self._jobs)[0]

    def ask(self, question: str, hits: Sequence[Hit]) -> Answered:
        """Ask all of these photos and return the last answer."""
        self._jobs += 1
        photos = tuple(AskedPhoto(hit.content_hash) for hit in hits)
        self.send(Ask(self._jobs, question, photos, images=len(photos)))
        ending, before = self.ending(self._jobs)
        assert isinstance(ending, Finished), ending
        return [message for message in before if isinstance(message, Answered)][-1]

    def quit(self) -> int:
        """Ask it to end and return its exit code."""
        self.send(Shutdown())
        return self.process.wait(timeout=_PATIENCE)


@contextmanager
def engine_of(profile: Profile) -> Iterator[Engine]:
    """Run an engine for the length of a `with` block."""
    with profile.start("engine") as process:
        try:
            engine = Engine(process)
            yield engine
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
