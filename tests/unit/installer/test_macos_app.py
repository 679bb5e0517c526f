"""What can be checked of the app for macOS without a Mac."""

import plistlib
import subprocess
from pathlib import Path

from installer import macos
from installer.macos import building, signing
from installer.pinning import OLDEST_MACOS
from installer.windows.compiling import APP_ID, FLAGS

_FOLDER = Path(macos.__file__).parent


def test_the_app_describes_itself() -> None:
    described = plistlib.loads((_FOLDER / "Info.plist").read_bytes())
    assert described["CFBundleIdentifier"] == APP_ID
    assert described["CFBundleExecutable"] == "visret"
    assert described["LSMinimumSystemVersion"] == OLDEST_MACOS
    opened = [kind["LSItemContentTypes"] for kind in described["CFBundleDocumentTypes"]]
    assert opened == [["public.image"], ["public.folder"]]
    assert {kind["LSHandlerRank"] for kind in described["CFBundleDocumentTypes"]} == {"Alternate"}


def test_entitlements_are_only_those_for_code_made_at_run_time() -> None:
    entitled = plistlib.loads((_FOLDER / "entitlements.plist").read_bytes())
    assert set(entitled) == {
        "com.apple.security.cs.allow-jit",
        "com.apple.security.cs.allow-unsigned-executable-memory",
    }


def test_both_launchers_start_python_with_the_same_flags() -> None:
    quoted = ", ".join(f'"{flag}"' for flag in FLAGS.split())
    assert f'{quoted}, "-m", "visret_desktop", "gui"' in (_FOLDER / "visret.c").read_text()
    assert f'{FLAGS} -m visret_desktop "$@"' in (_FOLDER / "visret").read_text()


def test_the_command_finds_its_python_through_a_link(tmp_path: Path) -> None:
    app = tmp_path / "my apps" / "visret.app" / "Contents" / "Resources"
    (app / "bin").mkdir(parents=True)
    (app / "python" / "bin").mkdir(parents=True)
    command = app / "bin" / "visret"
    command.write_bytes((_FOLDER / "visret").read_bytes())
    command.chmod(0o755)
    python = app / "python" / "bin" / "python3.13"
    python.write_text("#!/bin/sh\nprintf '%s\\n' \"$@\"\n")
    python.chmod(0o755)
    link = tmp_path / "visret"
    link.symlink_to(command)
    said = subprocess.run([link, "a b"], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == [*FLAGS.split(), "-m", "visret_desktop", "a b"]


def test_its_version_has_numbers_only(tmp_path: Path) -> None:
    (tmp_path / "Contents").mkdir()
    building.describe(tmp_path, "0.2.0rc1")
    described = plistlib.loads((tmp_path / "Contents" / "Info.plist").read_bytes())
    assert described["CFBundleVersion"] == "0.2.0"
    assert described["CFBundleShortVersionString"] == "0.2.0rc1"


def test_frameworks_get_the_links_that_wheels_cannot_have(tmp_path: Path) -> None:
    framework = tmp_path / "lib" / "QtCore.framework"
    for resources in (framework / "Resources", framework / "Versions" / "A" / "Resources"):
        resources.mkdir(parents=True)
        (resources / "Info.plist").write_text("described")
    (framework / "Versions" / "A" / "QtCore").write_bytes(b"\xcf\xfa\xed\xfe")
    signing.complete_frameworks(tmp_path)
    signing.complete_frameworks(tmp_path)
    assert {path.name for path in framework.iterdir()} == {"QtCore", "Resources", "Versions"}
    assert (framework / "Versions" / "Current").readlink() == Path("A")
    assert (framework / "QtCore").readlink() == Path("Versions/Current/QtCore")
    assert (framework / "Resources").readlink() == Path("Versions/Current/Resources")
    assert (framework / "Resources" / "Info.plist").read_text() == "described"
    assert list(signing.compiled(tmp_path)) == [framework / "Versions" / "A" / "QtCore"]


def test_what_is_inside_is_signed_first(tmp_path: Path) -> None:
    for name in ("outer.dylib", "inner/deep.so", "inner/notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"\xcf\xfa\xed\xfe" if path.suffix != ".txt" else b"text")
    found = [str(path.relative_to(tmp_path)) for path in signing.compiled(tmp_path)]
    assert found == ["inner/deep.so", "outer.dylib"]
