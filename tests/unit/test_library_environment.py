"""Nothing that the program loads may report to anybody: asked of a fresh interpreter."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SWITCHES = (
    "ORT_DISABLE_TELEMETRY",
    "HF_HUB_DISABLE_TELEMETRY",
    "DISABLE_TELEMETRY",
    "DO_NOT_TRACK",
)
ARRAY_THREADS = "OPENBLAS_NUM_THREADS"


def _run(program: str, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    ours = (*SWITCHES, ARRAY_THREADS)
    bare = {name: value for name, value in os.environ.items() if name not in ours}
    command = [sys.executable, "-c", f"import json, os, sys\n{program}"]
    return subprocess.run(
        command, env=bare | environment, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )


def _ask(program: str, **environment: str) -> object:
    return json.loads(_run(program, environment).stdout)


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


_WATCHED = f"""
class Watch:
    def find_spec(self, name, *rest):
        if name == "numpy":
            json.dump(os.environ.get({ARRAY_THREADS!r}), sys.stderr)
sys.meta_path.insert(0, Watch())
"""


@pytest.mark.parametrize("given", [["engine"], ["doctor", "--json"]])
def test_arrays_are_computed_by_who_asks_unless_the_person_says_otherwise(
    given: list[str], tmp_path: Path
) -> None:
    program = (
        f"{_WATCHED}\nsys.argv[1:] = {given}\nfrom visret_desktop.__main__ import main\nmain()"
    )
    for asked, expected in (({}, '"1"'), ({ARRAY_THREADS: "3"}, '"3"')):
        places = {
            f"VISRET_{name}_DIR": str(tmp_path / name) for name in ("DATA", "CACHE", "CONFIG")
        }
        run = _run(program, asked | places)
        assert run.stderr.decode().startswith(expected)


def test_what_a_person_opens_from_the_window_computes_as_it_likes() -> None:
    program = f"import visret_desktop.gui.app\nprint(json.dumps({ARRAY_THREADS!r} in os.environ))"
    assert _ask(program) is False
