"""Which library on a server is opened, and what leaves the computer then."""

import pytest

from visret_desktop.gui.library import server_dialog
from visret_desktop.gui.library.server_dialog import ServerDialog, what_leaves
from visret_desktop.gui.widgets.plain_text import PlainLabel


def texts(dialog: ServerDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(PlainLabel)]


def test_an_address_can_be_opened_once_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_dialog, "_NEEDED", ())
    dialog = ServerDialog()
    assert what_leaves() in texts(dialog)
    assert not dialog.open_button.isEnabled()
    dialog.address.setText("postgresql://reader@photos.example.org/library")
    assert dialog.open_button.isEnabled()
    dialog.address.setText("  ")
    assert not dialog.open_button.isEnabled()


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_dialog, "_NEEDED", ("no_such_library",))
    dialog = ServerDialog()
    assert any("visret-desktop[institution]" in text for text in texts(dialog))
    dialog.address.setText("postgresql://reader@photos.example.org/library")
    assert not dialog.open_button.isEnabled()
