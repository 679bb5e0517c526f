"""What is said where no photo fits."""

from pytestqt.qtbot import QtBot

from visret_desktop.gui.library.empty_page import EmptyPage


def test_the_condition_that_no_photo_meets_is_named(qtbot: QtBot) -> None:
    page = EmptyPage()
    qtbot.addWidget(page)
    page.explain_facts([("Lyon", 0)], is_indexing=False)
    assert page.title() == "None of the photos fits: Lyon."
    page.explain_facts([("spring 2024", 12), ("winter 2025", 0)], is_indexing=False)
    assert page.title() == "None of the photos fits: winter 2025."
    page.explain_facts([("spring 2024", 1200), ("Lyon", 3)], is_indexing=False)
    assert page.title() == "No photo fits all of this together."
    assert page.explanation() == "Photos that fit one condition alone: spring 2024: 1,200; Lyon: 3."
    page.explain_facts([("Lyon", 0)], is_indexing=True)
    assert "still being read" in page.explanation()
