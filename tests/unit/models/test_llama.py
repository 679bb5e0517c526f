"""llama.cpp computes with what lies in its own folder, and over quantized weights everywhere."""

import ctypes
import subprocess
from pathlib import Path

import pytest

from tests.unit.models.poison import leave_poison
from visret_desktop.models.runtimes.llama import llama_cpp
from visret_desktop.packs.checks import gguf_header
from visret_desktop.paths import bundled
from visret_desktop.processes import own_python

_EIGHT_BITS = 7  # LLAMA_FTYPE_MOSTLY_Q8_0


@pytest.fixture(scope="module")
def whole() -> Path:
    return bundled("starter", "rewriter", "rewriter.gguf")


def _load(model: Path, folder: Path) -> None:
    """Load a model in a process of its own that begins in a folder, and let it write a word."""
    command = own_python.module("visret_desktop.models.trials.chat_trial", "load", str(model), "64")
    subprocess.run(command, check=True, cwd=folder, timeout=60)


def test_no_library_of_the_current_folder_is_loaded(whole: Path, tmp_path: Path) -> None:
    note = leave_poison(tmp_path)
    _load(whole, tmp_path)
    assert not note.exists()
    ctypes.CDLL(str(tmp_path / "libggml-cpu-best.so"))
    assert note.exists()


def test_quantized_weights_do_not_end_the_process(whole: Path, tmp_path: Path) -> None:
    # Where llama.cpp was compiled by GCC 12 for a processor with matrix tiles, they did.
    model = tmp_path / "model.gguf"
    wanted = llama_cpp.llama_model_quantize_default_params()
    wanted.ftype, wanted.nthread = _EIGHT_BITS, 1
    wanted = ctypes.byref(wanted)
    assert not llama_cpp.llama_model_quantize(str(whole).encode(), str(model).encode(), wanted)
    assert not gguf_header.read(whole).is_quantized
    assert gguf_header.read(model).is_quantized
    _load(model, tmp_path)
