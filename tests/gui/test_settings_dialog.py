"""A setting is declared once; form and file follow from that."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QLineEdit,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from visret_desktop import settings
from visret_desktop.gui.widgets import theme
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.gui.window.settings_dialog import SettingsDialog
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings, _setting

Editor = TypeVar("Editor", bound=QWidget)


@dataclass(frozen=True)
class MoreSettings(Settings):
    """As if these lines stood in `Settings`: as docs/recipes.md says."""

    toy_count: int = _setting(3, "How many toys", 1, 9, unit=" toys")
    toy_weight: float = _setting(0.5, "Weight of a toy", 0.0, 2.0, page="searching")
    toy_color: str = _setting("red", "Color of the toys", choices=("red", "blue"), page="models")
    toy_names: tuple[str, ...] = _setting((), "Names of toys")
    has_toys: bool = _setting(True, "Play")


def editor(dialog: SettingsDialog, kind: type[Editor], name: str) -> Editor:
    (found,) = (e for e in dialog.findChildren(kind) if e.accessibleName() == name)
    return found


def test_a_setting_is_shown_saved_and_read(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "Settings", MoreSettings)
    file = tmp_path / "settings.json"
    before = settings.load(file)
    dialog = SettingsDialog(before)
    qtbot.addWidget(dialog)
    assert dialog.settings() == before
    count = editor(dialog, QSpinBox, "How many toys")
    assert (count.value(), count.minimum(), count.maximum(), count.suffix()) == (3, 1, 9, " toys")
    count.setValue(7)
    editor(dialog, QDoubleSpinBox, "Weight of a toy").setValue(1.5)
    editor(dialog, QComboBox, "Color of the toys").setCurrentText("blue")
    editor(dialog, QLineEdit, "Names of toys").setText("ball, , kite ")
    editor(dialog, QCheckBox, "Play").setChecked(False)
    after = dialog.settings()
    settings.save_changes(file, before, after)
    assert settings.load(file) == after
    assert {name: value for name, value in vars(after).items() if "toy" in name} == {
        "toy_count": 7,
        "toy_weight": 1.5,
        "toy_color": "blue",
        "toy_names": ("ball", "kite"),
        "has_toys": False,
    }


def test_what_a_file_says_is_kept_within_the_declaration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "Settings", MoreSettings)
    file = tmp_path / "settings.json"
    wrong = {"toy_count": 100, "toy_weight": "2", "toy_color": "green", "toy_names": [1]}
    file.write_text(json.dumps({"version": 1, **wrong}))
    assert settings.load(file) == MoreSettings(toy_count=9)


def test_every_setting_says_what_it_is_and_where_it_stands() -> None:
    for name, line in settings.declared().items():
        assert line.metadata["help"][:1].isupper(), name
        assert line.metadata["page"] in ("", "general", "photos", "searching", "models"), name


def test_appearance_acts_at_once_and_a_cancelled_dialog_takes_it_back(
    qapp: QApplication, qtbot: QtBot, tmp_path: Path
) -> None:
    theme.use(qapp, "light")
    paths, owner = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config"), QWidget()
    qtbot.addWidget(owner)
    keeper = SettingsController(paths, Settings(appearance="light"), owner)
    keeper.edit()
    dialog = owner.findChild(SettingsDialog)
    choice = editor(dialog, QComboBox, "Appearance")
    assert [choice.itemText(row) for row in range(choice.count())] == [
        "As the system",
        "Light",
        "Dark",
    ]
    choice.setCurrentIndex(2)
    assert qapp.palette().window().color().lightness() < 80
    dialog.reject()
    assert qapp.palette().window().color().lightness() > 200
    assert keeper.settings.appearance == "light"
    keeper.change(appearance="dark")
    assert qapp.palette().window().color().lightness() < 80
    assert settings.load(paths.settings).appearance == "dark"
    theme.use(qapp, "system")


def test_few_settings_first_the_rest_on_demand(qtbot: QtBot) -> None:
    dialog = SettingsDialog(Settings())
    qtbot.addWidget(dialog)
    dialog.show()
    kinds = (QCheckBox, QComboBox, QSpinBox, QLineEdit, QDoubleSpinBox)
    first = [e for kind in kinds for e in dialog.findChildren(kind) if e.isVisible()]
    assert {e.accessibleName() for e in first} == {
        "Appearance",
        "Notice new and changed photos while the program runs",
        "Draw sketches of what is searched, and search by them too",
        "Answer questions from the photos that are found",
        "Language, from the next start on",
    }
    dialog.advanced.click()
    assert editor(dialog, QLineEdit, "Folder names or patterns that scans leave out").isVisible()
    room = dialog.screen().availableSize()
    assert dialog.height() <= room.height()
