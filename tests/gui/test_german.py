"""The window in German: nothing is English, and nothing is cut off."""

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QWidget

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Failed
from visret_desktop.errors import FileMissing
from visret_desktop.gui.languages import language
from visret_desktop.gui.models.models_dialog import ModelsDialog
from visret_desktop.gui.window.about_page import AboutPage, PrivacyPage
from visret_desktop.gui.window.settings_dialog import SettingsDialog
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, open_on_library: Callable[[Settings], WindowDriver]
) -> Iterator[WindowDriver]:
    language.use(qapp, "de")
    yield open_on_library(Settings(strategy="original", pictures_enabled=False, language="de"))
    language.use(qapp, "en")


def _cut_off(top: QWidget) -> list[str]:
    """Return the words of buttons and labels that have less room than they need."""
    found = []
    for each in top.findChildren(QWidget):
        is_button = isinstance(each, QPushButton)
        is_line = type(each) is QLabel and not each.wordWrap() and bool(each.text())
        if each.isVisible() and (is_button or is_line):
            assert isinstance(each, QAbstractButton | QLabel)
            if each.width() < each.minimumSizeHint().width():
                found.append(each.text())
    return found


def test_menus_and_counts_are_german(window: WindowDriver) -> None:
    titles = [action.text() for action in window.window.menuBar().actions()]
    assert titles == ["&Bibliothek", "B&earbeiten", "&Foto", "&Suche", "&Ansicht", "&Hilfe"]
    assert window.grid.title.text() == f"{window.model.rowCount()} Fotos"


@pytest.mark.parametrize("size", [(700, 560), (1280, 800)])
def test_nothing_is_cut_off(window: WindowDriver, size: tuple[int, int]) -> None:
    before = window.window.size()
    window.window.resize(*size)
    QApplication.processEvents()
    cut_off = _cut_off(window.window)
    window.window.resize(before)
    assert cut_off == []


@pytest.mark.parametrize("page", [SettingsDialog, AboutPage, PrivacyPage])
def test_no_page_cuts_words_off(window: WindowDriver, page: type[QWidget]) -> None:
    shown = window.keeper
    {
        SettingsDialog: shown.edit,
        AboutPage: shown.show_about,
        PrivacyPage: shown.show_privacy,
    }[page]()
    made = window.child(page)
    window.until(made.isVisible)
    assert _cut_off(made) == []
    made.close()


def test_models_that_are_built_in_are_described_in_german(
    window: WindowDriver, drawn_library: Paths
) -> None:
    dialog = ModelsDialog(drawn_library, window.settings, window.window)
    dialog.show()
    table = dialog.view.model()
    titles = [table.index(row, 0).data() for row in range(table.rowCount())]
    row = titles.index("Encoder nur für das Beispiel")
    dialog.view.selectRow(row)
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Von den Entwicklern von visret_desktop, aus Bildern einer gezeichneten Welt." in said
    dialog.done(0)


def test_what_the_engine_says_is_told_in_german(window: WindowDriver) -> None:
    heard: list[str] = []
    window.session.failed.connect(heard.append)
    window.client.take(Failed(0, "file-missing", FileMissing(path="/fotos/a.jpg").message))
    assert heard == ["Die Datei /fotos/a.jpg gibt es nicht."]
