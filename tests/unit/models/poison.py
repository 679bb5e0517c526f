"""Libraries that somebody left where llama.cpp may look for its own; they note that they ran."""

import os
import subprocess
from pathlib import Path

_SOURCE = """
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void note(void) { close(open(NOTE, O_CREAT | O_WRONLY, 0600)); }
int ggml_backend_score(void) { return 1 << 30; }
"""
_NAMES = ("libggml-cpu-best.so", "libggml-cpu.so", "libggml-blas.so", "libggml-cuda.so")


def leave_poison(folder: Path) -> Path:
    """Put such libraries into a folder; return the note that each makes when it is loaded.

    It needs a C compiler; the libraries run wherever they are copied to.
    """
    note = folder.absolute() / "poison-was-loaded"
    build = (os.environ.get("CC", "cc"), "-shared", "-fPIC", "-xc", f'-DNOTE="{note}"')
    for name in _NAMES:
        command = (*build, "-o", str(folder / name), "-")
        subprocess.run(command, input=_SOURCE, check=True, text=True)
    return note
