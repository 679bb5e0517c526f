"""What a command leaves in this process is taken away again: its log."""

from collections.abc import Iterator

import pytest

from tests.left_logs import no_log_is_left


@pytest.fixture(autouse=True)
def _no_log_is_left() -> Iterator[None]:
    with no_log_is_left():
        yield
