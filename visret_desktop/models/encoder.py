"""An encoder pack on ONNX Runtime: one session per tower, one thread per caller.

Several workers that each run a one-thread forward on a shared session beat one forward on many
threads, because nobody waits at a barrier. The text tower loads when the first words come.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from visret_desktop.errors import PackDamaged
from visret_desktop.models.interfaces import Encoder, Pixels, Vectors
from visret_desktop.models.preprocess import Preprocess
from visret_desktop.models.tokenizer import Tokenizer
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

_CONFIG = "open_clip_config.json"


def open_encoder(pack: Pack, paths: Paths) -> Encoder:
    """Open an encoder pack, exporting it first where that has not been done.

    Raises:
        PackDamaged: its weights or its configuration cannot be used.
    """
    exported = paths.exports / f"{pack.name}-{pack.digest}"
    if not (exported / "export.json").exists():
        _export(pack, exported)
    return OnnxEncoder(pack, exported)


def _export(pack: Pack, exported: Path) -> None:
    exported.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=exported.parent) as temporary:
        command = [sys.executable, "-m", "visret_desktop.models.export"]
        result = subprocess.run(
            [*command, str(pack.directory), temporary],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env={**os.environ, "HF_HUB_OFFLINE": "1"},
        )
        if result.returncode:
            last = (result.stderr.strip().splitlines() or ["no message"])[-1]
            raise PackDamaged(name=pack.name, reason=f"the export to ONNX failed: {last}")
        if not exported.exists():
            shutil.copytree(temporary, exported.with_name(f"{exported.name}.new-{os.getpid()}"))
            exported.with_name(f"{exported.name}.new-{os.getpid()}").rename(exported)


class OnnxEncoder:
    """The two towers of one pack. All methods may be called from several threads at once."""

    def __init__(self, pack: Pack, exported: Path) -> None:
        try:
            config = json.loads((pack.directory / _CONFIG).read_text(encoding="utf-8"))
            described = json.loads((exported / "export.json").read_text(encoding="utf-8"))
            self._preprocess = Preprocess.from_config(config)
        except (OSError, ValueError, KeyError, TypeError) as error:
            reason = f"its {_CONFIG} cannot be used ({error})"
            raise PackDamaged(name=pack.name, reason=reason) from error
        self.name = f"{pack.name}-{pack.digest}"
        self.dimension = int(config["model_cfg"]["embed_dim"])
        self.input_pixels = self._preprocess.side
        self._exported = exported
        self._tokenizer_path = pack.directory / "tokenizer.json"
        self._context_length = int(described["context_length"])
        self._visual: Any = None
        self._textual: Any = None
        self._tokenizer: Tokenizer | None = None
        self._lock = threading.Lock()

    def preprocess(self, image: Image.Image) -> Pixels:
        """Return float32 (3, input_pixels, input_pixels) of an RGB picture."""
        return self._preprocess(image)

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length."""
        with self._lock:
            if self._visual is None:
                self._visual = _session(self._exported / "visual.onnx", threads=1)
        vectors: Vectors = self._visual.run(None, {"input": pixels})[0]
        return vectors

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows; loads its tower late."""
        with self._lock:
            if self._textual is None or self._tokenizer is None:
                self._tokenizer = Tokenizer(self._tokenizer_path, self._context_length)
                self._textual = _session(self._exported / "textual.onnx", threads=2)
        tokens = self._tokenizer(texts)
        vectors: Vectors = self._textual.run(None, {"input": tokens})[0].astype(np.float32)
        return vectors


def _session(path: Path, threads: int) -> Any:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
