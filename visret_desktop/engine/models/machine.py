"""What this computer offers models, and how much memory the installed ones take."""

from visret_desktop.engine.messages import MachineDescribed
from visret_desktop.engine.runtime import Library
from visret_desktop.models.machine_speed import describe
from visret_desktop.models.memory_need import need
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack


def describe_machine(library: Library, job: int) -> MachineDescribed:
    """Return what is known of this computer; takes a second or two at the first time."""
    machine = describe(library.paths, library.settings)
    packs = (pack for pack in registry.installed(library.paths) if isinstance(pack, Pack))
    return MachineDescribed(
        job,
        dict(machine.devices),
        dict(machine.rates),
        dict(machine.memory),
        {pack.name: need(pack, machine.devices[pack.role.name]) for pack in packs},
    )
