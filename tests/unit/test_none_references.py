"""The installed Qt binding keeps the reference count of None.

One release (6.12.0, on Python 3.11) loses a reference at every Qt call that returns nothing, and
the process dies after a few thousand calls. `pyproject.toml` leaves that release out.
"""

import subprocess
import sys

SCRIPT = """
import sys
from PySide6.QtCore import QObject
thing = QObject()
before = sys.getrefcount(None)
for number in range(500):
    thing.setObjectName("name")
print(sys.getrefcount(None) - before)
"""


def test_calls_that_return_nothing_keep_none_alive() -> None:
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    assert abs(int(result.stdout)) < 100
