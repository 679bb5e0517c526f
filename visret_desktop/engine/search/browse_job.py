"""Let photos of a library on a server come in to be looked at, without a query."""

from collections.abc import Iterator

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import Browse, Finished, LibraryChanged, Message
from visret_desktop.engine.runtime import Library


def browse(library: Library, request: Browse, _: Control = NO_CONTROL) -> Iterator[Message]:
    """Yield `LibraryChanged` once they are here, and `Finished`.

    Raises:
        VisretError: the server does not answer, or does not know a condition.
    """
    _shown, count = library.latest(request.filter, request.most)
    yield LibraryChanged(request.job)
    yield Finished(request.job, {"photos": count})
