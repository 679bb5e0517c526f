"""What a command leaves in this process is taken away again: its log."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _no_log_is_left() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)
