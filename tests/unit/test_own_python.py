"""Child processes find no modules in the current folder, and get the flags of this process."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from visret_desktop.processes import own_python

_BUNDLE = ["-P", "-s", "-E", "-B", "-X", "utf8"]
Flags = dict[str, int]
_FLAGS = ("safe_path", "no_user_site", "ignore_environment", "dont_write_bytecode", "utf8_mode")
# A process of the program, its child, and a worker of its child: each tells its flags.
_FAMILY = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[2])!r})  # -E hides PYTHONPATH
import json
from tests.unit.test_own_python import flags, flags_of_worker
from visret_desktop.processes import own_python
if sys.argv[1:]:
    child = own_python.run(own_python.statements(sys.argv[1]), is_checked=True)
    print(json.dumps({{"own": flags(), **json.loads(child.stdout)}}))
elif __name__ == "__main__":
    print(json.dumps({{"child": flags(), "worker": flags_of_worker()}}))
"""


def flags() -> Flags:
    """Return those that children should have, too."""
    return {name: int(getattr(sys.flags, name)) for name in _FLAGS}


def _flags(_number: int) -> Flags:
    return flags()


def flags_of_worker() -> Flags:
    """Return those of a process of our pool."""
    with own_python.pool(1) as pool:
        return pool.map(_flags, [1])[0]


@pytest.mark.parametrize("before", [None, "", "1"])
def test_a_pool_is_safe_and_leaves_the_environment_alone(
    monkeypatch: pytest.MonkeyPatch, before: str | None
) -> None:
    if before is None:
        monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    else:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    assert flags_of_worker()["safe_path"] == 1
    assert os.environ.get("PYTHONSAFEPATH") == before


def _told_by(python_flags: list[str], folder: Path, **environment: str) -> dict[str, Flags]:
    """Run a family of processes in a folder with modules of a stranger's."""
    for name in ("json", "multiprocessing", "pickle", "sitecustomize"):
        (folder / f"{name}.py").write_text("import os; os._exit(66)")
    result = subprocess.run(
        [sys.executable, *python_flags, "-c", _FAMILY, _FAMILY],
        env={**os.environ, **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    told: dict[str, Flags] = json.loads(result.stdout)
    return told


def test_in_a_bundle_all_processes_have_its_flags(tmp_path: Path) -> None:
    told = _told_by(_BUNDLE, tmp_path, PYTHONPATH=str(tmp_path), PYTHONSAFEPATH="")
    assert set(told) == {"own", "child", "worker"}
    for who, has in told.items():
        assert has == dict.fromkeys(_FLAGS, 1), who


def test_without_flags_only_the_current_folder_is_kept_away(tmp_path: Path) -> None:
    plain = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONUTF8": "0", "PYTHONSAFEPATH": "1"}
    told = _told_by([], tmp_path, **plain, PYTHONNOUSERSITE="")
    expected = {**dict.fromkeys(_FLAGS, 0), "safe_path": 1}
    assert told == {"own": expected, "child": expected, "worker": expected}


def test_what_python_shall_warn_of_is_handed_on() -> None:
    ask = own_python.statements("import sys; print(sys.warnoptions)")
    command = [sys.executable, "-Wignore::BytesWarning", "-c"]
    text = "from visret_desktop.processes import own_python as o; print(o.statements('')[2:])"
    result = subprocess.run([*command, text], capture_output=True, text=True, check=True)
    assert "-Wignore::BytesWarning" in result.stdout
    assert own_python.run(ask, is_checked=True).stdout.strip() == repr(sys.warnoptions)


def test_a_command_that_takes_too_long_is_ended() -> None:
    talk = "import time; print('first', flush=True); time.sleep(60)"
    with pytest.raises(subprocess.TimeoutExpired) as ending:
        own_python.run(own_python.statements(talk), 1.0)
    assert ending.value.stdout in ("first\n", "")  # "" where it took a second to begin


@pytest.mark.parametrize("said", [b"first\n", "first\n"])
def test_what_a_command_wrote_before_its_end_is_text_on_every_system(
    monkeypatch: pytest.MonkeyPatch, said: str | bytes
) -> None:
    def take_too_long(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired([], 1.0, said)

    monkeypatch.setattr(subprocess, "run", take_too_long)
    with pytest.raises(subprocess.TimeoutExpired) as ending:
        own_python.run([])
    assert ending.value.stdout == "first\n"


@pytest.mark.parametrize("before", ["", "1", "0"])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_blocks_may_end_in_any_order(
    monkeypatch: pytest.MonkeyPatch, before: str, order: tuple[int, int]
) -> None:
    monkeypatch.setenv("PYTHONSAFEPATH", before)
    blocks = own_python.safe_path(), own_python.safe_path()
    for block in blocks:
        block.__enter__()
    for index in order:
        assert os.environ["PYTHONSAFEPATH"] == "1"
        blocks[index].__exit__(None, None, None)
    assert os.environ["PYTHONSAFEPATH"] == before


def test_a_command_hears_nothing_and_its_failure_can_be_asked_for() -> None:
    command = own_python.statements("import sys; sys.exit(len(sys.stdin.read()) or 7)")
    assert own_python.run(command).returncode == 7
    with pytest.raises(subprocess.CalledProcessError):
        own_python.run(command, is_checked=True)
