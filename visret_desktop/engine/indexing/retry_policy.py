"""Which photos that could not be read are worth another try, and when."""

import time
from enum import Enum

from visret_desktop.library.catalog.photo_records import KnownFile
from visret_desktop.library.records import Failure, Fingerprint
from visret_desktop.settings import Settings

# Problems of a moment, of a disk or of rights: the file need not change for another try.
PASSING = frozenset(("vanished", "no-permission", "disk-error"))
# A busy machine may have caused these, or a pass that fails. They are tried again at the next run,
# then after an hour and after a day; after that the photo is what is wrong.
MAY_BE_THE_MACHINE = frozenset(("timed-out", "crashed"))
PASS_FAILED = "pass-failed"
_WAITS = (0.0, 3600.0, 86400.0)


class RetryDecision(Enum):
    """Whether a file that did not change is tried again."""

    NO = "no"
    NOW = "now"
    ALONE = "alone"  # after all others, with the machine to itself


def another_try(failure: Failure, settings: Settings, before: float) -> RetryDecision:
    """Tell about a file that failed; what failed after `before` was tried in this run."""
    if failure.code in PASSING:
        return RetryDecision.NOW
    limit = _limit(failure.code, settings)
    if limit is not None and (failure.allowed is None or failure.allowed < limit):
        return RetryDecision.NOW
    if failure.code not in MAY_BE_THE_MACHINE | {PASS_FAILED} or failure.tries > len(_WAITS):
        return RetryDecision.NO
    since = before - failure.tried_at
    # A time in the far future is that of a clock that was wrong.
    is_due = since >= _WAITS[failure.tries - 1] or since < -_WAITS[-1]
    return RetryDecision.ALONE if is_due else RetryDecision.NO


def failed_now(
    code: str, fingerprint: Fingerprint, known: KnownFile | None, settings: Settings
) -> Failure:
    """Return what to note of a file that failed just now."""
    before = known.failure if known is not None and known.fingerprint == fingerprint else None
    tries = before.tries + 1 if before is not None and before.code == code else 1
    return Failure(code, tries, time.time(), _limit(code, settings))


def _limit(code: str, settings: Settings) -> int | None:
    """Return the setting that a file went over, if that is what was wrong with it."""
    if code == "too-large":
        return settings.max_megapixels
    return settings.decode_seconds if code == "timed-out" else None
