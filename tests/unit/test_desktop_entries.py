"""What Linux desktops read about the program is well formed and says what the program says."""

import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from defusedxml import ElementTree
from PySide6.QtCore import QMimeDatabase

from visret_desktop import APP_ID, DESKTOP_FILE, __version__
from visret_desktop.library.photos.formats import EXTENSIONS

SHARE = Path(__file__).parents[2] / "installer" / "linux" / "share"
ENTRY = SHARE / "applications" / f"{DESKTOP_FILE}.desktop"
MENU = SHARE / "kio" / "servicemenus" / "visret.desktop"
NEMO = SHARE / "nemo" / "actions" / "visret.nemo_action"
METAINFO = SHARE / "metainfo" / f"{APP_ID}.metainfo.xml"
_FOLDER = "inode/directory"


def entry(path: Path) -> ConfigParser:
    parser = ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(path, encoding="utf-8")
    return parser


def types_of(text: str) -> set[str]:
    return set(text.strip(";").split(";"))


def test_every_kind_of_photo_is_named_everywhere() -> None:
    named = types_of(entry(ENTRY)["Desktop Entry"]["MimeType"])
    own = ElementTree.parse(SHARE / "mime" / "packages" / "visret.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    globs = {
        glob.get("pattern").removeprefix("*"): one.get("type")
        for one in own.iter(f"{space}mime-type")
        for glob in one.iter(f"{space}glob")
    }
    known = QMimeDatabase()
    for suffix in EXTENSIONS:
        found = {one.name() for one in known.mimeTypesForFileName(f"x{suffix}")}
        assert named & (found | {globs.get(suffix)}), suffix
    photos = named - {_FOLDER}
    assert types_of(entry(MENU)["Desktop Entry"]["MimeType"]) == photos
    assert types_of(entry(NEMO)["Nemo Action"]["Mimetypes"]) == photos
    told = ElementTree.parse(METAINFO).getroot().iter("mediatype")
    assert {one.text for one in told} == photos


def test_names_agree_with_those_that_the_window_has() -> None:
    desktop = entry(ENTRY)["Desktop Entry"]
    assert (desktop["StartupWMClass"], desktop["Icon"]) == (DESKTOP_FILE, "visret")
    root = ElementTree.parse(METAINFO).getroot()
    assert root.findtext("id") == APP_ID
    assert root.findtext("launchable") == ENTRY.name
    assert root.find("releases/release").get("version") == __version__
    starts = {
        desktop["Exec"],
        entry(MENU)["Desktop Action findSimilar"]["Exec"],
        entry(NEMO)["Nemo Action"]["Exec"],
    }
    assert starts == {"visret-desktop %F"}


def test_menus_of_file_managers_say_the_same() -> None:
    menu, nemo = entry(MENU)["Desktop Action findSimilar"], entry(NEMO)["Nemo Action"]
    names = {key: value for key, value in menu.items() if re.match("Name", key)}
    assert names == {key: value for key, value in nemo.items() if re.match("Name", key)}
    assert names["Name"] == "Find similar photos with visret"


@pytest.mark.parametrize(
    ("program", "options", "path"),
    [
        ("desktop-file-validate", (), ENTRY),
        ("appstreamcli", ("validate", "--no-net"), METAINFO),
    ],
)
def test_the_validators_of_desktops_agree(
    program: str, options: tuple[str, ...], path: Path
) -> None:
    """Where they are installed; `installer/check` needs them."""
    if shutil.which(program):
        done = subprocess.run(
            [program, *options, str(path)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
