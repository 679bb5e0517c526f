"""An encoder that is being made ready for this computer, which takes long the first time.

What it looks at is known before, so photos can be decoded meanwhile.
"""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread

from visret_desktop.models.encoders.encoder import name_of
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.packs.manifest import Pack


class EncoderPreparation:
    """Stands for an encoder of a pack, in fp32, while a thread opens it.

    Attributes:
        name, preprocess: those of the encoder.
    """

    def __init__(self, pack: Pack, open_encoder: Callable[[], Encoder]) -> None:
        """Begin to open it.

        Raises:
            PackDamaged: the pack's configuration makes no sense.
        """
        self.name, self.preprocess = name_of(pack), read_preprocess(pack)
        self._open = open_encoder
        self._opened: Future[Encoder] = Future()
        Thread(target=self._run, name="preparing", daemon=True).start()

    def is_ready(self) -> bool:
        """Tell whether nobody has to wait for it any more."""
        return self._opened.done()

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Do what the encoder does, once it is there. Raises what opening it raises, too."""
        return self._opened.result().embed_images(pixels)

    def _run(self) -> None:
        try:
            self._opened.set_result(self._open())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            self._opened.set_exception(error)
