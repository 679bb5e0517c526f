"""When a photo that could not be read is tried again."""

from dataclasses import replace

import pytest

from visret_desktop.engine.indexing.retry_policy import RetryDecision, another_try, failed_now
from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.records import Failure, Fingerprint
from visret_desktop.settings import Settings

SETTINGS = Settings(max_megapixels=100, decode_seconds=30)
NOW = 1_800_000_000.0
HOUR = 3600.0


@pytest.mark.parametrize(
    ("failure", "wanted"),
    [
        (Failure("vanished", 9, NOW, None), RetryDecision.NOW),
        (Failure("not-an-image", 1, 0.0, None), RetryDecision.NO),
        (Failure("too-large", 9, NOW, 99), RetryDecision.NOW),
        (Failure("too-large", 1, 0.0, 100), RetryDecision.NO),
        (Failure("too-large", 1, 0.0, 200), RetryDecision.NO),
        (Failure("too-large", 1, 0.0, None), RetryDecision.NOW),  # of an older program
        (Failure("timed-out", 9, NOW, 20), RetryDecision.NOW),
        (Failure("timed-out", 1, NOW - 1, 30), RetryDecision.ALONE),
        (Failure("timed-out", 1, NOW + 1, 30), RetryDecision.NO),  # in this run
        (Failure("crashed", 2, NOW - HOUR + 9, None), RetryDecision.NO),
        (Failure("crashed", 2, NOW - HOUR - 9, None), RetryDecision.ALONE),
        (Failure("crashed", 3, NOW - 2 * HOUR, None), RetryDecision.NO),
        (Failure("crashed", 3, NOW - 25 * HOUR, None), RetryDecision.ALONE),
        (Failure("crashed", 4, NOW - 9999 * HOUR, None), RetryDecision.NO),
        (Failure("crashed", 3, NOW + 9999 * HOUR, None), RetryDecision.ALONE),  # by a wrong clock
    ],
)
def test_what_is_tried_again(failure: Failure, wanted: RetryDecision) -> None:
    assert another_try(failure, SETTINGS, NOW) is wanted


def test_tries_are_counted_for_one_file_and_one_fault() -> None:
    one = Fingerprint(1, 1)
    known = KnownFile(None, one, None, "", True, None, Failure("timed-out", 2))
    assert failed_now("timed-out", one, known, SETTINGS).tries == 3
    assert failed_now("timed-out", one, known, SETTINGS).allowed == 30
    assert failed_now("too-large", one, known, SETTINGS).tries == 1
    assert failed_now("too-large", one, None, SETTINGS).allowed == 100
    assert failed_now("timed-out", Fingerprint(2, 1), known, SETTINGS).tries == 1
    assert failed_now("crashed", one, replace(known, failure=None), SETTINGS).allowed is None
