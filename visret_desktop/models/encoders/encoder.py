"""An encoder pack on ONNX Runtime: one session per tower, one thread per caller.

Several workers that each run a one-thread forward on a shared session beat one forward on many
threads, because nobody waits at a barrier. The text tower loads when the first words come.
Packs in GGUF are for `llama_encoder`, graphics processors for `torch_encoder`.
"""

import logging
import os
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders import precision_export
from visret_desktop.models.encoders.compiled import (
    CompiledEncoder,
    ensure_compiled,
    renew_if_damaged,
)
from visret_desktop.models.encoders.conse import is_conse
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.encoders.tokenizer import Tokenizer, without_padding
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.models.variants import Precision, suffix_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import library_environment
from visret_desktop.sentences import sentence

Run = Callable[[npt.NDArray[Any]], npt.NDArray[Any]]
_log = logging.getLogger(__name__)


def open_encoder(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    precision: Precision = "fp32",
    *,
    is_used: bool = False,
) -> Encoder:
    """Open an encoder pack, compiling it first where that has not been done.

    Another precision than fp32 is used on a CPU where `precision_selection` has accepted it for
    this pack, otherwise fp32 is used. One that `is_used` was accepted, as there are vectors of
    it: its files are made again if they were lost.

    Raises:
        PackDamaged: its weights or its configuration cannot be used.
        DeviceMissing: another device than the CPU was asked for and is not there.
    """
    if pack.computed_by == "llama":
        from visret_desktop.models.encoders.llama_encoder import open_llama_encoder

        return open_llama_encoder(pack, paths, device)
    if device != "cpu" and not is_conse(pack):  # a small one is quick enough
        library_environment.keep_at_home(paths.cache)
        from visret_desktop.models.encoders.torch_encoder import TorchEncoder

        return TorchEncoder(pack, device)
    compiled = ensure_compiled(pack, paths)
    precision_export.remove_abandoned(compiled.directory)
    if is_used:
        _ensure_form(compiled, precision)
    elif not compiled.visual_in(precision).is_file():
        _log.info("%s has no accepted %s form; using fp32", pack.name, precision)
        precision = "fp32"

    def renew() -> bool:
        is_renewed = renew_if_damaged(pack, paths)
        if is_renewed:
            _ensure_form(compiled, precision)
        return is_renewed

    return OnnxEncoder(pack, compiled, precision, renew=renew)


def _ensure_form(compiled: CompiledEncoder, precision: Precision) -> None:
    if not compiled.visual_in(precision).is_file():
        precision_export.make_again(compiled, precision)


def name_of(pack: Pack, precision: Precision = "fp32") -> str:
    """Return what names an encoder's vectors; another precision makes others."""
    return f"{pack.name}-{pack.digest}{suffix_of(precision)}"


class OnnxEncoder:
    """The two towers of one pack. All methods may be called from several threads at once.

    Files that do not work are tried once more if `renew` finds them damaged and makes them anew.
    """

    def __init__(
        self,
        pack: Pack,
        compiled: CompiledEncoder,
        precision: Precision = "fp32",
        *,
        renew: Callable[[], bool] = lambda: False,
    ) -> None:
        if not compiled.visual_in(precision).exists():
            _log.info("%s has no accepted %s form; using fp32", pack.name, precision)
            precision = "fp32"
        self.preprocess = read_preprocess(pack)
        self.name, self.precision = name_of(pack, precision), precision
        self.dimension = compiled.dimension
        self.input_pixels = self.preprocess.side
        self.compiled = compiled
        self._renew = renew
        self._visual = _Tower(compiled.visual_in(precision), precision, 1, renew)
        self._textual = _Tower(compiled.textual, "fp32", 2, renew)
        self._tokenizer: Tokenizer | None = None
        self._tokenizer_lock = threading.Lock()

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length."""
        return self._visual(pixels)

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows; loads its tower late.

        Raises:
            PackDamaged: its tokenizer fails for them.
        """
        with self._tokenizer_lock:
            if self._tokenizer is None:
                self._tokenizer = self._open_tokenizer()
        try:
            tokens = self._tokenizer(texts)
        except ValueError as error:
            raise PackDamaged(name=self.name, reason=error) from error
        if self.compiled.is_causal:
            tokens = without_padding(tokens, self.compiled.rules.pad_id)
        return self._textual(tokens)

    def _open_tokenizer(self) -> Tokenizer:
        try:
            return Tokenizer(self.compiled.tokenizer, self.compiled.rules)
        except (ValueError, OSError):
            if not self._renew():
                raise
            return Tokenizer(self.compiled.tokenizer, self.compiled.rules)

    def unload_unused(self, seconds: float) -> bool:
        """Unload the image tower if nobody used it that long; tell whether it was loaded."""
        return self._visual.drop(seconds)


class _Tower:
    """One file of a tower, loaded at its first use and shared by all threads."""

    def __init__(
        self, path: Path, precision: Precision, threads: int, renew: Callable[[], bool]
    ) -> None:
        self._open: Callable[[], Run] = partial(_open_session, path, threads)
        if precision in ("fp16", "bf16"):
            self._open = partial(_open_half, path, precision)
        self._renew = renew
        self._session: Run | None = None
        self._last_used = 0.0
        self._lock = threading.Lock()

    def __call__(self, given: npt.NDArray[Any]) -> Vectors:
        try:
            vectors = self._run(given)
        except Exception:  # ONNX Runtime has kinds of its own
            if not self._renew():
                raise
        else:
            if np.isfinite(vectors).all() or not self._renew():
                return vectors
        self.drop(0)
        return self._run(given)

    def _run(self, given: npt.NDArray[Any]) -> Vectors:
        with self._lock:
            self._last_used = time.monotonic()
            if self._session is None:
                self._session = self._open()
            session = self._session
        return np.asarray(session(given), np.float32)

    def drop(self, unused_seconds: float) -> bool:
        """Unload the tower if nobody used it that long; whoever is running it can finish."""
        with self._lock:
            is_unused = time.monotonic() - self._last_used >= unused_seconds
            if self._session is None or not is_unused:
                return False
            self._session = None
            return True


def _open_session(path: Path, threads: int) -> Run:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.log_severity_level = 3
    # Spinning threads take the cores of the workers that decode.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:  # its kinds have no base; it is the model's fault, no photo's
        raise _not_loaded(path, error) from error

    def run(rows: npt.NDArray[Any]) -> npt.NDArray[Any]:
        return np.asarray(session.run(None, {"input": rows})[0])

    return _one_by_one(run) if session.get_inputs()[0].shape[0] == 1 else run


def _one_by_one(run: Run) -> Run:
    """Return what computes several rows with a tower that takes one at a time."""
    return lambda rows: np.concatenate([run(row[None]) for row in rows])


def _open_half(path: Path, precision: Literal["fp16", "bf16"]) -> Run:
    from visret_desktop.models.runtimes.openvino_runtime import SharedNetwork

    try:
        network = SharedNetwork(path, precision, os.cpu_count() or 1)
    except RuntimeError as error:
        raise _not_loaded(path, error) from error

    run_all = _one_by_one(network) if network.is_single else network

    def run(rows: npt.NDArray[Any]) -> Vectors:
        vectors = np.asarray(run_all(rows), np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)  # of half precision, too
        return vectors

    return run


def _not_loaded(path: Path, error: Exception) -> PackDamaged:
    reason = sentence("{name} cannot be loaded ({error})", name=path.name, error=str(error)[:200])
    return PackDamaged(name=path.parent.name, reason=reason)
