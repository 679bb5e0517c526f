"""What this computer offers models, and how much memory the installed ones take."""

from collections.abc import Iterator

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import DescribeMachine, Finished, MachineDescribed, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.models.memory_need import need
from visret_desktop.models.runtimes.machine_speed import describe
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack


def describe_machine(
    library: Library, request: DescribeMachine, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Yield what is known of this computer, and `Finished`; it takes two seconds at first."""
    machine = describe(library.paths, library.settings)
    packs = (pack for pack in registry.installed(library.paths) if isinstance(pack, Pack))
    yield MachineDescribed(
        request.job,
        dict(machine.devices),
        dict(machine.rates),
        dict(machine.memory),
        {pack.name: need(pack, machine.devices[pack.role.name]) for pack in packs},
    )
    yield Finished(request.job)
