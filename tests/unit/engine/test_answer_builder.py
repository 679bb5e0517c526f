"""What a photo says is something that can be read."""

import pytest

from visret_desktop.engine.answers.answer_builder import with_reading
from visret_desktop.engine.messages import Evidence
from visret_desktop.models.interfaces import Reading


@pytest.mark.parametrize(
    ("answer", "state"),
    [("orange", "shows"), ("3", "shows"), ("橙色", "shows"), ("[]", "unusable"), ("…", "unusable")],
)
def test_marks_alone_are_no_answer(answer: str, state: str) -> None:
    assert with_reading(Evidence(1), Reading(answer), is_cached=False).state == state
