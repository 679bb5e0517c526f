"""A screen that nobody sees, and pictures of what is on it."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageGrab

from installer.checking.outcome import Wrong

_SIZE = "1400x900x24"
_LOOK_EVERY = 0.2
_SETTLED = 5.0
# Colors on the screen: without a window there is one; a window without photos has a few hundred.
_PAINTED = 8
_PHOTOS = 1200


@contextmanager
def screen() -> Iterator[str]:
    """Hold a screen of Xvfb and say its name, such as ":7".

    Raises:
        Wrong: there is no Xvfb.
    """
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", _SIZE, "-ac", "-nolisten", "tcp"]
    try:
        server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    except FileNotFoundError as error:
        raise Wrong("Xvfb is not on this computer") from error
    finally:
        os.close(writing)
    try:
        with os.fdopen(reading) as said:
            number = said.readline().strip()
        if not number:
            raise Wrong("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def colors(picture: Image.Image) -> int:
    """Return how many colors a picture has, those that are close being one."""
    few = picture.convert("RGB").point(lambda value: value & 0xF8)
    return len(few.getcolors(maxcolors=1 << 24) or ())


def is_painted(display: str) -> bool:
    """Say whether something is on the screen."""
    return colors(ImageGrab.grab(xdisplay=display)) > _PAINTED


def shows_photos(display: str) -> bool:
    """Say whether there are photos or sketches on the screen."""
    return colors(ImageGrab.grab(xdisplay=display)) > _PHOTOS


def seconds_until(
    happened: Callable[[], bool], program: "subprocess.Popen[bytes]", patience: float
) -> float:
    """Wait until something happened that the program does, and say how long it took.

    Raises:
        Wrong: the program ended before, or it took too long.
    """
    begun = time.monotonic()
    while not happened():
        if time.monotonic() - begun > patience:
            raise Wrong(f"not done after {patience:.0f} seconds")
        try:
            code = program.wait(_LOOK_EVERY)
        except subprocess.TimeoutExpired:
            continue
        raise Wrong(f"it ended by itself with {code}")
    return time.monotonic() - begun


def settles(display: str) -> Callable[[], bool]:
    """Return what says whether the screen has stayed as it is for a while."""
    before, since = b"", time.monotonic()

    def has_settled() -> bool:
        nonlocal before, since
        now = ImageGrab.grab(xdisplay=display).tobytes()
        if now != before:
            before, since = now, time.monotonic()
        return time.monotonic() - since > _SETTLED

    return has_settled


def keep(display: str, picture: Path) -> None:
    """Keep a picture of the screen."""
    ImageGrab.grab(xdisplay=display).save(picture)
