"""What is drawn here is drawn by the application that the windows use."""

import pytest
from PySide6.QtWidgets import QApplication


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """Drawing would make an application of its own, which has no windows for the tests after."""
    return qapp
