"""Keep what people say of deployments, and of the packages that these are exported in."""

from collections.abc import Iterator

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import KeepDeployments
from visret_desktop.engine.messages import Finished, Message
from visret_desktop.engine.runtime import Library


def keep_deployments(
    library: Library, request: KeepDeployments, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Keep what was said; yield `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        catalog.put_deployments(request.said)
        if request.package is not None:
            catalog.put_package(request.package)
    yield Finished(request.job)
