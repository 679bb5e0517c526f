"""Each button of the photo panel, pressed by keyboard, and what the panel makes anew after it."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from tests.gui.driver import WindowDriver
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.interchange.species.name_lists import ListedName, NameList, NameLists
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


class OtherPrograms(QObject):
    """Takes what would be opened in them."""

    @Slot(QUrl)
    def opened(self, address: QUrl) -> None:
        pass


@pytest.fixture(scope="module")
def window(
    open_on_library: Callable[[Settings], WindowDriver], drawn_library: Paths
) -> WindowDriver:
    names = tuple(ListedName(name) for name in ("Ardea cinerea", "Asio otus", "Parus major"))
    NameLists(drawn_library.name_lists).put(NameList("birds", "birds.txt", "", names))
    return open_on_library(Settings(observer="Ada", pictures_enabled=False))


def test_every_button_then_a_search(window: WindowDriver) -> None:
    programs, size = OtherPrograms(), window.window.size()
    QDesktopServices.setUrlHandler("file", programs, "opened")
    pressed: set[str] = set()
    while True:
        window.view.select_row(0)
        window.photo_panel.appear()
        window.until(lambda: "Suggest" in window.photo_panel.text())
        left = [one for one in _buttons(window) if _name(one) not in pressed]
        if not left:
            break
        button, name = left[0], _name(left[0])
        pressed.add(name)
        button.setFocus(Qt.FocusReason.TabFocusReason)
        QTimer.singleShot(0, _leave_dialogs)
        QTest.keyClick(button, Qt.Key.Key_Space)
        for _ in range(2):
            window.photo_panel.fill_again()
            window.window.resize(1300 if window.window.width() == 1280 else 1280, 800)
        window.ask("moss owl")
        window.escape()
    QDesktopServices.unsetUrlHandler("file")
    window.child(MapController).set_open(False)
    window.window.resize(size)
    assert {"Suggest names", "Find similar", "Copy path"} <= pressed
    assert "mistake" not in window.banner.text()


def _buttons(window: WindowDriver) -> list[QAbstractButton]:
    buttons = window.photo_panel.findChildren(QAbstractButton)
    return [one for one in buttons if one.isVisible() and one.isEnabled()]


def _name(button: QAbstractButton) -> str:
    return button.text() or button.accessibleName()


def _leave_dialogs() -> None:
    dialog = QApplication.activeModalWidget()
    if dialog is not None:
        dialog.close()
