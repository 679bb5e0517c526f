"""Words in a box, where nobody sees what a program writes: Windows, started from an icon.

Nothing is imported that might not load: what is said is often that something does not.
"""

import sys

_IS_FAULT = 0x10  # the sign beside the words


def show_unseen(words: str) -> bool:
    """Show words that would not be seen otherwise; False where a terminal shows what is written.

    Never run on Windows: none was at hand.
    """
    if sys.platform != "win32" or sys.stderr is not None:
        return False
    import ctypes

    ctypes.windll.user32.MessageBoxW(None, words, "visret", _IS_FAULT)
    return True
