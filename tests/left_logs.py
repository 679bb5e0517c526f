"""What a command that runs in the process of its test leaves there: its log."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_log_is_left() -> Iterator[None]:
    """End the logs that were begun meanwhile."""
    loggers = (logging.getLogger(), logging.getLogger("httpx2"))
    before = [(one, list(one.handlers), one.level) for one in loggers]
    try:
        yield
    finally:
        for logger, handlers, level in before:
            for handler in [one for one in logger.handlers if one not in handlers]:
                logger.removeHandler(handler)
                handler.close()
            logger.setLevel(level)
