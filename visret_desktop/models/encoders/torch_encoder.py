"""An encoder pack on torch, for graphics processors. Same vectors, same name as on ONNX Runtime."""

import logging
import math
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes
from visret_desktop.errors import OutOfMemory, PackDamaged
from visret_desktop.models.encoders.gemma import gemma_settings, is_gemma
from visret_desktop.models.encoders.open_clip_config import read_config, read_preprocess
from visret_desktop.models.encoders.tokenizer import Tokenizer
from visret_desktop.models.encoders.tokenizer_compiling import compile_tokenizer
from visret_desktop.models.interfaces import Pixels, Vectors
from visret_desktop.models.runtimes import torchvision_parts
from visret_desktop.models.runtimes.devices import is_out_of_memory, usable_device
from visret_desktop.packs.checks import safetensors_files
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.manifest import Pack
from visret_desktop.processes import library_environment
from visret_desktop.sentences import sentence


class TorchEncoder:
    """The whole model on one device. Thread-safe: one forward runs at a time."""

    def __init__(self, pack: Pack, device: str) -> None:
        """Load the pack onto `device` ('cuda', 'cuda:1', 'mps', 'cpu').

        Raises:
            DeviceMissing: that device is not there; it never falls back to another.
            OutOfMemory: it does not fit.
            PackDamaged: its weights or its configuration cannot be used.
        """
        self._device, self._pack_name = usable_device(device), pack.name
        check_contents(pack)
        self.preprocess = read_preprocess(pack)
        try:
            opened = _opened_gemma if is_gemma(pack) else _opened_clip
            self._model, self._tokenizer, self.dimension = opened(pack, self._device)
        except Exception as error:  # open_clip and torch raise anything
            if is_out_of_memory(error):
                raise OutOfMemory(device=device, name=pack.name) from error
            first = (str(error).splitlines() or [type(error).__name__])[0]
            raise PackDamaged(
                name=pack.name, reason=sentence("torch cannot use it: {first}", first=first)
            ) from error
        self.name = f"{pack.name}-{pack.digest}"
        self.input_pixels = self.preprocess.side
        self._lock = threading.Lock()

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length.

        Raises:
            OutOfMemory: they do not fit, even one by one.
        """
        return self._embed(self._model.encode_image, pixels)

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows.

        Raises:
            OutOfMemory: as for images.
            PackDamaged: its tokenizer fails for them.
        """
        try:
            tokens = self._tokenizer(texts)
        except ValueError as error:
            raise PackDamaged(name=self.name, reason=error) from error
        return self._embed(self._model.encode_text, tokens)

    def unload_unused(self, seconds: float) -> bool:
        """Unload nothing: both towers are one model here, and words are asked for at any time."""
        return False

    def _embed(self, encode: Any, rows: npt.NDArray[Any]) -> Vectors:
        for parts in ([rows], [row[None] for row in rows]):
            try:
                return np.concatenate([self._computed(encode, part) for part in parts])
            except (RuntimeError, MemoryError) as error:
                if not is_out_of_memory(error):
                    raise
        raise OutOfMemory(device=str(self._device), name=self._pack_name)

    def _computed(self, encode: Any, rows: npt.NDArray[Any]) -> Vectors:
        import torch

        with self._lock, torch.inference_mode():
            vectors = encode(torch.from_numpy(rows).to(self._device))
            unit = torch.nn.functional.normalize(vectors.float(), dim=-1)
            return np.asarray(unit.cpu().numpy(), np.float32)


def _opened_clip(pack: Pack, device: Any) -> tuple[Any, Tokenizer, int]:
    model, config = open_model(pack.directory, device), read_config(pack)["model_cfg"]
    with tempfile.TemporaryDirectory() as temporary:
        file_changes.claim(Path(temporary))
        rules = compile_tokenizer(pack.directory, config, Path(temporary))
        tokenizer = Tokenizer(Path(temporary) / "tokenizer.json", rules)
    return model, tokenizer, int(config["embed_dim"])


def _opened_gemma(pack: Pack, device: Any) -> tuple[Any, Tokenizer, int]:
    from visret_desktop.models.encoders.gemma_towers import open_towers, rules_of

    settings = gemma_settings(pack)
    tokenizer = Tokenizer(pack.directory / "tokenizer.json", rules_of(pack.directory, settings))
    return open_towers(pack.directory, settings, device), tokenizer, settings.dimension


_SHARE = 1.25  # some weights are made from others, such as those of places in a larger picture
_BESIDE = 2**20


def open_model(directory: Path, device: Any = "cpu") -> Any:
    """Return the model of an open_clip directory, computing with float32 on a torch device.

    Raises:
        ValueError: it has no weights, or describes a larger model than they are of.
        Exception: whatever open_clip and torch raise.
    """
    library_environment.fetch_nothing()
    torchvision_parts.stand_in()
    import open_clip

    weights = sorted(directory.glob("*.safetensors"))
    if not weights:  # open_clip would take random ones
        raise ValueError("it has no .safetensors file with weights")
    there = sum(math.prod(shape) for path in weights for shape in safetensors_files.check(path))
    if (asked := _count_numbers(directory)) > there * _SHARE + _BESIDE:
        raise ValueError(
            f"it describes a model of {asked:,} numbers and its weights have {there:,}"
        )
    model = open_clip.create_model(f"local-dir:{directory}", device=device, precision="fp32")
    return model.eval()


def _count_numbers(directory: Path) -> int:
    """Return how many numbers the model is made of; none of them is made for that.

    0 where that cannot be told: timm's ViTamin and MobileCLIP-B compute while they are built.
    """
    import open_clip
    from accelerate import init_empty_weights

    with _not_told(), suppress(RuntimeError), init_empty_weights():
        model = open_clip.create_model(f"local-dir:{directory}", device="meta", load_weights=False)
        return sum(parameter.numel() for parameter in model.parameters())
    return 0


@contextmanager
def _not_told() -> Iterator[None]:
    """Keep open_clip from warning that it loads no weights, which is intended."""
    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.setLevel(level)
