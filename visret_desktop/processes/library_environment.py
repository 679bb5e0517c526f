"""Keep the libraries quiet: they report nothing, fetch nothing, and leave nothing lying about.

ONNX Runtime's builds for Linux and Windows report to their maker unless told not to; the hub's
libraries ask it for files that are not here. Libraries read these variables when they load, so they
are set when our package is imported, before arrays are compared, or before models are opened.
"""

import os
from pathlib import Path

_NO_TELEMETRY = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime
    "HF_HUB_DISABLE_TELEMETRY": "1",  # huggingface_hub, transformers, diffusers, accelerate
    "DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",  # whoever else follows consoledonottrack.com
    "GGML_NO_BACKTRACE": "1",  # llama.cpp looks for a debugger to say where it ended
}
_ARRAY_THREADS = "OPENBLAS_NUM_THREADS"
_FETCH_NOTHING = {"HF_HUB_OFFLINE": "1"}  # transformers and diffusers ask huggingface_hub
# What torch and those below it compile; those that are no folder of their own must be there.
COMPILED = {
    "TORCHINDUCTOR_CACHE_DIR": "",
    "PYTORCH_KERNEL_CACHE_PATH": "",
    "TRITON_CACHE_DIR": "triton",
    "CUDA_CACHE_PATH": "cuda",
}
_TOKEN = "HF_TOKEN_PATH"  # where huggingface_hub keeps the token of a login


def report_nothing() -> None:
    """Switch off the telemetry of every library, in this process and in its children."""
    os.environ.update(_NO_TELEMETRY)


def compute_arrays_alone() -> None:
    """Let NumPy's OpenBLAS compute in the thread that asks, unless the person says otherwise.

    What we compare takes milliseconds. Its threads wait for each other in a busy loop, beside those
    of the models, which made a search's own part twice as long; a library of 100,000 photos is read
    from memory no faster by several. Engine and commands call this before NumPy loads; the window
    does not, as what a person opens from there would inherit it.
    """
    os.environ.setdefault(_ARRAY_THREADS, "1")


def fetch_nothing() -> None:
    """Keep the hub's libraries off the network, before models are opened; children inherit it."""
    os.environ.update(_FETCH_NOTHING)


def keep_at_home(cache: Path) -> None:
    """Let torch keep what it compiles in our cache, before models are opened; children inherit it.

    It makes a folder whether it compiles anything or not, else /tmp/torchinductor_NAME, which would
    stay for ever; and a file of that name would keep every model from opening.
    """
    import tempfile  # half of what importing our package would take

    home = cache / "torch"
    try:
        home.mkdir(exist_ok=True)
    except OSError:
        home = Path(tempfile.gettempdir())  # is there, so that nothing has to be made
    os.environ.update({variable: str(home / name) for variable, name in COMPILED.items()})


def keep_logins(config: Path) -> None:
    """Let huggingface_hub keep tokens beside our settings, unless the person says where.

    For a program that is carried about: a token must not stay on a computer that is not one's own.
    """
    os.environ.setdefault(_TOKEN, str(config / "hub" / "token"))
