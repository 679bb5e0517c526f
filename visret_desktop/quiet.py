"""Keep the libraries quiet: none reports to its makers, none fetches what nobody asked for.

ONNX Runtime's builds for Linux and Windows report to their maker unless told not to; the hub's
libraries ask it for files that are not here. Libraries read these variables when they load, so they
are set when our package is imported, before any of them.
"""

import os

_NO_TELEMETRY = {
    "ORT_DISABLE_TELEMETRY": "1",  # onnxruntime
    "HF_HUB_DISABLE_TELEMETRY": "1",  # huggingface_hub, transformers, diffusers, accelerate
    "DISABLE_TELEMETRY": "1",
    "DO_NOT_TRACK": "1",  # whoever else follows consoledonottrack.com
}
_FETCH_NOTHING = {"HF_HUB_OFFLINE": "1"}  # transformers and diffusers ask huggingface_hub


def report_nothing() -> None:
    """Switch off the telemetry of every library, in this process and in its children."""
    os.environ.update(_NO_TELEMETRY)


def fetch_nothing() -> None:
    """Keep the hub's libraries off the network, before models are opened; children inherit it."""
    os.environ.update(_FETCH_NOTHING)
