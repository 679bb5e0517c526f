"""Nothing that the program loads may report to anybody: asked of a fresh interpreter."""

import json
import os
import subprocess
import sys

SWITCHES = (
    "ORT_DISABLE_TELEMETRY",
    "HF_HUB_DISABLE_TELEMETRY",
    "DISABLE_TELEMETRY",
    "DO_NOT_TRACK",
)
ARRAY_THREADS = "OPENBLAS_NUM_THREADS"


def _ask(program: str, **environment: str) -> object:
    ours = (*SWITCHES, ARRAY_THREADS)
    bare = {name: value for name, value in os.environ.items() if name not in ours}
    command = [sys.executable, "-c", f"import json, os, sys\n{program}"]
    asked = subprocess.run(command, env=bare | environment, capture_output=True, check=True)
    return json.loads(asked.stdout)


def test_telemetry_is_off_before_any_library_is_there_whatever_was_set() -> None:
    told = _ask(
        "import visret_desktop\n"
        f"off = [os.environ.get(name) for name in {SWITCHES!r}]\n"
        "loaded = [name for name in ('onnxruntime', 'huggingface_hub') if name in sys.modules]\n"
        "print(json.dumps({'off': off, 'loaded': loaded}))",
        ORT_DISABLE_TELEMETRY="",
        HF_HUB_DISABLE_TELEMETRY="0",
    )
    assert told == {"off": ["1"] * len(SWITCHES), "loaded": []}


def test_the_hubs_library_understands_the_switches() -> None:
    told = _ask(
        "from visret_desktop.processes import library_environment\n"
        "library_environment.fetch_nothing()\n"
        "from huggingface_hub import constants\n"
        "print(json.dumps([constants.HF_HUB_DISABLE_TELEMETRY, constants.HF_HUB_OFFLINE]))"
    )
    assert told == [True, True]


def test_downloads_are_possible_until_models_are_opened() -> None:
    told = _ask(
        "import visret_desktop\n"
        "from huggingface_hub import constants\n"
        "print(json.dumps(constants.HF_HUB_OFFLINE))",
        HF_HUB_OFFLINE="0",
    )
    assert told is False


def test_arrays_are_computed_by_who_asks_unless_the_person_says_otherwise() -> None:
    program = (
        "import visret_desktop\n"
        f"threads = os.environ.get({ARRAY_THREADS!r})\n"
        "print(json.dumps([threads, 'numpy' in sys.modules]))"
    )
    assert _ask(program) == ["1", False]
    assert _ask(program, OPENBLAS_NUM_THREADS="3") == ["3", False]
