"""Look into the files of an installed pack once more before a library reads them."""

from visret_desktop.errors import PackDamaged
from visret_desktop.packs import descriptions
from visret_desktop.packs.file_rules import content_fault
from visret_desktop.packs.manifest import Pack


def check_contents(pack: Pack) -> None:
    """Check that each file is what its name says; of weights only the headers are read.

    Raises:
        PackDamaged: a file is something else, or asks for what no pack may have.
    """
    for file in pack.files:
        try:
            fault = content_fault(pack.directory / file.path)
        except OSError as error:
            fault = f"{file.path} cannot be read ({error.strerror})"
        if fault:
            raise PackDamaged(name=pack.name, reason=fault)
    try:
        fault = descriptions.fault(pack.directory, [file.path for file in pack.files])
    except OSError as error:
        fault = f"its weights cannot be read ({error.strerror})"
    if fault:
        raise PackDamaged(name=pack.name, reason=fault)
