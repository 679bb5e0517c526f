"""Where models go: by the person's choice, or by what there is, always with a reason."""

import subprocess
import sys
from pathlib import Path

import pytest

from visret_desktop.errors import DeviceMissing
from visret_desktop.models.runtimes import devices
from visret_desktop.models.runtimes.devices import graphics_drivers, place
from visret_desktop.roles import ROLES, Role


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that would be there with a driver; it is not."""
    path = tmp_path / "driver"
    monkeypatch.setattr(devices, "_DRIVER_FILES", {sys.platform: {"ACME": str(path)}})
    monkeypatch.setattr(devices.platform, "machine", lambda: "x86_64")
    return path


def test_without_a_driver_it_is_the_cpu(driver: Path) -> None:
    assert list(graphics_drivers()) == []
    chosen = place(Role.ENCODER, "auto")
    assert chosen.device == "cpu"
    assert "no graphics processor" in chosen.reason


def test_a_driver_that_torch_cannot_use_is_named(
    driver: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(device: str) -> None:
        raise DeviceMissing(device=device, reason="not here")

    driver.touch()
    monkeypatch.setattr(devices, "usable_device", refuse)
    chosen = place(Role.VISUALIZER, "auto")
    assert chosen.device == "cpu"
    assert "ACME" in chosen.reason


def test_what_torch_can_use_is_taken(driver: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    driver.touch()
    monkeypatch.setattr(devices, "usable_device", lambda _: None)
    assert place(Role.VISUALIZER, "auto").device == "cuda"


@pytest.mark.parametrize("role", list(ROLES.values()))
def test_a_choice_is_obeyed_or_refused(role: Role) -> None:
    assert place(role, "cpu").device == "cpu"
    with pytest.raises(DeviceMissing):
        place(role, "xpu")  # no test machine has one


def test_the_rewriter_goes_where_llama_cpp_was_built_for() -> None:
    chosen = place(Role.REWRITER, "auto")
    assert chosen.reason.startswith(("this llama.cpp was built", "llama.cpp was built"))


@pytest.mark.parametrize(
    ("system", "device", "others"),
    [("darwin", "mps", ["cuda", "xpu"]), ("linux", "cuda", ["mps"]), ("win32", "cuda", ["mps"])],
)
def test_a_llama_cpp_with_graphics_goes_where_its_system_has_them(
    system: str, device: str, others: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("llama_cpp.llama_supports_gpu_offload", lambda: True)
    monkeypatch.setattr(devices.sys, "platform", system)
    assert place(Role.REWRITER, "auto").device == device
    assert place(Role.REWRITER, device).device == device
    for other in others:
        with pytest.raises(DeviceMissing, match=f"computes on .*{device}"):
            place(Role.REWRITER, other)


def test_nobody_without_a_driver_waits_for_torch(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from visret_desktop.models.runtimes import devices\n"
        f"devices._DRIVER_FILES = {{sys.platform: {{'ACME': {str(tmp_path / 'none')!r}}}}}\n"
        "devices.platform.machine = lambda: 'x86_64'\n"
        "devices.place(devices.Role.ENCODER, 'auto')\n"
        "sys.exit('torch' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
