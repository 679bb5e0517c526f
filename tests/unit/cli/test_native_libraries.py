"""Parts that do not load, or end who loads them, are findings with advice."""

import importlib.util
import json
import os
import re
import shutil
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from visret_desktop import installation
from visret_desktop.cli import native_libraries
from visret_desktop.cli.main import main
from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.paths import bundled
from visret_desktop.processes import own_python

_LACKING = "{}: cannot open shared object file: No such file or directory"


@pytest.fixture
def first_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which child processes look for modules first."""
    folder = tmp_path / "first"
    folder.mkdir()
    found = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(found))
    return folder


@pytest.fixture
def in_a_bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A bundle around this process."""
    folder = tmp_path / "visret"
    (folder / "python").mkdir(parents=True)
    (folder / installation.MARK).write_text('{"form": "folder", "version": "9"}')
    # Children stay what they are: they find their packages by it.
    monkeypatch.setattr(installation.sys, "prefix", str(folder / "python"))
    installation.bundle.cache_clear()
    yield folder
    installation.bundle.cache_clear()


def _break(folder: Path, module: str) -> None:
    """Put a library that is none in front of a module."""
    (folder / f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}").write_bytes(b"no library")


def _break_llama(folder: Path, library: str) -> None:
    """Put a llama.cpp in front of the whole one that lacks nothing but a library."""
    found = importlib.util.find_spec("llama_cpp")
    assert found is not None
    assert found.origin is not None
    shutil.copytree(Path(found.origin).parent, folder / "llama_cpp", copy_function=os.symlink)
    for broken in (folder / "llama_cpp" / "lib").glob(f"{library}.*"):  # and its other names
        broken.unlink()
        broken.write_bytes(b"no library")


def test_whatever_does_not_load_is_named_and_the_rest_is_tried(first_on_the_path: Path) -> None:
    _break(first_on_the_path, "hnswlib")
    (first_on_the_path / "rawpy.py").write_text("import os; os._exit(139)")
    (first_on_the_path / "onnxruntime.py").write_text("print('[1, 2]'); raise OSError('no disk.')")
    tried = dict(native_libraries.tried(native_libraries.SMALL))
    wrong = {name: each.reason for name, each in tried.items() if each.reason}
    assert set(wrong) == {"hnswlib", "rawpy", "onnxruntime"}
    assert str(first_on_the_path) in wrong["hnswlib"]
    assert "ends the process with code 139" in wrong["rawpy"]
    assert wrong["onnxruntime"] == "no disk"
    assert tried["onnxruntime"].devices == ()
    assert native_libraries.load_failure("rawpy", "x").startswith("does not load: x; install ")


def test_a_part_that_ends_the_process_does_not_end_the_doctor(
    first_on_the_path: Path, profile: Path
) -> None:
    for name in ("onnxruntime", "torch"):
        (first_on_the_path / f"{name}.py").write_text("import os; os._exit(139)")
    _break_llama(first_on_the_path, "libllama")
    report = json.loads(own_python.run(own_python.program("doctor", "--check", "--json")).stdout)
    bad = {check["name"]: check["detail"] for check in report["checks"] if not check["ok"]}
    assert {"torch", "onnxruntime", "llama_cpp", "encoder", "rewriter device"} <= set(bad)
    assert "ends the process with code 139" in bad["encoder"]
    assert "llama_cpp" in bad["rewriter device"]
    assert "mistake" not in str(bad)
    assert set(report["devices"]) == {"cpu_cores"}


def test_a_broken_library_is_a_bad_line_and_no_mistake_of_the_program(
    first_on_the_path: Path, profile: Path
) -> None:
    _break(first_on_the_path, "torch")
    _break(first_on_the_path, "onnxruntime")
    report = json.loads(own_python.run(own_python.program("doctor", "--check", "--json")).stdout)
    bad = {check["name"]: check["detail"] for check in report["checks"] if not check["ok"]}
    assert {"torch", "onnxruntime", "encoder"} <= set(bad)
    assert "install the Python packages of visret again" in bad["torch"]
    assert "A part of this program does not load" in bad["encoder"], "no pack is called damaged"
    assert "mistake" not in str(bad)
    assert "onnxruntime" not in report["devices"]
    search = own_python.run(own_python.program("search", "a bird", "--json"))
    error = json.loads(search.stdout)["error"]
    assert (search.returncode, error["code"]) == (3, "part-not-loading")
    assert error["sentence"].endswith("`visret doctor` says what to do.")


@pytest.mark.parametrize("library", ["libllama", "libggml-base"])
def test_a_search_does_without_a_part_that_it_can_miss(
    first_on_the_path: Path, profile: Path, compiled: Path, tmp_path: Path, library: str
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    Image.new("RGB", (90, 60), "red").save(photos / "red.jpg")
    (profile / "data").mkdir(parents=True)
    (profile / "data" / "compiled").symlink_to(compiled)
    own_python.run(own_python.program("index", str(photos)), is_checked=True)
    _break_llama(first_on_the_path, library)
    command = own_python.program("search", "a fox", "--strategy", "rephrase", "--json")
    answer = own_python.run(command)
    (hit,) = json.loads(answer.stdout)["hits"]
    assert hit["path"] == str(photos / "red.jpg")
    assert "A part of this program does not load" in answer.stderr
    assert "mistake" not in answer.stderr


def test_pictures_that_are_tried_are_whole() -> None:
    names = ("red.heic", "red.jxl", "red.avif", "red.webp")
    for name in names:
        image: Image.Image = decode_file(bundled("tiny_pictures", name)).image
        red, green, blue = image.convert("RGB").getpixel((4, 4))  # type: ignore[misc]
        assert red > 150 > 80 > max(green, blue), name


def test_in_a_bundle_nobody_is_sent_to_what_a_bundle_has(in_a_bundle: Path) -> None:
    def advice(library: str) -> str:
        return native_libraries._advice("PySide6", _LACKING.format(library))

    assert "the package libegl1 has it" in advice("libEGL.so.1")
    assert "the package libxcb-glx0 has it" in advice("libxcb-glx.so.0")
    for ours in ("libxcb-cursor.so.0", "libxkbcommon-x11.so.0", "libQt6Core.so.6"):
        assert (
            advice(ours) == "a file of the program is missing or damaged, so install visret again"
        )


def test_elsewhere_the_packages_of_the_system_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_libraries.sys, "platform", "linux")
    assert "libxcb-cursor0" in native_libraries._advice("PySide6", _LACKING.format("libEGL.so.1"))
    assert "apt-get" not in native_libraries._advice("torch", "it broke")


def test_a_library_that_only_the_window_needs_is_missed_before_it_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "libxcb-cursor.so.0").write_bytes(b"no library")
    monkeypatch.setenv("LD_LIBRARY_PATH", str(tmp_path))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    fault = native_libraries.window_fault()
    assert "libxcb-cursor.so.0" in fault
    assert re.search("this brings what is missing:  .* libxcb-cursor0 ", fault)
    monkeypatch.delenv("LD_LIBRARY_PATH")
    assert native_libraries.window_fault() == ""


def test_doctor_says_what_kind_of_installation_this_is(in_a_bundle: Path) -> None:
    assert installation.described() == f"bundle (folder) in {in_a_bundle}, portable: no"
    (in_a_bundle / "portable").mkdir()
    assert installation.described().endswith("portable: everything beside it")
    installation.bundle.cache_clear()
    (in_a_bundle / installation.MARK).unlink()
    assert installation.described().startswith(("checkout in ", "Python packages in "))


def test_the_list_of_the_doctor(profile: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    checks = {c["name"]: c["detail"] for c in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["installation"] == installation.described()
    assert checks["native parts"] == ", ".join(native_libraries.SMALL) + " load"
